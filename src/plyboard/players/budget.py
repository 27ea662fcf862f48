"""How much a player may spend on a move: time, and a number of positions or games."""

from __future__ import annotations

from time import perf_counter


class Spent(Exception):
    """There is nothing left to think with."""


class Budget:
    """Counts what is spent. The first position is always granted, so that there is a move to play."""

    def __init__(self, time: float | None = None, count: int | None = None) -> None:
        self.count = 0
        self._most = count
        self._end = None if time is None else perf_counter() + time

    def spend(self) -> None:
        """Pay for one position or game; raises Spent."""
        if self.count and self.count == self._most:
            raise Spent
        self.check_time()
        self.count += 1

    def stop(self) -> None:
        """Nothing more is granted, from whichever thread this is said."""
        self._end = 0.0

    def check_time(self) -> None:
        """Raises Spent when time is up."""
        if self.count and self._end is not None and perf_counter() >= self._end:
            raise Spent
