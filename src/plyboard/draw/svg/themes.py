"""The colours of the pictures: one rule a class, light and dark."""

from __future__ import annotations

import re

THEMES = ("auto", "light", "dark")

FONT = "system-ui,DejaVu Sans,sans-serif"

# A class, and what it looks like in the light and in the dark.
RULES: dict[str, tuple[str, str]] = {
    # The board.
    "frame": ("fill:#e3d6b9", "fill:#24262c"),
    "label": ("fill:#6f6350", "fill:#a9aeb9"),
    "pale": ("fill:#f8f0dc", "fill:#4b505c"),
    "deep": ("fill:#e9dab8", "fill:#414550"),
    "rim": ("fill:none;stroke:#a8997c", "fill:none;stroke:#6a707d"),
    "wall": ("fill:none;stroke:#4d4233", "fill:none;stroke:#e3dccb"),
    "sealed": ("fill:#8d7f68", "fill:#1d1f24"),
    "last": ("fill:#f5b50b;fill-opacity:.42", "fill:#e0a81a;fill-opacity:.42"),
    "lit": (
        "fill:#12a08a;fill-opacity:.22;stroke:#0c8a76",
        "fill:#2fd0b5;fill-opacity:.22;stroke:#3fdcc2",
    ),
    "glow": ("fill:none;stroke:#0fa38c", "fill:none;stroke:#3fdcc2"),
    "stunned": ("fill:none;stroke:#e05bb8",) * 2,
    "trail": ("fill:none;stroke:#f0a800", "fill:none;stroke:#f2bd3a"),
    "height": ("fill:#f0a800;stroke:#6b4a00", "fill:#f2bd3a;stroke:#16171b"),
    "number": ("fill:#241a00;stroke:none",) * 2,
    "turn": ("fill:#12a08a", "fill:#2fd0b5"),
    "on-white": ("fill:#5c5240;stroke:none",) * 2,
    "on-black": ("fill:#d9dce3;stroke:none",) * 2,
    "comb": ("fill:none;stroke:#dccfb4", "fill:none;stroke:#343741"),
    "hand": ("fill:#f2ebda", "fill:#2d3037"),
    # The players: coloured ones, and white and black ones. Each is a body, its edge, and what is drawn on it.
    "red": ("fill:#d1432f;stroke:#84241a", "fill:#e9604b;stroke:#7c1f16"),
    "blue": ("fill:#2f66b8;stroke:#173a72", "fill:#5a98f0;stroke:#173a72"),
    "white": ("fill:#fffdf8;stroke:#5d5340", "fill:#f6f1e6;stroke:#16171b"),
    "black": ("fill:#35383f;stroke:#111216", "fill:#17181c;stroke:#a4a9b4"),
    "on": ("fill:none;stroke:#fff",) * 2,
    "goal-red": ("fill:#d1432f;fill-opacity:.13;stroke:#d1432f", "fill:#e9604b;fill-opacity:.2;stroke:#ff8572"),
    "goal-blue": ("fill:#2f66b8;fill-opacity:.13;stroke:#2f66b8", "fill:#5a98f0;fill-opacity:.2;stroke:#7db1ff"),
    # What pieces are made of.
    "gold": ("fill:#f6bd32;stroke:#8a5a06", "fill:#ffce4f;stroke:#7a5206"),
    "skin": ("fill:#fbe3c8;stroke:none",) * 2,
    "ink": ("fill:#26221f;stroke:none",) * 2,
    "letter": ("fill:#3b3428", "fill:#ece7db"),
}

# The bugs, on white tiles and on black ones: their own colour, and (as `color`) that of the tile shining through.
_BUGS = {
    "q": ("#d18f00", "#ffc83d"),
    "s": ("#8a4b22", "#dd9b6a"),
    "b": ("#7a3fa8", "#c795f2"),
    "g": ("#2e8b2e", "#7ed36f"),
    "a": ("#1f6fc4", "#74b6ff"),
    "m": ("#66707d", "#c0c7d1"),
    "l": ("#cf2f2f", "#ff7f74"),
    "p": ("#00837f", "#4fd4c6"),
}
for _bug, (_on_white, _on_black) in _BUGS.items():
    RULES[f"w{_bug}"] = (f"fill:{_on_white};stroke:{_on_white};color:#fffdf8",) * 2
    RULES[f"b{_bug}"] = (
        f"fill:{_on_black};stroke:{_on_black};color:#35383f",
        f"fill:{_on_black};stroke:{_on_black};color:#17181c",
    )


def style(theme: str, body: str) -> str:
    """The rules of the classes in a picture's body. They hold in pictures of this theme alone, for several pictures
    may stand on one page.
    """
    used = sorted({name for names in re.findall(r' class="([^"]*)"', body) for name in names.split()} & RULES.keys())
    light = "".join(f".plyboard.{theme} .{name}{{{RULES[name][0]}}}" for name in used)
    dark = "".join(f".plyboard.{theme} .{name}{{{RULES[name][1]}}}" for name in used)
    return {"light": light, "dark": dark}.get(theme, f"{light}@media(prefers-color-scheme:dark){{{dark}}}")
