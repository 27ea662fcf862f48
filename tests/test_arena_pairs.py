"""The numbers of a match, beside those of fastchess's own tests, and beside some worked out by hand."""

from __future__ import annotations

from math import inf, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyboard.arena.pairs import Pairs, elo_of, score_of
from plyboard.arena.sprt import BadTest, Sprt

some_pairs = st.tuples(*[st.integers(0, 50)] * 5).map(Pairs)


def fastchess(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> Pairs:
    """Pairs as fastchess counts them: a win and a loss are not two draws there."""
    return Pairs((ll, ld, wl + dd, wd, ww))


@pytest.mark.parametrize(
    ("pairs", "elo", "error", "los"),
    [  # app/tests/elo_test.cpp of fastchess
        (fastchess(34, 54, 31, 32, 64, 75), 55.58, 27.65, 1.0),
        (fastchess(332, 433, 457, 41, 333, 334), -8.64, 10.33, 0.0505),
        (fastchess(7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95, 0.0),
    ],
)
def test_elo_is_that_of_fastchess(pairs: Pairs, elo: float, error: float, los: float) -> None:
    assert pairs.elo == pytest.approx(elo, abs=0.005)
    assert pairs.elo_error == pytest.approx(error, abs=0.005)
    assert pairs.los == pytest.approx(los, abs=5e-5)


@pytest.mark.parametrize(
    ("pairs", "test", "ratio"),
    [  # app/tests/sprt_test.cpp of fastchess, "logistic pentanomial"
        (fastchess(223, 9863, 20279, 1000, 10037, 246), Sprt(0.5, 2.5), -3.07),
        (fastchess(871, 26175, 55003, 980, 26678, 821), Sprt(0, 2), -4.98),
    ],
)
def test_the_ratio_is_that_of_fastchess(pairs: Pairs, test: Sprt, ratio: float) -> None:
    assert test.ratio(pairs) == pytest.approx(ratio, abs=0.005)


def test_by_hand() -> None:
    """Two pairs lost by 0.5 to 1.5, four even, four won by 2 to 0: 6.5 of 10.

    The variance is 0.2 * 0.4² + 0.4 * 0.15² + 0.4 * 0.35² = 0.09.
    """
    pairs = Pairs((0, 2, 4, 0, 4))
    assert pairs.score == pytest.approx(0.65)
    assert pairs.score_error == pytest.approx(1.959964 * 0.3 / sqrt(10), rel=1e-6)
    assert pairs.elo == pytest.approx(400 * log(0.65 / 0.35) / log(10))
    assert pairs.elo == pytest.approx(107.5, abs=0.05)


def test_what_cannot_be_told_is_infinite() -> None:
    assert (Pairs().score, Pairs().elo, Pairs().elo_error, Pairs().los) == (0.5, 0.0, inf, 0.5)
    assert (Pairs((0, 0, 0, 0, 3)).elo, Pairs((0, 0, 0, 0, 3)).los) == (inf, 1.0)
    assert (Pairs((3, 0, 0, 0, 0)).elo, Pairs((3, 0, 0, 0, 0)).los) == (-inf, 0.0)
    assert Pairs((0, 0, 7, 0, 0)).los == 0.5


@given(some_pairs)
def test_the_other_player_sees_the_opposite(pairs: Pairs) -> None:
    other = Pairs(pairs.counts[::-1])
    assert other.score == pytest.approx(1 - pairs.score)
    assert other.elo == pytest.approx(-pairs.elo)
    assert other.elo_error == pytest.approx(pairs.elo_error)
    assert other.los == pytest.approx(1 - pairs.los)
    assert Sprt(-20, 0).ratio(other) == pytest.approx(-Sprt(0, 20).ratio(pairs), abs=1e-6)


@given(st.floats(-800, 800))
def test_elo_and_score_are_the_same_thing(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_the_test_decides_when_it_is_clear() -> None:
    test = Sprt(0, 50)
    assert test.bounds == (-log(19), log(19))
    assert test.accepted(test.ratio(Pairs())) is None
    assert test.accepted(test.ratio(Pairs((3, 6, 30, 7, 5)))) is None
    assert test.accepted(test.ratio(Pairs((10, 30, 60, 70, 50)))) == 50
    assert test.accepted(test.ratio(Pairs((50, 70, 60, 30, 10)))) == 0
    assert test.accepted(test.ratio(Pairs((0, 0, 0, 0, 60)))) == 50


@pytest.mark.parametrize(
    "text", ["", "5", "20,0", "0,0", "0,5,0.1", "0,5,0,0.1", "0,5,0.6,0.1", "a,b", "0,nan", "0,1e9"]
)
def test_what_is_no_test_is_said(text: str) -> None:
    with pytest.raises(BadTest, match="it must be elo0,elo1 or elo0,elo1,alpha,beta"):
        Sprt.read(text)


def test_a_test_is_read() -> None:
    assert Sprt.read("-3, 5,0.01,0.1") == Sprt(-3, 5, 0.01, 0.1)
