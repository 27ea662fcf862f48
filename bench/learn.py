"""How fast the engine plays games to learn from, on one core, and how long 10,000 games of the one-ply learner take."""

from __future__ import annotations

from time import perf_counter

from rich.console import Console
from rich.table import Table

import plyboard
from plyboard import engine, evaluation, workers

NODES = 1000
GAMES = {"hiya": 40, "ricocheckers": 40, "pincer": 80, "hive": 20, "raichu": 12}
ROUNDS = 3
"""The best of so many: others who use the machine make a figure worse, never better."""

MANY = 10_000
WANTED = 60.0
"""Seconds for the many games on two cores."""


def speed(game: str) -> tuple[float, float]:
    """Games and positions a second, on one core, with searches of so many nodes a move."""
    start = engine.known(plyboard.game(game).start())
    weights = evaluation.shipped(game).hundredths()
    begin = perf_counter()
    played = start.selfplay(weights, games=GAMES[game], nodes=NODES, opening=4)
    seconds = perf_counter() - begin
    return len(played["rows"]) / seconds, len(played["features"]) / seconds


def many(features: str, threads: int) -> float:
    """The seconds that many games of Ricocheckers take with the one-ply learner."""
    start = engine.known(plyboard.game("ricocheckers").start())
    weights = [round(1000 * weight) for weight in evaluation.shipped("ricocheckers", features).values]
    begin = perf_counter()
    start.selfplay(weights, games=MANY, features=features, explore=0.1, opening=4, threads=threads)
    return perf_counter() - begin


def main() -> None:
    console = Console(highlight=False)
    if not engine.installed():
        console.print(engine.REMEDY, soft_wrap=True)
        return
    console.print(f"self-play, {NODES} nodes a move, one core")
    table = Table("game", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("games/s", "positions/s"):
        table.add_column(heading, justify="right")
    for game in plyboard.games():
        with console.status(f"measuring {game}"):
            games, rows = max(speed(game) for _ in range(ROUNDS))
        table.add_row(game, f"{games:.2f}", f"{rows:,.0f}")
    console.print(table)
    threads = min(2, workers.cores())
    for features in evaluation.sets("ricocheckers"):
        seconds = min(many(features, threads) for _ in range(ROUNDS))
        console.print(
            f"{MANY:,} games of Ricocheckers by the one-ply learner, {features} features, {threads} cores: "
            f"{seconds:.1f} s (wanted: at most {WANTED:.0f} s)",
            soft_wrap=True,
        )


if __name__ == "__main__":
    main()
