"""Positions as planes of small whole numbers, for code that learns.

An observation has the form (planes, ranks, files), rank 1 and file a first, as actions count the squares; `names` says
what each plane shows. It is what one of the players sees: own pieces come before the other's, but the board is never
turned. Squares are 0 or 1. A count that the rules limit fills a plane of its own, in percent of that limit.

Hive has no board, but a window of 28 × 28 hexes with the hive in its middle. Its rows go from north to south, each half
a hex further east than the one above; its columns from west to east. A hive is one piece of at most 28 hexes, so it
always fits. Each piece has a plane, own pieces first, each side's in the order of `actions.HIVE_PIECES`; the hex
where the piece lies holds its level, 1 on the ground. A piece whose plane is empty is in hand, or not in this game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from plyboard.protocols import actions
from plyboard.protocols.actions import HIVE_PIECES, HIVE_SIDES
from plyboard.rules import hive, hiya, pincer, raichu, ricocheckers
from plyboard.rules.core import Position, UnknownGame, clip
from plyboard.rules.squares import square_names

Planes = NDArray[np.int8]

MOST = 100
"""No plane holds a larger number."""

_ABOUT_YOU = ("you are the second player", "it is your move")


class View(ABC):
    """A position with what has to be known of the game so far to observe it. A value, as a position is."""

    position: Position

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """What each plane shows."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int, int]:
        """How many planes, ranks and files an observation has."""

    @abstractmethod
    def after(self, move: str) -> Self:
        """The view after a legal move, in its canonical text."""

    @abstractmethod
    def planes(self, player: int) -> Planes:
        """What a player sees."""

    def __reduce__(self) -> tuple[Callable[[Position], View], tuple[Position]]:
        return view, (self.position,)


def view(position: Position) -> View:
    """The view of a position.

    >>> import plyboard
    >>> {name: view(plyboard.game(name).start()).shape for name in plyboard.games()}
    {'hiya': (12, 8, 7), 'ricocheckers': (5, 11, 11), 'pincer': (7, 7, 7), 'hive': (32, 28, 28), 'raichu': (9, 8, 8)}
    """
    if position.game == "hive":
        return HiveView.of(position)
    if position.game == "raichu":
        return BoardView(_raichu(actions.board_size(position)), position)
    if position.game not in _BOARDS:
        known = ", ".join([*_BOARDS, "hive", "raichu"])
        raise UnknownGame(f"nothing says how {clip(position.game)} is observed; there are planes for {known}")
    return BoardView(_BOARDS[position.game], position)


@dataclass(frozen=True)
class _Board:
    """How the positions of a game on squares are observed."""

    files: int
    ranks: int
    names: tuple[str, ...]
    fill: Callable[[list[str], int, Planes], None]
    """Fills all planes but the last two, from the fields of a position's text, for a player."""

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """How many planes, ranks and files an observation has."""
        return len(self.names), self.ranks, self.files


@dataclass(frozen=True)
class BoardView(View):
    """The view of a position on squares: its text says all."""

    board: _Board
    position: Position

    @property
    def names(self) -> tuple[str, ...]:
        """What each plane shows."""
        return self.board.names

    @property
    def shape(self) -> tuple[int, int, int]:
        """How many planes, ranks and files an observation has."""
        return self.board.shape

    def after(self, move: str) -> Self:
        """The view after a move."""
        return type(self)(self.board, self.position.play(move))

    def planes(self, player: int) -> Planes:
        """What a player sees."""
        planes = np.zeros(self.board.shape, np.int8)
        self.board.fill(str(self.position).split(" "), player, planes)
        planes[-2] = player
        planes[-1] = self.position.player == player
        return planes


def _owned(pieces: tuple[str, ...]) -> tuple[str, ...]:
    """The planes of a player's and of the other's pieces, which the rules call 'a king', 'a ninja' …"""
    return tuple(f"{whose} {piece.split()[-1]}" for whose in ("own", "other's") for piece in pieces)


# A rank of a position's text, digits for runs of empty squares, as a letter for each square.
_EMPTY_RUNS = str.maketrans({str(run): "." * run for run in range(1, 10)} | {"/": ""})


def _letters(files: int, ranks: int, letters: tuple[str, str]) -> Callable[[str, int, Planes], None]:
    """What fills a plane for each letter, a player's own letters first, from the board in a position's text."""
    codes = [
        np.frombuffer((letters[player] + letters[1 - player]).encode(), np.uint8).reshape(-1, 1, 1) for player in (0, 1)
    ]
    kinds = len(letters[0] + letters[1])

    def fill(board: str, player: int, planes: Planes) -> None:
        squares = np.frombuffer(board.translate(_EMPTY_RUNS).encode(), np.uint8).reshape(ranks, files)
        np.equal(squares[::-1], codes[player], out=planes[:kinds].view(np.bool_))

    return fill


def _hiya() -> _Board:
    pieces = _letters(hiya.FILES, hiya.RANKS, hiya.PIECES)

    def fill(fields: list[str], player: int, planes: Planes) -> None:
        pieces(fields[0], player, planes)

    return _Board(hiya.FILES, hiya.RANKS, (*_owned(hiya.NAMES), *_ABOUT_YOU), fill)


def _pincer() -> _Board:
    size, numbers = pincer.SIZE, _numbers(pincer.SIZE)
    pieces = _letters(size, size, (pincer.LETTERS[0], pincer.LETTERS[1]))

    def fill(fields: list[str], player: int, planes: Planes) -> None:
        board, _, first, played = fields
        pieces(board, player, planes)
        if first != pincer.TURN_BEGINS:
            planes[3] = 1
            if first != pincer.CAUGHT:
                planes[2].flat[numbers[first]] = 1
        planes[4] = int(played) * MOST // pincer.LAST_MOVE

    names = ("own piece", "other's piece", "has moved in this turn", "it is the second move of a turn", "moves played")
    return _Board(size, size, (*names, *_ABOUT_YOU), fill)


def _ricocheckers() -> _Board:
    size, numbers = ricocheckers.SIZE, _numbers(ricocheckers.SIZE)

    def fill(fields: list[str], player: int, planes: Planes) -> None:
        pieces, _, played = fields
        for owner, squares in enumerate(pieces.split("/")):
            for square in squares.split(","):
                planes[int(owner != player)].flat[numbers[square]] = 1
        planes[2] = int(played) * MOST // ricocheckers.LAST_PLY

    return _Board(size, size, ("own piece", "other's piece", "plies played", *_ABOUT_YOU), fill)


@cache
def _raichu(size: int) -> _Board:
    pieces = _letters(size, size, raichu.PIECES)

    def fill(fields: list[str], player: int, planes: Planes) -> None:
        board, _, quiet = fields
        pieces(board, player, planes)
        planes[6] = int(quiet) * MOST // raichu.QUIET_PLIES

    return _Board(size, size, (*_owned(raichu.NAMES), "quiet plies", *_ABOUT_YOU), fill)


def _numbers(size: int) -> dict[str, int]:
    return {name: number for number, name in enumerate(square_names(size, size))}


_BOARDS = {"hiya": _hiya(), "ricocheckers": _ricocheckers(), "pincer": _pincer()}

_PIECES = len(HIVE_PIECES)
_OFFSETS = (*hive.AROUND, 0)  # In the order of HIVE_SIDES.


@dataclass(frozen=True)
class HiveView(View):
    """The view of a Hive position: where its pieces lie, found without the rules by following the moves."""

    position: Position
    where: dict[int, int]
    """The hex of each piece in play, in the order in which they came there: a stack from its bottom to its top."""
    stunned: int | None
    seen: tuple[int, ...]
    """A number for each hive since the last placement, this one included: no earlier one can come back."""

    @classmethod
    def of(cls, position: Position) -> Self:
        """The view of a position from the moves in its text."""
        start = cls(position, {}, None, (0,))
        for move in str(position).split(";")[3:]:
            start = start._moved(move, position)
        return start

    @property
    def names(self) -> tuple[str, ...]:
        """What each plane shows."""
        pieces = (f"{whose} {piece[1:]}" for whose in ("own", "other's") for piece in HIVE_PIECES[: _PIECES // 2])
        return (*pieces, "is stunned", "how often this position was there before", *_ABOUT_YOU)

    @property
    def shape(self) -> tuple[int, int, int]:
        """How many planes, rows and columns an observation has."""
        return _PIECES + 4, _PIECES, _PIECES

    def after(self, move: str) -> Self:
        """The view after a move."""
        return self._moved(move, self.position.play(move))

    def _moved(self, move: str, position: Position) -> Self:
        if move == actions.PASS:
            return type(self)(position, self.where, None, (*self.seen, self.seen[-1]))
        mover, place = divmod(actions.of(position).numbers[move], _PIECES * len(HIVE_SIDES))
        reference, side = divmod(place, len(HIVE_SIDES))
        where = self.where.copy()
        placed = where.pop(mover, None) is None
        # The first piece of the game names its own hex, the origin.
        where[mover] = self.where.get(reference, 0) + _OFFSETS[side]
        now = hash(frozenset(zip(where, where.values(), _levels(where), strict=True)))
        if placed:
            return type(self)(position, where, None, (now,))
        return type(self)(position, where, mover, (*self.seen, now))

    def planes(self, player: int) -> Planes:
        """What a player sees."""
        planes = np.zeros(self.shape, np.int8)
        if self.where:
            rows = [(hex + hive.ROW // 2) // hive.ROW for hex in self.where.values()]
            columns = [hex - row * hive.ROW for hex, row in zip(self.where.values(), rows, strict=True)]
            top, left = _margin(rows), _margin(columns)
            own_first = [(piece + player * _PIECES // 2) % _PIECES for piece in self.where]
            planes[own_first, [row + top for row in rows], [column + left for column in columns]] = _levels(self.where)
            if self.stunned is not None:
                planes[_PIECES, rows[-1] + top, columns[-1] + left] = 1
        planes[-3] = self.seen[-3::-2].count(self.seen[-1])  # Every second one had the same side to move.
        planes[-2] = player
        planes[-1] = self.position.player == player
        return planes


def _levels(where: dict[int, int]) -> list[int]:
    """The level of each piece, 1 on the ground."""
    heights: dict[int, int] = {}
    levels = []
    for hex in where.values():
        heights[hex] = level = heights.get(hex, 0) + 1
        levels.append(level)
    return levels


def _margin(coordinates: list[int]) -> int:
    """What to add to coordinates so that they lie in the middle of the window."""
    first, last = min(coordinates), max(coordinates)
    return (_PIECES - (last - first + 1)) // 2 - first
