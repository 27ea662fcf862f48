"""What is good in Raichu."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from plyboard.evaluation import shipped
from plyboard.evaluation.raichu import CASES, FEATURES, features
from plyboard.rules.raichu import SIZES, RaichuPosition


def feature(text: str, name: str) -> int:
    return features(RaichuPosition.parse(text))[FEATURES.index(name)]


def board(size: int = 8, **pieces: str) -> str:
    """The text of a position with White to move and a piece on each of some squares."""
    rows = [["."] * size for _ in range(size)]
    for square, letter in pieces.items():
        rows[size - int(square[1:])]["abcdefghijklmnopqrst".index(square[0])] = letter
    return "".join("".join(row) for row in rows) + " w 0"


def exchanged(position: RaichuPosition) -> RaichuPosition:
    """The same for the other player: the board turned around, each piece with the other owner."""
    letters = position.letters[::-1].translate(str.maketrans("wW@bB$", "bB$wW@"))
    return RaichuPosition(letters, 1 - position.player, position.quiet)


def random_positions(size: int, games: int) -> Iterator[RaichuPosition]:
    dice = random.Random(1)
    for _ in range(games):
        position = RaichuPosition.start(size)
        while position.outcome() is None:
            yield position
            position = position.play(dice.choice(position.moves()))


@pytest.mark.parametrize("size", SIZES)
def test_at_the_start_only_the_move_differs(size: int) -> None:
    assert features(RaichuPosition.start(size)) == tuple(int(name == "turn") for name in FEATURES)


@pytest.mark.parametrize(("size", "games"), [(8, 5), (12, 1)])
def test_what_is_good_for_one_is_as_bad_for_the_other(size: int, games: int) -> None:
    for position in random_positions(size, games):
        assert features(exchanged(position)) == tuple(-value for value in features(position)), str(position)


def test_pieces_count_by_kind() -> None:
    text = board(a7="w", c7="w", e7="W", b2="B", d2="B", f2="b")
    assert [feature(text, name) for name in ("pichus", "pikachus")] == [1, -1]


def test_pieces_count_apart_by_who_has_a_raichu() -> None:
    kinds = [case + "pichus" for case in CASES]
    pieces = {"a7": "w", "c7": "w", "b2": "b"}
    assert [feature(board(8, **pieces), name) for name in kinds] == [1, 0, 0, 0]
    assert [feature(board(8, **pieces, g7="@"), name) for name in kinds] == [0, 2, -1, 0]
    assert [feature(board(8, **pieces, g7="$"), name) for name in kinds] == [0, -1, 2, 0]
    assert [feature(board(8, **pieces, g7="@", h1="$"), name) for name in kinds] == [0, 0, 0, 1]


def test_raichus_count_apart_once_both_have_one() -> None:
    names = ("sole_raichus", "late_raichus")
    assert [feature(board(g7="@", h6="@", b2="B"), name) for name in names] == [2, 0]
    assert [feature(board(g7="@", h6="@", h1="$"), name) for name in names] == [0, 1]


def test_ways_to_promotion_are_squares_that_can_be_reached_now() -> None:
    assert feature(board(a2="w", c3="W", d3="B"), "promotions") == 2
    assert feature(board(b2="w", d7="W", d6="B"), "promotions") == 2 - 1
    assert feature(board(a2="W", a1="B", h8="@"), "sole_promotions") == 0


def test_a_raichu_is_sole_where_the_other_has_none() -> None:
    assert feature(board(c3="w", d3="b", a8="@"), "sole_raichu") == 1
    assert feature(board(c3="w", d3="b", a8="$"), "sole_raichu") == -1
    assert feature(board(c3="w", d3="b", a8="@", h8="$"), "sole_raichu") == 0


def test_rows_are_counted_from_the_own_edge() -> None:
    assert feature(board(a6="w", h1="$"), "without_pichu_rows") == 2
    assert feature(board(a2="W", h3="B"), "pikachu_rows") == 6 - 2


def test_rows_of_a_large_board_count_less() -> None:
    assert feature(board(16, a6="w", a15="w", h1="$"), "without_pichu_rows") == (10 + 1) * 8 // 16


def test_two_rows_from_the_far_row_is_near() -> None:
    assert feature(board(a3="w", c4="w", h1="$"), "without_near_pichus") == 1
    assert feature(board(a5="W", h7="B", g5="B"), "near_pikachus") == -1


def test_prey_is_what_some_move_jumps() -> None:
    prey = [
        [case + name for case in CASES if case + name in FEATURES]
        for name in ("prey_pichus", "prey_pikachus", "prey_raichus")
    ]
    for position in random_positions(8, 5):
        jumped: list[set[int]] = [set(), set()]
        for player in (0, 1):
            moves = RaichuPosition(position.letters, player, 0).legal().values()
            jumped[player] = {over for _, _, over in moves if over is not None}
        values = dict(zip(FEATURES, features(position), strict=True))
        for names, (white, black) in zip(prey, zip("wW@", "bB$", strict=True), strict=True):
            counts = [sum(position.letters[over] == kind for over in jumped[p]) for p, kind in ((0, black), (1, white))]
            assert sum(values[name] for name in names) == counts[0] - counts[1], str(position)


def test_a_pichu_is_no_prey_where_nobody_can_land_behind_it() -> None:
    assert feature(board(c6="W", c5="b"), "prey_pichus") == 1
    assert feature(board(c6="W", c5="b", c4="b"), "prey_pichus") == 0


def test_a_raichu_is_worth_more_than_what_it_was() -> None:
    weights = shipped("raichu")
    pikachu = weights.value(RaichuPosition.parse(board(a2="W", h8="$")))
    raichu = weights.value(RaichuPosition.parse(board(a1="@", h8="$")))
    assert raichu > pikachu
