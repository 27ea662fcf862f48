"""What a position is worth to a player: the end of a game counts more than any judgement, a near end most."""

from __future__ import annotations

from plyboard.evaluation import Weights
from plyboard.rules.core import Outcome, Position

WIN = 1e12
"""A win before any move; a win n plies later is worth n less, so the shortest is best. A loss is the same, negative."""

_LONGEST = 1e6
"""No game lasts longer, and no evaluation comes so near to a win."""


def ended(outcome: Outcome, player: int, plies: int) -> float:
    """What the end of a game is worth to a player when it is reached after so many plies.

    >>> ended(Outcome(0, "surrounded"), 0, 3) > ended(Outcome(0, "surrounded"), 0, 5)
    True
    """
    if outcome.winner is None:
        return 0.0
    return WIN - plies if outcome.winner == player else plies - WIN


def judged(position: Position, weights: Weights, player: int) -> float:
    """What the evaluation says of a position to a player."""
    value = float(weights.value(position))
    return value if player == 0 else -value


def plies_to_win(value: float) -> int | None:
    """In how many plies a value promises a win, or, negative, a loss; None if it promises neither.

    >>> plies_to_win(WIN - 3), plies_to_win(4 - WIN), plies_to_win(250.0)
    (3, -4, None)
    """
    if abs(value) < WIN - _LONGEST:
        return None
    return int(WIN - value) if value > 0 else -int(WIN + value)
