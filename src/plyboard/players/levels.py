"""How the engine plays for people: each level of each game, set so that it beats the one below about as often."""

from __future__ import annotations

from typing import NamedTuple

LAST = 10
"""The level that is full strength: it plays as well as it can in the time it has, and is not in the table."""

FIRST_WITH_NET = 9
"""The levels below are set for what the features say, and judge by them alone."""


class Level(NamedTuple):
    """How many positions are looked at for a move, and how many moves in a thousand are overlooked."""

    nodes: int
    overlook: int


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
        Level(290_000, 0),
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
        Level(4_600, 15),
    ),
    "hive": (
        Level(38, 268),
        Level(208, 108),
        Level(670, 60),
        Level(2_400, 29),
        Level(7_100, 14),
        Level(17_000, 7),
        Level(61_000, 3),
        Level(240_000, 0),
        Level(190_000, 0),
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
        Level(7_400, 12),
    ),
}
"""From the first level to the last but one. `bench/levels.py` measures how far they are apart."""
