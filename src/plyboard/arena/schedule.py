"""Who meets whom: round robin, gauntlet, Swiss and knockout, each told from the results so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil, log2
from typing import NamedTuple

FORMATS = ("round-robin", "gauntlet", "swiss", "knockout")

PLAY_OFFS = 3
"""So many pairs of games are added to a drawn meeting of a knockout; if nothing is decided, the better seed goes on."""


class Meeting(NamedTuple):
    """Two players who play some games in a round; without a second one, a round off that counts as won."""

    round: int
    first: str
    second: str | None
    play_off: int = 0
    """0, or which additional pair of games of a knockout this is."""

    def label(self) -> str:
        """The round as records tell it.

        >>> Meeting(2, "greedy", "random").label(), Meeting(3, "greedy", "random", play_off=1).label()
        ('2', '3.1')
        """
        return f"{self.round}.{self.play_off}" if self.play_off else str(self.round)


Results = Mapping[Meeting, tuple[float, float]]
"""The points of both players in each meeting that is over, in the order in which they were drawn up."""


def following(format: str, players: Sequence[str], rounds: int | None, results: Results) -> list[Meeting]:
    """The meetings that come next and do not depend on each other; none when the tournament is over."""
    if format == "swiss":
        return _swiss(players, rounds or usual_rounds(len(players)), results)
    if format == "knockout":
        return _knockout(players, results)
    meetings = _round_robin(players) if format == "round-robin" else _gauntlet(players)
    return [meeting for meeting in meetings if meeting not in results]


def usual_rounds(count: int) -> int:
    """As many rounds as a Swiss tournament needs for one player at most to win them all.

    >>> [usual_rounds(count) for count in (2, 5, 8, 9)]
    [1, 3, 3, 4]
    """
    return max(ceil(log2(count)), 1)


def _round_robin(players: Sequence[str]) -> list[Meeting]:
    """Everyone meets everyone, everyone once a round: the first player keeps its seat, the others move up by one."""
    seats: list[str | None] = [*players, *[None] * (len(players) % 2)]
    meetings = []
    for number in range(1, len(seats)):
        for one, other in zip(seats[: len(seats) // 2], reversed(seats), strict=False):
            if one is not None and other is not None:
                meetings.append(Meeting(number, one, other))
        seats.insert(1, seats.pop())
    return meetings


def _gauntlet(players: Sequence[str]) -> list[Meeting]:
    """The first player meets each of the others."""
    return [Meeting(number, players[0], other) for number, other in enumerate(players[1:], 1)]


def _swiss(players: Sequence[str], rounds: int, results: Results) -> list[Meeting]:
    """Players of like points meet who have not met; within the same points the upper half meets the lower half."""
    number = max((meeting.round for meeting in results), default=0) + 1
    if number > rounds:
        return []
    points = points_of(players, results)
    ranked: list[str] = sorted(players, key=lambda player: -points[player])
    most = max((sum(both) for both in results.values()), default=1)  # The points of a whole meeting.
    met = Counter(frozenset({meeting.first, meeting.second}) for meeting in results)
    seats = len(players) + len(players) % 2

    def at(seat: int) -> str | None:
        """Who sits there; the last seat may be the round off."""
        return ranked[seat] if seat < len(ranked) else None

    def cost(one: int, other: int) -> float:
        above, below = ranked[one], at(other)
        gap = points[above] - (min(points.values()) if below is None else points[below])
        alike = sum(points[player] == points[above] for player in players)
        away = 0 if below is None else (other - one - alike / 2) / seats
        return float(1e6 * met[frozenset({above, below})] + 1e3 * (gap / most) ** 2 + away**2)

    import numpy as np  # Both take their time to load, and nothing else here needs them.
    from scipy.optimize import Bounds, LinearConstraint, milp

    edges = list(combinations(range(seats), 2))
    touches = np.array([[player in edge for edge in edges] for player in range(seats)], dtype=float)
    found = milp(
        np.array([cost(*edge) for edge in edges]),
        integrality=1,
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(touches, 1, 1),
        options={"mip_rel_gap": 0},
    )
    chosen = [edge for edge, taken in zip(edges, found.x, strict=True) if taken > 0.5]
    return [Meeting(number, ranked[one], at(other)) for one, other in chosen]


def _knockout(players: Sequence[str], results: Results) -> list[Meeting]:
    """Whoever loses a meeting is out; players are seeded as they are listed, and the best may have a round off."""
    slots = bracket(players)
    for number in range(1, int(log2(len(slots))) + 1):
        wanted: list[Meeting] = []
        winners: list[str] = []
        for one, other in zip(slots[::2], slots[1::2], strict=True):
            first, second = sorted((one, other), key=lambda player: _seed(players, player))
            assert first is not None
            play_off = 0
            while play_off <= PLAY_OFFS:
                meeting = Meeting(number, first, second, play_off)
                if meeting not in results:
                    wanted.append(meeting)
                    break
                if results[meeting][0] != results[meeting][1]:
                    break
                play_off += 1
            lost = meeting in results and results[meeting][0] < results[meeting][1]
            winners.append(second if lost and second is not None else first)
        if wanted:
            return wanted
        slots = [*winners]
    return []


def _seed(players: Sequence[str], player: str | None) -> int:
    return len(players) if player is None else players.index(player)


def bracket(players: Sequence[str]) -> list[str | None]:
    """The players beside each other who meet, so that the best two can meet in the last round only.

    >>> bracket("abcdef")
    ['a', None, 'd', 'e', 'b', None, 'c', 'f']
    """
    order = [0]
    while len(order) < len(players):
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return [players[seed] if seed < len(players) else None for seed in order]


def points_of(players: Sequence[str], results: Results) -> dict[str, float]:
    """What each player has scored, rounds off included."""
    points = dict.fromkeys(players, 0.0)
    for meeting, (one, other) in results.items():
        points[meeting.first] += one
        if meeting.second is not None:
            points[meeting.second] += other
    return points
