"""A training from its first game to its last, a block of games at a time: play, learn, validate, prove, keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import plyboard
from plyboard import engine, evaluation
from plyboard.arena.pairs import Pairs
from plyboard.evaluation import STANDARD, Weights
from plyboard.evaluation.net import Net
from plyboard.learn import files
from plyboard.learn.chances import Floats, losses_without, spreads
from plyboard.learn.climbing import moved
from plyboard.learn.proof import Proof, prove, share, told
from plyboard.learn.selfplay import Games, Heard, Judge, Order, joined, orders, paired, play
from plyboard.learn.settings import InvalidTraining, Settings
from plyboard.learn.teaching import Sights, taught
from plyboard.learn.temporal import gradient, step
from plyboard.learn.tuning import Positions, all_positions, positions, tuned

BATCH = 100
"""Temporal differences and climbing take a step after so many games."""

VALIDATION = 10
"""One game in so many is not learned from: it tells how well the rest was learned."""

BETTER = 0.001
"""The share by which the validation has to be better to count as better."""

ONE_MOVE_UNIT = 1000
"""Weights go to the engine in whole hundredths, the unit of its search; one move ahead it takes finer ones as well."""


@dataclass(frozen=True)
class Block:
    """What one block of games has brought."""

    games: int
    """Played from the beginning of the training to the end of the block."""
    loss: float
    """How wrong the weights are about the games they were learned from, and, next, about others."""
    validation: float
    weights: list[float]
    proof: Proof

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Block:
        """The block that a checkpoint tells."""
        proof = {name: Pairs(tuple(counts)) for name, counts in facts["proof"].items()}
        return cls(**{**facts, "proof": proof})

    def facts(self) -> dict[str, Any]:
        """The block as a checkpoint keeps it."""
        return {**vars(self), "proof": {name: list(pairs.counts) for name, pairs in self.proof.items()}}


@dataclass
class State:
    """How far a training has come. Everything that follows is a function of this and the settings."""

    start: Floats
    weights: Floats
    played: int = 0
    waited: int = 0
    """So many blocks were no better than the best."""
    spread: Floats = field(default_factory=lambda: np.zeros(0))
    """How much each feature differs from position to position; nothing before the first game."""
    without: Floats = field(default_factory=lambda: np.zeros(0))
    """How much more wrong the weights would be without each feature, in the last block."""
    steps: int = 0
    """That temporal differences have taken."""
    blocks: list[Block] = field(default_factory=list)
    best: int | None = None
    """The block after which the weights did best in validation; None if that was before the first."""

    net: Net | None = None
    """The net that was taught last, the best one, which plays the games, and the one that came with the start."""
    best_net: Net | None = None
    start_net: Net | None = None

    @property
    def best_weights(self) -> Floats:
        """The weights that did best in validation: those that the training returns."""
        return self.start if self.best is None else np.array(self.blocks[self.best].weights)

    def facts(self) -> dict[str, Any]:
        """The state as a checkpoint keeps it: every number is read back as it was."""
        told = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in vars(self).items()}
        nets = {name: (net := getattr(self, name)) and net.facts() for name in _NETS}
        return {**told, **nets, "blocks": [block.facts() for block in self.blocks]}

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> State:
        """The state that `facts` told."""
        arrays = {part.name: np.array(facts[part.name], np.float64) for part in fields(cls) if part.type == "Floats"}
        nets = {name: Net.of(facts[name]) for name in _NETS if facts.get(name)}
        return cls(**{**facts, **arrays, **nets, "blocks": [Block.of(block) for block in facts["blocks"]]})


_NETS = ("net", "best_net", "start_net")
"""The parts of a state that are nets."""


class Trainer:
    """A training that keeps its state in a folder."""

    def __init__(self, settings: Settings, folder: Path, resume: bool = False, cluster: str | None = None) -> None:
        """A new training, or with `resume` the one that the folder holds, if it holds one."""
        self.settings, self.folder, self.cluster = settings, folder, cluster
        kept = files.load_checkpoint(folder)
        if kept is None:
            begin = settings.start_weights()
            start, net = np.array(begin.values), begin.net if settings.method == "net" else None
            self.state = State(start, start, net=net, best_net=net, start_net=net)
            return
        if not resume:
            raise InvalidTraining(
                f"{folder} holds a training already: add --resume to go on with it, or choose another"
            )
        for name, value in kept["settings"].items():
            if name != "games" and settings.facts()[name] != value:
                raise InvalidTraining(
                    f"the training in {folder} has {name} {value}, not {settings.facts()[name]}: "
                    "--resume goes on with the same settings, only --games may change"
                )
        self.state = State.of(kept["state"])

    @property
    def stopped(self) -> bool:
        """Whether validation has not become better for too long."""
        return 0 < self.settings.patience <= self.state.waited

    def run(self, heard: Heard = lambda _: None, proved: Callable[[Block], None] = lambda _: None) -> None:
        """Train to the end, or until it no longer helps.

        `heard` is told how many more games have been played to learn from, `proved` of each block that is finished.
        """
        settings, state = self.settings, self.state
        while state.played < settings.games and not self.stopped:
            games = min(settings.every, settings.games - state.played)
            learn = {"tune": self._tune, "net": self._teach, "spsa": self._climb}.get(
                settings.method, self._differences
            )
            learned, validation = learn(games, heard)
            state.played += games
            self._judge(learned, validation)
            files.save_checkpoint(self.folder, state.played, {"settings": settings.facts(), "state": state.facts()})
            proved(state.blocks[-1])

    def weights(self) -> Weights:
        """The best weights, with all that is known of them."""
        state, settings = self.state, self.settings
        best = "no better than the start"
        if state.best is not None:
            proof = state.blocks[state.best].proof
            best = f"{told(proof['start'])} against the start, {share(proof['random'])} against random"
        provenance: dict[str, Any] = {
            "command": replace(settings, games=max(settings.games, state.played)).command(),
            "seed": settings.seed,
            "games": state.played,
            "date": date.today().isoformat(),
            "result": best,
        }
        if settings.method == "net":  # The weights are those of the start, and come from elsewhere.
            provenance["weights"] = dict(settings.start_weights().provenance)
        values = tuple(round(float(weight), 4) for weight in state.best_weights)
        return Weights(settings.game, values, settings.features, provenance, state.best_net)

    def _differences(self, games: int, heard: Heard) -> tuple[Games, Games]:
        """TD(λ) or TDLeaf(λ), a step for each batch."""
        settings, state, parts = self.settings, self.state, []
        for first in range(state.played, state.played + games, BATCH):
            part = play(self._orders(first, min(BATCH, state.played + games - first)), self.cluster, heard)
            if not len(state.spread):
                state.spread = spreads(part)
            slope = gradient(_split(part)[0], state.weights, settings.trace)
            change = step(slope, state.spread, settings.rate, state.steps)
            state.weights = state.weights - np.where(settings.kept(), 0.0, change)
            state.steps += 1
            parts.append(part)
        return _split(joined(parts))

    def _tune(self, games: int, heard: Heard) -> tuple[Games, Games]:
        """Texel's method on all games so far."""
        state = self.state
        learned, validation = self._all_games(games, heard)
        known, unknown = self._positions(learned), self._positions(validation)
        state.weights = tuned(known, unknown, state.start, state.spread, np.array(self.settings.kept()))
        return learned, validation

    def _teach(self, games: int, heard: Heard) -> tuple[Games, Games]:
        """A new net learns from all games so far what the weights do not tell; they stay."""
        learned, validation = self._all_games(games, heard)
        self.state.net = taught(self._sights(learned), self._mirrors, self.settings.seed)
        return learned, validation

    def _all_games(self, games: int, heard: Heard) -> tuple[Games, Games]:
        """The games of all blocks, to learn from and for validation. Those of this block, the best so far plays."""
        state = self.state
        played = play(self._orders(state.played, games), self.cluster, heard)
        files.save_games(self._games_file(state.played + games), played)
        earlier = [files.load_games(self._games_file(block.games)) for block in state.blocks]
        learned, validation = _split(joined([*earlier, played]))
        state.spread = spreads(learned)
        return learned, validation

    @cached_property
    def _mirrors(self) -> NDArray[np.uint16]:
        return engine.known(plyboard.game(self.settings.game).start()).net_mirrors()

    def _sights(self, games: Games) -> Sights:
        return Sights.of(games, self.state.start, self.settings.trace, self._mirrors.shape[1])

    def _climb(self, games: int, heard: Heard) -> tuple[Games, Games]:
        """SPSA: the weights meet themselves, moved a little this way and that, and go where more games are won."""
        settings, state, parts = self.settings, self.state, []
        for number in range(state.played, state.played + games, BATCH):
            first, batch = number // 2 * 2, max(2, min(BATCH, state.played + games - number))  # In whole pairs.
            if not len(state.spread):
                state.spread = spreads(play(self._orders(first, batch), self.cluster))
            nudge = np.where(settings.kept(), 0.0, moved(state.weights, state.spread, settings.seed, first))
            this, that = (self._unit(state.weights + sign * nudge, settings.nodes) for sign in (1, -1))
            pattern = replace(self._pattern(), judge=Judge(this), explore=0.0)
            part = play(orders(pattern, settings.starts(), first, batch, Judge(that)), self.cluster, heard)
            state.weights = state.weights + settings.rate * (2 * paired(part.outcomes).score - 1) * nudge
            parts.append(part)
        return _split(joined(parts))

    def _games_file(self, played: int) -> Path:
        return self.folder / f"games-{played:09}.npz"

    def _judge(self, learned: Games, validation: Games) -> None:
        """Compare the weights with those before, on games that none of them was learned from and in matches."""
        settings, state = self.settings, self.state
        (known, _), (now, before) = self._losses(learned), self._losses(validation)
        state.without = losses_without(validation, state.weights)
        previous = np.array(state.blocks[-1].weights) if state.blocks else state.start
        in_play = {
            "start": self._judge_of(state.start, state.start_net),
            "previous": self._judge_of(previous, state.best_net),
        }
        proof = prove(settings, self._judge_of(state.weights, state.net), in_play, self.cluster)
        if settings.method == "spsa":
            best_score = 0.5 if state.best is None else state.blocks[state.best].proof["start"].score
            better = proof["start"].score > best_score
        else:
            better = now < (1 - BETTER) * before
        state.best, state.waited = (len(state.blocks), 0) if better else (state.best, state.waited + 1)
        state.best_net = state.net if better else state.best_net
        state.blocks.append(Block(state.played, known, now, state.weights.tolist(), proof))

    def _losses(self, games: Games) -> tuple[float, float]:
        """How wrong what was learned last is about games, and how wrong the best before it."""
        state = self.state
        if self.settings.method == "net":
            sights = self._sights(games)
            return sights.loss(state.net), sights.loss(state.best_net)
        judged = self._positions(games)
        return judged.loss(state.weights), judged.loss(state.best_weights)

    def _judge_of(self, weights: Floats, net: Net | None) -> Judge:
        return Judge(self._unit(weights, self.settings.proof_nodes), net)

    def _positions(self, games: Games) -> Positions:
        """What the weights are judged by."""
        settings = self.settings
        if settings.method == "tune":
            return positions(games, settings.trace, settings.ends)
        return positions(games, 1.0) if settings.searches else all_positions(games)

    def _orders(self, first: int, games: int) -> list[Order]:
        """The games with these numbers, to be played by the weights that are to learn."""
        return orders(self._pattern(), self.settings.starts(), first, games)

    def _pattern(self) -> Order:
        settings, state = self.settings, self.state
        nodes = settings.nodes if settings.searches else None
        weights = state.best_weights if settings.method == "tune" else state.weights
        if nodes and settings.features != STANDARD:  # The engine cannot judge by them, but play games for them.
            weights = np.array(evaluation.shipped(settings.game).values)
        return Order(
            settings.game,
            seed=2 * settings.seed,
            judge=Judge(self._unit(weights, nodes), state.best_net),
            explore=settings.explore,
            nodes=nodes,
            features=settings.features,
            leaves=settings.method == "tdleaf",
            sights=settings.method == "net",
            opening=settings.opening,
        )

    def _unit(self, weights: Floats, nodes: int | None) -> tuple[int, ...]:
        unit = 100 if nodes else ONE_MOVE_UNIT
        return tuple(int(weight) for weight in np.rint(unit * weights))


def _split(games: Games) -> tuple[Games, Games]:
    """The games to learn from, and those for validation."""
    kept = np.arange(len(games.rows)) % VALIDATION == 0
    return games.chosen(~kept), games.chosen(kept)
