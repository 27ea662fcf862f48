from __future__ import annotations

import re

import pytest

import plyboard
from plyboard import engine
from plyboard.draw import text
from plyboard.rules.ricocheckers import BOARD

HIYA = """\
8  .  .  .  K  .  .  .
7  I  I  I  .  A  A  A
6  a  a  a  .  i  i  i
5  .  .  .  .  .  .  .
4  .  .  .  .  .  .  .
3  n  n  n  .  s  s  s
2  S  S  S  .  N  N  N
1  .  .  .  K  .  .  .
   a  b  c  d  e  f  g

South to move"""

RICOCHECKERS = f"""\
{BOARD}
Player 1 to move (0 of 200 plies played)"""

PINCER = """\
7  T  .  .  .  .  .  C
6  .  .  .  .  .  .  .
5  T  .  .  .  .  .  C
4  .  .  .  .  .  .  .
3  C  .  .  .  .  .  T
2  .  .  .  .  .  .  .
1  C  .  .  .  .  .  T
   a  b  c  d  e  f  g

Triangles to move (0 of 50 moves played)"""

HIVE = """\
(no piece in play yet)

White in hand: wQ wS1 wS2 wB1 wB2 wG1 wG2 wG3 wA1 wA2 wA3
Black in hand: bQ bS1 bS2 bB1 bB2 bG1 bG2 bG3 bA1 bA2 bA3

White to move"""

RAICHU = """\
8  .  .  .  .  .  .  .  .
7  W  .  W  .  W  .  W  .
6  .  w  .  w  .  w  .  w
5  .  .  .  .  .  .  .  .
4  .  .  .  .  .  .  .  .
3  b  .  b  .  b  .  b  .
2  .  B  .  B  .  B  .  B
1  .  .  .  .  .  .  .  .
   a  b  c  d  e  f  g  h

White to move (0 of 100 quiet plies)"""

STARTS = {"hiya": HIYA, "ricocheckers": RICOCHECKERS, "pincer": PINCER, "hive": HIVE, "raichu": RAICHU}

TELLINGS = [(name, "python") for name in STARTS] + [(name, "engine") for name in STARTS if name in engine.names()]


def draw(game: str, position: str, *moves: str) -> str:
    now = plyboard.game(game, "python").parse(position)
    for move in moves:
        now = now.play(move)
    return text.board(now)


@pytest.mark.parametrize(("name", "backend"), TELLINGS)
def test_the_start_is_drawn_as_players_know_it(name: str, backend: str) -> None:
    assert text.board(plyboard.game(name, backend).start()) == STARTS[name]


def test_ricocheckers_pieces_leave_no_trace() -> None:
    lines = draw("ricocheckers", "a6,f7,g7/e5,f5,k1 1 2").splitlines()
    assert lines[12] == " 6 | 1                 |   |                   |"
    assert lines[22] == " 1 |                       |                 2 |"
    assert lines[0] == BOARD.splitlines()[0]


def test_a_larger_board_keeps_its_columns() -> None:
    lines = text.board(plyboard.game("raichu").start(size=10)).splitlines()
    assert lines[0] == "10  .  .  .  .  .  .  .  .  .  ."
    assert lines[1] == " 9  W  .  W  .  W  .  W  .  W  ."
    assert lines[10] == "    a  b  c  d  e  f  g  h  i  j"


def test_pincer_says_which_piece_has_moved() -> None:
    drawn = draw("pincer", "T5C/7/T5C/7/C5T/7/C5T t - 0", "a7b7")
    assert drawn.endswith("Triangles to move a second piece, not the one on b7 (1 of 50 moves played)")
    drawn = draw("pincer", "7/1T4C/7/7/3C1C1/C6/7 t x 29")
    assert drawn.endswith("Triangles to move a second piece (29 of 50 moves played)")


HEXAGONS = r"""
       / \ / \
      |bG1|bM |
 / \ / \ / \ /
|wQ |wS1|
 \ / \ /

White in hand: wS2 wB1 wB2 wG1 wG2 wG3 wA1 wA2 wA3 wM
Black in hand: bQ bS1 bS2 bB1 bB2 bG2 bG3 bA1 bA2 bA3

White to move"""


def test_hive_is_drawn_as_hexagons_by_the_names_of_the_pieces() -> None:
    assert draw("hive", "Base+M;InProgress;White[3];wS1;bG1 wS1/;wQ -wS1;bM bG1-") == HEXAGONS[1:]


STACKS = r"""
   / \
  |wB2|
 / \2/ \ / \
|bA1|wS1|bB1|
 \ / \ / \3/ \
          |bQ |
           \ /

Stack of 2: wB2 on wQ
Stack of 3: bB1 on wB1 on bS1
White in hand: wS2 wG1 wG2 wG3 wA1 wA2 wA3
Black in hand: bS2 bB2 bG1 bG2 bG3 bA2 bA3

Black to move"""


def test_a_stack_of_hive_shows_its_height_and_is_listed() -> None:
    opening = ("wS1", "bS1 wS1-", r"wQ \wS1", "bQ bS1\\", "wB1 -wQ", "bB1 bQ-")
    climbing = ("wB1 wQ", "bB1 bQ", "wB1 wS1", "bA1 bB1-", "wB1 bS1", "bB1 wB1", r"wB2 \wQ", "bA1 -wS1", "wB2 wQ")
    assert draw("hive", "Base", *opening, *climbing) == STACKS[1:]


def test_a_finished_game_says_who_won_and_why() -> None:
    assert draw("hiya", "7/7/7/7/7/7/7/3K3 n").endswith("South wins: South attacked North's king")
    assert draw("pincer", "7/7/7/3C3/7/7/7 t - 9").endswith("Circles win: Triangles have no piece left")
    assert draw("ricocheckers", "a1,a2,a3/b1,b2,b3 1 200").endswith("A draw: 200 plies without a winner")


@pytest.mark.parametrize("name", STARTS)
def test_colour_changes_nothing_but_colour(name: str) -> None:
    position = plyboard.game(name).start()
    for _ in range(2):
        position = position.play(position.moves()[0])
    coloured = text.board(position, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text.board(position)


def test_the_legend_names_the_pieces_on_the_board() -> None:
    assert text.legend(plyboard.game("hiya").start()) == (
        "South: n mini-ninja, s mini-samurai, S samurai, N ninja, K king\n"
        "North: K king, I ninja, A samurai, a mini-samurai, i mini-ninja"
    )
    assert text.legend(plyboard.game("raichu").parse("@" + "." * 63 + " w 0")) == "White: @ raichu"


def test_the_legend_of_a_board_without_letters_says_how_to_write_a_move() -> None:
    assert "e6 west" in text.legend(plyboard.game("ricocheckers").start())
    assert "X- east" in text.legend(plyboard.game("hive").start())


@pytest.mark.parametrize(
    ("position", "move", "call"),
    [
        ("3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3 s", "e2b5", "Hi-Ya!"),
        ("3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3 s", "e2d3", ""),
        ("3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3 n", "c7f4", "Hi-Ya!"),
        ("3k3/7/2N4/7/7/7/7/3K3 s", "c6d7", "Hi-Ya!"),
    ],
)
def test_players_call_out_at_an_attack(position: str, move: str, call: str) -> None:
    before = plyboard.game("hiya").parse(position)
    assert text.call(before, before.play(move)) == call


def test_nobody_calls_out_in_other_games() -> None:
    before = plyboard.game("pincer").parse("7/7/7/7/3T3/7/C1T4 t - 9")
    assert text.call(before, before.play("c1b1")) == ""
