"""Games written down, gone through again in the terminal, and written in another form."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plyboard import Outcome, records
from plyboard.cli import app
from plyboard.records import Played, Record
from plyboard.records.store import Store

GAME = Record(
    "hiya",
    ("human", "engine:level=3"),
    moves=(
        Played("e2b5", seconds=3.5, clock=56.5, comment="Straight\nat \x1b[31mthem."),
        Played("c6c5", value=-1.5, depth=4, nodes=5000, seconds=0.01),
        Played("b5d7", win=1),
    ),
    outcome=Outcome(0, "South attacked North's king"),
    date=datetime(2026, 1, 5, 12, 30, tzinfo=UTC),
)
RESIGNED = replace(GAME, moves=GAME.moves[:1], outcome=Outcome(0, "North resigned"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(records.write([GAME, RESIGNED]), encoding="utf-8")
    return path


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def refused(*arguments: object) -> str:
    command = [sys.executable, "-m", "plyboard", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    return result.stderr


# replay


def test_without_a_terminal_all_is_printed(file: Path) -> None:
    seen = run("replay", file)
    assert seen.count("   a  b  c  d  e  f  g\n") == len(GAME.moves) + len(RESIGNED.moves) + 2
    assert seen.count("Hi-Ya!: South (human) against North (engine:level=3), 2026-01-05 12:30\n") == 2
    assert "\n1. South: e2b5  3.50 s  56.5 s left\nStraight\nat �[31mthem.\n\n8" in seen
    assert "\n2. North: c6c5  -1.50  depth 4  5,000 nodes  0.01 s\n" in seen
    assert "\n3. South: b5d7  wins in 1\n" in seen
    assert seen.endswith("North to move\nSouth wins: North resigned\n")


def test_one_game_of_a_file(file: Path) -> None:
    assert run("replay", file, "--game", 1) + "\n" + run("replay", file, "--game", 2) == run("replay", file)


def test_every_form_is_read(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("\n".join(str(position).split()[0] for position in raichu().positions()))
    assert "\n2. Black: c3d4\n" in run("replay", boards)
    games = tmp_path / "hive.txt"
    games.write_text("Base;InProgress;White[2];wS1;bS1 wS1-\n")
    assert "\n2. Black: bS1 wS1-\n" in run("replay", games)


def raichu() -> Record:
    return Record("raichu", ("?", "?"), moves=(Played("a7a5"), Played("c3d4")))


def test_what_is_wrong_is_one_line(file: Path, tmp_path: Path) -> None:
    assert "cannot read" in refused("replay", tmp_path / "none")
    assert "there is no game 3 in" in refused("replay", file, "--game", 3)
    assert "there is no game 0 in" in refused("replay", file, "--game", 0)
    (tmp_path / "empty").write_text("\n")
    assert "there is no game in" in refused("replay", tmp_path / "empty")
    file.write_text(file.read_text().replace("c6c5", "c6c9"))
    assert f"{file}, line 9: move 2, 'c6c9': " in refused("replay", file)


def test_what_was_whole_before_a_fault_is_shown(file: Path) -> None:
    file.write_text(file.read_text() + '\n[Game "hiya"]\n[Fir')
    result = CliRunner().invoke(app, ["replay", str(file)], catch_exceptions=False)
    assert result.stdout.endswith("South wins: North resigned\n")
    assert "line 24: '[Fir' is no tag" in result.stderr
    assert result.stderr.endswith("kept are those before it: 2 whole games\n")


def in_a_terminal(*arguments: object, typed: list[str]) -> str:
    """What a terminal shows of a command while these lines are typed."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "plyboard", *map(str, arguments)]
    seen = b""
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=os.environ | {"NO_COLOR": "1"}):
        os.close(slave)
        os.write(master, "".join(f"{line}\n" for line in typed).encode())
        try:
            while part := os.read(master, 65536):
                seen += part
        except OSError:  # So a terminal says that there is no more.
            pass
    os.close(master)
    return seen.decode().replace("\r\n", "\n")


def test_a_reader_steps_through_a_game(file: Path) -> None:
    typed = ["", "n", "b", "3", "n", "home", "b", "end", "4", "two", "HELP", "q"]
    seen = in_a_terminal("replay", file, typed=typed)
    assert "The file has 2 games, this is the first; --game N shows another." in seen
    assert re.findall(r"^(\d) of 3> ", seen, re.MULTILINE) == list("012133003333")
    assert seen.count("The last move is number 3.") == 2
    assert seen.count("This is the start.") == 1
    assert seen.count("'two' is no move's number and no command") == 1
    assert seen.count("go to the last move") == 2


def test_the_end_of_input_is_a_way_to_leave(file: Path) -> None:
    assert in_a_terminal("replay", file, "--game", 2, typed=["end", "\x04"]).count("South wins: North resigned") == 2


# convert


def test_games_are_written_in_another_form(tmp_path: Path) -> None:
    file, boards = tmp_path / "games.txt", tmp_path / "boards.txt"
    file.write_text(records.write([raichu()]))
    run("convert", file, boards, "--to", "boards")
    assert len(boards.read_text().splitlines()) == 3
    [again] = records.read(run("convert", boards, "--to", "records"))
    assert again == replace(raichu(), date=again.date)
    file.write_text("Base;NotStarted;White[1]\n")
    assert run("convert", file, "--to", "gamestrings") == "Base;NotStarted;White[1]\n"


def test_forms_that_do_not_fit_are_refused(file: Path) -> None:
    assert "there is no form 'pgn'; the forms are records, gamestrings, boards" in refused(
        "convert", file, "--to", "pgn"
    )
    assert "a GameString tells a game of Hive, not of Hi-Ya!" in refused("convert", file, "--to", "gamestrings")


# A game in the terminal that is killed


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.sqlite"
    command = [sys.executable, "-m", "plyboard", "play", "pincer", "--database", url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("a7b7\ng3f3\n")
        process.stdin.flush()
        for line in process.stdout:
            if "(2 of 50 moves played)" in line:
                break
        os.kill(process.pid, signal.SIGKILL)
    seen = run("play", "--continue", "--database", url)
    assert "Circles to move (2 of 50 moves played)" in seen
    assert f"plyboard play --continue 1 --database {url}" in seen.splitlines()[-1]
    with Store(url) as store:
        assert [played.move for played in store.get(1).moves] == ["a7b7", "g3f3"]
