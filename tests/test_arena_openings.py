from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

import plyboard
from plyboard import engine, records
from plyboard.arena.openings import USUAL_PLIES, BadOpenings, Opening, RandomOpenings, after, openings, read, usual
from plyboard.records import Played, Record

needs_engine = pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")


@needs_engine
@pytest.mark.parametrize("name", plyboard.games())
def test_openings_by_chance_are_even_different_and_follow_the_seed(name: str) -> None:
    drawing = RandomOpenings(name, {}, USUAL_PLIES[name], 1)
    found = list(islice(drawing.draw(), 40))
    positions = [after(opening, name, {}) for opening in found]
    assert len(set(map(str, positions))) == 40
    for opening, position in zip(found, positions, strict=True):
        assert len(opening.moves) == USUAL_PLIES[name]
        assert position.outcome() is None
        assert drawing.uneven(position) <= drawing.bound < float("inf")
    assert list(islice(openings(usual(name), name, {}, 1), 40)) == found
    assert list(islice(openings(usual(name), name, {}, 2), 40)) != found


@needs_engine
def test_a_decided_position_is_no_opening() -> None:
    won = plyboard.game("hiya").parse("3k3/7/7/1N5/7/i6/7/3K3 s")
    assert RandomOpenings("hiya", {}, 4, 1).uneven(won) == float("inf")


def test_openings_by_chance_without_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "compiled", None)
    engine.names.cache_clear()
    try:
        assert len({opening.moves for opening in islice(openings("random:2", "hiya", {}, 1), 10)}) == 10
    finally:
        monkeypatch.undo()
        engine.names.cache_clear()


def test_options_of_the_game_are_heard() -> None:
    opening = next(openings("random:2", "raichu", {"size": 10}, 1))
    assert str(after(opening, "raichu", {"size": 10})).count(".") > 60


def test_when_there_are_no_more_it_is_said() -> None:
    assert next(openings("random:0", "hiya", {}, 1)) == Opening()
    with pytest.raises(BadOpenings, match=r"0 plies by chance lead to 1 different positions.* as in random:2"):
        list(openings("random:0", "hiya", {}, 1))


@pytest.mark.parametrize("source", ["random:", "random:x", "random:61", "random:-1", "random:1.5"])
def test_a_bad_number_of_plies_is_said(source: str) -> None:
    with pytest.raises(BadOpenings, match="K of random:K is a whole number from 0 to 60"):
        openings(source, "hiya", {}, 1)


def test_the_openings_of_hive_come_again_in_an_order_that_follows_the_seed() -> None:
    found = list(islice(openings("hive", "hive", {}, 1), 126))
    assert found[:63] == found[63:]
    assert len({opening.moves for opening in found}) == 63
    assert all(opening.options == {"expansions": "MLP"} for opening in found)
    other = list(islice(openings("hive", "hive", {}, 2), 63))
    assert other != found[:63]
    assert {opening.moves for opening in other} == {opening.moves for opening in found}
    with pytest.raises(BadOpenings, match="the openings hive are for hive, not for hiya"):
        openings("hive", "hiya", {}, 1)


def test_openings_for_other_options_are_refused() -> None:
    openings("hive", "hive", {"expansions": "PLM"}, 1)
    with pytest.raises(BadOpenings, match=r"hive, line 3: the opening is for expansions MLP, not for expansions M$"):
        openings("hive", "hive", {"expansions": "M"}, 1)


def test_a_file_holds_positions_and_moves(tmp_path: Path) -> None:
    position = str(plyboard.game("hiya").start().play("e2b5"))
    content = f"# Two ways to begin\n{position}\n\na3b4 c6c5\nA3-B4, c6 c5\tfrom a book\n"
    assert read(content, "book", "hiya") == [
        Opening(start=position),
        Opening(("a3b4", "c6c5")),
        Opening(("a3b4", "c6c5")),
    ]
    file = tmp_path / "book.txt"
    file.write_text(content)
    assert sorted(map(str, islice(openings(str(file), "hiya", {}, 5), 3))) == sorted(
        map(str, read(content, "", "hiya"))
    )


def test_a_file_of_hive_holds_gamestrings_and_moves() -> None:
    found = read("Base+MLP;InProgress;White[2];wL;bL wL-\nwS1; bS1 wS1-; wQ -wS1\nwS1\n", "book", "hive")
    assert found == [
        Opening(("wL", "bL wL-"), options={"expansions": "MLP"}),
        Opening(("wS1", "bS1 wS1-", "wQ -wS1")),
        Opening(("wS1",)),
    ]


def test_games_that_were_written_down_are_openings() -> None:
    record = Record("raichu", ("a", "b"), options={"size": 10}, moves=(Played("a9a7"),))
    assert read(records.write([record]), "book", "raichu") == [Opening(("a9a7",), options={"size": 10})]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "there are no openings in 'book'"),
        ("a3b4\na3b9\n", "book, line 2: neither a position (a position is 2 fields"),
        ("a3b4 c6c5 a1a1", "book, line 1: neither a position"),
        ("7/7/7/7/7/7/7/3K3 s", "book, line 1: the game is over already"),
        ('[Game "hiya"]\n\n  1. a3b4\n', "book, line 3: the tag First is missing above"),
    ],
)
def test_a_broken_file_names_the_line(content: str, message: str) -> None:
    with pytest.raises(BadOpenings, match=re.escape(message)):
        read(content, "book", "hiya")


def test_a_game_of_another_game_is_no_opening() -> None:
    with pytest.raises(BadOpenings, match="book, game 1: it is one of raichu, not of hiya"):
        read(records.write([Record("raichu", ("a", "b"))]), "book", "hiya")


def test_a_file_that_is_not_there_is_said() -> None:
    with pytest.raises(
        BadOpenings, match=r"cannot read the openings 'nowhere': No such file.*random:K, a file, or hive"
    ):
        openings("nowhere", "hive", {}, 1)
