"""The arena and learning, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from web_server import Server, serving

from plyboard import engine

SLOW = 60_000
"""Milliseconds that a busy machine may take."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("arena")) as running:
        yield running


def test_a_match_is_watched_stopped_and_gone_on_with(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Arena").click()
    page.locator("[name=game]").select_option("ricocheckers")
    page.get_by_label("Random: any legal move").check()
    page.get_by_label("Others, one a line").fill("alphabeta:time=0.3")
    page.locator("[name=games]").fill("20")
    page.get_by_role("button", name="Start").click()
    board = page.locator("#live ply-board").first
    expect(board.locator("svg").first).to_be_visible(timeout=SLOW)
    # A piece is on its way: the position on the board is another one after a while.
    before = board.evaluate("board => board.view.text")
    changed = "text => ![text, undefined].includes(document.querySelector('#live ply-board')?.view.text)"
    page.wait_for_function(changed, arg=before, timeout=SLOW)
    expect(page.get_by_role("cell", name="Random").first).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_contain_text("Interrupted")
    expect(page.locator("#live ply-board")).to_have_count(0)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("status")).to_contain_text("At work")
    page.goto(f"{server.url}/arena")
    page.get_by_role("link", name="Ricocheckers").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_contain_text("Interrupted")


@pytest.mark.skipif(not engine.installed(), reason="training needs the engine")
def test_a_training_is_followed(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/learning")
    page.locator("[name=game]").select_option("ricocheckers")
    page.locator("[name=games]").fill("300")
    page.locator("[name=start]").select_option("zero")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("status")).to_contain_text("Finished", timeout=SLOW)
    expect(page.locator("#elo .line")).to_have_count(3)
    expect(page.locator("#elo .band")).to_have_count(3)
    expect(page.locator("#loss .line")).to_have_count(2)
    expect(page.get_by_role("cell", name="distance", exact=True)).to_be_visible()
    page.get_by_role("link", name="Report").click()
    expect(page.get_by_role("heading", name="Which features matter")).to_be_visible()
