"""The oldest way to think: every move, every answer, every answer to that; each player takes what is best for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyboard import evaluation
from plyboard.evaluation import Weights
from plyboard.players.core import DEPTH, WEIGHTS, Thinker, Thought, option, successors
from plyboard.players.value import ended, judged, plies_to_win
from plyboard.rules.core import Position


@dataclass
class Minimax(Thinker):
    """Looks at everything up to a depth. `alphabeta` finds the same values sooner."""

    name = "minimax"
    depth: int = option(DEPTH, default=2)
    weights: Weights | None = option(WEIGHTS)

    def think(self, position: Position) -> Iterator[Thought]:
        """Each move that is better than those before it."""
        search = _Search(self.weights or evaluation.shipped(self.game), self.depth)
        best = float("-inf")
        for move, after in successors(position):
            value, line = search.value(after, position.player, plies=1)
            if value > best:
                best = value
                yield Thought(move, value, self.depth, search.nodes, (move, *line), plies_to_win(value))


class _Search:
    def __init__(self, weights: Weights, depth: int) -> None:
        self.weights = weights
        self.depth = depth
        self.nodes = 0

    def value(self, position: Position, player: int, plies: int) -> tuple[float, tuple[str, ...]]:
        """What a position, so many plies ahead, is worth to a player, and the moves that both would play from there."""
        self.nodes += 1
        outcome = position.outcome()
        if outcome is not None:
            return ended(outcome, player, plies), ()
        if plies == self.depth:
            return judged(position, self.weights, player), ()
        answers = []
        for move, after in position.successors():
            value, line = self.value(after, player, plies + 1)
            answers.append((value, (move, *line)))
        # The player wants the most; the opponent leaves the least. Turns need not alternate, so ask whose move it is.
        choose = max if position.player == player else min
        return choose(answers, key=lambda answer: answer[0])
