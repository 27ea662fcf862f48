"""What is good in Pincer: more pieces, off the edge and out of the middle, free to move, safe from the next pincer."""

from __future__ import annotations

import re
from functools import cache

from plyboard.rules.pincer import EMPTY, LETTERS, LINES, NEIGHBOURS, SIZE, SQUARES, TURN_BEGINS, PincerPosition

# The features, each as Triangles have it minus as Circles have it.
FEATURES = (
    # The pieces.
    "material",
    # The pieces times the moves played: a lead counts for more the nearer the count after the last move is.
    "lead",
    # The steps onto empty squares, whoever is to move.
    "mobility",
    # The walls that the pieces touch: one on the edge, two in a corner.
    "walls",
    # The pieces on the nine squares in the middle, where every side is open.
    "centre",
    # The pieces that one step of the other player, if it were that player's move, would catch.
    "danger",
    # The moves that are left of the turn.
    "to_move",
)

_WALLS = [(square % SIZE in (0, SIZE - 1)) + (square // SIZE in (0, SIZE - 1)) for square in range(SIZE * SIZE)]
_CENTRE = [SQUARES.index(file + rank) for file in "cde" for rank in "345"]


def features(position: PincerPosition) -> tuple[int, ...]:
    """The features of a position, in the order of `FEATURES`."""
    triangles, circles = (_side(position, player) for player in (0, 1))
    return tuple(one - two for one, two in zip(triangles, circles, strict=True))


def _side(position: PincerPosition, player: int) -> tuple[int, ...]:
    """What one player has of each feature."""
    board, own = position.board, LETTERS[player]
    squares = [square for square, letter in enumerate(board) if letter == own]
    beside = [board[neighbour] for square in squares for neighbour in NEIGHBOURS[square]]
    return (
        len(squares),
        len(squares) * position.played,
        beside.count(EMPTY),
        sum(_WALLS[square] for square in squares),
        sum(square in _CENTRE for square in squares),
        len(_in_danger(board, player)),
        _moves_left(position, len(squares)) if position.player == player else 0,
    )


def _moves_left(position: PincerPosition, pieces: int) -> int:
    """How many moves the turn of the player to move, who has so many pieces, still has."""
    return 2 if position.first == TURN_BEGINS and pieces > 1 else 1


def _in_danger(board: str, player: int) -> set[int]:
    """The squares of the player's pieces that one step of an enemy piece would catch.

    Such a step goes to the free end of a run whose other end touches a wall or an enemy piece. That piece is not the
    one that steps: it is too far from there.
    """
    own, enemy = LETTERS[player], LETTERS[1 - player]
    caught: set[int] = set()
    for line, cut in LINES:
        for run, free in _half_caught(board[cut], own):
            if any(board[neighbour] == enemy for neighbour in NEIGHBOURS[line[free]]):
                caught.update(line[place] for place in run)
    return caught


@cache
def _half_caught(line: str, own: str) -> tuple[tuple[range, int], ...]:
    """The runs of a line with one free end: the places of each, and the place of that end.

    >>> _half_caught("CT.TT..", "T")
    ((range(1, 2), 2),)
    """
    walled = f"|{line}|"
    runs: list[tuple[range, int]] = []
    for run in re.finditer(f"{own}+", walled):
        before, after = run.start() - 1, run.end()
        if (walled[before] == EMPTY) != (walled[after] == EMPTY):
            free = before if walled[before] == EMPTY else after
            runs.append((range(run.start() - 1, run.end() - 1), free - 1))
    return tuple(runs)
