"""A real PostgreSQL server for tests, and the databases that a test of the store runs on, each empty and of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

NUMBERS = count(1)


def program(name: str) -> str:
    """A program of the server; Debian keeps most of them off the PATH."""
    directories = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = shutil.which(name, path=os.pathsep.join([*directories, os.environ.get("PATH", "")]))
    if found is None:
        pytest.skip("PostgreSQL is not installed: apt install postgresql")
    return found


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Path]:
    """The directory with the socket of a running server."""
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    user = "postgres" if os.geteuid() == 0 else None  # The server refuses to be run by root.
    with tempfile.TemporaryDirectory(prefix="plyboard-") as name:  # A path of a socket must be short.
        home = Path(name)
        if user is not None:
            shutil.chown(home, user)

        def run(*command: str) -> None:
            subprocess.run(command, check=True, user=user, cwd=home, stdout=subprocess.DEVNULL)

        data = str(home / "data")
        run(initdb, "--pgdata", data, "--no-sync", "--auth", "trust", "--username", "postgres", "--encoding", "UTF8")
        settings = f"-c listen_addresses= -c unix_socket_directories={home} -c fsync=off"
        run(pg_ctl, "--pgdata", data, "--log", str(home / "log"), "--wait", "--options", settings, "start")
        try:
            yield home
        finally:
            run(pg_ctl, "--pgdata", data, "--wait", "--mode", "immediate", "stop")


@pytest.fixture
def postgresql_url(postgresql_server: Path) -> str:
    """The URL of an empty database on the server."""
    place = f"postgresql+psycopg://postgres@/{{}}?host={postgresql_server}"
    name = f"test{next(NUMBERS)}"
    engine = create_engine(place.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return place.format(name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, on SQLite and on PostgreSQL."""
    return str(request.getfixturevalue(f"{request.param}_url"))
