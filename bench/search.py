"""How fast the search is, how deep it comes, and how well it keeps its limits, from the start of each game.

`python bench/search.py` prints two tables of Markdown in some minutes. Times mean something on an idle machine alone.
"""

from __future__ import annotations

from threading import Thread
from time import perf_counter, sleep
from typing import TYPE_CHECKING

import plyboard
from plyboard import engine, evaluation
from plyboard.players.engine_player import METHODS

if TYPE_CHECKING:
    from plyboard_engine import Position

DEPTH_SECONDS = 10
LIMIT = 0.1
TIMES = 20


def main() -> None:
    print(f"| game | depth in {DEPTH_SECONDS} s | million nodes | million nodes/s | with 2 threads |")
    print("| --- | --: | --: | --: | --: |")
    for game in plyboard.games():
        print(depth_row(game), flush=True)
    print()
    print(f"| game | method | over a limit of {LIMIT} s, worst of {TIMES} | `stop` to answer, worst of {TIMES} |")
    print("| --- | --- | --: | --: |")
    for game in plyboard.games():
        for method in METHODS:
            overs, answers = zip(*(late(game, method) for _ in range(TIMES)), strict=True)
            print(f"| {game} | {method} | {1000 * max(overs):.0f} ms | {1000 * max(answers):.0f} ms |", flush=True)


def depth_row(game: str) -> str:
    """Depth and speed with one thread, and how much faster two are."""
    position, weights = beginning(game)
    one, two = (
        engine.searcher(256).search(position, weights, time=DEPTH_SECONDS, threads=threads) for threads in (1, 2)
    )
    rates = [report.nodes / report.seconds / 1e6 for report in (one, two)]
    return f"| {game} | {one.depth} | {one.nodes / 1e6:.1f} | {rates[0]:.2f} | × {rates[1] / rates[0]:.2f} |"


def late(game: str, method: str) -> tuple[float, float]:
    """The seconds that a search takes beyond its limit, and those from `stop` to its end."""
    position, weights = beginning(game)
    searcher = engine.searcher(64)
    begin = perf_counter()
    searcher.search(position, weights, method=method, time=LIMIT)
    over = perf_counter() - begin - LIMIT
    thread = Thread(target=lambda: searcher.search(position, weights, method=method))
    thread.start()
    sleep(LIMIT)
    begin = perf_counter()
    searcher.stop()
    thread.join()
    return max(over, 0.0), perf_counter() - begin


def beginning(game: str) -> tuple[Position, list[int]]:
    """The start of a game as the engine knows it, and the weights that come with it."""
    return engine.known(plyboard.game(game).start()), evaluation.shipped(game).hundredths()


if __name__ == "__main__":
    main()
