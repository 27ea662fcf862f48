"""What Alembic runs: on the connection of a database that is being opened, else on an empty one brought up to date.

The latter is for `alembic revision --autogenerate` and `alembic check`.
"""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from plyboard.records.database import Database
from plyboard.records.schema import metadata


def _run(connection: Connection) -> None:
    # SQLite alters a table by copying it: a "batch".
    context.configure(connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    _run(given)
else:
    with Database("sqlite://").writing() as connection:
        _run(connection)
