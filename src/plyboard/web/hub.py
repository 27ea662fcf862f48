"""The live games of one server process: loaded when someone comes, told to all who watch, stored before it is told.

Several processes may serve one database. Each notices what the others wrote, and one of them at a time thinks for the
computer to move in a game.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from time import monotonic, time
from typing import Any, TypeVar

from plyboard.players import PlayerFailed, Thought
from plyboard.records.record import Record
from plyboard.records.store import UnknownRecord
from plyboard.web import actions
from plyboard.web.actions import Action
from plyboard.web.events import HOST, Event, Log, Overtaken, Saved
from plyboard.web.games import LiveGame, Seats
from plyboard.web.tables import Table
from plyboard.web.thinker import Question, facts
from plyboard.web.thinking import LONGEST, Search, Thinking
from plyboard.web.turns import Busy

LOOK_AROUND = 0.05
"""Seconds between two looks at what other processes have written."""

TICK = 1.0
LEASE = 5.0
"""Seconds for which a process has the right to think for a computer; it is renewed while it thinks."""

IDLE = 60.0
"""Seconds after which a game that nobody watches is forgotten; the database has it."""

THOUGHTS_APART = 0.15
"""Seconds from one thought that watchers are told to the next."""

T = TypeVar("T")


class Hub:
    """All games that someone plays or watches through this process."""

    def __init__(self, log: Log, thinking: Thinking) -> None:
        self.log = log
        self.thinking = thinking
        self.tables: dict[int, Table] = {}
        self._name = secrets.token_hex(8)
        self._began = time()
        self._loading: dict[int, asyncio.Lock] = {}
        # SQLite has one writer at a time, so one thread is enough; a server may be asked several things.
        self._threads = ThreadPoolExecutor(1 if log.store.database.is_sqlite else 8, "database")
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Begin to look around."""
        self._in_background(self._look_around())
        self._in_background(self._keep_house())

    async def close(self) -> None:
        """Leave all games as they are: the database has them."""
        tasks = [*self._tasks, *(table.thinking for table in self.tables.values() if table.thinking)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown()

    async def ask(self, question: Callable[..., T], *given: Any) -> T:
        """Ask the database something, without holding up anyone."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, question, *given)

    async def create(
        self, record: Record, *, pace: float, client: str, held: Sequence[tuple[str, int]], open: Sequence[int] = ()
    ) -> Table:
        """Set up a game; `held` are visitors and their seats, `open` the seats that wait for someone."""
        # Refuses options and positions that the rules do not know, before anything is stored. That may take a while.
        await asyncio.to_thread(LiveGame, 0, record)
        id = await self.ask(self.log.begin, record, pace, client, Event("began", {"open": list(open)}), held)
        return await self.table(id)

    async def table(self, id: int) -> Table:
        """A game by its number, loaded if need be; raises UnknownRecord."""
        if (table := self.tables.get(id)) is None:
            async with self._loading.setdefault(id, asyncio.Lock()):
                table = self.tables.get(id) or await self._load(id)
            self._loading.pop(id, None)
        table.used = monotonic()
        return table

    async def _load(self, id: int) -> Table:
        saved = await self.ask(self.log.load, id)
        self.tables[id] = table = await asyncio.to_thread(self._lay, id, saved)
        async with table.lock:  # Nobody looked whether others wrote while it was laid.
            await self._catch_up(table)
        self.carry_on(table)
        return table

    def _lay(self, id: int, saved: Saved) -> Table:
        """The table of a game as it was saved. A long game takes a while."""
        table = Table(LiveGame(id, saved.record, saved.pace), saved)
        for event in saved.events:
            # While no server was running, no clock was.
            self._apply(table, event, ago=max(0.0, time() - event.time) if event.time >= self._began else 0.0)
        return table

    def _apply(self, table: Table, event: Event, ago: float = 0.0) -> None:
        table.game.apply(event, ago)
        table.events.append(event)

    async def act(self, table: Table, action: Action, seats: Seats) -> None:
        """Do something in a game; raises Refused, or what the rules say of a move."""
        if not table.saved.secrets:
            raise actions.NotYours("this game was not played here: it can only be looked at")
        await self._happen(table, lambda: actions.decide(table.game, action, seats))

    async def join(self, table: Table, visitor: str, seat: int) -> None:
        """Give a visitor a seat."""
        await self.ask(self.log.hold, visitor, table.game.id, seat)
        await self._happen(table, lambda: [Event("joined", {"seat": seat})] if seat in table.game.open else [])

    async def hint(self, table: Table, line: str, client: str) -> Thought:
        """What a player would do here."""
        position = table.game.position
        answer = await self.thinking.answer(Search(client, Question(line, position.game, str(position))))
        return answer.thoughts[0]

    async def _happen(self, table: Table, decide: Callable[[], list[Event]]) -> None:
        """Let happen what is decided, as soon as it is stored; decide again if another process was faster."""
        async with table.lock:
            while events := decide():
                events = [
                    replace(await self._with_next_game(table, event), seq=table.game.seq + number, time=time())
                    for number, event in enumerate(events, 1)
                ]
                try:
                    await self.ask(self.log.append, table.game.id, events)
                except Overtaken:
                    if not await self._catch_up(table):
                        raise UnknownRecord(f"game {table.game.id} has been deleted") from None
                else:
                    self._publish(table, events)
                    return

    async def _with_next_game(self, table: Table, event: Event) -> Event:
        """A rematch is a new game with the seats changed, set up before it is told of."""
        if event.kind != "rematch":
            return event
        record = table.game.record
        again = Record(record.game, record.players[::-1], record.options, record.start, clock=record.clock)
        held = await self.ask(self.log.holders, table.game.id)
        changed = [(visitor, seat if seat == HOST else 1 - seat) for visitor, seat in held]
        new = await self.create(again, pace=table.game.pace, client=table.saved.client, held=changed)
        return replace(event, data={"game": new.game.id})

    def _publish(self, table: Table, events: Sequence[Event], ago: float = 0.0) -> None:
        for event in events:
            self._apply(table, event, ago)
            if event.kind == "hurry" and table.search is not None:
                table.search.hurry()
        table.used = monotonic()
        if table.watchers:
            table.tell(table.news(events))
        self.carry_on(table)

    async def _catch_up(self, table: Table) -> bool:
        """Learn what other processes have written, if anything; whoever calls this holds the lock of the table."""
        events = await self.ask(self.log.since, table.game.id, table.game.seq)
        if events:
            self._publish(table, events, max(0.0, time() - events[-1].time))
        return bool(events)

    def forget(self, id: int) -> None:
        """Know a game no more, because it is deleted or has gone on elsewhere; it is loaded again if need be."""
        table = self.tables.pop(id, None)
        if table is not None and table.flag is not None:
            table.flag.cancel()
        if table is not None and table.thinking is not None:
            table.thinking.cancel()

    def carry_on(self, table: Table) -> None:
        """After whatever happened: let the computer think whose move it is, and the clock run."""
        if table.flag is not None:
            table.flag.cancel()
            table.flag = None
        game = table.game
        if game.clock_runs() and table.saved.secrets:
            left = max(0.0, game.left(game.position.player))
            table.flag = asyncio.get_running_loop().call_later(left + 0.02, self._fall, table)
        asked = table.search and table.search.question.position
        if table.thinking and asked and (game.to_think() is None or asked != str(game.position)):
            table.thinking.cancel()  # Nobody wants to know any more.
        wanted = game.to_think() is not None and table.saved.secrets and (game.people or table.watchers)
        if wanted and (table.thinking is None or table.thinking.done() or table.thinking is asyncio.current_task()):
            table.thinking = asyncio.create_task(self._think(table))

    def _fall(self, table: Table) -> None:
        game = table.game

        def fallen() -> list[Event]:
            return actions.flagged(game) if game.clock_runs() and game.left(game.position.player) <= 0 else []

        self._in_background(self._happen(table, fallen))

    async def _think(self, table: Table) -> None:
        """One move of a computer."""
        game, line = table.game, table.game.to_think()
        if line is None or not await self.ask(self.log.claim, game.id, self._name, time() + LEASE):
            return
        player = game.position.player
        clock = None
        if game.record.clock is not None:
            clock = (max(0.05, game.left(player)), game.record.clock[1])
        question = Question(line, game.record.game, str(game.position), clock, f"{game.id}/{player}")
        longest = LONGEST if clock is None else min(LONGEST, clock[0] * 0.8)
        table.search = Search(table.saved.client, question, self._teller(table, player), longest)
        begin = monotonic()

        def asked_still() -> bool:
            return game.to_think() == line and str(game.position) == question.position

        try:
            answer = await self.thinking.answer(table.search)
        except PlayerFailed as failure:
            reason = str(failure)
            await self._happen(table, lambda: actions.failed(game, reason) if asked_still() else [])
            return
        except Busy:
            return  # It is tried again at the next tick.
        finally:
            table.search = None
        await asyncio.sleep(max(0.0, begin + game.pace - monotonic()))
        thought = facts(answer.thoughts[0]) if answer.thoughts else None
        await self._happen(
            table, lambda: actions.moved(game, answer.move, thought, answer.seconds) if asked_still() else []
        )

    def _teller(self, table: Table, player: int) -> Callable[[Thought], None]:
        told = 0.0

        def tell(thought: Thought) -> None:
            nonlocal told
            if table.watchers and thought.rank == 1 and monotonic() - told >= THOUGHTS_APART:
                told = monotonic()
                table.tell(json.dumps({"kind": "thinking", "player": player, **facts(thought)}))

        return tell

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AROUND)
            with suppress(Exception):  # A database that is away for a moment is asked again.
                changed: bool = bool(self.tables) and await self.ask(self.log.changed)
                heads = await self.ask(self.log.heads, list(self.tables)) if changed else {}
                for id, seq in heads.items():
                    table = self.tables.get(id)
                    if table is not None and seq > table.game.seq:
                        async with table.lock:
                            await self._catch_up(table)

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            with suppress(Exception):
                if thinking := [table.game.id for table in self.tables.values() if table.search]:
                    await self.ask(self.log.renew, thinking, self._name, time() + LEASE)
            for id, table in list(self.tables.items()):
                self.carry_on(table)
                busy = table.watchers or table.search or table.lock.locked() or table.flag
                if not busy and monotonic() - table.used > IDLE:
                    del self.tables[id]

    def _in_background(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
