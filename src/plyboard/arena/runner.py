"""Many games at once, saved as they are played, and gone on with after an interruption."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from plyboard import records
from plyboard.arena.game import FAILURE, NUMBER, GameTask, play
from plyboard.records import InvalidRecord, Record
from plyboard.rules.core import PlyboardError, clip
from plyboard.workers import Lost, run

if TYPE_CHECKING:
    from plyboard.records.store import Store


class CannotResume(PlyboardError):
    """A file of games that does not belong to the games that are to be played."""


@dataclass(frozen=True)
class Runner:
    """How games are played: by how many at once, and where they are saved."""

    workers: int | None = None
    """How many games are played at once; one for each core unless said."""
    cluster: str | None = None
    """The address of a Ray cluster, or "auto", that plays the games instead."""
    database: str | None = None
    """The URL of the store that keeps each game, move by move; none where this is None."""
    saved: SavedGames | None = None
    """The file in which each game is written down as it ends."""

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Record]:
        """The records of games, in the order in which they end; those that are in the file already come at once.

        A game that could not be played, because one worker after the other died of it, has no outcome.
        """
        if self.database is not None:
            _store(self.database)  # What is wrong with it is better known before anyone plays.
        here = None if self.cluster else self.database
        rest = iter(tasks)
        for task in rest:
            record = self._there(task)
            if record is None:
                rest = chain([task], rest)
                break
            yield record
        later: deque[Record] = deque()

        def missing() -> Iterator[GameTask]:
            for task in rest:
                there = self._there(task)
                if there is None:
                    yield task
                else:
                    later.append(there)

        for task, result in run(partial(_play, database=here), missing(), workers=self.workers, cluster=self.cluster):
            while later:
                yield later.popleft()
            yield self._kept(task, result)
        yield from later

    def _there(self, task: GameTask) -> Record | None:
        return self.saved.get(task) if self.saved else None

    def _kept(self, task: GameTask, result: Record | Lost) -> Record:
        """The record of a game that has been played, saved."""
        if isinstance(result, Lost):
            record = task.record()
            return replace(record, tags={**record.tags, FAILURE: result.reason})
        if self.cluster and self.database is not None:  # Other machines may not reach the store.
            _store(self.database).begin(result, "arena")
        if self.saved:
            self.saved.add(result)
        return result


def _play(task: GameTask, database: str | None) -> Record:
    return play(task, None if database is None else _store(database))


@cache
def _store(database: str) -> Store:
    from plyboard.records.store import Store  # SQLAlchemy takes its time, and not every game is kept.

    return Store(database)


class SavedGames:
    """A file of finished games, to which each game is added as it ends."""

    def __init__(self, path: Path, resume: bool) -> None:
        """Open a file; one that is there already is gone on with if `resume` says so, and else refused."""
        self.path = path
        self._name = clip(str(path), 200)
        self.broken: Path | None = None
        """Where the file was put that had a fault in it, such as half a game; the games before it are kept."""
        self._records: dict[str, Record] = {}
        try:
            path.touch()  # What cannot be written is better known before anyone plays.
            if not path.stat().st_size:
                return
        except OSError as error:
            raise CannotResume(f"cannot write {self._name}: {error.strerror or error}") from None
        if not resume:
            raise CannotResume(f"{self._name} is there already: go on with it by --resume, or name another file")
        try:
            found = records.load(path)
        except InvalidRecord as error:
            found = error.whole
            if not found:
                raise CannotResume(f"there are no games in {self._name} to go on with: {error}") from None
            self._mend(found)
        self._records = {record.tags.get(NUMBER, ""): record for record in found}

    def _mend(self, whole: list[Record]) -> None:
        self.broken = self.path.with_name(f"{self.path.name}.broken")
        mended = self.path.with_name(f"{self.path.name}.mended")
        try:
            mended.write_text(records.write(whole), encoding="utf-8")
            os.replace(self.path, self.broken)
            os.replace(mended, self.path)
        except OSError as error:
            raise CannotResume(f"cannot mend {self._name}: {error.strerror or error}") from None

    def get(self, task: GameTask) -> Record | None:
        """The record of a task, if it is there; raises CannotResume where it is that of another task."""
        found = self._records.get(str(task.number))
        if found is None:
            return None
        wanted = task.record()
        for what in ("game", "players", "options", "start", "clock"):
            self._compare(task, what, getattr(found, what), getattr(wanted, what))
        for tag, value in wanted.tags.items():
            self._compare(task, tag, found.tags.get(tag), value)
        begun = [played.move for played in found.moves[: len(wanted.moves)]]
        self._compare(task, "opening", begun, [played.move for played in wanted.moves])
        return found

    def _compare(self, task: GameTask, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            raise CannotResume(
                f"game {task.number} in {self._name} is another one: {what} is {found} there and {wanted} here"
            )

    def add(self, record: Record) -> None:
        """Write down a game that has ended."""
        records.append(self.path, record)
