"""Learning: what is learned from games, and that it is right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyboard
from plyboard import engine, evaluation
from plyboard.evaluation import InvalidWeights, UnknownFeatures
from plyboard.learn.chances import Floats, chances, loss, losses_without, results, spreads
from plyboard.learn.climbing import moved
from plyboard.learn.selfplay import Games, Judge, Order, joined, orders, paired, play, score
from plyboard.learn.settings import InvalidTraining, Settings
from plyboard.learn.temporal import gradient, returns
from plyboard.learn.tuning import END, Positions, positions, tuned
from plyboard.rules.core import UnknownGame
from plyboard.study.chances import chance

pytestmark = pytest.mark.skipif(not engine.installed(), reason=engine.REMEDY)


def one_move(game: str, games: int, **more: Any) -> Order:
    judge = Judge(tuple(evaluation.shipped(game).hundredths()))
    return replace(Order(game, judge, str(plyboard.game(game).start()), games, opening=4, seed=5), **more)


def same(one: Games, other: Games) -> bool:
    return all(np.array_equal(array, other.arrays()[name]) for name, array in one.arrays().items())


# Games


@pytest.mark.parametrize("game", plyboard.games())
def test_games_are_the_same_however_they_are_shared_out(game: str) -> None:
    whole = play([one_move(game, 12, explore=0.2, nodes=30)])
    parts = [play([one_move(game, 4, first=first, explore=0.2, nodes=30)]) for first in (0, 4, 8)]
    assert same(whole, joined(parts))
    assert not same(whole, play([one_move(game, 12, explore=0.2, nodes=30, seed=6)]))


@pytest.mark.parametrize("game", plyboard.games())
def test_rows_and_results_fit(game: str) -> None:
    games = play([one_move(game, 10, explore=0.2)])
    assert games.features.shape == (games.rows.sum(), len(evaluation.names(game)))
    assert len(games.players) == len(games.quiet) == len(games.explored) == len(games.values) == games.rows.sum()
    assert set(games.outcomes.tolist()) <= {-1, 0, 1}
    assert 0 < games.explored.mean() < 0.5
    assert len(results(games)) == games.rows.sum()


def test_some_of_the_games() -> None:
    games = play([one_move("hiya", 10, nodes=20, leaves=True)])
    wanted = np.arange(10) % 3 == 0
    some, rest = games.chosen(wanted), games.chosen(~wanted)
    assert some.rows.tolist() == games.rows[wanted].tolist()
    assert len(some.leaves) == some.rows.sum() == len(some.features)
    assert len(some.features) + len(rest.features) == len(games.features)
    assert np.array_equal(some.features[: some.rows[0]], games.features[: games.rows[0]])


def test_a_match_against_itself_is_even_and_against_chance_is_won() -> None:
    pattern = one_move("ricocheckers", 0)
    itself = score(orders(replace(pattern, nodes=50), [pattern.start], 0, 40, pattern.judge))
    assert (itself.total, itself.score) == (20, 0.5)
    chance = score(orders(pattern, [pattern.start], 0, 40, pattern.judge, 1.0))
    assert chance.score > 0.75


@given(st.integers(2, 500), st.integers(1, 4), st.integers(0, 1000), st.booleans())
def test_games_are_shared_out_among_the_starts(games: int, starts: int, first: int, paired: bool) -> None:
    texts = [f"start {place}" for place in range(starts)]
    shared = orders(Order("hive", Judge(())), texts, first, games, Judge(()) if paired else None)
    assert sum(order.games for order in shared) == (games // 2 * 2 if paired else games)
    assert all(order.games % 2 == 0 for order in shared) or not paired
    assert [order.first for order in shared] == [
        first + sum(order.games for order in shared[:place]) for place in range(len(shared))
    ]


# Chances


@given(st.floats(-30, 30))
def test_the_whole_house_has_one_link_from_values_to_chances(value: float) -> None:
    assert chances(np.array([value]))[0] == pytest.approx((1 + chance(value)) / 2)


def test_what_matters_is_missed() -> None:
    games = play([one_move("hiya", 60)])
    weights = np.array(evaluation.shipped("hiya").values)
    weights[0] = 0.0
    without = losses_without(games, weights)
    assert without[0] == 0
    assert np.abs(without).max() > 0


# Temporal differences

ROWS = st.lists(st.integers(0, 6), min_size=1, max_size=5)


@given(ROWS, st.floats(0, 1), st.data())
def test_returns_lie_among_what_was_thought_and_the_end(rows: list[int], trace: float, data: st.DataObject) -> None:
    count = sum(rows)
    thought = np.array(data.draw(st.lists(st.floats(0, 1), min_size=count, max_size=count)), np.float64)
    ends = np.array(data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=len(rows), max_size=len(rows))))
    explored = np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)), bool)
    found = returns(thought, ends, np.array(rows, np.uint32), explored, trace)
    assert found[explored].tolist() == thought[explored].tolist()
    begin = 0
    for row, end in zip(rows, ends, strict=True):
        among = [*thought[begin : begin + row], end]
        for value in found[begin : begin + row]:
            assert min(among) - 1e-9 <= value <= max(among) + 1e-9
        begin += row


def test_nothing_is_learned_across_a_move_by_chance() -> None:
    explored = np.array([False, True, False])
    found = returns(np.array([0.2, 0.4, 0.6]), np.array([1.0]), np.array([3], np.uint32), explored, 1.0)
    assert found.tolist() == [0.4, 0.4, 1.0]


def test_with_all_weight_on_the_end_the_gradient_is_that_of_the_loss() -> None:
    games = play([one_move("pincer", 20)])
    features, ends = games.features.astype(np.float64), results(games)
    weights = np.array(evaluation.shipped("pincer").values)

    def wrong(weights: Floats) -> float:
        return loss(chances(features @ weights), ends)

    slope = gradient(games, weights, trace=1.0)
    for place in range(len(weights)):
        little = np.zeros_like(weights)
        little[place] = 1e-6
        assert slope[place] == pytest.approx((wrong(weights + little) - wrong(weights - little)) / 2e-6, abs=1e-5)


def test_leaves_that_end_the_game_are_not_judged() -> None:
    games = play([one_move("hiya", 30, nodes=60, leaves=True)])
    assert not games.leaf_goes_on.all()
    ended = replace(games, leaves=np.where(games.leaf_goes_on[:, None], games.leaves, 77).astype(np.int16))
    weights = np.array(evaluation.shipped("hiya").values)
    assert np.array_equal(gradient(games, weights, 0.7), gradient(ended, weights, 0.7))


# Tuning


def made_up(truth: Floats, count: int, seed: int) -> Positions:
    dice = np.random.default_rng(seed)
    features = dice.normal(size=(count, len(truth))) * [1.0, 4.0, 0.5]
    return Positions(features, (dice.random(count) < chances(features @ truth)).astype(np.float64))


def test_tuning_finds_the_weights_that_made_the_results() -> None:
    truth = np.array([1.0, -0.5, 2.0])
    learned, others = made_up(truth, 20_000, 1), made_up(truth, 2000, 2)
    spread = learned.features.std(axis=0)
    nothing = np.zeros(3, np.bool_)
    assert tuned(learned, others, np.zeros(3), spread, nothing) == pytest.approx(truth, abs=0.12)
    found = tuned(learned, others, np.zeros(3), spread, np.array([False, True, False]))
    assert found[1] == 0.0
    assert found[0] > 0.3


def test_a_feature_that_is_never_seen_keeps_its_weight() -> None:
    truth = np.array([1.0, -0.5, 0.0])
    learned, others = (
        Positions(part.features * [1, 1, 0], part.targets) for part in (made_up(truth, 5000, 1), made_up(truth, 500, 2))
    )
    start = np.array([0.2, 0.2, 7.0])
    found = tuned(learned, others, start, np.array([1.0, 4.0, 1.0]), np.zeros(3, np.bool_))
    assert found[2] == pytest.approx(7.0)


def test_only_quiet_positions_are_tuned_on() -> None:
    games = play([one_move("hiya", 20, nodes=50, explore=0.1)])
    assert not (games.quiet & games.explored).any()
    goes_on = np.abs(games.values) < END
    assert len(positions(games, 1.0).targets) == (games.quiet & goes_on).sum() < len(games.quiet)
    assert set(positions(games, 1.0).targets.tolist()) <= {0.0, 0.5, 1.0}
    assert (spreads(games) > 0).all()


def test_positions_whose_end_was_seen_are_tuned_on_if_wanted() -> None:
    games = play([one_move("hiya", 20, nodes=50, explore=0.1)])
    seen = games.quiet & (np.abs(games.values) >= END)
    found = positions(games, 0.0, ends=True)
    assert len(found.targets) == games.quiet.sum() == len(positions(games, 0.0).targets) + seen.sum()
    assert seen.any()
    assert set(found.targets[seen[games.quiet]].tolist()) <= {0.0, 1.0}


# Climbing


@given(st.integers(0, 1000), st.integers(0, 10**6))
def test_every_weight_is_moved_a_little(seed: int, number: int) -> None:
    weights, spread = np.array([4.0, 0.0, -1.0]), np.array([1.0, 2.0, 0.5])
    nudge = moved(weights, spread, seed, number)
    assert np.abs(nudge) == pytest.approx([1.05, 0.025, 0.35])
    assert np.array_equal(nudge, moved(weights, spread, seed, number))


def test_pairs_count_the_seats() -> None:
    # Won in both seats; lost in both; a draw and a win in the second seat.
    assert paired(np.array([1, -1, -1, 1, 0, -1], np.int8)).counts == (1, 0, 0, 1, 1)


# Settings


@pytest.mark.parametrize(
    ("change", "kind", "why"),
    [
        ({"game": "chess"}, UnknownGame, "chess"),
        ({"method": "guess"}, InvalidTraining, "the method is 'guess', it must be one of td, tdleaf, tune, net, spsa"),
        ({"features": "modern"}, UnknownFeatures, "no features called 'modern'; it has standard, classic"),
        ({"features": "classic", "method": "tdleaf"}, InvalidTraining, "use td or tune"),
        ({"trace": 1.5}, InvalidTraining, "--lambda is 1.5, it must be from 0 to 1"),
        ({"trace": float("nan")}, InvalidTraining, "--lambda is nan"),
        ({"games": 0}, InvalidTraining, "--games is 0, it must be from 20"),
        ({"proof_games": 1}, InvalidTraining, "--proof-games is 1"),
    ],
)
def test_says_what_is_wrong_with_a_training(change: dict[str, Any], kind: type[Exception], why: str) -> None:
    with pytest.raises(kind, match=why):
        Settings(**{"game": "ricocheckers", **change})


def test_starts_with_weights_that_fit(tmp_path: Any) -> None:
    file = tmp_path / "weights.json"
    file.write_text(evaluation.shipped("pincer").text())
    assert Settings("pincer", start=str(file)).start_weights() == evaluation.shipped("pincer")
    with pytest.raises(InvalidWeights, match="the weights of 'pincer', not of hive"):
        Settings("hive", start=str(file)).start_weights()
    file.write_text(evaluation.shipped("ricocheckers").text())
    with pytest.raises(InvalidTraining, match="weights of standard features, those to train are classic"):
        Settings("ricocheckers", features="classic", start=str(file)).start_weights()


def test_the_command_repeats_a_training() -> None:
    settings = Settings("ricocheckers", features="classic", start="zero", trace=0.5, games=300)
    assert settings.command() == (
        "plyboard train ricocheckers --method td --games 300 --features classic --start zero --lambda 0.5 --seed 1"
    )
