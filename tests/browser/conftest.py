"""A real browser for tests: Debian's Chromium, driven by Playwright. Where it is missing they are skipped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chromium import CHROMIUM, WHY_NOT
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PATIENCE = 15_000
"""Milliseconds: a busy machine may take its time."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a file: while it is there, nobody else can run an event loop in this thread."""
    if CHROMIUM is None:
        pytest.skip(WHY_NOT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor whom nobody knows yet."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 800, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that must not complain: an error in its scripts fails the test."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield page
    assert errors == []
