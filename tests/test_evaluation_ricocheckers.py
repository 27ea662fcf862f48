"""What is good in Ricocheckers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from plyboard.evaluation import shipped
from plyboard.evaluation.ricocheckers import FEATURES, distance, features
from plyboard.rules.ricocheckers import HOMES, SQUARES, RicocheckersPosition


def feature(text: str, name: str) -> int:
    return features(RicocheckersPosition.parse(text))[FEATURES.index(name)]


def turned(position: RicocheckersPosition) -> RicocheckersPosition:
    """The board turned by half, with the players and the move exchanged: the same for the other player."""
    opposite = dict(zip(SQUARES, reversed(SQUARES), strict=True))
    ones, twos = (",".join(opposite[square] for square in squares) for squares in position.pieces)
    plies = position.plies + 1
    return RicocheckersPosition.parse(f"{twos}/{ones} {plies % 2 + 1} {plies}")


def random_positions(games: int) -> Iterator[RicocheckersPosition]:
    dice = random.Random(1)
    for _ in range(games):
        position = RicocheckersPosition.start()
        while position.outcome() is None:
            yield position
            position = position.play(dice.choice(position.moves()))


def test_at_the_start_only_the_move_differs() -> None:
    assert features(RicocheckersPosition.start()) == (0,) * (len(FEATURES) - 1) + (1,)


def test_what_is_good_for_one_is_as_bad_for_the_other() -> None:
    for position in random_positions(5):
        assert features(turned(position)) == tuple(-value for value in features(position)), str(position)


@pytest.mark.parametrize(("squares", "slides"), [(HOMES[1], 0), (("e5", "f5", "k6"), 1), (("e4", "f1", "k6"), 3)])
def test_distance_is_that_of_pieces_alone_on_the_board(squares: tuple[str, ...], slides: int) -> None:
    assert distance(0, squares) == slides


def test_distance_shares_out_the_goals_as_is_best() -> None:
    # Both e1 and e2 are one slide from e5; one of them must go elsewhere.
    assert distance(0, ("e1", "f5", "g6")) == 1
    assert distance(0, ("e1", "e2", "g6")) > 2
    assert distance(0, ("g6", "e1", "f5")) == distance(0, ("f5", "g6", "e1"))


def test_the_next_distance_knows_what_stands_in_the_way() -> None:
    assert feature("e1,f5,g6/e6,f7,g11 1 4", "next") == 0 - 0
    # The piece on e3 stops that on e1 before its goal.
    assert feature("e1,f5,g6/e3,e6,f7 1 4", "next") == 1 - 6


def test_guards_and_arrived_pieces() -> None:
    text = "a1,e6,f5/a11,b11,g6 1 4"
    assert feature(text, "guards") == 0
    assert feature(text, "arrived") == 1


def test_mobility_and_reach_see_the_pieces_in_the_way() -> None:
    assert feature("a1,a2,b1/a3,b2,c1 1 34", "mobility") == -6
    assert feature("f1,a1,b1/a11,b11,c11 1 4", "reach") == 1
    assert feature("f1,a1,b1/f3,b11,c11 1 4", "reach") == 0


def test_the_shipped_weights_want_to_arrive() -> None:
    near, far = (RicocheckersPosition.parse(f"{squares}/a11,b11,c11 1 4") for squares in ("e5,f5,k6", "a1,k1,k2"))
    assert shipped("ricocheckers").value(near) > shipped("ricocheckers").value(far)
