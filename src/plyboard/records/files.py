"""Games in files: read whole, or written one by one as they end."""

from __future__ import annotations

from pathlib import Path

from plyboard.records import text
from plyboard.records.record import Record
from plyboard.rules.core import PlyboardError, clip


class UnreadableFile(PlyboardError):
    """A file that cannot be read or written."""


def load(path: str | Path) -> list[Record]:
    """The games of a file; raises InvalidRecord, which keeps those before the fault, or UnreadableFile."""
    try:
        # What is not UTF-8 is a fault of its line, and the games before it are kept.
        content = Path(path).read_text(encoding="utf-8", errors="surrogateescape")
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"cannot read {clip(str(path))}: {getattr(error, 'strerror', None) or error}") from None
    return text.read(content)


def append(path: str | Path, record: Record) -> None:
    """Add a game to the end of a file, which is made if it is not there.

    All of it is written at once, on lines of its own, whatever the file ends with: whoever is killed leaves the games
    before whole, and several writers do not mix theirs.
    """
    written = text.write([record]).encode()
    try:
        with Path(path).open("ab", buffering=len(written) + 2) as file:  # So that nothing is written before the end.
            file.write(b"\n" if file.tell() else b"")
            file.write(written)
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"cannot write {clip(str(path))}: {getattr(error, 'strerror', None) or error}") from None
