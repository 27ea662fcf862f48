"""A chart as an SVG picture that follows light and dark, or as a PNG."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib.figure import Figure

INK = "#010203"
"""Stands for whatever colour text has around the picture: matplotlib itself knows fixed colours only."""

_STYLE = """<style>
.plot { color: #24292f; }
@media (prefers-color-scheme: dark) { .plot { color: #d0d7de; } }
</style>"""

_LOOK: dict[Any, Any] = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 10,
    "svg.fonttype": "none",  # Text stays text: smaller, sharper, and it can be searched.
    "svg.hashsalt": "plyboard",  # The same figures, the same file.
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


class Chart:
    """Axes to draw on, and the picture of what was drawn."""

    def __init__(self, width: float, height: float) -> None:
        self._figure = Figure(figsize=(width, height))
        self.axes = self._figure.add_subplot()

    def svg(self) -> str:
        """An SVG element for a page, or a file by itself."""
        file = io.StringIO()
        with matplotlib.rc_context(_LOOK):
            self._figure.savefig(file, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
        text = file.getvalue()
        text = text[text.index("<svg") :].replace(INK, "currentColor").replace("<svg ", '<svg class="plot" ', 1)
        text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
        return text.replace("<defs>", f"{_STYLE}\n <defs>", 1)

    def png(self) -> bytes:
        """A PNG file, on white."""
        file = io.BytesIO()
        self._figure.savefig(file, format="png", dpi=150, bbox_inches="tight")
        return file.getvalue()


@contextmanager
def chart(width: float, height: float) -> Iterator[Chart]:
    """A chart of a size in inches; what is drawn on it here has our colours."""
    with matplotlib.rc_context(_LOOK):
        yield Chart(width, height)
