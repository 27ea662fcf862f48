"""Boards of squares: the four games that are played on one, and any other whose text begins with ranks."""

from __future__ import annotations

import re
import textwrap

from plyboard.draw.svg import pieces
from plyboard.draw.svg.look import InvalidPicture, Look
from plyboard.draw.svg.nodes import at, node, words
from plyboard.draw.svg.parts import Place, Setting, Token
from plyboard.draw.svg.themes import FONT
from plyboard.rules import ricocheckers
from plyboard.rules.core import PythonPosition, clip
from plyboard.rules.squares import FILES

CELL = 40
BORDER = 6
MARGIN = 0.056
"""The width of the frame with the coordinates as a part of the board: they can be read however many they are."""


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
    cells = pieces.lettered(position)
    if not cells:
        return _words_only(str(position))
    grid = Grid(len(cells[0]), len(cells), look)
    marks = [grid.box(square, "last") for square in _squares_of_move(grid, look.last_move)]
    marks += [grid.box(grid.named(square, "a highlight"), "lit", 2) for square in look.highlights]
    standing = [_piece(position, grid, *piece) for piece in pieces.standing(position)]
    turn = [_turn(position, grid, position.player)] if position.outcome() is None else []
    body = node(
        "g",
        _frame(grid),
        *([_labels(grid), *turn] if look.coordinates else []),
        _ground(position, grid),
        node("g", *marks, stroke_width=3),
        _edges(position, grid),
        node("g", *standing, class_="pieces", **_strokes(grid)),
        font_family=FONT,
        text_anchor="middle",
    )
    return grid.width, grid.height, body


def setting(position: PythonPosition) -> Setting | None:
    """What stays all through a game; None where nobody knows the board."""
    cells = pieces.lettered(position)
    if not cells:
        return None
    grid, flipped = (Grid(len(cells[0]), len(cells), Look(None, [], flip, True)) for flip in (False, True))
    still = [
        _frame(grid),
        _labels(grid, data_side=0),
        _labels(flipped, data_side=1),
        *(_turn(position, grid, player, data_turn=player) for player in (0, 1)),
        node("g", _ground(position, grid), _edges(position, grid), class_="turning"),
    ]
    known = pieces.LETTERS.get(position.game, {})
    looks: dict[str, pieces.Owned] = dict(known) or {letter: owned for _, letter, owned in pieces.standing(position)}
    return Setting(
        width=grid.width,
        height=grid.height,
        shape="square",
        centre=(grid.margin + CELL * grid.files / 2, BORDER + CELL * grid.ranks / 2),
        still=node("g", *still, font_family=FONT, text_anchor="middle"),
        looks={
            letter: node(
                "g", pieces.glyph(position, letter, owned), class_=pieces.colour(position, owned), **_strokes(grid)
            )
            for letter, owned in looks.items()
        },
    )


def places(position: PythonPosition) -> list[Place]:
    """The squares on which a piece can be."""
    cells = pieces.lettered(position)
    grid = Grid(len(cells[0]), len(cells), Look(None, [], False, True))
    closed = (ricocheckers.SEALED,) if position.game == "ricocheckers" else ()
    return [Place(square, *grid.centre(square)) for row in cells for square, _ in row if square not in closed]


def tokens(position: PythonPosition) -> list[Token]:
    """The pieces on the board."""
    return [
        Token(square, letter, owned and owned[0], resting=pieces.has_moved(position, square))
        for square, letter, owned in pieces.standing(position)
    ]


def _frame(grid: Grid) -> str:
    return node("rect", class_="frame", width=grid.width, height=grid.height, rx=10)


def _ground(position: PythonPosition, grid: Grid) -> str:
    """The squares, and what lies on them."""
    squares = [f"{file}{rank}" for rank in range(grid.ranks, 0, -1) for file in FILES[: grid.files]]
    cells = [grid.box(square, ("deep", "pale")[_parity(square)], data_cell=square) for square in squares]
    return node("g", *cells, class_="cells") + (_goals(grid) if position.game == "ricocheckers" else "")


def _edges(position: PythonPosition, grid: Grid) -> str:
    """The rim of the board, and the walls on it."""
    walls = _walls(grid) if position.game == "ricocheckers" else ""
    rim = node(
        "rect",
        class_="wall" if walls else "rim",
        x=grid.margin,
        y=BORDER,
        width=CELL * grid.files,
        height=CELL * grid.ranks,
        stroke_width=5 if position.game in ("pincer", "ricocheckers") else 2,  # There the edge is a wall.
    )
    return rim + walls


def _strokes(grid: Grid) -> dict[str, object]:
    return {"stroke_width": max(1.5, grid.files / 8), "stroke_linejoin": "round", "stroke_linecap": "round"}


def _parity(square: str) -> int:
    return (FILES.index(square[0]) + int(square[1:])) % 2 ^ 1


def _labels(grid: Grid, **attributes: object) -> str:
    """The letters of the files below the board, the numbers of the ranks to its left."""
    size = grid.margin * (0.72 if grid.ranks < 10 else 0.6)
    below, left = grid.height - grid.margin / 2, grid.margin / 2
    files = [(grid.centre(f"{file}1")[0], below, file) for file in FILES[: grid.files]]
    ranks = [(left, grid.centre(f"a{rank}")[1], str(rank)) for rank in range(1, grid.ranks + 1)]
    return node(
        "g",
        *(node("text", label, x=x, y=y + 0.35 * size) for x, y, label in files + ranks),
        class_="label",
        font_size=size,
        **attributes,
    )


def _turn(position: PythonPosition, grid: Grid, player: int, **attributes: object) -> str:
    """A dot in the colour of the player whose move it is."""
    x, y = grid.margin / 2, grid.height - grid.margin / 2
    return node("circle", class_=pieces.colours(position)[player], cx=x, cy=y, r=grid.margin * 0.28, **attributes)


def _squares_of_move(grid: Grid, move: str | None) -> list[str]:
    """The squares that a move names; none if it is a pass."""
    if move is None or move.strip().lower() == "pass":
        return []
    found = re.fullmatch(r"([a-z][1-9][0-9]?)(?:[ -]?([a-z][1-9][0-9]?))?", move.strip().lower())
    if not found:
        raise InvalidPicture(f"the last move is {clip(move)}; it must be one or two squares, as in a1a2")
    return [grid.named(square, "the last move") for square in found.groups() if square]


def _piece(position: PythonPosition, grid: Grid, square: str, letter: str, owned: pieces.Owned) -> str:
    """The node of what stands on a square."""
    player, name, whose = None, letter, ""
    if owned:
        player, name, whose = owned[0], owned[1].split()[-1], f"{position.players[owned[0]]}: "
    return node(
        "g",
        node("title", words(f"{whose}{name} on {square}")),
        pieces.glyph(position, letter, owned),
        class_=f"piece {pieces.colour(position, owned)}",
        transform=at(*grid.centre(square)),
        data_piece=name,
        data_player=player,
        data_at=square,
        opacity=0.5 if pieces.has_moved(position, square) else None,
    )


def _goals(grid: Grid) -> str:
    """What lies under the pieces of Ricocheckers: where each player wants to go, and the square that nobody enters."""
    goals = zip(pieces.RED_AND_BLUE, reversed(ricocheckers.HOMES), strict=True)
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
