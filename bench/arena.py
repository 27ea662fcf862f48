"""How many games a second a match plays with one and with two workers, and what a game costs beside the thinking.

Games are kept in a store and written to a file, as in a match that someone plays. The overhead is the time that the
openings, the game and its saving take, without what the players think.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import ClassVar

from rich.console import Console
from rich.table import Table

import plyboard
from plyboard import engine, players
from plyboard.arena.game import play
from plyboard.arena.match import Match
from plyboard.arena.runner import Runner, SavedGames
from plyboard.players import Engine, Thought
from plyboard.records.store import Store
from plyboard.rules.core import Position

PLAYER = "engine:nodes=1000"
GAMES = {"hiya": 400, "ricocheckers": 120, "pincer": 200, "hive": 120, "raichu": 60}
ROUNDS = 3
"""The best of so many: others who use the machine make a figure worse, never better."""
FASTER = 1.7
OVERHEAD = 5.0


class TimedEngine(Engine):
    """The engine with a meter of the time that it thinks."""

    name = "timed"
    thinking: ClassVar[float] = 0.0

    def decide(self, position: Position) -> Thought:
        begin = perf_counter()
        thought = super().decide(position)
        TimedEngine.thinking += perf_counter() - begin
        return thought


def speed(game: str, workers: int, folder: Path) -> float:
    """Games a second, once all workers are at work."""
    saved = SavedGames(folder / f"{workers}.txt", resume=False)
    runner = Runner(workers=workers, database=f"sqlite:///{folder / 'games.sqlite'}", saved=saved)
    games = runner.play(Match(game, (PLAYER, PLAYER), GAMES[game]).tasks())
    for _ in range(GAMES[game] // 4):
        next(games)  # The workers have to start, and later to leave.
    begin = perf_counter()
    ends = [perf_counter() for _ in games]
    return len(ends) / (ends[-1] - begin)


def overhead(game: str, folder: Path) -> float:
    """Milliseconds a game."""
    saved = SavedGames(folder / "overhead.txt", resume=False)
    player = PLAYER.replace(Engine.name, TimedEngine.name)
    match = Match(game, (player, player), GAMES[game])
    with Store(f"sqlite:///{folder / 'games.sqlite'}") as store:
        tasks = match.tasks()
        play(next(tasks), store)  # The first game of a match has to find out which openings are even.
        TimedEngine.thinking, begin = 0.0, perf_counter()
        for task in tasks:
            there = pickle.loads(pickle.dumps(task))
            saved.add(pickle.loads(pickle.dumps(play(there, store))))
        spent = perf_counter() - begin
    return 1000 * (spent - TimedEngine.thinking) / (match.games - 1)


def measured(game: str) -> tuple[float, float, float]:
    """The best figures: games a second with one worker and with two, and the overhead of a game."""
    figures: list[tuple[float, float, float]] = []
    for _ in range(ROUNDS):
        with TemporaryDirectory() as name:
            folder = Path(name)
            figures.append((speed(game, 1, folder), speed(game, 2, folder), overhead(game, folder)))
    ones, twos, overheads = zip(*figures, strict=True)
    return max(ones), max(twos), min(overheads)


def main() -> None:
    console = Console(highlight=False)
    if not engine.installed():
        console.print(engine.REMEDY, soft_wrap=True)
        return
    players.register(TimedEngine)
    table = Table("game", box=None, pad_edge=False, padding=(0, 2, 0, 0), title=f"{PLAYER} against itself, games/s")
    for heading in ("1 worker", "2 workers", "ratio", "wanted", "overhead", "wanted"):
        table.add_column(heading, justify="right", no_wrap=True)
    for game in plyboard.games():
        with console.status(f"measuring {game}"):
            one, two, cost = measured(game)
        ratio = f"{two / one:.2f}", f"≥ {FASTER}"
        table.add_row(game, f"{one:.1f}", f"{two:.1f}", *ratio, f"{cost:.1f} ms a game", f"≤ {OVERHEAD:g}")
    console.print(table)


if __name__ == "__main__":
    main()
