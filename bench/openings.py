"""Makes the openings of bench/strength.py: by chance, and so even that a deep search sees no side ahead.

An opening that one side has as good as won says little about the players: whoever has that side wins. A shallow search
often does not see it, so these are looked at for some seconds each. `python bench/openings.py GAME …` writes
bench/openings/GAME.txt in some minutes, the same one each time: an opening a line, and the search's value for player 0.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import plyboard
from plyboard import players
from plyboard.arena import openings

FOLDER = Path(__file__).parent / "openings"
OPTIONS = {"hive": {"expansions": "MLP"}}
WANTED = 50
NODES = (100_000, 4_000_000)
"""Looked at one after the other: most openings are found uneven by the first."""
BOUND = 0.3
"""Points that one side may be ahead."""


def even(game: str) -> Iterator[tuple[openings.Opening, float]]:
    """Even openings without end, with their values for player 0."""
    options = OPTIONS.get(game, {})
    judges = [players.thinker(f"engine:nodes={nodes},hash=256", game) for nodes in NODES]
    for opening in openings.openings(openings.usual(game), game, options, seed=1):
        position = openings.after(opening, game, options)
        for judge in judges:
            judge.new_game()
            thought = judge.decide(position)
            if thought.win is not None or abs(thought.value) > BOUND:
                break
        else:
            yield opening, thought.value if position.player == 0 else -thought.value


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in sys.argv[1:] or plyboard.games():
        with (FOLDER / f"{game}.txt").open("w", encoding="utf-8") as file:
            for opening, value in islice(even(game), WANTED):
                print(", ".join(opening.moves), f"{value:+.2f}", sep="\t", file=file, flush=True)
        print(file.name)


if __name__ == "__main__":
    main()
