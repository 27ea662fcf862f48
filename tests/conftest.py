from __future__ import annotations

import os
import signal
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from postgresql import database_url, postgresql_server, postgresql_url, sqlite_url

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]

# No test writes among the games of whoever runs it.
_directory = TemporaryDirectory(prefix="plyboard-")
os.environ["PLYBOARD_DATABASE"] = f"sqlite:///{_directory.name}/games.sqlite"

# Whatever a shell starts in the background ignores Ctrl-C, and so would the programs to which tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# `every_game` is no test file, but its assertions should explain themselves as in one.
pytest.register_assert_rewrite("every_game")

# The normal run tries the same examples each time; `make test-slow` looks further, by chance.
settings.register_profile("normal", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=2000, deadline=None)
settings.load_profile("normal")
