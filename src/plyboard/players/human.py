"""A person at the keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from plyboard import rules
from plyboard.players.core import Player, successors
from plyboard.rules.core import PlyboardError, Position


@dataclass
class Human(Player):
    """Whoever shows the board asks people in its own way; asked directly, they answer on the standard input."""

    name = "human"

    def choose(self, position: Position) -> str:
        """Ask until the answer is a legal move, in any form that the game reads."""
        choices = successors(position)
        while True:
            typed = input(f"{rules.game(self.game).players[position.player]}> ")
            try:
                wanted = position.play(typed)
            except PlyboardError as error:
                print(error)
            else:
                return next(move for move, after in choices if after == wanted)
