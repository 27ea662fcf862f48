"""Games of Raichu as the boards they went through, one a line, as the course has them; an empty line between games."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from math import isqrt

import plyboard
from plyboard.records.record import InvalidRecord, Played, Record, UnfitRecord
from plyboard.rules.core import InvalidPosition, Position, clip
from plyboard.rules.raichu import EMPTY, PIECES, SIDES

LETTERS = "".join((EMPTY, *PIECES))
"""What stands on the squares of a board."""


def write(records: Iterable[Record]) -> str:
    """The boards of some games; what else a record tells has no place among them."""
    return "\n".join(map(_boards, records))


def read(text: str) -> list[Record]:
    """The games that boards tell; raises InvalidRecord, which keeps those before the fault."""
    whole: list[Record] = []
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    for is_game, boards in groupby(lines, lambda numbered: bool(numbered[1])):
        if is_game:
            whole.append(_record(list(boards), whole))
    return whole


def _boards(record: Record) -> str:
    if record.game != "raichu":
        raise UnfitRecord(f"a list of boards tells a game of Raichu, not of {plyboard.game(record.game).title}")
    return "".join(f"{_board(position)}\n" for position in record.positions())


def _board(position: Position) -> str:
    return str(position).split(" ")[0]


def _record(lines: list[tuple[int, str]], whole: list[Record]) -> Record:
    start = position = _start(lines, whole)
    moves = []
    for number, board in lines[1:]:
        reached = [(move, after) for move, after in position.successors() if _board(after) == board]
        if not reached:
            mover = plyboard.game("raichu").players[position.player]
            raise InvalidRecord(number, f"no move of {mover} leads from the board above to {clip(board, 400)}", whole)
        [(move, position)] = reached
        moves.append(Played(move))
    usual, options = _usual_start(lines[0][1])
    return Record(
        "raichu",
        ("?", "?"),
        options=options if start == usual else {},
        start=None if start == usual else str(start),
        moves=tuple(moves),
        outcome=position.outcome(),
    )


def _start(lines: list[tuple[int, str]], whole: list[Record]) -> Position:
    """The position of the first board. Boards do not tell whose move it is: White's, unless only Black's move fits."""
    number, board = lines[0]
    try:
        starts = [plyboard.game("raichu").parse(f"{board} {side} 0") for side in SIDES]
    except InvalidPosition as error:
        raise InvalidRecord(number, str(error), whole) from None
    following = lines[1][1] if len(lines) > 1 else None
    fitting = [start for start in starts if following in [_board(after) for _, after in start.successors()]]
    return (fitting or starts)[0]


def _usual_start(board: str) -> tuple[Position, dict[str, int]]:
    """The usual start on a board of this size, and its options."""
    size = isqrt(len(board))
    rules = plyboard.game("raichu")
    usual = rules.start()
    return (usual, {}) if len(_board(usual)) == len(board) else (rules.start(size=size), {"size": size})
