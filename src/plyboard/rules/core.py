"""What all games share: outcomes, typed errors, and how a position behaves.

`Position` and `Game` say what the rest of Plyboard relies on. `PythonPosition` is what a game told in Python
inherits from: the game's own file then holds only what differs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any, ClassVar, Protocol, Self


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: `winner` is 0, 1 or None for a draw, `reason` is for people to read."""

    winner: int | None
    reason: str


class PlyboardError(ValueError):
    """Whatever a user can get wrong; the message says what was wrong and what would be right."""


class UnknownGame(PlyboardError):
    """No game has this name."""


class UnknownBackend(PlyboardError):
    """No telling of the rules has this name, or it is not installed."""


class InvalidPosition(PlyboardError):
    """A text, or a start option, that describes no position of the game."""


class IllegalMove(PlyboardError):
    """A text that is no move, or a move that the rules forbid here."""


class GameOver(PlyboardError):
    """A move in a game that has already ended."""


class Position(Protocol):
    """A position is a value: it never changes, and `play` returns a new one."""

    @property
    def game(self) -> str:
        """The name under which `plyboard.game` finds the rules of this position."""

    @property
    def player(self) -> int:
        """0 or 1: whose move it is. Turns need not alternate."""

    def moves(self) -> list[str]:
        """The legal moves as texts, in a fixed order; none when the game is over."""

    def play(self, text: str, /) -> Self:
        """The position after a move, in any form the game reads."""

    def successors(self) -> list[tuple[str, Self]]:
        """Each legal move with the position it leads to."""

    def outcome(self) -> Outcome | None:
        """None while the game goes on."""


class Game(Protocol):
    """The rules of one game, by either telling."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def players(self) -> tuple[str, str]: ...
    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options that `start` takes."""

    def start(self, **options: Any) -> Position:
        """The position in which a game begins; the options are the game's own."""

    def parse(self, text: str) -> Position:
        """The position that a text describes; raises InvalidPosition."""


class PythonPosition(ABC):
    """A position of a game told in Python.

    A game gives its names, `start`, `parse`, `player`, `legal`, `after`, `outcome` and `__str__`; what is common to all
    games (checking a move, listing successors, equality) is here.
    """

    game: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[tuple[str, str]]

    _legal: Mapping[str, Any] | None = None

    @classmethod
    @abstractmethod
    def start(cls) -> Self:
        """The position in which a game begins. A game with options takes them as keywords."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """The position that a text describes; raises InvalidPosition."""

    @property
    @abstractmethod
    def player(self) -> int: ...

    @abstractmethod
    def legal(self) -> Mapping[str, Any]:
        """The legal moves: canonical text → whatever `after` wants to know. Empty when the game is over."""

    @abstractmethod
    def after(self, move: Any) -> Self:
        """The position after a move that `legal` listed."""

    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @abstractmethod
    def __str__(self) -> str: ...

    def read_move(self, text: str) -> str:
        """The canonical text of a move as a person may type it; raises IllegalMove where it is none."""
        return text.strip().lower()

    def why_not(self, move: str) -> str:
        """Why a readable move is not legal here."""
        return f"{clip(move)} is not a legal move here. Legal are: {', '.join(self.moves())}"

    def choices(self) -> Mapping[str, Any]:
        """`legal`, worked out once."""
        if self._legal is None:
            self._legal = self.legal()
        return self._legal

    def forget(self) -> None:
        """Give up what `choices` worked out: it takes far more room than the position itself."""
        self._legal = None

    def moves(self) -> list[str]:
        return list(self.choices())

    def play(self, text: str, /) -> Self:
        if not isinstance(text, str):
            raise IllegalMove(f"a move is a text, not {shown(text)}")
        choices = self.choices()
        if text not in choices:
            outcome = self.outcome()
            if outcome is not None:
                raise GameOver(f"the game is over ({outcome.reason}), {clip(text)} cannot be played")
            text = self.read_move(text)
            if text not in choices:
                raise IllegalMove(self.why_not(text))
        return self.after(choices[text])

    def successors(self) -> list[tuple[str, Self]]:
        return [(text, self.after(move)) for text, move in self.choices().items()]

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows; none where nobody has said how to draw one."""
        return _picture(self) if _picture else None

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"<{self.title}: {self}>"


_picture: Callable[[PythonPosition], str] | None = None


def draw_with(picture: Callable[[PythonPosition], str]) -> None:
    """Let positions show themselves in notebooks by a function that returns SVG: the rules know no drawing."""
    global _picture
    _picture = picture


class PythonGame:
    """The rules of a game as told by its `PythonPosition` class."""

    def __init__(self, position: type[PythonPosition]) -> None:
        self._position = position
        self.name = position.game
        self.title = position.title
        self.players = position.players
        self.options = tuple(signature(position.start).parameters)

    def start(self, **options: Any) -> PythonPosition:
        for option in options:
            if option not in self.options:
                known = ", ".join(self.options) or "none"
                raise InvalidPosition(f"{self.title} has no option {clip(option)}; it takes {known}")
        return self._position.start(**options)

    def parse(self, text: str) -> PythonPosition:
        if not isinstance(text, str):
            raise InvalidPosition(f"a position is a text, not {shown(text)}")
        return self._position.parse(text.strip())

    def __repr__(self) -> str:
        return f"<the rules of {self.title}>"


def clip(text: str, most: int = 40) -> str:
    """A user's text quoted for an error message, cut where it is long.

    >>> clip("e2e4")
    "'e2e4'"
    """
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def shown(value: object) -> str:
    """Any value for an error message, cut where it is long.

    >>> shown(9), shown("nine"), shown(10**5000)
    ('9', "'nine'", 'an object of type int')
    """
    if isinstance(value, str):
        return clip(value)
    try:
        text = repr(value)
    except Exception:  # A value may be too large to write, or not know how to.
        return f"an object of type {type(value).__name__}"
    return text if len(text) <= 40 else text[:39] + "…"
