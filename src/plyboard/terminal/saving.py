"""A game in the terminal, saved in the store as it is played."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from plyboard.records import Record
from plyboard.rules.core import PlyboardError

if TYPE_CHECKING:
    from plyboard.records.store import Store


class Saving:
    """Keeps a game in the store in step with the one that is played.

    A game has a number there from its first move on. Where saving fails, it is said once, and the game is played on.
    """

    def __init__(self, database: str | None = None) -> None:
        self._database = database
        self._store: Store | None = None
        self._failed = False
        self.number: int | None = None
        """Under which number the game is saved; None before its first move, and where it cannot be saved."""

    def open(self) -> None:
        """Open the store before the game begins; a database that was named by hand has to be there."""
        try:
            self._open()
        except PlyboardError as error:
            if self._database is not None:
                raise
            self._fail(error)

    def unfinished(self, number: int | None, game: str | None) -> Record:
        """The game of a number, else the last one that was left in the terminal, to be gone on with."""
        from plyboard.records.store import UnknownRecord

        store = self._open()
        if number is None:
            left = store.find(source="terminal", finished=False, game=game, limit=1)
            if not left:
                raise UnknownRecord(f"there is no unfinished game{f' of {game}' if game else ''} to go on with")
            number = left[0].id
        record = store.get(number)
        if record.outcome is not None:
            raise UnknownRecord(f"game {number} is over ({record.outcome.reason}): there is nothing to go on with")
        self.number = number
        return record

    def played(self, record: Record) -> None:
        """Save the last move of a game."""
        self._save(record, lambda store, number: store.add(number, len(record.moves) - 1, record.moves[-1]))

    def taken_back(self, record: Record) -> None:
        """Forget the moves that the game no longer has."""
        self._save(record, lambda store, number: store.take_back(number, len(record.moves)))

    def ended(self, record: Record) -> None:
        """Save how the game ended; of one that ended before its first move there is nothing to keep."""
        outcome = record.outcome
        if outcome is not None and (record.moves or self.number is not None):
            self._save(record, lambda store, number: store.finish(number, outcome))

    def close(self) -> None:
        """Give back what is held."""
        if self._store is not None:
            self._store.close()

    def command(self) -> str | None:
        """The command that goes on with the game; None where it is not saved."""
        if self.number is None:
            return None
        database = f" --database {shlex.quote(self._database)}" if self._database else ""
        return f"plyboard play --continue {self.number}{database}"

    def _save(self, record: Record, change: Callable[[Store, int], None]) -> None:
        if self._failed:
            return
        try:
            store = self._open()
            if self.number is None:
                self.number = store.begin(record, "terminal")
            else:
                change(store, self.number)
        except PlyboardError as error:
            self._fail(error)

    def _fail(self, error: PlyboardError) -> None:
        self._failed = True
        self.number = None
        print(f"This game is not saved from here on: {error}", file=sys.stderr)

    def _open(self) -> Store:
        if self._store is None:
            from plyboard.records.store import Store  # Only who saves a game waits for what opens databases.

            self._store = Store(self._database)
        return self._store
