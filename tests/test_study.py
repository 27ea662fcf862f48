"""The review of games: what must be true of it in every game, and what it says of moves whose worth is known."""

from __future__ import annotations

import pytest

import plyboard
from plyboard import players
from plyboard.evaluation import names
from plyboard.players import strongest
from plyboard.records import Played, Record
from plyboard.rules.core import IllegalMove
from plyboard.study import exercises, review
from plyboard.study.review import Label
from plyboard.study.why import _LOSSES

PLIES = 16

# Either player wins at once who is to move.
OPEN_KINGS = "3k3/7/7/1N5/1I5/7/7/3K3 s"


def game_between(game: str, first: str, second: str) -> Record:
    seats = players.seat(first, game), players.seat(second, game)
    position = plyboard.game(game).start()
    moves: list[Played] = []
    while position.outcome() is None and len(moves) < PLIES:
        moves.append(Played(seats[position.player].choose(position)))
        position = position.play(moves[-1].move)
    return Record(game, (first, second), moves=tuple(moves), outcome=position.outcome())


def judge(game: str) -> str:
    """Whoever is strongest here, in a way that is the same every time."""
    return f"{strongest(game)}:{'nodes=3000' if strongest(game) == 'engine' else 'depth=2'}"


@pytest.mark.parametrize("game", plyboard.games())
def test_every_game_can_be_reviewed(game: str) -> None:
    record = game_between(game, "random:seed=5", "greedy")
    told: list[tuple[int, int]] = []
    reviewed = review(record, judge(game), lambda done, total: told.append((done, total)))
    plies = len(record.moves)
    assert told == [(done, plies + 1) for done in range(1, plies + 2)]
    assert len(reviewed.verdicts) == plies + 1
    assert [judged.move for judged in reviewed.moves] == [played.move for played in record.moves]
    for position, judged in zip(record.positions(), reviewed.moves, strict=False):
        assert judged.player == position.player
        assert judged.best in position.moves()
        assert judged.line[0] == judged.best
        assert (judged.label is Label.BEST) == (position.play(judged.best) == position.play(judged.move))
        assert bool(judged.why) == (judged.label in (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER))
    assert all(accuracy is None or 0 <= accuracy <= 100 for accuracy in reviewed.accuracy)
    assert review(record, judge(game)) == reviewed


@pytest.mark.parametrize("game", ["hiya", "pincer", "hive", "raichu"])
def test_whoever_plays_at_random_is_less_accurate_than_the_judge(game: str) -> None:
    reviewed = review(game_between(game, "random:seed=3", judge(game)), judge(game))
    at_random, well = reviewed.accuracy
    assert at_random is not None
    assert well is not None
    assert well > at_random
    assert well > 90


def test_a_missed_win_is_a_blunder_and_the_win_is_the_better_line() -> None:
    record = Record("hiya", ("human", "human"), start=OPEN_KINGS, moves=(Played("b5a6"),))
    judged = review(record, "alphabeta:depth=3").moves[0]
    assert judged.label is Label.BLUNDER
    assert judged.line == ("b5d7",)
    assert judged.why == "Misses a forced win in 1 ply."


def test_what_allows_a_win_says_how_soon() -> None:
    record = Record("hiya", ("human", "human"), start="3k2s/1s5/7/A6/4a1i/nii2n1/1S5/3K1A1 s", moves=(Played("a3b4"),))
    judged = review(record, "alphabeta:depth=3").moves[0]
    assert judged.label is Label.BLUNDER
    assert judged.why == "Allows a forced win in 1 ply."


def test_a_win_that_is_played_is_the_best_move() -> None:
    record = Record("hiya", ("human", "human"), start=OPEN_KINGS, moves=(Played("b5d7"),))
    reviewed = review(record, "alphabeta:depth=3")
    assert reviewed.moves[0].label is Label.BEST
    assert reviewed.verdicts[-1].chance == 1
    assert reviewed.accuracy[0] == pytest.approx(100, abs=0.01)
    assert reviewed.accuracy[1] is None


def test_exercises_keep_their_answer_and_judge_attempts() -> None:
    record = Record("hiya", ("human", "human"), start=OPEN_KINGS, moves=(Played("b5a6"),))
    [exercise] = exercises(record, review(record, "alphabeta:depth=3"))
    assert exercises(record, review(record, "alphabeta:depth=3"), player=1) == []
    assert exercise.judge("b5d7", "alphabeta:depth=3") is Label.BEST
    assert exercise.judge("B5-D7", "alphabeta:depth=3") is Label.BEST
    assert exercise.judge("b5a6", "alphabeta:depth=3") is Label.BLUNDER
    with pytest.raises(IllegalMove, match="b5 is a ninja"):
        exercise.judge("b5b6", "alphabeta:depth=3")


@pytest.mark.parametrize("game", ["hiya", "ricocheckers", "pincer", "hive", "raichu"])
def test_every_loss_that_has_a_name_is_a_feature(game: str) -> None:
    assert set(_LOSSES[game]) <= set(names(game))
