"""The one file that imports the compiled engine: the same rules, at full speed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from plyboard import rules
from plyboard.rules.core import Game, Position

if TYPE_CHECKING:
    import plyboard_engine as compiled
else:
    try:
        import plyboard_engine as compiled
    except ImportError:
        compiled = None

REMEDY = "the compiled engine is not installed: install Rust (cargo), then run `make engine` or `pip install ./engine`"


class Numbers(Protocol):
    """The numbers of a net (`evaluation.net`)."""

    @property
    def rows(self) -> bytes:
        """Those of the hidden layer."""

    @property
    def result(self) -> bytes:
        """Their weights."""


class EngineGame:
    """The rules of a game as the compiled engine tells them."""

    def __init__(self, told: Game) -> None:
        self._told = told
        self.name = told.name
        self.title = told.title
        self.players = told.players
        self.options = told.options

    def start(self, **options: Any) -> Position:
        """The position in which a game begins."""
        return compiled.parse(self.name, str(self._told.start(**options)))

    def parse(self, text: str) -> Position:
        """The position that a text describes; raises InvalidPosition."""
        return compiled.parse(self.name, text)

    def __repr__(self) -> str:
        return f"<the compiled rules of {self.title}>"


def installed() -> bool:
    """Whether the compiled engine can be used."""
    return compiled is not None


@cache
def names() -> frozenset[str]:
    """The games that the installed engine knows; none without an engine."""
    return frozenset(compiled.games()) if installed() else frozenset()


def game(name: str) -> Game:
    """The compiled rules of a game that `names` lists."""
    return EngineGame(rules.game(name))


def known(position: Position) -> compiled.Position:
    """A position as the engine holds it, from either telling."""
    return position if isinstance(position, compiled.Position) else compiled.parse(position.game, str(position))


def net(numbers: Numbers | None) -> compiled.Net | None:
    """A net as the engine takes it; nothing stays nothing."""
    return None if numbers is None else compiled.Net(numbers.rows, numbers.result)


def searcher(megabytes: float) -> compiled.Searcher:
    """A search with a table of its own that lives as long as it does."""
    return compiled.Searcher(megabytes)
