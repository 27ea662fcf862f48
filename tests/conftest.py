from __future__ import annotations

import pytest
from hypothesis import settings

# `every_game` is no test file, but its assertions should explain themselves as in one.
pytest.register_assert_rewrite("every_game")

# The normal run tries the same examples each time; `make test-slow` looks further, by chance.
settings.register_profile("normal", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=2000, deadline=None)
settings.load_profile("normal")
