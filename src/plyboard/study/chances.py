"""From a value in points to the chances in the game, which is what a person feels."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyboard.players import Thought
from plyboard.rules.core import Position

SWING = 3.0
"""The points that turn an even game into a clearly better one."""


@dataclass(frozen=True)
class Verdict:
    """What a position promises player 0."""

    chance: float
    """From -1, lost, to 1, won."""
    value: float | None = None
    """In points; None where the game is decided."""
    win: int | None = None
    """In how many plies player 0 wins, or, negative, loses; None where that is not known."""

    def for_player(self, player: int) -> Verdict:
        """The same, seen by a player."""
        if player == 0:
            return self
        return Verdict(-self.chance, None if self.value is None else -self.value, self.win and -self.win)


def chance(value: float) -> float:
    """What a value in points promises, from -1 to 1.

    >>> chance(0), round(chance(3.0), 2), round(chance(-30.0), 2)
    (0.0, 0.76, -1.0)
    """
    return math.tanh(value / SWING)


def verdict(position: Position, thought: Thought | None) -> Verdict:
    """What a position promises player 0: by its outcome if the game is over, else by the best thought about it."""
    outcome = position.outcome()
    if outcome is not None:
        result = {0: 1.0, 1: -1.0, None: 0.0}[outcome.winner]
        return Verdict(result, win=0 if result else None)
    assert thought is not None, "a game that goes on has been thought about"
    if thought.win is not None:
        own = Verdict(math.copysign(1.0, thought.win), win=thought.win)
    else:
        own = Verdict(chance(thought.value), thought.value)
    return own.for_player(position.player)
