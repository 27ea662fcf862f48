"""What is good in Pincer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from plyboard.evaluation import shipped
from plyboard.evaluation.pincer import FEATURES, features
from plyboard.rules.pincer import EMPTY, LETTERS, NEIGHBOURS, PincerPosition, caught_on


def feature(text: str, name: str) -> int:
    return features(PincerPosition.parse(text))[FEATURES.index(name)]


def exchanged(position: PincerPosition) -> PincerPosition:
    """The same for the other player."""
    board = position.board.translate(str.maketrans("TC", "CT"))
    return PincerPosition(board, 1 - position.player, position.first, position.played)


def random_positions(games: int) -> Iterator[PincerPosition]:
    dice = random.Random(1)
    for _ in range(games):
        position = PincerPosition.start()
        while position.outcome() is None:
            yield position
            position = position.play(dice.choice(position.moves()))


def catchable(board: str, player: int) -> set[int]:
    """The player's pieces that some step of the other catches, found by trying them all."""
    own, enemy = LETTERS[player], LETTERS[1 - player]
    caught: set[int] = set()
    for start, letter in enumerate(board):
        for end in NEIGHBOURS[start]:
            if letter == enemy and board[end] == EMPTY:
                squares = list(board)
                squares[start], squares[end] = EMPTY, enemy
                caught |= {square for square in caught_on("".join(squares)) if board[square] == own}
    return caught


def test_at_the_start_only_the_move_differs() -> None:
    assert features(PincerPosition.start()) == (0,) * (len(FEATURES) - 1) + (2,)


def test_what_is_good_for_one_is_as_bad_for_the_other() -> None:
    for position in random_positions(20):
        assert features(exchanged(position)) == tuple(-value for value in features(position)), str(position)


def test_danger_is_to_be_caught_by_one_step() -> None:
    danger, own_danger = FEATURES.index("danger"), FEATURES.index("own_danger")
    for position in random_positions(30):
        counts = [len(catchable(position.board, player)) for player in (0, 1)]
        assert features(position)[danger] == counts[0] - counts[1], str(position)
        assert features(position)[own_danger] == (1 - 2 * position.player) * counts[position.player], str(position)


@pytest.mark.parametrize(
    ("ranks", "exposed", "open"),
    [
        ("7/7/7/2TT3/7/7/C6", -1, 0),
        ("7/7/7/T6/7/7/C6", 0, 0),
        ("7/7/7/1C1T1C1/7/7/7", 0, 1),
        ("7/7/7/2CT3/7/7/7", 0, 0),
        ("7/7/2C1C2/3T3/7/7/7", 0, 1),
    ],
    ids=["one in a corner", "both at a wall", "between two", "side by side", "from two sides"],
)
def test_exposed_pieces_and_pieces_in_the_open(ranks: str, exposed: int, open: int) -> None:
    assert (feature(f"{ranks} t - 20", "exposed"), feature(f"{ranks} t - 20", "open")) == (exposed, open)


@pytest.mark.parametrize(
    ("name", "value"),
    [("material", 1), ("lead", 20), ("mobility", 4), ("walls", -2), ("centre", 2)],
)
def test_features_of_a_position(name: str, value: int) -> None:
    assert feature("7/7/7/2TT3/7/7/C6 t - 20", name) == value


def test_squares_a_step_in_from_the_edge() -> None:
    text = "7/1T3C1/7/1T5/7/1T1C3/7 t - 20"
    assert (feature(text, "near_corners"), feature(text, "near_edges")) == (1, 0)


@pytest.mark.parametrize(
    ("rest", "moves"), [("t - 20", 2), ("t d4 20", 1), ("c - 20", -1)], ids=["two moves", "second move", "one piece"]
)
def test_the_moves_left_of_the_turn(rest: str, moves: int) -> None:
    assert feature(f"7/7/7/2TT3/7/7/C6 {rest}", "to_move") == moves


def test_the_shipped_weights_want_pieces() -> None:
    assert shipped("pincer").value(PincerPosition.parse("7/7/7/2TT3/7/7/C6 c - 20")) > 0
