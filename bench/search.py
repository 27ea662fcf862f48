"""How fast the search is, how deep it comes, and how well it keeps its limits, from the start of each game.

`python bench/search.py` prints two tables of Markdown in some minutes. Times mean something on an idle machine alone.
"""

from __future__ import annotations

from threading import Thread
from time import perf_counter, sleep
from typing import Any

import plyboard
from plyboard import engine, evaluation
from plyboard.players.engine_player import METHODS

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
    one, two = (engine.searcher(256).search(**asked(game, time=DEPTH_SECONDS, threads=threads)) for threads in (1, 2))
    rates = [report.nodes / report.seconds / 1e6 for report in (one, two)]
    return f"| {game} | {one.depth} | {one.nodes / 1e6:.1f} | {rates[0]:.2f} | × {rates[1] / rates[0]:.2f} |"


def late(game: str, method: str) -> tuple[float, float]:
    """The seconds that a search takes beyond its limit, and those from `stop` to its end."""
    searcher, ask = engine.searcher(64), asked(game, method=method)
    begin = perf_counter()
    searcher.search(**ask, time=LIMIT)
    over = perf_counter() - begin - LIMIT
    thread = Thread(target=lambda: searcher.search(**ask))
    thread.start()
    sleep(LIMIT)
    begin = perf_counter()
    searcher.stop()
    thread.join()
    return max(over, 0.0), perf_counter() - begin


def asked(game: str, **how: Any) -> dict[str, Any]:
    """How to search the start of a game with the weights and the net that come with it."""
    shipped = evaluation.shipped(game)
    start, net = engine.known(plyboard.game(game).start()), engine.net(shipped.net)
    return {"position": start, "weights": shipped.hundredths(), "net": net, **how}


if __name__ == "__main__":
    main()
