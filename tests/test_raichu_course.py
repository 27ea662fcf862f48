"""The command `raichu`, run as the course runs it: with a time, and killed when somebody feels like it."""

from __future__ import annotations

import random
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

import plyboard
from plyboard import Position
from plyboard.rules.raichu import SIZES

RAICHU = Path(sys.executable).with_name("raichu")
WITHOUT_ENGINE = [
    sys.executable,
    "-c",
    "import sys; sys.modules['plyboard_engine'] = None\nfrom plyboard.protocols.raichu_course import main\nmain()",
]

rules = plyboard.game("raichu")


def board(position: Position) -> str:
    return str(position).split()[0]


def arguments(position: Position, seconds: float) -> list[str]:
    letters, player, _ = str(position).split()
    return [str(round(len(letters) ** 0.5)), player, letters, str(seconds)]


def boards_after(position: Position) -> set[str]:
    return {board(after) for _, after in position.successors()}


def some_position(size: int, seed: int) -> Position:
    """A position of a random game, with a quiet count of 0, as the course always has it."""
    chance = random.Random(seed)
    position = rules.start(size=size)
    for _ in range(chance.randrange(40)):
        if position.outcome() is None:
            position = position.play(chance.choice(position.moves()))
    letters, player, _ = str(position).split()
    return rules.parse(f"{letters} {player} 0")


def run(*given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([RAICHU, *given], capture_output=True, text=True, timeout=60, check=False)


def boards_in(output: str) -> list[str]:
    """The lines that are boards; all others are about the search."""
    return [line for line in output.splitlines() if " " not in line]


@pytest.mark.parametrize("size", SIZES)
def test_a_legal_move_in_the_time_given(size: int) -> None:
    position = some_position(size, seed=size)
    done = run(*arguments(position, 2))
    assert (done.returncode, done.stderr) == (0, "")
    assert set(boards_in(done.stdout)) <= boards_after(position)
    assert done.stdout.splitlines()[-1] in boards_after(position)


def test_it_tells_what_it_does_and_finds_what_is_good() -> None:
    done = run(*arguments(rules.parse(f"{'.' * 27}W.......$.......B{'.' * 20} b 0"), 2))
    assert any(line.startswith("depth ") for line in done.stdout.splitlines())
    assert "W" not in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("seed", range(12))
def test_killed_at_any_moment_its_last_line_is_a_legal_move(seed: int) -> None:
    chance = random.Random(seed)
    position = some_position(chance.choice(SIZES), seed)
    with subprocess.Popen([RAICHU, *arguments(position, 30)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(chance.choice([0, chance.uniform(0, 0.1), chance.uniform(0, 1)]))
        process.kill()
        output = first + process.stdout.read()
    assert output.endswith("\n")
    assert first.strip() in boards_after(position)
    assert output.splitlines()[-1] in boards_after(position)


def test_too_little_time_still_gives_a_legal_move() -> None:
    position = rules.start()
    done = run(*arguments(position, 0.001))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] in boards_after(position)


def test_the_python_search_does_it_too() -> None:
    position = some_position(10, 1)
    done = subprocess.run(
        [*WITHOUT_ENGINE, *arguments(position, 2)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] in boards_after(position)
    assert done.stderr == ""


@pytest.mark.parametrize(
    "text",
    [
        f"{'.' * 63}@ w 0",  # Black has no piece left.
        f"{'.' * 63}@ b 0",
        f"{'.' * 32}w........${'.' * 22} w 0",  # White cannot move.
    ],
)
def test_without_a_legal_move_the_board_stays(text: str) -> None:
    position = rules.parse(text)
    done = run(*arguments(position, 1))
    assert (done.returncode, done.stdout) == (0, f"{board(position)}\n")


def test_the_only_move_is_played_at_once() -> None:
    position = rules.parse(f"w{'.' * 62}$ w 0")
    assert len(position.moves()) == 1
    done = run(*arguments(position, 60))
    assert done.stdout.splitlines() == [board(position.play(position.moves()[0]))]


def test_a_reader_who_has_gone_does_no_harm() -> None:
    command = f"{shlex.join([str(RAICHU), *arguments(rules.start(), 2)])} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() in boards_after(rules.start())
    assert done.stderr == ""


START = board(rules.start())


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ([], "raichu N PLAYER BOARD SECONDS"),
        (["8", "w", START], "raichu N PLAYER BOARD SECONDS"),
        (["8", "w", START, "10", "10"], "raichu N PLAYER BOARD SECONDS"),
        (["--help"], "raichu N PLAYER BOARD SECONDS"),
        (["9", "w", START, "10"], "N is '9'"),
        (["22", "w", START, "10"], "N is '22'"),
        (["eight", "w", START, "10"], "N is 'eight'"),
        (["10", "w", START, "10"], "64 squares"),
        (["8", "white", START, "10"], "PLAYER is 'white'"),
        (["8", "w", START[:-1], "10"], "63 squares"),
        (["8", "w", START.replace("W", "Q"), "10"], "'Q'"),
        (["8", "w", f"b{START[1:]}", "10"], "a8"),
        (["8", "w", "." * 64, "10"], "empty"),
        (["8", "w", f"{START[:-1]} ", "10"], "raichu:"),
        (["8", "w", START, "0"], "SECONDS is '0'"),
        (["8", "w", START, "-1"], "SECONDS is '-1'"),
        (["8", "w", START, "nan"], "SECONDS is 'nan'"),
        (["8", "w", START, "inf"], "SECONDS is 'inf'"),
        (["8", "w", START, "soon"], "SECONDS is 'soon'"),
    ],
)
def test_bad_arguments_get_one_clear_line(given: list[str], complaint: str) -> None:
    done = run(*given)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("raichu: ")
    assert done.stderr.count("\n") == 1
    assert complaint in done.stderr
