"""A position as text: the board as the players of each game know it, with coordinates and whose move it is.

A game without a drawing of its own is shown as a grid if its text begins with ranks ('X2/1O1/3'), else as its text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import cast

from rich.style import Style

from plyboard import rules
from plyboard.rules import hive, ricocheckers
from plyboard.rules.core import Outcome, Position, PythonPosition
from plyboard.rules.hive import HivePosition
from plyboard.rules.ricocheckers import RicocheckersPosition
from plyboard.rules.squares import FILES, SquarePosition, square_names

Paint = Callable[[str, int | None], str]
"""Colours what belongs to a player, or (None) to nobody."""

EMPTY = "."
PLAYER_STYLES = (Style(color="green", bold=True), Style(color="magenta", bold=True))


def board(position: Position, colour: bool = False) -> str:
    """The board, and below it whose move it is or how the game ended."""
    draw = _DRAWINGS.get(position.game, _grid)
    return "\n".join([*draw(retold(position), _coloured if colour else _plain), "", status(position)])


def status(position: Position) -> str:
    """Whose move it is, or who won and why.

    >>> import plyboard
    >>> status(plyboard.game("hiya").start())
    'South to move'
    """
    players = retold(position).players
    outcome = position.outcome()
    if outcome is None:
        remark = _REMARKS.get(position.game)
        return f"{players[position.player]} to move{remark(str(position).split(' ')) if remark else ''}"
    return ended(outcome, players)


def ended(outcome: Outcome, players: tuple[str, str]) -> str:
    """Who won and why, by the names of the players."""
    result = "A draw" if outcome.winner is None else wins(players[outcome.winner])
    return f"{result}: {outcome.reason}"


def wins(player: str) -> str:
    """Who wins, in good English: South wins, Circles win."""
    return f"{player} {'win' if player.endswith('s') else 'wins'}"


def legend(position: Position) -> str:
    """How to read the board: what its letters stand for, a line a player, or how squares and moves are named.

    >>> import plyboard
    >>> print(legend(plyboard.game("pincer").start()))
    Triangles: T triangle
    Circles: C circle
    """
    told = retold(position)
    if position.game in _LEGENDS or not isinstance(told, SquarePosition):
        return _LEGENDS.get(position.game, "")
    # From the top of the board; a dictionary, so that each piece is named once.
    pieces = {
        (*owned, _letter(told, letter)): None
        for row in lettered_squares(told)
        for square, letter in row
        if (owned := told.piece(square))
    }
    lines = []
    for player, name in enumerate(told.players):
        own = [f"{letter} {piece.split()[-1]}" for owner, piece, letter in pieces if owner == player]
        lines += [f"{name}: {', '.join(own)}"] if own else []
    return "\n".join(lines)


def call(before: Position, after: Position) -> str:
    """What the players call out at a move: "Hi-Ya!" at an attack, which is any move that changes an enemy piece."""
    if before.game != "hiya":
        return ""
    enemies = [_pieces_of(1 - before.player, position) for position in (before, after)]
    return "Hi-Ya!" if enemies[0] != enemies[1] else ""


def retold(position: Position) -> PythonPosition:
    """The position as the Python rules tell it, whichever telling it came from."""
    if isinstance(position, PythonPosition):
        return position
    return cast(PythonPosition, rules.game(position.game).parse(str(position)))


def _pieces_of(player: int, position: Position) -> dict[str, str]:
    """Where a player's pieces stand on a board of squares, and what they are."""
    told = cast(SquarePosition, retold(position))
    found = {square: told.piece(square) for square in square_names(*told.size())}
    return {square: piece[1] for square, piece in found.items() if piece and piece[0] == player}


def _plain(text: str, player: int | None) -> str:
    return text


def _coloured(text: str, player: int | None) -> str:
    return (Style(dim=True) if player is None else PLAYER_STYLES[player]).render(text)


def lettered_squares(position: Position) -> list[list[tuple[str, str]]]:
    """The squares of a board with their letters, top rank first; none where the text shows no board of squares."""
    first = str(position).split(" ")[0]
    if position.game == "raichu":
        size = math.isqrt(len(first))
        rows = [first[start : start + size] for start in range(0, size * size, size)]
    else:
        rows = [re.sub(r"[1-9]", lambda run: EMPTY * int(run[0]), rank) for rank in first.split("/")]
    if len(rows) == 1 or any(len(row) != len(rows[0]) for row in rows):
        return []
    return [
        [(f"{file}{rank}", letter) for file, letter in zip(FILES, row, strict=False)]
        for rank, row in zip(range(len(rows), 0, -1), rows, strict=True)
    ]


def _letter(position: Position, letter: str) -> str:
    """A letter as the players know it: both kings of Hi-Ya! are K."""
    return "K" if position.game == "hiya" and letter == "k" else letter


def _grid(position: Position, paint: Paint) -> list[str]:
    """Ranks and files as on a chess board."""
    cells = lettered_squares(position)
    if not cells:
        return [str(position)]
    width = len(str(len(cells)))
    lines = []
    for rank, row in zip(range(len(cells), 0, -1), cells, strict=True):
        painted = [paint(_letter(position, letter), _owner(position, square)) for square, letter in row]
        lines.append(f"{rank:>{width}}  {'  '.join(painted)}")
    return [*lines, f"{'':{width}}  {'  '.join(FILES[: len(cells[0])])}"]


def _owner(position: Position, square: str) -> int | None:
    piece = position.piece(square) if isinstance(position, SquarePosition) else None
    return piece[0] if piece else None


def _ricocheckers(position: Position, paint: Paint) -> list[str]:
    """The board with its walls: the picture in the rules, with the pieces where they stand now."""
    lines = [list(re.sub(r"(?<=. )[12](?= )", " ", line)) for line in ricocheckers.BOARD.splitlines()]
    for player, squares in enumerate(cast(RicocheckersPosition, position).pieces):
        for square in squares:
            line, column = ricocheckers.cell(square)
            lines[line][column] = paint(str(player + 1), player)
    return ["".join(line) for line in lines]


def _hive(position: Position, paint: Paint) -> list[str]:
    """Hexagons with the top pieces; in the lower corner of a hexagon how high a stack is. Then stacks and hands."""
    told = cast(HivePosition, position)
    canvas: dict[tuple[int, int], str] = {}
    stacks = []
    for hexagon, pieces in sorted(told.hive.stacks.items()):
        row = (hexagon + hive.ROW // 2) // hive.ROW
        line, middle = 2 * row, 4 * (hexagon - row * hive.ROW) + 2 * row
        name = [paint(letter, hive.COLOURS.index(pieces[-1][0])) for letter in f"{pieces[-1]:^3}"]
        height = str(len(pieces)) if len(pieces) > 1 else " "
        for below, drawn in enumerate((["/", " ", "\\"], name, ["\\", height, "/"])):
            canvas |= {(line + below, middle - 1 + place): letter for place, letter in enumerate(drawn)}
        canvas |= {(line + 1, middle - 2): "|", (line + 1, middle + 2): "|"}
        stacks += [f"Stack of {len(pieces)}: {' on '.join(reversed(pieces))}"] if len(pieces) > 1 else []
    hands = [f"{name} in hand: {' '.join(told.hand(player)) or 'nothing'}" for player, name in enumerate(told.players)]
    return [*(_lines(canvas) or ["(no piece in play yet)"]), "", *stacks, *hands]


def _lines(canvas: dict[tuple[int, int], str]) -> list[str]:
    """What is drawn at (line, column), as lines of text."""
    if not canvas:
        return []
    lines, columns = zip(*canvas, strict=True)
    width = range(min(columns), max(columns) + 1)
    drawn = ["".join(canvas.get((line, column), " ") for column in width) for line in range(min(lines), max(lines) + 1)]
    return [line.rstrip() for line in drawn]


def _turn_of_pincer(fields: Sequence[str]) -> str:
    first, played = fields[2], fields[3]
    count = f" ({played} of 50 moves played)"
    if first == "-":
        return count
    return f" a second piece{'' if first == 'x' else f', not the one on {first}'}{count}"


_DRAWINGS: dict[str, Callable[[Position, Paint], list[str]]] = {"ricocheckers": _ricocheckers, "hive": _hive}

_LEGENDS = {
    "ricocheckers": "A move is two squares or a square and a direction: e6a6, e6 west, e6w",
    "hive": (
        "A move is a piece and where it goes: -X is west of X, X- east, \\X north-west, X/ north-east,\n"
        "/X south-west, X\\ south-east, and X alone is on top of it. The first move is just a piece."
    ),
}
"""What to know about a board that has no letters for its pieces."""

_REMARKS: dict[str, Callable[[Sequence[str]], str]] = {
    "pincer": _turn_of_pincer,
    "ricocheckers": lambda fields: f" ({fields[2]} of 200 plies played)",
    "raichu": lambda fields: f" ({fields[2]} of 100 quiet plies)",
}
"""What the fields of a position's text say besides the board and the side to move."""
