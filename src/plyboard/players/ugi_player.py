"""Any engine that speaks the Universal Game Interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plyboard.players.core import DEPTH, NODES, TIME, option
from plyboard.players.process import LONGEST_SEARCH, PATIENCE, EngineFailed, Program, Talk
from plyboard.rules.core import Position, clip


def written(move: str) -> str:
    """A move as UGI has it, in one word.

    >>> written("wQ wS1-")
    'wQ_wS1-'
    """
    return move.replace(" ", "_")


def read(word: str) -> str:
    """The move that a word stands for.

    >>> read("wQ_wS1-")
    'wQ wS1-'
    """
    return word.replace("_", " ")


@dataclass
class Ugi(Program):
    """A UGI engine is told the position each time, so it may play any game, and in several at once."""

    name: ClassVar[str] = "ugi"
    time: float = option(TIME, 1.0)
    depth: int | None = option(DEPTH)
    nodes: int | None = option(NODES)
    clocks: tuple[float, float] | None = None
    """The seconds left to both players, in the order of their seats, where someone keeps clocks."""
    increment: float = 0.0
    """The seconds added to them after each move."""

    def new_game(self) -> None:
        """Tell an engine that runs already; one that starts is told anyway."""
        if self._talk is not None:
            self._talk.say("uginewgame")
        super().new_game()

    def greet(self, talk: Talk) -> None:
        """Each says who it is."""
        talk.say("ugi")
        talk.until(lambda line: line.strip() == "ugiok", PATIENCE)
        talk.say("uginewgame")

    def farewell(self) -> str:
        """As UGI says goodbye."""
        return "quit"

    def ask(self, talk: Talk, position: Position) -> str:
        """The engine's best move."""
        talk.say("isready")
        talk.until(lambda line: line.strip() == "readyok", PATIENCE)
        talk.say(f"position fen {position}")
        if self.depth is not None:
            limit, timeout = f"depth {self.depth}", LONGEST_SEARCH
        elif self.nodes is not None:
            limit, timeout = f"nodes {self.nodes}", LONGEST_SEARCH
        elif self.clocks is not None:
            left = [f"p{seat}time {_milliseconds(clock)}" for seat, clock in enumerate(self.clocks, 1)]
            added = [f"p{seat}inc {round(1000 * self.increment)}" for seat in (1, 2)]
            limit, timeout = " ".join(left + added), max(self.clocks[position.player], 0) + PATIENCE
        else:
            limit, timeout = f"movetime {_milliseconds(self.time)}", self.time + PATIENCE
        talk.say(f"go {limit}")
        answer = talk.until(lambda line: line.split()[:1] == ["bestmove"], timeout)[-1].split()
        if len(answer) == 1:
            raise EngineFailed(f"{clip(talk.command)} says bestmove and no move")
        return read(answer[1])


def _milliseconds(seconds: float) -> int:
    return max(round(1000 * seconds), 1)
