"""Draws the pictures in this folder: `python docs/pictures/draw.py`."""

from __future__ import annotations

from pathlib import Path

import plyboard
from plyboard.draw import svg

HIVE = (
    "Base+MLP;InProgress;White[18];wB1;bP -wB1;wM wB1/;bM \\bP;wQ wM-;bA1 /bM;wP wB1-;bQ bA1\\;wS1 \\wM;bM wS1/;"
    "wA1 wB1\\;bA1 /wA1;wB2 -wS1;bM wQ-;wB2 /wS1;bB1 bM\\;wB1 bP;bB1 bM;wG1 wB1-;bA1 wS1-;wB1 bQ;bB2 bB1\\;wM bA1;"
    "bB1 wQ;wB2 bP;bB2 wP-;wA1 bB2\\;bA2 bM/;wM bB1;bA2 bA1-;wA2 /wS1;bA3 \\bA2;wS2 -wB1;bM wM"
)

# Each game with a position and the move that led to it, which Hive knows by itself.
POSITIONS: dict[str, tuple[str, str | None]] = {
    "hiya": ("3k3/III1AAA/a1a1iii/1N5/7/nnn1sss/SSS2NN/3K3 n", "e2b5"),
    "ricocheckers": ("a11,h4,h7/d5,d8,k6 2 9", "f7h7"),
    "pincer": ("7/1T3C1/5C1/1T3T1/1C5/2C2T1/7 c c2 15", "b2c2"),
    "hive": (HIVE, None),
    "raichu": ("...............W.w.$...wW.......@..b.b......bB...B..........@... w 1", "a2b2"),
}


def pictures() -> dict[str, str]:
    """The names of the files and what is in them."""
    return {
        f"{game}.svg": svg.board(plyboard.game(game).parse(position), last_move=move) + "\n"
        for game, (position, move) in POSITIONS.items()
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (Path(__file__).parent / name).write_text(picture, encoding="utf-8")
