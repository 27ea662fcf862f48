"""What makes a position good: a game's named features, and their weights.

The value of a position is the sum of its features, each times its weight; positive is good for player 0. The features
are told here in Python and again in the engine; the weights are data that both use.

A game may have several sets of features. The engine searches with the one called `standard`, which every game has; a
learner takes any. Weights may bring a net along, which corrects the sum for the engine alone: the other players judge
by what a person can read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from plyboard import rules
from plyboard.evaluation import hive, hiya, pincer, raichu, ricocheckers, ricocheckers_classic
from plyboard.evaluation.net import Net
from plyboard.rules.core import PlyboardError, Position, clip

VERSION = 3
"""Of a weights file. Earlier ones are read as well: the second had no nets, and the first said nothing of features or
where the weights come from."""

STANDARD = "standard"
"""The features that the engine searches with."""


class InvalidWeights(PlyboardError):
    """A weights file that cannot be used for the game at hand."""


class UnknownFeatures(PlyboardError):
    """A game has no set of features with this name."""


@dataclass(frozen=True)
class Features:
    """A set of features of one game: their names, and how to find them in a position told in Python."""

    names: tuple[str, ...]
    of: Callable[[Any], tuple[int, ...]]


_FEATURES: dict[str, dict[str, Features]] = {}

# A game that nobody has judged yet: all its positions are alike.
_UNJUDGED = {STANDARD: Features((), lambda _: ())}


def register(game: str, names: tuple[str, ...], of: Callable[[Any], tuple[int, ...]], kind: str = STANDARD) -> None:
    """Tell what is good in a game: the names of its features, and a function from a position to their values."""
    _FEATURES.setdefault(game, {})[kind] = Features(names, of)


def sets(game: str) -> tuple[str, ...]:
    """The names of a game's sets of features.

    >>> sets("ricocheckers")
    ('standard', 'classic')
    """
    return tuple(_FEATURES.get(game, _UNJUDGED))


def names(game: str, kind: str = STANDARD) -> tuple[str, ...]:
    """The names of a game's features, none for a game that has not registered any."""
    return _known(game, kind).names


def features(position: Position, kind: str = STANDARD) -> tuple[int, ...]:
    """The features of a position of either backend, in the order of `names`.

    >>> import plyboard
    >>> features(plyboard.game("pincer").start())[0]
    0
    """
    known = _known(position.game, kind)
    compiled = getattr(position, "features", None)
    return tuple(compiled(kind)) if compiled is not None else known.of(position)


def _known(game: str, kind: str) -> Features:
    known = _FEATURES.get(game, _UNJUDGED)
    if kind not in known:
        raise UnknownFeatures(f"{game} has no features called {clip(kind)}; it has {', '.join(known)}")
    return known[kind]


@dataclass(frozen=True)
class Weights:
    """What one unit of each feature of a game is worth, in points."""

    game: str
    values: tuple[float, ...]
    features: str = STANDARD
    """The set of features that they belong to."""
    provenance: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """Where they come from: the command that trained them, its seed, games and date, and how well they did."""

    net: Net | None = None
    """What the engine corrects their sum by."""

    def value(self, position: Position) -> float:
        """How good a position is for player 0.

        >>> import plyboard
        >>> shipped("pincer").value(plyboard.game("pincer").parse("7/7/7/2TT3/7/7/C6 t - 20")) > 0
        True
        """
        return sum(
            weight * feature for weight, feature in zip(self.values, features(position, self.features), strict=True)
        )

    def hundredths(self) -> list[int]:
        """The weights as the engine takes them: in whole hundredths of a point."""
        if self.features != STANDARD:
            raise InvalidWeights(f"the engine judges by the {STANDARD} features, these are weights of {self.features}")
        return [round(100 * weight) for weight in self.values]

    def text(self) -> str:
        """A weights file."""
        content = {
            "game": self.game,
            "version": VERSION,
            "features": self.features,
            "provenance": dict(self.provenance),
            "weights": dict(zip(names(self.game, self.features), self.values, strict=True)),
        }
        if self.net is not None:
            content["net"] = self.net.facts()
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


@cache
def shipped(game: str, kind: str = STANDARD) -> Weights:
    """The weights that come with Plyboard; none for a game without features."""
    if not names(game, kind):
        return Weights(game, ())
    file = resources.files(__name__) / "weights" / (f"{game}.json" if kind == STANDARD else f"{game}-{kind}.json")
    return _check(json.loads(file.read_text("utf-8")), game, file.name)


def load(path: str | Path, game: str) -> Weights:
    """The weights in a file; it must be of this game and have a weight for each of its features."""
    try:
        content = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise InvalidWeights(f"the weights {path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InvalidWeights(f"{path} is not a weights file: {error}") from error
    return _check(content, rules.game(game).name, str(path))


def _check(content: Any, game: str, source: str) -> Weights:
    if not isinstance(content, Mapping) or not isinstance(content.get("weights"), Mapping):
        raise InvalidWeights(f'{source} is not a weights file: it has no "weights"')
    version = content.get("version")
    if isinstance(version, bool) or version not in range(1, VERSION + 1):
        raise InvalidWeights(f"{source} has version {version!r}, this Plyboard reads 1 to {VERSION}")
    if content.get("game") != game:
        raise InvalidWeights(f"{source} has the weights of {content.get('game')!r}, not of {game}")
    kind, provenance = content.get("features", STANDARD), content.get("provenance", {})
    if kind not in sets(game):
        raise InvalidWeights(f"{source} has weights of {kind!r} features; {game} has {', '.join(sets(game))}")
    if not isinstance(provenance, Mapping):
        raise InvalidWeights(f'{source}: "provenance" is {provenance!r}, not what is known of the training by name')
    weights, wanted = content["weights"], names(game, kind)
    if set(weights) != set(wanted):
        wrong = ", ".join(sorted(set(weights) ^ set(wanted)))
        raise InvalidWeights(f"{source} does not fit the features of {game}: {wrong} missing or unknown")
    for name, weight in weights.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not abs(weight) <= 10_000:
            raise InvalidWeights(f"{source}: the weight of {name} is {weight!r}, not a number from -10000 to 10000")
    try:
        net = Net.of(content["net"]) if "net" in content else None
    except ValueError as error:
        raise InvalidWeights(f"{source} has a net that is none: {error}") from error
    return Weights(game, tuple(float(weights[name]) for name in wanted), kind, provenance, net)


register("hiya", hiya.FEATURES, hiya.features)
register("ricocheckers", ricocheckers.FEATURES, ricocheckers.features)
register("ricocheckers", ricocheckers_classic.FEATURES, ricocheckers_classic.features, "classic")
register("pincer", pincer.FEATURES, pincer.features)
register("hive", hive.FEATURES, hive.features)
register("raichu", raichu.FEATURES, raichu.features)
