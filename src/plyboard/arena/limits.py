"""How long players may think: seconds a move, or a clock for the game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plyboard import players
from plyboard.players import Engine, Player, Ugi, Uhp, levels
from plyboard.players.process import Program
from plyboard.rules.core import PlyboardError, clip

MARGIN = 0.5
"""Seconds by which a move may be late before the game is lost: other programs on the machine take time as well."""

MOVES_LEFT = 25
"""A player with a clock, but no idea of how to use it, expects to make so many more moves."""

_LIMITED = re.compile(r"[:,]\s*(time|depth|nodes|simulations|level)\s*=")


class BadLimit(PlyboardError):
    """A text that is no time limit."""


@dataclass(frozen=True)
class TimeLimit:
    """Seconds for each move, or, with an `increment`, for the whole game and those added after each move.

    >>> TimeLimit.read("0.1"), str(TimeLimit.read("60+0.5"))
    (TimeLimit(seconds=0.1, increment=None), '60+0.5')
    """

    seconds: float
    increment: float | None = None

    @classmethod
    def read(cls, text: str) -> TimeLimit:
        """The limit that a text such as `0.1` or `60+0.5` says."""
        seconds, plus, increment = text.partition("+")
        try:
            limit = cls(float(seconds), float(increment) if plus else None)
        except ValueError:
            limit = cls(-1)
        if not (0 < limit.seconds <= 86_400 and 0 <= (limit.increment or 0) <= 86_400):
            raise BadLimit(
                f"the time is {clip(text)}, it must be seconds a move, as in 0.1, "
                "or a clock with an increment, as in 60+0.5"
            )
        return limit

    def __str__(self) -> str:
        return f"{self.seconds:g}" if self.increment is None else f"{self.seconds:g}+{self.increment:g}"

    @property
    def clock(self) -> tuple[float, float] | None:
        """The seconds for the game and those added after each move, where it is a clock."""
        return None if self.increment is None else (self.seconds, self.increment)


def is_limited(line: str, player: Player) -> bool:
    """Whether a player's line says itself how long the player thinks."""
    if isinstance(player, Engine) and player.level is not None and player.level == levels.LAST:
        return player.time is not None or player.nodes is not None or player.depth is not None
    said = line.strip().removesuffix(player.command) if isinstance(player, Program) else line
    return _LIMITED.search(said) is not None


def timed(line: str, game: str, limit: TimeLimit | None) -> str:
    """A player's line with the time for a move, where the player can be told one and has no limit of its own.

    >>> timed("alphabeta", "hiya", TimeLimit(0.5)), timed("alphabeta:depth=2", "hiya", TimeLimit(0.5))
    ('alphabeta:time=0.5', 'alphabeta:depth=2')
    """
    player = players.seat(line, game)
    if limit is None or limit.increment is not None or "time" not in player.options() or is_limited(line, player):
        return line
    name, _, said = line.strip().partition(":")
    command = player.command if isinstance(player, Program) else ""
    options = ",".join(filter(None, [f"time={limit.seconds:g}", said.removesuffix(command).rstrip(":")]))
    timed = f"{name}:{options}:{command}" if command else f"{name}:{options}"
    players.seat(timed, game)  # A player may not like the time: a UHP engine thinks for whole seconds.
    return timed


def tell_clocks(player: Player, seat: int, left: list[float], increment: float) -> None:
    """Tell a player without a limit of its own what the clocks show, or how much of its time to use for a move."""
    share = max(min(left[seat] / MOVES_LEFT + 0.75 * increment, left[seat] / 2), 0.001)
    match player:
        case Engine():
            player.clock = (max(left[seat], 0.001), increment)
        case Ugi():
            player.clocks, player.increment = (left[0], left[1]), increment
        case Uhp():
            player.time = max(int(share), 1)
        case _ if "time" in player.options():
            player.time = share  # type: ignore[attr-defined]
