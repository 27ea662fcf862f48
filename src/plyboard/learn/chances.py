"""From the value of a position to the chance to win it, and how wrong such chances are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import expit

from plyboard.learn.selfplay import Games

Floats = NDArray[np.float64]

USUAL_SCALE = 0.4
"""What a point changes in the logarithm of the odds, where the games cannot tell."""

_SURE = 1e-9
"""No chance is nearer to 0 or 1: one game that ends otherwise must not outweigh all others."""


def chances(features: Floats, weights: Floats, scale: float) -> Floats:
    """The chance of player 0 in each position (a draw is half a win): the logistic function of the value.

    >>> chances(np.array([[0.0], [1.0]]), np.array([2.0]), 0.5)
    array([0.5       , 0.73105858])
    """
    found: Floats = expit(scale * (features @ weights))
    return found


def loss(found: Floats, targets: Floats) -> float:
    """How wrong chances are on average: the cross entropy, in nats. Always one half gives 0.693."""
    found = np.clip(found, _SURE, 1 - _SURE)
    return float(-(targets * np.log(found) + (1 - targets) * np.log1p(-found)).mean()) if len(found) else float("nan")


def results(games: Games) -> Floats:
    """For each row the result of its game for player 0: 1, a half or 0."""
    return np.repeat((1 + games.outcomes.astype(np.float64)) / 2, games.rows)


def fitting_scale(games: Games, weights: Floats) -> float:
    """How much of the logarithm of the odds a point is, if the weights are right."""
    values, ends = games.features.astype(np.float64) @ weights, results(games)
    if not np.ptp(values):
        return USUAL_SCALE
    found = minimize_scalar(lambda scale: loss(expit(scale * values), ends), bounds=(0.02, 5), method="bounded")
    return float(found.x)


def spreads(games: Games) -> Floats:
    """How much each feature differs from position to position; 1 for one that never does."""
    spread: Floats = games.features.astype(np.float64).std(axis=0)
    return np.where(spread > 0, spread, 1.0)


def losses_without(games: Games, weights: Floats, scale: float) -> Floats:
    """For each feature how much more wrong the chances are without it."""
    features, ends = games.features.astype(np.float64), results(games)
    values = features @ weights
    base = loss(expit(scale * values), ends)
    without = [values - weight * column for weight, column in zip(weights, features.T, strict=True)]
    return np.array([loss(expit(scale * found), ends) for found in without]) - base
