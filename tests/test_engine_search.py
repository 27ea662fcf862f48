"""The compiled search through the seam: limits, reports, errors; and the features that both tellings see."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import plyboard
from plyboard import GameOver, Outcome, Position, engine, evaluation, players
from plyboard.players.engine_player import METHODS, Engine

pytestmark = pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")

OPTIONS: dict[str, dict[str, object]] = {"hive": {"expansions": "MLP"}, "raichu": {"size": 10}}


def weights(name: str) -> list[int]:
    return evaluation.shipped(name).hundredths()


def start(name: str, **options: object) -> Position:
    return plyboard.game(name, "engine").start(**options)


@pytest.mark.parametrize("options", [False, True])
@pytest.mark.parametrize("name", plyboard.games())
def test_both_tellings_see_the_same_features(name: str, options: bool) -> None:
    position: Position = start(name, **(OPTIONS.get(name, {}) if options else {}))
    told = plyboard.game(name, "python").parse(str(position))
    assert tuple(engine.known(position).feature_names()) == evaluation.names(name)
    for seed in range(20):
        dice = random.Random(seed)
        after, other = position, told
        for _ in range(120):
            moves = after.moves()
            if not moves:
                break
            assert evaluation.features(after) == evaluation.features(other), str(after)
            move = dice.choice(moves)
            after, other = after.play(move), other.play(move)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", plyboard.games())
def test_the_same_nodes_give_the_same_result(name: str, method: str) -> None:
    found = []
    for _ in range(2):
        report = engine.searcher(8).search(engine.known(start(name)), weights(name), method=method, nodes=3000)
        found.append([(line.moves, line.value, line.win_in) for line in report.lines] + [report.nodes, report.depth])
    assert found[0] == found[1]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", plyboard.games())
def test_lines_are_legal_and_in_order(name: str, method: str) -> None:
    position = start(name)
    report = engine.searcher(8).search(engine.known(position), weights(name), method=method, nodes=5000, lines=3)
    assert len({line.moves[0] for line in report.lines}) == 3
    for line in report.lines:
        after = position
        for move in line.moves:
            assert move in after.moves()
            after = after.play(move)
    if method != "mcts":
        values = [line.value for line in report.lines]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("name", plyboard.games())
def test_every_depth_is_reported_as_it_is_finished(name: str) -> None:
    depths: list[int] = []
    report = engine.searcher(8).search(
        engine.known(start(name)), weights(name), depth=4, report=lambda found: depths.append(found.depth)
    )
    assert depths == [1, 2, 3, 4]
    assert report.depth == 4


@pytest.mark.parametrize(
    "text",
    [
        "3k3/1II2A1/2a1Ai1/1niN3/2n3A/n3n2/SSS2N1/3K3 s",
        "3k3/II3AA/1a2aii/a1N1nn1/1I3s1/n1S3s/SS4N/3K3 n",
    ],
)
def test_a_search_that_is_cut_off_never_plays_what_only_came_first(text: str) -> None:
    """The value falls at some depth: until the search has found out how far, no other move is known to be better."""
    position = engine.known(plyboard.game("hiya", "engine").parse(text))
    chosen = {
        engine.searcher(8).search(position, weights("hiya"), nodes=nodes).lines[0].moves[0]
        for nodes in range(20_000, 46_000, 500)
    }
    for move in chosen:
        after = engine.known(position.play(move))
        assert engine.searcher(1).search(after, weights("hiya"), depth=3).lines[0].win_in is None, move


@pytest.mark.parametrize("nodes", [4_000, 6_000, 8_000])
def test_a_tree_is_looked_at_again_before_it_chooses(nodes: int) -> None:
    """The move that the tree alone would choose, b4c4, is refuted by force."""
    position = engine.known(plyboard.game("hiya", "engine").parse("3k3/5AA/a4ii/1IIn1i1/1s1nAi1/n3nss/S1S3N/3K3 s"))
    chosen = engine.searcher(1).search(position, weights("hiya"), method="mcts", nodes=nodes).lines[0].moves[0]
    after = engine.known(position.play(chosen))
    assert engine.searcher(8).search(after, weights("hiya"), nodes=100_000).lines[0].value < 10


@pytest.mark.parametrize("method", ["alphabeta", "mcts"])
def test_of_draws_in_pincer_the_one_with_the_better_board_is_better(method: str) -> None:
    """All 50 moves but two are played, and nothing can be caught: the best draw is that of the best last board."""
    position = plyboard.game("pincer", "engine").parse("T5C/7/T5C/7/C5T/7/C5T t - 48")
    ends = [end for _, after in position.successors() for _, end in after.successors()]
    assert all(end.outcome() == Outcome(None, "50 moves played: 4 pieces each") for end in ends)
    best = max(evaluation.shipped("pincer").value(end) for end in ends)
    searched = engine.searcher(1).search(engine.known(position), weights("pincer"), method=method, nodes=100_000)
    found = searched.lines[0]
    assert found.win_in is None
    assert found.value == pytest.approx(best / 4, abs=0.02)
    assert found.value > 0
    end = position.play(found.moves[0]).play(found.moves[1])
    assert evaluation.shipped("pincer").value(end) == pytest.approx(best, abs=0.02)


def test_tree_search_has_nothing_to_prove_where_only_draws_are_left() -> None:
    """Soon it is clear that nobody wins, but not yet which draw it will be."""
    position = plyboard.game("pincer", "engine").parse("T5C/7/T5C/7/C5T/7/C5T t - 45")
    found = engine.searcher(1).search(engine.known(position), weights("pincer"), method="mcts", nodes=50_000)
    assert found.nodes < 50_000
    assert found.lines[0].win_in is None


@pytest.mark.parametrize("text", ["3T3/4C2/3T1C1/5T1/1C5/4CT1/7 c - 34", "7/2T2C1/5C1/5T1/6T/2C4/7 c - 22"])
def test_who_looks_eight_plies_ahead_falls_into_a_trap(text: str) -> None:
    """Both moves are worth about nothing if the other answers well, and one who looks less far does not."""
    shipped = evaluation.shipped("pincer")
    weights, net = shipped.hundredths(), engine.net(shipped.net)
    other = players.seat("alphabeta:depth=8", "pincer")

    def after_the_answer(method: str) -> float:
        position = plyboard.game("pincer", "engine").parse(text)
        player = position.player
        found = engine.searcher(16).search(engine.known(position), weights, net=net, method=method, nodes=300_000)
        assert found.lines[0].win_in is None
        for move in found.lines[0].moves[:2]:
            position = position.play(move)
        while position.player != player:
            position = position.play(other.choose(position))
        best = engine.searcher(16).search(engine.known(position), weights, net=net, nodes=200_000).lines[0]
        return best.value

    assert after_the_answer("traps") > 1.0
    assert after_the_answer("alphabeta") < 1.0


@pytest.mark.parametrize(
    ("game", "said", "method"),
    [
        ("pincer", "time=1", "traps"),
        ("pincer", "level=10", "traps"),
        ("pincer", "level=9", "alphabeta"),
        ("pincer", "nodes=1000", "alphabeta"),
        ("pincer", "time=1,depth=9", "alphabeta"),
        ("hiya", "time=1", "alphabeta"),
    ],
)
def test_traps_are_set_where_good_players_draw_and_only_time_is_short(game: str, said: str, method: str) -> None:
    assert Engine.seat(game, said)._usual_method() == method


def test_a_careless_player_takes_all_draws_in_pincer_for_equal() -> None:
    position = plyboard.game("pincer", "engine").parse("T5C/7/T5C/7/C5T/7/C5T t - 48")
    careless = engine.searcher(1).search(engine.known(position), weights("pincer"), depth=4, overlook=1)
    assert careless.lines[0].value == 0


def test_a_finished_game_is_an_error_and_no_hang() -> None:
    over = plyboard.game("hiya", "engine").parse("7/7/7/7/7/7/7/3K3 s")
    with pytest.raises(GameOver, match="attacked"):
        engine.searcher(1).search(engine.known(over), weights("hiya"))


@pytest.mark.parametrize("method", METHODS)
def test_the_only_move_is_played_at_once(method: str) -> None:
    position = plyboard.game("ricocheckers", "engine").parse("a1,a2,b1/a3,b2,c1 1 34")
    report = engine.searcher(1).search(engine.known(position), weights("ricocheckers"), method=method, time=3600)
    assert report.lines[0].moves[0] == "pass"


def test_an_endless_search_stops_when_it_is_told_to() -> None:
    searcher = engine.searcher(8)
    heard = threading.Event()
    found = []

    def think() -> None:
        found.append(searcher.search(engine.known(start("hive")), weights("hive"), report=lambda _: heard.set()))

    thread = threading.Thread(target=think)
    thread.start()
    assert heard.wait(60)
    with pytest.raises(ValueError, match="searching already"):
        searcher.search(engine.known(start("hive")), weights("hive"), depth=1)
    searcher.stop()
    thread.join(60)
    assert found[0].lines[0].moves[0] in start("hive").moves()


def test_a_listener_that_fails_ends_the_search() -> None:
    def fail(_: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine.searcher(8).search(engine.known(start("raichu")), weights("raichu"), report=fail)


@pytest.mark.parametrize("call", ["search", "perft"])
def test_ctrl_c_ends_what_runs_in_the_engine(call: str) -> None:
    code = (
        "import plyboard\nfrom plyboard import engine, evaluation\n"
        "position = engine.known(plyboard.game('hive', 'engine').start())\n"
        "weights = evaluation.shipped('hive').hundredths()\n"
        "print('ready', flush=True)\n"
    )
    code += {"search": "engine.searcher(8).search(position, weights)", "perft": "position.perft(30)"}[call]
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in complaint


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"time": -1.0}, "time is -1"),
        ({"time": float("nan")}, "time is NaN"),
        ({"clock": (1.0, -1.0)}, "the increment is -1"),
        ({"threads": 0}, "threads is 0"),
        ({"lines": 0}, "lines is 0"),
        ({"method": "magic"}, "'alphabeta', 'mcts' or 'traps'"),
    ],
)
def test_limits_that_cannot_be_are_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        engine.searcher(1).search(engine.known(start("hiya")), weights("hiya"), **wrong)  # type: ignore[arg-type]


def test_weights_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="1 weights were given, hiya has"):
        engine.searcher(1).search(engine.known(start("hiya")), [1])
