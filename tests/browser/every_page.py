"""Every page of the web app, with something on it to see, for those who look at them all."""

from __future__ import annotations

import re
import time

from playwright.sync_api import APIRequestContext, BrowserContext
from web_server import PATIENCE, Server

from plyboard import engine
from plyboard.records import Played, Record
from plyboard.records.store import Store
from plyboard.rules.core import Outcome

PLAYED = Record(
    "hiya",
    ("human", "human"),
    start="3k3/7/7/1N5/1I5/7/7/3K3 s",
    moves=tuple(map(Played, ("b5a6", "b4a3", "a6b7", "a3b2"))),
    outcome=Outcome(None, "both were tired"),
)
TOURNAMENT = "game=ricocheckers&games=4&player=greedy&player=random&player=learned&player=engine:level%3D2"


def every_page(context: BrowserContext, server: Server) -> dict[str, str]:
    """The address of each page by its name, as a visitor sees them who has two games of their own."""
    me = context.request
    me.get(f"{server.url}/new")  # To be known from now on.
    with Store(server.database) as store:
        game = f"/games/{store.begin(PLAYED, 'terminal')}"
    me.post(f"{server.url}{game}/review")
    mine = _send(me, server, "/games", "game=hive&M=1&L=1&P=1&second_seat=engine:level%3D1")
    waiting = _send(me, server, "/games", "game=pincer&second_seat=friend")
    door = re.search(rf"{waiting}/join/[\w-]+", me.get(server.url + waiting).text())
    assert door
    pages = {
        "home": "/",
        "new": "/new?game=raichu",
        "play": mine,
        "invite": waiting,
        "join": door[0],
        "rules": "/rules",
        "rules-of-a-game": "/rules/hiya",
        "analysis": "/analysis",
        "review": f"{game}/review",
        "practice": f"{game}/practice",
        "library": "/library",
        "delete": f"{game}/delete",
        "arena": "/arena",
        "arena-run": _run(me, server, "/arena", TOURNAMENT),
        "learning": "/learning",
        "programs": "/api/docs",
        "error": "/games/999999",
    }
    if engine.installed():
        pages["learning-run"] = _run(me, server, "/learning", "game=ricocheckers&games=400&start=zero")
    return {name: server.url + path for name, path in pages.items()}


def _send(me: APIRequestContext, server: Server, path: str, form: str) -> str:
    """Send a form; where that leads to."""
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = me.post(server.url + path, data=form, headers=headers, max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def _run(me: APIRequestContext, server: Server, path: str, form: str) -> str:
    """Start a run and wait for its end."""
    run = _send(me, server, path, form)
    end = time.monotonic() + 3 * PATIENCE
    while me.get(f"{server.url}{run}/state").json()["running"]:
        assert time.monotonic() < end, f"{run} takes too long"
        time.sleep(0.2)
    return run
