"""The analysis board over the wire: what a text tells, trees of moves, and thoughts that stream in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_server import PATIENCE, Server, Visitor, serving
from websockets.sync.client import ClientConnection, connect

import plyboard
from plyboard import records
from plyboard.records import Played, Record
from plyboard.records.store import Store
from plyboard.web.analysis_study import Node, Study, of_record, opened, read, written

# Whoever is to move wins at once.
WINNING = "3k3/7/7/1N5/1I5/7/7/3K3 s"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("analysis")) as running:
        yield running


@pytest.fixture(scope="module")
def me(server: Server) -> Visitor:
    return server.visitor()


@pytest.fixture
def line(server: Server) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{server.port}/analysis/socket", open_timeout=PATIENCE) as socket:
        yield socket


def told(me: Visitor, path: str) -> dict[str, Any]:
    text = me.http.get(path).raise_for_status().text
    found: dict[str, Any] = json.loads(text.partition('id="told">')[2].partition("</script>")[0])
    return found


def refusal(me: Visitor, path: str, **body: Any) -> str:
    answer = me.http.post(path, json=body)
    assert answer.status_code in (404, 422), answer.text
    return str(answer.json()["detail"])


def hear(line: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(line.recv(PATIENCE))
    return message


@st.composite
def trees(draw: st.DrawFn) -> Study:
    """Something that someone may have tried."""
    game = draw(st.sampled_from(plyboard.games()))
    positions = [plyboard.game(game).start()]
    nodes: list[Node] = []
    for _ in range(draw(st.integers(0, 8))):
        after = draw(st.integers(-1, len(nodes) - 1))
        before = positions[after + 1]
        known = {node.move for node in nodes if node.after == after}
        if moves := [move for move in before.moves() if move not in known]:
            move = draw(st.sampled_from(moves))
            nodes.append(Node(move=move, after=after, comment=draw(st.text(max_size=5))))
            positions.append(before.play(move))
    return Study(game=game, start=str(positions[0]), nodes=nodes)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trees())
def test_a_tree_is_told_with_who_moved_and_comes_back_from_its_text(study: Study) -> None:
    found = opened(study)
    for node in found["nodes"]:
        moves = [node["move"]]
        after = node["after"]
        while after >= 0:
            moves.insert(0, study.nodes[after].move)
            after = study.nodes[after].after
        position = plyboard.game(study.game).parse(study.start)
        for move in moves[:-1]:
            position = position.play(move)
        assert node["player"] == position.player
    assert read(study.model_dump_json(), "hiya") == study
    [record] = records.read(written(study))
    main = of_record(record)
    assert read(written(main), "hiya") == main
    kept = [played.move for played in record.moves]
    first = next((node.move for node in study.nodes if node.after == -1), None)
    assert kept[:1] == ([] if first is None else [first])


def test_a_record_keeps_comments_and_the_main_line_alone(me: Visitor) -> None:
    nodes = [
        {"move": "e2b5", "after": -1, "comment": "Straight at them."},
        {"move": "e2c4", "after": -1},
        {"move": "c6c5", "after": 0},
        {"move": "b5d7", "after": 2},
    ]
    study = {"game": "hiya", "start": str(plyboard.game("hiya").start()), "comment": "A short one.", "nodes": nodes}
    text = me.http.post("/analysis/record", json=study).raise_for_status().json()["text"]
    [record] = records.read(text)
    assert [(played.move, played.comment) for played in record.moves] == [
        ("e2b5", "Straight at them."),
        ("c6c5", ""),
        ("b5d7", ""),
    ]
    assert record.outcome is not None
    assert record.outcome.winner == 0
    again = me.http.post("/analysis/read", json={"text": text, "game": "pincer"}).raise_for_status().json()
    assert (again["game"], again["comment"], again["nodes"][0]["comment"]) == (
        "hiya",
        "A short one.",
        "Straight at them.",
    )


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        (WINNING, "hiya", 0),
        (WINNING.replace(" s", " n"), "hiya", 0),
        ("Base+M;InProgress;White[2];wS1;bG1 wS1-", "hive", 2),
        ("6C/7/7/7/1T5/7/T6 c - 0", "pincer", 0),
    ],
)
def test_a_text_is_read_whatever_game_was_looked_at(me: Visitor, text: str, game: str, moves: int) -> None:
    found = me.http.post("/analysis/read", json={"text": text, "game": "raichu"}).raise_for_status().json()
    assert (found["game"], len(found["nodes"])) == (game, moves)
    assert found["board"]["cells"]
    page = told(
        me, f"/analysis?{me.http.build_request('GET', '/', params={'game': game, 'position': text}).url.query.decode()}"
    )
    assert (page["start"], page["at"]) == (found["start"], moves - 1)


def test_what_is_no_position_is_explained(me: Visitor) -> None:
    assert "no position of Hi-Ya!" in refusal(me, "/analysis/read", text="nonsense", game="hiya")
    assert "no text" in refusal(me, "/analysis/read", text=" ", game="hiya")
    assert "no variations" in refusal(me, "/analysis/read", text='{"game": 1}', game="hiya")
    two = records.write([Record("pincer", ("?", "?")), Record("pincer", ("?", "?"))])
    assert "tells 2 games" in refusal(me, "/analysis/read", text=two, game="hiya")
    assert "chess" in refusal(me, "/analysis/read", text="x", game="chess")
    start = str(plyboard.game("hiya").start())
    assert "may not move" in refusal(me, "/analysis/view", game="hiya", start=start, moves=["a3a5"])
    forward = [{"move": "e2b5", "after": 0}]
    assert "does not come before" in refusal(me, "/analysis/open", game="hiya", start=start, nodes=forward)
    many = [{"move": "e2b5", "after": -1}] * 1001
    assert "1000" in refusal(me, "/analysis/open", game="hiya", start=start, nodes=many)
    assert me.http.get("/analysis?game=chess").status_code == 404
    assert me.http.get("/analysis?game=hiya&move=a1a8").status_code == 422


def test_a_position_is_set_up_by_hand_or_it_is_said_why_not(me: Visitor) -> None:
    start = (
        me.http.post("/analysis/start", json={"game": "raichu", "options": {"size": "10"}}).raise_for_status().json()
    )
    assert len(start["board"]["cells"]) == 100
    assert start["editable"]
    start = str(plyboard.game("hiya").start())
    kings = {"d1": "K", "d8": "k"}
    for placed, text, problem in (
        ({**kings, "b5": "N"}, "3k3/7/7/1N5/7/7/7/3K3 n", ""),
        ({"b5": "N"}, "", "both kings are gone"),
        ({**kings, "z9": "N"}, "", "no square 'z9'"),
    ):
        edit = {"game": "hiya", "like": start, "placed": placed, "player": 1}
        found = me.http.post("/analysis/edit", json=edit).raise_for_status().json()
        assert found["text"] == text
        assert problem in found["problem"]
    assert not me.http.post("/analysis/start", json={"game": "hive"}).json()["editable"]
    assert "expansions" in refusal(me, "/analysis/start", game="hive", options={"size": "10"})


def test_positions_are_shown_by_the_way_that_leads_to_them(me: Visitor) -> None:
    where = {"game": "hiya", "start": WINNING}
    root = me.http.post("/analysis/view", json=where).json()
    assert root["view"]["text"] == WINNING
    won = me.http.post("/analysis/view", json={**where, "moves": ["B5-D7"]}).json()
    assert (won["move"], won["chance"], won["view"]["outcome"]["winner"]) == ("b5d7", 1.0, 0)
    assert won["view"]["last"]["path"] == ["b5", "d7"]
    why = me.http.post("/analysis/explain", json={**where, "path": ["b4"]}).json()["reason"]
    assert "waits" in why
    assert me.http.post("/analysis/picture", json={**where, "moves": ["b5d7"]}).json()["svg"].startswith("<svg")


def test_turns_that_do_not_alternate_are_told_as_they_are(me: Visitor) -> None:
    found = told(me, "/analysis?game=pincer&move=a7a6&move=g3g4&move=g7g6")
    assert [node["player"] for node in found["nodes"]] == [0, 0, 1]


def test_a_kept_game_is_opened_but_not_while_others_play_it(server: Server, me: Visitor) -> None:
    record = Record("pincer", ("random", "greedy"), moves=(Played("a7a6", comment="Quiet."), Played("g3g4")))
    with Store(server.database) as store:
        id = store.begin(record, "arena")
    found = told(me, f"/games/{id}/analysis?ply=1")
    assert (found["at"], found["players"], found["nodes"][0]["comment"]) == (0, ["random", "greedy"], "Quiet.")
    alone = me.create("hiya", "me", "me")
    assert told(me, f"/games/{alone}/analysis")["nodes"] == []
    assert me.http.get(f"/games/{me.create('hiya', 'me', 'friend')}/analysis").status_code == 403
    assert server.visitor().http.get(f"/games/{alone}/analysis").status_code == 403
    assert me.http.get("/games/99999/analysis").status_code == 404


def test_best_lines_stream_in_until_all_is_known(line: ClientConnection) -> None:
    line.send(json.dumps({"do": "think", "number": 7, "game": "hiya", "start": WINNING, "lines": 2}))
    message = hear(line)
    while not message["done"]:
        message = hear(line)
    assert (message["number"], message["kind"], message["decided"]) == (7, "lines", True)
    assert (message["chance"], message["promise"]) == (1.0, "South wins in 1 ply")
    best, other = message["lines"]
    assert (best["moves"], best["path"], best["score"]) == (["b5d7"], ["b5", "d7"], "South wins in 1")
    assert other["moves"][0] != "b5d7"


def test_the_last_question_is_the_one_that_is_answered(line: ClientConnection) -> None:
    start = str(plyboard.game("raichu").start())
    for number in range(3):
        line.send(json.dumps({"do": "think", "number": number, "game": "raichu", "start": start, "lines": 5}))
    while (message := hear(line))["number"] != 2:
        pass
    assert message["depth"] >= 1
    assert len(message["lines"]) == 5
    line.send(json.dumps({"do": "stop"}))
    line.send("nonsense")
    while (message := hear(line))["kind"] != "refused":
        assert message["number"] == 2
    line.send(json.dumps({"do": "think", "number": 8, "game": "hiya", "start": "nowhere", "lines": 1}))
    assert hear(line)["kind"] == "refused"
    line.send(json.dumps({"do": "think", "number": 9, "game": "hiya", "start": WINNING, "lines": 6}))
    assert "lines" in hear(line)["reason"]


def test_an_analysis_makes_room_for_whoever_waits_and_goes_on(server: Server, line: ClientConnection) -> None:
    start = str(plyboard.game("raichu").start())
    line.send(json.dumps({"do": "think", "number": 1, "game": "raichu", "start": start, "lines": 1}))
    depth = hear(line)["depth"]
    # As many searches as there are places: without room they would wait for half a minute, and so for this test's end.
    for _ in range(3):
        asked = {"game": "pincer", "seconds": 0.05}
        server.visitor().http.post("/api/analysis", json=asked).raise_for_status()
    message = hear(line)
    assert not message["done"]
    assert message["depth"] >= depth
