"""From the value of a position to the chance to win it, and how wrong such chances are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from plyboard.learn.selfplay import Games
from plyboard.study.chances import SWING

Floats = NDArray[np.float64]

SCALE = 2 / SWING
"""What a point changes in the logarithm of the odds: the same everywhere, (1 + tanh(value / 3)) / 2 of the points."""

_SURE = 1e-9
"""No chance is nearer to 0 or 1: one game that ends otherwise must not outweigh all others."""


def chances(values: Floats) -> Floats:
    """The share of the points that player 0 can expect in positions of these values.

    >>> chances(np.array([0.0, 3.0]))
    array([0.5       , 0.88079708])
    """
    found: Floats = expit(SCALE * values)
    return found


def loss(found: Floats, targets: Floats) -> float:
    """How wrong chances are on average: the cross entropy, in nats. Always one half gives 0.693."""
    if not len(found):
        return float("nan")
    found = np.clip(found, _SURE, 1 - _SURE)
    return float(-(targets * np.log(found) + (1 - targets) * np.log1p(-found)).mean())


def results(games: Games) -> Floats:
    """For each row the result of its game for player 0: 1, a half or 0."""
    return np.repeat((1 + games.outcomes.astype(np.float64)) / 2, games.rows)


def spreads(games: Games) -> Floats:
    """How much each feature differs from position to position; 1 for one that never does."""
    spread: Floats = games.features.astype(np.float64).std(axis=0)
    return np.where(spread > 0, spread, 1.0)


def losses_without(games: Games, weights: Floats) -> Floats:
    """For each feature how much more wrong the chances are without it."""
    features, ends = games.features.astype(np.float64), results(games)
    values = features @ weights
    whole = loss(chances(values), ends)
    parts = zip(weights, features.T, strict=True)
    return np.array([loss(chances(values - weight * column), ends) - whole for weight, column in parts])
