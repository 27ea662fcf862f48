"""The pages to learn from a game, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from web_server import Server, serving

from plyboard.records import Played, Record
from plyboard.records.store import Store
from plyboard.rules.core import Outcome

# South could win at once by b5d7, and so could North, by b4d2, two moves later.
MOVES = ("b5a6", "b4a3", "a6b7", "a3b2")
GAME = Record(
    "hiya",
    ("human", "human"),
    start="3k3/7/7/1N5/1I5/7/7/3K3 s",
    moves=tuple(map(Played, MOVES)),
    outcome=Outcome(None, "both were tired"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("review")) as running:
        yield running


@pytest.fixture
def game(server: Server) -> int:
    with Store(server.database) as store:
        return store.begin(GAME, "arena")


def open_review(page: Page, server: Server, game: int) -> None:
    page.goto(f"{server.url}/games/{game}")
    page.get_by_role("link", name="Review").click()
    expect(page.locator("#chart .line")).to_be_visible(timeout=30_000)


def wait_for(page: Page, text: str) -> None:
    page.wait_for_function("text => document.querySelector('#board').view.text === text", arg=text)


def test_a_game_is_reviewed_and_walked_through(page: Page, server: Server, game: int) -> None:
    open_review(page, server, game)
    positions = [str(position) for position in GAME.positions()]
    expect(page.locator("#moves .mark.blunder").first).to_have_text("??")
    page.keyboard.press("ArrowRight")
    wait_for(page, positions[1])
    expect(page.locator("#verdict .label")).to_have_text("b5a6: a blunder.")
    expect(page.locator("#verdict .why")).to_have_text("Misses a forced win in 1 ply.")
    expect(page.locator(".ply-shape.best")).to_have_count(1)
    page.locator("#better button", has_text="b5d7").click()
    wait_for(page, str(GAME.begin().play("b5d7")))
    page.keyboard.press("End")
    wait_for(page, positions[4])
    expect(page.locator("#verdict")).to_contain_text("A draw: both were tired")
    page.keyboard.press("Home")
    wait_for(page, positions[0])
    box = page.locator("#chart svg").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.98, box["y"] + box["height"] / 2)
    wait_for(page, positions[4])
    page.locator("#moves button").nth(1).click()
    wait_for(page, positions[2])
    page.reload()
    wait_for(page, positions[2])
    expect(page.locator("#chart .line")).to_be_visible()


def test_the_better_move_is_found(page: Page, server: Server, game: int) -> None:
    open_review(page, server, game)
    page.get_by_role("link", name="better move").first.click()
    expect(page.locator("#task")).to_contain_text("South played b5a6: a blunder. Find a better move for South.")
    start = str(GAME.begin())
    wait_for(page, start)
    for place in ("b5", "c6"):
        page.locator(f'[data-at="{place}"]').first.click()
    expect(page.locator("#reply")).to_contain_text("b5c6 is a blunder too.")
    page.get_by_role("button", name="Try again").click()
    wait_for(page, start)
    assert "b5d7" not in page.locator("aside").inner_text()
    for place in ("b5", "d7"):
        page.locator(f'[data-at="{place}"]').first.click()
    expect(page.locator("#reply")).to_contain_text("Well found!")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#reply")).to_contain_text("b5d7 was better. b5a6 misses a forced win in 1 ply.")
    expect(page.locator(".ply-shape.best")).to_have_count(1)
