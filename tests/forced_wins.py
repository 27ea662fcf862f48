"""Forced wins found by looking at every line of play, as a truth for the searches.

`python tests/forced_wins.py` makes `tests/data/forced_wins.txt` anew, in some minutes: a line has a game, in how many
plies the player to move wins (or loses, if negative), and the position.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import plyboard
from plyboard import Position, players

DATA = Path(__file__).parent / "data" / "forced_wins.txt"
A_GAME = 20
A_DISTANCE = 3
"""So many rows of each distance, unless there are too few of the others."""
DEEPEST = 7
NARROW = 300
"""A position whose moves and the answers to one of them number more, multiplied, is left alone: it takes too long."""
PATIENCE = 200_000
"""So does one in which this many others have to be looked at."""
GAMES = 4000
"""Played to find them."""


def read() -> list[tuple[str, int, str]]:
    """The rows of the file: game, distance, position."""
    rows = [line.split("\t") for line in DATA.read_text().splitlines() if not line.startswith("#")]
    return [(game, int(distance), position) for game, distance, position in rows]


class TooMany(Exception):
    """There are more lines of play than one has patience for."""


@dataclass
class Everything:
    """Looks at every line of play; of no two moves it knows which is better, but tries first what decided last."""

    looked: int = 0
    decided: dict[tuple[int, bool], str] = field(default_factory=dict)
    known: dict[tuple[int, int, int], bool] = field(default_factory=dict)

    def forces(self, position: Position, player: int, plies: int) -> bool:
        """Whether a player wins within so many plies whatever the other does."""
        choices = position.successors() if plies else []
        if not choices:
            outcome = position.outcome()
            return outcome is not None and outcome.winner == player
        question = (hash(position), player, plies)
        if question not in self.known:
            self.known[question] = self._any_or_all(choices, position.player == player, player, plies)
        return self.known[question]

    def _any_or_all(self, choices: list[tuple[str, Position]], own: bool, player: int, plies: int) -> bool:
        self.looked += len(choices)
        if self.looked > PATIENCE:
            raise TooMany
        decided = self.decided.get((plies, own))
        choices.sort(key=lambda choice: choice[0] != decided)
        for move, after in choices:
            if self.forces(after, player, plies - 1) == own:
                self.decided[plies, own] = move
                return own
        return not own

    def distance(self, position: Position, deepest: int = DEEPEST) -> int | None:
        """In how many plies the player to move wins, or loses if negative; None if neither within `deepest`."""
        for plies in range(1, deepest + 1):
            for player in (0, 1):
                if self.forces(position, player, plies):
                    return plies if player == position.player else -plies
        return None


def near_the_end(game: str, dice: random.Random) -> list[Position]:
    """Positions shortly before the end of a game that somebody won: one player often leaves it to chance."""
    options = {"expansions": dice.choice(["", "MLP"])} if game == "hive" else {}
    eager, seat = players.seat("engine:nodes=300,hash=1", game), dice.randint(0, 1)
    path = [plyboard.game(game).start(**options)]
    while (moves := path[-1].moves()) and len(path) <= 250:
        thinks = dice.random() < (0.9 if path[-1].player == seat else 0.5)
        path.append(path[-1].play(eager.choose(path[-1]) if thinks else dice.choice(moves)))
    outcome = path[-1].outcome()
    if outcome is None or outcome.winner is None:
        return []
    pairs = list(pairwise(path))[-DEEPEST - 2 :]
    return [position for position, after in pairs if len(position.moves()) * len(after.moves()) <= NARROW]


def rows_of(game: str) -> list[tuple[int, str]]:
    """Distances and positions, the longest first: of each distance a few, and as many as are wanted in all."""
    dice = random.Random(game)
    few: list[tuple[int, str]] = []
    more: list[tuple[int, str]] = []
    for _ in range(GAMES):
        if len(few) >= A_GAME:
            break
        for position in near_the_end(game, dice):
            try:
                plies = Everything().distance(position)
            except TooMany:
                continue
            if plies is None:
                continue
            if sum(plies == other for other, _ in few) < A_DISTANCE:
                few.append((plies, str(position)))
                break  # The rest of the game is much the same.
            more.append((plies, str(position)))
    longest_first = sorted(more, key=lambda row: -abs(row[0]))
    return sorted((few + longest_first)[:A_GAME], key=lambda row: -abs(row[0]))


def make() -> None:
    """Write the file."""
    lines = [
        "# Forced wins, found by looking at every line of play: game, plies to the win (negative: loss), position."
    ]
    for game in plyboard.games():
        rows = rows_of(game)
        lines += [f"{game}\t{plies}\t{text}" for plies, text in rows]
        print(game, *(plies for plies, _ in rows), flush=True)
    DATA.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    make()
