"""The library over the wire: every game is found, games are added whole or not at all, and deleted by those who may."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from web_server import Server, Visitor, serving

from plyboard import records
from plyboard.records import Played, Record
from plyboard.records.entry import Source
from plyboard.records.store import Store
from plyboard.rules.core import Outcome
from plyboard.web.app import create_app
from plyboard.web.settings import Settings

WON = Record(
    "hiya",
    ("human", "engine:level=3"),
    moves=tuple(map(Played, ("e2b5", "c6c5", "b5d7"))),
    outcome=Outcome(0, "South attacked North's king"),
    date=datetime(2026, 1, 5, 12, tzinfo=UTC),
)
BEGUN = Record("pincer", ("random", "greedy"), moves=(Played("a7b7"),), date=datetime(2026, 3, 5, 12, tzinfo=UTC))
DRAWN = Record("raichu", ("mcts", "<b>bold</b>"), {"size": 10}, outcome=Outcome(None, "agreed"), date=WON.date)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("library")) as running:
        yield running


@pytest.fixture(scope="module")
def kept(server: Server) -> dict[str, int]:
    """Games of the terminal, the arena and a file, by what they are."""
    games: dict[str, tuple[Record, Source]] = {
        "won": (WON, "terminal"),
        "begun": (BEGUN, "arena"),
        "drawn": (DRAWN, "import"),
    }
    with Store(server.database) as store:
        return {name: store.begin(record, source) for name, (record, source) in games.items()}


def listed(me: Visitor, query: str = "") -> list[int]:
    page = me.http.get(f"/library?{query}").raise_for_status().text
    return [int(number) for number in re.findall(r'aria-label="Game (\d+)"', page)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {"won", "begun", "drawn"}),
        ("game=hiya&player=&result=", {"won"}),
        ("player=LEVEL", {"won"}),
        ("player=%25", set()),
        ("result=first", {"won"}),
        ("result=draw", {"drawn"}),
        ("result=unfinished", {"begun"}),
        ("since=2026-02-01", {"begun"}),
        ("until=2026-01-05", {"won", "drawn"}),
        ("source=arena", {"begun"}),
        ("source=import&game=hiya", set()),
    ],
)
def test_games_are_found(server: Server, kept: dict[str, int], query: str, expected: set[str]) -> None:
    assert set(listed(server.visitor(), query)) & set(kept.values()) == {kept[name] for name in expected}


@pytest.mark.parametrize("query", ["game=chess", "result=lost", "since=yesterday", "source=sky", "page=0", "page=x"])
def test_what_nobody_understands_is_answered(server: Server, query: str) -> None:
    answer = server.visitor().http.get(f"/library?{query}")
    assert answer.status_code == 422
    assert query.partition("=")[2] in answer.text


def test_what_players_are_called_is_text(server: Server, kept: dict[str, int]) -> None:
    page = server.visitor().http.get("/library").text
    assert "&lt;b&gt;bold" in page
    assert "<b>bold" not in page


def test_many_games_have_pages(server: Server) -> None:
    me = server.visitor()
    with Store(server.database) as store:
        hive = [store.begin(Record("hive", ("random", "random")), "arena") for _ in range(45)]
    pages = [listed(me, f"game=hive&page={page}") for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [20, 20, 5]
    assert sorted(number for page in pages for number in page) == sorted(hive)
    assert listed(me, "game=hive&page=999") == pages[2]


def test_a_game_is_opened_and_its_record_had(server: Server, kept: dict[str, int]) -> None:
    me = server.visitor()
    assert me.told(kept["won"])["state"]["outcome"]["winner"] == 0
    assert records.read(me.http.get(f"/games/{kept['won']}/record").text) == [WON]


def test_games_are_added(server: Server) -> None:
    me = server.visitor()
    one = me.http.post("/library", data={"text": records.write([WON])})
    assert one.status_code == 303
    with Store(server.database) as store:
        added = int(one.headers["location"].rpartition("/")[2])
        assert store.get(added) == WON
        assert store.entry(added).source == "import"
        before = store.count()
        assert me.http.post("/library", data={"text": records.write([WON, DRAWN])}).status_code == 303
        assert store.count() == before + 2
    gamestring = me.http.post("/library", data={"text": "Base;InProgress;Black[1];wS1\r\n"})
    assert me.told(int(gamestring.headers["location"].rpartition("/")[2]))["state"]["ply"] == 1


def test_a_text_with_a_fault_adds_nothing_and_is_shown_again(server: Server) -> None:
    me = server.visitor()
    with Store(server.database) as store:
        before = store.count()
        text = records.write([DRAWN, WON]).replace("c6c5", "c6c4")
        refused = me.http.post("/library", data={"text": text})
        assert refused.status_code == 422
        assert "Nothing is added: line" in refused.text
        assert refused.text.count("c6c4") >= 2
        assert me.http.post("/library", data={"text": " "}).status_code == 422
        assert me.http.post("/library", data={"text": "x" * 1_100_000}).status_code == 413
        assert store.count() == before


def test_a_game_is_deleted_after_a_question(server: Server) -> None:
    me, friend = server.visitor(), server.visitor()
    game = me.create("pincer", "me", "friend")
    line = me.line(game)
    line.hear("events")
    asked = friend.http.get(f"/games/{game}/delete?back=game%3Dpincer")
    assert "Delete this game for good?" in asked.text
    stranger = friend.http.post(f"/games/{game}/delete", headers={"Origin": "https://elsewhere.example"})
    assert stranger.status_code == 403
    gone = friend.http.post(f"/games/{game}/delete?back=game%3Dpincer")
    assert (gone.status_code, gone.headers["location"]) == (303, "/library?game=pincer")
    for path in ("", "/delete", "/record"):
        assert friend.http.get(f"/games/{game}{path}").status_code == 404
    assert "deleted" in line.refused(do="resign")
    line.close()


def test_who_does_not_sit_at_the_machine_deletes_only_games_of_their_own(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", hosts=("*",))
    with TestClient(create_app(settings), follow_redirects=False) as me, Store(settings.database) as store:
        me.get("/new")
        mine = me.post("/games", data={"game": "hiya"}).headers["location"]
        others = store.begin(WON, "terminal")
        refused = me.post(f"/games/{others}/delete")
        assert refused.status_code == 403
        assert "only those who play a game can delete it" in refused.text
        assert me.post(f"{mine}/delete").status_code == 303
        assert [entry.id for entry in store.find()] == [others]
