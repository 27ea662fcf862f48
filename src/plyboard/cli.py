"""The command `plyboard`."""

from __future__ import annotations

import json
import os
import shlex
import sys
from time import perf_counter
from typing import Annotated, Any, NoReturn

import typer
from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

import plyboard
from plyboard import engine
from plyboard.draw import text as draw
from plyboard.rules.core import Game, PlyboardError, Position, PythonPosition, clip

DEEPEST_PERFT = 99
"""Deeper counts end in no lifetime."""

PLAY_HELP = """\
Type a move{example}, or one of:
  moves    list the legal moves
  undo     take back the last move
  resign   give up the game
  quit     leave the game
  help     say this"""

app = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)


class BadUsage(PlyboardError):
    """A command line that asks for what cannot be."""


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The name of a game: see `plyboard games`.")]
PositionText = Annotated[
    str | None,
    typer.Argument(metavar="POSITION", help="A position's text, in quotes; without it, the start.", show_default=False),
]
Size = Annotated[int | None, typer.Option(help="Raichu: the board's size, even, from 8 to 20.", show_default=False)]
Expansions = Annotated[str | None, typer.Option(help="Hive: any of M, L and P, as in MLP.", show_default=False)]
First = Annotated[str | None, typer.Option(help="Hi-Ya!: who begins, south or north.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def main() -> NoReturn:
    """Run the command; whatever a user gets wrong is one line and exit code 2."""
    for stream in (sys.stdin, sys.stdout):
        # Whatever bytes come in or characters go out, they are shown as well as can be instead of ending the program.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = app(prog_name="plyboard", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(
            f"{error.format_message().removesuffix('.')}: see plyboard --help; a text with spaces needs quotes"
        )
    except PlyboardError as error:
        code = _complain(str(error))
    except BrokenPipeError:
        # The reader has gone: there is nobody to tell, and nothing may be left to write at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def _complain(message: str) -> int:
    print("plyboard:", " ".join(message.split()), file=sys.stderr)
    return 2


def _version(wanted: bool) -> None:
    if wanted:
        print(f"plyboard {plyboard.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def plyboard_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Five board games, one way to play them.

    Begin with `plyboard games` to see what there is and `plyboard play` to play.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def games(as_json: Json = False) -> None:
    """List the games.

    Example: `plyboard games`
    """
    listed = [plyboard.game(name) for name in plyboard.games()]
    if as_json:
        _print_json([_game_facts(rules) for rules in listed])
        return
    table = Table("name", "game", "players", "options", box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for rules in listed:
        options = ", ".join(f"--{option}" for option in rules.options)
        table.add_row(rules.name, rules.title, " and ".join(rules.players), options)
    Console(highlight=False).print(table)


@app.command()
def show(
    game: GameName,
    position: PositionText = None,
    size: Size = None,
    expansions: Expansions = None,
    first: First = None,
    as_json: Json = False,
) -> None:
    """Draw a board.

    Examples:

    - `plyboard show raichu --size 10`
    - `plyboard show ricocheckers "e6,f7,g7/e5,f5,g6 1 0"`
    """
    _, shown = _position(game, position, size=size, expansions=expansions, first=first)
    if as_json:
        _print_json({**_facts(shown), "board": draw.board(shown)})
        return
    print(draw.board(shown, _coloured()))
    print("\n".join(["", *filter(None, [draw.legend(shown)]), f"Position: {shown}"]))


@app.command()
def moves(
    game: GameName,
    position: PositionText = None,
    size: Size = None,
    expansions: Expansions = None,
    first: First = None,
    as_json: Json = False,
) -> None:
    """List the legal moves, one a line where a program reads them.

    Examples:

    - `plyboard moves hiya`
    - `plyboard moves hive --expansions MLP --json`
    """
    _, shown = _position(game, position, size=size, expansions=expansions, first=first)
    if as_json:
        _print_json({**_facts(shown), "moves": shown.moves()})
    elif shown.outcome() is not None:
        print(draw.status(shown), file=sys.stderr)
    else:
        _print_moves(shown)


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
    first: First = None,
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
    rules, root = _position(game, position, backend, size=size, expansions=expansions, first=first)
    if backend is None:
        _say_if_slow()
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
        _print_json({**facts, "divide": parts} if divide else facts)
        return
    width = max(map(len, parts), default=0)
    for move, part in parts.items():
        print(f"{move:<{width}}  {part}")
    print(f"perft {plies} = {count}   {seconds:.3f} s   {count / seconds:,.0f} a second   ({telling})")


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The name of a game; without it, you choose.")
    ] = None,
    position: PositionText = None,
    size: Size = None,
    expansions: Expansions = None,
    first: First = None,
) -> None:
    """Play a game for two in the terminal.

    Examples:

    - `plyboard play`
    - `plyboard play hive --expansions MLP`
    """
    name = game if game is not None else _choose_game()
    if name is None:
        return
    rules, start = _position(name, position, size=size, expansions=expansions, first=first)
    _say_if_slow()
    _print_opening(rules, start)
    history = [start]
    while (now := history[-1]).outcome() is None:
        typed = _ask(f"{rules.players[now.player]}> ")
        if typed is None:
            typed = "quit"
        match typed.lower():
            case "":
                continue
            case "quit" | "exit":
                print(f"Go on with this game: plyboard play {rules.name} {shlex.quote(str(now))}")
                return
            case "help":
                print(_play_help(now))
            case "moves":
                _print_moves(now)
            case "undo":
                _undo(history)
            case "resign":
                loser, winner = rules.players[now.player], rules.players[1 - now.player]
                print(f"{draw.wins(winner)}: {loser} resigned")
                return
            case _:
                _play_typed(history, typed)


def _position(name: str, text: str | None, backend: str | None = None, **options: Any) -> tuple[Game, Position]:
    """The position that a command speaks of: the one of a text, else the start with the options given."""
    rules = plyboard.game(name, backend)
    given = {option: value for option, value in options.items() if value is not None}
    if text is None:
        return rules, rules.start(**given)
    if given:
        raise BadUsage(f"--{next(iter(given))} is for the start of a game; it has no meaning with a position")
    return rules, rules.parse(text)


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= DEEPEST_PERFT):
        raise BadUsage(f"the depth is {clip(text)}, it must be a whole number from 0 to {DEEPEST_PERFT}")
    return int(text)


def _game_facts(rules: Game) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "players": rules.players,
        "options": rules.options,
        "backends": ["python", "engine"] if rules.name in engine.names() else ["python"],
    }


def _facts(position: Position) -> dict[str, Any]:
    outcome = position.outcome()
    return {
        "game": position.game,
        "position": str(position),
        "player": position.player,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def _print_moves(position: Position) -> None:
    """In columns for a person, one a line for a program."""
    console = Console(highlight=False)
    if console.is_terminal:
        console.print(Columns(map(Text, position.moves()), padding=(0, 2)))
    else:
        print("\n".join(position.moves()))


def _coloured() -> bool:
    console = Console()
    return console.is_terminal and console.color_system is not None and not console.no_color


def _say_if_slow() -> None:
    if not engine.installed():
        print(f"playing on the Python rules: {engine.REMEDY}", file=sys.stderr)


def _ask(prompt: str) -> str | None:
    """A line that a player typed; None at the end of input or Ctrl-C."""
    try:
        typed = input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    if not sys.stdin.isatty():
        print(typed)  # A terminal shows what is typed by itself; in a transcript it would be missing.
    return typed


def _choose_game() -> str | None:
    names = plyboard.games()
    for number, name in enumerate(names, 1):
        print(f"{number}  {plyboard.game(name).title}")
    while (typed := _ask("Which game? ")) is not None:
        if typed.lower() in ("quit", "exit"):
            return None
        if typed in map(str, range(1, len(names) + 1)):
            return names[int(typed) - 1]
        try:
            return plyboard.game(typed).name
        except PlyboardError as error:
            print(error)
    return None


def _print_opening(rules: Game, start: Position) -> None:
    print(f"{rules.title}: {rules.players[0]} against {rules.players[1]}")
    for part in (_play_help(start), draw.legend(start), draw.board(start, _coloured())):
        if part:
            print(f"{part}\n")


def _play_help(position: Position) -> str:
    example = next(iter(position.moves()), None)
    return PLAY_HELP.format(example=f" such as {example}" if example else "")


def _undo(history: list[Position]) -> None:
    if len(history) == 1:
        print("There is no move to take back.")
        return
    history.pop()
    print(f"\n{draw.board(history[-1], _coloured())}\n")


def _play_typed(history: list[Position], typed: str) -> None:
    before = history[-1]
    try:
        after = before.play(typed)
    except PlyboardError as error:
        print(error)
        return
    history.append(after)
    call = draw.call(before, after)
    print("\n".join(filter(None, ["", call])))
    print(f"{draw.board(after, _coloured())}\n")
