"""The tables of the store. A change here needs a migration: docs/library.md says how to make one."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A time in UTC, also where the database knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """A time without a zone is one in UTC."""
        return value and _utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """A database without time zones gives back what it was given: UTC."""
        return value and _utc(value)


def _utc(time: datetime) -> datetime:
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


metadata = MetaData(
    naming_convention={  # So that every migration can name what it changes.
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("source", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("first", Text, nullable=False),
    Column("second", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("start", Text),
    Column("date", UtcDateTime, nullable=False),
    Column("clock_seconds", Double),
    Column("clock_increment", Double),
    Column("tags", JSON, nullable=False),
    Column("winner", SmallInteger),
    Column("reason", Text),  # A game that has ended has one.
    Index(None, "date", "id"),
    Index(None, "game", "date", "id"),
    sqlite_autoincrement=True,  # The number of a deleted game is never another one's.
)

moves = Table(
    "moves",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("value", Double),
    Column("win", Integer),
    Column("depth", Integer),
    Column("nodes", BigInteger),
    Column("seconds", Double),
    Column("clock", Double),
    Column("comment", Text, nullable=False),
    sqlite_with_rowid=False,  # The moves of a game lie together.
)

# Games that are played in the web app: what has happened in them, whose they are, and who is thinking.

live_games = Table(
    "live_games",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),  # The number of the last event: whoever writes the next one raises it.
    Column("pace", Double, nullable=False),  # The least number of seconds from one move of a computer to the next.
    Column("client", String(64), nullable=False),  # On whose account computers think in this game.
    Column("thinker", String(64), nullable=False),  # The server process that thinks for the computer to move,
    Column("thinks_until", Double, nullable=False),  # and until when; after that another one may.
)

events = Table(
    "events",
    metadata,
    Column("game_id", ForeignKey("live_games.game_id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("time", Double, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("data", JSON, nullable=False),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("live_games.game_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
)

holders = Table(
    "holders",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("game_id", ForeignKey("live_games.game_id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
)

# How the moves of a game were judged.

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("data", JSON, nullable=False),
)
