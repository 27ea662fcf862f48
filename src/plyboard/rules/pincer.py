"""Pincer: take the other's pieces between two of your own, or between one of your own and the wall.

On 7 × 7 squares each player has four pieces that step one square up, down, left or right. A turn is two moves by two
different pieces, or one move by a player with a single piece. After each single move whatever stands in a pincer
leaves the board, own pieces too. Who loses all pieces loses; one piece each is a draw; after 50 single moves the
player with more pieces wins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Self

from plyboard.rules.core import InvalidPosition, Outcome, clip
from plyboard.rules.squares import SquarePosition, read_count, read_fields, read_ranks, square_names, write_ranks

SIZE = 7
PIECES_A_SIDE = 4
LAST_MOVE = 50
LETTERS = "TC"
EMPTY = "."

SQUARES = square_names(SIZE, SIZE)
START = "T5C/7/T5C/7/C5T/7/C5T t - 0"

# What the third field of a position says when it names no square: the turn begins, or the piece that moved first in
# this turn was caught as it moved.
TURN_BEGINS = "-"
CAUGHT = "x"

_NUMBERS = {name: number for number, name in enumerate(SQUARES)}
# The numbers of the squares of each row and each column.
_ROWS = [range(SIZE * rank, SIZE * (rank + 1)) for rank in range(SIZE)]
_COLUMNS = [range(file, SIZE * SIZE, SIZE) for file in range(SIZE)]
# Each line with the slice that cuts it out of a board.
LINES = [(line, slice(line.start, line.stop, line.step)) for line in _ROWS + _COLUMNS]


def _neighbours(square: int) -> list[int]:
    """The squares one step up, down, left and right."""
    up = [square + SIZE] if square < SIZE * (SIZE - 1) else []
    down = [square - SIZE] if square >= SIZE else []
    left = [square - 1] if square % SIZE > 0 else []
    right = [square + 1] if square % SIZE < SIZE - 1 else []
    return up + down + left + right


NEIGHBOURS = [_neighbours(square) for square in range(SIZE * SIZE)]
# From each square: where a step can end, with the text of that move.
_STEPS = [[(end, SQUARES[start] + SQUARES[end]) for end in NEIGHBOURS[start]] for start in range(SIZE * SIZE)]


@cache
def caught_in_line(line: str) -> tuple[int, ...]:
    """Which places of one row or column are caught.

    A run of one colour is caught when neither of its ends is free, and not both of them are the wall.

    >>> caught_in_line("TCT....")
    (0, 1)
    """
    walled = f"|{line}|"
    caught: list[int] = []
    for run in re.finditer("T+|C+", walled):
        ends = walled[run.start() - 1] + walled[run.end()]
        if EMPTY not in ends and ends != "||":
            caught += range(run.start() - 1, run.end() - 1)
    return tuple(caught)


def caught_on(board: str) -> set[int]:
    """The squares of all caught pieces of both colours, found in every row and column before any is removed."""
    return {line[place] for line, cut in LINES for place in caught_in_line(board[cut])}


Move = tuple[int, int]


class PincerPosition(SquarePosition):
    """The board as 49 letters in the order of `SQUARES`, whose move it is, how far the turn is, the moves played.

    `first` is the third field of the text: `-` at the start of a turn, else where the piece that moved first in this
    turn stands, or `x` if it was caught as it moved.
    """

    game = "pincer"
    title = "Pincer"
    players = ("Triangles", "Circles")

    def __init__(self, board: str, player: int, first: str, played: int) -> None:
        self.board = board
        self._player = player
        self.first = first
        self.played = played

    @classmethod
    def start(cls) -> Self:
        return cls.parse(START)

    @property
    def player(self) -> int:
        return self._player

    def size(self) -> tuple[int, int]:
        return SIZE, SIZE

    def piece(self, square: str) -> tuple[int, str] | None:
        letter = self.board[_NUMBERS[square]]
        return None if letter == EMPTY else (LETTERS.index(letter), "a triangle" if letter == "T" else "a circle")

    # Moving

    def legal(self) -> Mapping[str, Move]:
        return {} if self.outcome() is not None else self._steps()

    def _steps(self) -> dict[str, Move]:
        """The steps of the player's pieces onto empty squares, without the piece that already moved in this turn."""
        board = self.board
        own = LETTERS[self._player]
        resting = _NUMBERS.get(self.first)
        return {
            text: (start, end)
            for start, letter in enumerate(board)
            if letter == own and start != resting
            for end, text in _STEPS[start]
            if board[end] == EMPTY
        }

    def after(self, move: Move) -> Self:
        start, end = move
        squares = list(self.board)
        squares[start], squares[end] = EMPTY, squares[start]
        for square in caught_on("".join(squares)):
            squares[square] = EMPTY
        board = "".join(squares)
        position = type(self)
        if self._is_first_of_two():
            first = CAUGHT if board[end] == EMPTY else SQUARES[end]
            second = position(board, self._player, first, self.played + 1)
            if second._steps():
                return second
        return position(board, 1 - self._player, TURN_BEGINS, self.played + 1)

    def _is_first_of_two(self) -> bool:
        """Whether the next move begins a turn of two moves."""
        return self.first == TURN_BEGINS and self.board.count(LETTERS[self._player]) > 1

    def why_not(self, move: str) -> str:
        if move.startswith(self.first):
            movers = ", ".join(self._movers())
            return f"{self.first} has moved in this turn: the second move is by another piece. Those stand on {movers}"
        return super().why_not(move)

    # The end

    def outcome(self) -> Outcome | None:
        triangles, circles = (self.board.count(letter) for letter in LETTERS)
        if triangles == circles == 0:
            return Outcome(None, "neither player has a piece left")
        if triangles == 0:
            return Outcome(1, "Triangles have no piece left")
        if circles == 0:
            return Outcome(0, "Circles have no piece left")
        if triangles == circles == 1:
            return Outcome(None, "each player has one piece left")
        if self.played < LAST_MOVE:
            return None
        if triangles == circles:
            return Outcome(None, f"{LAST_MOVE} moves played: {triangles} pieces each")
        winner = 0 if triangles > circles else 1
        more, fewer = max(triangles, circles), min(triangles, circles)
        return Outcome(winner, f"{LAST_MOVE} moves played: {self.players[winner]} have {more} pieces against {fewer}")

    # Texts

    def __str__(self) -> str:
        return f"{write_ranks(self.board, SIZE)} {'tc'[self._player]} {self.first} {self.played}"

    @classmethod
    def parse(cls, text: str) -> Self:
        names = ("board", "side to move", "piece that moved first in this turn", "moves played")
        ranks, side, first, count = read_fields(text, names, START)
        board = "".join(read_ranks(ranks, SIZE, SIZE, LETTERS, cls.title))
        for letter, name in zip(LETTERS, cls.players, strict=True):
            if board.count(letter) > PIECES_A_SIDE:
                raise InvalidPosition(f"{name} have {board.count(letter)} pieces, at most {PIECES_A_SIDE} are allowed")
        if caught := caught_on(board):
            squares = ", ".join(SQUARES[square] for square in sorted(caught))
            raise InvalidPosition(f"the board is not settled, pieces stand caught on {squares}")
        if side not in ("t", "c"):
            raise InvalidPosition(f"the side to move is {clip(side)}, it must be t or c")
        position = cls(board, "tc".index(side), first, read_count(count, "the number of moves", LAST_MOVE))
        if first != TURN_BEGINS:
            position._check_second_move()
        return position

    def _check_second_move(self) -> None:
        """Refuse a third field that cannot stand in the middle of a turn."""
        field, name, own = f"the third field is {clip(self.first)}", self.players[self._player], LETTERS[self._player]
        if self.first == CAUGHT:
            if self.board.count(own) == PIECES_A_SIDE:
                raise InvalidPosition(f"{field}, a piece was caught, but {name} still have all {PIECES_A_SIDE} pieces")
        elif self.first not in _NUMBERS:
            raise InvalidPosition(f"{field}, it must be {TURN_BEGINS}, {CAUGHT} or a square from a1 to g7")
        elif self.board[_NUMBERS[self.first]] != own:
            raise InvalidPosition(f"{field}, but no piece of {name}, who are to move, stands there")
        if self.played == 0:
            raise InvalidPosition(f"{field}, but no move has been played; at the start of a turn it is {TURN_BEGINS}")
        if not self._steps():
            raise InvalidPosition(f"{field}, but {name} have no other piece that can move; then their turn is over")
