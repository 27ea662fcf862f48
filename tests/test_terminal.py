"""Games in the terminal with computers in the seats, and the command that finds the best move."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

import plyboard
from plyboard import Outcome, Position, players, records
from plyboard.cli import app
from plyboard.players import AlphaBeta, Thought
from plyboard.records import Played, Record
from plyboard.records.store import Store

WON_AT_ONCE = "3k3/7/7/1N5/7/i6/7/3K3 s"


def run(arguments: str, *typed: str) -> str:
    """What is to be seen of a command while these lines are typed."""
    result = CliRunner().invoke(app, shlex.split(arguments), input="\n".join(typed), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def refused(arguments: str) -> str:
    result = subprocess.run(
        [sys.executable, "-m", "plyboard", *shlex.split(arguments)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


# play


@pytest.mark.parametrize("name", [name for name in plyboard.games() if name != "hive"])
def test_computers_play_to_the_end_without_a_terminal(name: str) -> None:
    seen = run(f"play {name} --first random:seed=1 --second greedy")
    names = plyboard.game(name).players
    assert seen.startswith(f"{plyboard.game(name).title}: {names[0]} (random:seed=1) against {names[1]} (greedy)\n")
    assert "Type a move" not in seen
    assert ": " in seen.rstrip().splitlines()[-1]
    assert "to move" not in seen.rstrip().splitlines()[-1]


def test_hi_ya_is_called_for_computers_too() -> None:
    seen = run(f"play hiya --first alphabeta:depth=2 --second random --position '{WON_AT_ONCE}'")
    assert "South> b5d7\nHi-Ya!\n" in seen.replace("\n\n", "\n")
    assert seen.rstrip().endswith("South wins: South attacked North's king")


def test_a_person_against_a_computer() -> None:
    seen = run("play hiya --second random:seed=2", "E2-B5", "resign")
    assert "South (human) against North (random:seed=2)" in seen
    assert seen.count("North> ") == 1
    assert seen.endswith("North wins: South resigned\n")


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    assert saved(run("play hiya --second random:seed=2", "e2b5", "undo", "quit")).moves == ()
    assert "There is no move to take back." in run("play hiya --first random:seed=2", "undo", "quit")
    twice = saved(run("play pincer --second random:seed=2", "a7b7", "g3f3", "undo", "quit"))
    assert str(twice.final()) == "1T4C/7/T5C/7/C5T/7/C5T t b7 1"


def test_leaving_says_how_to_go_on_with_the_same_players() -> None:
    seen = run("play hiya --first human --second 'random: seed=1'", "quit")
    assert " --first human --second 'random: seed=1' --position " in seen.splitlines()[-1]


def test_a_hint_is_a_legal_move() -> None:
    with patch("plyboard.terminal.game.HINT_SECONDS", 0.05):
        seen = run("play hiya", "hint", "quit")
    hint = next(line for line in seen.splitlines() if line.startswith("Try "))
    assert hint.split()[1] in plyboard.game("hiya").start().moves()


def test_a_game_is_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    seen = run(
        "play hive --expansions L",
        *("wS1", "BS1 ws1-", f"save {file}", f"SAVE {file}", "save", f"save {tmp_path}/no/where", "quit"),
    )
    assert f"Saved in {file}" in seen
    assert "The game is not saved: File exists" in seen
    assert "The game is not saved: say where, as in: save game.txt" in seen
    assert "The game is not saved: No such file or directory" in seen
    [game] = records.load(file)
    assert (game.game, game.options, game.players, game.outcome) == ("hive", {"expansions": "L"}, ("human",) * 2, None)
    assert [played.move for played in game.moves] == ["wS1", "bS1 wS1-"]


def saved(seen: str) -> Record:
    """The game that can be gone on with by the command in the last line."""
    number = re.fullmatch(r"Go on with this game: plyboard play --continue (\d+)", seen.rstrip().splitlines()[-1])
    assert number, seen
    with Store() as store:
        return store.get(int(number[1]))


def last_saved(game: str) -> Record:
    with Store() as store:
        return store.get(store.find(game=game, source="terminal", limit=1)[0].id)


@pytest.fixture
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    url = f"sqlite:///{tmp_path}/games.sqlite"
    monkeypatch.setenv("PLYBOARD_DATABASE", url)
    return url


def test_every_game_is_saved_as_it_is_played(own_database: str) -> None:
    run("play hiya --begins north --second alphabeta:depth=2", "quit")
    game = last_saved("hiya")
    assert (game.players, game.options, game.start) == (("human", "alphabeta:depth=2"), {"first": "north"}, None)
    [played] = game.moves
    assert (played.depth, played.value is not None, played.nodes is not None) == (2, True, True)
    assert played.seconds is not None
    run(f"play hiya --position '{WON_AT_ONCE}'", "b5d7")
    game = last_saved("hiya")
    assert (game.start, game.outcome) == (WON_AT_ONCE, Outcome(0, "South attacked North's king"))
    run("play pincer", "a7b7", "resign")
    assert last_saved("pincer").outcome == Outcome(1, "Triangles resigned")
    run("play pincer", "a7b7", "undo", "resign")
    assert last_saved("pincer").outcome == Outcome(1, "Triangles resigned")
    run("play raichu --second 'ugi:false'", "a7a5")
    failed = last_saved("raichu").outcome
    assert failed is not None
    assert failed.winner == 0


def test_a_game_is_gone_on_with(own_database: str) -> None:
    run("play hiya --second random:seed=2", "e2b5", "quit")
    run("play pincer", "a7b7", "quit")
    seen = run("play --continue", "g3f3", "undo", "undo", "g3f3", "quit")
    assert [played.move for played in saved(seen).moves] == ["g3f3"]
    seen = run("play --continue hiya", "e2d1", "moves", "resign")
    assert "South (human) against North (random:seed=2)" in seen
    game = last_saved("hiya")
    assert (len(game.moves), game.outcome) == (2, Outcome(1, "South resigned"))
    assert "Triangles to move a second piece" in run("play --continue 2", "quit")


def test_a_game_killed_before_its_end_was_saved_gets_its_end(own_database: str) -> None:
    with Store() as store:
        record = Record("hiya", ("human", "human"), start=WON_AT_ONCE, moves=(Played("b5d7"),))
        number = store.begin(record, "terminal")
    assert "South wins: South attacked North's king" in run("play --continue")
    with Store() as store:
        assert store.get(number).outcome == Outcome(0, "South attacked North's king")


def test_nobody_else_may_go_on_with_a_game_meanwhile(own_database: str) -> None:
    run("play pincer", "a7b7", "quit")

    def typed(prompt: str, lines: Iterator[str] = iter(["g3f3", "a3a4", "quit"])) -> str:  # noqa: B008
        with Store() as store:
            if len(store.get(1).moves) == 2:
                store.add(1, 2, Played("a3a4"))
        return next(lines)

    with patch("builtins.input", typed):
        result = CliRunner().invoke(app, ["play", "--continue"], catch_exceptions=False)
    assert "This game is not saved from here on: the next move of game 1 is that of ply 3, not 2" in result.stderr
    assert "plyboard play pincer --position " in result.stdout.splitlines()[-1]


def test_without_a_store_a_game_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYBOARD_DATABASE", "sqlite:////dev/null/games.sqlite")
    result = CliRunner().invoke(app, ["play", "hiya"], input="e2b5\nc6c5\nb5d7\n", catch_exceptions=False)
    assert result.stdout.rstrip().endswith("South wins: South attacked North's king")
    assert result.stderr.count("This game is not saved from here on: ") == 1
    assert result.stderr.count("\n") == 1


def test_hi_ya_may_begin_with_north() -> None:
    assert "North> " in run("play hiya --begins north --second random", "quit")


def test_ctrl_c_while_a_computer_thinks_ends_the_game_cleanly() -> None:
    def interrupted(self: AlphaBeta, position: Position) -> Iterator[Thought]:
        yield Thought("e2b5", 0.0, 1, 1, ("e2b5",))
        raise KeyboardInterrupt

    with patch.object(AlphaBeta, "think", interrupted):
        assert "Go on with this game" in run("play hiya --first alphabeta").splitlines()[-1]
        assert "Best move: e2b5" in run("best hiya --player alphabeta")
        with patch("plyboard.players.strongest", return_value="alphabeta"):
            assert "Try" not in run("play hiya", "hint", "quit")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("play hiya --first north", "there is no player 'north'"),
        ("play hiya --second alphabeta:dept=3", "Did you mean depth?"),
        ("play hiya --position 3k3", "a position is 2 fields"),
        ("play raichu --size 9 --second random", "9"),
        ("best", "Missing argument 'GAME'"),
        ("best chess", "there is no game 'chess'"),
        ("best hiya --player nobody", "there is no player 'nobody'"),
        ("best hiya --player random", "random does not say what it thinks"),
        ("best hiya --player human", "human does not say what it thinks"),
        ("best hiya --player alphabeta --depth 0", "the depth of alphabeta is '0'"),
        ("best hiya --player alphabeta:depth=3 --depth 4", "alphabeta is told depth twice"),
        ("best hiya --player mcts --depth 4", "mcts has no option 'depth'"),
        ("best hiya --player alphabeta --time 1s", "the time of alphabeta is '1s'"),
        ("best hiya '7/7/7/7/7/7/7/3K3 n' --player greedy", "the game is over"),
        ("best raichu --size 8 WWWW", "--size is for the start of a game"),
        ("play --continue 999999999", "there is no game 999999999"),
        ("play --continue 99999999999999999999999", "there is no game"),
        ("play --continue chess", "there is no game 'chess'"),
        ("play --continue ricocheckers", "there is no unfinished game of ricocheckers to go on with"),
        ("play --continue --first human", "--first is for a new game; it has no meaning with --continue"),
        ("play --continue --begins north", "--begins is for a new game"),
        ("play hiya --database games", "'games' is no URL of a database"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: str, message: str) -> None:
    assert message in refused(arguments)


# best


def told(arguments: str) -> Any:
    return json.loads(run(f"best {arguments} --json"))


def test_best_finds_a_win() -> None:
    seen = run(f"best hiya '{WON_AT_ONCE}' --player alphabeta").splitlines()
    assert seen[0].split()[:5] == ["depth", "1", "wins", "in", "1"]
    assert seen[0].endswith("  b5d7")
    assert seen[1:] == ["Best move: b5d7"]


def test_best_as_json() -> None:
    found = told("hiya --player alphabeta:nodes=500 --depth 2")
    assert found["by"] == "alphabeta:nodes=500,depth=2"
    assert found["position"] == str(plyboard.game("hiya").start())
    assert found["seconds"] > 0
    [best] = found["best"]
    assert best["move"] == best["line"][0]
    assert (best["depth"], best["rank"], best["win"]) == (2, 1, None)
    assert best["nodes"] <= 500


@pytest.mark.parametrize("name", plyboard.games())
def test_the_strongest_is_asked_by_default(name: str) -> None:
    found = told(f"{name} --nodes 50")
    assert found["by"] == f"{players.strongest(name)}:nodes=50"
    assert found["best"][0]["move"] in plyboard.game(name).start().moves()


def test_every_thinker_can_be_asked() -> None:
    for line in ("greedy", "minimax:depth=1", "mcts:simulations=5"):
        assert told(f"pincer --player {line}")["best"]


def test_a_program_gets_long_lines_whole() -> None:
    moves = run("best ricocheckers --player alphabeta:depth=7").splitlines()[0].split("s  ")[-1]
    assert len(moves.split(", ")) == 7


def test_a_terminal_shows_a_line_a_depth() -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "plyboard", "best", "hiya", "--player", "alphabeta:depth=3"]
    subprocess.run(command, stdout=slave, stderr=slave, env=os.environ | {"TERM": "xterm", "COLUMNS": "90"}, check=True)
    os.close(slave)
    seen = b""
    try:
        while part := os.read(master, 65536):
            seen += part
    except OSError:  # So a terminal says that there is no more.
        pass
    finally:
        os.close(master)
    finished = [line[line.rindex("depth ") :] for line in seen.decode().split("\r\n") if "depth " in line]
    depths = [int(line.split()[1]) for line in finished]
    assert sorted({*depths}) == depths[:3] == [1, 2, 3]
    assert b"Best move: " in seen


def test_several_best_moves_are_told_in_order() -> None:
    def three(self: AlphaBeta, position: Position) -> Iterator[Thought]:
        for depth in (1, 2):
            for rank, move in enumerate(("e2b5", "e2c4", "e2d3"), 1):
                yield Thought(move, -rank, depth, depth * 10 + rank, (move,), None, rank)

    with patch.object(AlphaBeta, "think", three):
        assert [(best["move"], best["depth"]) for best in told("hiya --player alphabeta")["best"]] == [
            ("e2b5", 2),
            ("e2c4", 2),
            ("e2d3", 2),
        ]
        assert AlphaBeta("hiya").choose(plyboard.game("hiya").start()) == "e2b5"
