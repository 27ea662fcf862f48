from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

import plyboard
from plyboard import engine
from plyboard.cli import app, main

START = "3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3 s"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR")}


def command(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it."""
    return subprocess.run(
        [sys.executable, "-m", "plyboard", *arguments],
        input=typed,
        env=ENVIRONMENT | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def told(*arguments: str) -> Any:
    """What a command says in JSON."""
    result = CliRunner().invoke(app, [*arguments, "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def playing(arguments: str, *typed: str) -> str:
    """What is to be seen in a game in which these lines are typed."""
    result = CliRunner().invoke(app, ["play", *shlex.split(arguments)], input="\n".join(typed), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


# games, show, moves


def test_games_lists_every_game() -> None:
    listed = CliRunner().invoke(app, ["games"]).stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["name", *plyboard.games()]
    assert "South and North" in listed[1]
    assert "--begins" in listed[1]


def test_games_as_json() -> None:
    listed = told("games")
    assert [row["name"] for row in listed] == plyboard.games()
    assert listed[0] == {
        "name": "hiya",
        "title": "Hi-Ya!",
        "players": ["South", "North"],
        "options": ["first"],
        "backends": ["python", "engine"] if "hiya" in engine.names() else ["python"],
    }


def test_show_draws_the_start_with_a_legend_and_its_text() -> None:
    lines = CliRunner().invoke(app, ["show", "hiya"]).stdout.splitlines()
    assert lines[0] == "8  .  .  .  K  .  .  ."
    assert "South to move" in lines
    assert lines[-2].startswith("North: K king")
    assert lines[-1] == f"Position: {START}"


def test_show_as_json() -> None:
    shown = told("show", "hiya", "7/7/7/7/7/7/7/3K3 n")
    assert shown.pop("board").endswith("South wins: South attacked North's king")
    assert shown == {
        "game": "hiya",
        "position": "7/7/7/7/7/7/7/3K3 n",
        "player": 1,
        "outcome": {"winner": 0, "reason": "South attacked North's king"},
    }


@pytest.mark.parametrize(
    ("game", "option", "value", "expected"),
    [
        ("hiya", "--begins", "north", START[:-1] + "n"),
        ("hive", "--expansions", "pml", "Base+MLP;NotStarted;White[1]"),
        ("raichu", "--size", "20", None),
    ],
)
def test_the_options_of_the_start(game: str, option: str, value: str, expected: str | None) -> None:
    shown = told("show", game, option, value)["position"]
    assert shown == (expected or str(plyboard.game("raichu").start(size=20)))


def test_moves_are_one_a_line_in_a_pipe() -> None:
    assert command("moves", "pincer").stdout.split() == plyboard.game("pincer").start().moves()


def test_moves_as_json() -> None:
    listed = told("moves", "hive")
    assert listed["moves"] == plyboard.game("hive").start().moves()
    assert listed["outcome"] is None
    assert listed["player"] == 0


def test_moves_of_a_finished_game_are_none_and_it_says_why() -> None:
    result = command("moves", "hiya", "7/7/7/7/7/7/7/3K3 n")
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "South wins: South attacked North's king\n"


# perft


@pytest.mark.parametrize("backend", ["python", *(["engine"] if "hiya" in engine.names() else [])])
def test_perft_as_json(backend: str) -> None:
    counted = told("perft", "hiya", "3", "--backend", backend)
    assert counted["seconds"] > 0
    assert counted["per_second"] > 0
    expected = {"game": "hiya", "position": START, "depth": 3, "backend": backend, "count": 1591}
    assert {name: counted[name] for name in expected} == expected
    assert "divide" not in counted


def test_perft_prints_count_time_and_rate() -> None:
    result = command("perft", "hiya", "2", "--backend", "python")
    assert result.stdout.startswith("perft 2 = 127   ")
    assert " s   " in result.stdout
    assert " a second " in result.stdout
    assert result.stdout.endswith("(python)\n")


def test_perft_divided_by_the_first_move() -> None:
    lines = command("perft", "hiya", "2", "--divide").stdout.splitlines()
    assert lines[0].split() == ["e2d3", "11"]
    assert sum(int(line.split()[1]) for line in lines[:-1]) == 127
    assert told("perft", "hiya", "2", "--divide")["divide"]["e2b5"] == 17


def test_perft_from_a_position_and_from_a_start_with_options() -> None:
    assert told("perft", "pincer", "2", "--position", "7/7/7/7/7/3T3/TTT1CCC t - 20")["count"] == 34
    assert told("perft", "hive", "2", "--expansions", "MLP")["count"] == 294
    assert told("perft", "raichu", "1", "--size", "10")["count"] == 28
    assert told("perft", "hiya", "0")["count"] == 1


def test_without_the_engine_one_line_says_so_where_it_matters(tmp_path: Path) -> None:
    (tmp_path / "plyboard_engine.py").write_text("raise ImportError\n", encoding="utf-8")
    without = {"PYTHONPATH": str(tmp_path)}
    for arguments in ("perft hiya 1", "play hiya"):
        result = command(*arguments.split(), **without)
        assert result.stderr.startswith("playing on the Python rules: ")
        assert result.stderr.count("\n") == 1
    for arguments in ("perft hiya 1 --backend python", "show hiya"):
        assert command(*arguments.split(), **without).stderr == ""


# What goes wrong is one line and exit code 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("show chess", "there is no game 'chess'"),
        ("show hyia", "Did you mean hiya?"),
        ("show", "Missing argument 'GAME'"),
        ("show hiya 3k3/7 s", "unexpected extra argument"),
        ("show hiya '3k3/7 s'", "the board has 2 ranks, a Hi-Ya! board has 8"),
        ("show hiya ''", "a position is 2 fields"),
        ("moves hive 'Base;InProgress;White[1];wQ'", "move 1"),
        (f"show hiya '{START}' --begins north", "--begins is for the start of a game"),
        ("show pincer --size 8", "Pincer has no option --size; it takes none"),
        ("show hiya --size 8", "Hi-Ya! has no option --size; it takes --begins"),
        ("show raichu --size 9", "9"),
        ("show raichu --size x", "--size"),
        ("show hive --expansions XYZ", "X"),
        ("show hiya --begins east", "it must be 'south' or 'north'"),
        ("perft hiya", "Missing argument 'DEPTH'"),
        ("perft hiya -1", "the depth is '-1', it must be a whole number from 0 to 99"),
        ("perft hiya 100", "the depth is '100'"),
        ("perft hiya three", "the depth is 'three'"),
        ("perft hiya ٣", "the depth is '٣'"),
        ("perft hiya 0 --divide", "--divide needs a depth of at least 1"),
        ("perft hiya 2 --backend rust", "it is 'python' or 'engine'"),
        ("perft hiya 2 3", "unexpected extra argument"),
        ("perft hiya 2 --deep", "unexpected extra argument"),
        ("play chess", "there is no game 'chess'"),
        ("dance", "No such command 'dance'"),
        ("--dance", "No such option: --dance"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["plyboard", *shlex.split(arguments)])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    with pytest.raises(SystemExit) as ended:
        main()
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert printed.out == ""
    assert printed.err.startswith("plyboard: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_bad_input_as_the_shell_sees_it() -> None:
    result = command("show", "chess")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("plyboard: there is no game 'chess'")


def test_bytes_that_are_no_text_are_bad_input_too() -> None:
    shown = subprocess.run([sys.executable, "-m", "plyboard", "show", b"\xff\xfe"], capture_output=True, check=False)
    assert shown.returncode == 2
    assert shown.stderr.count(b"\n") == 1


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m plyboard {line}"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_the_reader_of_a_pipe_may_leave(unbuffered: str) -> None:
    line = "perft hive 3 --expansions MLP --divide --backend python | head -n 1"
    result = shell(line, PYTHONUNBUFFERED=unbuffered)
    assert (result.returncode, result.stdout.count("\n"), result.stderr) == (0, 1, "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_streams_may_be_closed(closed: str) -> None:
    result = shell(f"moves hiya {closed}")
    assert (result.returncode, result.stderr) == (0, "")
    assert ("e2d3" in result.stdout) == (closed != ">&-")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_one_clear_line(unbuffered: str) -> None:
    result = shell("moves hiya > /dev/full", PYTHONUNBUFFERED=unbuffered)
    assert (result.returncode, result.stderr) == (2, "plyboard: cannot write: No space left on device\n")


# Help, version, colour


def test_the_command_alone_and_help_say_what_there_is() -> None:
    for result in (command(), command("--help")):
        assert result.returncode == 0
        assert all(name in result.stdout for name in ("games", "show", "moves", "perft", "play"))


@pytest.mark.parametrize("name", ["games", "show", "moves", "perft", "play"])
def test_the_help_of_each_command_has_an_example(name: str) -> None:
    result = command(name, "--help")
    assert result.returncode == 0
    assert f"plyboard {name}" in result.stdout.split("Example", 1)[1]


def test_version() -> None:
    assert command("--version").stdout == f"plyboard {plyboard.__version__}\n"


def test_colour_where_it_can_be_seen_and_none_where_it_is_not_wanted() -> None:
    assert "\x1b[" not in command("show", "hiya").stdout
    assert "\x1b[" in command("show", "hiya", FORCE_COLOR="1", TERM="xterm").stdout
    assert "\x1b[" not in command("show", "hiya", FORCE_COLOR="1", TERM="xterm", NO_COLOR="1").stdout


# play


def test_a_whole_game_with_its_calls_and_its_end() -> None:
    seen = playing("hiya", "e2b5", "C6-C5", " b5 d7 ")
    assert seen.count("Hi-Ya!\n8  .") == 2
    assert "Hi-Ya!" not in seen.split("North> C6-C5")[1].split("South> b5 d7")[0]
    assert seen.rstrip().endswith("South wins: South attacked North's king")


def test_a_wrong_move_is_explained_and_asked_again() -> None:
    seen = playing("hiya", "e2e4", "hello", "e2d3")
    assert "e2 is a ninja: it may not move to e4. It can go to d3, c4, b5\nSouth>" in seen
    assert "'hello' is not a move" in seen
    assert "North to move" in seen


def test_the_words_that_are_no_moves() -> None:
    seen = playing("hiya", "", "help", "moves", "undo", "e2d3", "UNDO", "resign")
    assert seen.count("take back the last move") == 2
    assert "\ng3g4\n" in seen
    assert "There is no move to take back." in seen
    assert seen.count("South to move") == 2
    assert seen.endswith("North wins: South resigned\n")


def test_undo_takes_back_one_move_of_a_turn() -> None:
    seen = playing("pincer", "a7b7", "undo", "quit")
    assert "(1 of 50 moves played)" in seen
    assert "Triangles to move (0 of 50 moves played)" in playing(seen.split("plyboard play ")[-1], "quit")


def test_quitting_says_how_to_go_on() -> None:
    for typed in (["e2d3", "quit"], ["e2d3"]):  # The end of input is a way to quit.
        seen = playing("hiya", *typed)
        last = seen.splitlines()[-1]
        assert last.startswith("Go on with this game: plyboard play --continue ")
        assert "North to move" in playing(last.split("plyboard play ")[1], "quit")
    assert "plyboard play hiya --position '" in playing("hiya", "quit").splitlines()[-1]


def test_a_finished_game_is_shown_and_not_played() -> None:
    seen = playing("hiya --position '7/7/7/7/7/7/7/3K3 n'")
    assert "South wins" in seen
    assert ">" not in seen


def test_without_a_game_one_is_chosen() -> None:
    assert "Raichu: White against Black" in playing("", "9", "chess", "5", "quit")
    assert "Hive: White against Black" in playing("", "HIVE", "quit")
    assert playing("", "quit").rstrip().endswith("Which game? quit")
    assert playing("").rstrip().endswith("Which game?")


def test_ctrl_c_ends_a_game_cleanly() -> None:
    with patch("builtins.input", side_effect=KeyboardInterrupt):
        assert "Go on with this game" in playing("hiya")


def test_strange_bytes_are_just_a_wrong_move() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "plyboard", "play", "hiya"],
        input=b"\xff\xfe\n\x00\ne2d3\n",
        env=ENVIRONMENT | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert result.returncode == 0
    assert b"is not a move" in result.stdout
    assert b"North to move" in result.stdout


def test_a_command_loads_only_what_it_needs() -> None:
    heavy = {"alembic", "asyncio", "fastapi", "jinja2", "matplotlib", "numpy", "ray", "scipy", "sqlalchemy", "uvicorn"}
    script = f"import sys, plyboard.cli; print(sorted({heavy!r} & sys.modules.keys()))"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "[]\n"
