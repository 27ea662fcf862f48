"""Positions that someone sets up by hand."""

from __future__ import annotations

from collections.abc import Mapping

import plyboard
from plyboard.draw import text
from plyboard.draw.svg.pieces import LETTERS, lettered
from plyboard.rules.core import InvalidPosition, Position, clip
from plyboard.rules.squares import write_ranks

_REST = {"hiya": ("s", "n"), "pincer": ("t - 0", "c - 0"), "raichu": ("w 0", "b 0")}
"""What stands behind the board in the text of a position that begins a game, for either player to move."""


def can_edit(game: str) -> bool:
    """Whether positions of a game can be set up piece by piece: a hive is known by its moves alone."""
    return game in LETTERS


def composed(like: Position, placed: Mapping[str, str], player: int) -> Position:
    """The position on the same board with these pieces and this player to move; raises InvalidPosition.

    >>> start = plyboard.game("pincer").start()
    >>> str(composed(start, {"a1": "T", "b3": "T", "g7": "C"}, 1))
    '6C/7/7/7/1T5/7/T6 c - 0'
    """
    if not can_edit(like.game):
        raise InvalidPosition(f"a position of {like.game} is set up by playing its moves, not piece by piece")
    if player not in (0, 1):
        raise InvalidPosition(f"the player to move is {player}, it must be 0 or 1")
    rows = [[square for square, _ in row] for row in lettered(text.retold(like))]
    squares = {square for row in rows for square in row}
    for square, letter in placed.items():
        if square not in squares:
            raise InvalidPosition(f"there is no square {clip(square)} on this board")
        if letter not in LETTERS[like.game]:
            known = " ".join(LETTERS[like.game])
            raise InvalidPosition(f"{square} has {clip(letter)}, which is no piece of this game (one of {known})")
    if like.game == "ricocheckers":
        sides = (",".join(square for square, letter in placed.items() if letter == number) for number in "12")
        return plyboard.game(like.game).parse(f"{'/'.join(sides)} {player + 1} {player}")
    letters = ["".join(placed.get(square, text.EMPTY) for square in row) for row in rows]
    board = "".join(letters) if like.game == "raichu" else write_ranks("".join(reversed(letters)), len(rows[0]))
    return plyboard.game(like.game).parse(f"{board} {_REST[like.game][player]}")
