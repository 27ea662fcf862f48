"""The chart, the editor of positions and the sounds, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from one_board import OneBoard
from playwright.sync_api import Page, expect

import plyboard
from plyboard.web import boards
from plyboard.web.editing import composed

CHART = """async (told) => {
  await import("/chart.js");
  const chart = Object.assign(document.createElement("ply-chart"), told);
  chart.toggleAttribute("area", true);
  window.jumps = [];
  chart.addEventListener("ply-jump", (event) => window.jumps.push(event.detail.index));
  document.querySelector("main").replaceChildren(chart);
}"""

EDITOR = """async (view) => {
  await import("/editor.js");
  const editor = document.createElement("ply-editor");
  window.edits = [];
  editor.addEventListener("ply-edit", (event) => window.edits.push(event.detail));
  document.querySelector("main").replaceChildren(editor);
  editor.view = view;
}"""


@pytest.fixture
def chart(page: Page) -> Page:
    OneBoard(page, plyboard.game("pincer").start())
    values = [0, 0.5, None, -1, 0.25]
    series = [{"name": "South", "values": values, "dots": {"3": "blunder"}}]
    page.evaluate(CHART, {"series": series, "labels": ["start", "1", "2", "3", "4"], "marker": 0, "range": [-1, 1]})
    return page


def test_a_click_on_a_chart_jumps_to_the_nearest_step(chart: Page) -> None:
    picture = chart.locator("ply-chart svg")
    box = picture.bounding_box()
    assert box
    scale = box["width"] / 600
    picture.click(position={"x": (40 + 552 * 0.73) * scale, "y": 30})
    picture.click(position={"x": 3, "y": 30})
    assert chart.evaluate("window.jumps") == [3, 0]


def test_arrow_keys_walk_along_a_chart_and_say_where_they_are(chart: Page) -> None:
    slider = chart.get_by_role("slider")
    slider.focus()
    for key in ("ArrowRight", "ArrowRight", "End", "ArrowRight", "Home", "ArrowLeft"):
        chart.keyboard.press(key)
    assert chart.evaluate("window.jumps") == [1, 2, 4, 4, 0, 0]
    chart.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "1, South 0.5")


def test_a_chart_leaves_out_what_is_not_known(chart: Page) -> None:
    assert (chart.locator("path.line").get_attribute("d") or "").count("L") == 3
    assert chart.locator(".dot.blunder").count() == 1
    assert chart.locator("g.tick text").all_text_contents() == ["-1", "-0.5", "0", "0.5", "1"]


def test_a_position_is_set_up_by_hand(page: Page) -> None:
    start = plyboard.game("hiya", "python").start()
    board = OneBoard(page, start)
    page.evaluate(EDITOR, boards.view(start))
    for place in ("a3", "d4"):  # The hand moves a piece, also onto another.
        board.cell(place).click()
    page.get_by_role("radio", name="North's samurai", exact=True).click()
    board.cell("g5").click()
    page.get_by_role("radio", name="Remove pieces").click()
    board.cell("a7").click()
    board.cell("e7").click()
    page.get_by_label("Who is to move").select_option("North to move")
    edit: dict[str, Any] = page.evaluate("window.edits.at(-1)")
    position = composed(start, edit["placed"], edit["player"])
    assert str(position) == "3k3/1II2AA/aaa1iii/6A/3n3/1nn1sss/SSS1NNN/3K3 n"
    assert board.shown() == sorted((piece["at"], piece["look"]) for piece in boards.state(position)["pieces"])


def test_sounds_are_off_until_they_are_wanted(page: Page) -> None:
    OneBoard(page, plyboard.game("pincer").start())
    contexts = page.evaluate("""async () => {
      const { Sounds, soundOf } = await import("/sounds.js");
      const sounds = new Sounds();
      sounds.play("move");
      const off = sounds._context;
      sounds.on = true;
      for (const sound of ["move", "take", "change", "call", "end", "refuse"]) sounds.play(sound);
      const last = { taken: ["a1"], changed: [], call: "" };
      return [off, sounds._context?.constructor.name, soundOf({ outcome: null, last })];
    }""")
    assert contexts == [None, "AudioContext", "take"]
