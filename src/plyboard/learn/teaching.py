"""Teaching a net what the features do not see: it learns to correct their sum, from what came of positions in games.

A network with one hidden layer, by gradient descent (Adam) in steps that become smaller. A step takes some thousand
positions, in one of the mirrors of the board in which the game is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit

from plyboard.evaluation.net import HIDDEN, ONE, RESULT_ONE, Net
from plyboard.learn.chances import SCALE, Floats, chances, loss, results
from plyboard.learn.selfplay import Games
from plyboard.learn.tuning import UNIT

Singles = NDArray[np.float32]

EPOCHS = 30
"""How often each position is looked at."""

BATCH = 8192
"""Positions in a step."""

RATE = 0.01
"""How far the first steps go."""

RESULT_RATE = 100
"""How much farther those of the result's weights go: they are in hundredths of a point."""

LARGEST = 3.8
"""No number in a row is larger, so that a sum of all that stands on a board does not run over."""

LARGEST_RESULT = 2000.0


class Sights(NamedTuple):
    """What is learned from: what a net sees, what the features say, and the chance that both together should tell.

    All for the player to move.
    """

    seen: csr_array
    """A row for each position, a column for each thing that can be seen."""
    judged: Singles
    """In hundredths of a point."""
    targets: Singles

    @classmethod
    def of(cls, games: Games, weights: Floats, trace: float, inputs: int) -> Self:
        """The positions of games in which a move was not left to chance, noisy ones too: a search stops there as well.

        The target is the result, or with a `trace` below 1 a mixture with what the search thought.
        """
        wanted = ~games.explored
        ends = np.concatenate([[0], np.cumsum(games.input_counts, dtype=np.int64)])
        everything = csr_array((np.ones(len(games.inputs), np.float32), games.inputs, ends), (len(wanted), inputs))
        mover = np.where(games.players == 0, 1.0, -1.0)
        result = np.where(games.players == 0, results(games), 1 - results(games))
        targets = trace * result + (1 - trace) * chances(mover * games.values / UNIT)
        judged = UNIT * mover * (games.features @ weights)
        return cls(everything[wanted], judged[wanted].astype(np.float32), targets[wanted].astype(np.float32))

    def corrected(self, net: Net | None) -> Floats:
        """What the features and a net, or they alone, say of each position, in hundredths of a point."""
        judged = self.judged.astype(np.float64)
        if net is None:
            return judged
        rows, result = (np.frombuffer(part, "<i2").astype(np.float64) for part in (net.rows, net.result))
        rows = rows.reshape(-1, HIDDEN) / ONE
        corrections: Floats = np.clip(self.seen @ rows[:-1] + rows[-1], 0, 1) @ result / RESULT_ONE
        return judged + corrections

    def loss(self, net: Net | None) -> float:
        """How wrong a net is about them, or the features alone."""
        return loss(chances(self.corrected(net) / UNIT), self.targets.astype(np.float64))


def taught(sights: Sights, mirrors: NDArray[np.uint16], seed: int) -> Net:
    """A net that has learned from all of them."""
    chance = np.random.default_rng(seed)
    steps = EPOCHS * max(1, len(sights.targets) // BATCH)
    rows = chance.normal(0, 0.15, (mirrors.shape[1] + 1, HIDDEN)).astype(np.float32)
    rows[-1] = 0.3  # Above 0, so that all learn from the beginning.
    result = chance.normal(0, 20, HIDDEN).astype(np.float32)
    descents = _Descent(rows, LARGEST), _Descent(result, LARGEST_RESULT)
    for number, some in enumerate(_batches(len(sights.targets), steps, chance)):
        seen = sights.seen[some]
        seen.indices = mirrors[chance.integers(len(mirrors))][seen.indices].astype(seen.indices.dtype)
        sums = seen @ rows[:-1] + rows[-1]
        hidden = np.clip(sums, 0, 1)
        expected = expit(SCALE / UNIT * (sights.judged[some] + hidden @ result))
        # The slope of the mean squared error, as it goes back through the layers.
        wrong = 2 * SCALE / UNIT / len(some) * (expected - sights.targets[some]) * expected * (1 - expected)
        inside = np.outer(wrong, result) * ((sums > 0) & (sums < 1))
        rate = RATE * (1 + cos(pi * number / steps)) / 2
        descents[0].step(np.vstack([seen.T @ inside, inside.sum(axis=0)]), rate)
        descents[1].step(hidden.T @ wrong, RESULT_RATE * rate)
    return Net(_whole(ONE * rows), _whole(RESULT_ONE * result))


class _Descent:
    """Adam: each number goes against its own slope, as far as that slope is steady."""

    def __init__(self, numbers: Singles, largest: float) -> None:
        self.numbers, self.largest = numbers, largest
        self.slope, self.square = np.zeros_like(numbers), np.zeros_like(numbers)
        self.steps = 0

    def step(self, slope: Singles, rate: float) -> None:
        self.steps += 1
        self.slope += 0.1 * (slope - self.slope)
        self.square += 0.001 * (slope**2 - self.square)
        steady = self.slope / (1 - 0.9**self.steps)
        size = np.sqrt(self.square / (1 - 0.999**self.steps)) + 1e-10
        self.numbers -= (rate * steady / size).astype(np.float32)
        np.clip(self.numbers, -self.largest, self.largest, out=self.numbers)


def _batches(positions: int, steps: int, chance: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """The numbers of the positions for each step: all of them by chance, again and again."""
    order, at = chance.permutation(positions), 0
    for _ in range(steps):
        if at + BATCH > positions:
            order, at = chance.permutation(positions), 0
        yield order[at : at + BATCH]
        at += BATCH


def _whole(numbers: Singles) -> bytes:
    return np.rint(numbers).clip(-32768, 32767).astype("<i2").tobytes()
