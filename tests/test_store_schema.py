"""Old databases are brought up to date with all their games; those that cannot be opened say why."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from plyboard.records import Played, Record, database
from plyboard.records.schema import metadata
from plyboard.records.store import Store, StoreError

OLD_ROWS: list[tuple[str, dict[str, Any]]] = [
    (
        "games",
        {"id": 7, "source": "web", "game": "hiya", "first": "human", "second": "random", "options": "{}"}
        | {"date": "2026-01-05 12:00:00+00", "tags": '{"event": "Club"}', "winner": 0, "reason": "won"},
    ),
    *(("moves", {"game_id": 7, "ply": ply, "move": f"move {ply}", "comment": ""}) for ply in range(3)),
]
"""A game as the first version of the schema keeps it."""


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(url)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def make_old(connection: Connection, revision: str) -> None:
    """The tables of an old version, with games in them."""
    database.upgrade(connection, revision)
    for table, row in OLD_ROWS:
        places = ", ".join(f":{column}" for column in row)
        connection.execute(text(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"), row)


@pytest.mark.parametrize("revision", database.revisions())
def test_an_old_database_is_brought_up_to_date_with_its_games(database_url: str, revision: str) -> None:
    with connected(database_url) as connection:
        make_old(connection, revision)
    with Store(database_url) as store:
        found = store.get(7)
        assert [move.move for move in found.moves] == ["move 0", "move 1", "move 2"]
        assert (found.players, found.outcome and found.outcome.reason) == (("human", "random"), "won")
        assert found.tags == {"event": "Club"}


def test_the_migrations_make_the_tables_that_the_store_uses(database_url: str) -> None:
    with Store(database_url) as store, store.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []


def test_alembic_finds_the_migrations_by_itself() -> None:
    root = Path(__file__).parent.parent
    checked = subprocess.run([sys.executable, "-m", "alembic", "check"], cwd=root, capture_output=True, text=True)
    assert "No new upgrade operations detected" in checked.stdout, checked.stderr


def test_a_database_of_a_newer_plyboard_is_left_alone(database_url: str) -> None:
    Store(database_url).close()
    with connected(database_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"was made by a newer Plyboard \(its schema is '9999', .*update Plyboard"):
        Store(database_url)


# What cannot be opened


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("games.sqlite", "'games.sqlite' is no URL of a database: it must be one such as sqlite:///games.sqlite"),
        ("", "'' is no URL"),
        ("nosuch://x", "'nosuch://x' is no URL"),
        ("postgresql://host:port/x", "is no URL"),
        ("mysql+pymysql://user@localhost/x", "needs the Python package pymysql"),
    ],
)
def test_a_url_that_is_none_is_refused(url: str, complaint: str) -> None:
    with pytest.raises(StoreError) as refused:
        Store(url)
    assert complaint in str(refused.value)


def test_a_server_that_does_not_answer_is_named_without_the_password() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # Bound, but nobody listens.
        port = nobody.getsockname()[1]
        with pytest.raises(StoreError, match=rf"cannot use the database .*127.0.0.1:{port}/x.*refused") as refused:
            Store(f"postgresql://me:secret@127.0.0.1:{port}/x")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Plyboard, this is a letter and no database. " * 100)
    with pytest.raises(StoreError, match=r"cannot use the database .*letter\.txt: file is not a database"):
        Store(f"sqlite:///{file}")
    assert file.read_text().startswith("Dear Plyboard")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path, tmp_path / "file" / "games.sqlite", Path("/proc/games.sqlite")):
        with pytest.raises(StoreError, match="cannot use the database"):
            Store(f"sqlite:///{place}")


def test_a_database_that_may_only_be_read_can_be_read(sqlite_url: str, tmp_path: Path) -> None:
    with Store(sqlite_url) as store:
        game = store.begin(Record("hiya", ("human", "human")), "web")
    with Store(f"sqlite:///file:{tmp_path}/games.sqlite?mode=ro&uri=true") as store:
        assert store.get(game).game == "hiya"
        with pytest.raises(StoreError, match="attempt to write a readonly database"):
            store.add(game, 0, Played("e2b5"))


def _limit(store: Store, pages: int) -> None:
    """Let an SQLite file have so many pages, but no fewer than it has."""
    with store.database.writing(single=True) as connection:
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))


def test_a_full_disk_loses_nothing_that_was_saved(sqlite_url: str) -> None:
    with Store(sqlite_url) as store:
        game = store.begin(Record("hiya", ("human", "human")), "web")
        long = Record("hiya", ("human", "human"), moves=(Played("e2b5", comment="x" * 100_000),))
        _limit(store, 1)
        with pytest.raises(StoreError, match="database or disk is full"):
            store.begin(long, "web")
        assert [entry.id for entry in store.find()] == [game]
        _limit(store, 1_000_000)
        store.begin(long, "web")
        assert store.count() == 2


def test_tables_of_another_program_are_not_taken_for_ours(sqlite_url: str, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "games.sqlite")
    other.execute("CREATE TABLE games (title TEXT)")
    other.close()
    with pytest.raises(StoreError, match="table games already exists"):
        Store(sqlite_url)


def test_the_default_is_in_the_directory_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYBOARD_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "new"))
    with Store() as store:
        game = store.begin(Record("hiya", ("human", "human")), "terminal")
    with Store(f"sqlite:///{tmp_path}/new/plyboard/games.sqlite") as store:
        assert store.get(game).game == "hiya"
