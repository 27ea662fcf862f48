"""Forced wins found by looking at every line of play, as a truth for the searches.

`python tests/forced_wins.py` makes `tests/data/forced_wins.txt` anew: a line has a game, in how many plies the player
to move wins (or loses, if negative), and the position.
"""

from __future__ import annotations

import random
from pathlib import Path

import plyboard
from plyboard import Position, players

DATA = Path(__file__).parent / "data" / "forced_wins.txt"
A_GAME = 20
DEEPEST = {"hiya": 7, "ricocheckers": 7, "pincer": 7, "hive": 5, "raichu": 5}
MOST_MOVES = {"hive": 24, "raichu": 24}
"""Positions with more moves take too long to look through."""


def read() -> list[tuple[str, int, str]]:
    """The rows of the file: game, distance, position."""
    rows = [line.split("\t") for line in DATA.read_text().splitlines() if not line.startswith("#")]
    return [(game, int(distance), position) for game, distance, position in rows]


def forces(position: Position, player: int, plies: int) -> bool:
    """Whether a player wins within so many plies whatever the other does."""
    outcome = position.outcome()
    if outcome is not None or plies == 0:
        return outcome is not None and outcome.winner == player
    choices = position.successors()
    if position.player == player:
        return any(forces(after, player, plies - 1) for _, after in choices)
    return all(forces(after, player, plies - 1) for _, after in choices)


def distance(position: Position, deepest: int) -> int | None:
    """In how many plies the player to move wins, or loses if negative; None if neither within `deepest`."""
    for plies in range(1, deepest + 1):
        for player in (0, 1):
            if forces(position, player, plies):
                return plies if player == position.player else -plies
    return None


def near_the_end(game: str, dice: random.Random) -> Position | None:
    """A position shortly before the end of a game that somebody won: chance against a player who wants to win."""
    options = {"expansions": dice.choice(["", "MLP"])} if game == "hive" else {}
    eager, seat = players.seat("engine:nodes=300,hash=1", game), dice.randint(0, 1)
    path = [plyboard.game(game).start(**options)]
    while moves := path[-1].moves():
        thinks = path[-1].player == seat and dice.random() < 0.9
        path.append(path[-1].play(eager.choose(path[-1]) if thinks else dice.choice(moves)))
        if len(path) > 250:
            return None
    outcome = path[-1].outcome()
    back = dice.randint(2, DEEPEST[game] + 2)
    if outcome is None or outcome.winner is None or back >= len(path):
        return None
    position = path[-1 - back]
    return position if len(position.moves()) <= MOST_MOVES.get(game, 30) else None


def make() -> None:
    """Write the file: at most `A_GAME` rows a game, the longest wins first, of each length a few."""
    lines = [
        "# Forced wins, found by looking at every line of play: game, plies to the win (negative: loss), position."
    ]
    for game in DEEPEST:
        dice = random.Random(game)
        found: dict[int, list[str]] = {}
        for _ in range(4000):
            position = near_the_end(game, dice)
            plies = distance(position, DEEPEST[game]) if position else None
            if plies is not None:
                found.setdefault(plies, []).append(str(position))
            if sum(min(len(texts), 4) for texts in found.values()) >= A_GAME:
                break
        rows = [(plies, text) for plies, texts in found.items() for text in texts[:4]]
        rows.sort(key=lambda row: -abs(row[0]))
        lines += [f"{game}\t{plies}\t{text}" for plies, text in rows[:A_GAME]]
        print(game, sorted(plies for plies, _ in rows[:A_GAME]))
    DATA.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    make()
