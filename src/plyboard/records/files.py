"""Games in files: read whole, in any form that Plyboard knows, or written one by one as they end."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from plyboard.records import hive, raichu, text
from plyboard.records.record import InvalidRecord, Record
from plyboard.rules.core import PlyboardError, clip


class UnreadableFile(PlyboardError):
    """A file that cannot be read or written."""


class Form(Protocol):
    """A way to write games as text."""

    def read(self, text: str) -> list[Record]:
        """The games of a text; raises InvalidRecord, which keeps those before the fault."""

    def write(self, records: Iterable[Record]) -> str:
        """The text of some games; raises UnfitRecord where one has no place in it."""


FORMS: dict[str, Form] = {"records": text, "gamestrings": hive, "boards": raichu}


def load(path: str | Path) -> list[Record]:
    """The games of a file in any of the FORMS; raises InvalidRecord, which keeps those before the fault."""
    try:
        # What is not UTF-8 is a fault of its line, and the games before it are kept.
        content = Path(path).read_text(encoding="utf-8", errors="surrogateescape")
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"cannot read {clip(str(path))}: {_reason(error)}") from None
    try:
        return form_of(content).read(content)
    except InvalidRecord as fault:
        raise InvalidRecord(fault.line, fault.reason, fault.whole, str(path)) from None


def form_of(content: str) -> Form:
    """The form in which a text tells games, as its first line looks."""
    first = content.lstrip("\ufeff \t\r\n").partition("\n")[0].strip()
    if first.startswith("Base"):
        return hive
    return raichu if first and not first.strip(raichu.LETTERS) else text


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
        raise UnreadableFile(f"cannot write {clip(str(path))}: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
