"""When enough games have been played to tell: the sequential probability ratio test.

It is the generalised test (GSPRT) on the results of pairs, with hypotheses in logistic Elo, as fastchess calls them:
each hypothesis is taken with the most likely distribution of results that has its mean (M. Van den Bergh, "Comments on
normalized Elo", proposition 1.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from plyboard.arena.pairs import SCORES, Pairs, score_of
from plyboard.rules.core import PlyboardError, clip

_NEVER = 1e-3
"""A result that never came counts as so many pairs: it may come yet."""


class BadTest(PlyboardError):
    """A text that describes no test."""


@dataclass(frozen=True)
class Sprt:
    """A test of whether the first player is `elo1` stronger, against being `elo0` stronger.

    >>> Sprt.read("0,20")
    Sprt(elo0=0.0, elo1=20.0, alpha=0.05, beta=0.05)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often elo1 may be accepted where elo0 is true."""
    beta: float = 0.05
    """How often elo0 may be accepted where elo1 is true."""

    @classmethod
    def read(cls, text: str) -> Sprt:
        """The test that a text such as `0,20` or `0,20,0.05,0.1` says."""
        try:
            numbers = [float(number) for number in text.split(",")]
            test = cls(*numbers) if len(numbers) in (2, 4) else None
        except ValueError:
            test = None
        if test is None or not (
            -4000 < test.elo0 < test.elo1 < 4000 and min(test.alpha, test.beta) > 0 and max(test.alpha, test.beta) < 0.5
        ):
            raise BadTest(
                f"the test is {clip(text)}, it must be elo0,elo1 or elo0,elo1,alpha,beta with elo0 below elo1, as in "
                "0,20, and alpha and beta between 0 and 0.5"
            )
        return test

    def __str__(self) -> str:
        return f"{self.elo0:g},{self.elo1:g},{self.alpha:g},{self.beta:g}"

    @property
    def bounds(self) -> tuple[float, float]:
        """At the first ratio elo0 is accepted, at the second elo1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        """The logarithm of how much more likely the results are with elo1 than with elo0."""
        if not pairs.total:
            return 0.0
        counts = [count or _NEVER for count in pairs.counts]
        return sum(
            count * log(after / before)
            for count, before, after in zip(
                counts,
                _most_likely(counts, score_of(self.elo0)),
                _most_likely(counts, score_of(self.elo1)),
                strict=True,
            )
        )

    def accepted(self, ratio: float) -> float | None:
        """The hypothesis that a ratio decides for, elo0 or elo1; None where more games are needed."""
        low, high = self.bounds
        return self.elo0 if ratio <= low else self.elo1 if ratio >= high else None


def _most_likely(counts: list[float], mean: float) -> list[float]:
    """The distribution with this mean that makes the counts most likely."""
    from scipy.optimize import brentq  # It takes its time to load, and most matches have no test.

    total = sum(counts)
    shares = [(count / total, score - mean) for count, score in zip(counts, SCORES, strict=True)]

    def balance(tilt: float) -> float:
        return sum(share * away / (1 + tilt * away) for share, away in shares)

    # Between these the probabilities are positive; the sum falls from endlessly many to endlessly few.
    low, high = -1 / (1 - mean), 1 / mean
    inside = 1e-12 * (high - low)
    tilt = brentq(balance, low + inside, high - inside, xtol=1e-14)
    return [share / (1 + tilt * away) for share, away in shares]
