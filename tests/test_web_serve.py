"""The command that starts the web app: what it refuses, it refuses in one line."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest


def _refused(*options: str) -> str:
    command = [sys.executable, "-m", "plyboard", "web", "--no-browser", *options]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = [line for line in ran.stderr.splitlines() if line.startswith("plyboard: ")]
    return line


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"cannot listen at 127.0.0.1, port {port}: Address already in use" in _refused("--port", str(port))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--host", "no.such.host.invalid"), "cannot listen at no.such.host.invalid"),
        (("--port", "99999"), "port"),
        (("--workers", "0"), "workers"),
        (("--port", "0", "--database", "nonsense"), "port"),
    ],
)
def test_what_makes_no_sense(options: tuple[str, ...], reason: str) -> None:
    assert reason in _refused(*options)


def test_a_database_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("This is no database.\n" * 100, encoding="utf-8")
    assert "file is not a database" in _refused("--port", "18765", "--database", f"sqlite:///{file}")
