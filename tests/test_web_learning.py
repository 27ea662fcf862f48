"""Learning over the wire: a training is followed, stopped, gone on with, and kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from web_runs import begin, ended, wait_for
from web_server import Server, serving

from plyboard import engine

pytestmark = pytest.mark.skipif(not engine.installed(), reason="training needs the engine")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("learning")) as running:
        yield running


def test_a_training_is_followed_to_its_end(server: Server) -> None:
    me = server.visitor()
    path = begin(me, "learning", game="ricocheckers", method="td", games="200", start="zero")
    told = wait_for(me, path, ended)
    games = [block["games"] for block in told["blocks"]]
    assert games == sorted(games)
    assert len(games) > 1
    for block in told["blocks"]:
        for elo in block["elo"].values():
            assert -800 <= elo["low"] <= elo["elo"] <= elo["high"] <= 800
    assert "Finished" in told["html"]
    assert "distance" in told["html"]
    weights = me.http.get(f"{path}/weights").raise_for_status().json()
    assert weights["provenance"]["games"] == games[-1]
    assert "Which features matter" in me.http.get(f"{path}/report").raise_for_status().text
    assert "ricocheckers --method td" in me.http.get(path).text
    assert path in me.http.get("/learning").text


def test_a_training_goes_on_after_a_restart(server: Server) -> None:
    me = server.visitor()
    path = begin(me, "learning", game="ricocheckers", method="tdleaf", games="4000")
    before = wait_for(me, path, lambda told: bool(told["blocks"]))["blocks"]
    server.stop()
    server.start()
    page = me.http.get(path).text
    assert "Interrupted" in page
    assert "Resume" in page
    assert me.http.post(f"{path}/resume").status_code == 303
    told = wait_for(me, path, lambda told: len(told["blocks"]) > len(before))
    assert told["blocks"][: len(before)] == before
    me.http.post(f"{path}/stop")
    assert "Interrupted" in me.http.get(path).text


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"game": "chess"}, "chess"),
        ({"method": "luck"}, "must be one of"),
        ({"games": "1"}, "from 20"),
        ({"games": "1000000"}, "at most 100000"),
        ({"games": "-5"}, "whole number"),
        ({"start": "/etc/passwd"}, "shipped or zero"),
    ],
)
def test_what_cannot_be_learned_is_explained(server: Server, form: dict[str, str], reason: str) -> None:
    answer = server.visitor().http.post("/learning", data={"game": "raichu", **form})
    assert answer.status_code == 422
    assert reason in answer.text
