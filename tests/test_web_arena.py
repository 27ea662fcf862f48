"""The arena over the wire: matches are held in processes of their own, watched, stopped, gone on with and kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from web_runs import begin, ended, wait_for
from web_server import Server, serving

from plyboard.web.app import create_app
from plyboard.web.settings import Settings

SLOW = {"game": "ricocheckers", "player": ["mcts:time=0.5", "alphabeta:time=0.5"], "games": "50"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("arena")) as running:
        yield running


def test_a_tournament_is_held_and_kept(server: Server) -> None:
    me = server.visitor()
    form = {"game": "raichu", "player": ["greedy", "random"], "others": "random:seed=4\n\n", "games": "4"}
    path = begin(me, "arena", **form, openings="2")
    told = wait_for(me, path, ended)
    assert "12 of 12 games" in told["html"]
    assert told["live"] == []
    server.stop()
    server.start()
    page = me.http.get(path).raise_for_status().text
    assert "Finished" in page
    assert all(player in page for player in ("Greedy", "Random", "random:seed=4", "Elo"))
    assert "Resume" not in page
    picture = me.http.get(f"{path}/ratings.svg").raise_for_status()
    assert picture.headers["content-type"].startswith("image/svg")
    assert "random:seed=4" in picture.text
    report = me.http.get(f"{path}/report").raise_for_status()
    assert "script" not in report.headers["content-security-policy"]
    assert "12 games, round-robin" in report.text
    assert "12 games" in me.http.get("/library?source=arena&game=raichu").text
    assert me.http.post(f"{path}/resume").status_code == 409
    assert path in me.http.get("/arena").text


def test_games_are_watched_while_they_are_played_and_a_match_goes_on(server: Server) -> None:
    me = server.visitor()
    path = begin(me, "arena", **SLOW)
    told = wait_for(me, path, lambda told: bool(told["live"]))
    game = told["live"][0]["id"]
    view = me.http.get(f"{path}/games/{game}").raise_for_status().json()
    assert view["game"] == "ricocheckers"
    assert view["board"]["cells"]
    later = wait_for(me, path, lambda told: told["live"] and told["live"][0]["ply"] > 3)
    assert later["running"]
    assert me.http.get(f"{path}/games/999999").status_code == 404
    me.http.post(f"{path}/stop")
    assert "Interrupted" in me.http.get(path).text
    assert me.http.post(f"{path}/resume").status_code == 303
    assert me.http.post(f"{path}/resume").status_code == 409
    wait_for(me, path, lambda told: bool(told["live"]))
    other = begin(me, "arena", **SLOW)
    refused = me.http.post("/arena", data=SLOW)
    assert refused.status_code == 422
    assert "2 runs are at work" in refused.text
    server.stop()
    server.start()
    for stopped in (path, other):
        page = me.http.get(stopped).text
        assert "Interrupted" in page
        assert "Resume" in page


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"player": ["greedy"]}, "these are 1 players"),
        ({"player": [f"random:seed={seed}" for seed in range(50)]}, "these are 50 players"),
        ({"player": ["random"] * 200}, "100 fields"),
        ({"player": ["greedy", "human"]}, "for computers"),
        ({"player": ["greedy", "uhp:rm -rf x"]}, "command line"),
        ({"player": ["greedy", "nobody"]}, "nobody"),
        ({"player": ["greedy", "random"], "games": "3"}, "must be even"),
        ({"player": ["greedy", "random"], "games": "2000"}, "at most 1000"),
        ({"player": ["greedy", "random"], "games": "many"}, "whole number"),
        ({"player": ["greedy", "random"], "time": "60"}, "at most 5 seconds"),
        ({"player": ["greedy", "random"], "time": "900+1"}, "a clock of 300+5"),
        ({"player": ["greedy", "mcts:time=1"], "time": "0.5"}, "mcts:time=1 takes longer than 0.5 s"),
        ({"player": ["greedy", "random"], "openings": "../etc/passwd"}, "whole number"),
        ({"player": ["greedy", "random"], "format": "war"}, "no format"),
        ({"player": ["greedy", "random"], "game": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_held_is_explained(server: Server, form: dict[str, str], reason: str) -> None:
    answer = server.visitor().http.post("/arena", data={"game": "raichu", **form})
    assert answer.status_code == 422
    assert reason in answer.text


def test_who_does_not_sit_at_the_machine_starts_nothing(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", hosts=("*",))
    with TestClient(create_app(settings)) as other:
        for kind in ("arena", "learning"):
            assert "<form" not in other.get(f"/{kind}").text
            assert other.post(f"/{kind}", data=SLOW).status_code == 403
            assert other.get(f"/{kind}/1").status_code == 404
            assert other.post(f"/{kind}/1/stop").status_code == 403
