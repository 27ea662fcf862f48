"""What can be chosen for a new game: the games and their options, and players by names that people understand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import plyboard
from plyboard import players
from plyboard.players import InvalidPlayer
from plyboard.players.levels import LAST as LAST_LEVEL
from plyboard.players.process import Program
from plyboard.rules.core import Game, InvalidPosition, clip
from plyboard.web.games import PERSON
from plyboard.web.thinking import LONGEST

ME, FRIEND = "me", "friend"

EASY_LEVEL = 3
"""The level of `play now`."""

NOT_FROM_A_PAGE = ("weights", "hash", "threads")
"""Options that would open files of the server, or take more of the machine than one search should."""


class Choice(NamedTuple):
    """A player by its line, and by a name for people."""

    line: str
    label: str


_TASTES = {
    1: "a beginner",
    3: "easy",
    5: "a fair opponent",
    7: "hard",
    9: "very hard",
    LAST_LEVEL: "full strength",
}

_OTHERS = (
    Choice("random", "Random: any legal move"),
    Choice("greedy", "Greedy: looks one move ahead"),
    Choice("learned", "Learned: weights from self-play"),
    Choice("minimax:depth=2", "Minimax, two plies"),
    Choice("alphabeta:time=1", "Alpha-beta in Python, 1 s"),
    Choice("mcts:time=1", "Monte-Carlo trees in Python, 1 s"),
    Choice("engine:time=1,method=mcts", "Engine with Monte-Carlo trees, 1 s"),
    Choice("engine:time=5", "Engine, 5 s a move"),
)


def levels(game: str) -> list[Choice]:
    """The levels for people, where the engine plays this game."""
    if players.players()["engine"].why_not(game) is not None:
        return []
    numbers = range(1, LAST_LEVEL + 1)
    return [Choice(f"engine:level={level}", label(f"engine:level={level}")) for level in numbers]


def others(game: str) -> list[Choice]:
    """All other players that can play a game."""
    known = players.players()
    return [
        choice
        for choice in _OTHERS
        if (kind := known.get(choice.line.partition(":")[0])) is not None and kind.why_not(game) is None
    ]


def easy_player(game: str) -> str:
    """Whom to play against for a beginning."""
    return f"engine:level={EASY_LEVEL}" if levels(game) else "greedy"


def analyst(game: str, seconds: float, lines: int) -> str:
    """The line of the strongest player, who is to tell so many best lines, if it can tell more than one."""
    name = players.strongest(game)
    more = f",lines={lines}" if "lines" in players.players()[name].options() else ""
    return f"{name}:time={seconds:.3f}{more}"


def label(line: str) -> str:
    """What people call a player.

    >>> label("engine:level=3"), label("human"), label("mcts:time=2")
    ('Level 3, easy', 'Person', 'mcts:time=2')
    """
    if line == PERSON:
        return "Person"
    if found := re.fullmatch(r"engine:level=(\d+)", line):
        taste = _TASTES.get(int(found[1]))
        return f"Level {found[1]}{f', {taste}' if taste else ''}"
    return next((choice.label.partition(":")[0] for choice in _OTHERS if choice.line == line), line)


def check_player(line: str, game: str) -> str:
    """The line of a player who may be asked to play by a page; raises InvalidPlayer."""
    line = line.strip()
    if len(line) > 100:
        raise InvalidPlayer(f"a player is described by at most 100 characters, not {len(line)}")
    name, _, said = line.partition(":")
    kind = players.players().get(name.strip().lower())
    if kind is not None and issubclass(kind, Program):
        raise InvalidPlayer(f"{kind.name} runs a program: that can be done from the command line, not from a page")
    for option in NOT_FROM_A_PAGE:
        if re.search(rf"(^|,)\s*{option}\s*=", said):
            raise InvalidPlayer(f"{option} can be chosen on the command line, not from a page")
    seated = players.seat(line, game)
    if getattr(seated, "time", None) is not None and seated.time > LONGEST:  # type: ignore[attr-defined]
        raise InvalidPlayer(f"the time of {kind.name if kind else name} is at most {LONGEST:g} s a move here")
    return line


def read_options(rules: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a start, from the texts of a form."""
    options: dict[str, Any] = {}
    for name, value in given.items():
        if name not in rules.options:
            raise InvalidPosition(
                f"{rules.title} has no option {clip(name)}; it takes {', '.join(rules.options) or 'none'}"
            )
        options[name] = int(value) if name == "size" and re.fullmatch("[0-9]{1,3}", str(value)) else value
    return options


def all_games() -> list[Game]:
    """The rules of all games."""
    return [plyboard.game(name) for name in plyboard.games()]
