"""Any legal move, each as likely as the others."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plyboard.players.core import SEED, Player, option, successors
from plyboard.rules.core import Position


@dataclass
class Random(Player):
    """The same seed makes the same choices in the same game."""

    name = "random"
    seed: int | None = option(SEED)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)

    def choose(self, position: Position) -> str:
        """A move by chance."""
        move, _ = self._chance.choice(successors(position))
        return move
