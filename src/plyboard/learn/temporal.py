"""Temporal differences: what is thought of a position moves toward what is thought later in the same game.

TD(λ) looks at the positions of the game. TDLeaf(λ) looks at those that a shallow search expects in the end, since
theirs are the values that decided.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from plyboard.learn.chances import SCALE, Floats, chances
from plyboard.learn.selfplay import Games

LARGE_STEPS = 100
"""After so many, steps shrink with the square root of their number."""


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


def step(slope: Floats, spread: Floats, rate: float, steps: int) -> Floats:
    """What to subtract from the weights after so many earlier steps; `spread` makes features alike."""
    found: Floats = rate / np.sqrt(1 + steps / LARGE_STEPS) * slope / spread**2
    return found


def gradient(games: Games, weights: Floats, trace: float) -> Floats:
    """In which direction the weights are wrong, by the temporal differences of all moves not left to chance."""
    leaves = len(games.leaf_ends) > 0
    seen = (games.leaves if leaves else games.features).astype(np.float64)
    thought = chances(seen @ weights)
    learning = ~games.explored
    if leaves:
        # Where the expected line ends the game nothing is judged: its end is known.
        goes_on = games.leaf_goes_on
        thought = np.where(goes_on, thought, (1 + games.leaf_ends.astype(np.float64)) / 2)
        learning &= goes_on
    ends = (1 + games.outcomes.astype(np.float64)) / 2
    errors = (thought - returns(thought, ends, games.rows, games.explored, trace))[learning]
    found: Floats = SCALE * (errors @ seen[learning]) / max(len(errors), 1)
    return found
