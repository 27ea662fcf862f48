"""Runs of the arena and of learning, as tests start and follow them through a server."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from web_server import PATIENCE, Visitor


def begin(me: Visitor, kind: str, **form: Sequence[str]) -> str:
    """Start a run by the form; the path of its page."""
    answer = me.http.post(f"/{kind}", data=form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def wait_for(me: Visitor, path: str, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Ask how a run stands until something is true of it."""
    end = time.monotonic() + 2 * PATIENCE
    while True:
        told: dict[str, Any] = me.http.get(f"{path}/state").raise_for_status().json()
        if true(told):
            return told
        assert time.monotonic() < end, told
        time.sleep(0.1)


def ended(told: dict[str, Any]) -> bool:
    """Whether a run has come to its end, one way or the other."""
    return not told["running"]
