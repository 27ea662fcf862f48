"""A training from its first game to its last, a block of games at a time: play, learn, prove, keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyboard import evaluation
from plyboard.evaluation import Weights
from plyboard.learn import files
from plyboard.learn.chances import USUAL_SCALE, Floats, chances, fitting_scale, loss, results, spreads
from plyboard.learn.selfplay import Games, Heard, Order, joined, play, score
from plyboard.learn.settings import InvalidTraining, Settings
from plyboard.learn.temporal import Adam, gradient
from plyboard.learn.tuning import positions, tuned

BATCH = 100
"""Temporal differences take a step after so many games."""

VALIDATION = 10
"""One game in so many is not learned from: it tells how well the others were learned."""

OPPONENTS = ("start", "random", "previous")
"""Whom the weights meet after each block: those they began with, chance, and those of the block before."""

_SEARCH_UNIT = 100
_ONE_MOVE_UNIT = 1000
"""The engine takes whole numbers. A search takes hundredths of a point; one move ahead, finer ones are as good."""

_PROOF_SEED = 2**32
"""Added to the seed of the training: a proof is played from other openings."""


@dataclass
class State:
    """How far a training has come. Everything that follows is a function of this and the settings."""

    start: Floats
    weights: Floats
    played: int = 0
    scale: float = USUAL_SCALE
    """What a point changes in the logarithm of the odds."""
    spread: Floats = field(default_factory=lambda: np.zeros(0))
    """How much each feature differs from position to position; nothing before the first game."""
    steps: int = 0
    mean: Floats = field(default_factory=lambda: np.zeros(0))
    square: Floats = field(default_factory=lambda: np.zeros(0))
    """With `steps` and `mean` what `Adam` remembers."""
    blocks: list[dict[str, Any]] = field(default_factory=list)
    """After each block: the games so far, losses, weights and proofs."""
    stopped: bool = False

    def facts(self) -> dict[str, Any]:
        """The state as a checkpoint keeps it: every number is read back as it was."""
        return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in vars(self).items()}

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> State:
        """The state that `facts` told."""
        arrays = {part.name: np.array(facts[part.name], np.float64) for part in fields(cls) if part.type == "Floats"}
        return cls(**{**facts, **arrays})


@dataclass
class Trainer:
    """A training that keeps its state in a folder."""

    settings: Settings
    folder: Path
    state: State
    cluster: str | None = None
    heard: Heard = lambda _: None
    """Hears how many more games have been played to learn from."""
    proved: Callable[[dict[str, Any]], None] = lambda _: None
    """Hears of each finished block."""

    @classmethod
    def begin(cls, settings: Settings, folder: Path, resume: bool, cluster: str | None = None) -> Trainer:
        """A new training, or the one that the folder holds."""
        kept = files.load_checkpoint(folder)
        if kept is None:
            start = np.array(_start_weights(settings).values)
            return cls(settings, folder, State(start, start.copy()), cluster)
        if not resume:
            raise InvalidTraining(f"{folder} holds a training already: add --resume to go on, or choose another")
        wanted = settings.facts()
        for name, value in kept["settings"].items():
            if name != "games" and wanted.get(name) != value:
                raise InvalidTraining(
                    f"the training in {folder} has {name} {value}, not {wanted.get(name)}: "
                    "--resume goes on with the same settings, only --games may change"
                )
        return cls(settings, folder, State.of(kept["state"]), cluster)

    def run(self) -> Weights:
        """Train to the end, or until it no longer helps; the weights."""
        state = self.state
        while state.played < self.settings.games and not state.stopped:
            before = state.weights
            games = min(self.settings.every, self.settings.games - state.played)
            played = self._tune(games) if self.settings.method == "tune" else self._differences(games)
            state.played += games
            state.blocks.append(self._measured(played, before))
            state.stopped = self._no_longer_improves()
            content = {"settings": self.settings.facts(), "state": state.facts()}
            files.save_checkpoint(self.folder, state.played, content)
            self.proved(state.blocks[-1])
        return self.weights

    @property
    def weights(self) -> Weights:
        """The weights so far."""
        values = tuple(round(float(weight), 4) for weight in self.state.weights)
        return Weights(self.settings.game, values, self.settings.features)

    def validation(self, games: Games) -> NDArray[np.bool_]:
        """Which games are for validation alone."""
        return np.equal(np.arange(len(games.rows)) % VALIDATION, VALIDATION - 1)

    def last_games(self) -> Games:
        """Some games as the weights play them now, to look at."""
        return play(self._orders(self.state.played, 2 * BATCH), self.cluster)

    def _first_look(self, games: Games) -> None:
        """What the first games tell of the features and of the unit of the weights."""
        state = self.state
        state.spread = spreads(games)
        state.mean, state.square = np.zeros_like(state.spread), np.zeros_like(state.spread)
        if state.start.any() and self.settings.features == evaluation.STANDARD:
            state.scale = fitting_scale(games, state.start)

    def _differences(self, games: int) -> Games:
        """TD(λ) or TDLeaf(λ), a step for each batch."""
        state, parts = self.state, []
        for first in range(state.played, state.played + games, BATCH):
            part = play(self._orders(first, min(BATCH, state.played + games - first)), self.cluster, self.heard)
            if not first:
                self._first_look(part)
            adam = Adam(state.steps, state.mean, state.square)
            learned = part.only(~self.validation(part))
            slope = gradient(learned, state.weights, state.scale, self.settings.trace) / state.spread
            step = adam.step(slope, self.settings.rate) / state.spread
            state.weights = np.where(self._fixed(), state.weights, state.weights - step)
            state.steps, state.mean, state.square = adam.steps, adam.mean, adam.square
            parts.append(part)
        return joined(parts)

    def _tune(self, games: int) -> Games:
        """Texel's method on all games so far; the weights of the start play them all."""
        state = self.state
        played = play(self._orders(state.played, games), self.cluster, self.heard)
        files.save_games(self._games_file(len(state.blocks)), played)
        if not state.played:
            self._first_look(played)
        every = joined([*(files.load_games(self._games_file(block)) for block in range(len(state.blocks))), played])
        learned = positions(every.only(~self.validation(every)), state.scale, self.settings.trace, _SEARCH_UNIT)
        state.weights = tuned(learned, state.start, state.scale, state.spread, self._fixed())
        return every

    def _measured(self, games: Games, before: Floats) -> dict[str, Any]:
        """What a block has brought: losses, weights, and matches as proof."""
        held_out = self.validation(games)
        proofs = {}
        for opponent in OPPONENTS:
            against = before if opponent == "previous" else self.state.start
            proofs[opponent] = list(score(self._proof_orders(against, opponent == "random"), self.cluster).counts)
        return {
            "games": self.state.played,
            "loss": self._loss(games.only(~held_out), self.state.weights),
            "validation": self._loss(games.only(held_out), self.state.weights),
            "validation_before": self._loss(games.only(held_out), before),
            "weights": self.state.weights.tolist(),
            "proofs": proofs,
        }

    def _loss(self, games: Games, weights: Floats) -> float:
        seen = games.quiet
        features = games.features[seen].astype(np.float64)
        return loss(chances(features, weights, self.state.scale), results(games)[seen])

    def _no_longer_improves(self) -> bool:
        patience = self.settings.patience
        last = self.state.blocks[-patience:] if patience else []
        return len(last) == patience > 0 and all(block["validation"] >= block["validation_before"] for block in last)

    def _fixed(self) -> NDArray[np.bool_]:
        names = evaluation.names(self.settings.game, self.settings.features)
        return np.array([name in self.settings.keep for name in names])

    def _games_file(self, block: int) -> Path:
        return self.folder / f"games-{block:04}.npz"

    def _orders(self, first: int, games: int) -> list[Order]:
        """Games to learn from, shared out among the starts of the game."""
        settings, starts = self.settings, self.settings.starts()
        common: dict[str, Any] = {
            "first": first,
            "seed": settings.seed,
            "explore": settings.explore,
            "features": settings.features,
            "leaves": settings.method == "tdleaf",
            "opening": settings.opening,
            "nodes": None if settings.method == "td" else settings.nodes,
        }
        if settings.method == "tune" and not self._searches():
            # The engine plays by the standard features, whichever are learned.
            weights = tuple(evaluation.shipped(settings.game).hundredths())
        else:
            weights = self._whole(self.state.start if settings.method == "tune" else self.state.weights)
        shares = [games // len(starts) + (place < games % len(starts)) for place in range(len(starts))]
        return [
            Order(settings.game, start, weights, share, **common) for start, share in zip(starts, shares, strict=True)
        ]

    def _proof_orders(self, against: Floats, by_chance: bool) -> list[Order]:
        settings, starts = self.settings, self.settings.starts()
        common: dict[str, Any] = {
            "seed": settings.seed + _PROOF_SEED,
            "against": self._whole(against),
            "against_explore": float(by_chance),
            "features": settings.features,
            "opening": settings.opening,
            "nodes": settings.nodes if self._searches() else None,
        }
        pairs = -(-settings.proof_games // (2 * len(starts)))
        return [Order(settings.game, start, self._whole(self.state.weights), 2 * pairs, **common) for start in starts]

    def _searches(self) -> bool:
        """Whether a player with these weights looks farther ahead than one move."""
        return self.settings.method != "td" and self.settings.features == evaluation.STANDARD

    def _whole(self, weights: Floats) -> tuple[int, ...]:
        unit = _SEARCH_UNIT if self._searches() else _ONE_MOVE_UNIT
        return tuple(round(unit * weight) for weight in weights.tolist())


def _start_weights(settings: Settings) -> Weights:
    """The weights to begin with."""
    if settings.start == "zero":
        return Weights(
            settings.game, (0.0,) * len(evaluation.names(settings.game, settings.features)), settings.features
        )
    if settings.start == "shipped":
        return evaluation.shipped(settings.game, settings.features)
    weights = evaluation.load(settings.start, settings.game)
    if weights.features != settings.features:
        raise InvalidTraining(f"{settings.start} has weights of {weights.features} features, not {settings.features}")
    return weights
