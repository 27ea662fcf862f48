"""What the command `alembic` runs, on an empty database brought up to date: to compare it with `schema.py`.

Plyboard itself upgrades a database by `upgrade` in `database.py` when it opens it.
"""

from __future__ import annotations

from alembic import context

from plyboard.records.database import Database
from plyboard.records.schema import metadata

with Database("sqlite://").writing() as connection:
    # SQLite alters a table by copying it: a "batch".
    context.configure(connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()
