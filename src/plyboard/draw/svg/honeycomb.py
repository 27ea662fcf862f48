"""The honeycomb of Hive in its picture: where hexes lie, what they are called, and their edges."""

from __future__ import annotations

import math
from functools import lru_cache

from plyboard.draw.svg.nodes import node, short
from plyboard.draw.svg.parts import REACH
from plyboard.rules import hive

RADIUS = REACH
ACROSS = RADIUS * math.sqrt(3)


@lru_cache(maxsize=4096)
def centre(hex: int) -> tuple[float, float]:
    """Where a hex lies in the picture of the hive."""
    column, row = hive.column_and_row(hex)
    return ACROSS * (column + row / 2), 1.5 * RADIUS * row


def comb(view: tuple[float, float, float, float]) -> str:
    """The edges of all hexes in sight: a zigzag above each row, and what stands between its hexes."""
    left, top, width, height = view
    path = []
    for row in range(math.floor(top / RADIUS / 1.5) - 1, math.ceil((top + height) / RADIUS / 1.5) + 2):
        shift = row % 2 / 2
        first = math.floor(left / ACROSS - shift) - 1
        count = math.ceil(width / ACROSS) + 3
        x, y = ACROSS * (first + shift + 0.5), RADIUS * (1.5 * row - 0.5)
        zigzag = f"l{short(ACROSS / 2)}-{RADIUS / 2:g} {short(ACROSS / 2)} {RADIUS / 2:g}" * count
        path.append(f"M{short(x)} {short(y)}{zigzag}")
        path += [f"M{short(x + ACROSS * place)} {short(y)}v{RADIUS}" for place in range(count)]
    return node("path", class_="comb", d="".join(path), stroke_width=1)


def outline(reach: float) -> str:
    """The path of a hexagon around (0, 0)."""
    corners = (
        (reach * math.sin(angle), -reach * math.cos(angle)) for angle in (math.pi * side / 3 for side in range(6))
    )
    return f"M{'L'.join(f'{short(x)} {short(y)}' for x, y in corners)}z"


@lru_cache(maxsize=4096)
def hex_name(hex: int) -> str:
    """How nodes name a hex: its column and row, counted from the first piece."""
    return ",".join(map(str, hive.column_and_row(hex)))


def hex_of(name: str) -> int:
    """The hex of a name.

    >>> hex_of(hex_name(hive.NORTH_EAST)) == hive.NORTH_EAST
    True
    """
    column, row = map(int, name.split(","))
    return column + row * hive.ROW
