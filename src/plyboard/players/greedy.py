"""The move after which the board looks best; what the opponent may answer does not matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyboard import evaluation
from plyboard.evaluation import Weights
from plyboard.players.core import WEIGHTS, Thinker, Thought, option, successors
from plyboard.players.value import ended, judged, plies_to_win
from plyboard.rules.core import Position


@dataclass
class Greedy(Thinker):
    """Looks one move ahead."""

    name = "greedy"
    weights: Weights | None = option(WEIGHTS)

    def think(self, position: Position) -> Iterator[Thought]:
        """Each move that is better than those before it."""
        weights = self.weights or evaluation.shipped(self.game)
        best = float("-inf")
        for nodes, (move, after) in enumerate(successors(position), 1):
            outcome = after.outcome()
            if outcome is not None:
                value = ended(outcome, position.player, plies=1)
            else:
                value = judged(after, weights, position.player)
            if value > best:
                best = value
                yield Thought(move, value, 1, nodes, (move,), plies_to_win(value))
