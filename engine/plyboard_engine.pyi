"""The rules of Plyboard's games at full speed."""

from collections.abc import Callable, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from plyboard.rules.core import Outcome

__all__ = ["Line", "Net", "Position", "Report", "Searcher", "games", "parse"]

@final
class Position:
    """A position of any game: a value that never changes, as in the Python telling."""

    @property
    def game(self) -> str: ...
    @property
    def player(self) -> int: ...
    def moves(self) -> list[str]: ...
    def play(self, text: str, /) -> Position: ...
    def successors(self) -> list[tuple[str, Position]]: ...
    def outcome(self) -> Outcome | None: ...
    def perft(self, depth: int, /) -> int:
        """Counts with the interpreter released; Ctrl-C stops it."""

    def features(self, set: str = "standard", /) -> list[int]:
        """What the evaluation sees, for player 0, in the order of `feature_names`."""

    def feature_names(self, set: str = "standard", /) -> list[str]:
        """The names of the features of a set."""

    def evaluate(self, weights: Sequence[int], net: Net | None = None, /) -> int:
        """What the evaluation says of the position to the player to move, in the unit of the weights."""

    def net_mirrors(self) -> NDArray[np.uint16]:
        """What a net sees, in each mirror of the board in which the game is the same, of each thing that it can see."""

    def selfplay(
        self,
        weights: Sequence[int],
        *,
        net: Net | None = None,
        games: int,
        first: int = 0,
        seed: int = 0,
        explore: float = 0.0,
        against: Sequence[int] | None = None,
        against_net: Net | None = None,
        against_explore: float = 0.0,
        depth: int | None = None,
        nodes: int | None = None,
        features: str = "standard",
        leaves: bool = False,
        sights: bool = False,
        opening: int = 0,
        most_plies: int = 400,
        threads: int = 1,
    ) -> dict[str, Any]:
        """Plays games from here with the interpreter released; Ctrl-C stops it.

        The arrays hold whole games: a row for each position after the opening, and for each game its rows and outcome.
        """

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str]]: ...

@final
class Line:
    """A line that a search expects, with its value for the player to move at the root."""

    @property
    def moves(self) -> list[str]: ...
    @property
    def value(self) -> float:
        """In points."""

    @property
    def win_in(self) -> int | None:
        """In how many plies the player to move wins, or loses if negative; None if neither is known."""

@final
class Report:
    """What a search has found so far."""

    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def table_permille(self) -> int:
        """How full the table is."""

    @property
    def playouts(self) -> int: ...
    @property
    def lines(self) -> list[Line]: ...

@final
class Net:
    """A small network that corrects what the features say of a position."""

    def __new__(cls, rows: bytes, result: bytes) -> Net:
        """A row of numbers for each thing that is seen and a last one that is always added; the weights of their sum.

        All numbers have two bytes, the low one first.
        """

@final
class Searcher:
    """A table, and one search at a time that uses it."""

    def __new__(cls, megabytes: float = 64.0) -> Searcher: ...
    def stop(self) -> None:
        """Ends a running search, which then returns what it has found."""

    def clear(self) -> None:
        """Forgets what earlier searches found."""

    def search(
        self,
        position: Position,
        weights: Sequence[int],
        *,
        net: Net | None = None,
        method: str = "alphabeta",
        time: float | None = None,
        clock: tuple[float, float] | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
        lines: int = 1,
        overlook: int = 0,
        report: Callable[[Report], object] | None = None,
    ) -> Report:
        """Looks ahead with the interpreter released. `report` is called with a Report after each depth."""

def games() -> list[str]:
    """The names of the games this engine knows."""

def parse(game: str, text: str, /) -> Position:
    """The position of a game that a text describes."""
