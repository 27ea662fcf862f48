"""The nodes of an SVG picture as text: whatever comes from outside is escaped here, and numbers are kept short."""

from __future__ import annotations

import re
from html import escape

# What XML cannot hold even when it is escaped: control characters, lone surrogates, two code points that are none.
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def node(tag: str, *children: str, **attributes: object) -> str:
    """A node with its children. A trailing underline is dropped from an attribute's name, others become dashes.

    >>> node("g", words("2 < 3"), class_="piece", data_at="e2", x=0.5)
    '<g class="piece" data-at="e2" x=".5">2 &lt; 3</g>'
    """
    said = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{value_text(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{tag}{said}>{inner}</{tag}>" if inner else f"<{tag}{said}/>"


def value_text(value: object) -> str:
    """An attribute's value."""
    return short(value) if isinstance(value, int | float) else words(str(value))


def words(text: str) -> str:
    """A text from outside, made harmless."""
    return escape(_NOT_IN_XML.sub("\ufffd", text))


def short(number: float) -> str:
    """A number with no more than two decimals.

    >>> short(20.0), short(-0.5), short(1 / 3), short(-0.001)
    ('20', '-.5', '.33', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return re.sub(r"^(-?)0\.", r"\1.", text) if text != "-0" else "0"


def at(x: float, y: float, scale: float = 1) -> str:
    """The transform that puts a drawing around (0, 0) somewhere else."""
    moved = f"translate({short(x)} {short(y)})"
    return moved if scale == 1 else f"{moved} scale({short(scale)})"
