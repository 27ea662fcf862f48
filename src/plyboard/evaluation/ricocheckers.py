"""What is good in Ricocheckers: pieces few slides from their goals, room to move, a guard at home."""

from __future__ import annotations

from itertools import permutations

from plyboard.rules.ricocheckers import HOMES, PATHS, SQUARES, RicocheckersPosition

# The features, each as player 1 has it minus as player 2 has it.
FEATURES = (
    # The fewest slides in which the pieces reach the three goals, each as if alone on the board; less is better.
    "distance",
    # The same after the slide that shortens it most, if any does, with all pieces on the board.
    "next",
    # The slides that the pieces can make now.
    "mobility",
    # The pieces that stand on goals.
    "arrived",
    # The pieces that stand on squares where they began: while one does, the other player cannot win.
    "guards",
    # The slides that end on a goal.
    "reach",
    # 1 if it is the player's move.
    "to_move",
)


def _distances(goal: str) -> dict[str, int]:
    """How many slides a piece alone on the board needs from each square to a goal; it can get there from anywhere."""
    distances = {goal: 0}
    slides = 0
    while len(distances) < len(SQUARES) - 1:
        slides += 1
        for square in SQUARES:
            ends = (path[-1] for path in PATHS[square].values() if path)
            if square not in distances and any(distances.get(end) == slides - 1 for end in ends):
                distances[square] = slides
    return distances


# For each player: the distances to each of the three goals.
_DISTANCES = tuple([_distances(goal) for goal in goals] for goals in reversed(HOMES))


def features(position: RicocheckersPosition) -> tuple[int, ...]:
    """The features of a position, in the order of `FEATURES`."""
    ones, twos = (_side(position, player) for player in (0, 1))
    return tuple(one - two for one, two in zip(ones, twos, strict=True))


def _side(position: RicocheckersPosition, player: int) -> tuple[int, ...]:
    """What one player has of each feature."""
    pieces, home, goals = position.pieces[player], HOMES[player], HOMES[1 - player]
    slides = [(square, stop) for square in pieces for stop in position.stops(square)]
    stops = [stop for _, stop in slides]
    now = distance(player, pieces)
    moved = [tuple(stop if piece == square else piece for piece in pieces) for square, stop in slides]
    return (
        now,
        min([now, *(distance(player, squares) for squares in moved)]),
        len(stops),
        sum(square in goals for square in pieces),
        sum(square in home for square in pieces),
        sum(stop in goals for stop in stops),
        int(position.player == player),
    )


def distance(player: int, pieces: tuple[str, ...]) -> int:
    """The fewest slides in which a player's pieces reach the three goals, shared out among them as is best.

    >>> distance(0, HOMES[0]), distance(0, HOMES[1])
    (20, 0)
    """
    return min(
        sum(slides[square] for slides, square in zip(_DISTANCES[player], share, strict=True))
        for share in permutations(pieces)
    )
