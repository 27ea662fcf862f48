"""A small network that corrects what the features say: the engine's own, too much for a person to read.

It sees what stands where, with the eyes of the player to move. Each thing it can see has a row of numbers; the rows of
what is there are added up, cut off at 0 and `ONE`, and weighed. `engine/src/evaluation/net.rs` does it, and each game
there says what it sees; here a net is data.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

HIDDEN = 32
"""Numbers in a row."""

ONE = 256
"""What stands for one in the rows."""

RESULT_ONE = 16
"""What stands for a hundredth of a point in the weights of the result."""

_BYTES = 2
"""Each number is a whole one with a sign, the low byte first."""


@dataclass(frozen=True)
class Net:
    """The numbers of a network."""

    rows: bytes
    """A row for each thing that can be seen, and a last one that is always added."""
    result: bytes
    """What each number of the sum is worth."""

    def __post_init__(self) -> None:
        row = _BYTES * HIDDEN
        if not self.rows or len(self.rows) % row or len(self.result) != row:
            raise ValueError(f"a net has rows of {HIDDEN} numbers and {HIDDEN} for the result")

    def facts(self) -> dict[str, str]:
        """The net as a weights file keeps it."""
        return {"rows": b64encode(self.rows).decode(), "result": b64encode(self.result).decode()}

    @classmethod
    def of(cls, facts: Any) -> Net:
        """The net that `facts` told; raises ValueError."""
        if not isinstance(facts, Mapping) or not all(isinstance(facts.get(part), str) for part in ("rows", "result")):
            raise ValueError('it has no "rows" and "result"')
        try:
            return cls(*(b64decode(facts[part], validate=True) for part in ("rows", "result")))
        except binascii.Error as error:
            raise ValueError(f"its numbers cannot be read: {error}") from error
