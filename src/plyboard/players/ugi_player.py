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
        else:
            limit, timeout = f"movetime {max(round(1000 * self.time), 1)}", self.time + PATIENCE
        talk.say(f"go {limit}")
        answer = talk.until(lambda line: line.split()[:1] == ["bestmove"], timeout)[-1].split()
        if len(answer) == 1:
            raise EngineFailed(f"{clip(talk.command)} says bestmove and no move")
        return read(answer[1])
