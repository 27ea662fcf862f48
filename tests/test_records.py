"""Games as text: they read back equal, and what is broken is named."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from code_blocks import blocks, run
from every_game import STARTS
from hypothesis import given, settings
from hypothesis import strategies as st

import plyboard
from plyboard import Outcome, records
from plyboard.records import InvalidRecord, Played, Record, UnfitRecord, UnreadableFile

GAMES = plyboard.games()
HIVE_GAMES = (Path(__file__).parent / "data/hive/real_games.txt").read_text(encoding="utf-8")

texts = st.one_of(
    st.text(max_size=30), st.sampled_from(['"', "\\", "{value 1}", "1-0", "[Game]", "a\nb\r\n", "\u2028", "*"])
)
numbers = st.floats(allow_nan=False)
maybe = st.none()


@st.composite
def games_as_records(draw: st.DrawFn) -> Record:
    """A random game, with whatever may be known of it."""
    name = draw(st.sampled_from(GAMES))
    chance = random.Random(draw(st.integers(0, 2**32)))
    options = draw(st.sampled_from(STARTS.get(name, [{}])))
    position = plyboard.game(name).start(**options)
    start = None
    if draw(st.booleans()):
        for _ in range(6):
            position = position.play(chance.choice(position.moves()))
        options, start = {}, str(position)
    moves = []
    for _ in range(draw(st.integers(0, 8))):
        if position.outcome() is not None:
            break
        move = chance.choice(position.moves())
        position = position.play(move)
        moves.append(draw(st.builds(Played, st.just(move), **NOTES)))
    return Record(
        name,
        draw(st.tuples(texts, texts)),
        options=options,
        start=start,
        moves=tuple(moves),
        outcome=draw(st.one_of(maybe, st.builds(Outcome, st.sampled_from([0, 1, None]), texts))),
        date=draw(st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=-5))]))),
        clock=draw(st.one_of(maybe, st.tuples(numbers, numbers))),
        tags=draw(st.dictionaries(st.one_of(texts, st.sampled_from(["event", "Game", "Result"])), texts, max_size=3)),
    )


NOTES: dict[str, Any] = {
    **dict.fromkeys(("value", "seconds", "clock"), st.one_of(maybe, numbers)),
    **dict.fromkeys(("win", "depth", "nodes"), st.one_of(maybe, st.integers(-(10**12), 10**12))),
    "comment": st.one_of(st.just(""), texts),
}

GAME = Record(
    "hiya",
    ("human", "engine:level=3"),
    moves=(
        Played("e2b5", seconds=3.5, comment="Straight at them."),
        Played("c6c5", value=-1.5, depth=4, nodes=500, seconds=0.01),
        Played("b5d7"),
    ),
    outcome=Outcome(0, "South attacked North's king"),
    date=datetime(2026, 1, 5, 12, 30, tzinfo=UTC),
)
TEXT = """\
[Game "hiya"]
[First "human"]
[Second "engine:level=3"]
[Date "2026-01-05 12:30:00Z"]
[Result "1-0"]
[Reason "South attacked North's king"]

  1. e2b5     {seconds 3.5} "Straight at them."
  2. c6c5     {value -1.5, depth 4, nodes 500, seconds 0.01}
  3. b5d7
1-0
"""


# the text form


@given(st.lists(games_as_records(), max_size=2))
def test_games_read_back_equal(games: list[Record]) -> None:
    text = records.write(games)
    assert records.read(text) == games
    assert records.write(records.read(text)) == text
    assert records.read(text.replace("\n", "\r\n")) == games
    assert all(line.isprintable() for line in text.split("\n"))
    text.encode()


def test_a_game_looks_like_this() -> None:
    assert records.write([GAME]) == TEXT
    assert records.read(TEXT) == [GAME]
    assert records.read("") == []
    assert records.write([]) == ""


def test_moves_of_hive_are_written_as_they_are() -> None:
    moves = tuple(map(Played, ["wS1", "bL /wS1", "wA1 \\wS1", "bB1 -bL", "wQ wS1-"]))
    game = Record("hive", ("a", "b"), options={"expansions": "MLP"}, moves=moves)
    text = records.write([game])
    assert '[Options {"expansions": "MLP"}]' in text
    assert "  2. bL /wS1\n  3. wA1 \\wS1\n  4. bB1 -bL\n  5. wQ wS1-\n*\n" in text
    assert records.read(text) == [game]


def test_one_more_move_changes_two_lines() -> None:
    before = replace(GAME, moves=GAME.moves[:2], outcome=None)
    after = replace(GAME, moves=(*GAME.moves[:2], Played("b5d7", comment="a long comment" * 9)), outcome=None)
    old, new = records.write([before]).splitlines(), records.write([after]).splitlines()
    assert [line for line in new if line not in old] == [new[-2]]
    assert [line for line in old if line not in new] == []


def test_what_people_type_is_read_as_the_rules_write_it() -> None:
    typed = TEXT.replace('"hiya"', '"HiYa"').replace("  1. e2b5  ", "1.E2-B5").replace("  3. b5d7", "\n\n3.   b5 d7")
    assert records.read(typed.replace("12:30:00Z", "12:30")) == [GAME]


@pytest.fixture
def own_game() -> Iterator[type[Any]]:
    """The game of docs/add-a-game.md."""
    names: dict[str, Any] = {"__name__": "tictactoe"}
    file, line, _ = blocks("docs/add-a-game.md", "python")
    with patch.dict("plyboard.rules._GAMES"):
        run(file, names, "docs/add-a-game.md")
        run(line, names, "docs/add-a-game.md")
        yield plyboard.rules._GAMES["tictactoe"]._position


@pytest.mark.parametrize("form", ["{}", 'to "{}"', "{{{}}}", " {} ", "{}\n", "{} {{value 1}}", "1. {}", "[{}", "*{}"])
def test_games_of_ones_own_name_their_moves_as_they_like(own_game: type[Any], form: str) -> None:
    class Odd(own_game):  # type: ignore[misc]
        game = "odd"

        def legal(self) -> dict[str, Any]:
            return {form.format(text): move for text, move in super().legal().items()}

    plyboard.register(Odd)
    moves = tuple(Played(form.format(square)) for square in ("b2", "a1", "b3", "a2", "b1"))
    game = Record("odd", ("human", "human"), moves=moves)
    assert game.final().outcome() == Outcome(0, "X has three in a row")
    assert records.read(records.write([game])) == [game]


# faults


def broken(text: str) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        records.read(text)
    assert "\n" not in str(caught.value)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.reason}"
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"hiya"', '"chess"', 1, "there is no game 'chess'"),
        ('"hiya"', "hiya", 1, "'hiya' is no text in quotes"),
        ('"hiya"', "7", 1, "Game is '7', it must be a text in quotes"),
        ('[Game "hiya"]', '[Game "hiya"', 1, "is no tag; a tag is written"),
        ('[Game "hiya"]\n', "", 7, "the tag Game is missing"),
        ('[Result "1-0"]\n', "", 7, "the tag Result is missing"),
        ('[First "human"]', '[First "human"]\n[First "human"]', 3, "the tag First is there twice"),
        ('[First "human"]', '[First "human"]\n[event "x"]\n["event" "y"]', 4, "the tag event is there twice"),
        ('"2026-01-05 12:30:00Z"', '"yesterday"', 4, "a date and a time, as in 2026"),
        ('[Result "1-0"]', '[Result "2-0"]', 5, "it must be 1-0, 0-1, 1/2-1/2 or *"),
        ('[Result "1-0"]', '[Result "0-1"]', 11, "the game ends with 1-0, but its tag Result says 0-1"),
        ("[Reason", '[Clock "1 minute"]\n[Reason', 6, "as in 60+0.5"),
        ("[Reason", "[Options [1]]\n[Reason", 6, 'as in {"size": 10}'),
        ("[Reason", '[Options {"size": 10}]\n[Reason', 6, "Hi-Ya! has no option 'size'"),
        ("[Reason", '[Options {"first": ["north"]}]\n[Reason', 6, "first"),
        ("[Reason", f"[Options {'[' * 9999}]\n[Reason", 6, "is no text in quotes"),
        ("[Reason", '[Start "3k3/7 s"]\n[Reason', 6, "the board has 2 ranks"),
        ("  1. e2b5  ", "  1. e2e9  ", 8, "move 1, 'e2e9': "),
        ("  3. b5d7", "  3. b5e9", 10, "move 3, 'b5e9': "),
        ("  3. b5d7", "  3. b5d7\n  4. a6a5", 11, "the game is over"),
        ("  3. b5d7", "  4. b5d7", 10, "the move is numbered '4', it must be 3"),
        ("  3. b5d7", f"  {'3' * 5000}. b5d7", 10, "it must be 3"),
        ("  3. b5d7", "  b5d7", 10, "is no tag, no move and no result"),
        ("  3. b5d7", '  3. b5d7 "open', 10, "is no tag, no move and no result"),
        ("  3. b5d7", '  3. b5d7 "\\x"', 10, "written as in JSON"),
        ("depth 4", "depht 4", 9, "'depht 4' is no note"),
        ("depth 4", "depth 4, depth 5", 9, "'depth 5' is no note, or is there twice"),
        ("depth 4", "depth 4.5", 9, "the note depth is '4.5', it must be a whole number"),
        ("value -1.5", "value good", 9, "the note value is 'good', it must be a number"),
        ("1-0\n", "", 10, "the game is cut off"),
        ("  3. b5d7\n1-0\n", '  3. b5d7\n[Game "hiya"]\n', 11, "a game begins before the one above has its result"),
        ("Straight", "Str\udcffaight", 8, "this is not UTF-8 text"),
    ],
)
def test_a_fault_names_line_and_reason_and_keeps_what_was_whole(old: str, new: str, line: int, reason: str) -> None:
    assert old in TEXT
    fault = broken(f"{TEXT}\n{TEXT}\n{TEXT.replace(old, new, 1)}")
    assert fault.line == line + 2 * len(TEXT.splitlines()) + 2
    assert reason in fault.reason
    assert fault.whole == [GAME, GAME]


@pytest.mark.parametrize("text", ["hello", "1. e2b5", "1-0", "\x00", "PK\x03\x04"])
def test_what_is_no_game_at_all_is_refused(text: str) -> None:
    assert "a game begins with its tags" in broken(text).reason


def test_wherever_a_text_is_cut_the_whole_games_are_kept() -> None:
    text = f"{TEXT}\n{TEXT}"
    ends = [0, len(TEXT) - 1, len(TEXT), len(TEXT) + 1, len(text) - 1, len(text)]
    for length in range(len(text) + 1):
        whole = [GAME] * text[:length].count("\n1-0")
        if length in ends:
            assert records.read(text[:length]) == whole
        else:
            fault = broken(text[:length])
            assert fault.whole == whole
            assert fault.line == text[:length].rstrip().count("\n") + 1


@settings(max_examples=300)
@given(st.data())
def test_any_change_of_a_text_is_read_or_refused(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(TEXT)))
    change = data.draw(st.one_of(st.characters(), st.sampled_from(["", *'"[]{}\\.,\n', "\ud800", "1-0"])))
    text = TEXT[:place] + change + TEXT[place + data.draw(st.integers(0, 3)) :]
    try:
        games = records.read(text)
    except InvalidRecord as fault:
        lines = [fault.line]
    else:
        lines = []
        assert records.read(records.write(games)) == games
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)


# files


def test_games_are_added_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    for _ in range(3):
        records.append(file, GAME)
    assert file.read_text() == f"{TEXT}\n{TEXT}\n{TEXT}"
    assert records.load(file) == [GAME] * 3
    file.write_text(TEXT.rstrip("\n"))
    records.append(file, GAME)
    assert records.load(str(file)) == [GAME] * 2


def test_bytes_that_are_no_text_are_a_fault_of_their_line(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(f"{TEXT}\n{TEXT}".encode() + '  3. b5d7 "ü'.encode()[:-1])
    with pytest.raises(InvalidRecord, match="line 24: this is not UTF-8 text") as caught:
        records.load(file)
    assert caught.value.whole == [GAME, GAME]


def test_a_file_that_cannot_be_read_or_written_is_said_so(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path, "a\0b"):
        with pytest.raises(UnreadableFile, match="cannot read"):
            records.load(path)
    for path in (tmp_path / "no/where", tmp_path, "a\0b"):
        with pytest.raises(UnreadableFile, match="cannot write"):
            records.append(path, GAME)


WRITER = """
import sys
from itertools import count
from plyboard import records
[game] = records.load(sys.argv[1])
for number in count(1):
    records.append(sys.argv[2], game)
    print(number, flush=True)
"""


def test_whoever_is_killed_leaves_whole_games(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(TEXT)
    file = tmp_path / "games.txt"
    command = [sys.executable, "-c", WRITER, str(tmp_path / "game.txt"), str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(50):
            process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        told = 50 + len(process.stdout.read().splitlines())
    try:
        whole = records.load(file)
    except InvalidRecord as fault:
        whole = fault.whole
    assert told <= len(whole) <= told + 1
    assert set(map(records.write, [[game] for game in whole])) == {TEXT}


# Hive


def test_real_games_of_hive_go_both_ways(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(HIVE_GAMES)
    games = records.load(file)
    assert len(games) == 150
    written = records.FORMS["gamestrings"].write(games)
    for line, game, exported in zip(HIVE_GAMES.splitlines(), games, written.splitlines(), strict=True):
        assert exported.split(";")[:3] == line.split(";")[:3]
        assert str(plyboard.game("hive").parse(line)) == str(game.final()) == exported
    undated = [replace(game, date=GAME.date) for game in games]
    again = [replace(game, date=GAME.date) for game in records.FORMS["gamestrings"].read(written)]
    assert again == undated
    assert records.read(records.write(games)) == games
    assert {game.outcome and game.outcome.winner for game in games} >= {0, 1}


def test_a_game_string_may_say_more_than_the_hive() -> None:
    [resigned, on] = records.FORMS["gamestrings"].read(
        "Base+ML;BlackWins;White[2];wS1;bS1 wS1-\n\nBase;InProgress;White[2];WS1;bs1_ws1-\n"
    )
    assert resigned.options == {"expansions": "ML"}
    assert resigned.outcome == Outcome(1, "as its GameString says")
    assert (on.options, on.outcome, on.moves[1].move) == ({}, None, "bS1 wS1-")
    game = replace(on, outcome=Outcome(None, "they agreed"))
    assert records.FORMS["gamestrings"].write([resigned, game]) == (
        "Base+ML;BlackWins;White[2];wS1;bS1 wS1-\nBase;Draw;White[2];wS1;bS1 wS1-\n"
    )


def test_a_broken_game_string_keeps_those_before() -> None:
    with pytest.raises(InvalidRecord, match=r"line 3: move 2, 'bX wS1-'") as caught:
        records.FORMS["gamestrings"].read("Base\n\nBase;InProgress;White[2];wS1;bX wS1-\nBase\n")
    assert len(caught.value.whole) == 1
    with pytest.raises(UnfitRecord, match="a GameString tells a game of Hive, not of Hi-Ya!"):
        records.FORMS["gamestrings"].write([GAME])


# Raichu


@given(st.integers(0, 2**32), st.sampled_from([8, 10, 20]), st.integers(0, 30), st.integers(0, 3))
def test_boards_of_raichu_go_both_ways(seed: int, size: int, plies: int, before: int) -> None:
    chance = random.Random(seed)
    game = Record("raichu", ("?", "?"), options={} if size == 8 else {"size": size}, date=GAME.date)
    for _ in range(plies + before):
        game = replace(game, moves=(*game.moves, Played(chance.choice(game.final().moves()))))
    if before:
        late = list(game.positions())[before]
        start = f"{' '.join(str(late).split()[:2])} 0"
        game = replace(game, options={}, start=start, moves=game.moves[before:])
        if not game.moves:  # A board alone does not tell who moves.
            game = replace(game, start=start.replace(" b ", " w "))
    boards = records.FORMS["boards"].write([game, game])
    games = records.FORMS["boards"].read(boards)
    assert [replace(one, date=GAME.date) for one in games] == [game, game]
    assert boards.count("\n") == 2 * (len(game.moves) + 1) + 1
    assert {len(board) for board in boards.split()} == {size * size}


def test_broken_boards_name_line_and_reason(tmp_path: Path) -> None:
    start = str(plyboard.game("raichu").start()).split()[0]
    after = str(plyboard.game("raichu").start().play("a7a5")).split()[0]
    file = tmp_path / "boards.txt"
    for boards, line, reason in (
        ([start, after, start], 6, "no move of Black leads from the board above to"),
        ([start, start], 5, "no move of White leads from the board above to"),
        ([start[1:]], 4, "the board has 63 squares"),
        ([start, "hello"], 5, "no move of White leads from the board above to 'hello'"),
    ):
        file.write_text("\n".join([start, after, "", *boards]))
        with pytest.raises(InvalidRecord) as caught:
            records.load(file)
        assert caught.value.line == line
        assert reason in caught.value.reason
        assert [game.moves for game in caught.value.whole] == [(Played("a7a5"),)]
    with pytest.raises(UnfitRecord, match="a list of boards tells a game of Raichu, not of Hi-Ya!"):
        records.FORMS["boards"].write([GAME])
