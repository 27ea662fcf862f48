"""Commands about the rules: what games there are, boards, moves, counts."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import plyboard
from plyboard import engine, terminal
from plyboard.cli.common import (
    BadUsage,
    Begins,
    Expansions,
    GameName,
    Json,
    PositionText,
    Size,
    app,
    facts,
    flag,
    position_of,
    print_json,
    say_if_slow,
    write,
)
from plyboard.draw import svg
from plyboard.draw import text as draw
from plyboard.rules.core import Game, PythonPosition, clip
from plyboard.rules.counting import DEEPEST


def _of_picture(flag: str, value: str, help: str) -> Any:
    """An option of `show` that has a meaning with --svg alone."""
    return typer.Option(flag, metavar=value, help=f"--svg: {help}", show_default=False)


@app.command()
def games(as_json: Json = False) -> None:
    """List the games.

    Example: `plyboard games`
    """
    listed = [plyboard.game(name) for name in plyboard.games()]
    if as_json:
        print_json([_game_facts(rules) for rules in listed])
        return
    table = Table("name", "game", "players", "options", box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for rules in listed:
        options = ", ".join(f"--{flag(option)}" for option in rules.options)
        table.add_row(rules.name, rules.title, " and ".join(rules.players), options)
    Console(highlight=False).print(table)


@app.command()
def show(
    game: GameName,
    position: PositionText = None,
    size: Size = None,
    expansions: Expansions = None,
    begins: Begins = None,
    svg_file: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write an SVG picture; `-` prints it.", show_default=False),
    ] = None,
    theme: Annotated[str | None, _of_picture("--theme", "NAME", "`light`, `dark` or `auto`.")] = None,
    pixels: Annotated[int | None, _of_picture("--pixels", "COUNT", "The longer side; 400 unless said.")] = None,
    last_move: Annotated[str | None, _of_picture("--last-move", "MOVE", "Mark this move.")] = None,
    highlights: Annotated[str | None, _of_picture("--highlight", "SQUARES", "Mark these, as in 'e4 d5'.")] = None,
    flip: Annotated[bool, typer.Option("--flip", help="--svg: Show the other side of the board below.")] = False,
    as_json: Json = False,
) -> None:
    """Draw a board.

    Examples:

    - `plyboard show raichu --size 10`
    - `plyboard show ricocheckers "e6,f7,g7/e5,f5,g6 1 0"`
    - `plyboard show hiya --svg hiya.svg --theme dark --highlight "b5 b6"`
    """
    _, shown = position_of(game, position, size=size, expansions=expansions, first=begins)
    look: dict[str, Any] = {
        "theme": theme,
        "size": pixels,
        "last_move": last_move,
        "highlights": highlights,
        "flip": flip or None,
    }
    asked = {option: value for option, value in look.items() if value is not None}
    if svg_file is not None:
        if as_json:
            raise BadUsage("--svg and --json cannot both be printed: ask for one of them")
        write(svg_file, svg.board(shown, **asked))
        return
    if asked:
        raise BadUsage("--theme, --pixels, --last-move, --highlight and --flip are for a picture: add --svg FILE")
    if as_json:
        print_json({**facts(shown), "board": draw.board(shown)})
        return
    print(draw.board(shown, terminal.coloured()))
    print("\n".join(["", *filter(None, [draw.legend(shown)]), f"Position: {shown}"]))


@app.command()
def moves(
    game: GameName,
    position: PositionText = None,
    size: Size = None,
    expansions: Expansions = None,
    begins: Begins = None,
    as_json: Json = False,
) -> None:
    """List the legal moves, one a line where a program reads them.

    Examples:

    - `plyboard moves hiya`
    - `plyboard moves hive --expansions MLP --json`
    """
    _, shown = position_of(game, position, size=size, expansions=expansions, first=begins)
    if as_json:
        print_json({**facts(shown), "moves": shown.moves()})
    elif shown.outcome() is not None:
        print(draw.status(shown), file=sys.stderr)
    else:
        terminal.print_moves(shown)


@app.command(context_settings={"ignore_unknown_options": True})  # So that a depth of -1 is a depth, not an option.
def perft(
    game: GameName,
    depth: Annotated[str, typer.Argument(metavar="DEPTH", help="How many moves deep to count.")],
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Where to count from; without it, the start.", show_default=False)
    ] = None,
    backend: Annotated[
        str | None, typer.Option(metavar="NAME", help="`python` or `engine`.", show_default=False)
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count each first move on its own.")] = False,
    size: Size = None,
    expansions: Expansions = None,
    begins: Begins = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of moves: the classic check of the rules.

    Examples:

    - `plyboard perft raichu 4`
    - `plyboard perft hive 3 --expansions MLP --divide`
    - `plyboard perft pincer 2 --position "7/7/7/7/7/3T3/TTT1CCC t - 20" --backend python`
    """
    plies = _depth(depth)
    if divide and plies == 0:
        raise BadUsage("--divide needs a depth of at least 1")
    rules, root = position_of(game, position, backend, size=size, expansions=expansions, first=begins)
    if backend is None:
        say_if_slow()
    begin = perf_counter()
    parts = plyboard.divide(root, plies) if divide else {}
    count = sum(parts.values()) if divide else plyboard.perft(root, plies)
    seconds = perf_counter() - begin
    telling = "python" if isinstance(root, PythonPosition) else "engine"
    if as_json:
        facts: dict[str, Any] = {
            "game": rules.name,
            "position": str(root),
            "depth": plies,
            "backend": telling,
            "count": count,
            "seconds": seconds,
            "per_second": count / seconds,
        }
        print_json({**facts, "divide": parts} if divide else facts)
        return
    width = max(map(len, parts), default=0)
    for move, part in parts.items():
        print(f"{move:<{width}}  {part}")
    print(f"perft {plies} = {count}   {seconds:.3f} s   {count / seconds:,.0f} a second   ({telling})")


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= DEEPEST):
        raise BadUsage(f"the depth is {clip(text)}, it must be a whole number from 0 to {DEEPEST}")
    return int(text)


def _game_facts(rules: Game) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "players": rules.players,
        "options": rules.options,
        "backends": ["python", "engine"] if rules.name in engine.names() else ["python"],
    }
