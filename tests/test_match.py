"""Matches as a user plays them: real players, in real processes, interrupted and gone on with."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from typer.testing import CliRunner

from plyboard import records
from plyboard.arena.game import FAILURE
from plyboard.arena.limits import TimeLimit
from plyboard.arena.match import Match, Progress, play_match
from plyboard.arena.pairs import Pairs
from plyboard.arena.runner import CannotResume, Runner, SavedGames
from plyboard.arena.sprt import Sprt
from plyboard.arena.summary import summary
from plyboard.cli import app
from plyboard.records import Record
from plyboard.records.store import Store
from plyboard.rules.core import Outcome, PlyboardError

FAST = Match("hiya", ("minimax:depth=1", "random"), 8)


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Nobody's own games are touched."""
    url = f"sqlite:///{tmp_path}/games.sqlite"
    monkeypatch.setenv("PLYBOARD_DATABASE", url)
    return url


def told(*arguments: str | int | Path) -> dict[str, Any]:
    """What a match says in JSON."""
    result = CliRunner().invoke(app, ["match", *map(str, arguments), "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert isinstance(answer, dict)
    return answer


def played(match: Match, runner: Runner | None = None) -> Progress:
    progress = Progress(match)
    for _ in play_match(progress, runner or Runner(workers=2)):
        pass
    return progress


def timeless(progress: Progress) -> list[object]:
    """The games in their order without what differs from run to run."""
    return [
        (
            number,
            record.players,
            record.outcome,
            record.tags,
            [(move.move, move.value, move.nodes) for move in record.moves],
        )
        for number, record in sorted(progress.records.items())
    ]


def test_each_opening_is_played_with_both_seats() -> None:
    tasks = list(FAST.tasks())
    assert [task.number for task in tasks] == list(range(1, 9))
    assert len({task.seed for task in tasks}) == 8
    for one, other in zip(tasks[::2], tasks[1::2], strict=True):
        assert one.opening == other.opening
        assert (one.players, other.players) == (FAST.players, FAST.players[::-1])
    assert len({task.opening.moves for task in tasks}) == 4
    more = [task for task, _ in zip(replace(FAST, games=16).tasks(), range(8), strict=False)]
    assert more == tasks  # A longer match begins with the same games.


def test_the_same_match_is_the_same_with_any_number_of_workers() -> None:
    one, three, other = (
        played(replace(FAST, seed=seed), Runner(workers=workers)) for seed, workers in ((1, 1), (1, 3), (2, 2))
    )
    assert timeless(one) == timeless(three) != timeless(other)


def test_the_summary_adds_up() -> None:
    progress = played(replace(FAST, games=12))
    about = summary(progress)
    assert about.tally.games == sum(about.endings.values()) == 12
    assert about.by_seat[0].plus(about.by_seat[1]) == about.tally
    assert about.pairs.total == 6
    assert about.pairs.score == about.tally.share
    assert about.tally.wins > about.tally.losses
    moves = sum(move.seconds is not None for record in progress.records.values() for move in record.moves)
    assert about.efforts[0].moves + about.efforts[1].moves == moves
    assert about.efforts[0].depth == 1.0
    assert about.efforts[1].nodes is None
    assert about.plies[0] <= about.plies[1] <= about.plies[2]


def test_every_game_is_kept_and_written_down(tmp_path: Path, database: str) -> None:
    file = tmp_path / "match.txt"
    progress = played(FAST, Runner(2, database=database, saved=SavedGames(file, resume=False)))
    written = sorted(records.load(file), key=lambda record: int(record.tags["Number"]))
    assert written == [record for _, record in sorted(progress.records.items())]
    with Store(database) as store:
        kept = [store.get(entry.id) for entry in store.find(source="arena")]
    assert sorted(kept, key=lambda record: int(record.tags["Number"])) == written


def test_a_match_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    whole = played(FAST)
    games = play_match(Progress(FAST), Runner(2, saved=SavedGames(file, resume=False)))
    for _ in range(3):
        next(games)
    games.close()  # type: ignore[attr-defined]
    before = len(records.load(file))
    assert 3 <= before < 8
    resumed = played(FAST, Runner(2, saved=SavedGames(file, resume=True)))
    assert timeless(resumed) == timeless(whole)
    assert len(records.load(file)) == 8
    longer = played(replace(FAST, games=10), Runner(2, saved=SavedGames(file, resume=True)))
    assert timeless(longer)[:8] == timeless(whole)
    assert len(records.load(file)) == 10


def test_half_a_game_at_the_end_of_the_file_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    whole = played(FAST, Runner(2, saved=SavedGames(file, resume=False)))
    content = file.read_bytes()
    file.write_bytes(content[:-20])
    saved = SavedGames(file, resume=True)
    assert saved.broken
    assert saved.broken.read_bytes() == content[:-20]
    assert timeless(played(FAST, Runner(2, saved=saved))) == timeless(whole)
    assert len(records.load(file)) == 8


@pytest.fixture(scope="module")
def of_a_match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the first two games of a match."""
    file = tmp_path_factory.mktemp("match") / "match.txt"
    played(replace(FAST, games=2), Runner(1, saved=SavedGames(file, resume=False)))
    return file


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (replace(FAST, players=("minimax:depth=2", "random")), "players is"),
        (replace(FAST, seed=2), "Seed is 1 there and 2 here"),
        (replace(FAST, limit=TimeLimit(9)), "Time is None there and 9 here"),
        (replace(FAST, limit=TimeLimit(9, 1)), r"clock is None there and \(9"),
        (replace(FAST, openings="random:3"), "Openings is random:4 there and random:3 here"),
        (replace(FAST, options={"first": "north"}), "options is"),
        (Match("pincer", FAST.players, 8), "game is hiya there and pincer here"),
    ],
)
def test_the_games_of_another_match_are_refused(of_a_match: Path, other: Match, what: str) -> None:
    with pytest.raises(CannotResume, match=f"game 1 in .*match.txt' is another one: {what}"):
        played(other, Runner(1, saved=SavedGames(of_a_match, resume=True)))
    with pytest.raises(CannotResume, match="is there already: go on with it by --resume"):
        SavedGames(of_a_match, resume=False)


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary")
    with pytest.raises(CannotResume, match="there are no games in"):
        SavedGames(file, resume=True)
    assert file.read_text() == "Dear diary"


def test_a_test_ends_a_match_early_and_alike_on_any_machine() -> None:
    match = replace(FAST, games=400, sprt=Sprt(0, 300))
    about = [summary(played(match, Runner(workers=workers))) for workers in (1, 3)]
    assert about[0].accepted == 300
    assert about[0].tally.games < 100
    assert (about[0].tally, about[0].pairs, about[0].ratio) == (about[1].tally, about[1].pairs, about[1].ratio)


def a_game(number: int, winner: int | None) -> Record:
    return Record("hiya", FAST.players, outcome=Outcome(winner, "as told"), tags={"Number": str(number)})


def test_pairs_count_when_both_games_are_there_in_any_order() -> None:
    progress = Progress(FAST)
    for number, winner, counts in [
        (2, 1, (0, 0, 0, 0, 0)),  # Won: the first player sits in the second seat of an even game.
        (3, None, (0, 0, 0, 0, 0)),
        (1, 0, (0, 0, 0, 0, 1)),
        (4, 0, (0, 1, 0, 0, 1)),
    ]:
        progress.add(a_game(number, winner))
        assert progress.pairs == Pairs(counts)
    assert progress.tally == (2, 1, 1)


def test_a_game_that_could_not_be_played_is_reported_and_its_pair_does_not_count() -> None:
    progress = Progress(replace(FAST, sprt=Sprt(0, 10)))
    progress.add(a_game(1, 0))
    progress.add(replace(a_game(2, 0), outcome=None, tags={"Number": "2", FAILURE: "3 workers died of it"}))
    progress.add(a_game(3, 0))
    progress.add(a_game(4, 1))
    about = summary(progress)
    assert about.failures == ["game 2: not played: 3 workers died of it"]
    assert about.pairs == Pairs((0, 0, 0, 0, 1))
    assert about.tally == (3, 0, 0)


def test_players_who_fail_lose_and_are_reported_and_the_match_goes_on() -> None:
    answer = told("pincer", "ugi:depth=1:false", "random", "--games", 4, "--max-plies", 40)
    assert answer["tally"] == {"wins": 0, "draws": 0, "losses": 4}
    assert answer["endings"] == {"a player's fault: crash": 4}
    assert len(answer["failures"]) == 4
    assert "'false' ended with exit code 1" in answer["failures"][0]
    assert answer["elo"] is None


def test_what_a_match_prints(tmp_path: Path) -> None:
    arguments = ["match", "hiya", "minimax:depth=1", "random", "--games", "8", "--sprt", "0,20", "--time", "5"]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Hi-Ya!: minimax:depth=1 against random, openings random:4, seed 1, 5 s"
    assert re.fullmatch(r"minimax:depth=1 wins: \d won, \d drawn, \d lost, [\d.]+ % ± [\d.]+", lines[1])
    for part in ("as South", "as North", "Elo difference", "superiority", "points in pairs", "SPRT (logistic Elo)"):
        assert sum(line.startswith(part) for line in lines) == 1
    assert any(re.match(r"endings +\d × ", line) for line in lines)
    assert any(re.match(r"minimax:depth=1 +\d+ +[\d.]+ +\d+ +1\.0", line) for line in lines)


def test_openings_and_options_reach_the_games(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    told("hive", "random", "random", "--games", 2, "--openings", "hive", "--max-plies", 12, "--save", file)
    assert all(record.options == {"expansions": "MLP"} and len(record.moves) == 12 for record in records.load(file))
    answer = told("raichu", "random", "random", "--games", 2, "--size", 10, "--max-plies", 6)
    assert answer["options"] == {"size": 10}
    assert answer["endings"] == {"6 plies played": 2}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hiya", "random", "randm"], "Did you mean random"),
        (["hiya", "random", "human"], "a person cannot play a match"),
        (["chess", "random", "random"], "chess"),
        (["hiya", "random", "random", "--games", "3"], "3 games are no pairs"),
        (["hiya", "random", "random", "--time", "soon"], "the time is 'soon'"),
        (["hiya", "random", "random", "--sprt", "9"], "the test is '9'"),
        (["hiya", "random", "random", "--openings", "nowhere"], "cannot read the openings 'nowhere'"),
        (["hiya", "random", "random", "--resume"], "say which, as in --save"),
        (["hiya", "random", "random", "--size", "10"], "has no option --size"),
        (["hiya", "random", "random", "--cluster", "auto", "--concurrency", "2"], "--concurrency is for this machine"),
        (["hiya", "random", "random", "--save", f"{__file__}/match.txt"], "test_match.py/match.txt': Not a directory"),
        (["hiya", "random", "random", "--database", "nonsense"], "nonsense"),
    ],
)
def test_what_is_wrong_is_said(arguments: list[str], message: str) -> None:
    with pytest.raises(PlyboardError, match=re.escape(message)):
        CliRunner().invoke(app, ["match", *arguments], catch_exceptions=False)


def test_ctrl_c_tells_how_it_stands_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    command = [sys.executable, "-m", "plyboard", "match", "hiya", "alphabeta:depth=2", "random", "--games", "60"]
    command += ["--concurrency", "2", "--save", str(file)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while process.poll() is None and not (file.exists() and file.stat().st_size):
        sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    out, complaints = process.communicate(timeout=60)
    assert process.returncode == 130
    assert complaints == f"Interrupted: go on by the same command with --resume (the games are in {file})\n"
    assert "alphabeta:depth=2" in out
    before = len(records.load(file))
    assert 0 < before < 60
    answer = json.loads(subprocess.run([*command, "--resume", "--json"], capture_output=True, check=True).stdout)
    assert answer["games"] == 60
    assert len(records.load(file)) == 60
