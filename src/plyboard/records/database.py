"""An open database: its connections, its schema brought up to date, and its errors in words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from threading import Lock, RLock
from typing import Any

import platformdirs
from sqlalchemy import URL, Connection, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from plyboard.rules.core import PlyboardError, clip

VARIABLE = "PLYBOARD_DATABASE"
MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 30
CONNECT_SECONDS = 10
LOCK_OF_MIGRATIONS = 0x706C79  # Any number that no other program in the same PostgreSQL database takes.
EXAMPLES = "such as sqlite:///games.sqlite or postgresql://user@host/name"


_one_upgrade_at_a_time = Lock()  # Threads share what migrations import as `op`.


class StoreError(PlyboardError):
    """A store that cannot be opened, read or written."""


def default_url() -> str:
    """The database that is meant where none is named: that of PLYBOARD_DATABASE, else one in the user's directory."""
    if named := os.environ.get(VARIABLE):
        return named
    path = _data_path() / "games.sqlite"
    return URL.create("sqlite", database=str(path)).render_as_string()


class Database:
    """A database with the schema of this Plyboard. Threads may share it."""

    def __init__(self, url: str) -> None:
        parsed = _parse(url)
        self.name = parsed.render_as_string(hide_password=True)
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        self.folder = _folder(parsed)
        """Where moves wait that are not in the database yet; None for a database in memory."""
        # SQLite has one writer at a time: one connection that is held open is the fastest, and needs a lock.
        self._lock = RLock() if self.is_sqlite else nullcontext()
        self._held: Connection | None = None
        with self._errors_in_words():
            if self.is_sqlite:
                _make_directory(parsed)
            self._engine = _engine(parsed, self.is_sqlite)
            self._reader = self._engine if self.is_sqlite else self._engine.execution_options(**_snapshot(parsed))
            try:
                if self.is_sqlite:
                    self._held = self._engine.connect()
                self._bring_up_to_date()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Give back what is held; to close twice does no harm."""
        with self._lock:
            if self._held is not None:
                self._held.close()
            self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which all that is read is of the same moment."""
        with self._errors_in_words(), self._transaction(self._reader.connect, "BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self, single: bool = False) -> Iterator[Connection]:
        """A connection whose changes are all there once the block has ended, or none of them.

        `single` says that the block changes something by one statement alone, which is faster.
        """
        begin = None if single else "BEGIN IMMEDIATE"
        with self._errors_in_words(), self._transaction(self._engine.begin, begin) as connection:
            yield connection

    @contextmanager
    def _transaction(self, connect: Any, begin: str | None) -> Iterator[Connection]:
        if self._held is None:
            with connect() as connection:
                yield connection
            return
        with self._lock:
            if begin is None:
                yield self._held
                return
            self._held.exec_driver_sql(begin)
            try:
                yield self._held
                self._held.exec_driver_sql("COMMIT")
            except BaseException:
                self._held.connection.rollback()  # Does no harm where SQLite has ended the transaction by itself.
                raise

    def _bring_up_to_date(self) -> None:
        with self.reading() as connection:
            if self._is_current(connection):
                return
        with self.writing() as connection:
            if self._engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK_OF_MIGRATIONS})
            if not self._is_current(connection):  # Another process may have been here first.
                upgrade(connection)

    def _is_current(self, connection: Connection) -> bool:
        """Whether the schema is that of this Plyboard; raises StoreError where a newer one made it."""
        known = revisions()
        if not inspect(connection).has_table("alembic_version"):
            return False
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
        if found is not None and found not in known:
            raise StoreError(
                f"the database {self.name} was made by a newer Plyboard (its schema is {clip(found)}, this one knows "
                f"{known[-1]} at most): update Plyboard, or name another database"
            )
        return bool(found == known[-1])

    @contextmanager
    def _errors_in_words(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, OSError, UnicodeError, OverflowError) as error:
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise StoreError(f"cannot use the database {self.name}: {' '.join(str(reason).split())}") from error


def revisions() -> list[str]:
    """The versions of the schema, the oldest first."""
    return sorted(path.stem.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() in ("postgres", "postgresql") and "+" not in parsed.drivername:
            parsed = parsed.set(drivername="postgresql+psycopg")
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise StoreError(f"{clip(url)} is no URL of a database: it must be one {EXAMPLES}") from None
    return parsed


def _make_directory(url: URL) -> None:
    if url.database and url.database != ":memory:" and not url.database.startswith("file:"):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)


def _folder(url: URL) -> Path | None:
    if url.get_backend_name() == "sqlite":
        in_memory = url.database in (None, "", ":memory:")
        return None if in_memory else Path(f"{url.database}-unsaved")
    named = sha256(url.render_as_string(hide_password=True).encode()).hexdigest()[:16]
    return _data_path() / "unsaved" / named


def _data_path() -> Path:
    return platformdirs.user_data_path("plyboard", appauthor=False)


def _engine(url: URL, is_sqlite: bool) -> Any:
    try:
        if not is_sqlite:
            return create_engine(url, pool_pre_ping=True, connect_args=_hurried(url))
        engine = create_engine(
            url,
            isolation_level="AUTOCOMMIT",  # Transactions are begun by name: see `_transaction`.
            connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        )
    except ImportError as error:
        raise StoreError(
            f"the database {url.render_as_string(hide_password=True)} needs the Python package {error.name}: "
            "for PostgreSQL, pip install 'plyboard[postgresql]'"
        ) from None
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _hurried(url: URL) -> dict[str, Any]:
    """A server that does not answer is given up after a while, unless the URL says how long to wait."""
    is_silent = url.get_driver_name() == "psycopg" and "connect_timeout" not in url.query
    return {"connect_timeout": CONNECT_SECONDS} if is_silent else {}


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # In WAL mode, what is committed survives the death of the process, though it is not yet flushed to the disk.
    # The log may grow to 16 MB before it is moved into the database, since that is dear.
    for setting in ("journal_mode = WAL", "synchronous = NORMAL", "wal_autocheckpoint = 4000", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _snapshot(url: URL) -> dict[str, Any]:
    return {"isolation_level": "REPEATABLE READ"} if url.get_backend_name() == "postgresql" else {}


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the tables of a database to a version of the schema."""
    from alembic.migration import MigrationContext  # Slow to import, and hardly ever needed.
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(MIGRATIONS))
    context = MigrationContext.configure(connection)
    with _one_upgrade_at_a_time, Operations.context(context):
        steps = list(script.iterate_revisions(revision, context.get_current_revision() or "base"))
        for step in reversed(steps):
            step.module.upgrade()
        context.stamp(script, revision)
