"""Every game that is played, kept move by move in a database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, NoReturn, Self, Unpack

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, literal_column, or_, select, update
from sqlalchemy.dialects import sqlite

from plyboard.records.database import Database, StoreError, default_url
from plyboard.records.entry import RESULTS, SOURCES, Entry, Filter, Source
from plyboard.records.journal import recover
from plyboard.records.record import Played, Record
from plyboard.records.schema import games, moves
from plyboard.rules.core import Outcome, clip

__all__ = ["Entry", "Filter", "Source", "Store", "StoreConflict", "StoreError", "UnknownRecord"]

MOST_AT_ONCE = 1000  # Databases limit how many numbers a statement may name.


class StoreConflict(StoreError):
    """A change to a game that has gone another way meanwhile: someone else writes it too."""


class UnknownRecord(StoreError):
    """No game has this number."""


# The next ply of a game: its plies have no gaps.
_next_ply = (
    select(func.coalesce(func.max(moves.c.ply) + literal_column("1"), literal_column("0")))
    .where(moves.c.game_id == games.c.id)
    .scalar_subquery()
)

_entries = select(
    *(games.c[name] for name in ("id", "source", "game", "first", "second", "date", "winner", "reason", "options")),
    _next_ply.label("plies"),
)

_PLAYED = ("move", "value", "win", "depth", "nodes", "seconds", "clock", "comment")

# Whoever writes a game waits here for others who do; SQLite lets only one write at all.
_lock_game = select(games.c.winner, games.c.reason).where(games.c.id == bindparam("game_id")).with_for_update()

# One statement, so that on SQLite it needs no transaction around it.
_add_move = (
    insert(moves)
    .from_select(
        ["game_id", "ply", *_PLAYED],
        select(games.c.id, *(bindparam(name, type_=moves.c[name].type) for name in ("ply", *_PLAYED))).where(
            games.c.id == bindparam("game_id"), games.c.reason.is_(None), bindparam("ply") == _next_ply
        ),
    )
    .execution_options(preserve_rowcount=True)
)

# Written out beforehand: a move must cost next to nothing.
_ADD_MOVE_ON_SQLITE = str(_add_move.compile(dialect=sqlite.dialect(paramstyle="named")))
_INSERT_MOVES_ON_SQLITE = str(insert(moves).compile(dialect=sqlite.dialect(paramstyle="qmark")))


class Store:
    """The games in a database. Threads may share a store, and processes a database.

    >>> with Store("sqlite://") as store:
    ...     game = store.begin(Record("pincer", ("human", "random")), "terminal")
    ...     store.add(game, 0, Played("a7a6"))
    ...     store.finish(game, Outcome(1, "Triangles resigned"))
    ...     [(entry.game, entry.plies, entry.outcome.winner) for entry in store.find(player="random")]
    [('pincer', 1, 1)]
    """

    def __init__(self, url: str | None = None) -> None:
        """Open a database by its SQLAlchemy URL; without one that of PLYBOARD_DATABASE, else the user's own."""
        self.database = Database(default_url() if url is None else url)
        recover(self)

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def begin(self, record: Record, source: Source) -> int:
        """Save a game with all that its record has; the number is the one under which it goes on."""
        if source not in SOURCES:
            raise StoreError(f"a game comes from one of {', '.join(SOURCES)}, not {clip(source)}")
        with self.database.writing() as connection:
            row = connection.execute(insert(games).returning(games.c.id), _row(record, source))
            number = int(row.scalar_one())
            self._insert(connection, number, record.moves)
        return number

    def add(self, id: int, ply: int, played: Played) -> None:
        """Save the move of a ply, counted from 0; it is safe from the death of the process when this returns."""
        row = {"game_id": id, "ply": ply, **played._asdict()}
        with self.database.writing(single=True) as connection:
            if self.database.is_sqlite:
                added = connection.exec_driver_sql(_ADD_MOVE_ON_SQLITE, row)
            else:
                connection.execute(_lock_game, {"game_id": id})
                added = connection.execute(_add_move, row)
        if added.rowcount != 1:
            self._refuse_move(id, ply)

    def take_back(self, id: int, ply: int) -> None:
        """Forget the moves from this ply on, and how the game ended."""
        with self.database.writing() as connection:
            if not connection.execute(update(games).where(games.c.id == id).values(winner=None, reason=None)).rowcount:
                raise _unknown(id)
            connection.execute(delete(moves).where(moves.c.game_id == id, moves.c.ply >= ply))

    def finish(self, id: int, outcome: Outcome, tags: Mapping[str, str] | None = None) -> None:
        """Say how a game ended; `tags` are those that it has now, if they have changed."""
        ended: dict[str, Any] = {"winner": outcome.winner, "reason": outcome.reason}
        if tags is not None:
            ended["tags"] = dict(tags)
        with self.database.writing() as connection:
            found = connection.execute(_lock_game, {"game_id": id}).one_or_none()
            if found is None:
                raise _unknown(id)
            if found.reason is not None and (found.winner, found.reason) != (outcome.winner, outcome.reason):
                raise StoreConflict(f"game {id} has ended already: {found.reason}")
            connection.execute(update(games).where(games.c.id == id).values(ended))

    def get(self, id: int) -> Record:
        """The record of a game."""
        with self.database.reading() as connection:
            row = connection.execute(select(games).where(games.c.id == id)).one_or_none()
            if row is None:
                raise _unknown(id)
            played = connection.execute(
                select(*(moves.c[name] for name in _PLAYED)).where(moves.c.game_id == id).order_by(moves.c.ply)
            ).all()
        return _record(row, [Played(*move) for move in played])

    def entry(self, id: int) -> Entry:
        """A game without its moves."""
        with self.database.reading() as connection:
            row = connection.execute(_entries.where(games.c.id == id)).one_or_none()
        if row is None:
            raise _unknown(id)
        return _entry(row)

    def find(self, *, limit: int | None = None, offset: int = 0, **wanted: Unpack[Filter]) -> list[Entry]:
        """The games that fit, the newest first."""
        query = (
            _entries.where(*_conditions(wanted))
            .order_by(games.c.date.desc(), games.c.id.desc())
            .limit(limit)
            .offset(offset or None)
        )
        with self.database.reading() as connection:
            return [_entry(row) for row in connection.execute(query)]

    def count(self, **wanted: Unpack[Filter]) -> int:
        """How many games fit."""
        query = select(func.count()).select_from(games).where(*_conditions(wanted))
        with self.database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def delete(self, ids: Iterable[int]) -> int:
        """Delete games; returns how many there were."""
        numbers = list(ids)
        with self.database.writing() as connection:
            return sum(
                connection.execute(delete(games).where(games.c.id.in_(numbers[at : at + MOST_AT_ONCE]))).rowcount
                for at in range(0, len(numbers), MOST_AT_ONCE)
            )

    def _insert(self, connection: Connection, id: int, played: Sequence[Played]) -> None:
        if not played:
            return
        if self.database.is_sqlite:
            rows = [(id, ply, *move) for ply, move in enumerate(played)]
            connection.exec_driver_sql(_INSERT_MOVES_ON_SQLITE, rows)
        else:
            named = [{"game_id": id, "ply": ply, **move._asdict()} for ply, move in enumerate(played)]
            connection.execute(insert(moves), named)

    def _refuse_move(self, id: int, ply: int) -> NoReturn:
        entry = self.entry(id)
        if entry.outcome is not None:
            raise StoreConflict(f"game {id} has ended already: {entry.outcome.reason}")
        raise StoreConflict(f"the next move of game {id} is that of ply {entry.plies}, not {ply}")


def _unknown(id: int) -> UnknownRecord:
    return UnknownRecord(f"there is no game {id} in the store")


def _conditions(wanted: Filter) -> Iterator[ColumnElement[bool]]:
    """What must be true of the rows of the games wanted."""
    column = games.c
    if (game := wanted.get("game")) is not None:
        yield column.game == game
    if (player := wanted.get("player")) is not None:
        yield or_(*(seat.icontains(player, autoescape=True) for seat in (column.first, column.second)))
    if (result := wanted.get("result")) is not None:
        if result not in RESULTS:
            raise StoreError(f"a result is one of {', '.join(RESULTS)}, not {clip(result)}")
        yield column.winner.is_(None) if result == "draw" else column.winner == RESULTS.index(result)
        yield column.reason.is_not(None)
    if (since := wanted.get("since")) is not None:
        yield column.date >= since
    if (until := wanted.get("until")) is not None:
        yield column.date < until
    if (finished := wanted.get("finished")) is not None:
        yield column.reason.is_not(None) if finished else column.reason.is_(None)
    if (source := wanted.get("source")) is not None:
        yield column.source == source


def _row(record: Record, source: Source) -> dict[str, Any]:
    seconds, increment = record.clock or (None, None)
    return {
        "source": source,
        "game": record.game,
        "first": record.players[0],
        "second": record.players[1],
        "options": dict(record.options),
        "start": record.start,
        "date": record.date,
        "clock_seconds": seconds,
        "clock_increment": increment,
        "tags": dict(record.tags),
        "winner": record.outcome and record.outcome.winner,
        "reason": record.outcome and record.outcome.reason,
    }


def _record(row: Any, played: Iterable[Played]) -> Record:
    return Record(
        game=row.game,
        players=(row.first, row.second),
        options=row.options,
        start=row.start,
        moves=tuple(played),
        outcome=_outcome(row),
        date=row.date,
        clock=None if row.clock_seconds is None else (row.clock_seconds, row.clock_increment),
        tags=row.tags,
    )


def _entry(row: Any) -> Entry:
    players = row.first, row.second
    return Entry(row.id, row.source, row.game, players, row.date, row.plies, _outcome(row), row.options)


def _outcome(row: Any) -> Outcome | None:
    return None if row.reason is None else Outcome(row.winner, row.reason)
