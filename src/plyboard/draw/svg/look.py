"""What a picture is asked to show besides the position."""

from __future__ import annotations

from dataclasses import dataclass

from plyboard.rules.core import PlyboardError


class InvalidPicture(PlyboardError):
    """A picture that cannot be drawn: an unknown theme, or a mark on a square that is not there."""


@dataclass(frozen=True, slots=True)
class Look:
    """The marks on the board, and which way round it is."""

    last_move: str | None
    highlights: list[str]
    flip: bool
    coordinates: bool
