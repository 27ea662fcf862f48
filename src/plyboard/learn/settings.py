"""What a training is told: which game and method, how many games, and how to learn from them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import plyboard
from plyboard import engine, evaluation
from plyboard.evaluation import STANDARD, Weights
from plyboard.rules.core import PlyboardError, clip

METHODS = ("td", "tdleaf", "tune", "net", "spsa")

STARTS: Mapping[str, tuple[Mapping[str, Any], ...]] = {"hive": ({}, {"expansions": "MLP"})}
"""The starts of a game that has several worth learning from."""


class InvalidTraining(PlyboardError):
    """A training that cannot be: a setting that makes no sense, or an earlier training that does not fit."""


def usual_trace(method: str, start: str) -> float:
    """Lambda where none is given: a search is trusted more than the end of the game, unless its weights are all zero.

    >>> usual_trace("td", "zero"), usual_trace("net", "shipped"), usual_trace("tune", "zero")
    (0.7, 0.4, 1.0)
    """
    if method not in ("tune", "net"):
        return Settings.trace
    if start == "zero":
        return 1.0
    return 0.1 if method == "tune" else 0.4


@dataclass(frozen=True)
class Settings:
    """How to train. The same settings give the same weights."""

    game: str
    method: str = "td"
    games: int = 10_000
    every: int = 1000
    """After so many games there is a proof and a checkpoint."""
    features: str = STANDARD
    start: str = "shipped"
    """The weights to begin with: `shipped`, `zero`, or a file."""
    trace: float = 0.7
    """Lambda: how much of the target is the game's end, and how much what was thought of positions on the way."""
    rate: float = 1.0
    """How far a step goes along the gradient, features made alike (`tune` has no steps: it finds the optimum)."""
    seed: int = 1
    explore: float = 0.1
    nodes: int = 300
    """How many positions the engine looks at for a move (`td` looks one move ahead)."""
    opening: int = 4
    """The moves by chance that begin each game, so that no two are alike."""
    keep: str = ""
    """Features whose weights stay as they are, with commas between: search may need what the games do not show."""
    ends: bool = False
    """Whether `tune` learns from positions whose end the search saw as well."""
    proof_games: int = 200
    patience: int = 5
    """Training ends early after so many proofs in a row without a better validation; 0 is never."""

    def __post_init__(self) -> None:
        if not engine.installed():
            raise InvalidTraining(f"self-play needs the engine: {engine.REMEDY}")
        if plyboard.game(self.game).name not in engine.names():
            raise InvalidTraining(f"the engine does not know {self.game}: nothing can be learned about it")
        names = evaluation.names(self.game, self.features)  # Raises what is wrong with them.
        for name in self._to_keep():
            if name not in names:
                raise InvalidTraining(f"{self.game} has no feature {clip(name)} to keep; it has {', '.join(names)}")
        if self.method not in METHODS:
            raise InvalidTraining(f"the method is {clip(self.method)}, it must be one of {', '.join(METHODS)}")
        if self.method in ("tdleaf", "net") and self.features != STANDARD:
            raise InvalidTraining(
                f"{self.method} searches, and the engine judges by {STANDARD} features alone: use td or tune"
            )
        for name, least, most in _BOUNDS:
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidTraining(f"{_flag(name)} is {value:g}, it must be from {least:g} to {most:g}")

    def kept(self) -> list[bool]:
        """For each feature whether its weight stays as it is."""
        return [name in self._to_keep() for name in evaluation.names(self.game, self.features)]

    def _to_keep(self) -> list[str]:
        return [name.strip() for name in self.keep.split(",") if name.strip()]

    @property
    def searches(self) -> bool:
        """Whether those who play look farther than one move."""
        return self.method != "td"

    @property
    def proof_nodes(self) -> int | None:
        """How far the players of a proof look ahead: as in training, where the engine knows the features."""
        return self.nodes if self.searches and self.features == STANDARD else None

    def facts(self) -> dict[str, Any]:
        """All settings, as a checkpoint keeps them."""
        return asdict(self)

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Settings:
        """The settings that `facts` told."""
        return cls(**{part.name: facts[part.name] for part in fields(cls)})

    def command(self) -> str:
        """The command that trains like this."""
        words = ["plyboard", "train", self.game]
        for part in fields(self)[1:]:
            value = getattr(self, part.name)
            if value is True:
                words.append(_flag(part.name))
            elif value != part.default or part.name in ("method", "games", "seed", "trace"):
                words += [_flag(part.name), Path(value).name if part.name == "start" else str(value)]
        return shlex.join(words)

    def starts(self) -> list[str]:
        """The texts of the positions in which games begin."""
        rules = plyboard.game(self.game)
        return [str(rules.start(**options)) for options in STARTS.get(self.game, ({},))]

    def start_weights(self) -> Weights:
        """The weights to begin with."""
        if self.start == "zero":
            return Weights(self.game, (0.0,) * len(evaluation.names(self.game, self.features)), self.features)
        if self.start == "shipped":
            return evaluation.shipped(self.game, self.features)
        weights = evaluation.load(self.start, self.game)
        if weights.features != self.features:
            raise InvalidTraining(
                f"{self.start} has weights of {weights.features} features, those to train are {self.features}"
            )
        return weights


def _flag(name: str) -> str:
    """How the command line calls a setting."""
    return "--lambda" if name == "trace" else f"--{name.replace('_', '-')}"


_BOUNDS: tuple[tuple[str, float, float], ...] = (
    ("games", 20, 10**9),
    ("every", 20, 10**9),
    ("trace", 0, 1),
    ("rate", 0, 100),
    ("seed", 0, 2**31 - 1),
    ("explore", 0, 1),
    ("nodes", 1, 10**9),
    ("opening", 0, 1000),
    ("proof_games", 2, 10**6),
    ("patience", 0, 10**6),
)
