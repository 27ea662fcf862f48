"""Why the places that someone clicked are no move."""

from __future__ import annotations

from collections.abc import Sequence

from plyboard.draw import text
from plyboard.draw.svg.hexagons import pile_name
from plyboard.draw.svg.honeycomb import hex_of
from plyboard.rules.core import PlyboardError, Position, clip
from plyboard.rules.hive import HivePosition
from plyboard.rules.squares import SquarePosition
from plyboard.web import boards, spoken


def explain(position: Position, path: Sequence[str]) -> str:
    """In words why a path is no move here; empty where it is one, or the beginning of one.

    >>> import plyboard
    >>> explain(plyboard.game("hiya").start(), ["a3", "a4"])
    'a3 is a mini-ninja: it may not move to a4. It can go to b4'
    >>> explain(plyboard.game("hiya").start(), ["a2"])
    "South's samurai on a2 cannot move now"
    """
    told = text.retold(position)
    known = boards.places(told)
    for place in path:
        if place not in known:
            return f"there is no place {clip(place)} on this board"
    if any(boards.path(told, move, known)[: len(path)] == list(path) for move in told.moves()):
        return ""
    if isinstance(told, SquarePosition) and len(path) == 1 and told.outcome() is None:
        return _why_nothing_begins(told, path[0])
    try:
        told.play(_hive_move(told, path) if isinstance(told, HivePosition) else "".join(path))
    except PlyboardError as error:
        return str(error)
    return f"{' '.join(path)} is no move here"


def _why_nothing_begins(told: SquarePosition, square: str) -> str:
    """Why no move begins on a square."""
    piece = told.piece(square)
    if piece is None:
        return f"{square} is empty"
    name = spoken.piece_of(told, *piece)
    if piece[0] != told.player:
        return f"{name} on {square} waits: {text.status(told)}"
    return f"{name} on {square} cannot move now"


def _hive_move(told: HivePosition, path: Sequence[str]) -> str:
    """The move that someone tried, as a text; of a piece that was only touched, onto the hive."""
    stacks = told.hive.stacks
    piece = next((piece for place in path[:1] for piece in _pieces(told, place)), "")
    if not stacks:
        return piece
    end = next(iter(stacks)) if len(path) < 2 or path[1].startswith("hand") else hex_of(path[1])
    return f"{piece} {told.hive.reference(end)}"


def _pieces(told: HivePosition, place: str) -> list[str]:
    """The pieces in a place, first the one that can be moved."""
    if place.startswith("hand"):
        return [piece for player in (0, 1) for piece in told.hand(player) if pile_name(piece) == place]
    return list(reversed(told.hive.stacks.get(hex_of(place), ())))
