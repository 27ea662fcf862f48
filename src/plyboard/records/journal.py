"""Moves that are not in the store yet, in a file that outlives the process that makes them.

To save a move in a database costs more than very fast players need to find it. A line at the end of a file costs next
to nothing and is as safe from the death of the process; whoever opens the store next saves what it finds there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from uuid import uuid4

from plyboard.records.database import StoreError
from plyboard.records.record import Played, Record
from plyboard.records.text import read, write

if TYPE_CHECKING:
    from plyboard.records.store import Store

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Not a system of the Unix family: then there is no journal, and each move is saved at once.
    flock = None  # type: ignore[assignment]

_SUFFIX = ".journal"


class Journal:
    """The moves of one game after another. The file is locked as long as its process lives."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{uuid4().hex}.new"
        self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        flock(self._file, LOCK_EX)
        path.rename(path.with_suffix(_SUFFIX))  # Only now may others look for it: they would take an unlocked one.

    def follow(self, record: Record, number: int | None, ply: int) -> None:
        """Forget what was noted: from this ply on moves of this game are; it has a number if it is in the store."""
        os.ftruncate(self._file, 0)
        about = write([replace(record, moves=(), outcome=None)])
        self._note({"number": number, "ply": ply, "record": about})

    def add(self, played: Played) -> None:
        """Note the next move; it is safe when this returns."""
        self._note(list(vars(played).values()))

    def clear(self) -> None:
        """Forget what was noted: all of it is in the store."""
        os.ftruncate(self._file, 0)

    def _note(self, value: object) -> None:
        os.write(self._file, f"{json.dumps(value)}\n".encode())


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
        with suppress(OSError), path.open("rb") as file:  # Its process lives, or someone else recovers it.
            flock(file, LOCK_EX | LOCK_NB)
            _save(store, list(_lines(file)))
            path.unlink()


def _lines(file: IO[bytes]) -> Iterator[Any]:
    for line in file:
        if line.endswith(b"\n"):  # The last one may have been broken off.
            yield json.loads(line)


def _save(store: Store, lines: list[Any]) -> None:
    if not lines:
        return
    about, *noted = lines
    played = tuple(Played(*values) for values in noted)
    if about["number"] is None:
        [record] = read(about["record"])
        if played:
            store.begin(replace(record, moves=played), "arena")
        return
    try:
        entry = store.entry(about["number"])
    except StoreError:  # It has been deleted meanwhile.
        return
    if entry.outcome is None and (missing := played[entry.plies - about["ply"] :]):
        store.add_all(entry.id, entry.plies, missing)
