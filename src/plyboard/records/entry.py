"""What a list of games in the store tells of a game, and by what games are looked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypedDict, get_args

from plyboard.rules.core import Outcome

Source = Literal["terminal", "web", "arena", "import"]
Result = Literal["first", "second", "draw"]
SOURCES: tuple[Source, ...] = get_args(Source)
RESULTS: tuple[Result, ...] = get_args(Result)


@dataclass(frozen=True)
class Entry:
    """A game in a list of games: all but its moves."""

    id: int
    source: str
    game: str
    players: tuple[str, str]
    date: datetime
    plies: int
    outcome: Outcome | None
    options: Mapping[str, Any]
    """The options of the start."""


class Filter(TypedDict, total=False):
    """Which games are wanted; what is not said, or None, does not matter."""

    game: str | None
    player: str | None
    """A part of the line of either player, in small or large letters."""
    result: Result | None
    since: datetime | None
    until: datetime | None
    """Before this time, not at it."""
    finished: bool | None
    source: Source | None
