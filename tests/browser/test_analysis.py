"""The analysis board in a real browser: a tree of moves, engine lines, positions set up by hand, and links."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect
from web_server import Server, serving

import plyboard
from plyboard import records
from plyboard.records import Played, Record
from plyboard.records.store import Store

HIYA = plyboard.game("hiya")
START = HIYA.start()
WINNING = "3k3/7/7/1N5/1I5/7/7/3K3 s"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("analysis")) as running:
        yield running


def link(server: Server, **wanted: str) -> str:
    return f"{server.url}/analysis?{urlencode(wanted)}"


def shows(page: Page, text: str) -> None:
    page.wait_for_function("text => document.querySelector('#board').view?.text === text", arg=text)


def click(page: Page, *places: str) -> None:
    for place in places:
        page.locator(f'#board [data-at="{place}"]').first.click()


def engine_off(page: Page) -> None:
    page.locator("#engine").uncheck()


def moves(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("#tree button").all_inner_texts()]


def test_moves_make_a_tree_that_is_walked_promoted_and_cut(page: Page, server: Server) -> None:
    page.goto(link(server, game="hiya"))
    shows(page, str(START))
    engine_off(page)
    click(page, "e2", "b5")
    after = START.play("e2b5")
    shows(page, str(after))
    click(page, "c6", "c5")
    shows(page, str(after.play("c6c5")))
    page.keyboard.press("Home")
    shows(page, str(START))
    click(page, "e2", "c4")
    shows(page, str(START.play("e2c4")))
    assert moves(page) == ["1. e2b5", "1. e2c4", "2. c6c5"]
    expect(page.locator("#tree .variation button")).to_have_text("1. e2c4")
    page.keyboard.press("ArrowUp")
    shows(page, str(after))
    page.keyboard.press("ArrowRight")
    shows(page, str(after.play("c6c5")))
    page.keyboard.press("ArrowDown")
    shows(page, str(START.play("e2c4")))
    page.get_by_role("button", name="Promote").click()
    expect(page.locator("#tree .variation button").first).to_have_text("1. e2b5")
    expect(page.get_by_role("button", name="Promote")).to_be_disabled()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    shows(page, str(after.play("c6c5")))
    page.keyboard.press("ArrowLeft")
    shows(page, str(after))
    page.get_by_role("button", name="Delete").click()
    shows(page, str(START))
    assert moves(page) == ["1. e2c4"]
    page.keyboard.press("f")
    assert page.evaluate("document.querySelector('#board').flip")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_all_of_it_survives_a_reload_and_travels_by_link(page: Page, server: Server, browser: Browser) -> None:
    page.goto(link(server, game="hiya"))
    engine_off(page)
    click(page, "e2", "b5")
    shows(page, str(START.play("e2b5")))
    page.keyboard.press("c")
    page.keyboard.type("Straight → at them!")
    page.keyboard.press("Escape")
    place = page.locator('#board [data-at="d8"]').first
    place.click(button="right")
    expect(page.locator(".ply-shape.own")).to_have_count(1)
    page.wait_for_url(re.compile("#"))
    page.get_by_label("One move back").click()
    shows(page, str(START))
    click(page, "e2", "c4")
    shows(page, str(START.play("e2c4")))
    page.wait_for_function(
        "() => atob(location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/')).includes('e2c4')"
    )
    page.reload()
    shows(page, str(START.play("e2c4")))
    assert moves(page) == ["1. e2b5", "1. e2c4"]
    address = page.url
    with browser.new_context() as other:
        elsewhere = other.new_page()
        elsewhere.goto(address)
        shows(elsewhere, str(START.play("e2c4")))
        elsewhere.keyboard.press("ArrowUp")
        shows(elsewhere, str(START.play("e2b5")))
        expect(elsewhere.locator("#comment")).to_have_value("Straight → at them!")
        expect(elsewhere.locator(".ply-shape.own")).to_have_count(1)
    page.goto(f"{server.url}/")
    page.get_by_role("link", name="Analysis").click()
    shows(page, str(START.play("e2c4")))


def test_engine_lines_come_with_a_bar_and_arrows_and_can_be_played(page: Page, server: Server) -> None:
    page.goto(link(server, game="hiya", position=WINNING))
    expect(page.locator("#promise")).to_have_text("South wins in 1 ply", timeout=30_000)
    expect(page.locator("#bar")).to_have_attribute("aria-valuenow", "100")
    expect(page.locator("#lines li")).to_have_count(3)
    expect(page.locator(".ply-shape.best")).to_have_count(1)
    expect(page.locator("#depth")).to_contain_text("Depth")
    page.locator("#count").select_option("1")
    expect(page.locator("#lines li")).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("#tree").focus()
    page.keyboard.press("l")
    expect(page.locator("#lines li")).to_have_count(0)
    expect(page.locator("#bar")).to_be_hidden()
    expect(page.locator(".ply-shape")).to_have_count(0)
    page.keyboard.press("l")
    page.locator("#lines button", has_text="b5d7").click()
    shows(page, str(HIYA.parse(WINNING).play("b5d7")))
    expect(page.locator("#status")).to_have_text("South wins: South attacked North's king")
    assert moves(page) == ["1. b5d7"]


def test_a_position_is_set_up_and_a_text_is_opened(page: Page, server: Server) -> None:
    page.goto(link(server, game="pincer"))
    engine_off(page)
    page.get_by_role("button", name="Set up or open").click()
    dialog = page.locator("#setup")
    dialog.locator("[name=game]").select_option("hiya")
    expect(dialog.get_by_role("radio", name="South's king")).to_be_visible()
    dialog.get_by_role("button", name="Empty board").click()
    expect(dialog.get_by_role("alert")).to_contain_text("both kings are gone")
    expect(dialog.get_by_role("button", name="Analyse")).to_be_disabled()
    for piece, square in (("South's king", "d1"), ("North's king", "d8"), ("South's ninja", "b5")):
        dialog.get_by_role("radio", name=piece, exact=True).click()
        dialog.locator(f'[data-at="{square}"]').first.click()
    dialog.get_by_label("Who is to move").select_option("1")
    expect(dialog.locator("textarea")).to_have_value("3k3/7/7/1N5/7/7/7/3K3 n")
    dialog.get_by_role("button", name="Analyse").click()
    shows(page, "3k3/7/7/1N5/7/7/7/3K3 n")
    page.get_by_role("button", name="Set up or open").click()
    game_string = "Base+M;InProgress;White[2];wS1;bG1 wS1-"
    dialog.locator("textarea").fill(game_string)
    dialog.get_by_role("button", name="Analyse").click()
    shows(page, game_string)
    assert moves(page) == ["1. wS1", "bG1 wS1-"]
    click(page, "hand-wQ")
    expect(page.locator("#board .ply-target").first).to_be_visible()
    page.go_back()
    shows(page, "3k3/7/7/1N5/7/7/7/3K3 n")


def test_a_kept_game_is_opened_by_its_number_and_exported(page: Page, server: Server, tmp_path: Path) -> None:
    played = (Played("a7a6", comment="Quiet."), Played("g3g4"), Played("g7g6"))
    with Store(server.database) as store:
        id = store.begin(Record("pincer", ("random", "greedy"), moves=played), "arena")
    page.goto(link(server, game="hiya"))
    engine_off(page)
    page.get_by_role("button", name="Set up or open").click()
    page.locator("#setup .saved input").fill(str(id))
    page.locator("#setup .saved button").click()
    expect(page.locator("#tree button")).to_have_count(3)
    assert moves(page) == ["1. a7a6", "2. g3g4", "g7g6"]  # After a comment a move is numbered.
    page.get_by_text("Share and keep").click()
    found = {}
    for name in ("the main line", "all variations", "a picture"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Download {name}").click()
        download.value.save_as(tmp_path / "taken")
        found[name] = (tmp_path / "taken").read_text()
    [record] = records.read(found["the main line"])
    assert record.moves == played
    assert record.players == ("random", "greedy")
    assert len(json.loads(found["all variations"])["nodes"]) == 3
    assert found["a picture"].startswith("<svg")


def test_illegal_tries_are_explained_and_fingers_can_draw(browser: Browser, server: Server) -> None:
    with browser.new_context(has_touch=True, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto(link(server, game="hiya"))
        engine_off(page)
        page.locator('#board [data-at="a2"]').first.tap()
        expect(page.locator("#problem")).to_have_text("South's samurai on a2 cannot move now")
        page.get_by_placeholder("Type a move").fill("a3a5")
        page.get_by_role("button", name="Move", exact=True).click()
        expect(page.locator("#problem")).to_contain_text("may not move to a5")
        page.get_by_role("button", name="Draw").click()
        page.locator('#board [data-at="e2"]').first.tap()
        expect(page.locator(".ply-shape.own")).to_have_count(1)
        assert moves(page) == []
        page.get_by_role("button", name="Erase").click()
        expect(page.locator(".ply-shape.own")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
