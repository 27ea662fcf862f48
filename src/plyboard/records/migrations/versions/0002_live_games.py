"""Games that are played in the web app: events, seats and who holds them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "live_games",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("pace", sa.Double, nullable=False),
        sa.Column("client", sa.String(64), nullable=False),
        sa.Column("thinker", sa.String(64), nullable=False),
        sa.Column("thinks_until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_live_games"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_live_games_game_id_games", ondelete="CASCADE"),
    )
    op.create_table(
        "events",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("time", sa.Double, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_events"),
        _of_live_game("events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
        _of_live_game("seats"),
    )
    op.create_table(
        "holders",
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("visitor", "game_id", "seat", name="pk_holders"),
        _of_live_game("holders"),
    )
    op.create_index("ix_holders_game_id", "holders", ["game_id"])


def _of_live_game(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_game_id_live_games"
    return sa.ForeignKeyConstraint(["game_id"], ["live_games.game_id"], name=name, ondelete="CASCADE")
