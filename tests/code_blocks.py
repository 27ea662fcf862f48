"""The code on the pages of the documentation, to be run by the tests."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a language on a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def run(block: str, names: dict[str, Any], page: str) -> None:
    """Run a block of Python: one with prompts is checked as a doctest, any other is executed. `names` grow with it."""
    if ">>>" not in block:
        exec(compile(block, page, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block, {}, page, page, 0)
    test.globs = names
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
    assert results.failed == 0, "".join(report)
