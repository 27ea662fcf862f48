"""What makes a position good: a game's named features, and their weights.

The value of a position is the sum of its features, each times its weight; positive is good for player 0. The features
are told here in Python and again in the engine; the weights are data that both use.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from plyboard import rules
from plyboard.evaluation import hive, hiya, pincer, raichu, ricocheckers
from plyboard.rules.core import PlyboardError, Position

VERSION = 1


class InvalidWeights(PlyboardError):
    """A weights file that cannot be used for the game at hand."""


@dataclass(frozen=True)
class Features:
    """The features of one game: their names, and how to find them in a position told in Python."""

    names: tuple[str, ...]
    of: Callable[[Any], tuple[int, ...]]


_FEATURES: dict[str, Features] = {}

# A game that nobody has judged yet: all its positions are alike.
_UNJUDGED = Features((), lambda _: ())


def register(game: str, names: tuple[str, ...], of: Callable[[Any], tuple[int, ...]]) -> None:
    """Tell what is good in a game: the names of its features, and a function from a position to their values."""
    _FEATURES[game] = Features(names, of)


def names(game: str) -> tuple[str, ...]:
    """The names of a game's features, none for a game that has not registered any."""
    return _FEATURES.get(game, _UNJUDGED).names


def features(position: Position) -> tuple[int, ...]:
    """The features of a position of either backend, in the order of `names`.

    >>> import plyboard
    >>> features(plyboard.game("pincer").start())[0]
    0
    """
    compiled = getattr(position, "features", None)
    if compiled is not None:
        return tuple(compiled())
    return _FEATURES.get(position.game, _UNJUDGED).of(position)


@dataclass(frozen=True)
class Weights:
    """What one unit of each feature of a game is worth, in points."""

    game: str
    values: tuple[float, ...]

    def value(self, position: Position) -> float:
        """How good a position is for player 0.

        >>> import plyboard
        >>> shipped("pincer").value(plyboard.game("pincer").parse("7/7/7/2TT3/7/7/C6 t - 20")) > 0
        True
        """
        return sum(weight * feature for weight, feature in zip(self.values, features(position), strict=True))

    def hundredths(self) -> list[int]:
        """The weights as the engine takes them: in whole hundredths of a point."""
        return [round(100 * weight) for weight in self.values]


@cache
def shipped(game: str) -> Weights:
    """The weights that come with Plyboard; none for a game without features."""
    if not names(game):
        return Weights(game, ())
    file = resources.files(__name__) / "weights" / f"{game}.json"
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
    if content.get("version") != VERSION:
        raise InvalidWeights(f"{source} has version {content.get('version')!r}, this Plyboard reads {VERSION}")
    if content.get("game") != game:
        raise InvalidWeights(f"{source} has the weights of {content.get('game')!r}, not of {game}")
    weights = content["weights"]
    if set(weights) != set(names(game)):
        wrong = ", ".join(sorted(set(weights) ^ set(names(game))))
        raise InvalidWeights(f"{source} does not fit the features of {game}: {wrong} missing or unknown")
    for name, weight in weights.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not abs(weight) <= 10_000:
            raise InvalidWeights(f"{source}: the weight of {name} is {weight!r}, not a number from -10000 to 10000")
    return Weights(game, tuple(float(weights[name]) for name in names(game)))


register("hiya", hiya.FEATURES, hiya.features)
register("ricocheckers", ricocheckers.FEATURES, ricocheckers.features)
register("pincer", pincer.FEATURES, pincer.features)
register("hive", hive.FEATURES, hive.features)
register("raichu", raichu.FEATURES, raichu.features)
