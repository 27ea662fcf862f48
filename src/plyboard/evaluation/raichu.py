"""What is good in Raichu: more and larger pieces, near the far row, with enemies to jump and room to move."""

from __future__ import annotations

from plyboard.rules.raichu import PIECES, RaichuPosition

# What most features are worth depends on who has a raichu, so they are counted apart for each case.
CASES = (
    # Neither player.
    "",
    # Only the player whose feature it is.
    "sole_",
    # Only the other.
    "without_",
    # Both: a lead counts for less, since whoever has a raichu is hard to beat.
    "late_",
)

_IN_EACH_CASE = (
    # The pieces of each kind.
    "pichus",
    "pikachus",
    # The rows that all pichus together have come from their own edge, counted as if the board had eight.
    "pichu_rows",
    # The same of pikachus.
    "pikachu_rows",
    # The pichus that have at most two rows to go to the far row.
    "near_pichus",
    # The same of pikachus.
    "near_pikachus",
    # The enemies of each kind that can be jumped, whoever is to move.
    "prey_pichus",
    "prey_pikachus",
    # The squares on which a pichu or pikachu can become a raichu, whoever is to move.
    "promotions",
    # The moves, whoever is to move.
    "mobility",
    # 1 for the player whose move it is.
    "turn",
)

# The features, each as White has it minus as Black has it.
FEATURES = (
    *(case + name for case in CASES for name in _IN_EACH_CASE),
    # 1 if the player has a raichu and the other has none; and how many.
    "sole_raichu",
    "sole_raichus",
    # The raichus, and the other's that can be jumped, once both have one.
    "late_raichus",
    "late_prey_raichus",
)

_NEAR_ROWS = 2
_USUAL_SIZE = 8


def features(position: RaichuPosition) -> tuple[int, ...]:
    """The features of a position, in the order of `FEATURES`."""
    white, black = (_side(position, player) for player in (0, 1))
    return tuple(one - two for one, two in zip(white, black, strict=True))


def _side(position: RaichuPosition, player: int) -> tuple[int, ...]:
    """What one player has of each feature."""
    letters, size = position.letters, position.board.size
    pichu, pikachu, raichu = tuple(PIECES[player])
    moves = RaichuPosition(letters, player, 0).legal().values()
    prey = [letters[jumped] for jumped in {jumped for _, _, jumped in moves if jumped is not None}]
    prey_pichus, prey_pikachus, prey_raichus = (prey.count(piece) for piece in PIECES[1 - player])
    landings = {end for start, end, _ in moves if letters[start] != raichu}
    come = [[_rows_come(square, size, player) for square in _squares(letters, piece)] for piece in (pichu, pikachu)]
    in_case = (
        *(len(rows) for rows in come),
        *(sum(rows) * _USUAL_SIZE // size for rows in come),
        *(sum(row + _NEAR_ROWS >= size - 1 for row in rows) for rows in come),
        prey_pichus,
        prey_pikachus,
        sum(_rows_come(end, size, player) == size - 1 for end in landings),
        len(moves),
        int(position.player == player),
    )
    raichus, others = (letters.count(PIECES[side][-1]) for side in (player, 1 - player))
    case = (raichus > 0) + 2 * (others > 0)
    return (
        *(value if case == at else 0 for at in range(len(CASES)) for value in in_case),
        int(raichus > 0 and others == 0),
        raichus if others == 0 else 0,
        raichus if others > 0 else 0,
        prey_raichus,
    )


def _squares(letters: str, piece: str) -> list[int]:
    return [square for square, letter in enumerate(letters) if letter == piece]


def _rows_come(square: int, size: int, player: int) -> int:
    """How many rows a square is away from the player's own edge: the top for White, the bottom for Black."""
    row = square // size
    return row if player == 0 else size - 1 - row
