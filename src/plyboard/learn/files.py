"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from plyboard.learn.selfplay import Games
from plyboard.learn.settings import InvalidTraining

_KIND = "plyboard training"
_VERSION = 1
_KEPT = 2
"""So many checkpoints are kept, the newest ones."""


class CannotWrite(InvalidTraining):
    """A file of a training that cannot be written."""


def write(path: Path, content: bytes) -> None:
    """Write a file so that a reader, also after a crash, finds all of it or what was there before."""
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise CannotWrite(f"cannot write {path}: {error.strerror}; what was there before is still good") from error


def save_checkpoint(folder: Path, games: int, content: Mapping[str, Any]) -> None:
    """Keep the state of a training after so many games; of the earlier ones the last stays."""
    text = json.dumps(content, sort_keys=True)
    whole = {"kind": _KIND, "version": _VERSION, "check": _check(text), "content": content}
    write(folder / f"checkpoint-{games:09}.json", json.dumps(whole, sort_keys=True).encode())
    for old in _checkpoints(folder)[:-_KEPT]:
        old.unlink(missing_ok=True)


def load_checkpoint(folder: Path) -> dict[str, Any] | None:
    """The newest state of a training; None where there is none."""
    found = _checkpoints(folder)
    if not found:
        return None
    try:
        whole = json.loads(found[-1].read_text("utf-8"))
        if whole["kind"] != _KIND or whole["check"] != _check(json.dumps(whole["content"], sort_keys=True)):
            raise ValueError("it does not fit its checksum")
        if whole["version"] != _VERSION:
            raise ValueError(f"it has version {whole['version']!r}, this Plyboard reads {_VERSION}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        hint = f"remove it to go on from {found[-2].name}" if len(found) > 1 else "there is no earlier one: begin anew"
        raise InvalidTraining(f"the checkpoint {found[-1]} is damaged ({why}); {hint}") from error
    content: dict[str, Any] = whole["content"]
    return content


def _checkpoints(folder: Path) -> list[Path]:
    """The checkpoints in a folder, the newest last."""
    return sorted(path for path in folder.glob("checkpoint-*.json") if re.fullmatch(r"checkpoint-\d+\.json", path.name))


def _check(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def save_games(path: Path, games: Games) -> None:
    """Keep games that are to be learned from again."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **games.arrays())
    write(path, file.getvalue())


def load_games(path: Path) -> Games:
    """The games in a file."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return Games(**arrays)
    except Exception as error:  # A damaged archive fails in many ways.
        raise InvalidTraining(f"the games {path} cannot be read ({error}): begin the training anew") from error
