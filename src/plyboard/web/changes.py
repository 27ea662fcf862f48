"""What a move did, as people see and hear it."""

from __future__ import annotations

import re
from typing import Any

from plyboard.draw import text
from plyboard.rules.core import PythonPosition
from plyboard.rules.squares import SquarePosition, square_names
from plyboard.web import spoken

_TWO_SQUARES = re.compile(r"([a-z][0-9]+)([a-z][0-9]+)")


def change(before: PythonPosition, move: str, after: PythonPosition) -> dict[str, Any]:
    """Where pieces were taken, where they became others, what was called out, and all of it in words."""
    call = text.call(before, after)
    taken: list[str] = []
    changed: list[str] = []
    said = [f"{before.players[before.player]} {move}"]
    found = _TWO_SQUARES.fullmatch(move)
    if isinstance(before, SquarePosition) and isinstance(after, SquarePosition) and found:
        start, end = found.groups()
        mover = before.piece(start)
        was = {square: before.piece(square) for square in square_names(*before.size()) if square != start}
        was[end] = mover
        now = {square: after.piece(square) for square in was}
        taken = [square for square, piece in was.items() if piece and now[square] is None]
        changed = [square for square, piece in was.items() if piece and now[square] not in (None, piece)]
        said = [f"{_named(before, mover)} from {start} to {end}"]
        said += [f"{_named(before, was[square])} on {square} becomes {_kind(now[square])}" for square in changed]
        said += [f"{_named(before, was[square])} on {square} is taken" for square in taken]
    elif before.game == "hive" and move != "pass":
        piece, _, reference = move.partition(" ")
        said = [f"{spoken.bug(piece)} {spoken.hex_beside(reference) if reference else 'begins'}"]
    elif move == "pass":
        said = [f"{before.players[before.player]} passes"]
    return {"taken": taken, "changed": changed, "call": call, "spoken": spoken.sentence([call, *said])}


def _named(position: PythonPosition, piece: tuple[int, str] | None) -> str:
    return spoken.piece_of(position, *piece) if piece else "nothing"


def _kind(piece: tuple[int, str] | None) -> str:
    return piece[1] if piece else "nothing"
