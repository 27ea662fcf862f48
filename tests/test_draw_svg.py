from __future__ import annotations

import io
import random
import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self
from xml.etree import ElementTree

import pytest
from code_blocks import ROOT
from every_game import playout

import plyboard
from plyboard import Outcome, PlyboardError, engine
from plyboard.cli import main
from plyboard.draw import svg
from plyboard.draw.svg import themes
from plyboard.rules import core, hive, ricocheckers
from plyboard.rules.core import PythonPosition
from plyboard.rules.hive import HivePosition
from plyboard.rules.squares import SquarePosition, square_names

Node = ElementTree.Element

OPENING = (r"wS1", "bS1 wS1-", r"wQ \wS1", "bQ bS1\\", "wB1 -wQ", "bB1 bQ-", "wB1 wQ", "bB1 bQ", "wB1 wS1", "bA1 bB1-")
CLIMBING = ("wB1 bS1", "bB1 wB1", r"wB2 \wQ", "bA1 -wS1", "wB2 wQ")

PICTURES = runpy.run_path(str(ROOT / "docs/pictures/draw.py"))["pictures"]()


def played(game: str, *moves: str, **options: Any) -> Any:
    position = plyboard.game(game, "python").start(**options)
    for move in moves:
        position = position.play(move)
    return position


def read(picture: str) -> Node:
    """The picture as a tree, without the name of its language before each tag."""
    return ElementTree.fromstring(picture.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))


def drawn(position: Any, **look: Any) -> Node:
    return read(svg.board(position, **look))


def by(tree: Node, attribute: str) -> dict[str, Node]:
    """The nodes that have an attribute, by its value, which none of them shares with another."""
    found = [node for node in tree.iter() if attribute in node.attrib]
    named = {node.attrib[attribute]: node for node in found}
    assert len(named) == len(found)
    return named


def classed(tree: Node, name: str) -> list[Node]:
    return [node for node in tree.iter() if name in node.get("class", "").split()]


def place(node: Node) -> tuple[float, float]:
    """Where a node's `transform` puts it."""
    found = re.match(r"translate\((\S+) (\S+)\)", node.attrib["transform"])
    assert found
    return float(found[1]), float(found[2])


def corner(node: Node) -> tuple[float, float]:
    """The upper left corner of a square."""
    found = re.match(r"M(\S+) ([^h]+)h40v40h-40z", node.attrib["d"])
    assert found
    return float(found[1]), float(found[2])


# Every picture


def every_kind_of_picture() -> Iterator[Any]:
    for name in plyboard.games():
        yield from playout(plyboard.game(name, "python"), 1)[::7]
    yield played("raichu", size=20)
    yield played("hive", *OPENING, *CLIMBING)


@pytest.mark.parametrize("theme", themes.THEMES)
def test_a_picture_is_one_small_file_that_needs_nothing_else(theme: str) -> None:
    for position in every_kind_of_picture():
        picture = svg.board(position, theme=theme)
        assert svg.board(position, theme=theme) == picture
        assert len(picture) < 60_000
        tree = read(picture)
        assert not [node.tag for node in tree.iter() if node.tag in ("script", "image", "use", "a", "foreignObject")]
        assert not [name for node in tree.iter() for name in node.attrib if "href" in name or name.startswith("on")]
        assert "url(" not in picture
        # Several pictures may stand on one page: no names that could clash, no rules for what is outside.
        assert " id=" not in picture
        rules = re.findall(r"([^{}]+)\{[^{}]*\}", (tree.findtext("style") or "").replace("@media(", "@("))
        assert all(re.search(rf"\.plyboard\.{theme} \.[\w-]+$", rule) for rule in rules)


def test_every_class_has_its_colours() -> None:
    structure = {"plyboard", "auto", "cells", "piece", "pieces", "hive", "hand-of"}
    for position in every_kind_of_picture():
        names = {name for node in drawn(position).iter() for name in node.get("class", "").split()}
        assert names - structure <= themes.RULES.keys()


@pytest.mark.parametrize("name", plyboard.games())
def test_both_tellings_have_the_same_picture_and_show_it_in_notebooks(name: str) -> None:
    told = plyboard.game(name, "python").start()
    picture = svg.board(told)
    assert told._repr_svg_() == picture  # type: ignore[attr-defined]
    if name in engine.names():
        assert plyboard.game(name, "engine").start()._repr_svg_() == picture  # type: ignore[attr-defined]


def test_rules_alone_show_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "_picture", None)
    assert played("hiya")._repr_svg_() is None


def test_the_title_says_what_is_to_be_seen() -> None:
    assert drawn(played("hiya")).findtext("title") == "Hi-Ya!: South to move"


def test_themes() -> None:
    position = played("hive", *OPENING)
    light, dark, auto = (svg.board(position, theme=theme) for theme in ("light", "dark", "auto"))
    assert themes.RULES["frame"][0] in light
    assert themes.RULES["frame"][0] not in dark
    assert themes.RULES["frame"][1] in dark
    assert "@media" not in light + dark
    assert themes.RULES["frame"][0] in auto.split("@media(prefers-color-scheme:dark)")[0]
    assert themes.RULES["frame"][1] in auto.split("@media(prefers-color-scheme:dark)")[1]


def test_the_size_is_that_of_the_longer_side() -> None:
    tree = drawn(played("hiya"), size=200)
    assert (tree.get("width"), tree.get("height")) == ("176.74", "200")
    assert "width" not in drawn(played("hiya"), size=None).attrib


# Boards of squares


@pytest.mark.parametrize("name", ["hiya", "ricocheckers", "pincer", "raichu"])
def test_every_square_and_every_piece_has_a_node_in_its_place(name: str) -> None:
    position: Any = random.Random(2).choice(playout(plyboard.game(name, "python"), 3))
    assert isinstance(position, SquarePosition)
    tree = drawn(position)
    cells, pieces = by(tree, "data-cell"), by(tree, "data-at")
    squares = square_names(*position.size())
    assert sorted(cells) == sorted(squares)
    assert sorted(pieces) == sorted(square for square in squares if position.piece(square))
    for square, node in pieces.items():
        left, top = corner(cells[square])
        assert place(node) == (left + 20, top + 20)
        owned = position.piece(square)
        assert owned
        assert (int(node.attrib["data-player"]), node.attrib["data-piece"]) == (owned[0], owned[1].split()[-1])


def test_a1_is_below_on_the_left_and_above_on_the_right_when_flipped() -> None:
    for flip in (False, True):
        cells = by(drawn(played("raichu", size=10), flip=flip), "data-cell")
        (left, top), (right, bottom) = (corner(cells[square]) for square in (("j1", "a10") if flip else ("a10", "j1")))
        assert (right - left, bottom - top) == (360, 360)


def test_pieces_of_different_kinds_look_different() -> None:
    hiya = plyboard.game("hiya").parse("3k1iI/4aaA/7/7/7/7/nnN4/sS1K3 s")
    raichu = plyboard.game("raichu").parse("." * 8 + ".wW@bB$." + "." * 48 + " w 0")
    for position, kinds in ((hiya, 10), (raichu, 6)):
        pieces = by(drawn(position), "data-at").values()
        looks = {(node.get("class"), *(ElementTree.tostring(part) for part in node[1:])) for node in pieces}
        assert len(looks) == kinds


def test_the_last_move_and_highlights_are_marked() -> None:
    position = played("hiya", "e2b5")
    tree = drawn(position, last_move="E2-b5", highlights="c6, d7")
    cells = by(tree, "data-cell")
    assert [corner(node) for node in classed(tree, "last")] == [corner(cells[square]) for square in ("e2", "b5")]
    assert len(classed(tree, "lit")) == 2
    assert svg.board(position, highlights=["c6", "d7"]) == svg.board(position, highlights="c6 d7")
    assert svg.board(position, last_move="pass") == svg.board(position)


def test_coordinates_can_be_left_out() -> None:
    labels = [node.text for node in drawn(played("pincer")).iter("text")]
    assert labels == [*"abcdefg", *"1234567"]
    assert not list(drawn(played("pincer"), coordinates=False).iter("text"))


def test_a_dot_shows_whose_move_it_is() -> None:
    def dots(position: Any) -> list[str | None]:
        return [node.get("class") for node in drawn(position).findall("g/circle")]

    assert dots(played("hiya")) == ["red"]
    assert dots(played("hiya", "e2b5")) == ["blue"]
    assert dots(played("raichu")) == ["white"]
    assert dots(played("hiya", "e2b5", "c6c5", "b5d7")) == []


def test_the_piece_of_pincer_that_has_moved_is_faint() -> None:
    faint = [node for node in drawn(played("pincer", "a7b7")).iter() if node.get("opacity")]
    assert [node.get("data-at") for node in faint] == ["b7"]


def test_ricocheckers_has_its_walls_goals_and_the_square_that_nobody_enters() -> None:
    walled = sum(ricocheckers.walled(square, side) for square in ricocheckers.SQUARES for side in ("east", "north"))
    for flip in (False, True):
        tree = drawn(played("ricocheckers"), flip=flip)
        pieces = by(tree, "data-at")
        rim, walls = classed(tree, "wall")
        assert rim.tag == "rect"
        assert walls.attrib["d"].count("M") == walled
        x, y = place(pieces["e6"])  # There is a wall to the east of e6.
        half = -20 if flip else 20
        assert f"M{x + half:g} {y - half:g}v{2 * half}" in walls.attrib["d"]
        assert len(classed(tree, "sealed")) == 1
        assert len(classed(tree, "goal-red")) == len(classed(tree, "goal-blue")) == 3


# Hive


def test_every_piece_of_hive_is_there_once_in_play_or_in_hand() -> None:
    for position in playout(plyboard.game("hive", "python"), 1)[::5]:
        assert isinstance(position, HivePosition)
        pieces = by(drawn(position), "data-piece")
        assert sorted(pieces) == sorted([*position.where, *position.hand(0), *position.hand(1)])
        for piece, node in pieces.items():
            at = node.get("data-at")
            assert at == (
                ",".join(map(str, hive.column_and_row(position.where[piece]))) if piece in position.where else None
            )


def test_neighbours_lie_where_their_names_say() -> None:
    pieces = by(drawn(played("hive", "wS1", "bS1 wS1/", "wQ -wS1", "bQ bS1-")), "data-piece")
    (spider_x, spider_y), (black_x, black_y), (queen_x, queen_y) = (
        place(pieces[name]) for name in ("wS1", "bS1", "wQ")
    )
    assert queen_x < spider_x < black_x
    assert black_y < spider_y == queen_y


def test_a_stack_shows_its_height_and_the_name_of_its_top_piece() -> None:
    tree = drawn(played("hive", *OPENING, *CLIMBING))
    pieces = by(tree, "data-piece")
    assert sorted(node.text or "" for node in classed(tree, "number")) == ["2", "3"]
    heights = [place(pieces[name])[1] for name in ("bS1", "wB1", "bB1")]
    assert heights == sorted(heights, reverse=True)
    assert pieces["bB1"].findtext("title") == "bB1 on wB1 on bS1"
    seen = {name for name, node in pieces.items() for text in node.iter("text") if text.get("visibility") != "hidden"}
    assert {"bB1", "wB2"} <= seen
    assert not {"bS1", "wB1", "wQ"} & seen


def test_a_stunned_piece_is_marked_where_it_matters() -> None:
    moves = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", r"wQ \wS1")
    assert len(classed(drawn(played("hive", *moves, expansions="P")), "stunned")) == 1
    assert not classed(drawn(played("hive", *moves)), "stunned")
    assert not classed(drawn(played("hive", *moves[:-1], expansions="P")), "stunned")


def test_hive_marks_its_last_move_and_highlights() -> None:
    position = played("hive", *OPENING, *CLIMBING)
    tree = drawn(position, highlights=["wS1", "bQ-"])
    assert [len(classed(tree, name)) for name in ("last", "trail", "lit", "glow")] == [1, 1, 1, 1]
    assert place(classed(tree, "trail")[0]) == place(by(tree, "data-piece")["wB2"])
    assert svg.board(position, last_move="wB2 wQ") == svg.board(position)
    assert not classed(drawn(position, last_move="pass"), "trail")


def test_the_hands_of_hive_change_places() -> None:
    for flip in (False, True):
        upper, lower = classed(drawn(played("hive"), flip=flip), "hand-of")
        assert (upper.get("data-player"), lower.get("data-player")) == (("0", "1") if flip else ("1", "0"))


# What cannot be drawn


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ({"theme": "pink"}, "there is no theme 'pink'; the themes are auto, light, dark"),
        ({"theme": None}, "there is no theme None"),
        ({"size": 15}, "the size is 15, it must be a whole number from 16 to 10000"),
        ({"size": 10**9}, "the size is 1000000000"),
        ({"size": "200"}, "the size is '200'"),
        ({"highlights": "z9"}, "a highlight: there is no square 'z9', the board goes from a1 to g8"),
        ({"highlights": ["a9"]}, "there is no square 'a9'"),
        ({"highlights": [9]}, "named by a text, not 9"),
        ({"last_move": "<script>"}, "the last move is '<script>'"),
        ({"last_move": "a1h1"}, "the last move: there is no square 'h1'"),
        ({"last_move": 5}, "named by a text, not 5"),
    ],
)
def test_what_cannot_be_drawn_is_refused(look: dict[str, Any], message: str) -> None:
    with pytest.raises(PlyboardError, match=re.escape(message)):
        svg.board(played("hiya"), **look)


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ({"highlights": "wQ-"}, "a highlight: wQ is not in play"),
        ({"highlights": "x"}, "a highlight: there is no piece 'x'"),
        ({"highlights": ["-"]}, "a highlight: there is no piece ''"),
        ({"highlights": [" "]}, "a highlight: there is no piece ''"),
        ({"last_move": "wQ -wS1"}, "it must begin with a piece in play"),
        ({"last_move": ""}, "the last move is ''"),
    ],
)
def test_what_cannot_be_marked_in_hive_is_refused(look: dict[str, Any], message: str) -> None:
    with pytest.raises(PlyboardError, match=re.escape(message)):
        svg.board(played("hive", "wS1"), **look)


# Games of one's own


class Unknown(PythonPosition):
    """A game that nobody registered, with whatever text."""

    game = "unknown"
    title = "<b>Unknown & \x00 \ud800</b>"
    players = ("<i>", '"&"')

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def start(cls) -> Self:
        return cls("")

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(text)

    @property
    def player(self) -> int:
        return 0

    def legal(self) -> dict[str, int]:
        return {}

    def after(self, move: Any) -> Self:
        return self

    def outcome(self) -> Outcome | None:
        return None

    def __str__(self) -> str:
        return self.text


def test_a_game_with_ranks_is_a_board_with_letters() -> None:
    tree = drawn(Unknown("<2/1&1/2\x01 \ud800"), last_move="b2", highlights="a1")
    assert len(by(tree, "data-cell")) == 9
    assert {at: node.findtext("text") for at, node in by(tree, "data-at").items()} == {
        "a3": "<",
        "b2": "&",
        "c1": "\ufffd",
    }
    assert tree.findtext("title") == "<b>Unknown & \ufffd \ufffd</b>: <i> to move"


@pytest.mark.parametrize("text", ["", "</svg><script>alert(1)</script>", "x" * 100, "two words\x00\ud800"])
def test_any_other_game_is_its_text(text: str) -> None:
    tree = drawn(Unknown(text))
    assert "".join(node.text or "" for node in tree.iter("text")) == re.sub("[\x00\ud800]", "\ufffd", text)


# The command, and the pictures of the documentation


def shown(monkeypatch: pytest.MonkeyPatch, arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["plyboard", "show", *shlex.split(arguments)])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_show_writes_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.svg"
    look = "--theme dark --pixels 200 --last-move e2b5 --highlight 'c6 d7' --flip"
    assert shown(monkeypatch, f"hiya '{played('hiya', 'e2b5')}' --svg {file} {look}") == 0
    expected = svg.board(
        played("hiya", "e2b5"), theme="dark", size=200, last_move="e2b5", highlights="c6 d7", flip=True
    )
    assert file.read_text(encoding="utf-8") == expected + "\n"
    assert capsys.readouterr().out == ""
    assert shown(monkeypatch, "hiya --svg -") == 0
    assert capsys.readouterr().out == svg.board(played("hiya")) + "\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("hiya --flip", "add --svg FILE"),
        ("hiya --svg x --json", "ask for one of them"),
        ("hiya --svg missing/x", "cannot write 'missing/x': No such file or directory"),
        ("hiya --svg x\0", "cannot write"),
        ("hiya --svg x --theme pink", "there is no theme 'pink'"),
        ("hiya --svg x --pixels 1", "the size is 1"),
        ("hiya --svg x --highlight z9", "there is no square 'z9'"),
    ],
)
def test_show_refuses_what_cannot_be(
    arguments: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown(monkeypatch, arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_pictures_of_the_documentation_are_as_they_would_be_drawn_now() -> None:
    assert set(PICTURES) == {f"{name}.svg" for name in plyboard.games()}
    for file in (ROOT / "docs/pictures").glob("*.svg"):
        assert file.read_text(encoding="utf-8") == PICTURES[file.name], "run python docs/pictures/draw.py"
