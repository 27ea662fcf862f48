"""Moves that are not in the store yet, in a file that outlives the process that makes them.

To save a move in a database costs more than very fast players need to find it. A line at the end of a file costs next
to nothing and is as safe from the death of the process; whoever opens the store next saves what it finds there.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from plyboard.records.record import InvalidRecord, Played, Record
from plyboard.records.tags import UNFINISHED
from plyboard.records.text import read, write, write_move

if TYPE_CHECKING:
    from plyboard.records.store import Store

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Not a system of the Unix family: then there is no journal, and each move is saved at once.
    flock = None  # type: ignore[assignment]

_SUFFIX = ".journal"

_END = f"{UNFINISHED}\n"
"""The last line of a game that goes on: the journal does without it, as moves are to follow."""


class Journal:
    """The moves of one game after another. The file is locked as long as its process lives."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{uuid4().hex}.new"
        self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        flock(self._file, LOCK_EX)
        path.rename(path.with_suffix(_SUFFIX))  # Only now may others look for it: they would take an unlocked one.

    def follow(self, record: Record) -> None:
        """Forget what was noted: what comes now belongs to this game."""
        os.ftruncate(self._file, 0)
        self._note(write([replace(record, outcome=None)]).removesuffix(_END))

    def add(self, number: int, played: Played) -> None:
        """Note the next move, counted from 1; it is safe when this returns."""
        self._note(f"{write_move(number, played)}\n")

    def clear(self) -> None:
        """Forget what was noted: all of it is in the store."""
        os.ftruncate(self._file, 0)

    def _note(self, text: str) -> None:
        os.write(self._file, text.encode())


def journal(store: Store) -> Journal | None:
    """A new journal for the games of a store, if there can be one."""
    folder = store.database.folder
    if folder is None or flock is None:
        return None
    try:
        return Journal(folder)
    except OSError:
        return None


def recover(store: Store) -> None:
    """Save what processes that have died left in their journals."""
    folder = store.database.folder
    if folder is None or flock is None or not folder.is_dir():
        return
    for path in folder.glob(f"*{_SUFFIX}"):
        # Its process may live, someone else may be at it, or its game may be one that only others know.
        with suppress(OSError, InvalidRecord), path.open(encoding="utf-8") as file:
            flock(file, LOCK_EX | LOCK_NB)
            _save(store, file.read())
            path.unlink()


def _save(store: Store, noted: str) -> None:
    whole, _, _ = noted.rpartition("\n")  # The last line may have been broken off.
    for record in read(f"{whole}\n{_END}") if whole else ():
        if record.moves:
            store.begin(record, "arena")
