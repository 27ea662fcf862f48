"""A position as an SVG picture, the same in notebooks, pages and files.

Cells and pieces are nodes that can be found: `data-cell` names a cell, `data-piece`, `data-player` and `data-at` say
what a piece is, whose, and where. A piece is drawn around (0, 0) and put in its place by its `transform`.
"""

from __future__ import annotations

from collections.abc import Iterable

from plyboard.draw import text
from plyboard.draw.svg import hexagons, squares
from plyboard.draw.svg.look import InvalidPicture, Look
from plyboard.draw.svg.nodes import node, words
from plyboard.draw.svg.themes import THEMES, style
from plyboard.rules.core import Position, shown

__all__ = ["LARGEST", "SMALLEST", "InvalidPicture", "board"]

SMALLEST, LARGEST = 16, 10_000


def board(
    position: Position,
    *,
    theme: str = "auto",
    size: int | None = 400,
    last_move: str | None = None,
    highlights: str | Iterable[str] = (),
    flip: bool = False,
    coordinates: bool = True,
) -> str:
    """The picture of a position.

    - `theme` is `light`, `dark`, or `auto`, which follows the viewer.
    - `size` is the longer side in pixels; with None the picture is as large as the place where it is shown.
    - `last_move` is marked; Hive knows its last move by itself.
    - `highlights` are marked: squares, in Hive pieces and hexes beside them (`wS1-`). A text may name several.
    - `flip` shows the board from the other side; in Hive the hands change places.
    - `coordinates` are the letters and numbers around a board of squares.

    >>> import plyboard
    >>> board(plyboard.game("pincer").start(), theme="dark", last_move="a6a7")[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 302 302'
    """
    if theme not in THEMES:
        raise InvalidPicture(f"there is no theme {shown(theme)}; the themes are {', '.join(THEMES)}")
    if size is not None and (not isinstance(size, int) or not SMALLEST <= size <= LARGEST):
        raise InvalidPicture(f"the size is {shown(size)}, it must be a whole number from {SMALLEST} to {LARGEST}")
    named = list(highlights.replace(",", " ").split() if isinstance(highlights, str) else highlights)
    for mark in (*named, "" if last_move is None else last_move):
        if not isinstance(mark, str):
            raise InvalidPicture(f"what is to be marked is named by a text, not {shown(mark)}")
    told = text.retold(position)
    draw = hexagons.draw if position.game == "hive" else squares.draw
    width, height, body = draw(told, Look(last_move, named, flip, coordinates))
    scale = size / max(width, height) if size is not None else None
    return node(
        "svg",
        node("title", words(f"{told.title}: {text.status(told)}")),
        node("style", style(theme, body)),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=scale and width * scale,
        height=scale and height * scale,
        class_=f"plyboard {theme}",
        role="img",
        data_game=position.game,
    )
