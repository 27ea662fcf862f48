"""Square boards: the names of squares, ranks written with digits for empty runs, and moves `<from><to>`.

A square is a number, counted from a1 along the ranks: on a board 7 files wide a1 is 0, g1 is 6, a2 is 7.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable

from plyboard.rules.core import IllegalMove, InvalidPosition, PythonPosition, clip

FILES = "abcdefghijklmnopqrstuvwxyz"


def square_names(files: int, ranks: int) -> list[str]:
    """The names of all squares in the order of their numbers.

    >>> square_names(2, 2)
    ['a1', 'b1', 'a2', 'b2']
    """
    return [f"{FILES[file]}{rank + 1}" for rank in range(ranks) for file in range(files)]


def read_ranks(text: str, files: int, ranks: int, letters: str, board: str) -> list[str]:
    """The board that ranks with digits for empty runs describe, top rank first; an empty square is '.'.

    Each digit is a run of its own: a split run such as 12 is read as 3 empty squares.

    >>> read_ranks("1X/2", 2, 2, "X", "tiny")
    ['.', '.', '.', 'X']
    """
    rows = text.split("/")
    if len(rows) != ranks:
        raise InvalidPosition(f"the board has {len(rows)} ranks, a {board} board has {ranks}: {clip(text, 80)}")
    squares: list[str] = []
    for number, row in zip(range(ranks, 0, -1), rows, strict=True):
        cells: list[str] = []
        for letter in row:
            if letter == "0":
                raise InvalidPosition(f"rank {number} has a run of 0 empty squares; runs begin at 1")
            if letter in "123456789":
                cells += "." * int(letter)
            elif letter in letters:
                cells += letter
            else:
                raise InvalidPosition(
                    f"rank {number} has {clip(letter)}, which is no piece of {board} (one of {' '.join(letters)})"
                )
        if len(cells) != files:
            raise InvalidPosition(f"rank {number} has {len(cells)} squares, a {board} board has {files}: {clip(row)}")
        squares = cells + squares
    return squares


def write_ranks(squares: Iterable[str], files: int) -> str:
    """The inverse of `read_ranks`.

    >>> write_ranks([".", ".", ".", "X"], 2)
    '1X/2'
    """
    board = "".join(squares)
    rows = [board[start : start + files] for start in range(0, len(board), files)]
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(reversed(rows)))


def read_count(text: str, name: str, most: int) -> int:
    """A whole number from 0 to `most` without leading zeros, the field `name` of a position.

    >>> read_count("12", "the number of plies", 200)
    12
    """
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", text) or int(text) > most:
        raise InvalidPosition(f"{name} is {clip(text)}, it must be a whole number from 0 to {most}")
    return int(text)


def read_fields(text: str, names: tuple[str, ...], example: str) -> list[str]:
    """The fields of a position text, one space between them.

    >>> read_fields("8 w", ("board", "side"), "8 w")
    ['8', 'w']
    """
    fields = text.split(" ")
    if len(fields) != len(names) or "" in fields:
        raise InvalidPosition(
            f"a position is {len(names)} fields with one space between them ({', '.join(names)}), "
            f"as in {example!r}; not {clip(text, 80)}"
        )
    return fields


_MOVE = re.compile(r"([a-z])([1-9][0-9]?)[ -]?([a-z])([1-9][0-9]?)")


class SquarePosition(PythonPosition):
    """A position whose moves are `<from><to>` on a square board."""

    @abstractmethod
    def size(self) -> tuple[int, int]:
        """How many files and ranks the board has."""

    @abstractmethod
    def piece(self, square: str) -> tuple[int, str] | None:
        """Who owns what stands on a square, and what it is: `(0, 'a ninja')`; None if the square is empty."""

    def read_move(self, text: str) -> str:
        typed = text.strip().lower()
        found = _MOVE.fullmatch(typed)
        if not found:
            if typed in self.choices() or typed == "pass":
                return typed
            example = next(iter(self.choices()))
            raise IllegalMove(f"{clip(text)} is not a move; a move is two squares, such as {example}")
        files, ranks = self.size()
        for file, rank in ((found[1], found[2]), (found[3], found[4])):
            if file >= FILES[files] or int(rank) > ranks:
                raise IllegalMove(
                    f"there is no square {file}{rank}: the board goes from a1 to {FILES[files - 1]}{ranks}"
                )
        return "".join(found.groups())

    def why_not(self, move: str) -> str:
        moves = self.moves()
        found = _MOVE.fullmatch(move)
        if not found:
            return f"{move} is not possible here: there are other moves, such as {moves[0]}"
        if moves == ["pass"]:
            return f"{move} is not possible: no piece can move, the only move is pass"
        start, end = found[1] + found[2], found[3] + found[4]
        found_piece = self.piece(start)
        if found_piece is None:
            return f"{start} is empty. The pieces that can move stand on {', '.join(self._movers())}"
        owner, piece = found_piece
        if owner != self.player:
            mover, movers = self.players[self.player], ", ".join(self._movers())
            return f"{start} is {piece} of {self.players[owner]}. {mover} can move from {movers}"
        targets = [text[len(start) :] for text in moves if text.startswith(start) and not text[len(start)].isdigit()]
        can = f"It can go to {', '.join(targets)}" if targets else "It cannot move now"
        return f"{start} is {piece}: it may not move to {end}. {can}"

    def _movers(self) -> list[str]:
        return list(dict.fromkeys(found[1] + found[2] for text in self.moves() if (found := _MOVE.fullmatch(text))))
