"""Who thinks next: a queue in which one visitor cannot starve the others, however much they ask for."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from plyboard.rules.core import PlyboardError


class Busy(PlyboardError):
    """Too much is waiting already, of this client or in all."""


class FairQueue:
    """Places for searches, given to the client who has the fewest and has waited longest since its last one."""

    def __init__(self, places: int, most_of_one: int = 16, most: int = 400) -> None:
        self._free = places
        # Someone who asks for much leaves a place for others, so that they need not wait for a long search to end.
        self._most_at_once = max(1, places - 1)
        self._most_of_one = most_of_one
        self._most = most
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._running: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        self._turn = 0

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[None]:
        """Wait for a place and keep it; raises Busy where the queue is full."""
        if sum(map(len, self._waiting.values())) >= self._most:
            raise Busy("the server is busy: too many searches are waiting; try again in a moment")
        waiting = self._waiting.setdefault(client, deque())
        if len(waiting) >= self._most_of_one:
            raise Busy(f"{self._most_of_one} of your searches are waiting already: let them end first")
        turn = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        self._give()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(client)
            else:
                self._forget(client, turn)
            raise
        try:
            yield
        finally:
            self._leave(client)

    @property
    def crowded(self) -> bool:
        """Whether someone waits."""
        return bool(self._waiting)

    def _give(self) -> None:
        while self._free and (client := self._next()) is not None:
            turn = self._waiting[client].popleft()
            if not self._waiting[client]:
                del self._waiting[client]
            self._free -= 1
            self._running[client] += 1
            self._turn += 1
            self._served[client] = self._turn
            turn.set_result(None)

    def _next(self) -> str | None:
        able = [client for client in self._waiting if self._running[client] < self._most_at_once]
        return min(able, key=lambda client: (self._running[client], self._served.get(client, 0)), default=None)

    def _leave(self, client: str) -> None:
        self._free += 1
        self._running[client] -= 1
        if not self._running[client] and client not in self._waiting:
            # Whoever has nothing here any more is forgotten: the queue does not grow with the number of visitors.
            del self._running[client]
            self._served.pop(client, None)
        self._give()

    def _forget(self, client: str, turn: asyncio.Future[None]) -> None:
        self._waiting[client].remove(turn)
        if not self._waiting[client]:
            del self._waiting[client]
