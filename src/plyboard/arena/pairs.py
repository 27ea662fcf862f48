"""What a match says about two players: each opening is played twice, with the seats changed, and a pair counts as one.

Two games from one opening are not independent of each other, so errors are told from the five results that a pair can
have (the pentanomial model), as fastchess and Fishtest do it.
"""

from __future__ import annotations

from math import log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share of the points in a pair of games, from both lost to both won."""

CONFIDENCE = 0.95
"""In so many of all cases the truth lies within the errors."""

_SPREAD = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Pairs(NamedTuple):
    """How many pairs ended with 0, ½, 1, 1½ and 2 points for the first player of the match.

    >>> Pairs().plus(2).plus(0.5).plus(2).counts
    (0, 1, 0, 0, 2)
    """

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    def plus(self, points: float | None) -> Pairs:
        """With one more pair, in which the first player made so many points; None is no pair."""
        if points is None:
            return self
        place = round(2 * points)
        return Pairs((*self.counts[:place], self.counts[place] + 1, *self.counts[place + 1 :]))

    @property
    def total(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The share of the points; a half before there are any."""
        if not self.total:
            return 0.5
        return sum(score * count for score, count in zip(SCORES, self.counts, strict=True)) / self.total

    @property
    def score_error(self) -> float:
        """The share of the points that the true strength would give lies this far up or down."""
        if not self.total:
            return 0.5
        squares = ((score - self.score) ** 2 * count for score, count in zip(SCORES, self.counts, strict=True))
        return _SPREAD * sqrt(sum(squares)) / self.total

    @property
    def elo(self) -> float:
        """The difference in strength; infinite where all was won or lost."""
        return elo_of(self.score)

    @property
    def elo_error(self) -> float:
        """The true difference lies this far up or down; infinite where that cannot be told."""
        low, high = self.score - self.score_error, self.score + self.score_error
        return (elo_of(high) - elo_of(low)) / 2 if 0 < low < high < 1 else float("inf")

    @property
    def los(self) -> float:
        """How likely it is that the first player is the stronger one, from 0 to 1."""
        deviation = self.score_error / _SPREAD
        if not self.total or not deviation:
            return (self.score > 0.5) + (self.score == 0.5) / 2
        return NormalDist().cdf((self.score - 0.5) / deviation)


def elo_of(score: float) -> float:
    """The difference in Elo that a share of the points says.

    >>> elo_of(0.5), round(elo_of(0.75), 1), elo_of(1.0)
    (0.0, 190.8, inf)
    """
    if not 0 < score < 1:
        return float("inf") if score >= 1 else float("-inf")
    return -400 * log10(1 / score - 1) + 0.0  # Adding 0.0 makes a negative zero a zero.


def score_of(elo: float) -> float:
    """The share of the points that a difference in Elo promises.

    >>> score_of(0), round(score_of(190.8), 2)
    (0.5, 0.75)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))
