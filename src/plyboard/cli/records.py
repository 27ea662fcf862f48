"""Commands about games written down: going through them, and writing them in another form."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from plyboard import records
from plyboard.cli.common import BadUsage, app, write
from plyboard.records import FORMS, InvalidRecord, Record
from plyboard.rules.core import clip
from plyboard.terminal import Replay

GamesFile = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A file of games: records, GameStrings of Hive, or boards of Raichu."),
]


@app.command()
def replay(
    file: GamesFile,
    number: Annotated[
        int | None,
        typer.Option("--game", metavar="N", help="Which game of the file; the first is 1.", show_default=False),
    ] = None,
) -> None:
    """Step through a game that was written down. Without a terminal all moves are printed.

    Examples:

    - `plyboard replay games.txt`
    - `plyboard replay games.txt --game 3`
    """
    games = whole_games(file)
    if number is not None and not 1 <= number <= len(games):
        raise BadUsage(f"there is no game {number} in {clip(file)}: it has {_how_many(len(games))}")
    if sys.stdin.isatty() and sys.stdout.isatty():
        if number is None and len(games) > 1:
            print(f"The file has {len(games)} games, this is the first; --game N shows another.\n")
        Replay(games[(number or 1) - 1]).step()
        return
    for place, game in enumerate(games if number is None else [games[number - 1]]):
        if place:
            print()
        Replay(game).print_all()


@app.command()
def convert(
    file: GamesFile,
    to: Annotated[str, typer.Option(metavar="FORM", help="`records`, `gamestrings` (Hive) or `boards` (Raichu).")],
    output: Annotated[str, typer.Argument(metavar="OUTPUT", help="The file to write; `-` prints it.")] = "-",
) -> None:
    """Write the games of a file in another form.

    Examples:

    - `plyboard convert hive.txt --to gamestrings`
    - `plyboard convert boards.txt games.txt --to records`
    """
    if to not in FORMS:
        raise BadUsage(f"there is no form {clip(to)}; the forms are {', '.join(FORMS)}")
    write(output, FORMS[to].write(whole_games(file)).removesuffix("\n"))


def whole_games(file: str) -> list[Record]:
    """The games of a file, at least one; a fault after the first game is only told, and what was whole is kept."""
    try:
        games = records.load(file)
    except InvalidRecord as fault:
        if not fault.whole:
            raise
        games = fault.whole
        print(f"plyboard: {fault}; kept are those before it: {_how_many(len(games))}", file=sys.stderr)
    if not games:
        raise BadUsage(f"there is no game in {clip(file)}")
    return games


def _how_many(games: int) -> str:
    return "one whole game" if games == 1 else f"{games} whole games"
