"""The game of docs/add-a-game.md, as the page tells it: one file and one line, and everything else is there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from code_blocks import blocks, run
from every_game import EveryGame
from typer.testing import CliRunner

import plyboard
from plyboard import Game
from plyboard.cli import app

PAGE = "docs/add-a-game.md"
FILE, LINE, SESSION = blocks(PAGE, "python")

Names = dict[str, Any]


@pytest.fixture(scope="module")
def names() -> Iterator[Names]:
    """What the page defines; the game is registered while the tests of this file run, and no longer."""
    defined: Names = {"__name__": "tictactoe"}
    with patch.dict("plyboard.rules._GAMES"):
        run(FILE, defined, PAGE)
        run(LINE, defined, PAGE)
        yield defined


@pytest.fixture
def command(names: Names) -> CliRunner:
    return CliRunner()


class TestTicTacToe(EveryGame):
    @pytest.fixture(scope="class")
    @classmethod
    def rules(cls, names: Names) -> Game:
        return plyboard.game("tictactoe")


def test_a_game_is_a_short_file_and_one_line() -> None:
    assert len(FILE.splitlines()) + len(LINE.splitlines()) <= 60
    assert len(LINE.splitlines()) == 1


def test_the_page_says_what_happens(names: Names) -> None:
    run(SESSION, names, PAGE)


COUNTS = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize("depth", [*range(1, 8), *(pytest.param(depth, marks=pytest.mark.slow) for depth in (8, 9))])
def test_perft(names: Names, depth: int) -> None:
    assert plyboard.perft(plyboard.game("tictactoe").start(), depth) == COUNTS[depth - 1]


def test_games_lists_it(command: CliRunner) -> None:
    listed = json.loads(command.invoke(app, ["games", "--json"]).stdout)
    assert listed[-1] == {
        "name": "tictactoe",
        "title": "Tic-tac-toe",
        "players": ["X", "O"],
        "options": [],
        "backends": ["python"],
    }


def test_show_draws_it(command: CliRunner) -> None:
    result = command.invoke(app, ["show", "tictactoe", "XXX/OO1/3"])
    assert result.stdout.splitlines() == [
        "3  X  X  X",
        "2  O  O  .",
        "1  .  .  .",
        "   a  b  c",
        "",
        "X wins: X has three in a row",
        "",
        "Position: XXX/OO1/3",
    ]


def test_moves_lists_its_moves(command: CliRunner) -> None:
    assert command.invoke(app, ["moves", "tictactoe", "XXX/OO1/3"]).stdout == ""
    assert command.invoke(app, ["moves", "tictactoe", "XOX/XOX/O1O"]).stdout == "b1\n"


def test_perft_counts_it(command: CliRunner) -> None:
    result = command.invoke(app, ["perft", "tictactoe", "3", "--json"])
    assert json.loads(result.stdout)["count"] == 504


def test_it_is_played_in_the_terminal(command: CliRunner) -> None:
    result = command.invoke(app, ["play", "tictactoe"], input="b2\na1\nB3\na2\nb1\n")
    assert "X wins: X has three in a row" in result.stdout
