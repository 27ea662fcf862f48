"""Commands that let players think: the best move, a game in the terminal."""

from __future__ import annotations

from dataclasses import asdict
from time import perf_counter
from typing import Annotated, Any

import typer

import plyboard
from plyboard import players, terminal
from plyboard.cli.common import (
    Begins,
    Expansions,
    GameName,
    Json,
    PositionText,
    Size,
    app,
    facts,
    position_of,
    print_json,
    say_if_slow,
)
from plyboard.rules.core import PlyboardError
from plyboard.terminal import TerminalGame


def _limit(unit: str, help: str) -> Any:
    """An option of `best` that becomes an option of the player; the player checks it."""
    return typer.Option(metavar=unit, help=help, show_default=False)


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
    rules, root = position_of(game, position, size=size, expansions=expansions, first=begins)
    limits = {"time": time, "depth": depth, "nodes": nodes, "threads": threads, "lines": multipv}
    line = with_options(player or players.strongest(rules.name), limits)
    thinker = players.thinker(line, rules.name)
    begin = perf_counter()
    found = terminal.thinking_aloud(thinker, root, quiet=as_json)
    if as_json:
        thoughts = {"by": line, "seconds": perf_counter() - begin, "best": [asdict(thought) for thought in found]}
        print_json({**facts(root), **thoughts})
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
    rules, start = position_of(name, position, size=size, expansions=expansions, first=begins)
    table = TerminalGame(rules, start, (first, second))
    say_if_slow()
    table.play()


def with_options(line: str, options: dict[str, str | None]) -> str:
    """A player's line with more options."""
    said = ",".join(f"{option}={value}" for option, value in options.items() if value is not None)
    return line if not said else f"{line}{',' if ':' in line else ':'}{said}"


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
