"""The command `plyboard`."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.table import Table

import plyboard
from plyboard import engine, players, terminal
from plyboard.draw import svg
from plyboard.draw import text as draw
from plyboard.protocols import ugi as ugi_protocol
from plyboard.protocols import uhp as uhp_protocol
from plyboard.rules.core import Game, PlyboardError, Position, PythonPosition, clip
from plyboard.rules.counting import DEEPEST
from plyboard.terminal import TerminalGame

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
Begins = Annotated[str | None, typer.Option(help="Hi-Ya!: who begins, south or north.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _limit(unit: str, help: str) -> Any:
    """An option of `best` that becomes an option of the player; the player checks it."""
    return typer.Option(metavar=unit, help=help, show_default=False)


def _of_picture(flag: str, value: str, help: str) -> Any:
    """An option of `show` that has a meaning with --svg alone."""
    return typer.Option(flag, metavar=value, help=f"--svg: {help}", show_default=False)


def main() -> NoReturn:
    """Run the command; whatever a user gets wrong is one line and exit code 2."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # The shell has closed it, as in `plyboard games <&-`.
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (open as long as the program runs)
        # Whatever bytes come in or characters go out, they are shown as well as can be instead of ending the program.
        getattr(sys, name).reconfigure(errors="backslashreplace")
    try:
        code = app(prog_name="plyboard", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(
            f"{error.format_message().removesuffix('.')}: see plyboard --help; a text with spaces needs quotes"
        )
    except PlyboardError as error:
        code = _complain(str(error))
    except (BrokenPipeError, SystemExit):  # Typer makes the second of the first. The reader has gone: nobody to tell.
        _write_no_more()
        code = 0
    except OSError as error:
        _write_no_more()
        code = _complain(f"cannot write: {error.strerror}")
    sys.exit(code)


def _write_no_more() -> None:
    """What is left to write has no place to go, and must not fail once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
        options = ", ".join(f"--{_flag(option)}" for option in rules.options)
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
    _, shown = _position(game, position, size=size, expansions=expansions, first=begins)
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
        _write(svg_file, svg.board(shown, **asked))
        return
    if asked:
        raise BadUsage("--theme, --pixels, --last-move, --highlight and --flip are for a picture: add --svg FILE")
    if as_json:
        _print_json({**_facts(shown), "board": draw.board(shown)})
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
    _, shown = _position(game, position, size=size, expansions=expansions, first=begins)
    if as_json:
        _print_json({**_facts(shown), "moves": shown.moves()})
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
    rules, root = _position(game, position, backend, size=size, expansions=expansions, first=begins)
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
def best(
    game: GameName,
    position: PositionText = None,
    player: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Who thinks; without it, the strongest.", show_default=False)
    ] = None,
    time: Annotated[str | None, _limit("SECONDS", "How long to think.")] = None,
    depth: Annotated[str | None, _limit("PLIES", "How deep to look.")] = None,
    nodes: Annotated[str | None, _limit("COUNT", "How many positions to look at.")] = None,
    threads: Annotated[str | None, _limit("COUNT", "How many threads think at once.")] = None,
    multipv: Annotated[str | None, _limit("COUNT", "How many best moves to tell.")] = None,
    size: Size = None,
    expansions: Expansions = None,
    begins: Begins = None,
    as_json: Json = False,
) -> None:
    """Find the best move. Ctrl-C ends the search with the best found so far.

    Examples:

    - `plyboard best hive --time 5`
    - `plyboard best pincer "7/7/7/7/7/3T3/TTT1CCC t - 20" --player alphabeta:depth=6`
    """
    rules, root = _position(game, position, size=size, expansions=expansions, first=begins)
    limits = {"time": time, "depth": depth, "nodes": nodes, "threads": threads, "lines": multipv}
    line = _with_options(player or players.strongest(rules.name), limits)
    thinker = players.thinker(line, rules.name)
    begin = perf_counter()
    found = terminal.thinking_aloud(thinker, root, quiet=as_json)
    if as_json:
        facts = {"by": line, "seconds": perf_counter() - begin, "best": [asdict(thought) for thought in found]}
        _print_json({**_facts(root), **facts})
    else:
        print(f"Best move: {found[0].move}")


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The name of a game; without it, you choose.")
    ] = None,
    first: Annotated[
        str, typer.Option(metavar="SPEC", help="The player named first: South, Player 1, Triangles, White.")
    ] = "human",
    second: Annotated[
        str, typer.Option(metavar="SPEC", help="The player named second: North, Player 2, Circles, Black.")
    ] = "human",
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Where to begin; without it, the start.", show_default=False)
    ] = None,
    size: Size = None,
    expansions: Expansions = None,
    begins: Begins = None,
) -> None:
    """Play a game in the terminal: people and computers in either seat.

    A player is a line of text such as `human`, `random`, `alphabeta:depth=4` or `mcts:time=2`.

    Examples:

    - `plyboard play`
    - `plyboard play hiya --second alphabeta:time=1`
    - `plyboard play hive --expansions MLP --first mcts:simulations=50 --second greedy`
    """
    name = game if game is not None else _choose_game()
    if name is None:
        return
    rules, start = _position(name, position, size=size, expansions=expansions, first=begins)
    table = TerminalGame(rules, start, (first, second))
    _say_if_slow()
    table.play()


@app.command()
def ugi(game: GameName, size: Size = None, expansions: Expansions = None, begins: Begins = None) -> None:
    """Speak the Universal Game Interface with a match runner such as cutegames.

    Examples:

    - `plyboard ugi pincer`
    - `plyboard ugi raichu --size 10`
    """
    ugi_protocol.serve(*_position(game, None, size=size, expansions=expansions, first=begins))


@app.command()
def uhp() -> None:
    """Speak the Universal Hive Protocol with a Hive viewer or match runner such as MzingaViewer.

    Example: `plyboard uhp`
    """
    uhp_protocol.serve()


def _position(name: str, text: str | None, backend: str | None = None, **options: Any) -> tuple[Game, Position]:
    """The position that a command speaks of: the one of a text, else the start with the options given."""
    rules = plyboard.game(name, backend)
    given = {option: value for option, value in options.items() if value is not None}
    for option in given:
        if option not in rules.options:
            known = ", ".join(f"--{_flag(option)}" for option in rules.options) or "none"
            raise BadUsage(f"{rules.title} has no option --{_flag(option)}; it takes {known}")
    if text is None:
        return rules, rules.start(**given)
    if given:
        raise BadUsage(f"--{_flag(next(iter(given)))} is for the start of a game; it has no meaning with a position")
    return rules, rules.parse(text)


def _flag(option: str) -> str:
    """How the command line calls a game's option: `first` is a player's seat there."""
    return "begins" if option == "first" else option


def _with_options(line: str, options: dict[str, str | None]) -> str:
    """A player's line with more options."""
    said = ",".join(f"{option}={value}" for option, value in options.items() if value is not None)
    return line if not said else f"{line}{',' if ':' in line else ':'}{said}"


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


def _facts(position: Position) -> dict[str, Any]:
    outcome = position.outcome()
    return {
        "game": position.game,
        "position": str(position),
        "player": position.player,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }


def _write(file: str, text: str) -> None:
    if file == "-":
        print(text)
        return
    try:
        Path(file).write_text(text + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadUsage(f"cannot write {clip(file)}: {getattr(error, 'strerror', None) or error}") from None


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def _say_if_slow() -> None:
    if not engine.installed():
        print(f"playing on the Python rules: {engine.REMEDY}", file=sys.stderr)


def _choose_game() -> str | None:
    names = plyboard.games()
    for number, name in enumerate(names, 1):
        print(f"{number}  {plyboard.game(name).title}")
    while (typed := terminal.ask("Which game? ")) is not None:
        if typed.lower() in ("quit", "exit"):
            return None
        if typed in map(str, range(1, len(names) + 1)):
            return names[int(typed) - 1]
        try:
            return plyboard.game(typed).name
        except PlyboardError as error:
            print(error)
    return None
