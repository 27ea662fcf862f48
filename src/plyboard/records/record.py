"""A game written down: who played, from where, what was played and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

import plyboard
from plyboard.rules.core import Outcome, PlyboardError, Position


class InvalidRecord(PlyboardError):
    """A text that tells no game, or one that the rules forbid: the message names the line and the reason."""

    def __init__(self, line: int, reason: str, whole: Sequence[Record] = (), file: str = "") -> None:
        super().__init__(f"{file}{', ' if file else ''}line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.whole = list(whole)
        """The games before the fault."""


class UnfitRecord(PlyboardError):
    """A game that has no place in a form of text, such as a GameString."""


class Played(NamedTuple):
    """A move of a game, and what is known of it."""

    move: str
    value: float | None = None
    """How good the player thought its move, in points of the evaluation."""
    win: int | None = None
    """In how many plies the player knew to win, or, negative, to lose."""
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    """How long the player thought."""
    clock: float | None = None
    """The seconds left to the player after the move, where a clock is kept."""
    comment: str = ""


@dataclass(frozen=True)
class Record:
    """A game from its start to its end, or to where it has come.

    >>> Record("pincer", ("human", "engine:level=3"), moves=(Played("a7a6"),)).final().player
    0
    """

    game: str
    players: tuple[str, str]
    """The lines of the players, in the order of their seats."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the start, as in `size=10`."""
    start: str | None = None
    """The text of the position in which the game began, if not the usual one."""
    moves: tuple[Played, ...] = ()
    outcome: Outcome | None = None
    """How the game ended, by the rules or otherwise (someone resigned, ran out of time); None if it has not."""
    date: datetime = field(default_factory=lambda: datetime.now(UTC).replace(microsecond=0))
    """When the game began, in UTC."""
    clock: tuple[float, float] | None = None
    """The seconds each player had for the game, and those added after each move, where a clock was kept."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """What else is known, as in `event` or `round`."""

    def begin(self) -> Position:
        """The position in which the game began."""
        rules = plyboard.game(self.game)
        return rules.start(**self.options) if self.start is None else rules.parse(self.start)

    def positions(self) -> Iterator[Position]:
        """The positions of the game, from the start to the last."""
        position = self.begin()
        yield position
        for played in self.moves:
            position = position.play(played.move)
            yield position

    def final(self) -> Position:
        """The position to which the game has come."""
        *_, last = self.positions()
        return last
