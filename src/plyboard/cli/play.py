"""Commands that let players think: the best move, a game in the terminal."""

from __future__ import annotations

from dataclasses import asdict
from time import perf_counter
from typing import Annotated, Any

import typer

import plyboard
from plyboard import players, terminal
from plyboard.cli.common import (
    BadUsage,
    Begins,
    DatabaseUrl,
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
)
from plyboard.records import Record
from plyboard.rules.core import PlyboardError
from plyboard.terminal import Saving, TerminalGame


def _limit(unit: str, help: str) -> Any:
    """An option of `best` that becomes an option of the player; the player checks it."""
    return typer.Option(metavar=unit, help=help, show_default=False)


def _seat(help: str) -> Any:
    return typer.Option(metavar="SPEC", help=help, show_default="human")


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
    first: Annotated[str | None, _seat("The player named first: South, Player 1, Triangles, White.")] = None,
    second: Annotated[str | None, _seat("The player named second: North, Player 2, Circles, Black.")] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Where to begin; without it, the start.", show_default=False)
    ] = None,
    size: Size = None,
    expansions: Expansions = None,
    begins: Begins = None,
    go_on: Annotated[
        bool,
        typer.Option(
            "--continue", help="Go on with the last unfinished game; GAME is then its name or number, if said."
        ),
    ] = False,
    database: DatabaseUrl = None,
) -> None:
    """Play a game in the terminal: people and computers in either seat.

    A player is a line of text such as `human`, `random`, `alphabeta:depth=4` or `mcts:time=2`. Every game is saved
    move by move, among those of `plyboard library`.

    Examples:

    - `plyboard play`
    - `plyboard play hiya --second alphabeta:time=1`
    - `plyboard play hive --expansions MLP --first mcts:simulations=50 --second greedy`
    - `plyboard play --continue`
    """
    saving = Saving(database)
    options: dict[str, Any] = {"size": size, "expansions": expansions, "first": begins}
    if go_on:
        said = {"first": first, "second": second, "position": position}
        said |= {flag(option): value for option, value in options.items()}
        record = _unfinished(saving, game, said)
    else:
        chosen = game if game is not None else _choose_game()
        if chosen is None:
            return
        rules, start = position_of(chosen, position, **options)
        record = Record(
            rules.name,
            (first or "human", second or "human"),
            options={option: value for option, value in options.items() if value is not None},
            start=None if position is None else str(start),
        )
    table = TerminalGame(record, saving)
    say_if_slow()
    saving.open()
    table.play()


def _unfinished(saving: Saving, wanted: str | None, said: dict[str, Any]) -> Record:
    """The game to go on with: that of a number, the last of a game, or the last of all."""
    for option, value in said.items():
        if value is not None:
            raise BadUsage(f"--{option} is for a new game; it has no meaning with --continue")
    if wanted is not None and wanted.isascii() and wanted.isdigit():
        return saving.unfinished(int(wanted[:18]), None)
    return saving.unfinished(None, None if wanted is None else plyboard.game(wanted).name)


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
