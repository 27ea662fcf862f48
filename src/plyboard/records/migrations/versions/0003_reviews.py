"""Reviews of games: how each move was judged, kept so that nobody waits for it twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_reviews_game_id_games", ondelete="CASCADE"),
    )
