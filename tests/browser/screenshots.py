"""Take pictures of every page in three widths and both themes: `make screenshots` puts them in build/screenshots."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from chromium import CHROMIUM, WHY_NOT
from every_page import every_page
from playwright.sync_api import sync_playwright
from web_server import serving

WIDTHS = {360: 740, 768: 1024, 1440: 900}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main() -> None:
    """Take them all."""
    if CHROMIUM is None:
        sys.exit(WHY_NOT)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch, serving(Path(scratch)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(reduced_motion="reduce")
        page = context.new_page()
        for name, url in every_page(context, server).items():
            for width, height in WIDTHS.items():
                page.set_viewport_size({"width": width, "height": height})
                page.goto(url)
                page.wait_for_load_state("networkidle")
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
        browser.close()
    print(f"The pictures are in {folder}")


if __name__ == "__main__":
    main()
