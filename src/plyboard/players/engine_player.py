"""The compiled search: alpha-beta or Monte-Carlo trees at full speed, on the weights that all players share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, ClassVar

from plyboard import engine, evaluation
from plyboard.evaluation import Weights
from plyboard.players import levels
from plyboard.players.core import DEPTH, NODES, TIME, WEIGHTS, InvalidPlayer, Option, Thinker, Thought, option, whole
from plyboard.rules.core import Position

if TYPE_CHECKING:
    from plyboard_engine import Report

USUAL_TIME = 1.0
"""Seconds a move for a player who was given no limit."""

METHODS = ("alphabeta", "mcts", "traps")

DRAWN_BY_GOOD_PLAYERS = frozenset({"pincer"})
"""Games in which many moves are as good as the best: to win, the other must be given a chance to go wrong."""


def _method(text: str, game: str) -> str:
    if text not in METHODS:
        raise ValueError
    return text


@dataclass
class Engine(Thinker):
    """The strongest player; `level` makes it one for people."""

    name: ClassVar[str] = "engine"
    time: float | None = option(TIME)
    depth: int | None = option(DEPTH)
    nodes: int | None = option(NODES)
    level: int | None = option(whole(f"from 1, a beginner, to {levels.LAST}, full strength", 1, levels.LAST))
    threads: int = option(whole("how many threads think at once", 1, 256), 1)
    hash: int = option(whole("the size of the table of positions, in megabytes", 1, 65536), 64)
    lines: int = option(whole("how many best lines to tell", 1, 500), 1)
    method: str | None = option(Option("how to look ahead", " or ".join(METHODS), _method))
    weights: Weights | None = option(WEIGHTS)
    clock: tuple[float, float] | None = None
    """The seconds left for the rest of the game, and those added after each move, where someone keeps a clock."""

    def __post_init__(self) -> None:
        try:
            self._searcher = engine.searcher(min(self.hash, self._useful_megabytes()))
        except MemoryError as error:
            raise InvalidPlayer(str(error)) from error
        weights = self.weights or evaluation.shipped(self.game)
        self._weights = weights.hundredths()
        weakened = self._weakened
        self._net = engine.net(weights.net if weakened is None or weakened.has_net else None)

    @classmethod
    def why_not(cls, game: str) -> str | None:
        """The engine may not be installed, or not know the game."""
        if not engine.installed():
            return engine.REMEDY
        return None if game in engine.names() else f"the engine does not know {game}"

    def new_game(self) -> None:
        """Forget what was found out about other games."""
        self._searcher.clear()

    def decide(self, position: Position) -> Thought:
        """The best move found within the limits; there is nobody to listen before, so no thread is needed."""
        return next(self._thoughts(self._search(position)))

    def think(self, position: Position) -> Iterator[Thought]:
        """A thought for each line of each finished depth, the best line first."""
        heard: SimpleQueue[Report | BaseException | None] = SimpleQueue()

        def search() -> None:
            try:
                heard.put(self._search(position, report=heard.put))
                heard.put(None)
            except BaseException as error:
                heard.put(error)

        thread = Thread(target=search, daemon=True)
        thread.start()
        try:
            while (found := heard.get()) is not None:
                if isinstance(found, BaseException):
                    raise found
                yield from self._thoughts(found)
        finally:
            self._searcher.stop()
            thread.join()

    def stop(self) -> None:
        """End the search with what it has found."""
        self._searcher.stop()

    def _search(self, position: Position, **listener: Any) -> Report:
        return self._searcher.search(
            engine.known(position),
            self._weights,
            net=self._net,
            method=self.method or self._usual_method(),
            threads=self.threads,
            lines=self.lines,
            **self._limits(),
            **listener,
        )

    @property
    def _weakened(self) -> levels.Level | None:
        return None if self.level is None else levels.of(self.game, self.level)

    def _usual_method(self) -> str:
        """Traps are for one who plays against the clock; whoever sets other limits wants to know what is best."""
        limits = self._limits()
        is_playing = not (limits.get("nodes") or limits.get("depth"))
        return "traps" if self.game in DRAWN_BY_GOOD_PLAYERS and is_playing else "alphabeta"

    def _useful_megabytes(self) -> float:
        """What the searches of some moves fill: a larger table would drive all else out of the processor's cache."""
        nodes: int | None = self._limits().get("nodes")
        return self.hash if nodes is None else nodes / 8000

    def _limits(self) -> dict[str, Any]:
        given = {"time": self.time, "clock": self.clock, "depth": self.depth, "nodes": self.nodes}
        if (weakened := self._weakened) is not None:
            return given | {"nodes": weakened.nodes, "overlook": weakened.overlook}
        return given if any(given.values()) else {"time": USUAL_TIME}

    def _thoughts(self, found: Report) -> Iterator[Thought]:
        for rank, line in enumerate(found.lines, 1):
            yield Thought(line.moves[0], line.value, found.depth, found.nodes, tuple(line.moves), line.win_in, rank)
