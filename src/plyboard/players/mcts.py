"""Monte-Carlo tree search: play games by chance, and look again, and deeper, at the moves that won more of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt

from plyboard.players.budget import Budget, Spent
from plyboard.players.core import SEED, TIME, Thinker, Thought, option, successors, whole
from plyboard.rules.core import Position

USUAL_TIME = 1.0
"""Seconds a move for a player who was given no limit."""

CURIOSITY = sqrt(2)
"""How much a move that was rarely tried is worth a try, against one that won often (UCT)."""

LONGEST_PLAYOUT = 200
"""A game by chance that takes more plies is called a draw."""


@dataclass
class Mcts(Thinker):
    """Needs to know nothing about a game but its rules."""

    name = "mcts"
    time: float | None = option(TIME)
    simulations: int | None = option(whole("how many games to play by chance", 1, 10**9))
    seed: int | None = option(SEED)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)

    def think(self, position: Position) -> Iterator[Thought]:
        """A thought whenever another move becomes the one tried most, and one at the end."""
        unlimited = self.time is None and self.simulations is None
        budget = Budget(USUAL_TIME if unlimited else self.time, self.simulations)
        root = _Node("", position)
        best = root.expand(successors(position), self._chance)[0]
        try:
            while len(root.children) > 1:
                budget.spend()
                child = self._simulate(root, budget)
                if child.visits > best.visits:
                    if child is not best and child.visits > 2:
                        yield _thought(root, child, budget.count)
                    best = child
        except Spent:
            pass
        yield _thought(root, best, budget.count)

    def _simulate(self, root: _Node, budget: Budget) -> _Node:
        """Walk down the tree to a new position, play on by chance, note who won; the move tried first is returned."""
        path = [root]
        while path[-1].visits or path[-1] is root:
            node = path[-1]
            children = node.children or node.expand(node.position.successors(), self._chance)
            if not children:
                break  # The game is over here.
            path.append(max(children, key=node.promise))
        winner = self._playout(path[-1].position, budget)
        for node in path:
            node.note(winner)
        return path[1]

    def _playout(self, position: Position, budget: Budget) -> int | None:
        for _ in range(LONGEST_PLAYOUT):
            outcome = position.outcome()
            if outcome is not None:
                return outcome.winner
            budget.check_time()
            position = position.play(self._chance.choice(position.moves()))
        return None


class _Node:
    """A position in the tree, and the games that went through it."""

    __slots__ = ("children", "move", "points", "position", "visits")

    def __init__(self, move: str, position: Position) -> None:
        self.move = move
        self.position = position
        self.children: list[_Node] = []
        self.visits = 0
        self.points = [0.0, 0.0]
        """What each of the two players made of those games: 1 for a win, a half for a draw."""

    def expand(self, successors: list[tuple[str, Position]], chance: random.Random) -> list[_Node]:
        """The positions after each move, in any order; only the winning one where a move wins at once."""
        self.children = [_Node(move, after) for move, after in successors]
        chance.shuffle(self.children)
        for child in self.children:
            outcome = child.position.outcome()
            if outcome is not None and outcome.winner == self.position.player:
                self.children = [child]
                break
        return self.children

    def promise(self, child: _Node) -> float:
        """How much the player to move wants to try a child: it won often, or it was rarely tried."""
        if not child.visits:
            return float("inf")
        return child.share(self.position.player) + CURIOSITY * sqrt(log(self.visits) / child.visits)

    def share(self, player: int) -> float:
        """The part of the points that a player made here."""
        return self.points[player] / self.visits if self.visits else 0.5

    def note(self, winner: int | None) -> None:
        """Count a game."""
        self.visits += 1
        for player in (0, 1):
            self.points[player] += 0.5 if winner is None else float(winner == player)


def _thought(root: _Node, best: _Node, simulations: int) -> Thought:
    outcome = best.position.outcome()
    wins = outcome is not None and outcome.winner == root.position.player
    value = 1.0 if wins else 2 * best.share(root.position.player) - 1
    line = [best]
    while line[-1].children:
        line.append(max(line[-1].children, key=lambda child: child.visits))
    moves = tuple(node.move for node in line if node.visits or node is best)
    return Thought(best.move, value, len(moves), simulations, moves, 1 if wins else None)
