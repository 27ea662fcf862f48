"""What a training is told: which game and method, how many games, and how to learn from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import plyboard
from plyboard import engine, evaluation
from plyboard.evaluation import STANDARD
from plyboard.rules.core import PlyboardError, clip

METHODS = ("td", "tdleaf", "tune")

STARTS: Mapping[str, tuple[Mapping[str, Any], ...]] = {"hive": ({}, {"expansions": "MLP"})}
"""The starts of a game that has several worth learning from."""

OPENINGS = {"hiya": 4, "ricocheckers": 4, "pincer": 4, "hive": 4, "raichu": 4}
"""How many moves by chance begin each game, so that no two are alike and the players are about equal."""


class InvalidTraining(PlyboardError):
    """A training that cannot be: a setting that makes no sense, or an earlier training that does not fit."""


@dataclass(frozen=True)
class Settings:
    """How to train. What is None here is chosen by the method."""

    game: str
    method: str = "td"
    games: int = 10_000
    every: int = 1000
    """After so many games there is a proof and a checkpoint."""
    features: str = STANDARD
    start: str = "shipped"
    """The weights to begin with: `shipped`, `zero`, or a file."""
    trace: float = 0.7
    """Lambda: how much of the target is the game's end, and how much what was thought of the position on the way."""
    rate: float = 0.05
    """How far one step goes, in points for a usual difference of a feature (`tune` finds the optimum instead)."""
    seed: int = 1
    explore: float = 0.1
    nodes: int = 500
    """How many positions the engine looks at for a move (`td` looks one move ahead)."""
    opening: int = 4
    proof_games: int = 200
    patience: int = 5
    """Training ends early after so many checkpoints in a row without a better validation; 0 is never."""
    keep: tuple[str, ...] = ()
    """Features whose weights are not to change."""

    def __post_init__(self) -> None:
        if not engine.installed():
            raise InvalidTraining(f"self-play needs the engine; {engine.REMEDY}")
        known = evaluation.names(plyboard.game(self.game).name, self.features)  # Raises what is wrong with them.
        if self.method not in METHODS:
            raise InvalidTraining(f"the method is {clip(self.method)}, it must be one of {', '.join(METHODS)}")
        if self.method == "tdleaf" and self.features != STANDARD:
            raise InvalidTraining(
                f"tdleaf searches, and the engine judges by {STANDARD} features alone: use td or tune"
            )
        for name in self.keep:
            if name not in known:
                raise InvalidTraining(f"{self.game} has no feature {clip(name)} to keep; it has {', '.join(known)}")
        for name, least, most in _BOUNDS:
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidTraining(f"the {name} is {value}, it must be from {least} to {most}")

    def facts(self) -> dict[str, Any]:
        """All settings, as a checkpoint keeps them."""
        return asdict(self) | {"keep": list(self.keep)}

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Settings:
        """The settings that `facts` told."""
        return cls(**{part.name: facts[part.name] for part in fields(cls)} | {"keep": tuple(facts["keep"])})

    def starts(self) -> list[str]:
        """The texts of the positions in which games begin."""
        rules = plyboard.game(self.game)
        return [str(rules.start(**options)) for options in STARTS.get(self.game, ({},))]


_BOUNDS: tuple[tuple[str, float, float], ...] = (
    ("games", 1, 10**9),
    ("every", 2, 10**9),
    ("trace", 0, 1),
    ("rate", 0, 100),
    ("seed", 0, 2**31 - 1),
    ("explore", 0, 1),
    ("nodes", 1, 10**9),
    ("opening", 0, 1000),
    ("proof_games", 2, 10**6),
    ("patience", 0, 10**6),
)
