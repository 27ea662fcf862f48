"""The counts in `tests/data/*.perft`: one position a line, its text, ' = ', and perft 1, 2, 3 … from there."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "data"


def read(name: str) -> list[tuple[str, list[int]]]:
    """The positions of `<name>.perft` with their counts; the name may have a folder, as in "hive/openings"."""
    lines = (DATA / f"{name}.perft").read_text(encoding="utf-8").splitlines()
    rows = (line.split(" = ") for line in lines if line and not line.startswith("#"))
    return [(text, [int(count) for count in counts.split()]) for text, counts in rows]
