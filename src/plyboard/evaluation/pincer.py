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
    # The pieces on the squares a step in from the corners: b2, b6, f2 and f6.
    "near_corners",
    # The pieces on the squares a step in from the middles of the edges: d2, b4, f4 and d6.
    "near_edges",
    # The pieces in runs with one end at a wall or an enemy piece, and the other free.
    "exposed",
    # The pieces in runs with two free ends, to each of which an enemy piece can step.
    "open",
    # The pieces that one step of the other player, if it were that player's move, would catch.
    "danger",
    # The same, of the player whose move it is.
    "own_danger",
    # The moves that are left of the turn.
    "to_move",
)

_WALLS = [(square % SIZE in (0, SIZE - 1)) + (square // SIZE in (0, SIZE - 1)) for square in range(SIZE * SIZE)]
_CENTRE = [SQUARES.index(file + rank) for file in "cde" for rank in "345"]
_NEAR_CORNERS = [SQUARES.index(square) for square in ("b2", "b6", "f2", "f6")]
_NEAR_EDGES = [SQUARES.index(square) for square in ("d2", "b4", "f4", "d6")]


def features(position: PincerPosition) -> tuple[int, ...]:
    """The features of a position, in the order of `FEATURES`."""
    triangles, circles = (_side(position, player) for player in (0, 1))
    return tuple(one - two for one, two in zip(triangles, circles, strict=True))


def _side(position: PincerPosition, player: int) -> tuple[int, ...]:
    """What one player has of each feature."""
    board, own = position.board, LETTERS[player]
    squares = [square for square, letter in enumerate(board) if letter == own]
    beside = [board[neighbour] for square in squares for neighbour in NEIGHBOURS[square]]
    exposed, in_the_open, danger = _in_danger(board, player)
    return (
        len(squares),
        len(squares) * position.played,
        beside.count(EMPTY),
        sum(_WALLS[square] for square in squares),
        sum(square in _CENTRE for square in squares),
        sum(square in _NEAR_CORNERS for square in squares),
        sum(square in _NEAR_EDGES for square in squares),
        len(exposed),
        len(in_the_open),
        len(danger),
        len(danger) if position.player == player else 0,
        _moves_left(position, len(squares)) if position.player == player else 0,
    )


def _moves_left(position: PincerPosition, pieces: int) -> int:
    """How many moves the turn of the player to move, who has so many pieces, still has."""
    return 2 if position.first == TURN_BEGINS and pieces > 1 else 1


def _in_danger(board: str, player: int) -> tuple[set[int], set[int], set[int]]:
    """The squares of the player's pieces that are exposed, that stand in the open, and that one step would catch.

    Such a step goes to the free end of a run whose other end touches a wall or an enemy piece. That piece is not the
    one that steps: it is too far from there.
    """
    own, enemy = LETTERS[player], LETTERS[1 - player]
    exposed: set[int] = set()
    in_the_open: set[int] = set()
    caught: set[int] = set()
    for line, cut in LINES:
        for run, free in _runs(board[cut], own):
            squares = [line[place] for place in run]
            reached = [any(board[beside] == enemy for beside in NEIGHBOURS[line[end]]) for end in free]
            if len(free) == 1:
                exposed.update(squares)
                caught.update(squares if all(reached) else ())
            elif all(reached):
                in_the_open.update(squares)
    return exposed, in_the_open, caught


@cache
def _runs(line: str, own: str) -> tuple[tuple[range, tuple[int, ...]], ...]:
    """The runs of a line with a free end: the places of each, and those of its free ends.

    >>> _runs("CT.TT..", "T")
    ((range(1, 2), (2,)), (range(3, 5), (2, 5)))
    """
    runs: list[tuple[range, tuple[int, ...]]] = []
    for run in re.finditer(f"{own}+", line):
        ends = (run.start() - 1, run.end())
        free = tuple(end for end in ends if 0 <= end < SIZE and line[end] == EMPTY)
        if free:
            runs.append((range(*run.span()), free))
    return tuple(runs)
