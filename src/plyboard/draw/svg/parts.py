"""A picture in parts, for boards whose pieces move: what stays, the places on it, and what stands there.

Everything is told in the units of the picture. A place reaches `REACH` units from its middle, whatever its shape.
"""

from __future__ import annotations

from dataclasses import dataclass

REACH = 20


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece can be: a cell of the board, or (with the player whose it is) a pile in a hand."""

    name: str
    x: float
    y: float
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A piece in its place, the lower ones of a stack before the higher ones."""

    at: str
    look: str
    """Which of the picture's `looks` it has."""
    player: int | None
    lift: float = 0
    """How much higher it is drawn than the place itself."""
    resting: bool = False
    """Whether it has just moved and so may not move now."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays all through a game, whatever is played."""

    width: float
    height: float
    shape: str
    """That of a cell: `square` or `hex`."""
    centre: tuple[float, float]
    """Around which the places turn when the board is flipped."""
    still: str
    """The board. Nodes with `data-turn` show whose turn it is, with `data-side` which way round the board is."""
    looks: dict[str, str]
    """How pieces are drawn around (0, 0): all that there can be, where that is known."""
    room: tuple[float, float, float, float] | None = None
    """Where a board without an edge is shown, as large as fits: left, top, width, height."""
    largest: float = 1
    """How much such a board is enlarged at most."""
