"""Elo ratings from all games at once, by maximum likelihood.

A difference of D points says that the stronger player scores 1 / (1 + 10^(-D/400)) of all points: the Bradley-Terry
model, with a draw as half a win and half a loss. At the maximum everyone has scored as much as their rating expects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.special import expit, log_expit

from plyboard.arena.scores import CrossTable, Tally
from plyboard.rules.core import PlyboardError, clip

ELO = 400 / log(10)
"""Points of Elo in one unit of the logistic function."""

CONFIDENCE = 1.96
"""Standard errors on either side of a rating that hold the truth in 95 of 100 cases."""

Floats = NDArray[np.float64]
Camps = NDArray[np.int32]
"""A number for each player; within a camp everyone has scored against everyone, by way of others if need be."""


class NoRating(PlyboardError):
    """Ratings that cannot be told from these games."""


@dataclass(frozen=True)
class Rating:
    """How strong a player is beside the others of its group."""

    elo: float
    error: float | None
    """The truth lies this far up or down in 95 of 100 cases; None where there is nothing to compare with."""
    bound: str = ""
    """`≥`, may be higher: it won every game against weaker ones; `≤`, may be lower: it lost every game against stronger
    ones; `~`, either."""
    group: int = 0
    """Ratings compare only within a group: no games connect two of them."""


def rate(table: CrossTable, players: Sequence[str], anchor: str | None = None) -> dict[str, Rating]:
    """The ratings of players from their games; `anchor` has the rating 0, without one the mean of a group is 0.

    Where someone has won or lost all games against the rest, no finite rating is the most likely. One draw is then
    supposed between the two sides, spread over their games, and `bound` says so.
    """
    if anchor is not None and anchor not in players:
        raise NoRating(f"the anchor {clip(anchor)} is not among the players: {', '.join(players)}")
    if not players:
        return {}
    found: dict[str, Rating] = {}
    _, groups = connected_components(_matrix(table, players, "games"), directed=False)
    for group in range(max(groups) + 1):
        members = [player for player, its in zip(players, groups, strict=True) if its == group]
        found |= _rate_group(table, members, anchor if anchor in members else None, group)
    return {player: found[player] for player in players}


def _matrix(table: CrossTable, players: Sequence[str], what: str) -> Floats:
    """One number of the tallies of each player against each other."""
    rows = [[getattr(table.get((one, other), Tally()), what) for other in players] for one in players]
    return np.array(rows, dtype=np.float64)


def _rate_group(table: CrossTable, players: Sequence[str], anchor: str | None, group: int) -> dict[str, Rating]:
    if len(players) == 1:
        return {players[0]: Rating(0.0, None, group=group)}
    games, points, draws = (_matrix(table, players, what) for what in ("games", "points", "draws"))
    _, camps = connected_components(points, connection="strong")
    fixed = None if anchor is None else players.index(anchor)
    bounds = _bounds(points, camps, fixed)
    points += _supposed(games, camps)
    strengths = _most_likely(points)
    scatter = _scatter(points, strengths)
    # A draw scatters less than a win or a loss: the variance of a score is E(1 - E) - draws/4. One more game that is no
    # draw keeps the errors above zero where all games were drawn.
    calm = 1 - min(draws.sum() / (4 * scatter.sum() + 2), games.sum() / (games.sum() + 2))
    covariance = np.linalg.pinv(_curvature(scatter), hermitian=True) * calm
    each = np.eye(len(players))
    view = each - (1 / len(players) if fixed is None else each[fixed])
    elos = ELO * view @ strengths
    errors = CONFIDENCE * ELO * np.sqrt(np.maximum(np.diag(view @ covariance @ view.T), 0))
    rated = zip(players, elos, errors, bounds, strict=True)
    return {player: Rating(float(elo), float(error), bound, group) for player, elo, error, bound in rated}


def _supposed(games: Floats, camps: Camps) -> Floats:
    """The points to suppose between camps that met, one of which won every game: a draw, spread over these games."""
    supposed = np.zeros_like(games)
    for one, other in permutations(range(max(camps) + 1), 2):
        between = games * np.outer(camps == one, camps == other)
        if between.any():
            supposed += between / between.sum() / 2
    return supposed


def _scatter(points: Floats, strengths: Floats) -> Floats:
    """How far scores stray from what is expected: the variance of all games of each two players, were none drawn."""
    expected: Floats = expit(strengths[:, None] - strengths)
    return (points + points.T) * expected * (1 - expected)


def _curvature(scatter: Floats) -> Floats:
    """How fast the likelihood falls off around its maximum: the Hessian of its negative logarithm."""
    return np.diag(scatter.sum(axis=1)) - scatter


def _most_likely(points: Floats) -> Floats:
    """The strengths at which these points are the most likely; the first player's is 0, so that there is one answer."""

    def strengths(free: Floats) -> Floats:
        return np.append(np.zeros(1), free)

    def unlikely(free: Floats) -> float:
        return float(-(points * log_expit(np.subtract.outer(strengths(free), strengths(free)))).sum())

    def slope(free: Floats) -> Floats:
        expected: Floats = expit(np.subtract.outer(strengths(free), strengths(free)))
        surplus: Floats = ((points + points.T) * expected - points).sum(axis=1)
        return surplus[1:]

    def curvature(free: Floats) -> Floats:
        return _curvature(_scatter(points, strengths(free)))[1:, 1:]

    from scipy.optimize import minimize  # It takes its time to load: not for those who rate nobody.

    start = np.zeros(len(points) - 1)
    found = minimize(unlikely, start, method="trust-exact", jac=slope, hess=curvature, options={"gtol": 1e-9})
    return strengths(found.x)


def _bounds(points: Floats, camps: Camps, anchor: int | None) -> list[str]:
    """In what direction ratings are open: beside the anchor's camp, else the largest, or everyone if all are alone."""
    reached = np.isfinite(shortest_path(points, unweighted=True))
    only_won = reached & ~reached.T
    sizes = np.bincount(camps)
    home = np.argmax(sizes) if anchor is None else camps[anchor]
    compared = camps == home if anchor is not None or sizes[home] > 1 else np.full(len(camps), True)
    up, down = only_won[:, compared].any(axis=1), only_won[compared].any(axis=0)
    return [str(bound) for bound in np.select([compared & ~up & ~down, up & ~down, down & ~up], ["", "≥", "≤"], "~")]
