"""Tuning as for chess engines by Texel's method: which weights foretell best how the games ended?

A logistic regression of the results on the features of quiet positions of engine games. The weights stay near those
they began with wherever the games do not say otherwise.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from plyboard.learn.chances import Floats, chances, loss, results
from plyboard.learn.selfplay import Games

PULL = 1e-5
"""How strongly the weights are held where they began."""

_SETTLED = 9_000_000
"""A search that thinks this much of a position has seen the end of the game: nothing is judged there."""


class Positions(NamedTuple):
    """What is learned from: features, and the chance to win that they should say."""

    features: Floats
    targets: Floats


def positions(games: Games, scale: float, trace: float, unit: float) -> Positions:
    """The quiet positions of games.

    The target is the result, mixed with what the search thought: it has seen more than the evaluation, and with less
    chance than the rest of the game.
    """
    wanted = games.quiet & (np.abs(games.values) < _SETTLED)
    thought = expit(scale * games.values[wanted] / unit)
    return Positions(games.features[wanted].astype(np.float64), trace * results(games)[wanted] + (1 - trace) * thought)


def tuned(learned: Positions, start: Floats, scale: float, spread: Floats, fixed: NDArray[np.bool_]) -> Floats:
    """The best weights; `spread` makes features alike that differ much or little, what is `fixed` does not change."""
    features, targets = learned.features / spread, learned.targets
    begin = start * spread

    def wrong(weights: Floats) -> tuple[float, Floats]:
        found = chances(features, weights, scale)
        away = weights - begin
        slope = scale * ((found - targets) @ features) / len(targets) + 2 * PULL * scale**2 * away
        return loss(found, targets) + PULL * scale**2 * float(away @ away), np.where(fixed, 0, slope)

    best: Floats = minimize(wrong, begin, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    return np.where(fixed, start, best / spread)
