"""Both tellings of the rules, side by side: random play, legal moves of a middle-game position, perft.

All figures are CPU time of this process, so that other programs on the machine disturb them little.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import plyboard
from plyboard import Position, engine

BACKENDS = ("python", "engine")
SECONDS = 1.0
POSITIONS = 100


class Work(NamedTuple):
    """What is measured of a game."""

    options: dict[str, Any]
    middle: int
    """After so many random plies a game is in its middle."""
    depths: dict[str, int]
    """How deep each telling counts."""
    plies_wanted: dict[str, int]
    """Plies a second of random play that each telling should reach."""
    microseconds_wanted: int
    """What the legal moves of a middle-game position may cost in Python."""


WORK = {
    "hiya": Work({}, 20, {"python": 4, "engine": 7}, {"python": 15_000, "engine": 300_000}, 300),
    "ricocheckers": Work({}, 20, {"python": 5, "engine": 8}, {"python": 15_000, "engine": 300_000}, 300),
    "pincer": Work({}, 20, {"python": 5, "engine": 8}, {"python": 15_000, "engine": 300_000}, 300),
    "hive": Work({"expansions": "MLP"}, 30, {"python": 3, "engine": 5}, {"python": 2_000, "engine": 100_000}, 3_000),
    "raichu": Work({}, 20, {"python": 4, "engine": 6}, {"python": 15_000, "engine": 300_000}, 300),
}


class Row(NamedTuple):
    """One measure of one game, by backend; None where a backend does not know the game."""

    measure: str
    figures: dict[str, float | None]
    wanted: dict[str, str]
    less_is_better: bool = False

    def ratio(self) -> str:
        """How many times better the engine is than Python."""
        python, compiled = (self.figures[backend] for backend in BACKENDS)
        if not python or not compiled:
            return "–"
        return f"{python / compiled if self.less_is_better else compiled / python:,.1f} x"


def random_plies_a_second(game: str, backend: str) -> float:
    chance = random.Random(1)
    rules, work = plyboard.game(game, backend), WORK[game]
    plies, begin = 0, process_time()
    while (spent := process_time() - begin) < SECONDS:
        position = rules.start(**work.options)
        for _ in range(200):
            moves = position.moves()
            if not moves:
                break
            position = position.play(chance.choice(moves))
            plies += 1
    return plies / spent


def middle_game_texts(game: str) -> list[str]:
    """Positions in the middle of random games that are still going on: the same ones in every run."""
    chance = random.Random(2)
    rules, work = plyboard.game(game), WORK[game]
    texts: list[str] = []
    while len(texts) < POSITIONS:
        position: Position | None = rules.start(**work.options)
        for _ in range(work.middle):
            moves = position.moves() if position else []
            position = position.play(chance.choice(moves)) if position and moves else None
        if position and position.moves():
            texts.append(str(position))
    return texts


def microseconds_for_moves(game: str, backend: str) -> float:
    rules, texts = plyboard.game(game, backend), middle_game_texts(game)
    spent, rounds = 0.0, 0
    while spent < SECONDS / 4 and rounds < 50:
        fresh = [rules.parse(text) for text in texts]  # A position works its moves out once.
        begin = process_time()
        for position in fresh:
            position.moves()
        spent += process_time() - begin
        rounds += 1
    return spent / (rounds * len(texts)) * 1e6


def perft_leaves_a_second(game: str, backend: str) -> float:
    work = WORK[game]
    start = plyboard.game(game, backend).start(**work.options)
    begin = process_time()
    leaves = plyboard.perft(start, work.depths[backend])
    return leaves / (process_time() - begin)


def measured(measure: Callable[[str, str], float], game: str) -> dict[str, float | None]:
    known = {"python": plyboard.games(), "engine": engine.names()}
    return {backend: measure(game, backend) if game in known[backend] else None for backend in BACKENDS}


def rows(game: str) -> list[Row]:
    work = WORK[game]
    plies = measured(random_plies_a_second, game)
    moves = measured(microseconds_for_moves, game)
    leaves = measured(perft_leaves_a_second, game)
    return [
        Row("random plies/s", plies, {backend: f"≥ {work.plies_wanted[backend]:,}" for backend in BACKENDS}),
        Row("legal moves, µs", moves, {"python": f"≤ {work.microseconds_wanted:,}"}, less_is_better=True),
        Row("perft leaves/s", leaves, {}),
    ]


def written(figure: float | None) -> str:
    if figure is None:
        return "–"
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def main() -> None:
    table = Table("game", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("measure", no_wrap=True)
    for heading in ("python", "wanted", "engine", "wanted", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    console = Console(highlight=False)
    for game in WORK:
        with console.status(f"measuring {game}"):
            found = rows(game)
        for row in found:
            cells = [cell for name in BACKENDS for cell in (written(row.figures[name]), row.wanted.get(name, ""))]
            table.add_row(game, row.measure, *cells, row.ratio())
    console.print(table)
    console.print(
        "\nLegal moves are those of 100 positions after 20 random plies; Hive, with all expansions, after 30."
    )
    if not engine.installed():
        console.print(engine.REMEDY, soft_wrap=True)


if __name__ == "__main__":
    main()
