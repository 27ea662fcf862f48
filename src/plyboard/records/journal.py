"""Moves that are not in the store yet, in a file that outlives the process that makes them.

To save a move in a database costs more than very fast players need to find it, and so does even a call of the system.
What is written to a file in memory costs next to nothing and is as safe from the death of the process; whoever opens
the store next saves what it finds there.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from mmap import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from plyboard.records.record import InvalidRecord, Played, Record
from plyboard.records.text import read, write

if TYPE_CHECKING:
    from plyboard.records.store import Store

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Not a system of the Unix family: then there is no journal, and each move is saved at once.
    flock = None  # type: ignore[assignment]

_SUFFIX = ".journal"

_ROOM = bytes(1 << 16)
"""By so much a journal grows. It is written, not only asked for: a full disk must be known before it is needed."""


class Journal:
    """One game after another: its text as it began, and then its moves. Behind them are zeros.

    The file is locked as long as its process lives.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{uuid4().hex}.new"
        self._file = os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)
        flock(self._file, LOCK_EX)
        self._end = 0
        self._grow()
        path.rename(path.with_suffix(_SUFFIX))  # Only now may others look for it: they would take an unlocked one.

    def follow(self, record: Record) -> None:
        """Forget what was noted: what comes now belongs to this game."""
        self.clear()
        self._note(write([replace(record, outcome=None)]))

    def add(self, played: Played) -> None:
        """Note the next move; it is safe when this returns."""
        self._note(tuple(played))

    def clear(self) -> None:
        """Forget what was noted: all of it is in the store."""
        self._noted[: self._end] = bytes(self._end)
        self._end = 0

    def _note(self, value: Any) -> None:
        data = marshal.dumps(value)
        end = self._end + len(data)
        while end > len(self._noted):
            self._grow()
        self._noted[self._end : end] = data
        self._end = end

    def _grow(self) -> None:
        os.write(self._file, _ROOM)
        self._noted = mmap(self._file, 0)


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
        with suppress(OSError, InvalidRecord), path.open("rb") as file:
            flock(file, LOCK_EX | LOCK_NB)
            _save(store, file.read())
            path.unlink()


def _save(store: Store, noted: bytes) -> None:
    values = _values(noted)
    for record in read(next(values, "")):
        moves = (*record.moves, *(Played(*value) for value in values))
        if moves:
            store.begin(replace(record, moves=moves), "arena")


def _values(noted: bytes) -> Iterator[Any]:
    """What was noted, as far as it is whole: the last move may have been broken off."""
    stream = BytesIO(noted)
    with suppress(EOFError, ValueError, TypeError):
        while True:
            yield marshal.load(stream)
