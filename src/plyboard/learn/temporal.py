"""Temporal differences: what is thought of a position moves toward what is thought later in the same game.

TD(λ) looks at the positions of the game. TDLeaf(λ) looks at those that a shallow search expects in the end, since
theirs are the values that decided.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plyboard.learn.chances import Floats, chances
from plyboard.learn.selfplay import Games


def returns(
    thought: Floats, ends: Floats, rows: NDArray[np.uint32], explored: NDArray[np.bool_], trace: float
) -> Floats:
    """The λ-return of each row: the game's end, mixed with what was thought in each position on the way there.

    All games go backward in step. A move by chance is no consequence of what was thought: nothing is learned across it.

    >>> rows, explored = np.array([3], np.uint32), np.zeros(3, bool)
    >>> returns(np.array([0.5, 0.6, 0.7]), np.array([1.0]), rows, explored, 0.0)
    array([0.6, 0.7, 1. ])
    >>> returns(np.array([0.5, 0.6, 0.7]), np.array([1.0]), rows, explored, 1.0)
    array([1., 1., 1.])
    """
    found = thought.copy()
    begins = np.concatenate([[0], np.cumsum(rows)[:-1]]).astype(np.intp)
    following, following_return = ends.copy(), ends.copy()
    for back in range(1, int(rows.max(initial=0)) + 1):
        there = np.flatnonzero(rows >= back)
        row = begins[there] + rows[there].astype(np.intp) - back
        target = (1 - trace) * following[there] + trace * following_return[there]
        found[row] = np.where(explored[row], thought[row], target)
        following[there], following_return[there] = thought[row], found[row]
    return found


@dataclass
class Adam:
    """Steps along a gradient, each weight at its own pace (Kingma and Ba, 2015), smaller and smaller."""

    steps: int
    mean: Floats
    square: Floats

    _FORGET_MEAN = 0.9
    _FORGET_SQUARE = 0.99
    _LARGE_STEPS = 100
    """After so many, steps shrink with the square root of their number."""

    def step(self, gradient: Floats, rate: float) -> Floats:
        """What to subtract."""
        self.steps += 1
        self.mean = self._FORGET_MEAN * self.mean + (1 - self._FORGET_MEAN) * gradient
        self.square = self._FORGET_SQUARE * self.square + (1 - self._FORGET_SQUARE) * gradient**2
        mean = self.mean / (1 - self._FORGET_MEAN**self.steps)
        square = self.square / (1 - self._FORGET_SQUARE**self.steps)
        step: Floats = rate / np.sqrt(1 + self.steps / self._LARGE_STEPS) * mean / (np.sqrt(square) + 1e-8)
        return step


def gradient(games: Games, weights: Floats, scale: float, trace: float) -> Floats:
    """In which direction the weights are wrong, by the temporal differences of all moves not left to chance."""
    leaves = len(games.leaf_ends) > 0
    seen = (games.leaves if leaves else games.features).astype(np.float64)
    thought = chances(seen, weights, scale)
    learning = ~games.explored
    if leaves:
        # Where the expected line ends the game nothing is judged: its end is known.
        goes_on = games.leaf_goes_on
        thought = np.where(goes_on, thought, (1 + games.leaf_ends.astype(np.float64)) / 2)
        learning &= goes_on
    ends = (1 + games.outcomes.astype(np.float64)) / 2
    errors = (thought - returns(thought, ends, games.rows, games.explored, trace))[learning]
    found: Floats = scale * (errors @ seen[learning]) / max(len(errors), 1)
    return found
