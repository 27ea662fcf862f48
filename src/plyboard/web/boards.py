"""What a page is told about a position: the board, its pieces, and the legal moves as the clicks that make them.

The page knows no game. It is told of places (`a3`; in Hive `0,-1` or, in a hand, `hand-wA`), of pieces in places, and
of moves as paths from place to place. A move without a path, such as a pass, is a button.
"""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any, cast

from plyboard.draw import text
from plyboard.draw.svg import hexagons, squares, themes
from plyboard.draw.svg.hexagons import pile_name
from plyboard.draw.svg.honeycomb import hex_name, hex_of
from plyboard.draw.svg.parts import REACH, Place, Setting
from plyboard.draw.svg.pieces import LETTERS, lettered
from plyboard.rules import hive, pincer
from plyboard.rules.core import Position, PythonPosition
from plyboard.rules.hive import HivePosition
from plyboard.rules.pincer import PincerPosition
from plyboard.web import spoken
from plyboard.web.changes import change

View = dict[str, Any]

_SQUARE = re.compile(r"[a-z][1-9][0-9]?")
_LINED = ("ricocheckers",)
"""The games in which a move is understood by the line along which it goes."""


def view(position: Position, *, last_move: str | None = None, before: Position | None = None) -> View:
    """A position as a page shows it, with its board.

    `last_move` is marked; with the position `before` it the page also hears what it did: what was taken, what became of
    pieces. It is quickest with positions of the Python rules, which otherwise have to read the position first.
    """
    return {"board": board(position), **state(position, last_move=last_move, before=before)}


def board(position: Position) -> View:
    """What stays the same all through a game."""
    told = text.retold(position)
    setting = _drawing(told).setting(told)
    said: View = {"title": told.title, "players": list(told.players)}
    if setting is None:
        return {**said, "shape": "words", "cells": [], "looks": {}}
    return {
        **said,
        "shape": setting.shape,
        "width": setting.width,
        "height": setting.height,
        "reach": REACH,
        "centre": setting.centre,
        "room": setting.room,
        "largest": setting.largest,
        "lined": told.game in _LINED,
        "svg": setting.still,
        "cells": [_cell(told, place) for place in _drawing(told).places(told)],
        "looks": _looks(told, setting),
    }


def state(position: Position, *, last_move: str | None = None, before: Position | None = None) -> View:
    """What `view` tells, without the board: for a page that has seen it already."""
    told = text.retold(position)
    outcome = told.outcome()
    ids = places(told)
    seen: View = {
        "game": told.game,
        "text": str(told),
        "player": told.player,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        "status": text.status(told),
        "half": _half(told),
        "moves": [{"text": move, "path": path(told, move, ids)} for move in told.moves()],
        "last": last_move and _last(told, last_move, None if before is None else text.retold(before), ids),
        "pieces": [
            {"at": token.at, "look": token.look, "lift": token.lift, "resting": token.resting}
            for token in _drawing(told).tokens(told)
        ],
    }
    if told.game == "hive":  # The board grows.
        seen["cells"] = [_cell(told, place) for place in hexagons.places(told)]
    elif told.game not in LETTERS:  # What pieces there are is known once they are seen.
        setting = squares.setting(told)
        seen |= {"words": text.board(told)} if setting is None else {"looks": _looks(told, setting)}
    return seen


def _drawing(told: PythonPosition) -> ModuleType:
    return hexagons if told.game == "hive" else squares


def stylesheet() -> str:
    """The colours of boards and pieces, which follow the system's theme."""
    return themes.style("auto", "".join(f' class="{name}"' for name in themes.RULES))


def places(told: PythonPosition) -> set[str]:
    """The names of all places of a position."""
    if told.game == "hive":
        return {place.name for place in hexagons.places(told)}
    return {square for row in lettered(told) for square, _ in row}


def _cell(told: PythonPosition, place: Place) -> View:
    return {"id": place.name, "name": _place_name(told, place), "x": place.x, "y": place.y, "hand": place.hand}


def _place_name(told: PythonPosition, place: Place) -> str:
    """A place in words; a hex of Hive that holds a piece is called by that piece."""
    if place.hand is not None:
        return "in hand"
    if not isinstance(told, HivePosition):
        return place.name
    if not told.hive.stacks:
        return "in the middle"
    number = hex_of(place.name)
    return "" if number in told.hive.stacks else spoken.hex_beside(told.hive.reference(number))


def _looks(told: PythonPosition, setting: Setting) -> View:
    """How each piece looks and what it is called."""
    if told.game == "hive":
        named = {look: spoken.bug(look) for look in setting.looks}
    else:
        known = LETTERS.get(told.game, {})
        named = {look: spoken.piece_of(told, *known[look]) if look in known else look for look in setting.looks}
    return {look: {"svg": drawn, "name": named[look]} for look, drawn in setting.looks.items()}


def path(told: PythonPosition, move: str, ids: set[str]) -> list[str]:
    """The places to click for a move, one after the other."""
    if isinstance(told, HivePosition):
        if move == "pass":
            return []
        _, piece, end = cast(hive.Move, told.choices()[move])
        start = told.where.get(piece)
        return [pile_name(piece) if start is None else hex_name(start), hex_name(end)]
    squares = _SQUARE.findall(move)
    return squares if _SQUARE.match(move) and ids.issuperset(squares) else []


def _half(told: PythonPosition) -> View | None:
    """Which part of a turn it is in Pincer, of how many, and which piece has moved."""
    if not isinstance(told, PincerPosition):
        return None
    if told.first != pincer.TURN_BEGINS:
        return {"part": 2, "of": 2, "moved": None if told.first == pincer.CAUGHT else told.first}
    return {"part": 1, "of": min(2, told.board.count(pincer.LETTERS[told.player])), "moved": None}


def _last(told: PythonPosition, move: str, before: PythonPosition | None, ids: set[str]) -> View:
    """What the last move was, and what it did."""
    if before is None:
        # In Hive a move is only understood by the position before it.
        cells = [] if told.game == "hive" else path(told, move, ids)
        return {"text": move, "path": cells, "spoken": move, "call": "", "taken": [], "changed": []}
    return {"text": move, "path": path(before, move, ids), **change(before, move, told)}
