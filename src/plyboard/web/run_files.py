"""The files of a run, which its process and the server share."""

from __future__ import annotations

import os
from pathlib import Path

PLAN = "plan.json"
"""What was asked for."""
STANDING = "standing.json"
"""What has come out so far."""
DONE = "done"
"""Is there when everything has come out."""
PROBLEM = "problem.txt"
LOG = "log.txt"
LOCK = "lock"
"""Held by the process, whose number it contains."""
GAMES = "games.txt"
RATINGS = "ratings.svg"
REPORT = "report.html"


def replace_file(path: Path, content: str) -> None:
    """Write a file so that whoever reads it finds all of it, or what was there before."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_text(content, encoding="utf-8")
    os.replace(unfinished, path)
