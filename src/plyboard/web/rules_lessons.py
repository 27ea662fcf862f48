"""What the rules page of each game teaches, rule by rule, each with a position to try it on: the files in `lessons`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

import plyboard
from plyboard.draw import text


@dataclass(frozen=True)
class Lesson:
    """A rule, and a position to try it on."""

    name: str
    title: str
    text: str
    position: str
    task: str
    """What to try."""
    tries: Mapping[str, str] = field(default_factory=dict)
    """The moves that show the rule, and what is to be said of each."""


@dataclass(frozen=True)
class Guide:
    """The rules of a game."""

    about: str
    lessons: tuple[Lesson, ...]


@cache
def guide(game: str) -> Guide:
    """The rules of a game; of one that somebody has added, what its board tells. Raises UnknownGame."""
    rules = plyboard.game(game)
    file = resources.files("plyboard.web") / "lessons" / f"{rules.name}.toml"
    if not file.is_file():
        start = rules.start()
        trial = Lesson("start", "The beginning", text.legend(start), str(start), "Make a move.")
        return Guide(f"{rules.players[0]} against {rules.players[1]}.", (trial,))
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return Guide(told["about"], tuple(Lesson(**lesson) for lesson in told["lessons"]))
