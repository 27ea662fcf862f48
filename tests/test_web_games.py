"""Games over the wire: whoever may move moves, whoever watches hears it, and nothing that was told is lost."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_server import Server, serving

import plyboard
from plyboard import records
from plyboard.records.store import Store
from plyboard.rules.core import Outcome


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.mark.parametrize("game", plyboard.games())
def test_two_on_one_screen_play_a_game_to_its_end(server: Server, game: str) -> None:
    me = server.visitor()
    number = me.create(game)
    line = me.line(number)
    position = plyboard.game(game).start()
    told = line.hear("events")
    assert told["view"]["text"] == str(position)
    while position.outcome() is None and told["state"]["ply"] < 40:
        move = position.moves()[told["state"]["ply"] * 7 % len(position.moves())]
        position = position.play(move)
        told = line.move(move)
        assert told["view"]["text"] == str(position)
        assert {move["text"] for move in told["view"]["moves"]} == set(position.moves())
    if position.outcome() is None:
        line.say(do="resign")
        assert line.until("over")["winner"] == 1 - position.player
    with Store(server.database) as store:
        record = store.get(number)
    assert record.outcome is not None
    assert str(record.final()) == str(position)
    assert records.read(me.http.get(f"/games/{number}/record").text)[0].moves == record.moves


def test_against_a_computer(server: Server) -> None:
    me = server.visitor()
    number = me.create("pincer", "me", "engine:level=2")
    line = me.line(number)
    line.hear("events")
    assert "to move, not you" not in line.refused(do="takeback")
    line.move("a5a6")
    line.move("a7b7")
    answers = [line.until("move"), line.until("move")]  # Both halves of the turn.
    assert [move["player"] for move in answers] == [1, 1]
    assert answers[0]["thought"]["depth"] >= 1
    line.say(do="takeback")
    assert line.until("takeback")["ply"] == 1
    line.move("g1g2")
    line.say(do="resign")
    assert line.until("over") == line.seen[-1]
    line.say(do="rematch")
    again = me.told(line.until("rematch")["game"])
    assert (again["people"], again["mine"], again["labels"]) == ([1], [1, 2], ["Level 2", "Person"])
    line.close()


def test_a_friend_comes_by_the_link_and_nobody_else_can_move(server: Server) -> None:
    me, friend, stranger = server.visitor(), server.visitor(), server.visitor()
    number = me.create("hiya", "me", "friend")
    mine, watching = me.line(number), stranger.line(number)
    assert "send them the link" in mine.refused(do="move", text="e2b5")
    link = re.search(rf"/games/{number}/join/[\w-]+", me.http.get(f"/games/{number}").text)
    assert link is not None
    assert link[0] not in stranger.http.get(f"/games/{number}").text
    assert friend.http.get(link[0]).status_code == 200
    assert friend.http.post(link[0]).status_code == 303
    assert mine.until("joined")["seat"] == 1
    theirs = friend.line(number)
    theirs.hear("events")
    assert theirs.refused(do="move", text="e2b5") == "South is to move, not you"
    assert watching.refused(do="move", text="e2b5") == "you are watching: only the players can do that"
    assert "a3 is a mini-ninja" in mine.refused(do="move", text="a3a5")
    mine.move("E2-B5")
    assert theirs.until("move")["text"] == watching.until("move")["text"] == "e2b5"
    assert "moves have been played" in theirs.refused(do="move", text="c6c5", ply=0)
    mine.say(do="takeback")
    assert theirs.until("asked") == {**theirs.seen[-1], "what": "takeback", "seat": 0}
    theirs.say(do="decline", what="takeback")
    assert mine.until("declined")["what"] == "takeback"
    theirs.move("c6c5")
    mine.say(do="draw")
    theirs.until("asked")
    theirs.say(do="draw")
    assert mine.until("over") == {**mine.seen[-1], "winner": None, "reason": "the players agreed on a draw"}
    assert "hints are for games" in mine.refused(do="hint")
    mine.say(do="rematch")
    theirs.until("asked")
    theirs.say(do="accept", what="rematch")
    next_game = mine.until("rematch")["game"]
    assert (me.told(next_game)["mine"], friend.told(next_game)["mine"]) == ([1, 2], [0])


def test_two_tabs_stay_in_step_and_a_hint_is_told_to_the_one_who_asked(server: Server) -> None:
    me = server.visitor()
    number = me.create("raichu", "me", "greedy", size="10")
    one, other = me.line(number), me.line(number)
    one.hear("events")
    other.hear("events")
    one.say(do="hint")
    hint = one.hear("hint")["move"]
    one.move(hint)
    assert other.until("move")["text"] == hint
    assert [other.until("move")["player"], one.until("move")["player"]] == [1, 1]


def test_computers_play_each_other_as_they_are_told(server: Server) -> None:
    me, stranger = server.visitor(), server.visitor()
    number = me.create("hive", "engine:level=1", "random:seed=3", M="1")
    line = me.line(number)
    line.say(do="pause")
    line.until("paused")
    seq = line.seen[-1]["seq"]
    plies = sum(event["kind"] == "move" for event in line.seen)
    assert "only who set the game up" in stranger.line(number).refused(do="resume")
    line.say(do="step")
    line.until("step")
    assert line.until("move")["ply"] == plies
    line.say(do="pace", seconds=0)
    line.until("pace")
    line.say(do="resume")
    for _ in range(6):
        line.until("move")
    assert line.seen[-1]["seq"] > seq + 6
    assert "Base+M" in me.told(number)["view"]["text"]


def test_a_player_who_never_ends_can_be_told_to_move_now(server: Server) -> None:
    me = server.visitor()
    line = me.line(me.create("raichu", "me", "engine:time=30"))
    line.hear("events")
    line.move("b6a5")
    assert line.hear("thinking")["player"] == 1
    line.say(do="move-now")
    assert line.until("move")["seconds"] < 20


def test_a_clock_that_runs_out_loses_the_game(server: Server) -> None:
    me = server.visitor()
    line = me.line(me.create("hiya", clock="0.02+0"))
    line.hear("events")
    assert line.move("e2b5")["state"]["ticking"]
    over = line.until("over")
    assert (over["winner"], over["reason"]) == (0, "North ran out of time")


def test_games_go_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        me = server.visitor()
        number = me.create("hiya", "me", "engine:level=1")
        line = me.line(number)
        line.hear("events")
        line.say(do="move", text="e2b5")
        line.until("move")
        known = line.seen[-1]["seq"]
        server.stop(signal.SIGKILL)
        server.start()
        back = me.line(number, after=known)
        # The computer may have answered before the end; if not, it does now.
        while not any(event["kind"] == "move" and event["player"] == 1 for event in back.seen):
            back.hear("events")
        assert [event["seq"] for event in back.seen] == list(range(known + 1, known + 1 + len(back.seen)))
        assert me.told(number)["mine"] == [0, 2]
        back.say(do="resign")
        back.until("over")
        back.close()
        with Store(server.database) as store:
            assert store.get(number).outcome == Outcome(1, "South resigned")


def test_two_processes_serve_one_database(tmp_path: Path, database_url: str) -> None:
    with serving(tmp_path, database=database_url) as one:
        other = Server(one.database)
        other.start()
        try:
            me = one.visitor()
            number = me.create("hiya")
            here = me.line(number)
            me.server = other
            there = me.line(number)
            here.hear("events")
            there.hear("events")
            here.move("e2b5")
            assert there.until("move")["text"] == "e2b5"
            there.move("c6c5")
            assert here.until("move")["text"] == "c6c5"
            # Both want to be first: one is, and the other hears of it.
            here.say(do="move", text="b5d7", ply=2)
            there.say(do="move", text="a3b4", ply=2)
            third = [line.until("move") for line in (here, there)]
            assert third[0] == third[1]
            assert third[0]["ply"] == 2
        finally:
            other.stop()


def test_several_workers_think_once_for_a_computer(tmp_path: Path) -> None:
    with serving(tmp_path, workers=2) as server:
        me = server.visitor()
        number = me.create("hiya", "me", "engine:level=1")
        lines = [me.line(number) for _ in range(6)]
        for line in lines:
            line.hear("events")
        lines[0].move("e2b5")
        for line in lines:
            while sum(event["kind"] == "move" for event in line.seen) < 2:
                line.hear("events")
        assert all([event["kind"] for event in line.seen] == ["began", "move", "move"] for line in lines)
        assert len({tuple(event.get("text", "") for event in line.seen) for line in lines}) == 1
