"""The player who has learned, and the features that a learner may judge by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyboard
from plyboard import engine, evaluation, players
from plyboard.evaluation import InvalidWeights, UnknownFeatures
from plyboard.players import InvalidPlayer, Learned
from plyboard.rules.core import Position


def walked(game: str, choices: list[int], backend: str = "python") -> Position:
    position = plyboard.game(game, backend).start()
    for choice in choices:
        moves = position.moves()
        if not moves or position.outcome():
            break
        position = position.play(sorted(moves)[choice % len(moves)])
    return position


@pytest.mark.skipif(not engine.installed(), reason=engine.REMEDY)
@given(st.lists(st.integers(0, 10**6), max_size=60))
def test_both_tellings_agree_on_classic_features(choices: list[int]) -> None:
    told, compiled = (walked("ricocheckers", choices, backend) for backend in ("python", "engine"))
    assert evaluation.features(told, "classic") == evaluation.features(compiled, "classic")


def test_there_are_forty_two_classic_features() -> None:
    names = evaluation.names("ricocheckers", "classic")
    assert sum(name.startswith("column_") for name in names) == 20
    assert sum(name.startswith("row_") for name in names) == 20
    assert names[-2:] == ("far_half", "on_goals")


@given(st.lists(st.integers(0, 10**6), max_size=40))
def test_every_piece_stands_in_one_column_and_one_row(choices: list[int]) -> None:
    position = walked("ricocheckers", choices)
    found = dict(
        zip(evaluation.names("ricocheckers", "classic"), evaluation.features(position, "classic"), strict=True)
    )
    for kind in ("column_", "row_"):
        assert sum(value for name, value in found.items() if name.startswith(kind)) == 0  # Three less three.


@pytest.mark.parametrize("game", plyboard.games())
@pytest.mark.parametrize("seat", [0, 1])
def test_one_ply_is_the_best_valued_move(game: str, seat: int) -> None:
    weights = evaluation.shipped(game)
    position = walked(game, [3] * (6 + seat))
    if position.player != seat:
        position = walked(game, [3] * (7 + seat))
    sign = 1 if position.player == 0 else -1
    move = players.seat("learned", game).choose(position)
    values = {found: sign * weights.value(after) for found, after in position.successors() if after.outcome() is None}
    assert values[move] == max(values.values())


def test_takes_a_win_at_once() -> None:
    assert players.seat("learned", "hiya").choose(plyboard.game("hiya").parse("3k3/7/7/1N5/7/i6/7/3K3 s")) == "b5d7"


def test_a_seed_repeats_what_is_explored() -> None:
    position = plyboard.game("hive").start()

    def choices(line: str) -> list[str]:
        player = players.seat(line, "hive")
        return [player.choose(position) for _ in range(20)]

    assert choices("learned:explore=1,seed=7") == choices("learned:explore=1,seed=7")
    assert choices("learned:explore=1,seed=7") != choices("learned:explore=1,seed=8")
    assert len(set(choices("learned:explore=0,seed=7"))) == 1


def test_looks_as_far_ahead_as_it_is_told() -> None:
    position = plyboard.game("pincer").start()
    deeper, same = (
        players.thinker(line, "pincer").decide(position) for line in ("learned:depth=2", "alphabeta:depth=2")
    )
    assert (deeper.move, deeper.value, deeper.depth) == (same.move, same.value, 2)


def test_judges_by_classic_features() -> None:
    player = players.seat("learned:features=classic", "ricocheckers")
    assert isinstance(player, Learned)
    assert player.weights == evaluation.shipped("ricocheckers", "classic")
    assert (
        player.choose(plyboard.game("ricocheckers", "python").start()) in plyboard.game("ricocheckers").start().moves()
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("learned:explore=2", "the explore of learned is '2', it must be a number from 0 to 1"),
        ("learned:explore=nan", "from 0 to 1"),
        ("learned:depth=0", "a whole number from 1 to 99"),
        ("learned:features=modern", "ricocheckers has no features called 'modern'; it has standard, classic"),
        ("learned:weights=/nowhere.json", "cannot be read"),
    ],
)
def test_says_what_is_wrong_with_a_line(line: str, why: str) -> None:
    with pytest.raises(InvalidPlayer, match=why):
        players.seat(line, "ricocheckers")


def test_weights_of_one_set_do_not_judge_by_another(tmp_path: Path) -> None:
    file = tmp_path / "standard.json"
    file.write_text(evaluation.shipped("ricocheckers").text())
    with pytest.raises(InvalidPlayer, match="by classic features, its weights are of standard"):
        players.seat(f"learned:features=classic,weights={file}", "ricocheckers")


def test_the_engine_refuses_classic_weights(tmp_path: Path) -> None:
    with pytest.raises(InvalidWeights, match="judges by the standard features"):
        evaluation.shipped("ricocheckers", "classic").hundredths()


def test_a_weights_file_comes_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    for game in plyboard.games():
        for kind in evaluation.sets(game):
            weights = evaluation.shipped(game, kind)
            file.write_text(weights.text())
            again = evaluation.load(file, game)
            assert (again, again.provenance) == (weights, weights.provenance)


def test_a_file_of_the_first_version_is_of_the_standard_features(tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    content = json.loads(evaluation.shipped("pincer").text())
    del content["features"], content["provenance"]
    file.write_text(json.dumps(content | {"version": 1}))
    assert evaluation.load(file, "pincer") == evaluation.shipped("pincer")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": 4}, "version 4, this Plyboard reads 1 to 3"),
        ({"version": True}, "version True"),
        ({"version": "2"}, "version '2'"),
        ({"features": "classic"}, "weights of 'classic' features; pincer has standard"),
        ({"features": ["standard"]}, "features; pincer has standard"),
        ({"provenance": 7}, '"provenance" is 7'),
        ({"game": "hive"}, "the weights of 'hive', not of pincer"),
        ({"weights": {"material": 1}}, "missing or unknown"),
    ],
)
def test_says_what_is_wrong_with_weights(tmp_path: Path, change: dict[str, object], why: str) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(json.loads(evaluation.shipped("pincer").text()) | change))
    with pytest.raises(InvalidWeights, match=why):
        evaluation.load(file, "pincer")


def test_unknown_features_are_refused() -> None:
    with pytest.raises(UnknownFeatures, match="hive has no features called 'classic'; it has standard"):
        evaluation.features(plyboard.game("hive").start(), "classic")
