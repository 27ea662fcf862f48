"""The table of a tournament: places, points, tie-breaks and ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from plyboard.arena.ratings import Rating, rate
from plyboard.arena.schedule import Results, points_of
from plyboard.arena.scores import CrossTable, Tally, total


@dataclass(frozen=True)
class Standing:
    """A player's row in the table."""

    place: int
    player: str
    points: float
    """What counts for the place: the points of the games, and of rounds off."""
    tally: Tally
    tie_breaks: dict[str, float | None]
    """What decides between equal points, in this order; None for what means something between equals only."""
    rating: Rating


def standings(
    format: str, players: Sequence[str], results: Results, table: CrossTable, anchor: str | None = None
) -> list[Standing]:
    """The table of a tournament, the winner first; players who are equal in everything share a place.

    The format `ratings` is for games of any origin: the ratings decide.
    """
    ratings = rate(table, players, anchor)
    tallies = {player: total(table, player) for player in players}
    points = points_of(players, results) if results else {player: tallies[player].points for player in players}
    tie_breaks = _tie_breaks(format, points, results, table)

    def first_of_all(player: str) -> tuple[float, float]:
        match format:
            case "ratings":
                return ratings[player].elo, 0
            case "knockout":
                return _last_round(player, results), points[player]
            case "gauntlet":  # Whoever runs it plays all the games, and stands apart.
                return float(player == players[0]), points[player]
            case _:
                return points[player], 0

    rows: list[Standing] = []
    for _, group in groupby(sorted(players, key=first_of_all, reverse=True), key=first_of_all):
        tied = list(group)
        broken = {player: {name: value(player, tied) for name, value in tie_breaks.items()} for player in tied}
        order: dict[str, Any] = {player: list(broken[player].values()) for player in tied}
        for _, equal in groupby(sorted(tied, key=order.__getitem__, reverse=True), key=order.__getitem__):
            place = len(rows) + 1
            for player in equal:
                rows.append(Standing(place, player, points[player], tallies[player], broken[player], ratings[player]))
    return rows


def _tie_breaks(
    format: str, points: Mapping[str, float], results: Results, table: CrossTable
) -> dict[str, Callable[[str, Sequence[str]], float | None]]:
    """What decides between players of equal points: each from a player and all who are tied with it."""

    def head_to_head(player: str, tied: Sequence[str]) -> float | None:
        return total(table, player, tied).points if len(tied) > 1 else None

    def sonneborn_berger(player: str, tied: Sequence[str]) -> float:
        return sum(tally.points * points[other] for (one, other), tally in table.items() if one == player)

    def buchholz(player: str, tied: Sequence[str]) -> float:
        pairs = [(meeting.first, meeting.second) for meeting in results]
        return sum(
            points[two] for pair in pairs for one, two in (pair, pair[::-1]) if one == player and two is not None
        )

    if format == "swiss":
        return {"Buchholz": buchholz, "Sonneborn-Berger": sonneborn_berger}
    if format == "round-robin":
        return {"head-to-head": head_to_head, "Sonneborn-Berger": sonneborn_berger}
    return {}


def _last_round(player: str, results: Results) -> float:
    """The last round that a player was in, and half a round more for whoever won it."""
    last, won = 0, False
    for meeting, (one, other) in results.items():
        if player in (meeting.first, meeting.second) and meeting.round >= last:
            # A meeting that stays drawn is the first player's, the better seed.
            last, won = meeting.round, one >= other if player == meeting.first else other > one
    return last + won / 2
