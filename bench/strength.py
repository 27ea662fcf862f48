"""How strong the engine is: at a tenth of a second a move against the classic players at a second, its tree search
against its alpha-beta, and, where NOKAMUTE names its command, at a second against nokamute in Hive. Prints a table of
Markdown.

The games are kept in bench/games, so that the figures can be checked: what is there is not played again, and an
interrupted run goes on where it was. Delete the file of a match to play it anew. All of it takes hours. `python
bench/strength.py hiya hive-mcts …` plays some games or matches alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import plyboard
from plyboard import players
from plyboard.arena.match import Match, Progress, play_match
from plyboard.arena.runner import Runner, SavedGames
from plyboard.arena.summary import Summary, summary
from plyboard.players.alphabeta import AlphaBeta
from plyboard.players.core import Thought
from plyboard.records.record import Record
from plyboard.rules.core import Position

GAMES = 100
FOLDER = Path(__file__).parent / "games"
FOES = ("alphabeta:time=1", "python_alphabeta:time=1", "mcts:time=1")
METHODS = ("engine:method=mcts,time=0.1", "engine:method=alphabeta,time=0.1")
"""Tree search against alpha-beta, in the game where it does best."""

OPENINGS = Path(os.path.relpath(Path(__file__).parent / "openings"))
"""By bench/openings.py: an opening that one side has as good as won says nothing about the players."""


@dataclass
class PythonAlphaBeta(AlphaBeta):
    """The classic player as it is without the compiled engine: rules and evaluation are Python too.

    It is told positions and not games, so it does not know which ones were there before.
    """

    name = "python_alphabeta"

    def think(self, position: Position) -> Iterator[Thought]:
        return super().think(plyboard.game(self.game, backend="python").parse(str(position)))


players.register(PythonAlphaBeta)


def matches() -> dict[str, Match]:
    """All matches by the names of their files."""
    found = {}
    for game in plyboard.games():
        options = {"expansions": "MLP"} if game == "hive" else {}
        for foe in FOES:
            lines = ("engine:time=0.1", foe)
            openings = str(OPENINGS / f"{game}.txt")
            found[f"{game}-{foe.partition(':')[0]}"] = Match(game, lines, GAMES, options, openings=openings)
    found["pincer-methods"] = Match("pincer", METHODS, GAMES, openings=str(OPENINGS / "pincer.txt"))
    if nokamute := os.environ.get("NOKAMUTE"):
        lines = ("engine:time=1", f"uhp:{nokamute} uhp --num-threads=1")
        found["hive-nokamute-MLP"] = Match("hive", lines, GAMES, {"expansions": "MLP"}, openings="hive")
        found["hive-nokamute-Base"] = Match("hive", lines, GAMES)
    return found


def main() -> None:
    all_matches = matches()
    for wanted in sys.argv[1:]:
        if not any(name.startswith(wanted) for name in all_matches):
            sys.exit(f"there is no match {wanted}: there are {', '.join(all_matches)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    print("| game | engine | against | openings | won | drawn | lost | points | ± | plies | positions a move |")
    print("| --- | --- | --- | --- | --: | --: | --: | --: | --: | --: | --- |")
    for name, match in all_matches.items():
        if not name.startswith(tuple(sys.argv[1:]) or ""):
            continue
        progress = Progress(match)
        for _ in play_match(progress, Runner(saved=SavedGames(FOLDER / f"{name}.txt", resume=True))):
            print(f"\r{name}: {len(progress.records)} of {GAMES}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(row(summary(progress), list(progress.records.values())), flush=True)


def row(told: Summary, records: Iterable[Record]) -> str:
    """What a match has shown, in a line of the table."""
    first, second = (
        "nokamute:time=1" if line.startswith("uhp:") else line for line in told.players
    )  # Where its binary is does not matter.
    game = " ".join([plyboard.game(told.match.game).title, *map(str, told.match.options.values())])
    tally, pairs = told.tally, told.pairs
    cells = (
        f"{game} | `{first}` | `{second}` | {told.match.openings_said}",
        f"{tally.wins} | {tally.draws} | {tally.losses}",
        f"{100 * (tally.share or 0):.1f} % | {100 * pairs.score_error:.1f} | {told.plies[1]:.0f}",
        " / ".join(looked_at(records, line) for line in told.players),
    )
    return f"| {' | '.join(cells)} |"


def looked_at(records: Iterable[Record], line: str) -> str:
    """How many positions a player looked at for a move, on average; moves that ended before their time are left out."""
    limit = float(line.partition("time=")[2] or "inf")
    counts = [
        played.nodes
        for record in records
        for position, played in zip(record.positions(), record.moves, strict=False)
        if record.players[position.player] == line and played.nodes and (played.seconds or 0) > 0.9 * limit
    ]
    return f"{sum(counts) / len(counts):,.0f}" if counts else "?"


if __name__ == "__main__":
    main()
