"""Whole games in a real browser, on a real server."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Locator, Page, Route, expect
from web_server import Server, serving

import plyboard
from plyboard.web import boards

# From the start to the end, as short as can be: the second player does not know how to play.
SHORT = {
    "hiya": "a3b4,g6f5,f3f4,c6c5,g2c6,g7g4,c6d7",
    "ricocheckers": (
        "g7h7,f5f1,h7h4,e5e1,f7h7,g6g1,h4h6,f1f5,h6g6,e1e5,h7h4,f5f1,h4j4,e5d5,j4j3,d5d8,j3e3,f1a1,e3e5,d8b8,e6a6,"
        "g1k1,a6a5,k1k7,a5c5,b8b1,c5c1,b1b9,c1f1,b9b1,f1f5"
    ),
    "pincer": (
        "a5b5,a7b7,a1b1,a3a4,g1f1,b5b4,b1b2,g5f5,g3f3,b7b6,f5g5,b2b3,f3f4,f1f2,g5g6,b3a3,f4f5,b4b3,g6g5,g7g6,f5f6"
    ),
    "hive": (
        r"wA1,bA1 -wA1,wA2 wA1/,bQ -bA1,wB1 wA1-,bG1 /bQ,wQ wA2-,bG2 \bQ,wB2 wA1\,bG1 bG2-,wB2 bA1\,bS1 /bQ,wB2 bS1-,"
        r"bB1 /bG2"
    ),
    "raichu": ("c7c5,f2f3,c5c2,a3b4,c2c1,e3d4,c1f4,h2g2,f4f2,b4c5,f2a2,g2f2,a2g2,g3h4,d6b4,d4e5,e7e4,h4g5,h6f4"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


def begin(page: Page, server: Server, game: str, first: str = "me", second: str = "me") -> None:
    """Set up a game as people do."""
    page.goto(f"{server.url}/new?game={game}")
    form = page.locator(f"#panel-{game}")
    form.locator("[name=first_seat]").select_option(first)
    form.locator("[name=second_seat]").select_option(second)
    form.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*")


def paths(game: str, moves: str) -> Iterator[tuple[str, list[str]]]:
    """The moves of a game, each with the places that make it."""
    position = plyboard.game(game, "python").start()
    for move in moves.split(","):
        yield move, next(known["path"] for known in boards.state(position)["moves"] if known["text"] == move)
        position = position.play(move)


def place(page: Page, name: str) -> Locator:
    return page.locator(f'#board [data-at="{name}"]')


def moves(page: Page) -> Locator:
    return page.locator("#moves li")


@pytest.mark.parametrize("game", plyboard.games())
def test_a_game_is_played_to_its_end_by_clicks(page: Page, server: Server, game: str) -> None:
    begin(page, server, game)
    for number, (_, path) in enumerate(paths(game, SHORT[game]), 1):
        for name in path:
            place(page, name).click()
        expect(moves(page)).to_have_count(number)
    end = plyboard.game(game).start()
    for move in SHORT[game].split(","):
        end = end.play(move)
    outcome = end.outcome()
    assert outcome is not None
    expect(page.locator("#status")).to_contain_text(outcome.reason)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_role("button", name="Resign")).to_be_hidden()


def test_a_game_is_played_by_keys_alone(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new?game=hiya")
    _tab_to(page, "document.activeElement.name === 'second_seat'")
    page.keyboard.press("Home")
    _tab_to(page, "document.activeElement.textContent === 'Play'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    expect(page.locator("#status")).to_contain_text("South to move")
    for number, (_, path) in enumerate(paths("hiya", SHORT["hiya"]), 1):
        _tab_to(page, "document.activeElement.hasAttribute('data-at')")
        for name in path:
            _go(page, name)
            page.keyboard.press("Enter")
        expect(moves(page)).to_have_count(number)
    expect(page.locator("#status")).to_contain_text("South wins")


def _tab_to(page: Page, reached: str) -> None:
    for _ in range(60):
        if page.evaluate(f"() => {reached}"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not come to where {reached}")


def _go(page: Page, name: str) -> None:
    """Walk over a board of squares by the arrows."""
    for _ in range(30):
        at = str(page.evaluate("() => document.activeElement.getAttribute('data-at')"))
        if at == name:
            return
        sideways, up = ord(name[0]) - ord(at[0]), int(name[1:]) - int(at[1:])
        if sideways:
            page.keyboard.press("ArrowRight" if sideways > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    raise AssertionError(f"the arrows do not come to {name}")


def test_a_game_is_played_by_touch(browser: Browser, server: Server) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    page = context.new_page()
    begin(page, server, "pincer")
    for number, (_, path) in enumerate(paths("pincer", SHORT["pincer"]), 1):
        for name in path:
            place(page, name).tap()
        expect(moves(page)).to_have_count(number)
    expect(page.locator("#status")).to_contain_text("Circles have no piece left")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    context.close()


def test_a_game_against_the_engine(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.locator(".card", has_text="Hi-Ya!").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/games/*")
    place(page, "e2").click()
    place(page, "b5").click()
    expect(moves(page)).to_have_count(2)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#done")).to_contain_text("Try ")
    page.get_by_label("Type a move").fill("a1a2")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_contain_text("a1")
    page.get_by_role("button", name="Take back").click()
    expect(moves(page)).to_have_count(0)
    place(page, "a2").click()
    expect(page.locator("#problem")).to_contain_text("a2")
    place(page, "a3").click()
    expect(page.locator("#problem")).to_be_hidden()
    place(page, "b4").click()
    expect(moves(page)).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="First position").click()
    assert page.locator("#board").evaluate("board => board.view.text") == str(plyboard.game("hiya").start())
    page.get_by_role("button", name="Last position").click()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#status")).to_contain_text("South resigned")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#seat-below strong")).to_have_text("North")


def test_two_browsers_play_by_a_link_and_a_third_cannot_move(browser: Browser, server: Server) -> None:
    contexts: list[BrowserContext] = [browser.new_context() for _ in range(3)]
    me, friend, stranger = (context.new_page() for context in contexts)
    begin(me, server, "hiya", "me", "friend")
    expect(me.locator("#status")).to_contain_text("Waiting for North")
    link = me.locator(".invite input").input_value()
    friend.goto(link)
    friend.get_by_role("button", name="Play North").click()
    stranger.goto(me.url)
    expect(me.locator(".invite")).to_be_hidden()
    for hand in (friend, stranger):
        place(hand, "e2").click()
        place(hand, "b5").click()
    place(me, "e2").click()
    place(me, "d3").click()
    for page in (me, friend, stranger):
        expect(moves(page)).to_have_text(["e2d3"])
    for name in ("c6", "c5"):
        place(friend, name).click()
    for page in (me, friend, stranger):
        expect(moves(page)).to_have_text(["e2d3", "c6c5"])
    expect(stranger.get_by_role("button", name="Resign")).to_be_hidden()
    expect(stranger.locator("#status")).to_contain_text("You are watching")
    me.get_by_role("button", name="Offer a draw").click()
    friend.get_by_role("button", name="Accept").click()
    for page in (me, friend, stranger):
        expect(page.locator("#status")).to_contain_text("A draw: the players agreed")
    me.get_by_role("button", name="Rematch").click()
    expect(me.locator("#done")).to_have_text("North is asked.")
    friend.get_by_role("button", name="Accept").click()
    expect(me.locator("#seat-below strong")).to_have_text("North")  # Both go there by themselves, with seats changed.
    expect(friend.locator("#status")).to_contain_text("Your move: South to move")
    expect(stranger.get_by_role("link", name="To the rematch")).to_be_visible()
    for context in contexts:
        context.close()


def test_the_page_comes_back_by_itself_after_the_server_was_away(context: BrowserContext, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        page, other = context.new_page(), context.new_page()
        begin(page, server, "hiya")
        other.goto(page.url)
        place(page, "e2").click()
        place(page, "b5").click()
        expect(moves(other)).to_have_count(1)
        server.stop(signal.SIGKILL)
        expect(page.locator("#line")).to_contain_text("broken")
        place(page, "c6").click()
        place(page, "c5").click()
        expect(page.locator("#problem")).to_contain_text("has to wait")
        server.start()
        expect(page.locator("#line")).to_be_hidden(timeout=20_000)
        place(page, "c6").click()
        place(page, "c5").click()
        expect(moves(page)).to_have_text(["e2b5", "c6c5"])
        expect(moves(other)).to_have_text(["e2b5", "c6c5"], timeout=20_000)


def test_who_is_faster_than_the_line_loses_no_move(page: Page, server: Server) -> None:
    begin(page, server, "hiya")
    kept: dict[str, APIResponse] = {}

    def answer(route: Route) -> None:
        """What the server has said once is said again without it."""
        url = route.request.url
        if url not in kept:
            kept[url] = route.fetch()
        route.fulfill(response=kept[url])

    page.route("**/*", answer)
    page.context.grant_permissions(["local-network-access"])  # Such answers do not seem to come from this machine.
    page.reload()
    expect(page.locator("#status")).to_contain_text("South to move")
    with server.silent():
        page.reload()
        place(page, "e2").click()
        place(page, "b5").click()
    expect(moves(page)).to_have_text(["e2b5"])

    del kept[page.url]
    with page.expect_websocket():
        page.reload()
    with ExitStack() as silence:
        silence.enter_context(server.silent())
        with page.expect_websocket() as line:
            page.reload()
        place(page, "c6").click()
        with line.value.expect_event("framereceived"):
            silence.close()
    place(page, "c5").click()
    expect(moves(page)).to_have_text(["e2b5", "c6c5"])


def test_computers_are_conducted(page: Page, server: Server) -> None:
    begin(page, server, "pincer", "greedy", "random")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#status")).to_have_text("Paused")
    count = moves(page).count()
    page.get_by_role("button", name="Step").click()
    expect(moves(page)).to_have_count(count + 1)
    page.get_by_label("Speed").select_option("0")
    page.get_by_role("button", name="Go on").click()
    expect(moves(page).nth(count + 6)).to_be_attached()
