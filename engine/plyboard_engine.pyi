"""The rules of Plyboard's games at full speed."""

from typing import Any, final

from plyboard.rules.core import Outcome

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

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str]]: ...

def games() -> list[str]:
    """The names of the games this engine knows."""

def parse(game: str, text: str, /) -> Position:
    """The position of a game that a text describes."""
