"""The command `plyboard library`, as a shell runs it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner, Result

from plyboard import records
from plyboard.cli import app
from plyboard.records import Played, Record
from plyboard.records.store import Store
from plyboard.rules.core import Outcome, PlyboardError

HIYA = Record(
    "hiya",
    ("human", "engine:level=3"),
    moves=(Played("e2b5", comment="Straight at them."), Played("c6c5", value=-1.5, depth=4), Played("b5d7")),
    outcome=Outcome(0, "South attacked North's king"),
    date=datetime(2026, 1, 5, 12, 30, tzinfo=UTC),
)
HIVE = Record("hive", ("uhp:nokamute", "random"), moves=(Played("wS1"),), date=datetime(2026, 1, 7, tzinfo=UTC))


@pytest.fixture(autouse=True)
def store(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The store that the commands of a test use; the clock on the wall shows UTC."""
    with monkeypatch.context() as patched:
        patched.setenv("PLYBOARD_DATABASE", sqlite_url)
        patched.setenv("TZ", "UTC")
        time.tzset()
        with Store(sqlite_url) as opened:
            yield opened
    time.tzset()


def library(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "plyboard", "library", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def run(*arguments: str, typed: str = "") -> str:
    """What a command prints, without a process of its own."""
    result = CliRunner().invoke(app, ["library", *arguments], input=typed, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def list_games(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["library", "list", *arguments], catch_exceptions=False)


def listed(*arguments: str) -> list[int]:
    return [entry["id"] for entry in json.loads(run("list", "--json", *arguments))]


def complaint(*arguments: str) -> str:
    """What a command complains about."""
    with pytest.raises(PlyboardError) as refused:
        run(*arguments)
    return str(refused.value)


def test_an_empty_library_says_so() -> None:
    assert list_games().stderr == "No games.\n"
    assert list_games("--game", "hive").stderr == "No games fit.\n"
    assert list_games().stdout == ""


def test_list_prints_a_game_a_line_the_newest_first(store: Store) -> None:
    store.begin(HIYA, "terminal")
    store.begin(HIVE, "arena")
    lines = [line.split() for line in run("list").splitlines()]
    assert lines == [
        ["id", "begun", "game", "first", "second", "moves", "result", "source"],
        ["2", "2026-01-07", "00:00", "hive", "uhp:nokamute", "random", "1", "*", "arena"],
        ["1", "2026-01-05", "12:30", "hiya", "human", "engine:level=3", "3", "1-0", "terminal"],
    ]


def test_a_program_gets_long_lines_whole(store: Store) -> None:
    command = "uhp:/opt/engine " + "--option " * 40
    store.begin(Record("hive", (command, "random")), "arena")
    assert command in run("list")


def test_list_says_how_many_more_there_are(store: Store) -> None:
    for _ in range(3):
        store.begin(HIYA, "terminal")
    assert "There are 2 more: --limit shows them." in list_games("--limit", "1").stderr
    assert "more" not in list_games("--limit", "3").stderr


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ("", [2, 1]),
        ("--game hive", [2]),
        ("--player LEVEL=3", [1]),
        ("--result first", [1]),
        ("--result draw", []),
        ("--result unfinished", [2]),
        ("--since 2026-01-06", [2]),
        ("--until 2026-01-05", [1]),
        ("--since 2026-01-05 --until 2026-01-07", [2, 1]),
        ("--source terminal", [1]),
        ("--source terminal --game hive", []),
        ("--limit 1", [2]),
    ],
)
def test_list_gives_the_games_that_fit(store: Store, filters: str, expected: list[int]) -> None:
    store.begin(HIYA, "terminal")
    store.begin(HIVE, "arena")
    assert listed(*filters.split()) == expected


def test_list_as_json_tells_all_but_the_moves(store: Store) -> None:
    store.begin(HIYA, "terminal")
    [told] = json.loads(run("list", "--json"))
    assert told == {
        "id": 1,
        "source": "terminal",
        "game": "hiya",
        "players": ["human", "engine:level=3"],
        "date": "2026-01-05T12:30:00+00:00",
        "plies": 3,
        "outcome": {"winner": 0, "reason": "South attacked North's king"},
        "options": {},
    }


def test_a_table_fits_the_terminal(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.begin(HIYA, "terminal")
    store.begin(Record("hive", ("uhp:" + "x" * 100, "random")), "arena")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(Console, "is_terminal", True)
    lines = [Text.from_ansi(line).plain for line in run("list").splitlines()]
    assert max(map(len, lines)) <= 80
    assert "".join(lines).count("x") == 100


def test_show_prints_what_reads_back(store: Store) -> None:
    store.begin(HIYA, "terminal")
    assert records.read(run("show", "1")) == [HIYA]


def test_show_as_json(store: Store) -> None:
    store.begin(HIYA, "terminal")
    told: dict[str, Any] = json.loads(run("show", "1", "--json"))
    assert (told["id"], told["date"]) == (1, "2026-01-05T12:30:00+00:00")
    assert [move["move"] for move in told["moves"]] == ["e2b5", "c6c5", "b5d7"]


def test_exported_games_are_imported_equal(store: Store, tmp_path: Path) -> None:
    for record in (HIVE, HIYA):
        store.begin(record, "web")
    file = str(tmp_path / "games.txt")
    run("export", file)
    assert run("import", file) == "2 games imported as 3 to 4\n"
    assert [store.get(number) for number in (3, 4)] == [HIYA, HIVE]  # The oldest first.
    assert [entry.source for entry in store.find(source="import")] == ["import", "import"]


def test_export_of_chosen_games(store: Store) -> None:
    for record in (HIYA, HIVE, HIYA):
        store.begin(record, "web")
    assert records.read(run("export", "2", "1", "-")) == [HIVE, HIYA]
    assert records.read(run("export", "-", "--game", "hiya")) == [HIYA, HIYA]
    assert run("export", "-", "--form", "gamestrings", "--game", "hive") == "Base;InProgress;Black[1];wS1\n"


def test_export_never_overwrites(store: Store, tmp_path: Path) -> None:
    store.begin(HIYA, "web")
    file = tmp_path / "games.txt"
    file.write_text("precious")
    assert complaint("export", str(file)).endswith("File exists")
    assert file.read_text() == "precious"


def test_import_keeps_what_is_whole_before_a_fault(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(records.write([HIYA, HIVE, HIYA]).replace("wS1", "wS2"))
    told = library("import", str(file))
    assert told.returncode == 2
    assert told.stdout == "1 game imported as 1, all before the fault\n"
    assert "games.txt, line" in told.stderr
    assert "wS2" in told.stderr
    assert store.get(1) == HIYA


def test_import_reads_gamestrings_from_input(store: Store) -> None:
    assert library("import", "-", typed="Base;InProgress;Black[1];wS1\n").stdout == "1 game imported as 1\n"
    assert [move.move for move in store.get(1).moves] == ["wS1"]


def test_import_as_json(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(records.write([HIYA, HIYA]))
    assert json.loads(run("import", str(file), "--json")) == {"imported": [1, 2]}


def test_delete_asks_first(store: Store) -> None:
    for _ in range(3):
        store.begin(HIYA, "web")
    for typed in ("n\n", "\n", ""):
        assert "Nothing is deleted." in run("delete", "1", "3", typed=typed)
    assert listed() == [3, 2, 1]
    assert "2 games deleted" in run("delete", "1", "3", "3", typed="y\n")
    assert listed() == [2]
    assert run("delete", "2", "--yes") == "1 game deleted\n"
    assert listed() == []


def test_delete_of_a_game_that_is_not_there_deletes_nothing(store: Store) -> None:
    store.begin(HIYA, "web")
    assert complaint("delete", "1", "9", "--yes") == "there is no game 9 in the store"
    assert listed() == [1]


def test_another_database_may_be_named(store: Store, tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path}/other.sqlite"
    with Store(other) as opened:
        opened.begin(HIVE, "web")
    assert listed() == []
    assert listed("--database", other) == [1]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("list --database games.sqlite", "'games.sqlite' is no URL of a database"),
        ("list --game chess", "there is no game 'chess'"),
        ("list --result won", "--result is 'won', it must be one of first, second, draw, unfinished"),
        ("list --source space", "--source is 'space', it must be one of terminal, web, arena, import"),
        ("list --since yesterday", "--since is 'yesterday', it must be a day, as in 2026-01-05"),
        ("list --until 9999-12-31", "--until is '9999-12-31', it must be a day"),
        ("show 99", "there is no game 99 in the store"),
        ("export 1 - --game hive", "say which games either by their numbers or by what they are like, not by both"),
        ("export - --form pdf", "there is no form 'pdf'; the forms are records, gamestrings, boards"),
        ("export nowhere/games.txt", "cannot write 'nowhere/games.txt': No such file or directory"),
        ("import nowhere.txt", "cannot read 'nowhere.txt': No such file or directory"),
    ],
)
def test_mistakes_are_told_in_a_line(arguments: str, expected: str) -> None:
    assert expected in complaint(*arguments.split())


def test_the_command_alone_says_what_there_is() -> None:
    told = run()
    assert all(word in told for word in ("list", "show", "export", "import", "delete"))
