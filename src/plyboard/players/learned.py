"""The player who has learned what a position is worth, and looks hardly ahead: what it knows is in its weights."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from plyboard import evaluation
from plyboard.evaluation import STANDARD, Weights
from plyboard.players.alphabeta import AlphaBeta
from plyboard.players.core import DEPTH, SEED, WEIGHTS, InvalidPlayer, Option, Thinker, Thought, option, successors
from plyboard.rules.core import Position


def _share(text: str, game: str) -> float:
    if not 0 <= float(text) <= 1:
        raise ValueError
    return float(text)


def _features(text: str, game: str) -> str:
    evaluation.names(game, text)  # Raises what is wrong with it.
    return text


EXPLORE = Option("the share of moves that are left to chance", "a number from 0 to 1", _share)
FEATURES = Option("the features to judge by", "the name of a set of features", _features)


@dataclass
class Learned(Thinker):
    """Plays the move to the position of the highest value, one ply ahead unless said."""

    name = "learned"
    depth: int = option(DEPTH, 1)
    weights: Weights | None = option(WEIGHTS)
    features: str | None = option(FEATURES)
    explore: float = option(EXPLORE, 0.0)
    seed: int | None = option(SEED)

    def __post_init__(self) -> None:
        if self.weights is None:
            self.weights = evaluation.shipped(self.game, self.features or STANDARD)
        if self.features not in (None, self.weights.features):
            raise InvalidPlayer(
                f"learned is to judge by {self.features} features, its weights are of {self.weights.features}"
            )
        self._chance = random.Random(self.seed)
        self._search = AlphaBeta(self.game, depth=self.depth, weights=self.weights)

    def think(self, position: Position) -> Iterator[Thought]:
        """Each better move as it is found; now and then, if it is to explore, any move."""
        if self.explore and self._chance.random() < self.explore:
            move, _ = self._chance.choice(successors(position))
            yield Thought(move, 0.0, 0, 1, (move,))
        else:
            yield from self._search.think(position)

    def stop(self) -> None:
        """End the search with what it has found."""
        self._search.stop()
