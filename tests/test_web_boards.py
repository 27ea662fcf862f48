"""What pages are told about positions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest
from code_blocks import blocks, run
from every_game import playout
from hypothesis import given
from hypothesis import strategies as st

import plyboard
from plyboard import InvalidPosition, Outcome, Position, engine
from plyboard.draw.svg import themes
from plyboard.rules.core import PythonPosition
from plyboard.web import boards
from plyboard.web.editing import can_edit, composed
from plyboard.web.refusals import explain

SQUARES = ["hiya", "ricocheckers", "pincer", "raichu"]
THROWING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", r"wP \wS1", "bA1 bQ-")


def played(game: str, *moves: str, **options: Any) -> Position:
    position = plyboard.game(game, "python").start(**options)
    for move in moves:
        position = position.play(move)
    return position


@cache
def steps(game: str, seed: int) -> list[tuple[Position, str, Position]]:
    """The moves of a random game: each with the positions before and after it."""
    return [
        (before, next(move for move, reached in before.successors() if reached == after), after)
        for before, after in pairwise(playout(plyboard.game(game, "python"), seed))
    ]


def last(before: Position, move: str) -> dict[str, Any]:
    found: dict[str, Any] = boards.state(before.play(move), last_move=move, before=before)["last"]
    return found


# Every game


@pytest.mark.parametrize("game", plyboard.games())
def test_every_move_is_a_path_of_its_own_over_places_that_are_there(game: str) -> None:
    for before, move, after in steps(game, 4)[::3]:
        view = boards.view(after, last_move=move, before=before)
        places = {cell["id"] for cell in view.get("cells", view["board"]["cells"])}
        paths = [tuple(move["path"]) for move in view["moves"]]
        assert [move["text"] for move in view["moves"]] == after.moves()
        assert len({*paths}) == len(paths)
        assert places.issuperset(place for path in paths for place in path)
        assert places.issuperset(piece["at"] for piece in view["pieces"])
        assert all(path or text == "pass" for path, text in zip(paths, after.moves(), strict=True))
        assert view["board"]["looks"].keys() >= {piece["look"] for piece in view["pieces"]}


@pytest.mark.parametrize("game", plyboard.games())
def test_a_path_begins_where_the_piece_is_and_ends_where_it_will_be(game: str) -> None:
    for before, move, after in steps(game, 5):
        told = last(before, move)
        if move == "pass":
            assert told["path"] == []
            continue
        start, end = told["path"]
        here = [piece["look"] for piece in boards.state(before)["pieces"] if piece["at"] == start][-1]
        there = [piece["look"] for piece in boards.state(after)["pieces"] if piece["at"] == end]
        if end not in told["taken"]:
            assert (there[-1] == here) == (end not in told["changed"])
        assert len(boards.state(before)["pieces"]) - len(boards.state(after)["pieces"]) == len(told["taken"])


@pytest.mark.parametrize("game", plyboard.games())
def test_both_tellings_are_shown_alike_in_a_small_message(game: str) -> None:
    for before, move, after in steps(game, 6)[::5]:
        said = json.dumps(boards.state(after, last_move=move, before=before))
        assert len(said) < 40_000
        if game in engine.names():
            rules = plyboard.game(game, "engine")
            told = rules.parse(str(after)), rules.parse(str(before))
            assert json.dumps(boards.state(told[0], last_move=move, before=told[1])) == said


@pytest.mark.parametrize("game", plyboard.games())
def test_all_that_is_drawn_has_its_colours_and_needs_no_style_of_its_own(game: str) -> None:
    board = boards.board(plyboard.game(game).start())
    drawn = board["svg"] + "".join(look["svg"] for look in board["looks"].values())
    classes = {name for names in re.findall(r'class="([^"]*)"', drawn) for name in names.split()}
    assert classes - themes.RULES.keys() <= {"cells", "turning"}
    assert "style" not in drawn
    sheet = boards.stylesheet()
    assert all(f".plyboard.auto .{name}{{" in sheet for name in classes & themes.RULES.keys())


def test_an_ended_game_has_no_moves_and_says_who_won() -> None:
    view = boards.state(played("hiya", "e2b5", "c6c5", "b5d7"))
    assert view["moves"] == []
    assert view["outcome"] == {"winner": 0, "reason": "South attacked North's king"}


# What a move did


def test_an_attack_takes_or_changes_a_piece_and_is_called() -> None:
    assert last(played("hiya"), "e2b5") == {
        "text": "e2b5",
        "path": ["e2", "b5"],
        "taken": ["b6"],
        "changed": [],
        "call": "Hi-Ya!",
        "spoken": "Hi-Ya! South's ninja from e2 to b5. North's mini-samurai on b6 is taken.",
    }
    change = last(plyboard.game("hiya").parse("3k3/7/3I3/7/2n4/7/7/3K3 s"), "c4d5")
    assert (change["taken"], change["changed"]) == ([], ["d6"])
    assert change["spoken"].endswith("North's ninja on d6 becomes a mini-ninja.")


def test_a_promotion_is_a_change_where_the_piece_arrives() -> None:
    change = last(plyboard.game("raichu").parse(f"{'.' * 40}w......w.b......{'.' * 8} w 0"), "a3c1")
    assert (change["taken"], change["changed"]) == (["b2"], ["c1"])
    assert "White's pichu on c1 becomes a raichu. Black's pichu on b2 is taken." in change["spoken"]


def test_a_piece_that_steps_into_a_pincer_is_taken_where_it_arrived() -> None:
    change = last(plyboard.game("pincer").parse("T6/7/7/3T3/2C1C2/7/7 t - 0"), "d4d3")
    assert change["taken"] == ["d3"]


def test_without_the_position_before_it_a_move_is_only_marked() -> None:
    told = boards.state(played("hiya", "e2b5"), last_move="e2b5")["last"]
    assert told["path"] == ["e2", "b5"]
    assert told["taken"] == []


def test_the_halves_of_a_turn_of_pincer() -> None:
    assert boards.state(played("pincer"))["half"] == {"part": 1, "of": 2, "moved": None}
    view = boards.state(played("pincer", "a7b7"))
    assert view["half"] == {"part": 2, "of": 2, "moved": "b7"}
    assert [piece["at"] for piece in view["pieces"] if piece["resting"]] == ["b7"]
    assert boards.state(plyboard.game("pincer").parse("T6/7/7/7/2C1C2/7/7 t - 0"))["half"]["of"] == 1


# Hive


def test_pieces_come_from_the_hand_onto_hexes() -> None:
    assert last(played("hive"), "wS1")["path"] == ["hand-wS", "0,0"]
    told = last(played("hive", "wS1"), r"bG1 \wS1")
    assert told["path"] == ["hand-bG", "0,-1"]
    assert told["spoken"] == "Black grasshopper 1 north-west of white spider 1."


def test_a_throw_goes_from_the_thrown_piece_to_where_it_lands() -> None:
    told = last(played("hive", *THROWING, expansions="P"), "wQ wP/")
    assert told["path"] == ["-1,0", "1,-2"]


def test_stacks_rise_and_hands_are_piles() -> None:
    view = boards.state(played("hive", "wS1", "bS1 wS1-", r"wQ \wS1", "bQ bS1\\", "wB1 -wQ", "bB1 bQ-", "wB1 wQ"))
    stack = [(piece["look"], piece["lift"]) for piece in view["pieces"] if piece["at"] == "0,-1"]
    assert [look for look, _ in stack] == ["wQ", "wB1"]
    assert stack[0][1] < stack[1][1]
    assert [piece["look"] for piece in view["pieces"] if piece["at"] == "hand-wA"] == ["wA3", "wA2", "wA1"]


# Games of one's own


@pytest.fixture(scope="module")
def tictactoe() -> Iterator[Position]:
    page = "docs/add-a-game.md"
    file, line, _ = blocks(page, "python")
    names: dict[str, Any] = {"__name__": "tictactoe"}
    with patch.dict("plyboard.rules._GAMES"):
        run(file, names, page)
        run(line, names, page)
        yield plyboard.game("tictactoe").start()


def test_a_game_of_ones_own_with_ranks_is_played_on_squares(tictactoe: Position) -> None:
    view = boards.view(tictactoe)
    assert len(view["board"]["cells"]) == 9
    assert view["moves"][0]["path"] == [tictactoe.moves()[0]]
    after = boards.state(tictactoe.play(tictactoe.moves()[0]))
    assert after["looks"].keys() == {piece["look"] for piece in after["pieces"]}


class Nim(PythonPosition):
    game = "nim"
    title = "Nim"
    players = ("Left", "Right")

    def __init__(self, left: int) -> None:
        self.left = left

    @classmethod
    def start(cls) -> Nim:
        return cls(4)

    @classmethod
    def parse(cls, text: str) -> Nim:
        return cls(int(text))

    @property
    def player(self) -> int:
        return self.left % 2

    def legal(self) -> dict[str, int]:
        return {f"take {count}": count for count in (1, 2) if count <= self.left}

    def after(self, move: int) -> Nim:
        return type(self)(self.left - move)

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(0, "nothing is left")

    def __str__(self) -> str:
        return str(self.left)


def test_a_game_without_a_known_board_is_words_and_buttons() -> None:
    view = boards.view(Nim.start(), last_move="take 1", before=Nim(5))
    assert view["board"]["shape"] == "words"
    assert view["words"] == "4\n\nLeft to move"
    assert [move["path"] for move in view["moves"]] == [[], []]
    assert view["last"]["spoken"] == "Right take 1."


# Refusals


@pytest.mark.parametrize("game", plyboard.games())
@given(data=st.data())
def test_whatever_is_clicked_is_a_move_or_is_explained(game: str, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(steps(game, 7)[:40]))[0]
    known = sorted(boards.places(position))  # type: ignore[arg-type]
    path = data.draw(st.lists(st.sampled_from(known) | st.text(max_size=4), min_size=1, max_size=3))
    begun = [move["path"][: len(path)] for move in boards.state(position)["moves"]]
    assert (explain(position, path) == "") == (path in begun)


def test_refusals_say_why() -> None:
    assert explain(played("pincer", "a7b7"), ["b7", "b6"]).startswith("b7 has moved in this turn")
    assert explain(played("pincer"), ["g7"]).startswith("circle on g7 waits: Triangles to move")
    assert explain(played("hive"), ["hand-wQ"]) == "wQ is a queen: she is not placed on the first turn"
    assert explain(played("hiya"), ["z9"]) == "there is no place 'z9' on this board"


# Setting up positions


@pytest.mark.parametrize("game", SQUARES)
def test_a_position_set_up_piece_by_piece_is_the_same_on_the_board(game: str) -> None:
    for position, _, _ in steps(game, 8)[::4]:
        pieces = boards.state(position)["pieces"]
        made = composed(position, {piece["at"]: piece["look"] for piece in pieces}, position.player)
        assert boards.state(made)["pieces"] == [{**piece, "resting": False} for piece in pieces]
        assert made.player == position.player


def test_what_is_no_position_is_refused() -> None:
    start = played("hiya")
    for placed, player, why in [
        ({"z1": "K"}, 0, "there is no square 'z1'"),
        ({"d1": "x"}, 0, "d1 has 'x'"),
        ({}, 0, "both kings are"),
        ({"d1": "K"}, 2, "the player to move is 2"),
    ]:
        with pytest.raises(InvalidPosition, match=why):
            composed(start, placed, player)
    assert not can_edit("hive")
    with pytest.raises(InvalidPosition, match="by playing its moves"):
        composed(played("hive"), {}, 0)
