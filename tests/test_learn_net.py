"""Nets: what they see, that both tellings of them agree, and that they learn."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import plyboard
from plyboard import engine, evaluation, players
from plyboard.evaluation import InvalidWeights
from plyboard.evaluation.net import HIDDEN, ONE, RESULT_ONE, Net
from plyboard.learn.selfplay import Judge, Order, play
from plyboard.learn.teaching import Sights, taught
from plyboard.players.levels import LEVELS

pytestmark = pytest.mark.skipif(not engine.installed(), reason=engine.REMEDY)


def seen(game: str, text: str) -> set[int]:
    """What a net sees in a position."""
    position = engine.known(plyboard.game(game).parse(text))
    weights = evaluation.shipped(game).hundredths()
    found: list[int] = position.selfplay(weights, games=1, most_plies=1, sights=True)["inputs"].tolist()
    assert len(set(found)) == len(found)
    return set(found)


def mirrors(game: str) -> NDArray[np.uint16]:
    return engine.known(plyboard.game(game).start()).net_mirrors()


def any_net(game: str, seed: int = 1) -> Net:
    chance = np.random.default_rng(seed)
    rows, result = chance.normal(0, 0.3, (mirrors(game).shape[1] + 1, HIDDEN)), chance.normal(0, 50, HIDDEN)
    return Net(np.rint(ONE * rows).astype("<i2").tobytes(), np.rint(RESULT_ONE * result).astype("<i2").tobytes())


@pytest.mark.parametrize("game", plyboard.games())
def test_a_mirror_shows_everything_once(game: str) -> None:
    first, *others = mirrors(game).tolist()
    assert first == list(range(len(first)))
    for mirror in others:
        assert sorted(mirror) == first
        assert mirror != first


@pytest.mark.parametrize(
    ("game", "text", "mirrored", "symmetry"),
    [
        ("hiya", "3k3/IN2A1A/II3Ai/2S1ni1/a4i1/3Ns1s/SS3N1/3K3 n", "3k3/A1A2NI/iA3II/1in1S2/1i4a/s1sN3/1N3SS/3K3 n", 1),
        ("pincer", "7/1T4C/7/7/3C1C1/C6/7 t x 29", "7/C4T1/7/7/1C1C3/6C/7 t x 29", 2),
        ("pincer", "7/1T4C/7/7/3C1C1/C6/7 t x 29", "7/C6/3C1C1/7/7/1T4C/7 t x 29", 4),
        ("pincer", "T6/7/7/7/7/C6/6C t - 9", "C6/7/7/7/7/7/1C4T t - 9", 1),
        (
            "raichu",
            "$.......b.B...........Ww...@.W.......W..b............B.........@ w 3",
            ".......$.....B.bwW........W.@.....W............b..B.....@....... w 3",
            1,
        ),
        (
            "hive",
            "Base;InProgress;White[3];wS1;bG1 wS1-;wQ \\wS1;bQ bG1\\",
            "Base;InProgress;White[3];wS1;bG1 wS1\\;wQ -wS1;bQ bG1-",
            1,
        ),
    ],
)
def test_a_mirrored_board_is_seen_as_in_the_mirror(game: str, text: str, mirrored: str, symmetry: int) -> None:
    mirror = mirrors(game)[symmetry].tolist()
    assert {mirror[thing] for thing in seen(game, text)} == seen(game, mirrored)


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("hiya", "3k3/7/7/1N5/7/i6/7/3K3 s", "3k3/7/n6/7/1I5/7/7/3K3 n"),
        ("ricocheckers", "e6,f7,g11/e5,f5,g1 1 0", "e11,f7,g7/e1,f5,g6 2 1"),
        ("pincer", "7/1T4C/7/7/3C1C1/C6/7 t - 29", "7/1C4T/7/7/3T1T1/T6/7 c - 29"),
        ("raichu", "w" + "." * 62 + "$ w 0", "." * 7 + "@" + "." * 48 + "b" + "." * 7 + " b 0"),
    ],
)
def test_both_players_see_with_their_own_eyes(game: str, one: str, other: str) -> None:
    assert seen(game, one) == seen(game, other)


def test_a_net_of_hive_sees_who_could_leave() -> None:
    """The queens are at the ends of a row of four, and those between them hold the hive together."""
    queen, spider, grasshopper = 0, 1, 3
    free, others, anywhere = 8, 17, (4 * 17 + 6) * 37
    found = seen("hive", "Base;InProgress;White[3];wS1;bG1 wS1-;wQ \\wS1;bQ bG1\\")
    own = {anywhere + spider, anywhere + free + queen}
    other = {anywhere + others + grasshopper, anywhere + others + free + queen}
    assert {thing for thing in found if anywhere <= thing < anywhere + 2 * others} == own | other


def test_a_net_of_hive_sees_what_could_come_to_a_queen() -> None:
    """Of the five free hexes beside each queen, her side could place a piece on four; one touches the other side."""
    beside, hexes = 4 * 17 * 37, 37
    found = seen("hive", "Base;InProgress;White[3];wS1;bG1 wS1-;wQ \\wS1;bQ bG1\\")
    gates = [sum(beside + gate * hexes <= thing < beside + (gate + 1) * hexes for thing in found) for gate in range(6)]
    assert gates == [4, 0, 5, 4, 0, 5]


def test_a_net_of_hive_sees_who_is_covered() -> None:
    covered = (4 * 17 + 6) * 37 + 2 * 17 + 2 * 8 * 3
    spider, others = 1, 8
    position = plyboard.game("hive").start()
    for move in ("wS1", "bS1 wS1-", "wB1 -wS1", "bQ bS1-", "wQ /wS1", "bA1 bQ-", "wB1 wS1"):
        position = position.play(move)
    for whose in (others, 0):  # It is Black's turn first.
        assert {thing for thing in seen("hive", str(position)) if thing >= covered} == {covered + whose + spider}
        position = position.play(position.moves()[0])


@pytest.mark.parametrize("game", plyboard.games())
def test_the_engine_reckons_as_the_learner_does(game: str) -> None:
    net, weights = any_net(game), evaluation.shipped(game)
    compiled, inputs = engine.net(net), mirrors(game).shape[1]
    chance, position = random.Random(3), engine.known(plyboard.game(game).start())
    for _ in range(30):
        if position.outcome() is not None:
            break
        one = play([Order(game, Judge(tuple(weights.hundredths())), str(position), games=1, sights=True)])
        sights = Sights.of(one, np.array(weights.hundredths()) / 100, 1.0, inputs)
        for told, judge in ((None, None), (net, compiled)):
            value = position.evaluate(weights.hundredths(), judge)
            assert value == pytest.approx(sights.corrected(told)[0], abs=1), str(position)
        position = position.play(chance.choice(position.moves()))


def test_a_net_learns_what_the_features_do_not_tell() -> None:
    weights = evaluation.shipped("hiya")
    order = Order("hiya", Judge(tuple(weights.hundredths())), str(plyboard.game("hiya").start()), 600)
    games = play([replace(order, nodes=60, opening=4, explore=0.1, sights=True)])
    inputs = mirrors("hiya").shape[1]
    split = np.arange(600) % 4 == 0
    learned, others = (Sights.of(games.chosen(part), np.array(weights.values), 0.4, inputs) for part in (~split, split))
    net = taught(learned, mirrors("hiya"), seed=1)
    assert others.loss(net) < 0.97 * others.loss(None)
    assert taught(learned, mirrors("hiya"), seed=1) == net
    assert taught(learned, mirrors("hiya"), seed=2) != net


def test_weights_bring_their_net_along(tmp_path: Path) -> None:
    file, plain, position = tmp_path / "net.json", tmp_path / "plain.json", plyboard.game("pincer").start()
    file.write_text(replace(evaluation.shipped("pincer"), net=any_net("pincer")).text())
    plain.write_text(replace(evaluation.shipped("pincer"), net=None).text())
    assert evaluation.load(file, "pincer").net == any_net("pincer")

    def values(player: str) -> list[float]:
        return [players.thinker(f"{player},weights={path}", "pincer").decide(position).value for path in (file, plain)]

    with_net, without = values("engine:depth=3")
    assert with_net != without
    with_net, without = values("alphabeta:depth=3")
    assert with_net == without  # It judges by what a person can read.
    for number, level in enumerate(LEVELS["pincer"], 1):
        with_net, without = values(f"engine:level={number}")
        assert (with_net != without) == level.has_net


@pytest.mark.parametrize(
    ("net", "why"),
    [
        (7, 'no "rows" and "result"'),
        ({"rows": "AAAA"}, 'no "rows" and "result"'),
        ({"rows": "?", "result": ""}, "its numbers cannot be read"),
        ({"rows": "AAAA", "result": "AAAA"}, "a net has rows of 32 numbers"),
    ],
)
def test_says_what_is_wrong_with_a_net(tmp_path: Path, net: object, why: str) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(json.loads(evaluation.shipped("pincer").text()) | {"net": net}))
    with pytest.raises(InvalidWeights, match=f"a net that is none: .*{why}"):
        evaluation.load(file, "pincer")


def test_a_net_of_another_game_is_refused() -> None:
    net = engine.net(any_net("hiya"))
    assert net is not None
    position, weights = engine.known(plyboard.game("pincer").start()), evaluation.shipped("pincer").hundredths()
    with pytest.raises(ValueError, match="the net sees 512 different things, in pincer there are 243"):
        engine.searcher(1).search(position, weights, net=net, depth=1)
    with pytest.raises(ValueError, match="rows of 32 numbers"):
        type(net)(b"12", b"34")


def test_on_larger_boards_a_net_has_no_say() -> None:
    net = any_net("raichu")
    position, weights = engine.known(plyboard.game("raichu").start(size=10)), evaluation.shipped("raichu").hundredths()
    assert position.evaluate(weights, engine.net(net)) == position.evaluate(weights)
