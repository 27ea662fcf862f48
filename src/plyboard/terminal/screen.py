"""What is typed in a terminal, and what it can show."""

from __future__ import annotations

import sys

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from plyboard.rules.core import Position


def ask(prompt: str) -> str | None:
    """A line that a player typed; None at the end of input or Ctrl-C."""
    try:
        typed = input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    if not sys.stdin.isatty():
        print(typed)  # A terminal shows what is typed by itself; in a transcript it would be missing.
    return typed


def print_moves(position: Position) -> None:
    """In columns for a person, one a line for a program."""
    console = Console(highlight=False)
    if console.is_terminal:
        console.print(Columns(map(Text, position.moves()), padding=(0, 2)))
    else:
        print("\n".join(position.moves()))


def coloured() -> bool:
    """Whether colours can be seen and are wanted."""
    console = Console()
    return console.is_terminal and console.color_system is not None and not console.no_color
