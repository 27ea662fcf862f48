"""The tags with a meaning of their own that stand above the moves of a game, each both ways: written, and read back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

import plyboard
from plyboard.records.record import Record
from plyboard.rules.core import Outcome

WINNERS: dict[str, int | None] = {"1-0": 0, "0-1": 1, "1/2-1/2": None}
UNFINISHED = "*"
ENDS = (*WINNERS, UNFINISHED)
"""How a game may end."""


def number(value: float) -> str:
    """A number that reads back equal.

    >>> number(0.5), number(60.0), number(1e20)
    ('0.5', '60', '1e20')
    """
    return repr(value).removesuffix(".0").replace("e+", "e")


class Tag(NamedTuple):
    """A tag with a meaning of its own: from a record to JSON, and back."""

    write: Callable[[Record], Any]
    """None where there is nothing to say."""
    read: Callable[[Any], Any]
    """Raises ValueError with what would be right, or a PlyboardError that explains more."""


def result_of(outcome: Outcome | None) -> str:
    """How a game ended, in figures.

    >>> result_of(Outcome(1, "White resigned")), result_of(None)
    ('0-1', '*')
    """
    if outcome is None:
        return UNFINISHED
    return next(result for result, winner in WINNERS.items() if winner == outcome.winner)


def one_of(words: Iterable[str]) -> str:
    """Words of which one is right: a, b or c."""
    *first, last = words
    return f"{', '.join(first)} or {last}"


def text(value: object) -> str:
    """A value that must be a text."""
    if not isinstance(value, str):
        raise ValueError("a text in quotes")
    return value


def _read_game(value: object) -> str:
    return plyboard.game(text(value)).name


def _read_options(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError('names with values, as in {"size": 10}')
    return value


def _written_date(date: datetime) -> str:
    text = date.isoformat(" ")
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def _read_date(value: object) -> datetime:
    try:
        date = datetime.fromisoformat(text(value))
    except ValueError:
        raise ValueError("a date and a time, as in 2026-01-05 12:30:00Z") from None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _read_clock(value: object) -> tuple[float, float]:
    try:
        seconds, increment = text(value).split("+")
        return float(seconds), float(increment)
    except ValueError:
        raise ValueError("seconds for the game and seconds added after each move, as in 60+0.5") from None


def _read_result(value: object) -> str:
    if value not in ENDS:
        raise ValueError(one_of(ENDS))
    return str(value)


TAGS = {
    "Game": Tag(lambda record: record.game, _read_game),
    "Options": Tag(lambda record: dict(record.options) or None, _read_options),
    "First": Tag(lambda record: record.players[0], text),
    "Second": Tag(lambda record: record.players[1], text),
    "Date": Tag(lambda record: _written_date(record.date), _read_date),
    "Start": Tag(lambda record: record.start, text),
    "Clock": Tag(lambda record: record.clock and "+".join(map(number, record.clock)), _read_clock),
    "Result": Tag(lambda record: result_of(record.outcome), _read_result),
    "Reason": Tag(lambda record: record.outcome and record.outcome.reason, text),
}
