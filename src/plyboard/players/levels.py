"""How the engine plays for people: each level of each game, set so that it beats the one below about as often."""

from __future__ import annotations

from typing import NamedTuple

LAST = 10
"""The level that is full strength: it plays as well as it can in the time it has, and is not in the table."""


class Level(NamedTuple):
    """How many positions are looked at for a move, and how many moves in a thousand are overlooked."""

    nodes: int
    overlook: int
    has_net: bool = False
    """Whether they are judged by a net too, or by what the features say alone."""


LEVELS = {
    "hiya": (
        Level(55, 217),
        Level(110, 146),
        Level(240, 98),
        Level(570, 66),
        Level(1_400, 40),
        Level(4_500, 20),
        Level(20_000, 7),
        Level(84_000, 2),
        Level(290_000, 0, has_net=True),
    ),
    "ricocheckers": (
        Level(26, 346),
        Level(38, 273),
        Level(69, 185),
        Level(190, 113),
        Level(590, 65),
        Level(2_100, 32),
        Level(9_500, 11),
        Level(34_000, 3),
        Level(200_000, 0),
    ),
    "pincer": (
        Level(18, 420),
        Level(34, 290),
        Level(53, 221),
        Level(94, 155),
        Level(260, 95),
        Level(650, 62),
        Level(1_600, 39),
        Level(3_500, 25),
        Level(4_600, 15, has_net=True),
    ),
    "hive": (
        Level(60, 210),
        Level(330, 50),
        Level(1_150, 25),
        Level(4_500, 10),
        Level(16_000, 5),
        Level(70_000, 2),
        Level(38_000, 0, has_net=True),
        Level(105_000, 0, has_net=True),
        Level(440_000, 0, has_net=True),
    ),
    "raichu": (
        Level(18, 420),
        Level(22, 378),
        Level(27, 336),
        Level(42, 253),
        Level(88, 159),
        Level(210, 106),
        Level(490, 71),
        Level(1_100, 47),
        Level(7_400, 12, has_net=True),
    ),
}
"""From the first level to the last but one. `bench/levels.py` measures how far they are apart."""


def of(game: str, level: int) -> Level | None:
    """How a level plays a game; nothing for the last one, which has no bounds."""
    return None if level == LAST else LEVELS[game][level - 1]
