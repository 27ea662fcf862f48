"""Pieces, places and moves in words, for those who listen to a board instead of looking at it."""

from __future__ import annotations

from collections.abc import Iterable

from plyboard.rules import hive
from plyboard.rules.core import PythonPosition

_SIDES = {
    ("-", ""): "west of",
    ("\\", ""): "north-west of",
    ("", "/"): "north-east of",
    ("", "-"): "east of",
    ("", "\\"): "south-east of",
    ("/", ""): "south-west of",
    ("", ""): "on",
}


def piece_of(position: PythonPosition, player: int, kind: str) -> str:
    """A piece on a board of squares and whose it is; a circle can only be a piece of Circles.

    >>> import plyboard
    >>> piece_of(plyboard.game("hiya", "python").start(), 0, "a mini-ninja")
    "South's mini-ninja"
    """
    name, owner = kind.split()[-1], position.players[player]
    return name if owner.lower().startswith(name) else f"{owner}'s {name}"


def bug(piece: str) -> str:
    """A piece of Hive.

    >>> bug("wQ"), bug("bA2")
    ('white queen', 'black ant 2')
    """
    colour = hive.HivePosition.players[hive.COLOURS.index(piece[0])].lower()
    return " ".join((colour, hive.BUGS[piece[1]].split()[1], *piece[2:]))


def hex_beside(reference: str) -> str:
    """A hex that is named by a piece beside it, or on it.

    >>> hex_beside("-wS1"), hex_beside("bQ")
    ('west of white spider 1', 'on black queen')
    """
    before, behind = reference[: reference[0] in hive.BEFORE], reference[-1] if reference[-1] in hive.BEHIND else ""
    return f"{_SIDES[before, behind]} {bug(reference[len(before) : len(reference) - len(behind)])}"


def sentence(words: Iterable[str]) -> str:
    """Words as sentences; what is empty is left out.

    >>> sentence(["white ant 1 west of white queen", "", "Hi-Ya!"])
    'White ant 1 west of white queen. Hi-Ya!'
    """
    said = (part[0].upper() + part[1:] for part in words if part)
    return " ".join(part if part[-1] in "!?." else f"{part}." for part in said)
