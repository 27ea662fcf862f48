"""What all players share: how they are asked for a move, what they tell while they think, and their options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, ClassVar, Self

from plyboard import evaluation
from plyboard.evaluation import Weights
from plyboard.rules.core import GameOver, PlyboardError, Position, clip


class InvalidPlayer(PlyboardError):
    """A line that describes no player, or one who cannot play the game at hand."""


class PlayerFailed(PlyboardError):
    """A player who was to move and could not: whoever runs the game counts it as lost by that player."""


@dataclass(frozen=True)
class Thought:
    """The best move that a player has found so far, and why."""

    move: str
    value: float
    """How good the move is for the player to move, in points of the evaluation (`mcts`: -1 is lost, 1 is won)."""
    depth: int
    """How many plies the player has looked ahead."""
    nodes: int
    """How many positions (`mcts`: games) it took."""
    line: tuple[str, ...]
    """The moves it expects, this one first."""
    win: int | None = None
    """In how many plies the player to move wins, or, negative, loses; None where that is not known."""
    rank: int = 1
    """2 for the second best move, and so on, from players who tell more than one."""


@dataclass
class Player(ABC):
    """Whoever chooses a move in a game."""

    name: ClassVar[str]
    """The word that begins the player's line of text."""

    game: str

    @abstractmethod
    def choose(self, position: Position) -> str:
        """A legal move; raises GameOver where there is none."""

    def new_game(self) -> None:  # noqa: B027 (most have nothing to forget)
        """Forget other games, so that the next one is as if it were the first."""

    @classmethod
    def why_not(cls, game: str) -> str | None:
        """Why this player cannot play a game; None if it can."""
        return None

    @classmethod
    def options(cls) -> dict[str, Option]:
        """What may be said about this player after its name."""
        return {part.name: part.metadata["option"] for part in fields(cls) if "option" in part.metadata}

    @classmethod
    def form(cls) -> str:
        """How a line for this player looks, with all its options."""
        return f"{cls.name}:{','.join(f'{option}=' for option in cls.options())}" if cls.options() else cls.name

    @classmethod
    def seat(cls, game: str, said: str | None) -> Self:
        """The player that a line describes; `said` is what follows the colon after the name, None without a colon."""
        given: dict[str, Any] = {}
        for part in [] if said is None else said.split(","):
            option, equals, text = (piece.strip() for piece in part.partition("="))
            if not equals:
                raise InvalidPlayer(f"{clip(part)} is no option of {cls.name}: an option is written {cls._example()}")
            if option not in cls.options():
                near = get_close_matches(option, cls.options(), 1)
                hint = f"Did you mean {near[0]}? " if near else ""
                raise InvalidPlayer(f"{cls.name} has no option {clip(option)}. {hint}It is written {cls.form()}")
            if option in given:
                raise InvalidPlayer(f"{cls.name} is told {option} twice")
            given[option] = cls.options()[option].value(text, game, f"{option} of {cls.name}")
        return cls(game, **given)

    @classmethod
    def _example(cls) -> str:
        return f"{next(iter(cls.options()))}=VALUE" if cls.options() else f"OPTION=VALUE, and {cls.name} has none"


class Thinker(Player):
    """A player who tells each better move as it is found."""

    @abstractmethod
    def think(self, position: Position) -> Iterator[Thought]:
        """At least one thought; each is better than those before. Raises GameOver where there is no move."""

    def decide(self, position: Position) -> Thought:
        """The last thought about the best move."""
        return [thought for thought in self.think(position) if thought.rank == 1][-1]

    def choose(self, position: Position) -> str:
        """The move of the last thought."""
        return self.decide(position).move

    def stop(self) -> None:
        """Tell a `think` that has had its first thought, from another thread, to come to an end.

        A player who cannot be hurried goes on until its budget is spent.
        """


def successors(position: Position) -> list[tuple[str, Position]]:
    """Each legal move with the position it leads to, at least one; raises GameOver where there is none."""
    found: list[tuple[str, Position]] = list(position.successors())
    if not found:
        outcome = position.outcome()
        raise GameOver(f"the game is over{f' ({outcome.reason})' if outcome else ''}: there is no move to choose")
    return found


@dataclass(frozen=True)
class Option:
    """What may be said about a player, and how it is read."""

    help: str
    what: str
    """What a right value is, as in "it must be …"."""
    read: Callable[[str, str], Any]
    """From the text and the name of the game to the value; raises ValueError, or a PlyboardError that explains more."""
    bounds: tuple[int, int] | None = None
    """The least and the most that a whole number may be."""

    def value(self, text: str, game: str, name: str) -> Any:
        """The value that a text stands for; raises InvalidPlayer."""
        try:
            return self.read(text, game)
        except PlyboardError as error:
            raise InvalidPlayer(f"{name}: {error}") from error
        except ValueError:
            raise InvalidPlayer(f"the {name} is {clip(text)}, it must be {self.what}") from None


def option(option: Option, default: Any = None) -> Any:
    """A field of a player that its line of text may set."""
    return field(default=default, metadata={"option": option})


def whole(help: str, least: int, most: int) -> Option:
    """An option that is a whole number."""

    def read(text: str, game: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
            raise ValueError
        return int(text)

    return Option(help, f"a whole number from {least} to {most}", read, (least, most))


def seconds(help: str) -> Option:
    """An option that is a time."""
    most = 86_400

    def read(text: str, game: str) -> float:
        if not 0 < float(text) <= most:
            raise ValueError
        return float(text)

    return Option(help, f"a number of seconds, more than 0 and at most {most}", read)


DEPTH = whole("how many plies to look ahead", 1, 99)
TIME = seconds("how many seconds to think about a move")
NODES = whole("how many positions to look at", 1, 10**12)
SEED = whole("the same seed makes the same choices", 0, 2**63 - 1)
WEIGHTS = Option("a file with the weights of the evaluation", "a weights file", lambda text, game: _weights(text, game))


def _weights(path: str, game: str) -> Weights:
    if not path:
        raise ValueError
    return evaluation.load(path, game)
