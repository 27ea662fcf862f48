"""What the server refuses, and what it says to everyone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from plyboard.web.app import create_app
from plyboard.web.security import LARGEST_BODY
from plyboard.web.settings import Settings

HOST = "http://localhost"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = f"sqlite:///{tmp_path_factory.mktemp('web') / 'games.sqlite'}"
    with TestClient(create_app(Settings(database)), HOST, raise_server_exceptions=False) as client:
        yield client


def _create(client: TestClient) -> str:
    answer = client.post("/games", data={"game": "hiya"}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_pages_run_no_scripts_but_our_own(client: TestClient) -> None:
    for path in ("/", "/new", _create(client), "/api/docs", "/nowhere"):
        answer = client.get(path, headers={"Accept": "text/html"})
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "style=" not in answer.text
        assert "<style" not in answer.text
        assert "http://" not in answer.text.replace("http://www.w3.org", "")
        assert "https://" not in answer.text


def test_the_cookie_of_a_visitor_is_kept_from_scripts_and_other_sites(client: TestClient) -> None:
    client.cookies.clear()
    cookie = client.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in client.get("/").headers


def test_other_sites_can_change_nothing(client: TestClient) -> None:
    elsewhere = {"Origin": "https://elsewhere.example"}
    path = _create(client)
    assert client.post("/games", data={"game": "hiya"}, headers=elsewhere).status_code == 403
    assert client.post("/api/games", json={}, headers=elsewhere).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"ws://localhost{path}/socket", headers=elsewhere),
    ):
        pass
    with client.websocket_connect(f"ws://localhost{path}/socket", headers={"Origin": HOST}) as line:
        assert line.receive_json()["kind"] == "events"


def test_a_name_that_was_made_to_point_here_is_refused(client: TestClient) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_too_much_is_refused(client: TestClient) -> None:
    assert client.post("/games", content=b"x" * (LARGEST_BODY + 1)).status_code == 413
    assert client.post("/api/games", content=b"x" * (LARGEST_BODY + 1)).status_code == 413


@pytest.mark.parametrize(
    "path", ["/games/0", "/games/x", "/games/99999999999999", "/games/77", "/games/1/view/500", "/pictures/chess.svg"]
)
def test_what_is_not_there_is_said_to_be_missing(client: TestClient, path: str) -> None:
    _create(client)
    answer = client.get(path)
    assert 400 <= answer.status_code < 500
    assert answer.json()["detail"]
    assert "Back to the games" in client.get(path, headers={"Accept": "text/html"}).text


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"game": "chess"}, "there is no game"),
        ({}, "there is no game"),
        ({"game": "hiya", "second_seat": "custom", "custom_second_seat": "ugi:touch x"}, "not from a page"),
        ({"game": "hiya", "second_seat": "engine:level=99"}, "whole number from 1 to 10"),
        ({"game": "hiya", "clock": "nan+5"}, "a clock is"),
        ({"game": "hiya", "position": "nothing"}, "nothing"),
        ({"game": "raichu", "size": "7"}, "even number"),
        ({"game": "raichu", "size": "\N{SUPERSCRIPT TWO}"}, "even number"),
        ({"game": "raichu", "size": "9" * 5000}, "even number"),
    ],
)
def test_a_form_that_makes_no_sense_is_shown_again_with_the_reason(
    client: TestClient, form: dict[str, str], reason: str
) -> None:
    answer = client.post("/games", data=form)
    assert answer.status_code == 422
    assert reason in answer.text
    assert "<form" in answer.text


_NAMES = st.sampled_from(["game", "first_seat", "second_seat", "size", "M", "first", "clock", "position"])
_JSON = st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3))


@given(form=st.dictionaries(_NAMES, st.text(max_size=30) | st.sampled_from(["hiya", "hive", "raichu", "me"])))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_no_form_breaks_the_server(client: TestClient, form: dict[str, str]) -> None:
    assert client.post("/games", data=form, follow_redirects=False).status_code in (303, 422)


@given(message=st.dictionaries(st.sampled_from(["do", "text", "ply", "path", "what", "seconds"]), _JSON) | _JSON)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_no_message_breaks_the_line(client: TestClient, message: Any) -> None:
    with client.websocket_connect(f"ws://localhost{_create(client)}/socket") as line:
        line.receive_json()
        line.send_json(message)
        line.send_text("no JSON")
        line.send_json({"do": "move", "text": "e2b5"})
        while (told := line.receive_json())["kind"] != "events":
            assert told["reason"]
        assert told["events"][0]["text"] == "e2b5"


def test_a_message_that_is_no_text_ends_the_line_and_nothing_else(client: TestClient) -> None:
    path = _create(client)
    with client.websocket_connect(f"ws://localhost{path}/socket") as line:
        line.receive_json()
        line.send_bytes(b"\x00")
        with pytest.raises(WebSocketDisconnect):
            line.receive_json()
    assert client.get(path).status_code == 200


def test_a_question_to_the_analysis_that_is_no_text_ends_the_line(client: TestClient) -> None:
    with client.websocket_connect("ws://localhost/analysis/socket") as line:
        line.send_bytes(b"\x00")
        with pytest.raises(WebSocketDisconnect) as ended:
            line.receive_json()
    assert ended.value.code == 1003


def test_links_to_seats_that_are_none(client: TestClient) -> None:
    path = _create(client)
    for secret in ("x", "\N{LATIN SMALL LETTER E WITH ACUTE}", "%00"):
        assert client.get(f"{path}/join/{secret}").status_code == 404
        assert client.post(f"{path}/join/{secret}").status_code == 404


@pytest.mark.parametrize("path", ["/games", "/library"])
def test_a_form_with_too_many_fields(client: TestClient, path: str) -> None:
    answer = client.post(path, data={f"field{number}": "1" for number in range(200)})
    assert (answer.status_code, answer.json()["detail"]) == (422, "no form has more than 100 fields")


def test_a_database_of_ones_own(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(f"sqlite:///{tmp_path / 'other.sqlite'}")), HOST) as other:
        assert other.get("/games/1").status_code == 404
