"""Tuning as chess engines do it, by Texel's method: which weights foretell best how the games went on?

A logistic regression, on the features of quiet positions in engine games, of the results and of what the search
thought. The weights stay near those they began with wherever the games do not say otherwise.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from plyboard.learn.chances import SCALE, Floats, chances, loss, results
from plyboard.learn.selfplay import Games

PULL = 1e-5
"""How strongly the weights are held where they began."""

PATIENCE = 10
"""The regression ends after so many steps without a better validation."""

UNIT = 100
"""Values of a search are in hundredths of a point,"""
END = 9_000_000
"""and beyond this, it has seen the end of the game."""


class Positions(NamedTuple):
    """What is learned from: features, and the chance to win that they should say."""

    features: Floats
    targets: Floats

    def loss(self, weights: Floats) -> float:
        """How wrong weights are about them."""
        return loss(chances(self.features @ weights), self.targets)


def positions(games: Games, trace: float, ends: bool = False) -> Positions:
    """The quiet positions of games: those in which the best move changes nothing at once and no end is in sight.

    With `ends`, those as well in which the search saw the end: they tell what is as good as won.

    The target is the result, or with a `trace` below 1 a mixture with what the search thought: it has seen more than
    the evaluation, and there is less chance in it than in the rest of the game.
    """
    quiet = games.quiet & (ends | (np.abs(games.values) < END))
    thought = chances(games.values[quiet] / UNIT)
    return Positions(games.features[quiet].astype(np.float64), trace * results(games)[quiet] + (1 - trace) * thought)


def all_positions(games: Games) -> Positions:
    """Every position in which a move was chosen: what a player judges who looks one move ahead."""
    return Positions(games.features.astype(np.float64), results(games))


def tuned(learned: Positions, validation: Positions, start: Floats, spread: Floats, kept: NDArray[np.bool_]) -> Floats:
    """The weights that do best in the validation on the way to those that fit best; those to be kept stay.

    `spread` makes features alike that differ much or little.
    """
    features, begin = learned.features / spread, start * spread
    best, best_loss, waited = begin, validation.loss(start), 0

    def wrong(weights: Floats) -> tuple[float, Floats]:
        found, away = chances(features @ weights), weights - begin
        slope = SCALE * ((found - learned.targets) @ features) / len(features) + 2 * PULL * away
        return loss(found, learned.targets) + PULL * float(away @ away), np.where(kept, 0.0, slope)

    def validate(intermediate_result: dict[str, Floats]) -> None:
        nonlocal best, best_loss, waited
        weights = intermediate_result["x"].copy()
        found = validation.loss(weights / spread)
        if found < best_loss:
            best, best_loss, waited = weights, found, 0
        else:
            waited += 1
            if waited >= PATIENCE:
                raise StopIteration

    minimize(wrong, begin, jac=True, method="L-BFGS-B", callback=validate, options={"maxiter": 500})
    return best / spread
