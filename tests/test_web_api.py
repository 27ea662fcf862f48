"""The way for programs: a bot plays, every answer is as the description says, and what is wrong is said."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from code_blocks import blocks
from web_server import Server, serving

import plyboard


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="module")
def api(server: Server) -> httpx.Client:
    return httpx.Client(base_url=f"{server.url}/api", timeout=60)


def _create(api: httpx.Client, **wanted: Any) -> dict[str, Any]:
    answer = api.post("/games", json=wanted)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_the_bot_of_the_documentation_plays_a_game(server: Server, tmp_path: Path) -> None:
    (source,) = blocks("docs/web.md", "python bot.py")
    assert len([line for line in source.splitlines() if line.strip()]) <= 20
    file = tmp_path / "bot.py"
    file.write_text(source, encoding="utf-8")
    ran = subprocess.run([sys.executable, file, server.url], capture_output=True, text=True, timeout=120, check=True)
    first, last = ran.stdout.splitlines()
    assert first.startswith("watch at http://127.0.0.1:")
    number = int(first.rpartition("/")[2])
    assert httpx.get(f"{server.url}/api/games/{number}").json()["outcome"]["reason"] == last


def test_a_game_by_tokens(api: httpx.Client) -> None:
    made = _create(
        api, game="raichu", players=["human", "human"], options={"size": 10}, clock={"seconds": 60, "increment": 1}
    )
    path, south, north = f"/games/{made['id']}", *({"Authorization": f"Bearer {token}"} for token in made["tokens"])
    state = api.get(path).json()
    assert state["position"] == str(plyboard.game("raichu").start(size=10))
    assert sorted(state["moves"]) == sorted(plyboard.game("raichu").start(size=10).moves())
    first = state["moves"][0]
    assert api.post(f"{path}/moves", json={"move": first}).status_code == 401
    assert api.post(f"{path}/moves", json={"move": first}, headers={"Authorization": "Bearer x"}).status_code == 401
    refused = api.post(f"{path}/moves", json={"move": first}, headers=north)
    assert (refused.status_code, refused.json()["detail"]) == (403, "White is to move, not you")
    illegal = api.post(f"{path}/moves", json={"move": "a1a9"}, headers=south)
    assert illegal.status_code == 422
    assert "a1" in illegal.json()["detail"]
    state = api.post(f"{path}/moves", json={"move": first}, headers=south).json()
    assert (state["played"], state["player"], state["clocks"][0]) == ([first], 1, 60)
    state = api.post(f"{path}/actions", json={"do": "resign"}, headers=north).json()
    assert state["outcome"] == {"winner": 0, "reason": "Black resigned"}
    over = api.post(f"{path}/moves", json={"move": state["played"][0]}, headers=south)
    assert over.status_code == 409
    told = [json.loads(line) for line in api.get(f"{path}/events").text.splitlines()]
    assert [event["kind"] for event in told] == ["began", "move", "over"]
    assert api.get(f"{path}/events", params={"after": 2}).text.count("\n") == 1


def test_computers_play_for_those_who_listen(api: httpx.Client) -> None:
    made = _create(api, game="hiya", players=["engine:level=1", "greedy"])
    with api.stream("GET", f"/games/{made['id']}/events") as lines:
        events = [json.loads(line) for line in lines.iter_lines() if line]
    assert events[-1]["kind"] == "over"
    assert api.get(f"/games/{made['id']}").json()["outcome"]["reason"] == events[-1]["reason"]


def test_analysis(api: httpx.Client) -> None:
    position = "3k3/7/7/1N5/7/i6/7/3K3 s"
    found = api.post("/analysis", json={"game": "hiya", "position": position, "seconds": 0.2, "lines": 2}).json()
    assert found["thoughts"][0]["move"] == "b5d7"
    assert found["thoughts"][0]["win"] == 1
    over = api.post("/analysis", json={"game": "hiya", "position": "3k3/7/7/7/7/7/7/7 s"})
    assert over.status_code == 422


@pytest.mark.parametrize(
    ("wanted", "status", "reason"),
    [
        ({"game": "chess", "players": ["human", "human"]}, 404, "chess"),
        ({"game": "hiya", "players": ["human", "stockfish"]}, 422, "there is no player 'stockfish'"),
        ({"game": "hiya", "players": ["human", "ugi:touch /tmp/gotcha"]}, 422, "not from a page"),
        ({"game": "hiya", "players": ["human", "engine:hash=65536"]}, 422, "not from a page"),
        ({"game": "hiya", "players": ["human", "alphabeta:depth=2, weights=/etc/passwd"]}, 422, "not from a page"),
        ({"game": "hiya", "players": ["human", "engine:time=3600"]}, 422, "at most 30 s"),
        ({"game": "hiya", "players": ["human", "human"], "options": {"size": 8}}, 422, "no option 'size'"),
        ({"game": "raichu", "players": ["human", "human"], "options": {"size": 9}}, 422, "even number from 8 to 20"),
        ({"game": "hiya", "players": ["human", "human"], "start": "nonsense"}, 422, "nonsense"),
        ({"game": "hiya", "players": ["human"]}, 422, "players"),
        ({"game": "hiya", "players": ["human", "human"], "clock": {"seconds": 1e9}}, 422, "clock"),
    ],
)
def test_a_game_that_cannot_be_set_up(api: httpx.Client, wanted: dict[str, Any], status: int, reason: str) -> None:
    answer = api.post("/games", json=wanted)
    assert answer.status_code == status
    assert reason in answer.json()["detail"]


def test_every_answer_is_as_the_description_says(server: Server, tmp_path: Path) -> None:
    """Schemathesis asks for all that the description allows, and for much that it does not."""
    config = Path(__file__).parent / "data" / "schemathesis.toml"
    command = [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(config)]
    options = ["--max-examples", "8", "--seed", "1", "--generation-database", "none"]
    ran = subprocess.run(
        [*command, "run", f"{server.url}/api/openapi.json", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout
