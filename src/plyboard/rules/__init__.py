"""The law of the games, told to be read: one file a game, nothing but the standard library."""

from __future__ import annotations

from difflib import get_close_matches

from plyboard.rules.core import Game, PythonGame, PythonPosition, UnknownGame, clip
from plyboard.rules.hive import HivePosition
from plyboard.rules.hiya import HiyaPosition
from plyboard.rules.pincer import PincerPosition
from plyboard.rules.raichu import RaichuPosition
from plyboard.rules.ricocheckers import RicocheckersPosition

_GAMES: dict[str, PythonGame] = {}


def register(position: type[PythonPosition]) -> None:
    """Make a game known everywhere under its name: to `plyboard.game`, the command line, the tests."""
    _GAMES[position.game] = PythonGame(position)


def games() -> list[str]:
    """The names of all games."""
    return list(_GAMES)


def game(name: str) -> Game:
    """The rules of a game as told in Python."""
    try:
        return _GAMES[name.strip().lower()]
    except (KeyError, AttributeError):
        near = get_close_matches(str(name).lower(), _GAMES, 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise UnknownGame(f"there is no game {clip(str(name))}. {hint}The games are {', '.join(_GAMES)}") from None


register(HiyaPosition)
register(RicocheckersPosition)
register(PincerPosition)
register(HivePosition)
register(RaichuPosition)
