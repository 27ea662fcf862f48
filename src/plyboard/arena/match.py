"""Two players, many games: each opening twice, with the seats changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from plyboard.arena.game import MAX_PLIES, NUMBER, GameTask, derived_seed
from plyboard.arena.limits import TimeLimit, timed
from plyboard.arena.openings import openings, usual
from plyboard.arena.pairs import Pairs
from plyboard.arena.runner import Runner
from plyboard.arena.scores import Tally, result
from plyboard.arena.sprt import Sprt
from plyboard.players import Human, InvalidPlayer, seat
from plyboard.records import Record
from plyboard.rules.core import PlyboardError


class BadMatch(PlyboardError):
    """A match that cannot be played."""


@dataclass(frozen=True)
class Match:
    """What is played. The same match gives the same games again where the players do not go by time."""

    game: str
    players: tuple[str, str]
    games: int
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: TimeLimit | None = None
    openings: str | None = None
    seed: int = 1
    max_plies: int = MAX_PLIES
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise BadMatch(
                f"{self.games} games are no pairs: each opening is played twice, so there are 2, 4, 6 … games"
            )
        for line in self.players:
            if isinstance(seat(line, self.game), Human):
                raise InvalidPlayer("a person cannot play a match: the players have to be computers")

    @property
    def lines(self) -> tuple[str, str]:
        """The players, with the time that the match gives them."""
        first, second = (timed(line, self.game, self.limit) for line in self.players)
        return first, second

    @property
    def openings_said(self) -> str:
        """Where the openings come from, as `--openings` says it."""
        return self.openings or usual(self.game)

    def tasks(self) -> Iterator[GameTask]:
        """The games, two from each opening."""
        lines = self.lines
        tags = {"Event": "match", "Openings": self.openings_said, "Seed": str(self.seed)}
        if self.limit:
            tags["Time"] = str(self.limit)
        begins = islice(openings(self.openings_said, self.game, self.options, self.seed), self.games // 2)
        for pair, opening in enumerate(begins):
            for game, seats in enumerate((lines, lines[::-1]), 1):
                number = 2 * pair + game
                yield GameTask(
                    game=self.game,
                    players=seats,
                    number=number,
                    seed=derived_seed(self.seed, number),
                    options=self.options,
                    opening=opening,
                    limit=self.limit,
                    max_plies=self.max_plies,
                    tags=tags,
                )


class Progress:
    """How a match stands, game after game."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.records: dict[int, Record] = {}
        """The games that have been played, by their numbers."""
        self.tally = Tally()
        """What the first player of the match has made of them."""
        self.pairs = Pairs()
        """The pairs of which both games have been played."""
        self.ratio = 0.0
        """What the test says so far."""
        self.accepted: float | None = None
        """What the test has decided for, in Elo."""
        self._tested = 0
        """So many pairs has the test seen. It sees them in their order, so that it decides the same on any machine."""
        self._seen = Pairs()

    def add(self, record: Record) -> None:
        """Note a game that has ended, or that could not be played."""
        number = int(record.tags[NUMBER])
        self.records[number] = record
        self.tally = self.tally.plus(result(record, seat_of_first(number)))
        self.pairs = self.pairs.plus(self._points((number + 1) // 2))
        while self.match.sprt and self.accepted is None and self._complete(self._tested + 1):
            self._tested += 1
            self._seen = self._seen.plus(self._points(self._tested))
            self.ratio = self.match.sprt.ratio(self._seen)
            self.accepted = self.match.sprt.accepted(self.ratio)

    def counted(self) -> Progress:
        """The same without the games that were played beyond the pair that decided the test."""
        if self.accepted is None or len(self.records) == 2 * self._tested:
            return self
        before = Progress(self.match)
        for number in range(1, 2 * self._tested + 1):
            before.add(self.records[number])
        return before

    def _complete(self, pair: int) -> bool:
        return 2 * pair - 1 in self.records and 2 * pair in self.records

    def _points(self, pair: int) -> float | None:
        """The points of the match's first player in a pair; None where it is not complete."""
        if not self._complete(pair):
            return None
        results = [result(self.records[number], seat_of_first(number)) for number in (2 * pair - 1, 2 * pair)]
        return sum(result.points for result in results) if all(result.games for result in results) else None


def seat_of_first(number: int) -> int:
    """Where the first player of a match sits in a game: first in the first one, second in the next, and so on."""
    return (number - 1) % 2


def play_match(progress: Progress, runner: Runner) -> Iterator[Record]:
    """Play a match to its end, or until its test has decided; each game is told when the progress has noted it."""
    for record in runner.play(progress.match.tasks()):
        progress.add(record)
        yield record
        if progress.accepted is not None:
            return
