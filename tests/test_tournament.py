"""Tournaments from the command line, with real players in real processes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from typer.testing import CliRunner

from plyboard import records
from plyboard.arena.runner import CannotResume
from plyboard.cli import app
from plyboard.records import Record
from plyboard.rules.core import Outcome, PlyboardError

FAST = ["minimax:depth=1", "greedy", "random"]


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.sqlite"


def run(*arguments: str | Path) -> str:
    """What a command prints; what is wrong is raised."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def table(*arguments: str | Path) -> dict[str, Any]:
    """The first table that a command tells as JSON."""
    told, *_ = json.loads(run(*arguments, "--json"))
    assert isinstance(told, dict)
    return told


def without_times(record: Record) -> tuple[Any, ...]:
    moves = [(played.move, played.value, played.nodes) for played in record.moves]
    return record.players, record.outcome, record.tags, moves


def test_each_opening_is_played_with_both_seats_and_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    played = []
    for concurrency in ("1", "2"):
        file = tmp_path / f"{concurrency}.txt"
        told = table("tournament", "hiya", *FAST, "--games", "4", "--save", file, "--concurrency", concurrency)
        assert [row["games"] for row in told["table"]] == [8, 8, 8]
        assert sum(row["points"] for row in told["table"]) == 12
        played.append(sorted(records.load(file), key=lambda record: int(record.tags["Number"])))
    assert [without_times(record) for record in played[0]] == [without_times(record) for record in played[1]]
    for one, other in zip(played[0][::2], played[0][1::2], strict=True):
        assert one.players == other.players[::-1]
        assert [move.move for move in one.moves[:4]] == [move.move for move in other.moves[:4]]


def test_a_swiss_tournament_gives_a_round_off_and_ranks_by_buchholz() -> None:
    told = table("tournament", "pincer", *FAST, "--format", "swiss", "--rounds", "2", "--concurrency", "1")
    assert [row["games"] for row in told["table"]] in ([4, 2, 2], [2, 4, 2], [2, 2, 4])
    assert sum(row["points"] for row in told["table"]) == 8
    assert all("buchholz" in row for row in told["table"])


def test_a_knockout_leaves_one() -> None:
    told = table(
        "tournament", "hiya", "engine:nodes=2000", "random", "greedy", "--format", "knockout", "--concurrency", "1"
    )
    assert told["table"][0]["player"] == "engine:nodes=2000"
    assert told["table"][0]["games"] == 2


def test_a_file_holds_several_games_and_the_page_has_them_all(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(
        """
        title = "A cup"
        players = ["greedy", "random"]
        anchor = "random"
        max_plies = 60
        [[tournament]]
        game = "hiya"
        [[tournament]]
        game = "raichu"
        options = { size = 10 }
        """,
        encoding="utf-8",
    )
    files: list[str | Path] = ["--html", tmp_path / "cup.html", "--csv", tmp_path / "cup.csv"]
    printed = run("tournament", tmp_path / "cup.toml", "--concurrency", "1", *files)
    assert "Hi-Ya!" in printed
    assert "Raichu (size 10)" in printed
    page = (tmp_path / "cup.html").read_text(encoding="utf-8")
    assert "<h1>A cup</h1>" in page
    assert page.count("<svg ") == 6
    assert len((tmp_path / "cup.csv").read_text(encoding="utf-8").splitlines()) == 5


def test_a_player_who_fails_loses_and_the_tournament_goes_on() -> None:
    result = CliRunner().invoke(
        app, ["tournament", "hiya", "ugi:false", "greedy", "random", "--concurrency", "1", "--json"]
    )
    last = json.loads(result.stdout)[0]["table"][-1]
    assert (last["player"], last["lost"]) == ("ugi:false", 4)
    assert result.stderr.count("failed: 'false' ended with exit code 1") == 4


def test_a_broken_off_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    command: list[str | Path] = [
        "tournament",
        "hiya",
        *FAST,
        "--concurrency",
        "1",
        "--format",
        "swiss",
        "--rounds",
        "2",
        "--save",
        file,
    ]
    whole = table(*command)
    games = records.load(file)
    file.write_text(records.write(games[:1]) + '\n[Game "hi', encoding="utf-8")  # Killed while it wrote the second.
    assert table(*command, "--resume") == whole
    assert len(records.load(file)) == len(games)
    with pytest.raises(CannotResume, match="Seed is 1 there and 2 here"):
        table(*command, "--resume", "--seed", "2")


def test_ctrl_c_shows_the_table_so_far_and_keeps_the_games(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    slow = ["engine:nodes=60000", "engine:nodes=50000"]
    command = [sys.executable, "-m", "plyboard", "tournament", "hiya", *slow, "--games", "400", "--save", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not (file.exists() and file.stat().st_size):
            sleep(0.05)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate()
    assert process.returncode == 130
    assert "engine:nodes=60000" in printed
    assert "Interrupted: go on by the same command with --resume" in said
    assert 1 <= len(records.load(file)) < 400


def test_ratings_are_the_same_from_a_file_and_from_the_database(tmp_path: Path, database: str) -> None:
    file = tmp_path / "games.txt"
    players = [*FAST, "--anchor", "random", "--concurrency", "1"]
    held = table("tournament", "hiya", *players, "--save", file, "--database", database)
    kept = table("ratings", "--database", database, "--anchor", "random")
    written = table("ratings", file, "--anchor", "random", "--game", "hiya")
    assert kept["table"] == written["table"]
    assert {row["player"]: row["elo"] for row in held["table"]} == {row["player"]: row["elo"] for row in kept["table"]}
    assert "head_to_head" not in kept["table"][0]


def test_games_before_a_fault_in_a_file_are_rated(tmp_path: Path) -> None:
    whole = records.write([Record("hiya", ("greedy", "random"), outcome=Outcome(0, "won"))])
    (tmp_path / "games.txt").write_text(f"{whole}\n{whole[: len(whole) // 2]}")
    assert [row["player"] for row in table("ratings", tmp_path / "games.txt")["table"]] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["tournament", "hiya"], "at least two players"),
        (["tournament", "hiya", "greedy", "greedy"], "'greedy' is there twice"),
        (["tournament", "hiya", "greedy", "random", "--size", "8"], "Hi-Ya! has no option --size"),
        (["tournament", "hiya", "greedy", "random", "--format", "league"], "no format 'league'"),
        (["tournament", "hiya", "greedy", "random", "--resume"], "--resume goes on with the games of a file"),
        (["tournament", "cup.toml", "greedy"], "the players are those of cup.toml: leave greedy out"),
        (["tournament", "cup.toml", "--size", "8"], "--size is for one game: say it in cup.toml as options"),
        (["tournament", "none.toml"], "cannot read 'none.toml'"),
        (["tournament", "hiya", "greedy", "random", "--csv", "-", "--json"], "cannot be printed together"),
        (["ratings", "none.txt"], "cannot read 'none.txt'"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], complaint: str) -> None:
    with pytest.raises(PlyboardError, match=complaint):
        run(*arguments)


def test_ratings_need_games_and_an_anchor_who_played(database: str) -> None:
    with pytest.raises(PlyboardError, match="no game of two different players has ended here"):
        run("ratings", "--database", database)
    with pytest.raises(PlyboardError, match="the anchor 'random' has played none of these games"):
        run("ratings", "--database", database, "--anchor", "random")
