"""Climbing by playing: SPSA, simultaneous perturbation stochastic approximation (Spall, 1992).

All weights are moved at once, each up or down by chance, and the two sides play a match. Most of its result is chance
too, but what remains over many matches is the way up: towards weights that win, not only towards those that foretell.
"""

from __future__ import annotations

import numpy as np

from plyboard.learn.chances import Floats

SHARE = 0.25
"""A weight is moved by this share of itself,"""
POINTS = 0.05
"""and by so many points for a usual difference of its feature, so that weights near zero move as well."""


def moved(weights: Floats, spread: Floats, seed: int, number: int) -> Floats:
    """How far each weight is moved in the match that begins with this game."""
    signs = np.random.default_rng([seed, number]).choice([-1.0, 1.0], len(weights))
    found: Floats = signs * (SHARE * np.abs(weights) + POINTS / spread)
    return found
