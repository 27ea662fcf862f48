"""The pages to play on are for everyone: axe-core finds no serious fault, in either theme, from 360 pixels up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe import faults
from playwright.sync_api import Browser
from web_server import Server, serving

WIDTHS = (360, 768, 1440)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_fault(browser: Browser, server: Server, scheme: Any) -> None:
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server.url}/new?game=hive")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*")
    game = page.url
    page.goto(f"{server.url}/new?game=hiya")
    page.locator("#panel-hiya [name=second_seat]").select_option("friend")
    page.locator("#panel-hiya").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*")
    waiting, link = page.url, page.locator(".invite input").input_value()
    for url in (server.url, f"{server.url}/new?game=raichu", game, waiting, f"{server.url}/games/999"):
        page.goto(url)
        page.wait_for_load_state("networkidle")
        assert faults(page) == [], url
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width, url
    stranger = browser.new_context(color_scheme=scheme).new_page()
    stranger.goto(link)
    assert faults(stranger) == []
    stranger.context.close()
    context.close()
