"""How far the levels for people are apart: each against the one below, the first against `greedy`, in points of 100.

Prints a table of Markdown. The games are kept in build/levels: an interrupted run goes on where it was. Delete the
folder when players change. `python bench/levels.py LEVEL …` plays some levels alone; the last one, which thinks for a
second a move, takes longer than all others together.
"""

from __future__ import annotations

import sys
from pathlib import Path

import plyboard
from plyboard.arena.match import Match, Progress, play_match
from plyboard.arena.runner import Runner, SavedGames
from plyboard.players.levels import LAST

FOLDER = Path(__file__).parent.parent / "build" / "levels"
GAMES = 200
GAMES_OF_SLOW = {LAST - 2: 100, LAST - 1: 40, LAST: 20}
"""Fewer games for the levels that think longest."""


def line(level: int) -> str:
    """The player of a level; greedy is a beginner who sees one move ahead."""
    return f"engine:level={level}" if level else "greedy"


def cell(game: str, level: int) -> str:
    """The points of a level against the one below, with their error."""
    match = Match(game, (line(level), line(level - 1)), GAMES_OF_SLOW.get(level, GAMES))
    progress = Progress(match)
    for _ in play_match(progress, Runner(saved=SavedGames(FOLDER / f"{game}-{level}.txt", resume=True))):
        print(f"\rlevel {level}, {game}: {len(progress.records)} of {match.games}  ", end="", file=sys.stderr)
    return f"{100 * (progress.tally.share or 0):.0f} ± {100 * progress.pairs.score_error:.0f}"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [int(level) for level in sys.argv[1:]] or range(1, LAST + 1)
    titles = [plyboard.game(game).title for game in plyboard.games()]
    print(f"| level | against | {' | '.join(titles)} |")
    print(f"| --: | --- |{' --: |' * len(titles)}")
    for level in wanted:
        points = [cell(game, level) for game in plyboard.games()]
        print(f"| {level} | {f'level {level - 1}' if level > 1 else '`greedy`'} | {' | '.join(points)} |", flush=True)


if __name__ == "__main__":
    main()
