"""The classic features of Ricocheckers: where the pieces stand, and nothing else. A learner finds out what it is worth.

Each counts the pieces of player 1, less those of player 2 as that player sees the board: turned by half, which has the
same walls. A count is three times the share of the three pieces.
"""

from __future__ import annotations

from plyboard.rules.ricocheckers import HOMES, PATHS, SEALED, SQUARES, RicocheckersPosition

_PLACES = {square: (square[0], int(square[1:])) for square in SQUARES if square != SEALED}
_BY_RANK = sorted(_PLACES, key=lambda square: (_PLACES[square][1], square[0]))


def _segments(squares: list[str], back: str) -> dict[str, str]:
    """For each square the first one of its line from wall to wall, if lines begin where there is a wall behind."""
    firsts: dict[str, str] = {}
    for square in squares:
        path = PATHS[square][back]
        firsts[square] = path[-1] if path else square
    return firsts


_COLUMNS = _segments(list(_PLACES), "south")
_ROWS = _segments(_BY_RANK, "west")

# The squares of the half in which player 2 began, the row of the middle shared.
_FAR_HALF = {square for square, (file, rank) in _PLACES.items() if rank < 6 or (rank == 6 and file > "f")}
_TURNED = dict(zip(SQUARES, reversed(SQUARES), strict=True))

FEATURES = (
    # The pieces in each column from wall to wall, named by its lowest square.
    *(f"column_{square}" for square in dict.fromkeys(_COLUMNS.values())),
    # The pieces in each row from wall to wall, named by its leftmost square.
    *(f"row_{square}" for square in dict.fromkeys(_ROWS.values())),
    # The pieces in the half of the board in which the other player began.
    "far_half",
    # The pieces that stand on goals.
    "on_goals",
)


def features(position: RicocheckersPosition) -> tuple[int, ...]:
    """The features of a position, in the order of `FEATURES`."""
    counts = dict.fromkeys(FEATURES, 0)
    for player, squares in enumerate(position.pieces):
        worth = 1 - 2 * player
        for square in squares if player == 0 else [_TURNED[square] for square in squares]:
            counts[f"column_{_COLUMNS[square]}"] += worth
            counts[f"row_{_ROWS[square]}"] += worth
            counts["far_half"] += worth * (square in _FAR_HALF)
            counts["on_goals"] += worth * (square in HOMES[1])
    return tuple(counts.values())
