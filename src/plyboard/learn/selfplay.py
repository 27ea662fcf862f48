"""Games that the engine plays by itself, as arrays: on all cores of this machine, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import plyboard
from plyboard import engine, workers
from plyboard.arena.pairs import Pairs
from plyboard.evaluation import STANDARD
from plyboard.evaluation.net import Net
from plyboard.rules.core import PlyboardError

CHUNK = 50
"""Games that are played in one go, between two looks at the progress."""

MOST_PLIES = 300
"""A game that has not ended then is a draw."""

_GOES_ON = 2
"""In `leaf_ends`: the expected line does not end with the game."""

Heard = Callable[[int], None]
"""Is told how many games have been played since it was told last."""


class SelfPlayFailed(PlyboardError):
    """Games that could not be played to their end."""


class Judge(NamedTuple):
    """What a player judges by."""

    weights: tuple[int, ...]
    net: Net | None = None


@dataclass(frozen=True)
class Order:
    """Games to be played from one start. Each number is the same game, wherever and beside whatever it is played."""

    game: str
    judge: Judge
    start: str = ""
    games: int = 0
    first: int = 0
    seed: int = 0
    explore: float = 0.0
    against: Judge | None = None
    """Someone else in the other seat; then two games have one opening, with the seats changed."""
    against_explore: float = 0.0
    nodes: int | None = None
    """How many positions are looked at for a move; None is one move ahead."""
    features: str = STANDARD
    leaves: bool = False
    sights: bool = False
    opening: int = 0


@dataclass(frozen=True)
class Games:
    """Whole games: a row for each position in which a move was chosen, one game after the other."""

    features: NDArray[np.int16]
    """What the evaluation sees in each position, for player 0."""
    values: NDArray[np.int32]
    """What the player thought of its move, for player 0, in the unit of the weights that it was given."""
    players: NDArray[np.uint8]
    """Who was to move."""
    quiet: NDArray[np.bool_]
    """Whether the move changed nothing at once, so that the evaluation of the position means something."""
    explored: NDArray[np.bool_]
    """Whether the move was left to chance."""
    rows: NDArray[np.uint32]
    """How many rows each game has."""
    outcomes: NDArray[np.int8]
    """Of each game: 1 if player 0 won, -1 if player 1 did, 0 for a draw."""
    leaves: NDArray[np.int16]
    """The features of the positions that the search expected in the end; no rows unless they were asked for."""
    leaf_ends: NDArray[np.int8]
    """The outcome where that line ended with the game, else 2; no rows unless they were asked for."""

    inputs: NDArray[np.uint16]
    """What a net sees in each position, one after the other; nothing unless it was asked for."""
    input_counts: NDArray[np.uint8]
    """How much that is in each position."""

    @property
    def leaf_goes_on(self) -> NDArray[np.bool_]:
        """Whether the game goes on in the position that the search expected in the end."""
        return np.equal(self.leaf_ends, _GOES_ON)

    def chosen(self, wanted: NDArray[np.bool_]) -> Games:
        """Some of the games, told by an array with a place for each."""
        kept = np.repeat(wanted, self.rows)
        parts = self.arrays()
        for name, part in parts.items():
            if name == "inputs":
                parts[name] = part[np.repeat(kept[: len(self.input_counts)], self.input_counts)]
            elif name in ("rows", "outcomes"):
                parts[name] = part[wanted]
            elif len(part) == len(kept):
                parts[name] = part[kept]
        return Games(**parts)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays by name, as they are kept in a file."""
        return {part.name: getattr(self, part.name) for part in fields(self)}


def joined(parts: Iterable[Games]) -> Games:
    """The games of several, one after the other."""
    listed = [part.arrays() for part in parts]
    return Games(**{name: np.concatenate([arrays[name] for arrays in listed]) for name in listed[0]})


def orders(
    pattern: Order,
    starts: Sequence[str],
    first: int,
    games: int,
    against: Judge | None = None,
    against_explore: float = 0.0,
) -> list[Order]:
    """The games with so many numbers from `first` on, shared out among the starts; against someone, in whole pairs."""
    whole = 1 if against is None else 2
    found = []
    for place, start in enumerate(starts):
        share = games // whole * (place + 1) // len(starts) * whole - games // whole * place // len(starts) * whole
        found.append(replace(pattern, start=start, first=first, games=share))
        first += share
    return [replace(order, against=against, against_explore=against_explore) for order in found if order.games]


def play(orders: Iterable[Order], cluster: str | None = None, heard: Heard = lambda _: None) -> Games:
    """Play what is ordered; the games come in the order of the orders, however they are shared out."""
    return joined(_in_order([part for order in orders for part in _chunks(order)], cluster, heard))


def score(orders: Iterable[Order], cluster: str | None = None, heard: Heard = lambda _: None) -> Pairs:
    """What the weights of paired games score against the others."""
    return paired(play(orders, cluster, heard).outcomes)


def paired(outcomes: NDArray[np.int8]) -> Pairs:
    """What the weights of paired games score, from the outcomes of the games."""
    points = (1 + outcomes.astype(float)) / 2
    pairs = Pairs()
    for first, second in zip(points[::2], points[1::2], strict=True):
        pairs = pairs.plus(float(first + 1 - second))
    return pairs


def _chunks(order: Order) -> Iterator[Order]:
    for first in range(0, order.games, CHUNK):
        yield replace(order, first=order.first + first, games=min(CHUNK, order.games - first))


def _in_order(parts: list[Order], cluster: str | None, heard: Heard) -> list[Games]:
    if cluster is None:
        played = []
        for part in parts:
            played.append(_play(part, workers.cores()))
            heard(part.games)
        return played
    done: dict[Order, Games] = {}
    for part, games in workers.run(_play, parts, cluster=cluster):
        if isinstance(games, workers.Lost):
            raise SelfPlayFailed(f"games of {part.game} could not be played: {games.reason}")
        done[part] = games
        heard(part.games)
    return [done[part] for part in parts]


def _play(order: Order, threads: int = 1) -> Games:
    start = engine.known(plyboard.game(order.game).parse(order.start))
    found = start.selfplay(
        order.judge.weights,
        net=engine.net(order.judge.net),
        games=order.games,
        first=order.first,
        seed=order.seed,
        explore=order.explore,
        against=order.against and order.against.weights,
        against_net=engine.net(order.against and order.against.net),
        against_explore=order.against_explore,
        nodes=order.nodes,
        features=order.features,
        leaves=order.leaves,
        sights=order.sights,
        opening=order.opening,
        most_plies=MOST_PLIES,
        threads=threads,
    )
    columns = found["features"].shape[1]
    nothing = {
        "leaves": np.zeros((0, columns), np.int16),
        "leaf_ends": np.zeros(0, np.int8),
        "inputs": np.zeros(0, np.uint16),
        "input_counts": np.zeros(0, np.uint8),
    }
    return Games(**nothing | found)
