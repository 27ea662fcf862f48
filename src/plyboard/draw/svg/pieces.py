"""The pieces on boards of squares: which there are, where they stand, and what they look like."""

from __future__ import annotations

from plyboard.draw import text
from plyboard.draw.svg import glyphs
from plyboard.draw.svg.nodes import node, words
from plyboard.rules import hiya, raichu, ricocheckers
from plyboard.rules.core import PythonPosition
from plyboard.rules.ricocheckers import RicocheckersPosition
from plyboard.rules.squares import FILES, SquarePosition

Owned = tuple[int, str] | None
"""Whose a piece is and what it is; None where the game does not say."""

RED_AND_BLUE = ("red", "blue")

GLYPHS = {
    "a king": glyphs.KING,
    "a ninja": glyphs.NINJA,
    "a mini-ninja": f'<g transform="scale({glyphs.MINI})">{glyphs.NINJA}</g>',
    "a samurai": glyphs.SAMURAI,
    "a mini-samurai": f'<g transform="scale({glyphs.MINI})">{glyphs.SAMURAI}</g>',
    "a triangle": glyphs.TRIANGLE,
    "a circle": glyphs.CIRCLE,
    "a pichu": glyphs.PICHU,
    "a pikachu": glyphs.PIKACHU,
    "a raichu": glyphs.RAICHU,
}

Letters = dict[str, tuple[int, str]]


def _letters(pieces: tuple[str, str], names: tuple[str, ...]) -> Letters:
    return {
        letter: (player, name)
        for player, letters in enumerate(pieces)
        for letter, name in zip(letters, names, strict=True)
    }


LETTERS: dict[str, Letters] = {
    "hiya": _letters(hiya.PIECES, hiya.NAMES),
    "ricocheckers": {"1": (0, "a piece"), "2": (1, "a piece")},
    "pincer": {"T": (0, "a triangle"), "C": (1, "a circle")},
    "raichu": _letters(raichu.PIECES, raichu.NAMES),
}
"""The letter of each piece that there can be in a game, whose it is and what it is."""


def lettered(position: PythonPosition) -> list[list[tuple[str, str]]]:
    """The squares with their letters, top rank first; none where nobody knows the board."""
    if not isinstance(position, RicocheckersPosition):
        return text.lettered_squares(position)
    # Its text names no ranks.
    ones, twos = position.pieces
    return [
        [(square, "1" if square in ones else "2" if square in twos else text.EMPTY) for square in row]
        for row in (
            [f"{file}{rank}" for file in FILES[: ricocheckers.SIZE]] for rank in range(ricocheckers.SIZE, 0, -1)
        )
    ]


def standing(position: PythonPosition) -> list[tuple[str, str, Owned]]:
    """The squares that are not empty, each with its letter and its piece."""
    known = LETTERS.get(position.game)
    return [
        (square, letter, known[letter] if known else _owned(position, square))
        for row in lettered(position)
        for square, letter in row
        if letter != text.EMPTY
    ]


def _owned(position: PythonPosition, square: str) -> Owned:
    return position.piece(square) if isinstance(position, SquarePosition) else None


def glyph(position: PythonPosition, letter: str, owned: Owned) -> str:
    """How a piece is drawn: where nobody has drawn it, as its letter."""
    if owned and position.game == "ricocheckers":
        return glyphs.COUNTERS[owned[0]]
    drawn = GLYPHS.get(owned[1]) if owned else None
    return drawn or node("text", words(letter), y=11, font_size=30)


def colour(position: PythonPosition, owned: Owned) -> str:
    """The class of a piece's colour."""
    return colours(position)[owned[0]] if owned else "letter"


def colours(position: PythonPosition) -> tuple[str, str]:
    """The classes of the players' colours."""
    return ("white", "black") if position.game == "raichu" else RED_AND_BLUE


def has_moved(position: PythonPosition, square: str) -> bool:
    """Whether this is the piece of Pincer that made the first move of a turn, and rests in the second."""
    return position.game == "pincer" and str(position).split(" ")[2] == square
