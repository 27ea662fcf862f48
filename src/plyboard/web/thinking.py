"""The thinking of the web app: questions wait for their turn, processes answer them, and nobody thinks for ever."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from plyboard.players import PlayerFailed, Thought
from plyboard.web.thinker import BEGUN, STOP, Answer, Failed, Question, keep, serve
from plyboard.web.turns import FairQueue

LONGEST = 30.0
"""Seconds a search may take, whatever its player was told."""

GRACE = 1.0
"""Seconds a player has to come to an end when it is stopped; after that its process is ended."""

Listener = Callable[[Thought], None]


def _unheard(thought: Thought) -> None:
    """Nobody listens."""


@dataclass
class Search:
    """A question on its way to its answer."""

    client: str
    question: Question
    heard: Listener = _unheard
    longest: float = LONGEST
    hurried: asyncio.Event = field(default_factory=asyncio.Event)

    def hurry(self) -> None:
        """Move now, with the best that is found so far."""
        self.hurried.set()


class Thinking:
    """Processes that think, as many as there are places, each started when it is first needed."""

    def __init__(self, places: int) -> None:
        self._queue = FairQueue(places)
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()

    async def answer(self, search: Search) -> Answer:
        """The answer to a question, in its turn; raises PlayerFailed, or Busy."""
        async with self._queue.place(search.client):
            process = self._idle.pop() if self._idle else self._start()
            try:
                return await process.answer(search)
            finally:
                if process.usable:
                    self._idle.append(process)
                else:
                    self._end(process)

    @property
    def crowded(self) -> bool:
        """Whether someone waits for a place: whoever thinks for pleasure should make room."""
        return self._queue.crowded

    def warm_up(self) -> None:
        """Start a process before it is needed: the first move should not wait for it."""
        self._idle.append(self._start())

    def close(self) -> None:
        """End all processes."""
        for process in list(self._all):
            self._end(process)

    def _start(self) -> _Process:
        process = _Process()
        self._all.add(process)
        return process

    def _end(self, process: _Process) -> None:
        process.end()
        self._all.discard(process)


class _Process:
    """One process that thinks, and the thread that hears it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True, name="plyboard-thinker")
        self._process.start()
        theirs.close()
        self._heard: asyncio.Queue[Any] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self.usable = True
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        said: Any = True
        while said is not None:
            try:
                said = self._pipe.recv()
            except (EOFError, OSError):
                said = None
            with suppress(RuntimeError):  # The server is closing: there is no loop any more.
                self._loop.call_soon_threadsafe(self._heard.put_nowait, said)
        self._pipe.close()

    async def answer(self, search: Search) -> Answer:
        """Ask, and pass thoughts on until the answer comes, the time is over or someone hurries."""
        thoughts: list[Thought] = []
        begun = asyncio.Event()
        hurry = asyncio.create_task(self._hurry(search, begun))
        self._pipe.send(search.question)
        self.usable = False
        try:
            while True:
                reading = asyncio.create_task(self._heard.get())
                await asyncio.wait({reading, hurry}, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    reading.cancel()
                    return self._best(search, thoughts)
                match reading.result():
                    case said if said == BEGUN:
                        begun.set()
                    case Thought() as thought:
                        thoughts = keep(thoughts, thought)
                        search.heard(thought)
                    case Answer() as answer:
                        self.usable = True
                        return answer
                    case Failed(reason):
                        self.usable = True
                        raise PlayerFailed(reason)
                    case _:
                        raise PlayerFailed(f"{search.question.line} ended while it was thinking")
        except asyncio.CancelledError:
            await self._come_to_rest()
            raise
        finally:
            hurry.cancel()

    async def _hurry(self, search: Search, begun: asyncio.Event) -> None:
        """Ends a little after the player was told to stop: it should have answered by then."""
        await begun.wait()
        with suppress(TimeoutError):
            await asyncio.wait_for(search.hurried.wait(), search.longest)
        self._say(STOP)
        await asyncio.sleep(GRACE)

    def _best(self, search: Search, thoughts: list[Thought]) -> Answer:
        """What a player who does not stop has found, to be ended with its process."""
        if not thoughts:
            raise PlayerFailed(f"{search.question.line} found no move within {search.longest:g} s")
        return Answer(thoughts[0].move, tuple(thoughts), search.longest)

    async def _come_to_rest(self) -> None:
        """Nobody wants the answer any more: a player who stops at once can be asked again."""
        self._say(STOP)
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                while not self.usable:
                    said = await self._heard.get()
                    if said is None:
                        return
                    self.usable = isinstance(said, Answer | Failed)

    def _say(self, word: str) -> None:
        with suppress(OSError):
            self._pipe.send(word)

    def end(self) -> None:
        """End the process, also in the middle of a search."""
        self.usable = False
        self._process.kill()
