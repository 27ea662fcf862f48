"""Games as text, in the spirit of PGN: tags, then a move a line, then the result.

    [Game "hiya"]
    [First "human"]
    [Second "engine:level=3"]
    [Date "2026-01-05 12:30:00Z"]
    [Result "1-0"]
    [Reason "South attacked North's king"]

      1. e2b5     {seconds 3.5} "Straight at them."
      2. c6c5     {value -1.5, depth 4, nodes 500, seconds 0.01}
      3. b5d7
    1-0

What stands in quotes is written as in JSON, so that any text has its place in one line. The result at the end shows
that a game is whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from plyboard.records import tags
from plyboard.records.record import InvalidRecord, Played, Record
from plyboard.records.tags import ENDS, TAGS, UNFINISHED, WINNERS, one_of
from plyboard.rules.core import GameOver, IllegalMove, Outcome, PlyboardError, Position, clip

NOTES: dict[str, type[int] | type[float]] = {
    "value": float,
    "win": int,
    "depth": int,
    "nodes": int,
    "seconds": float,
    "clock": float,
}
"""What may be said of a move in braces: the numbers of `Played`, in its order."""

_NO_UTF8 = re.compile("[\ud800-\udfff]")
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_TAG_LINE = re.compile(rf"\[\s*(\w+|{_QUOTED})\s+(.*)\]")
_PLAIN_MOVE = re.compile(r'[^\s"{](?:[^"{]*[^\s"{])?')
_MOVE_LINE = re.compile(
    rf"(\d+)\.\s*({_QUOTED}|{_PLAIN_MOVE.pattern})\s*(?:\{{([^{{}}\"]*)\}})?\s*({_QUOTED})?", re.ASCII
)


def write(records: Iterable[Record]) -> str:
    """The text of some games, an empty line between them."""
    return "\n".join(map(_written, records))


def read(text: str) -> list[Record]:
    """The games that a text tells; raises InvalidRecord, which keeps those before the fault.

    Every move is checked by the rules, and a move typed in another form is read as the rules write it.
    """
    reader = _Reader()
    for line in text.removeprefix("\ufeff").rstrip().split("\n"):
        reader.take(line.strip())
    reader.end()
    return reader.whole


def _write_move(number: int, played: Played) -> str:
    """The line of a move, counted from 1."""
    # The width is always the same, so that a long move changes no other line.
    move = f"{played.move if _is_plain(played.move) else _json(played.move):<8}"
    said: Iterable[tuple[str, float | None]] = zip(NOTES, played[1:-1], strict=True)
    notes = ", ".join([f"{name} {tags.number(value)}" for name, value in said if value is not None])
    line = f"{number:>3}. {move} {{{notes}}}" if notes else f"{number:>3}. {move}"
    return f"{line} {_json(played.comment)}" if played.comment else line.rstrip()


def _written(record: Record) -> str:
    said = {name: tag.write(record) for name, tag in TAGS.items()}
    own = [f"[{name} {_json(value)}]" for name, value in said.items() if value is not None]
    more = [f"[{_plain_or_quoted(name)} {_json(value)}]" for name, value in record.tags.items()]
    moves = [_write_move(number, played) for number, played in enumerate(record.moves, 1)]
    return "\n".join([*own, *more, "", *moves, said["Result"], ""])


def _is_plain(move: str) -> bool:
    return move.isalnum() or (move.isprintable() and _PLAIN_MOVE.fullmatch(move) is not None)


def _plain_or_quoted(name: str) -> str:
    """The name of a tag that is none of ours, quoted where it could be taken for one."""
    return name if re.fullmatch(r"\w+", name) and name not in TAGS else _json(name)


def _json(value: object) -> str:
    """JSON in one line, with the letters of all languages, and no character that cannot be seen."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


class _Reader:
    """Takes line after line; `whole` holds the games that have come to their last line."""

    def __init__(self) -> None:
        self.whole: list[Record] = []
        self._line = 0
        self._next_game()

    def _next_game(self) -> None:
        self._said: dict[str, Any] = {}
        self._lines: dict[str, int] = {}
        self._more: dict[str, str] = {}
        self._moves: list[Played] = []
        self._position: Position | None = None

    def take(self, line: str) -> None:
        """The next line of the text, without the space around it."""
        self._line += 1
        if not line:
            return
        if _NO_UTF8.search(line):
            raise self._fault("this is not UTF-8 text")
        if line.startswith("["):
            self._take_tag(line)
        elif line in ENDS:
            self._take_result(line)
        else:
            self._take_move(line)

    def end(self) -> None:
        """There are no more lines."""
        if self._lines:
            raise self._fault(f"the game is cut off: its result at the end, {one_of(ENDS)}, is missing")

    def _fault(self, reason: str, line: int | None = None) -> InvalidRecord:
        return InvalidRecord(line or self._line, reason, self.whole)

    def _take_tag(self, line: str) -> None:
        if self._position is not None:
            raise self._fault(f"a game begins before the one above has its result at its end, {one_of(ENDS)}")
        found = _TAG_LINE.fullmatch(line)
        if not found:
            raise self._fault(f'{clip(line)} is no tag; a tag is written [Name "text"]')
        written, text = found.groups()
        tag = TAGS.get(written)  # In quotes it is none of ours.
        try:
            value = json.loads(text)
            name = json.loads(written) if written.startswith('"') else written
        except (ValueError, RecursionError):
            raise self._fault(f'{clip(text)} is no text in quotes, as in [First "human"]') from None
        if name in (self._said if tag else self._more):
            raise self._fault(f"the tag {name} is there twice")
        self._lines[written] = self._line
        try:
            if tag:
                self._said[name] = tag.read(value)
            else:
                self._more[name] = tags.text(value)
        except PlyboardError as error:
            raise self._fault(str(error)) from None
        except ValueError as error:
            raise self._fault(f"{name} is {clip(text)}, it must be {error}") from None

    def _begun(self) -> Position:
        """The position to which the game has come; at first the one in which it began."""
        if self._position is None:
            if not self._lines:
                raise self._fault('a game begins with its tags, the first being its name, as in [Game "hiya"]')
            for name in ("Game", "First", "Second", "Date", "Result"):
                if name not in self._said:
                    raise self._fault(f"the tag {name} is missing above")
            try:
                self._position = self._record(None).begin()
            except PlyboardError as error:
                about = next((name for name in ("Start", "Options") if name in self._said), "Game")
                raise self._fault(str(error), self._lines[about]) from None
        return self._position

    def _take_move(self, line: str) -> None:
        position = self._begun()
        found = _MOVE_LINE.fullmatch(line)
        if not found:
            raise self._fault(
                f"{clip(line)} is no tag, no move and no result; a move is written as in "
                f'{len(self._moves) + 1}. {next(iter(position.moves()), "e2b5")} {{value 0.5}} "comment"'
            )
        number, move, notes, comment = found.groups()
        if int(number[:9]) != len(self._moves) + 1:
            raise self._fault(f"the move is numbered {clip(number)}, it must be {len(self._moves) + 1}")
        try:
            typed = json.loads(move) if move.startswith('"') else move
            said = json.loads(comment) if comment else ""
        except ValueError:
            raise self._fault(f"{clip(line)}: what stands in quotes is written as in JSON") from None
        try:
            after = position.play(typed)
        except (IllegalMove, GameOver) as error:
            raise self._fault(f"move {number}, {clip(typed)}: {error}") from None
        if typed not in position.moves():
            typed = next(move for move, reached in position.successors() if reached == after)
        self._moves.append(Played(typed, **self._read_notes(notes or ""), comment=said))
        self._position = after

    def _read_notes(self, text: str) -> dict[str, Any]:
        notes: dict[str, Any] = {}
        for part in filter(None, map(str.strip, text.split(","))):
            name, _, number = part.partition(" ")
            if name not in NOTES or name in notes:
                raise self._fault(
                    f"{clip(part)} is no note, or is there twice; the notes are {', '.join(NOTES)}, each with a number"
                )
            try:
                notes[name] = NOTES[name](number)
            except ValueError:
                kind = "whole number" if NOTES[name] is int else "number"
                raise self._fault(f"the note {name} is {clip(number)}, it must be a {kind}") from None
        return notes

    def _take_result(self, result: str) -> None:
        self._begun()
        if result != self._said["Result"]:
            raise self._fault(f"the game ends with {result}, but its tag Result says {self._said['Result']}")
        outcome = None if result == UNFINISHED else Outcome(WINNERS[result], self._said.get("Reason", ""))
        self.whole.append(self._record(outcome))
        self._next_game()

    def _record(self, outcome: Outcome | None) -> Record:
        said = self._said
        return Record(
            game=said["Game"],
            players=(said["First"], said["Second"]),
            options=said.get("Options", {}),
            start=said.get("Start"),
            moves=tuple(self._moves),
            outcome=outcome,
            date=said["Date"],
            clock=said.get("Clock"),
            tags=self._more,
        )
