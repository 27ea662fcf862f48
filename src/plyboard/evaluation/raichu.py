"""What is good in Raichu: more and larger pieces, near the far row, with enemies to jump and room to move."""

from __future__ import annotations

from plyboard.rules.raichu import PIECES, RaichuPosition

# The features, each as White has it minus as Black has it.
FEATURES = (
    # The pieces of each kind, until both players have a raichu.
    "pichus",
    "pikachus",
    "raichus",
    # The same from then on: a lead counts for less, since whoever has a raichu is hard to beat.
    "late_pichus",
    "late_pikachus",
    "late_raichus",
    # 1 if the player has a raichu and the other has none.
    "sole_raichu",
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
    "prey_raichus",
    # The moves, whoever is to move.
    "mobility",
    # 1 for the player whose move it is.
    "turn",
)

_NEAR_ROWS = 2
_USUAL_SIZE = 8


def features(position: RaichuPosition) -> tuple[int, ...]:
    """The features of a position, in the order of `FEATURES`."""
    white, black = (_side(position, player) for player in (0, 1))
    return tuple(one - two for one, two in zip(white, black, strict=True))


def _side(position: RaichuPosition, player: int) -> tuple[int, ...]:
    """What one player has of each feature."""
    letters = position.letters
    pieces = [letters.count(piece) for piece in PIECES[player]]
    none = [0] * len(pieces)
    has, other_has = (PIECES[side][-1] in letters for side in (player, 1 - player))
    moves = RaichuPosition(letters, player, 0).legal().values()
    prey = [letters[jumped] for jumped in {jumped for _, _, jumped in moves if jumped is not None}]
    pichu, pikachu, _ = tuple(PIECES[player])
    size = position.board.size
    come = {
        piece: [_rows_come(square, size, player) for square in _squares(letters, piece)] for piece in (pichu, pikachu)
    }
    return (
        *(none + pieces if has and other_has else pieces + none),
        int(has and not other_has),
        *(sum(rows) * _USUAL_SIZE // size for rows in come.values()),
        *(sum(row + _NEAR_ROWS >= size - 1 for row in rows) for rows in come.values()),
        *(prey.count(piece) for piece in PIECES[1 - player]),
        len(moves),
        int(position.player == player),
    )


def _squares(letters: str, piece: str) -> list[int]:
    return [square for square, letter in enumerate(letters) if letter == piece]


def _rows_come(square: int, size: int, player: int) -> int:
    """How many rows a square is away from the player's own edge: the top for White, the bottom for Black."""
    row = square // size
    return row if player == 0 else size - 1 - row
