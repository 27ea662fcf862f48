"""What is good in Hive: a queen with air, free pieces while the other's are pinned, beetles near the other queen.

A piece is called free if it could leave its hex, were it its side's turn: nobody stands on it, and either it stands on
another piece itself, or the hive holds without it and it is not shut in.
"""

from __future__ import annotations

from plyboard.rules.hive import AROUND, COLOURS, NEIGHBOURS, ROW, SLIDES, Hive, HivePosition

# The features, each as White has it minus as Black has it.
FEATURES = (
    # The occupied hexes around the own queen.
    "queen_ring",
    # 1 if they are at least three, four, five.
    "queen_ring_3",
    "queen_ring_4",
    "queen_ring_5",
    # 1 if the own queen is free.
    "queen_free",
    # 1 if a piece of the other side is on top of the stack over the own queen.
    "queen_covered",
    # The free own pieces beside the own queen: they can give her air.
    "loose_guards",
    # The free own pieces of each kind.
    "free_ants",
    "free_beetles",
    "free_grasshoppers",
    "free_spiders",
    "free_mosquitoes",
    "free_ladybugs",
    "free_pillbugs",
    # The pieces of the other side that somebody stands on.
    "covered",
    # The hexes beside the other queen where a piece can be placed.
    "drops",
    # How near the free own beetles are to the other queen: 5 less one for each step, or 0 if they are far.
    "near_beetles",
    # 1 if the own pillbug stands beside the own queen, uncovered.
    "pillbug_guard",
    # The own pieces beside the own queen.
    "guards",
    # The free own pieces beside the other queen: they have done their work and should stay.
    "loose_attackers",
    # The own pieces beside the other queen that stand on another piece.
    "perched",
    # The hexes where a piece can be placed.
    "room",
    # 1 while the own queen is in hand.
    "queen_in_hand",
    # The own ants in hand.
    "ants_in_hand",
    # The free own pieces but the queen, times a quarter of the pieces in play: they matter more in a larger hive.
    "late_free",
    # 1 if it is White's turn, -1 if it is Black's.
    "to_move",
)

# The kinds of pieces that leave their hex by a slide alone.
SLIDERS = "QSAP"

# A beetle this far from the queen, or farther, is not near.
FAR = 5


def features(position: HivePosition) -> tuple[int, ...]:
    """The features of a position, in the order of `FEATURES`."""
    tops = {hex: stack[-1] for hex, stack in position.hive.stacks.items()}
    free = _free(position.hive)
    white, black = (_side(position, player, tops, free) for player in (0, 1))
    return (*(one - two for one, two in zip(white, black, strict=True)), 1 - 2 * position.player)


def _free(hive: Hive) -> set[str]:
    """The pieces that could leave their hex."""
    pillars = hive.pillars() if len(hive.stacks) > 1 else set()
    free = set()
    for hex, stack in hive.stacks.items():
        shut_in = stack[-1][1] in SLIDERS and not SLIDES[hive.surroundings.get(hex, 0)]
        if len(stack) > 1 or (hex not in pillars and not shut_in):
            free.add(stack[-1])
    return free


def _side(position: HivePosition, player: int, tops: dict[int, str], free: set[str]) -> tuple[int, ...]:
    """What one side has of each feature but the turn."""
    own, other = COLOURS[player], COLOURS[1 - player]
    hive, where = position.hive, position.where
    kinds = [piece[1] for piece in free if piece[0] == own]
    queen, other_queen = where.get(own + "Q"), where.get(other + "Q")
    ring = [] if queen is None else [tops[hex] for hex in _occupied_around(hive, queen)]
    guards = [piece for piece in ring if piece[0] == own]
    room = _room(hive, tops, own)
    hand = [piece[1] for piece in position.hand(player)]
    attackers = (
        [] if other_queen is None else [hex for hex in _occupied_around(hive, other_queen) if tops[hex][0] == own]
    )
    drops = near_beetles = 0
    if other_queen is not None:
        drops = sum(other_queen + offset in room for offset in AROUND)
        beetles = [where[piece] for piece in free if piece[:2] == own + "B"]
        near_beetles = sum(max(FAR - distance(hex, other_queen), 0) for hex in beetles)
    return (
        len(ring),
        int(len(ring) >= 3),
        int(len(ring) >= 4),
        int(len(ring) >= 5),
        kinds.count("Q"),
        int(queen is not None and tops[queen][0] == other),
        sum(piece in free for piece in guards),
        *(kinds.count(kind) for kind in "ABGSMLP"),
        sum(piece[0] == other for stack in hive.stacks.values() for piece in stack[:-1]),
        drops,
        near_beetles,
        int(own + "P" in guards),
        len(guards),
        sum(tops[hex] in free for hex in attackers),
        sum(len(hive.stacks[hex]) > 1 for hex in attackers),
        len(room),
        hand.count("Q"),
        hand.count("A"),
        sum(kind != "Q" for kind in kinds) * len(where) // 4,
    )


def _room(hive: Hive, tops: dict[int, str], own: str) -> set[int]:
    """The empty hexes that touch one side and not the other."""
    return {
        hex
        for hex in hive.surroundings.keys() - tops.keys()
        if all(tops[beside][0] == own for beside in _occupied_around(hive, hex))
    }


def _occupied_around(hive: Hive, hex: int) -> list[int]:
    """The occupied hexes around a hex."""
    return [hex + offset for offset in NEIGHBOURS[hive.surroundings.get(hex, 0)]]


def distance(one: int, other: int) -> int:
    """How many steps apart two hexes are.

    >>> distance(0, 3 * AROUND[0] + 2 * AROUND[1]), distance(AROUND[0], AROUND[3])
    (5, 2)
    """
    row = (other - one + ROW // 2) // ROW
    column = other - one - row * ROW
    return max(abs(row), abs(column), abs(row + column))
