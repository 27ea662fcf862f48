"""A short game of each kind, to be played on the small boards of the first page."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import plyboard
from plyboard.records.record import Played, Record
from plyboard.web import boards

_MOVES = {
    "hiya": "a3b4,b6b5,c3b4,g6f5,b4a5,c7d6,c2c5,g7g4,c5c7,b7c8,c7d7",
    "ricocheckers": "g7h7,g6k6,h7h4,k6k7,f7h7,k7i7,h4h6,i7i11,h6g6,i11f11,h7h4,e5d5,h4j4,d5d8,e6a6,f5d5",
    "pincer": "a5b5,a7b7,a1b1,a3b3,g1f1,g3f3,g5f5,g7f7,b5b4,f1f2,f5f4,f7f6,b7b6,f2e2,b1b2,f6e6",
    "hive": (
        r"wP,bS1 \wP,wQ /wP,bB1 -bS1,wA1 wP-,bM \bS1,wA1 \bM,bQ bM-,wM wA1/,bP /bB1,wM bQ/,bA1 -bB1,wB1 wP-,bA1 wQ\,"
        r"wB1 bS1-,bP bB1\,wB1 bQ,bB1 /bP,wB2 wB1-,bB1 wQ,wP bS1-,bS2 bB1-,wA1 -wM"
    ),
    "raichu": "e7e5,f2f4,a7a5,a3b4,a5a3,d2d3,a3a1,f4e4,a1a2,e4e6,a2f7,h2h4,f7h5,h4f4,h5b5,d3d4",
}


def record(game: str) -> Record:
    """The game to be shown; a game without one stands still."""
    moves = tuple(Played(move) for move in _MOVES.get(game, "").split(",") if move)
    options = {"expansions": "MLP"} if game == "hive" else {}
    return Record(game, ("human", "human"), options, moves=moves)


@lru_cache(maxsize=32)
def show(game: str) -> dict[str, Any]:
    """Board and positions of the game that is shown."""
    rules = plyboard.game(game, backend="python")
    chosen = record(rules.name)
    position = rules.start(**chosen.options)
    views = [boards.state(position)]
    for played in chosen.moves:
        after = position.play(played.move)
        views.append(boards.state(after, last_move=played.move, before=position))
        position = after
    return {"board": boards.board(rules.start(**chosen.options)), "views": views}
