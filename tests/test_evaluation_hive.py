"""What is good in Hive."""

from __future__ import annotations

import pytest

import plyboard
from plyboard import evaluation
from plyboard.evaluation.hive import FEATURES

GAME = plyboard.game("hive", backend="python")


def features(text: str) -> dict[str, int]:
    return dict(zip(FEATURES, evaluation.features(GAME.parse(text)), strict=True))


def test_nothing_is_good_at_the_start_but_to_move() -> None:
    assert {name: value for name, value in features("Base+MLP").items() if value} == {"to_move": 1}


def test_a_ring_is_counted_for_the_queen_inside() -> None:
    found = features("Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 \\wQ;bA1 bQ/;wA1 /bQ;bB1 bQ-")
    assert found["queen_ring"] == 1 - 4
    assert (found["queen_ring_3"], found["queen_ring_4"], found["queen_ring_5"]) == (-1, -1, 0)
    assert found["to_move"] == 1


def test_a_bridge_is_not_free() -> None:
    found = features("Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bB1 bQ-")
    assert (found["queen_free"], found["free_spiders"]) == (0, 0)
    assert (found["free_ants"], found["free_beetles"]) == (1, -1)


def test_a_beetle_on_the_queen_covers_her_and_makes_room_beside_her() -> None:
    moves = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bA1 bS1/;wB1 wS1;bA2 bA1/;wB1 bS1;bA3 bA2/;wB1 bQ"
    found = features(f"Base;InProgress;Black[6];{moves}")
    assert found["queen_covered"] == -1
    assert found["covered"] == 1
    assert found["drops"] > 0
    assert found["near_beetles"] == 5


def test_a_pillbug_guards_the_queen_beside_it() -> None:
    assert features("Base+P;InProgress;White[3];wP;bP wP-;wQ -wP;bS1 bP-")["pillbug_guard"] == 1


def test_a_beetle_beside_the_queen_may_stand_on_another_piece() -> None:
    moves = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bA1 bQ-;wB1 wS1;bA2 bA1-;wB1 bS1"
    found = features(f"Base;InProgress;Black[5];{moves}")
    assert (found["perched"], found["loose_attackers"]) == (1, 1)
    assert found["guards"] == 1 - 1
    assert (found["queen_in_hand"], found["ants_in_hand"]) == (0, 2)


def test_a_queen_in_hand_and_the_room_for_pieces_are_counted() -> None:
    found = features("Base;InProgress;White[3];wS1;bS1 wS1-;wA1 -wS1;bQ bS1-")
    assert found["queen_in_hand"] == 1
    assert found["room"] == 5 - 5


def test_free_pieces_count_by_the_size_of_the_hive() -> None:
    found = features("Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 \\wQ;bA1 bQ/;wA1 -wQ;bA1 bS1/")
    assert found["late_free"] == 0
    found = features("Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 \\wQ")
    assert (found["free_ants"], found["late_free"]) == (1, 5 // 4)


@pytest.mark.parametrize("expansions", ["", "M", "L", "P", "ML", "MP", "LP", "MLP"])
def test_who_is_ahead_does_not_depend_on_the_colour(expansions: str) -> None:
    """Black copies each of White's first moves on the other side, so that only the turn tells them apart."""
    position = GAME.start(expansions=expansions)
    for move in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"):
        position = position.play(move)
    assert {name for name, value in zip(FEATURES, evaluation.features(position), strict=True) if value} == {"to_move"}


def test_an_open_queen_is_better_than_a_crowded_one() -> None:
    weights = evaluation.shipped("hive")
    open_queens = GAME.parse("Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 \\wQ;bA1 bQ/;wA1 /wQ")
    crowded = GAME.parse("Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 \\wQ;bA1 bQ/;wA1 /bQ")
    assert weights.value(crowded) > weights.value(open_queens)
