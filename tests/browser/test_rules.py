"""The rules pages and the library, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web_server import Server, serving

import plyboard
from plyboard import records
from plyboard.records import Played, Record
from plyboard.web import boards
from plyboard.web.rules_lessons import guide


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("rules")) as running:
        yield running


@pytest.mark.parametrize("game", plyboard.games())
def test_every_rule_is_tried_on_its_board(page: Page, server: Server, game: str) -> None:
    page.goto(f"{server.url}/rules")
    page.get_by_role("heading", name=plyboard.game(game).title).get_by_role("link").click()
    for lesson in guide(game).lessons:
        section = page.locator(f"section#{lesson.name}")
        position = plyboard.game(game, "python").parse(lesson.position)
        paths = {move["text"]: move["path"] for move in boards.state(position)["moves"]}
        for move, words in lesson.tries.items():
            for place in paths[move]:
                section.locator(f'path[data-at="{place}"]').click()
            if not paths[move]:
                section.get_by_role("button", name=move, exact=False).click()
            choice = section.locator(".ply-choice button", has_text=move)
            if choice.count():
                choice.click()
            expect(section.locator(".reply.done")).to_have_text(words)
            section.get_by_role("button", name="Set it up again").click()
            expect(section.locator(".reply")).to_have_text("")


def test_what_the_rules_forbid_is_explained(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/hiya#ninja")
    lesson = page.locator("section#ninja")
    for place in ("c2", "c3"):
        lesson.locator(f'path[data-at="{place}"]').click()
    expect(lesson.locator(".reply")).to_contain_text("c2 is a ninja: it may not move to c3")


def test_a_file_is_added_found_and_deleted(page: Page, server: Server, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(records.write([Record("pincer", ("Ada", "greedy"), moves=(Played("a7b7"),))]))
    page.goto(f"{server.url}/library")
    page.get_by_label("From a file").set_input_files(file)
    expect(page.locator("textarea")).to_have_value(file.read_text())
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#moves button")).to_have_text("a7b7")
    page.get_by_role("link", name="Library").click()
    page.get_by_role("searchbox", name="Player").fill("ada")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".kept li")).to_have_count(1)
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page).to_have_url(f"{server.url}/library?player=ada")
    expect(page.locator(".count")).to_contain_text("No games fit.")
