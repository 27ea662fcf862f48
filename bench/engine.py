"""How fast the compiled rules are: leaves per CPU second, one thread, beside nokamute where its binary can be had.

`make bench` runs this. To measure beside nokamute (the fastest Hive engine known), name its binary:
`NOKAMUTE=path/to/nokamute make bench`. Both programs run by turns, and only CPU time counts, since the machine may
be busy; a figure is the best of three runs.
"""

from __future__ import annotations

import os
import resource
import subprocess
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
WORKER = ROOT / "engine" / "target" / "release" / "examples" / "bench"
RUNS = 3

# What optimised C++ reached on a machine with two cores, in million leaves per CPU second, the middle of
# what was seen: (bulk, every leaf visited).
SQUARE_GAMES: dict[str, tuple[str, int, str, tuple[int, int]]] = {
    "Hi-Ya!": ("hiya", 8, "", (500, 110)),
    "Ricocheckers": ("ricocheckers", 10, "", (390, 76)),
    "Pincer": ("pincer", 9, "", (525, 71)),
    "Raichu 8×8": ("raichu", 6, "", (965, 150)),
    "Raichu 10×10": (
        "raichu",
        6,
        "..........W.W.W.W.W..w.w.w.w.w........................................b.b.b.b.b..B.B.B.B.B.......... w 0",
        (755, 127),
    ),
}


def cpu_seconds(command: list[str], typed: str = "") -> tuple[float, str]:
    """The CPU time of a command and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, printed


def ours(what: str, game: str, depth: int, position: str = "") -> tuple[float, int]:
    """Seconds and leaves of the engine."""
    command = [str(WORKER), what, game, str(depth), *([position] if position else [])]
    seconds, printed = cpu_seconds(command)
    return seconds, int(printed)


def nokamute(binary: str, depth: int, position: str) -> tuple[float, int]:
    """Seconds and leaves of nokamute. It counts all depths up to the last one: the others are taken off."""
    timed = []
    for last in (depth - 1, depth):
        seconds, printed = cpu_seconds([binary, "uhp"], f"newgame {position}\nperft {last}\nexit\n")
        rows = [line.split() for line in printed.splitlines()]
        leaves = next(int(row[1]) for row in rows if len(row) > 3 and row[0] == str(last))
        timed.append(seconds)
    return timed[1] - timed[0], leaves


def rate(seconds: float, leaves: int) -> float:
    """Million leaves per CPU second."""
    return leaves / max(seconds, 1e-9) / 1e6


def square_games(console: Console) -> None:
    table = Table(
        "game", "depth", "bulk M/s", "C++", "ratio", "every leaf M/s", "C++", "ratio", title="Leaves per CPU second"
    )
    for name, (game, depth, position, (bulk_anchor, visit_anchor)) in SQUARE_GAMES.items():
        bulk = max(rate(*ours("perft", game, depth, position)) for _ in range(RUNS))
        visit = max(rate(*ours("visit", game, depth - 1, position)) for _ in range(RUNS))
        cells = [f"{bulk:.0f}", f"{bulk_anchor}", f"{bulk / bulk_anchor:.2f}"]
        cells += [f"{visit:.0f}", f"{visit_anchor}", f"{visit / visit_anchor:.2f}"]
        table.add_row(name, str(depth), *cells)
    console.print(table)


def middle_games() -> list[str]:
    """The middle games with all expansions among the test positions."""
    lines = (ROOT / "tests" / "data" / "hive" / "positions.perft").read_text().splitlines()
    return [row.rpartition(" = ")[0] for name, row in pairwise(lines) if name.startswith("# mid Base+MLP")]


def thirty_plies() -> str:
    """The first of them that is 30 plies old."""
    return next(position for position in middle_games() if position.count(";") == 32)


def hive(console: Console, peer: str | None) -> None:
    table = Table("Hive", "M leaves/s", "nokamute", "ratio", title="Hive, bulk at the last ply")
    tasks = [
        ("Base, depth 6", "Base", 6),
        ("Base+MLP, depth 6", "Base+MLP", 6),
        ("30 plies, depth 4", thirty_plies(), 4),
    ]
    for name, position, depth in tasks:
        mine, theirs = 0.0, 0.0
        for _ in range(RUNS):
            mine = max(mine, rate(*ours("perft", "hive", depth, position)))
            if peer:
                theirs = max(theirs, rate(*nokamute(peer, depth, position)))
        table.add_row(name, f"{mine:.0f}", f"{theirs:.0f}" if peer else "-", f"{mine / theirs:.2f}" if peer else "-")
    console.print(table)
    generation(console, peer)


def generation(console: Console, peer: str | None) -> None:
    """How long the moves of a middle game take: a count to depth 4 generates them in each position of depth 3."""
    table = Table(
        "Hive", "µs a position", "nokamute", "ratio", title="Move generation in middle games with all expansions"
    )
    positions = middle_games()[:5]
    reached = sum(ours("perft", "hive", 3, position)[1] for position in positions)
    best: dict[str, float] = {}
    for _ in range(RUNS):
        mine = sum(ours("perft", "hive", 4, position)[0] for position in positions)
        best["ours"] = min(best.get("ours", mine), mine)
        if peer:
            theirs = sum(nokamute(peer, 4, position)[0] for position in positions)
            best["theirs"] = min(best.get("theirs", theirs), theirs)
    mine = best["ours"] / reached * 1e6
    row = [f"{best['theirs'] / reached * 1e6:.2f}", f"{best['theirs'] / best['ours']:.2f}"] if peer else ["-", "-"]
    table.add_row("counted, played and taken back", f"{mine:.2f}", *row)
    listed = 200_000
    seconds, moves = map(sum, zip(*(ours("moves", "hive", listed, position) for position in positions), strict=True))
    calls = listed * len(positions)
    table.add_row(f"listed ({moves / calls:.1f} moves)", f"{seconds / calls * 1e6:.2f}", "-", "-")
    console.print(table)


def main() -> None:
    console = Console()
    peer = os.environ.get("NOKAMUTE")
    square_games(console)
    hive(console, peer)
    if not peer:
        console.print("nokamute was not measured: name its binary in the environment variable NOKAMUTE")


if __name__ == "__main__":
    main()
