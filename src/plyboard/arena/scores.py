"""Who scored what against whom: the numbers that tables and ratings are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plyboard.records.record import Record


class Tally(NamedTuple):
    """Games won, drawn and lost by one player against another, or against all.

    >>> Tally(3, 2, 1).points, Tally(3, 2, 1).games, Tally(3, 2, 1).share
    (4.0, 6, 0.6666666666666666)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float | None:
        """The points a game, from 0 to 1; None without games."""
        return self.points / self.games if self.games else None

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


CrossTable = Mapping[tuple[str, str], Tally]
"""What each player made of the games against each other; every pair is there from both sides."""


def result(record: Record, seat: int) -> Tally:
    """What the player in a seat made of a game; nothing yet of one that has not ended."""
    if record.outcome is None:
        return Tally()
    if record.outcome.winner is None:
        return Tally(draws=1)
    return Tally(wins=1) if record.outcome.winner == seat else Tally(losses=1)


def cross_table(records: Iterable[Record]) -> dict[tuple[str, str], Tally]:
    """The cross-table of the games that have ended. A player's games against itself say nothing and are left out."""
    table: dict[tuple[str, str], Tally] = {}
    for record in records:
        if record.outcome is None or record.players[0] == record.players[1]:
            continue
        for seat, pair in enumerate((record.players, record.players[::-1])):
            table[pair] = table.get(pair, Tally()).plus(result(record, seat))
    return table


def total(table: CrossTable, player: str, opponents: Iterable[str] | None = None) -> Tally:
    """What a player made of all games, or of those against some opponents."""
    among = None if opponents is None else set(opponents)
    found = Tally()
    for (one, other), tally in table.items():
        if one == player and (among is None or other in among):
            found = found.plus(tally)
    return found


def players_of(table: CrossTable) -> list[str]:
    """Whoever played, in the order of their first games."""
    return list(dict.fromkeys(one for one, _ in table))
