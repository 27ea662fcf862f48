"""What the commands share: their common arguments, and how they read positions and print answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import plyboard
from plyboard import engine
from plyboard.rules.core import Game, PlyboardError, Position, clip

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
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Where games are kept; else what PLYBOARD_DATABASE says, else your own SQLite file.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def position_of(name: str, text: str | None, backend: str | None = None, **options: Any) -> tuple[Game, Position]:
    """The position that a command speaks of: the one of a text, else the start with the options given."""
    rules = plyboard.game(name, backend)
    given = {option: value for option, value in options.items() if value is not None}
    for option in given:
        if option not in rules.options:
            known = ", ".join(f"--{flag(option)}" for option in rules.options) or "none"
            raise BadUsage(f"{rules.title} has no option --{flag(option)}; it takes {known}")
    if text is None:
        return rules, rules.start(**given)
    if given:
        raise BadUsage(f"--{flag(next(iter(given)))} is for the start of a game; it has no meaning with a position")
    return rules, rules.parse(text)


def flag(option: str) -> str:
    """How the command line calls a game's option: `first` is a player's seat there."""
    return "begins" if option == "first" else option


def facts(position: Position) -> dict[str, Any]:
    """What a program wants to know of a position."""
    outcome = position.outcome()
    return {
        "game": position.game,
        "position": str(position),
        "player": position.player,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }


def write(file: str, text: str) -> None:
    """Write a text to a file; `-` prints it."""
    if file == "-":
        print(text)
        return
    try:
        Path(file).write_text(text + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadUsage(f"cannot write {clip(file)}: {getattr(error, 'strerror', None) or error}") from None


def print_json(value: object) -> None:
    """Print a value for a program to read."""
    print(json.dumps(value, indent=2))


def say_if_slow() -> None:
    """Say that there is no engine, where there is none."""
    if not engine.installed():
        print(f"playing on the Python rules: {engine.REMEDY}", file=sys.stderr)
