"""Plyboard: five board games, one way to play them.

>>> import plyboard
>>> position = plyboard.game("hiya").start()
>>> str(position.play("e2b5"))
'3k3/III1AAA/a1a1iii/1N5/7/nnn1sss/SSS2NN/3K3 n'
"""

from __future__ import annotations

from plyboard import engine, rules
from plyboard.rules import games, register
from plyboard.rules.core import (
    Game,
    GameOver,
    IllegalMove,
    InvalidPosition,
    Outcome,
    PlyboardError,
    Position,
    UnknownBackend,
    UnknownGame,
    draw_with,
)
from plyboard.rules.counting import divide, perft

__version__ = "0.1.0"

__all__ = [
    "Game",
    "GameOver",
    "IllegalMove",
    "InvalidPosition",
    "Outcome",
    "PlyboardError",
    "Position",
    "UnknownBackend",
    "UnknownGame",
    "divide",
    "game",
    "games",
    "perft",
    "register",
]


def game(name: str, backend: str | None = None) -> Game:
    """The rules of a game: compiled if the engine is installed and knows the game, else as told in Python.

    `backend="python"` or `backend="engine"` insists on one of the two tellings.
    """
    told = rules.game(name)
    if backend not in (None, "python", "engine"):
        raise UnknownBackend(f"there is no backend {backend!r}; it is 'python' or 'engine'")
    if backend == "engine" and not engine.installed():
        raise UnknownBackend(engine.REMEDY)
    if backend == "engine" and told.name not in engine.names():
        raise UnknownBackend(
            f"the compiled engine does not know {told.title}; it knows {', '.join(sorted(engine.names()))}"
        )
    return told if backend == "python" or told.name not in engine.names() else engine.game(told.name)


def _picture(position: Position) -> str:
    from plyboard.draw import svg  # Only who looks at pictures waits for what draws them.

    return svg.board(position)


draw_with(_picture)
