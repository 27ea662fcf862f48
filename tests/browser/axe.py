"""What axe-core says of a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parent.parent.parent / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"


def faults(page: Page) -> list[Any]:
    """What axe-core finds to be serious or worse."""
    if not AXE.exists():
        pytest.skip("axe-core is not there: make test gets it where npm is installed")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run()")["violations"]
    return [
        (fault["id"], [node["html"][:200] for node in fault["nodes"]])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
