"""perft: counting the sequences of moves from a position, the classic check of a telling of the rules."""

from __future__ import annotations

from plyboard.rules.core import PlyboardError, Position, shown

DEEPEST = 99
"""Deeper counts end in no lifetime."""


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are from a position; a finished game has none.

    >>> import plyboard
    >>> plyboard.perft(plyboard.game("hiya").start(), 2)
    127
    """
    if not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise PlyboardError(f"the depth is {shown(depth)}, it must be a whole number from 0 to {DEEPEST}")
    compiled = getattr(position, "perft", None)
    return int(compiled(depth)) if compiled else _count(position, depth)


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.moves())
    return sum(_count(after, depth - 1) for _, after in position.successors())


def divide(position: Position, depth: int) -> dict[str, int]:
    """perft split by the first move: what to compare when a count is wrong."""
    return {move: perft(after, depth - 1) for move, after in position.successors()}
