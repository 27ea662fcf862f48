"""What has happened in live games, kept in the database: an ordered log of events for each game, seats and holders."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import time
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, text, update

from plyboard.records.record import Played, Record
from plyboard.records.schema import events, games, holders, live_games, moves, seats
from plyboard.records.store import Store

HOST = 2
"""The seat of whoever set the game up: they may pause computers. 0 and 1 are the seats of the players."""


# Made once, for a move must cost next to nothing. After a move any process may think for the next computer.
_go_on = (
    update(live_games)
    .where(live_games.c.game_id == bindparam("id"), live_games.c.seq == bindparam("before"))
    .values(seq=bindparam("last"))
)
_go_on_freely = _go_on.values(thinks_until=0)
_add_event = insert(events)
_add_move = insert(moves)


class Overtaken(Exception):
    """Someone else has written to the log of this game first: read it, and decide again."""


@dataclass(frozen=True)
class Event:
    """Something that happened in a game."""

    kind: str
    data: Mapping[str, Any]
    seq: int = 0
    time: float = 0.0

    def facts(self) -> dict[str, Any]:
        """For a page or a program to read."""
        return {"seq": self.seq, "kind": self.kind, "time": self.time, **self.data}


@dataclass(frozen=True)
class Saved:
    """A game as the database has it. A game that is not live has a log made of its moves, and no seats."""

    record: Record
    events: tuple[Event, ...]
    secrets: tuple[str, ...] = ()
    pace: float = 0.0
    client: str = ""


class Log:
    """The live games of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._seen_version: int | None = None

    def begin(self, record: Record, pace: float, client: str, began: Event, held: Iterable[tuple[str, int]]) -> int:
        """Set up a game; `held` are the visitors who hold seats from the beginning."""
        id = self.store.begin(record, "web")
        with self.store.database.writing() as connection:
            live = {"game_id": id, "seq": 1, "pace": pace, "client": client, "thinker": "", "thinks_until": 0}
            connection.execute(insert(live_games), live)
            connection.execute(insert(events), _row(id, replace(began, seq=1, time=time())))
            connection.execute(
                insert(seats),
                [{"game_id": id, "seat": seat, "secret": secrets.token_urlsafe(16)} for seat in (0, 1, HOST)],
            )
            if rows := [{"visitor": visitor, "game_id": id, "seat": seat} for visitor, seat in held]:
                connection.execute(insert(holders), rows)
        return id

    def load(self, id: int) -> Saved:
        """A game with all that has happened; raises UnknownRecord."""
        record = self.store.get(id)
        with self.store.database.reading() as connection:
            live = connection.execute(select(live_games).where(live_games.c.game_id == id)).one_or_none()
            if live is None:
                return Saved(replace(record, moves=()), tuple(_retold(record)))
            keys = select(seats.c.secret).where(seats.c.game_id == id).order_by(seats.c.seat)
            return Saved(
                replace(record, moves=()),
                tuple(_since(connection, id, 0)),
                tuple(connection.execute(keys).scalars()),
                live.pace,
                live.client,
            )

    def since(self, id: int, seq: int) -> list[Event]:
        """The events after one."""
        with self.store.database.reading() as connection:
            return _since(connection, id, seq)

    def append(self, id: int, new: Sequence[Event]) -> None:
        """Write the next events of a game, and what they mean for its record, all or nothing; raises Overtaken."""
        moved = any(event.kind in ("move", "takeback") for event in new)
        mine = {"id": id, "before": new[0].seq - 1, "last": new[-1].seq}
        with self.store.database.writing() as connection:
            if not connection.execute(_go_on_freely if moved else _go_on, mine).rowcount:
                raise Overtaken
            connection.execute(_add_event, [_row(id, event) for event in new])
            for event in new:
                _write_down(connection, id, event)

    def claim(self, id: int, thinker: str, until: float) -> bool:
        """Whether this process may think for the computer to move: one process at a time may."""
        free = or_(live_games.c.thinks_until < time(), live_games.c.thinker == thinker)
        with self.store.database.writing() as connection:
            claimed = update(live_games).where(live_games.c.game_id == id, free)
            return bool(connection.execute(claimed.values(thinker=thinker, thinks_until=until)).rowcount)

    def renew(self, ids: Collection[int], thinker: str, until: float) -> None:
        """Still thinking."""
        with self.store.database.writing() as connection:
            mine = update(live_games).where(live_games.c.game_id.in_(ids), live_games.c.thinker == thinker)
            connection.execute(mine.where(live_games.c.thinks_until > 0).values(thinks_until=until))

    def changed(self) -> bool:
        """Whether another process may have written since this was last asked; cheap."""
        if not self.store.database.is_sqlite:
            return True
        with self.store.database.reading() as connection:
            version = connection.execute(text("PRAGMA data_version")).scalar_one()
        before, self._seen_version = self._seen_version, version
        return bool(before != version)

    def heads(self, ids: Collection[int]) -> dict[int, int]:
        """The number of the last event of each of these games."""
        query = select(live_games.c.game_id, live_games.c.seq).where(live_games.c.game_id.in_(ids))
        with self.store.database.reading() as connection:
            return {row.game_id: row.seq for row in connection.execute(query)}

    def held(self, visitor: str, id: int) -> frozenset[int]:
        """The seats that a visitor holds in a game."""
        query = select(holders.c.seat).where(holders.c.visitor == visitor, holders.c.game_id == id)
        with self.store.database.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def holders(self, id: int) -> list[tuple[str, int]]:
        """Who holds which seat of a game."""
        query = select(holders.c.visitor, holders.c.seat).where(holders.c.game_id == id)
        with self.store.database.reading() as connection:
            return [(row.visitor, row.seat) for row in connection.execute(query)]

    def hold(self, visitor: str, id: int, seat: int) -> None:
        """Give a visitor a seat."""
        if seat not in self.held(visitor, id):
            with self.store.database.writing() as connection:
                connection.execute(insert(holders), {"visitor": visitor, "game_id": id, "seat": seat})

    def games_of(self, visitor: str, limit: int, finished: bool = False) -> list[int]:
        """The games in which a visitor holds a seat, those in which something happened last first."""
        mine = select(holders.c.game_id).where(holders.c.visitor == visitor)
        query = (
            select(live_games.c.game_id)
            .join(games, games.c.id == live_games.c.game_id)
            .join(events, (events.c.game_id == live_games.c.game_id) & (events.c.seq == live_games.c.seq))
            .where(
                live_games.c.game_id.in_(mine), games.c.reason.is_not(None) if finished else games.c.reason.is_(None)
            )
            .order_by(events.c.time.desc())
            .limit(limit)
        )
        with self.store.database.reading() as connection:
            return list(connection.execute(query).scalars())


def _since(connection: Connection, id: int, seq: int) -> list[Event]:
    query = select(events).where(events.c.game_id == id, events.c.seq > seq).order_by(events.c.seq)
    return [Event(row.kind, row.data, row.seq, row.time) for row in connection.execute(query)]


def _row(id: int, event: Event) -> dict[str, Any]:
    return {"game_id": id, "seq": event.seq, "time": event.time, "kind": event.kind, "data": dict(event.data)}


def _write_down(connection: Connection, id: int, event: Event) -> None:
    """What an event means for the record of the game."""
    game = update(games).where(games.c.id == id)
    match event.kind:
        case "move":
            connection.execute(_add_move, {"game_id": id, "ply": event.data["ply"], **played(event)._asdict()})
        case "takeback":
            connection.execute(delete(moves).where(moves.c.game_id == id, moves.c.ply >= event.data["ply"]))
            connection.execute(game.values(winner=None, reason=None))
        case "over":
            connection.execute(game.values(winner=event.data["winner"], reason=event.data["reason"]))


def played(event: Event) -> Played:
    """The move of an event, as a record has it."""
    thought = event.data.get("thought") or {}
    known = {name: thought[name] for name in ("value", "win", "depth", "nodes") if name in thought}
    clocks = event.data.get("clocks")
    clock = clocks and clocks[event.data["player"]]
    return Played(event.data["text"], seconds=event.data.get("seconds"), clock=clock, **known)


def _retold(record: Record) -> Iterable[Event]:
    """The log that a game would have left, had it been live."""
    at = record.date.timestamp()
    yield Event("began", {"open": []}, 1, at)
    seq = 1
    for ply, (position, move) in enumerate(zip(record.positions(), record.moves, strict=False)):
        seq += 1
        thought = {name: getattr(move, name) for name in ("value", "win", "depth", "nodes")}
        data = {"ply": ply, "text": move.move, "player": position.player, "seconds": move.seconds}
        yield Event("move", data | {"thought": thought if move.depth is not None else None, "clocks": None}, seq, at)
    if record.outcome is not None:
        yield Event("over", {"winner": record.outcome.winner, "reason": record.outcome.reason}, seq + 1, at)
