"""Games of Hive as GameStrings of the Universal Hive Protocol, one a line, as viewers and engines exchange them."""

from __future__ import annotations

from collections.abc import Iterable

import plyboard
from plyboard.records.record import InvalidRecord, Played, Record, UnfitRecord
from plyboard.rules.core import InvalidPosition, Outcome

WINNERS: dict[str, int | None] = {"WhiteWins": 0, "BlackWins": 1, "Draw": None}


def write(records: Iterable[Record]) -> str:
    """The GameStrings of some games; what else a record tells has no place in them."""
    return "".join(f"{_game_string(record)}\n" for record in records)


def read(text: str) -> list[Record]:
    """The games that GameStrings tell; raises InvalidRecord, which keeps those before the fault."""
    whole: list[Record] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                whole.append(_record(line.strip()))
            except InvalidPosition as error:
                raise InvalidRecord(number, str(error), whole) from None
    return whole


def _game_string(record: Record) -> str:
    if record.game != "hive":
        raise UnfitRecord(f"a GameString tells a game of Hive, not of {plyboard.game(record.game).title}")
    pieces, state, *rest = str(record.final()).split(";")
    if record.outcome is not None:  # Someone may have resigned: the hive alone does not tell.
        state = next(state for state, winner in WINNERS.items() if winner == record.outcome.winner)
    return ";".join((pieces, state, *rest))


def _record(line: str) -> Record:
    position = plyboard.game("hive").parse(line)
    pieces, _, _, *moves = str(position).split(";")
    expansions = pieces.partition("+")[2]
    said = line.partition(";")[2].partition(";")[0]
    outcome = position.outcome()
    if outcome is None and said in WINNERS:
        outcome = Outcome(WINNERS[said], "as its GameString says")
    return Record(
        "hive",
        ("?", "?"),
        options={"expansions": expansions} if expansions else {},
        moves=tuple(map(Played, moves)),
        outcome=outcome,
    )
