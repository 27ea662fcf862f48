"""Players who think aloud: their thoughts as lines in the terminal."""

from __future__ import annotations

from time import perf_counter

from rich.console import Console, OverflowMethod
from rich.text import Text

from plyboard.players import Thinker, Thought
from plyboard.records import Played
from plyboard.rules.core import Position


def score(thought: Thought | Played) -> str:
    """How good a move is, in a few words.

    >>> score(Thought("e2b5", 1.5, 4, 200, ("e2b5",))), score(Thought("e2b5", 9e9, 4, 200, ("e2b5",), win=-4))
    ('+1.50', 'loses in 4')
    """
    if thought.win is None:
        return f"{(thought.value or 0.0) + 0.0:+.2f}"  # Adding 0.0 makes a negative zero a zero.
    return f"wins in {thought.win}" if thought.win > 0 else f"loses in {-thought.win}"


def watched(player: Thinker, position: Position) -> Thought:
    """The last thought of a player; while it thinks, a terminal shows its thoughts in one line that vanishes."""
    best = None
    with Console(stderr=True).status(Text(f"{player.name} thinks")) as status:
        for thought in player.think(position):
            if thought.rank == 1:
                best = thought
                status.update(Text(f"{player.name}: {thought.move}, {score(thought)}, depth {thought.depth}"))
    assert best is not None, f"{player.name} had no thought"
    return best


def thinking_aloud(player: Thinker, position: Position, quiet: bool = False) -> list[Thought]:
    """The last thoughts of a player, the best first; Ctrl-C ends the thinking early.

    A terminal shows a line for each depth as it comes; elsewhere only the last depth is printed.
    """
    console = Console(highlight=False, quiet=quiet)
    begin = perf_counter()
    found: list[Thought] = []
    lines: list[str] = []
    try:
        with console.status(Text(f"{player.name} thinks")) as status:
            for thought in player.think(position):
                if found and thought.depth != found[0].depth:
                    _print_lines(lines if console.is_terminal else [], console)
                better = sum(other.depth == thought.depth and other.rank < thought.rank for other in found)
                found[better:] = [thought]
                lines[better:] = [_line(thought, perf_counter() - begin)]
                status.update(Text(lines[0][: console.width - 4]))
    except KeyboardInterrupt:
        if not found:
            raise
    _print_lines(lines, console)
    return found


def _print_lines(lines: list[str], console: Console) -> None:
    # A terminal cuts a line that is too long; a program gets it all.
    for line in lines:
        overflow: OverflowMethod = "ellipsis" if console.is_terminal else "ignore"
        console.print(Text(line), no_wrap=True, overflow=overflow, crop=console.is_terminal)


def _line(thought: Thought, seconds: float) -> str:
    return (
        f"depth {thought.depth:>2}  {score(thought):>12}  {thought.nodes:>11,} nodes  {seconds:>6.2f} s  "
        f"{', '.join(thought.line)}"
    )
