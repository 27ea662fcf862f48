"""Reviews of games, made in the background, a position at a time in everyone's queue, and kept in the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import delete, insert, select

from plyboard.players import Thought
from plyboard.records.record import Record
from plyboard.records.schema import reviews
from plyboard.records.store import Store
from plyboard.rules.core import Position
from plyboard.study import Review
from plyboard.study.review import SECONDS, conclude
from plyboard.web import catalogue
from plyboard.web.hub import Hub
from plyboard.web.thinker import Question
from plyboard.web.thinking import Search

MOST_SECONDS = 60.0
"""What the whole of a game may take: in a very long one each position is given less."""

TELL_EVERY = 0.2
"""Seconds from one report of how far a review has come to the next."""

_FORM = TypeAdapter(Review)


@dataclass(eq=False)
class Work:
    """A review that is being made."""

    of: int
    """How many positions there are to think about."""
    done: int = 0
    task: asyncio.Task[Review] = field(init=False)

    async def progress(self) -> AsyncIterator[int]:
        """How many positions are done, again and again until all are. Whoever stops listening stops nothing."""
        while not self.task.done():
            yield self.done
            await asyncio.wait({self.task}, timeout=TELL_EVERY)


class Reviews:
    """The reviews that this process makes, and those that the database has."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._works: dict[int, Work] = {}

    async def find(self, id: int, record: Record) -> Review | None:
        """The review of a game, if there is one of all its moves."""
        found = await self._hub.ask(_load, self._hub.log.store, id)
        same = found and [judged.move for judged in found.moves] == [played.move for played in record.moves]
        return found if same else None

    def begin(self, id: int, record: Record, client: str) -> Work:
        """Review a game, on the account of a client; joins in where that is under way already."""
        work = self._works.get(id)
        if work is None:
            work = self._works[id] = Work(len(record.moves) + 1)
            work.task = asyncio.create_task(self._review(id, record, client, work))
            work.task.add_done_callback(lambda task: self._works.pop(id, None))
        return work

    async def close(self) -> None:
        """Leave off."""
        tasks = [work.task for work in self._works.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def think(self, position: Position, client: str, seat: str, seconds: float = SECONDS) -> Thought:
        """The best thought of the strongest player about a position."""
        line = catalogue.analyst(position.game, seconds, lines=1)
        question = Question(line, position.game, str(position), seat=seat)
        return (await self._hub.thinking.answer(Search(client, question))).thoughts[0]

    async def _review(self, id: int, record: Record, client: str, work: Work) -> Review:
        positions = await asyncio.to_thread(lambda: list(record.positions()))
        seconds = min(SECONDS, MOST_SECONDS / len(positions))
        thoughts: list[Thought | None] = []
        for position in positions:
            over = position.outcome() is not None
            thoughts.append(None if over else await self.think(position, client, f"review of {id}", seconds))
            work.done += 1
        review = await asyncio.to_thread(conclude, record, thoughts)
        await self._hub.ask(_save, self._hub.log.store, id, review)
        return review


def _load(store: Store, id: int) -> Review | None:
    with store.database.reading() as connection:
        data: Any = connection.execute(select(reviews.c.data).where(reviews.c.game_id == id)).scalar_one_or_none()
    return None if data is None else _FORM.validate_python(data)


def _save(store: Store, id: int, review: Review) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(reviews).where(reviews.c.game_id == id))
        connection.execute(insert(reviews), {"game_id": id, "data": _FORM.dump_python(review, mode="json")})
