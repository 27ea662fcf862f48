"""Players find what there is to be found, in any seat of any game, and say what they were told wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, pairwise, product
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zlib import crc32

import pytest
from code_blocks import blocks, run
from every_game import playout

import plyboard
from plyboard import Game, GameOver, Position, UnknownGame, engine, evaluation, players
from plyboard.evaluation import Weights
from plyboard.players import AlphaBeta, Greedy, Human, InvalidPlayer, Mcts, Minimax, Player, Random, Thinker, Thought

TELLINGS = [(name, "python") for name in plyboard.games()] + [
    (name, "engine") for name in plyboard.games() if name in engine.names()
]
SMALL = ["random:seed=1", "greedy", "minimax:depth=1", "alphabeta:depth=2,nodes=40", "mcts:simulations=3,time=0.02"]


class Noise(Weights):
    """Judges by chance, but always the same: harder to get right than any real evaluation."""

    def value(self, position: Position) -> float:
        return crc32(str(position).encode()) % 201 - 100.0


@pytest.fixture(scope="module")
def tictactoe() -> Iterator[Game]:
    """A user's own game."""
    page = "docs/add-a-game.md"
    names: dict[str, Any] = {"__name__": "tictactoe"}
    with patch.dict("plyboard.rules._GAMES"):
        for block in blocks(page, "python")[:2]:
            run(block, names, page)
        yield plyboard.game("tictactoe")


def seated(line: str, game: str) -> Thinker:
    player = players.seat(line, game)
    assert isinstance(player, Thinker)
    return player


def thoughts(line: str, position: Position) -> list[Thought]:
    return list(seated(line, position.game).think(position))


def last(line: str, position: Position) -> Thought:
    return thoughts(line, position)[-1]


def finished(position: Position, seats: tuple[Player, Player], plies: int = 10_000) -> Position:
    for _ in range(plies):
        if position.outcome() is not None:
            break
        move = seats[position.player].choose(position)
        assert move in position.moves()
        position = position.play(move)
    return position


RESULTS: dict[str, tuple[int, int]] = {}


def result(position: Position) -> tuple[int, int]:
    """The result for player 0 (1, 0 or -1) with best play, and in how many plies: by trying everything."""
    key = f"{position.game} {position}"
    if key not in RESULTS:
        RESULTS[key] = tried(position)
    return RESULTS[key]


def tried(position: Position) -> tuple[int, int]:
    outcome = position.outcome()
    if outcome is not None:
        return {0: 1, None: 0, 1: -1}[outcome.winner], 0
    answers = [(value, plies + 1) for value, plies in (result(after) for _, after in position.successors())]
    side = 1 if position.player == 0 else -1
    return max(answers, key=lambda answer: (side * answer[0], -side * answer[0] * answer[1]))


def promised(position: Position) -> int | None:
    """`Thought.win` as it should be."""
    value, plies = result(position)
    return None if value == 0 else plies * value * (1 if position.player == 0 else -1)


@pytest.fixture(params=TELLINGS, ids="-".join)
def rules(request: pytest.FixtureRequest) -> Game:
    return plyboard.game(*request.param)


# Truths


@pytest.mark.parametrize("line", ["alphabeta:depth=9", "alphabeta:nodes=100000"])
def test_tic_tac_toe_is_a_draw(tictactoe: Game, line: str) -> None:
    thought = last(line, tictactoe.start())
    assert (thought.value, thought.win) == (0, None)
    assert finished(tictactoe.start(), (seated(line, "tictactoe"),) * 2).outcome() == plyboard.Outcome(
        None, "the board is full"
    )


def test_minimax_knows_it_too(tictactoe: Game) -> None:
    after = tictactoe.start().play("b2").play("a1")
    assert last("minimax:depth=7", after).value == 0
    assert finished(after, (seated("minimax:depth=7", "tictactoe"),) * 2).outcome() == plyboard.Outcome(
        None, "the board is full"
    )


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_alphabeta_finds_the_value_of_minimax(rules: Game, depth: int) -> None:
    noise = Noise(rules.name, ())
    chance = random.Random(depth)
    for seed in range(2):
        game = [position for position in playout(rules, seed) if 0 < len(position.moves()) <= (40, 40, 20)[depth - 1]]
        for position in chance.sample(game, min(4, len(game))):
            full = list(Minimax(rules.name, depth=depth, weights=noise).think(position))[-1]
            pruned = list(AlphaBeta(rules.name, depth=depth, weights=noise).think(position))[-1]
            assert (pruned.value, pruned.win) == (full.value, full.win)


def test_the_line_leads_to_the_value(rules: Game) -> None:
    noise = Noise(rules.name, ())
    position = playout(rules, 3)[4]
    for player in (Greedy, Minimax, AlphaBeta):
        thought = list(player(rules.name, weights=noise, **({} if player is Greedy else {"depth": 3})).think(position))[
            -1
        ]
        end = position
        for move in thought.line:
            end = end.play(move)
        assert thought.line[0] == thought.move
        assert len(thought.line) == thought.depth
        assert thought.value == noise.value(end) * (1 if position.player == 0 else -1)


# Where the same player moves twice

PINCERS = [
    position
    for seed in range(8)
    for position in playout(plyboard.game("pincer"), seed)
    if int(str(position).split()[3]) >= 46 and position.outcome() is None
]


@pytest.mark.parametrize("line", ["minimax:depth=4", "alphabeta:depth=4", "alphabeta:nodes=100000"])
def test_pincer_to_its_end(line: str) -> None:
    assert {position.player == after.player for position in PINCERS for _, after in position.successors()} == {
        True,
        False,
    }
    for position in PINCERS:
        assert last(line, position).win == promised(position)


def test_the_other_games_near_their_end(tictactoe: Game) -> None:
    for seed in range(20):
        for position in playout(tictactoe, seed)[3:]:
            if position.outcome() is None:
                for line in ("minimax:depth=6", "alphabeta:depth=6"):
                    assert last(line, position).win == promised(position)


@pytest.mark.parametrize("line", ["mcts:simulations=3000,seed=1", "alphabeta:depth=3", "minimax:depth=3"])
def test_a_second_move_of_the_same_player_is_not_an_answer(line: str) -> None:
    """Whoever takes it for one sees no win here."""
    for position in PINCERS:
        value, plies = result(position)
        if value == (1 if position.player == 0 else -1) and plies == 2:
            thought = last(line, position)
            after = position.play(thought.move)
            assert result(after) == (value, 1)
            if after.player == position.player:
                return
    pytest.fail("no position among the samples is won by a double move")


# Winning and losing


@pytest.mark.parametrize("line", ["greedy", "minimax:depth=3", "alphabeta:depth=5", "mcts:simulations=10"])
def test_a_win_is_played_at_once(tictactoe: Game, line: str) -> None:
    position = tictactoe.parse("XX1/OO1/3")
    thought = last(line, position)
    assert (thought.move, thought.win, thought.line) == ("c3", 1, ("c3",))
    hiya = plyboard.game("hiya").parse("3k3/7/7/1N5/7/i6/7/3K3 s")
    assert last(line, hiya).move == "b5d7"


def test_a_win_found_ends_the_search(tictactoe: Game) -> None:
    found = thoughts("alphabeta:depth=9", tictactoe.parse("XX1/OO1/3"))
    assert [(thought.depth, thought.win) for thought in found if thought.win] == [(1, 1)]


@pytest.mark.parametrize("line", ["minimax:depth=6", "alphabeta:depth=6", "alphabeta:nodes=100000"])
def test_the_lost_resist_as_long_as_they_can(tictactoe: Game, line: str) -> None:
    position = tictactoe.parse("3/1X1/XO1")  # O must take c3, and X makes two threats.
    assert promised(position) == -4
    thought = last(line, position)
    assert thought.win == -4
    assert result(position.play(thought.move)) == (1, 3)


def test_mcts_sees_a_threat(tictactoe: Game) -> None:
    assert last("mcts:simulations=400,seed=3", tictactoe.parse("XX1/1O1/3")).move == "c3"


# Games from beginning to end


@pytest.mark.parametrize(("first", "second"), [*product(SMALL, SMALL)])
def test_any_two_finish_a_game(rules: Game, first: str, second: str) -> None:
    game = playout(rules, 2)
    begin = game[-1 - min(len(game) // 2, 6)]
    seats = players.seat(first, rules.name), players.seat(second, rules.name)
    end = finished(begin, seats, plies=4 if rules.name == "hive" else 10_000)
    assert end.outcome() is not None or rules.name == "hive"


def test_a_whole_game_of_each(rules: Game) -> None:
    seats = players.seat("random:seed=5", rules.name), players.seat("greedy", rules.name)
    end = finished(rules.start(), seats, plies=40 if rules.name == "hive" else 10_000)
    assert end.outcome() is not None or rules.name == "hive"


@pytest.mark.parametrize("line", SMALL)
def test_a_finished_game_has_no_move_to_choose(tictactoe: Game, line: str) -> None:
    over = tictactoe.parse("XXX/OO1/3")
    with pytest.raises(GameOver, match=r"X has three in a row.*there is no move"):
        players.seat(line, "tictactoe").choose(over)


def test_people_are_asked_until_they_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["e2e4", "", "  E2-B5 "])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert players.seat("human", "hiya").choose(plyboard.game("hiya").start()) == "e2b5"
    assert "e2 is a ninja" in capsys.readouterr().out


# Limits


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A clock on which each look takes a second."""
    looks = count()
    monkeypatch.setattr("plyboard.players.budget.perf_counter", lambda: float(next(looks)))
    return looks


@pytest.mark.parametrize(
    "line", ["alphabeta:time=1", "alphabeta:time=500", "alphabeta", "mcts:time=1", "mcts:time=500", "mcts"]
)
def test_time_ends_the_search_in_the_middle_of_a_depth(rules: Game, line: str, ticks: Iterator[int]) -> None:
    found = thoughts(line, rules.start())
    assert found[-1].move in rules.start().moves()
    limit = seated(line, rules.name).time or 1  # type: ignore[attr-defined]
    assert next(ticks) <= limit + 3
    assert found[-1].nodes <= limit + 1


@pytest.mark.parametrize("nodes", [1, 2, 10, 100])
def test_nodes_are_a_limit(rules: Game, nodes: int) -> None:
    found = thoughts(f"alphabeta:nodes={nodes}", rules.start())
    assert found[-1].move in rules.start().moves()
    assert found[-1].nodes <= nodes


def test_simulations_are_a_limit() -> None:
    assert last("mcts:simulations=7", plyboard.game("hiya").start()).nodes == 7


def test_the_last_finished_depth_counts(tictactoe: Game) -> None:
    """With any number of nodes the choice is that of a finished depth, or one that the next depth proved better."""
    noise = Noise("tictactoe", ())
    start = tictactoe.start()
    for nodes in range(1, 400, 7):
        found = list(AlphaBeta("tictactoe", nodes=nodes, weights=noise).think(start))
        depths = [thought.depth for thought in found]
        assert depths == sorted(depths)
        finished_depths = depths[-1] - 1
        if finished_depths:
            best = list(AlphaBeta("tictactoe", depth=finished_depths, weights=noise).think(start))[-1]
            first_of_next = next(thought for thought in found if thought.depth == depths[-1])
            assert first_of_next.move == best.move


def test_thoughts_of_a_depth_get_better() -> None:
    noise = Noise("hiya", ())
    found = list(AlphaBeta("hiya", depth=4, weights=noise).think(plyboard.game("hiya").start()))
    for before, after in pairwise(found):
        assert (before.depth, before.value) < (after.depth, after.value)


def test_a_single_move_is_played_at_once(tictactoe: Game) -> None:
    only = tictactoe.parse("XOX/XOX/O1O")
    assert only.moves() == ["b1"]
    assert [thought.nodes for thought in thoughts("alphabeta:time=1000", only)] == [1]
    assert [thought.nodes for thought in thoughts("mcts:time=1000", only)] == [0]


def test_a_solved_position_needs_no_more_time(tictactoe: Game) -> None:
    assert last("alphabeta:time=10000", tictactoe.parse("XO1/OX1/XO1")).depth <= 3


# Chance


@pytest.mark.parametrize("line", ["random:seed={}", "mcts:simulations=20,seed={}"])
def test_seeds_make_the_same_games(line: str) -> None:
    def game(seed: int) -> str:
        seats = players.seat(line.format(seed), "hiya"), players.seat(line.format(seed + 1), "hiya")
        return str(finished(plyboard.game("hiya").start(), seats, plies=12))

    assert game(4) == game(4)
    assert len({game(seed) for seed in range(4)}) > 1


def test_without_a_seed_choices_vary() -> None:
    start = plyboard.game("raichu").start()
    assert len({players.seat("random", "raichu").choose(start) for _ in range(60)}) > 1


# Lines of text


def test_lines_are_read() -> None:
    assert players.seat("human", "hive") == Human("hive")
    assert players.seat(" Random : seed = 7 ", "HIVE") == Random("hive", seed=7)
    assert players.seat("greedy", "hive") == Greedy("hive")
    assert players.seat("minimax:depth=3", "hive") == Minimax("hive", depth=3)
    assert players.seat("alphabeta:time=0.5,nodes=1000", "hiya") == AlphaBeta("hiya", time=0.5, nodes=1000)
    assert players.seat("mcts:time=2,simulations=50,seed=0", "hiya") == Mcts("hiya", time=2, simulations=50, seed=0)


def test_weights_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"version": 1, "game": "hiya", "weights": {"count": 3}}))
    with patch.dict("plyboard.evaluation._FEATURES", {"hiya": {}}):
        evaluation.register("hiya", ("count",), lambda position: (len(position.moves()),))
        for name in ("greedy", "minimax", "alphabeta"):
            player = players.seat(f"{name}:weights={file}", "hiya")
            assert player.weights == Weights("hiya", (3.0,))  # type: ignore[attr-defined]
        with pytest.raises(InvalidPlayer, match=r"weights of greedy: .* has the weights of 'hiya', not of hive"):
            players.seat(f"greedy:weights={file}", "hive")


WRONG = {
    "": "there is no player ''. The players are human, random, greedy, minimax, alphabeta, mcts",
    "alphabeat": "there is no player 'alphabeat'. Did you mean alphabeta?",
    "alphabeta depth=4": "there is no player 'alphabeta depth=4'. Did you mean alphabeta?",
    ":depth=4": "there is no player ''",
    "stockfish:depth=4": "there is no player 'stockfish'",
    "human:name=Ada": "human has no option 'name'. It is written human",
    "human:": "'' is no option of human: an option is written OPTION=VALUE, and human has none",
    "random:4": "'4' is no option of random: an option is written seed=VALUE",
    "random:seed=": "the seed of random is '', it must be a whole number from 0 to 9223372036854775807",
    "random:seed=-1": "the seed of random is '-1'",
    "random:seed=1.5": "the seed of random is '1.5'",
    "random:seed=٣": "the seed of random is '٣'",
    "minimax:depth=0": "the depth of minimax is '0', it must be a whole number from 1 to 99",
    "minimax:depth=100": "the depth of minimax is '100'",
    "minimax:time=1": "minimax has no option 'time'. It is written minimax:depth=,weights=",
    "alphabeta:": "'' is no option of alphabeta: an option is written depth=VALUE",
    "alphabeta:depth": "'depth' is no option of alphabeta: an option is written depth=VALUE",
    "alphabeta:dept=4": "alphabeta has no option 'dept'. Did you mean depth? It is written alphabeta:depth=,time=,",
    "alphabeta:depth=4,": "'' is no option of alphabeta",
    "alphabeta:depth=4,depth=5": "alphabeta is told depth twice",
    "alphabeta:depth=four": "the depth of alphabeta is 'four'",
    "alphabeta:depth=1e1": "the depth of alphabeta is '1e1'",
    "alphabeta:depth=4;time=1": "the depth of alphabeta is '4;time=1'",
    "alphabeta:time=0": "the time of alphabeta is '0', it must be a number of seconds, more than 0 and at most 86400",
    "alphabeta:time=-1": "the time of alphabeta is '-1'",
    "alphabeta:time=nan": "the time of alphabeta is 'nan'",
    "alphabeta:time=inf": "the time of alphabeta is 'inf'",
    "alphabeta:time=1s": "the time of alphabeta is '1s'",
    "alphabeta:nodes=0": "the nodes of alphabeta is '0', it must be a whole number from 1 to 1000000000000",
    "alphabeta:nodes=" + "9" * 5000: "the nodes of alphabeta is '99999",
    "greedy:weights=": "the weights of greedy is '', it must be a weights file",
    "greedy:weights=nowhere.json": "weights of greedy: the weights nowhere.json cannot be read",
    "greedy:weights=/": "weights of greedy: the weights / cannot be read",
    "mcts:simulations=none": "the simulations of mcts is 'none'",
    "mcts:depth=3": "mcts has no option 'depth'. It is written mcts:time=,simulations=,seed=",
    "mcts:\0=\ud800": "mcts has no option '\\x00'",
}


@pytest.mark.parametrize(("line", "message"), WRONG.items(), ids=[ascii(line)[:30] for line in WRONG])
def test_a_wrong_line_is_explained(line: str, message: str) -> None:
    with pytest.raises(InvalidPlayer) as refused:
        players.seat(line, "hive")
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("line", [None, 4, b"random", ["random"]])
def test_what_is_no_line_is_refused(line: Any) -> None:
    with pytest.raises(InvalidPlayer, match="a player is a line of text, not"):
        players.seat(line, "hive")


def test_a_player_sits_at_a_game_that_there_is() -> None:
    with pytest.raises(UnknownGame):
        players.seat("random", "chess")


# A player of one's own


@dataclass
class Stubborn(Player):
    name = "stubborn"

    def choose(self, position: Position) -> str:
        return position.moves()[-1]

    @classmethod
    def why_not(cls, game: str) -> str | None:
        return None if game == "hiya" else f"stubborn plays hiya, not {game}"


def test_a_player_of_ones_own_is_one_line() -> None:
    with patch.dict("plyboard.players._PLAYERS"):
        players.register(Stubborn)
        start = plyboard.game("hiya").start()
        assert "stubborn" in players.players()
        assert players.seat("stubborn", "hiya").choose(start) == start.moves()[-1]
        with pytest.raises(InvalidPlayer, match="stubborn plays hiya, not hive"):
            players.seat("stubborn", "hive")


def test_the_strongest_is_there_for_any_game(tictactoe: Game) -> None:
    for name in plyboard.games():
        assert isinstance(players.seat(players.strongest(name), name), Thinker)
    assert players.strongest("tictactoe") == "alphabeta"
