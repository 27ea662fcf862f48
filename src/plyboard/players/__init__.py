"""Whoever chooses a move. A player is a line of text, the same one wherever a player sits down:

>>> import plyboard
>>> player = seat("alphabeta:depth=2", "hiya")
>>> player.choose(plyboard.game("hiya").parse("3k3/7/7/1N5/7/i6/7/3K3 s"))
'b5d7'
"""

from __future__ import annotations

from difflib import get_close_matches

from plyboard import rules
from plyboard.players.alphabeta import AlphaBeta
from plyboard.players.core import InvalidPlayer, Option, Player, PlayerFailed, Thinker, Thought
from plyboard.players.engine_player import Engine
from plyboard.players.greedy import Greedy
from plyboard.players.human import Human
from plyboard.players.learned import Learned
from plyboard.players.mcts import Mcts
from plyboard.players.minimax import Minimax
from plyboard.players.random_player import Random
from plyboard.players.ugi_player import Ugi
from plyboard.players.uhp_player import Uhp
from plyboard.rules.core import clip, shown

__all__ = [
    "AlphaBeta",
    "Engine",
    "Greedy",
    "Human",
    "InvalidPlayer",
    "Learned",
    "Mcts",
    "Minimax",
    "Option",
    "Player",
    "PlayerFailed",
    "Random",
    "Thinker",
    "Thought",
    "Ugi",
    "Uhp",
    "players",
    "register",
    "seat",
    "strongest",
    "thinker",
]

_PLAYERS: dict[str, type[Player]] = {}

_STRONGEST_FIRST = ("engine", AlphaBeta.name)


def register(kind: type[Player]) -> None:
    """Make a player known everywhere under its name."""
    _PLAYERS[kind.name] = kind


def players() -> dict[str, type[Player]]:
    """All players by name."""
    return dict(_PLAYERS)


def seat(line: str, game: str) -> Player:
    """The player that a line describes, ready to play a game: a name, or a name with options.

    >>> seat("mcts:simulations=100,seed=1", "hive")
    Mcts(game='hive', time=None, simulations=100, seed=1)
    """
    if not isinstance(line, str):
        raise InvalidPlayer(f"a player is a line of text, not {shown(line)}")
    name, colon, said = line.strip().partition(":")
    kind = _PLAYERS.get(name.strip().lower())
    if kind is None:
        near = get_close_matches(name.lower(), _PLAYERS, 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise InvalidPlayer(f"there is no player {clip(name)}. {hint}The players are {', '.join(_PLAYERS)}")
    game = rules.game(game).name
    reason = kind.why_not(game)
    if reason is not None:
        raise InvalidPlayer(reason)
    return kind.seat(game, said if colon else None)


def thinker(line: str, game: str) -> Thinker:
    """As `seat`, for those who want to know more than a move; a player who does not think is refused."""
    player = seat(line, game)
    if not isinstance(player, Thinker):
        raise InvalidPlayer(f"{player.name} does not say what it thinks; {strongest(player.game)} does")
    return player


def strongest(game: str) -> str:
    """The name of the strongest player that can play a game here."""
    return next(name for name in _STRONGEST_FIRST if name in _PLAYERS and _PLAYERS[name].why_not(game) is None)


register(Human)
register(Random)
register(Greedy)
register(Minimax)
register(AlphaBeta)
register(Mcts)
register(Learned)
register(Engine)
register(Uhp)
register(Ugi)
