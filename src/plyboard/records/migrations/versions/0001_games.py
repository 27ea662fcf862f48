"""Games and their moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("first", sa.Text, nullable=False),
        sa.Column("second", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("date", sa.DateTime(timezone=True), nullable=False),
        sa.Column("clock_seconds", sa.Double),
        sa.Column("clock_increment", sa.Double),
        sa.Column("tags", sa.JSON, nullable=False),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("reason", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_date_id", "games", ["date", "id"])
    op.create_index("ix_games_game_date_id", "games", ["game", "date", "id"])
    op.create_table(
        "moves",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("value", sa.Double),
        sa.Column("win", sa.Integer),
        sa.Column("depth", sa.Integer),
        sa.Column("nodes", sa.BigInteger),
        sa.Column("seconds", sa.Double),
        sa.Column("clock", sa.Double),
        sa.Column("comment", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_moves"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_moves_game_id_games", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
