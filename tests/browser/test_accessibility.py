"""Every page is for everyone: axe-core finds no serious fault, in either theme, and all fits from 360 pixels up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe import faults
from every_page import every_page
from playwright.sync_api import Browser
from web_server import Server, serving

WIDTHS = (360, 768, 1440)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("pages")) as running:
        yield running


def test_no_page_has_a_serious_fault(browser: Browser, server: Server) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    found = {}
    for name, url in every_page(context, server).items():
        page.goto(url)
        page.wait_for_load_state("networkidle")
        page.emulate_media(color_scheme="light")
        found[name, "light"] = faults(page)
        page.emulate_media(color_scheme="dark")
        found[name, "dark"] = faults(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            found[name, str(width)] = [f"is {wide} wide"] if wide > width else []
    context.close()
    assert {where: what for where, what in found.items() if what} == {}
