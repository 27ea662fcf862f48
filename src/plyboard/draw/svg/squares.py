"""Boards of squares: the four games that are played on one, and any other whose text begins with ranks."""

from __future__ import annotations

import re
import textwrap

from plyboard.draw import text
from plyboard.draw.svg import glyphs
from plyboard.draw.svg.look import InvalidPicture, Look
from plyboard.draw.svg.nodes import at, node, words
from plyboard.draw.svg.themes import FONT
from plyboard.rules import ricocheckers
from plyboard.rules.core import PythonPosition, clip
from plyboard.rules.squares import FILES, SquarePosition

CELL = 40
BORDER = 6
MARGIN = 0.056
"""The width of the frame with the coordinates as a part of the board: they can be read however many they are."""

RED_AND_BLUE = ("red", "blue")

GLYPHS = {
    "a king": glyphs.KING,
    "a ninja": glyphs.NINJA,
    "a mini-ninja": f'<g transform="scale({glyphs.MINI})">{glyphs.NINJA}</g>',
    "a samurai": glyphs.SAMURAI,
    "a mini-samurai": f'<g transform="scale({glyphs.MINI})">{glyphs.SAMURAI}</g>',
    "a triangle": glyphs.TRIANGLE,
    "a circle": glyphs.CIRCLE,
    "a pichu": glyphs.PICHU,
    "a pikachu": glyphs.PIKACHU,
    "a raichu": glyphs.RAICHU,
}


class Grid:
    """Where the squares of a board are in its picture."""

    def __init__(self, files: int, ranks: int, look: Look) -> None:
        self.files, self.ranks, self.flip = files, ranks, look.flip
        self.margin = round(MARGIN * CELL * max(files, ranks)) if look.coordinates else BORDER
        self.width, self.height = (CELL * count + self.margin + BORDER for count in (files, ranks))

    def centre(self, square: str) -> tuple[float, float]:
        """The middle of a square."""
        file, rank = FILES.index(square[0]), int(square[1:]) - 1
        column, row = (self.files - 1 - file, rank) if self.flip else (file, self.ranks - 1 - rank)
        return self.margin + CELL * (column + 0.5), BORDER + CELL * (row + 0.5)

    def box(self, square: str, name: str, inset: float = 0, **attributes: object) -> str:
        """A square of a class, some units smaller than the square of the board."""
        x, y = self.centre(square)
        side = CELL - 2 * inset
        path = f"M{x - side / 2:g} {y - side / 2:g}h{side:g}v{side:g}h{-side:g}z"
        return node("path", class_=name, d=path, **attributes)

    def named(self, square: str, what: str) -> str:
        """A square that a user named."""
        found = re.fullmatch("([a-z])([1-9][0-9]?)", square.strip().lower())
        if not found or found[1] not in FILES[: self.files] or int(found[2]) > self.ranks:
            last = f"{FILES[self.files - 1]}{self.ranks}"
            raise InvalidPicture(f"{what}: there is no square {clip(square)}, the board goes from a1 to {last}")
        return found[0]


def draw(position: PythonPosition, look: Look) -> tuple[int, int, str]:
    """Width, height and nodes of the picture."""
    cells = _ricocheckers_squares() if position.game == "ricocheckers" else text.lettered_squares(position)
    if not cells:
        return _words_only(str(position))
    grid = Grid(len(cells[0]), len(cells), look)
    squares = [square for row in cells for square, _ in row]
    board = [grid.box(square, ("deep", "pale")[_parity(square)], data_cell=square) for square in squares]
    marks = [grid.box(square, "last") for square in _squares_of_move(grid, look.last_move)]
    marks += [grid.box(grid.named(square, "a highlight"), "lit", 2) for square in look.highlights]
    goals, walls = (_goals(grid), _walls(grid)) if position.game == "ricocheckers" else ("", "")
    pieces = [_piece(position, grid, square, letter) for row in cells for square, letter in row]
    rim = node(
        "rect",
        class_="wall" if walls else "rim",
        x=grid.margin,
        y=BORDER,
        width=CELL * grid.files,
        height=CELL * grid.ranks,
        stroke_width=5 if position.game in ("pincer", "ricocheckers") else 2,  # There the edge is a wall.
    )
    body = node(
        "g",
        node("rect", class_="frame", width=grid.width, height=grid.height, rx=10),
        *([_labels(grid), _turn(position, grid)] if look.coordinates else []),
        node("g", *board, class_="cells"),
        goals,
        node("g", *marks, stroke_width=3),
        rim,
        walls,
        node(
            "g",
            *pieces,
            class_="pieces",
            stroke_width=max(1.5, grid.files / 8),
            stroke_linejoin="round",
            stroke_linecap="round",
        ),
        font_family=FONT,
        text_anchor="middle",
    )
    return grid.width, grid.height, body


def _parity(square: str) -> int:
    return (FILES.index(square[0]) + int(square[1:])) % 2 ^ 1


def _labels(grid: Grid) -> str:
    """The letters of the files below the board, the numbers of the ranks to its left."""
    size = grid.margin * 0.72
    below, left = grid.height - grid.margin / 2, grid.margin / 2
    files = [(grid.centre(f"{file}1")[0], below, file) for file in FILES[: grid.files]]
    ranks = [(left, grid.centre(f"a{rank}")[1], str(rank)) for rank in range(1, grid.ranks + 1)]
    return node(
        "g",
        *(node("text", label, x=x, y=y + 0.35 * size) for x, y, label in files + ranks),
        class_="label",
        font_size=size,
    )


def _turn(position: PythonPosition, grid: Grid) -> str:
    """A dot in the colour of the player whose move it is."""
    if position.outcome() is not None:
        return ""
    x, y = grid.margin / 2, grid.height - grid.margin / 2
    colour = _colours(position)[position.player]
    return node("circle", class_=colour, cx=x, cy=y, r=grid.margin * 0.28)


def _squares_of_move(grid: Grid, move: str | None) -> list[str]:
    """The squares that a move names; none if it is a pass."""
    if move is None or move.strip().lower() == "pass":
        return []
    found = re.fullmatch(r"([a-z][1-9][0-9]?)(?:[ -]?([a-z][1-9][0-9]?))?", move.strip().lower())
    if not found:
        raise InvalidPicture(f"the last move is {clip(move)}; it must be one or two squares, as in a1a2")
    return [grid.named(square, "the last move") for square in found.groups() if square]


def _piece(position: PythonPosition, grid: Grid, square: str, letter: str) -> str:
    """The node of whatever stands on a square."""
    owned = position.piece(square) if isinstance(position, SquarePosition) else None
    if owned:
        player, kind = owned
        name, whose = kind.split()[-1], f"{position.players[player]}: "
        colour = _colours(position)[player]
        glyph = glyphs.COUNTERS[player] if position.game == "ricocheckers" else GLYPHS.get(kind)
    elif letter != text.EMPTY:
        player, name, whose, colour, glyph = None, letter, "", "letter", None
    else:
        return ""
    return node(
        "g",
        node("title", words(f"{whose}{name} on {square}")),
        glyph or node("text", words(letter), y=11, font_size=30),
        class_=f"piece {colour}",
        transform=at(*grid.centre(square)),
        data_piece=name,
        data_player=player,
        data_at=square,
        opacity=0.5 if _has_moved(position, square) else None,
    )


def _colours(position: PythonPosition) -> tuple[str, str]:
    return ("white", "black") if position.game == "raichu" else RED_AND_BLUE


def _has_moved(position: PythonPosition, square: str) -> bool:
    """Whether this is the piece of Pincer that made the first move of a turn, and rests in the second."""
    return position.game == "pincer" and str(position).split(" ")[2] == square


def _ricocheckers_squares() -> list[list[tuple[str, str]]]:
    """The squares of a board whose text names no ranks."""
    files = FILES[: ricocheckers.SIZE]
    return [[(f"{file}{rank}", text.EMPTY) for file in files] for rank in range(ricocheckers.SIZE, 0, -1)]


def _goals(grid: Grid) -> str:
    """What lies under the pieces of Ricocheckers: where each player wants to go, and the square that nobody enters."""
    goals = zip(RED_AND_BLUE, reversed(ricocheckers.HOMES), strict=True)
    boxes = [grid.box(square, f"goal-{colour}", 4) for colour, squares in goals for square in squares]
    return node("g", grid.box(ricocheckers.SEALED, "sealed"), *boxes, stroke_width=2.5)


def _walls(grid: Grid) -> str:
    """The walls between squares."""
    half = -CELL / 2 if grid.flip else CELL / 2
    path = []
    for square in ricocheckers.SQUARES:
        x, y = grid.centre(square)
        if ricocheckers.walled(square, "east"):
            path.append(f"M{x + half:g} {y - half:g}v{2 * half:g}")
        if ricocheckers.walled(square, "north"):
            path.append(f"M{x - half:g} {y - half:g}h{2 * half:g}")
    return node("path", class_="wall", d="".join(path), stroke_width=5, stroke_linecap="round")


LINE = 40


def _words_only(position: str) -> tuple[int, int, str]:
    """A game whose board nobody knows: its text."""
    lines = textwrap.wrap(position, LINE) or [""]
    width, height = 10 * LINE, 24 * len(lines) + 24
    written = [node("text", words(line), x=20, y=24 * number + 30) for number, line in enumerate(lines)]
    body = [
        node("rect", class_="frame", width=width, height=height, rx=10),
        node("g", *written, class_="letter", font_family="monospace", font_size=15),
    ]
    return width, height, "".join(body)
