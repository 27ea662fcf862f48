"""The board in a real browser: what is seen, and what hands and keys do to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from one_board import OneBoard
from playwright.sync_api import Browser, Locator, Page, expect

import plyboard
from plyboard.rules.core import Position
from plyboard.web import boards

STACKS = ("wS1", "bS1 wS1-", r"wQ \wS1", "bQ bS1\\", "wB1 -wQ", "bB1 bQ-", "wB1 wQ", "bB1 bQ")


def played(game: str, *moves: str, **options: Any) -> Position:
    position = plyboard.game(game, "python").start(**options)
    for move in moves:
        position = position.play(move)
    return position


@pytest.fixture
def moving(browser: Browser) -> Iterator[Page]:
    """A page for someone who likes motion."""
    context = browser.new_context(reduced_motion="no-preference", viewport={"width": 800, "height": 900})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    ("game", "options"), [*((game, {}) for game in plyboard.games()), ("hive", {"expansions": "MLP"})]
)
def test_every_game_is_played_by_clicks(page: Page, game: str, options: dict[str, Any]) -> None:
    board = OneBoard(page, played(game, **options))
    chance = random.Random(3)
    for _ in range(7):
        moves = board.position.moves()
        if not moves:
            break
        move = chance.choice(moves)
        start = board.path(move)[0]
        board.cell(start).click()
        assert board.targets() == {board.path(other)[1] for other in moves if board.path(other)[0] == start}
        board.cell(start).click()
        assert board.targets() == set()
        board.play(move)
        assert board.shown() == board.expected()


def test_a_piece_is_dragged_to_its_place(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    page.mouse.move(*board.middle("e2"))
    page.mouse.down()
    page.mouse.move(*board.middle("d3"), steps=3)
    assert board.targets() == {"d3", "c4", "b5"}
    expect(page.locator(".dragged")).to_have_attribute("data-on", "e2")
    page.mouse.move(*board.middle("b5"), steps=3)
    page.mouse.up()
    board.wait_for(str(board.positions[0].play("e2b5")))
    assert board.shown() == board.expected()


def test_a_piece_that_is_dropped_elsewhere_goes_back_and_the_page_hears_of_it(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    for end in ("e5", "e2"):
        page.mouse.move(*board.middle("e2"))
        page.mouse.down()
        page.mouse.move(*board.middle("e4"), steps=3)
        page.mouse.move(*board.middle(end), steps=3)
        page.mouse.up()
        assert page.locator(".dragged").count() == 0
        assert board.middle("e2") == pytest.approx(_centre(page.locator('[data-on="e2"]')), abs=10)
    assert board.heard() == [["ply-refused", {"path": ["e2", "e5"]}]]
    assert len(board.positions) == 1


def _centre(piece: Locator) -> tuple[float, float]:
    box = piece.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_click_that_is_no_move_is_told(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    for place in ("a7", "d4", "a3", "a4"):
        board.cell(place).click()
    assert board.heard() == [["ply-refused", {"path": ["a7"]}], ["ply-refused", {"path": ["a3", "a4"]}]]
    board.cell("a3").click()
    board.cell("b3").click()  # Another own piece is selected instead.
    assert board.targets() == {"a4", "c4"}


def test_nobody_moves_who_may_not(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    board.give("interactive", [1])
    board.cell("a3").click()
    assert board.targets() == set()
    board.give("interactive", [0])
    board.play("a3b4")
    board.cell("a6").click()
    assert board.targets() == set()


def test_keys_alone_play_a_game(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    page.keyboard.press("Tab")
    expect(board.cell("a8")).to_be_focused()
    for move in ("e2b5", "c6c5", "b5d7"):
        after = str(board.position.play(move))
        for place in board.path(move):
            _walk(page, place)
            page.keyboard.press("Enter")
        board.wait_for(after)
    assert board.position.outcome() is not None
    expect(page.locator("[aria-live]")).to_contain_text("Hi-Ya! South's ninja from b5 to d7.")
    expect(page.locator("[aria-live]")).to_contain_text("South wins")


def _walk(page: Page, place: str) -> None:
    """Go with the arrow keys from the square that has the focus to another."""
    here = page.evaluate("document.activeElement.dataset.at")
    right, up = ord(place[0]) - ord(here[0]), int(place[1:]) - int(here[1:])
    for key in ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right) + ["ArrowUp" if up > 0 else "ArrowDown"] * abs(
        up
    ):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.at") == place


def test_keys_reach_every_place_of_a_hive(page: Page) -> None:
    board = OneBoard(page, played("hive", *STACKS))
    places = {cell["id"] for cell in boards.state(board.position)["cells"]}
    board.cell("0,0").focus()
    reached = {"0,0"}
    script = "place => { document.querySelector(`[data-at='${place}']`).focus() }"
    left = ["0,0"]
    while left:
        place = left.pop()
        for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            page.evaluate(script, place)
            page.keyboard.press(key)
            found = page.evaluate("document.activeElement.dataset.at")
            if found not in reached:
                reached.add(found)
                left.append(found)
    assert reached == places


def test_escape_lets_go(page: Page) -> None:
    board = OneBoard(page, played("pincer"))
    board.cell("a7").click()
    assert board.targets() == {"b7", "a6"}
    page.keyboard.press("Escape")
    assert board.targets() == set()


def test_places_and_pieces_have_names(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    expect(board.cell("a3")).to_have_accessible_name("a3, South's mini-ninja")
    expect(board.cell("d4")).to_have_accessible_name("d4")
    board.cell("a3").click()
    expect(board.cell("a3")).to_have_accessible_name("a3, South's mini-ninja, selected")
    expect(board.cell("b4")).to_have_accessible_name("b4, can go here")


def test_pieces_of_a_hive_have_names(page: Page) -> None:
    board = OneBoard(page, played("hive", *STACKS, expansions="MLP"))
    expect(board.cell("0,-1")).to_have_accessible_name("white beetle 1 on white queen")
    expect(board.cell("hand-wA")).to_have_accessible_name("in hand, white ant 1, 3 left")
    expect(board.cell("0,1")).to_have_accessible_name("south-east of white spider 1")


def test_a_finger_taps_and_drags(browser: Browser) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 700})
    page = context.new_page()
    board = OneBoard(page, played("raichu"))
    board.play("b6c5", Locator.tap)
    finger = context.new_cdp_session(page)
    _touch(finger, "touchStart", board.middle("a3"))
    _touch(finger, "touchMove", board.middle("a4"))
    _touch(finger, "touchMove", board.middle("b4"))
    _touch(finger, "touchEnd", None)
    board.wait_for(str(played("raichu", "b6c5", "a3b4")))
    context.close()


def test_a_long_press_shows_what_is_under_a_piece(browser: Browser) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 700})
    page = context.new_page()
    board = OneBoard(page, played("hive", *STACKS))
    finger = context.new_cdp_session(page)
    covered = page.locator('[data-look="wQ"]')
    expect(covered).to_have_class("piece covered")
    _touch(finger, "touchStart", board.middle("0,-1"))
    expect(covered).to_have_class("piece")
    _touch(finger, "touchEnd", None)
    expect(covered).to_have_class("piece covered")
    context.close()


def _touch(finger: Any, what: str, place: tuple[float, float] | None) -> None:
    points = [] if place is None else [{"x": place[0], "y": place[1]}]
    finger.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})


def test_hovering_shows_what_is_under_a_piece(page: Page) -> None:
    board = OneBoard(page, played("hive", *STACKS))
    under, top = page.locator('[data-look="bQ"]'), page.locator('[data-look="bB1"]')
    assert _centre(under)[1] - _centre(top)[1] < 15
    board.cell("1,1").hover()
    expect(under).to_have_class("piece")
    assert _centre(under)[1] - _centre(top)[1] > 25


def test_a_hive_is_always_in_sight(page: Page) -> None:
    board = OneBoard(page, played("hive"))
    chance = random.Random(1)
    for _ in range(24):
        move = chance.choice(board.position.moves())
        before, after = board.position, board.position.play(move)
        board.show(after, last_move=move, before=before)
    picture = page.locator(".ply-stage > svg").bounding_box()
    assert picture
    for piece in page.locator(".piece").all():
        box = piece.bounding_box()
        assert box
        assert picture["x"] <= box["x"]
        assert box["x"] + box["width"] <= picture["x"] + picture["width"] + 1
        assert picture["y"] <= box["y"]
        assert box["y"] + box["height"] <= picture["y"] + picture["height"] + 1


def test_a_flipped_board_is_played_on(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    right, low = board.middle("a1")
    assert board.middle("a8")[1] < low
    board.give("flip", True)
    assert board.middle("a1")[0] > right
    assert board.middle("a8")[1] > board.middle("a1")[1]
    board.play("e2b5")
    assert board.middle("b5") == pytest.approx(_centre(page.locator('[data-on="b5"]')), abs=10)


def test_pieces_keep_their_nodes_and_glide(moving: Page) -> None:
    board = OneBoard(moving, played("raichu"))
    moving.evaluate("document.querySelector('[data-on=b6]').dataset.name = 'mover'")
    for place in ("b6", "c5"):
        board.cell(place).click()
    mover = moving.locator("[data-name=mover]")
    expect(mover).to_have_attribute("data-on", "c5")
    assert moving.evaluate("document.querySelector('[data-name=mover]').getAnimations().length") <= 1
    board.show(board.positions[0])  # It goes back when the move is taken back.
    expect(mover).to_have_attribute("data-on", "b6")


def test_what_is_taken_fades_and_what_is_promoted_changes(moving: Page) -> None:
    position = plyboard.game("raichu").parse(f"{'.' * 40}w......w.b......{'.' * 8} w 0")
    board = OneBoard(moving, position)
    moving.evaluate("for (const at of ['a3', 'b2']) document.querySelector(`[data-on=${at}]`).dataset.name = at")
    board.play("a3c1")
    expect(moving.locator("[data-name=b2]")).to_have_count(0)
    expect(moving.locator("[data-name=a3]")).to_have_attribute("data-look", "@")
    assert board.shown() == board.expected()


def test_an_attack_is_called_out(moving: Page) -> None:
    board = OneBoard(moving, played("hiya"))
    for place in ("e2", "b5"):
        board.cell(place).click()
    expect(moving.locator(".ply-call")).to_have_text("Hi-Ya!")
    expect(moving.locator(".ply-call")).to_have_count(0)
    assert board.shown() == board.expected()


def test_a_slide_is_drawn(page: Page) -> None:
    board = OneBoard(page, played("ricocheckers"))
    board.cell("e6").click()
    assert page.locator(".ply-way").count() == 2
    board.cell("a6").click()
    board.wait_for(str(board.positions[0].play("e6a6")))
    assert page.locator(".ply-trail").count() == 1


def test_a_piece_of_pincer_rests_after_its_move(page: Page) -> None:
    board = OneBoard(page, played("pincer"))
    board.play("a7b7")
    expect(page.locator(".resting")).to_have_attribute("data-on", "b7")
    expect(board.cell("b7")).to_have_accessible_name("b7, triangle, resting")


def test_a_pass_is_a_button(page: Page) -> None:
    board = OneBoard(page, plyboard.game("ricocheckers").parse("a1,a2,b1/a3,b2,c1 1 34"))
    board.play("pass")
    assert page.get_by_role("button", name="Pass").count() == 0


def test_where_clicks_stand_for_several_moves_one_is_chosen(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    view = boards.state(board.position)
    moves = [{"text": f"a3b4={piece}", "path": ["a3", "b4"]} for piece in "QR"]
    board.give("view", {**view, "moves": moves})
    page.evaluate("document.querySelector('ply-board').addEventListener('ply-move', e => heard.push([e.detail.text]))")
    page.evaluate("window.play = () => document.querySelector('ply-board').view")
    board.cell("a3").click()
    board.cell("b4").click()
    expect(page.get_by_role("button", name="A3b4=Q")).to_be_focused()
    page.get_by_role("button", name="A3b4=R").click()
    assert board.heard() == [["a3b4=R"]]


def test_the_right_button_draws(page: Page) -> None:
    board = OneBoard(page, played("hiya"))
    board.give("drawable", True)
    for start, end in (("a1", "c3"), ("b4", "b4")):
        page.mouse.move(*board.middle(start))
        page.mouse.down(button="right")
        page.mouse.move(*board.middle(end))
        page.mouse.up(button="right")
    shapes = [shape for _, shape in board.heard()]
    assert shapes == [{"from": "a1", "to": "c3"}, {"from": "b4", "to": "b4"}]
    board.give("shapes", shapes)
    assert page.locator("g.ply-shape").count() == 1
    assert page.locator("circle.ply-shape").count() == 1
