"""Minimax that does not look at what cannot matter, one ply deeper each time until its budget is spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import inf

from plyboard import evaluation
from plyboard.evaluation import Weights
from plyboard.players.budget import Budget, Spent
from plyboard.players.core import DEPTH, NODES, TIME, WEIGHTS, Thinker, Thought, option, successors
from plyboard.players.value import ended, judged, plies_to_win
from plyboard.rules.core import Position

USUAL_TIME = 1.0
"""Seconds a move for a player who was given no limit."""


@dataclass
class AlphaBeta(Thinker):
    """Iterative deepening: the best move of one depth is the first that the next depth looks at."""

    name = "alphabeta"
    depth: int | None = option(DEPTH)
    time: float | None = option(TIME)
    nodes: int | None = option(NODES)
    weights: Weights | None = option(WEIGHTS)

    def __post_init__(self) -> None:
        self._budget = Budget()

    def think(self, position: Position) -> Iterator[Thought]:
        """Each better move as it is found.

        A depth begins with the best move of the depth before, so what is found better in a depth that is never finished
        is better indeed.
        """
        choices = successors(position)
        unlimited = self.depth is None and self.time is None and self.nodes is None
        self._budget = budget = Budget(USUAL_TIME if unlimited else self.time, self.nodes)
        search = _Search(self.weights or evaluation.shipped(self.game), budget)
        try:
            for depth in count(1) if self.depth is None else range(1, self.depth + 1):
                search.cut_short = False
                best = -inf
                for choice in list(choices):
                    move, after = choice
                    value, line = search.value_to(position.player, after, depth, 1, best, inf)
                    if value > best:
                        best = value
                        choices.remove(choice)
                        choices.insert(0, choice)
                        yield Thought(move, value, depth, budget.count, (move, *line), plies_to_win(value))
                        if value > 0 and plies_to_win(value):
                            return  # No depth before this one found a win, so there is none that is shorter.
                forced = len(choices) == 1 and self.depth is None
                if plies_to_win(best) or not search.cut_short or forced:
                    return  # To look deeper would change nothing.
        except Spent:
            return

    def stop(self) -> None:
        """End the search with what it has found."""
        self._budget.stop()


class _Search:
    def __init__(self, weights: Weights, budget: Budget) -> None:
        self.weights = weights
        self.budget = budget
        self.cut_short = False
        """Whether a line ended at the depth limit, and not with the game."""
        self.refutations: Counter[tuple[int, str]] = Counter()
        """How often a move of a player was too good to be allowed. It may be so again elsewhere: it is tried first."""

    def value_to(
        self, player: int, position: Position, depth: int, plies: int, low: float, high: float
    ) -> tuple[float, tuple[str, ...]]:
        """As `value`, but for the player named and not for the one to move."""
        if position.player == player:  # Turns need not alternate.
            return self.value(position, depth, plies, low, high)
        value, line = self.value(position, depth, plies, -high, -low)
        return -value, line

    def value(
        self, position: Position, depth: int, plies: int, low: float, high: float
    ) -> tuple[float, tuple[str, ...]]:
        """What a position, so many plies ahead, is worth to the player to move, and the moves that both would play.

        The player to move is sure of `low` elsewhere, and the opponent will not allow more than `high`: a value between
        them is exact, one beyond them says only that it is beyond.
        """
        self.budget.spend()
        player = position.player
        outcome = position.outcome()
        if outcome is not None:
            return ended(outcome, player, plies), ()
        if plies == depth:
            self.cut_short = True
            return judged(position, self.weights, player), ()
        best = -inf
        best_line: tuple[str, ...] = ()
        likely_first = sorted(position.successors(), key=lambda choice: -self.refutations[player, choice[0]])
        for move, after in likely_first:
            value, line = self.value_to(player, after, depth, plies + 1, max(low, best), high)
            if value > best:
                best, best_line = value, (move, *line)
            if best >= high:
                self.refutations[player, move] += 1
                break
        return best, best_line
