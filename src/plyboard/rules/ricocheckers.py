"""Ricocheckers: pieces that slide until something stops them, on a board with walls.

Each player has three pieces and wants them on the three squares where the other's began. A piece moves north, east,
south or west, and slides until a wall or another piece is in its way; nothing is ever captured. A player who cannot
move passes. After 200 plies without a winner the game is a tie.

Squares are their names here, `a1` to `k11`: a board of six pieces needs no numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Self

from plyboard.rules.core import IllegalMove, InvalidPosition, Outcome, clip
from plyboard.rules.squares import FILES, SquarePosition, read_count, read_fields

# The board with its walls and the pieces where they begin. All else about the board is read off this picture.
BOARD = """\
     a   b   c   d   e   f   g   h   i   j   k
   +---+---+---+---+---+---+---+---+---+---+---+
11 |                   |                       |
   +   +   +   +   +   +   +   +   +   +   +   +
10 |                                           |
   +   +---+   +   +   +   +   +   +   +   +   +
 9 |                           |               |
   +   +   +   +---+   +   +   +   +   +   +   +
 8 |   |                                       |
   +   +   +   +   +   +   +   +   +   +   +---+
 7 |                     1   1     |           |
   +   +   +   +   +   +---+---+   +   +   +   +
 6 |                 1 |   | 2                 |
   +   +   +   +   +---+---+   +   +   +   +   +
 5 |           |     2   2                     |
   +---+   +   +   +   +   +   +   +   +   +   +
 4 |                                       |   |
   +   +   +   +   +   +   +   +---+   +   +   +
 3 |               |                           |
   +   +   +   +   +   +   +   +   +   +---+   +
 2 |                                           |
   +   +   +   +   +   +   +   +   +   +   +   +
 1 |                       |                   |
   +---+---+---+---+---+---+---+---+---+---+---+
"""

SIZE = 11
LAST_PLY = 200
SEALED = "f6"

# All squares in the order in which a position text lists them: by file, then by rank.
SQUARES = [f"{file}{rank}" for file in FILES[:SIZE] for rank in range(1, SIZE + 1)]

# How many files to the right and how many ranks up the next square in a direction is.
DIRECTIONS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}

_PICTURE = BOARD.splitlines()
_ORDER = {square: place for place, square in enumerate(SQUARES)}
_DIRECTED_MOVE = re.compile(r"([a-z][1-9][0-9]?)[ -]?(north|east|south|west|n|e|s|w)")


def cell(square: str) -> tuple[int, int]:
    """Where in `BOARD` a square's piece is drawn: line and column.

    >>> line, column = cell("g6")
    >>> BOARD.splitlines()[line][column]
    '2'
    """
    return 2 + 2 * (SIZE - int(square[1:])), 5 + 4 * FILES.index(square[0])


def walled(square: str, direction: str) -> bool:
    """Whether a wall or the board's edge stands on a square's side.

    >>> walled("f6", "east"), walled("e7", "east")
    (True, False)
    """
    line, column = cell(square)
    right, up = DIRECTIONS[direction]
    return _PICTURE[line - up][column + 2 * right] != " "


def _path(square: str, direction: str) -> list[str]:
    """The squares that a piece alone on the board slides over, up to the next wall."""
    right, up = DIRECTIONS[direction]
    path: list[str] = []
    while not walled(square, direction):
        square = f"{FILES[FILES.index(square[0]) + right]}{int(square[1:]) + up}"
        path.append(square)
    return path


# The squares that a piece alone on the board slides over, by where it stands and by direction.
PATHS = {square: {direction: _path(square, direction) for direction in DIRECTIONS} for square in SQUARES}


def _begin(digit: str) -> tuple[str, ...]:
    """The squares on which a player's pieces begin: where the picture has the player's digit."""
    cells = ((square, *cell(square)) for square in SQUARES)
    return tuple(square for square, line, column in cells if _PICTURE[line][column] == digit)


# Where the players begin; the goal of each is the home of the other.
HOMES = _begin("1"), _begin("2")

Move = tuple[str, str]


class RicocheckersPosition(SquarePosition):
    """Where the pieces of both players stand, each in the order of `SQUARES`, and how many plies were played."""

    game = "ricocheckers"
    title = "Ricocheckers"
    players = ("Player 1", "Player 2")

    def __init__(self, pieces: tuple[tuple[str, ...], tuple[str, ...]], plies: int) -> None:
        self.pieces = pieces
        self.plies = plies

    @classmethod
    def start(cls) -> Self:
        return cls(HOMES, 0)

    @property
    def player(self) -> int:
        return self.plies % 2

    def size(self) -> tuple[int, int]:
        return SIZE, SIZE

    def piece(self, square: str) -> tuple[int, str] | None:
        for owner, squares in enumerate(self.pieces):
            if square in squares:
                return owner, "a piece"
        return None

    # Moving

    def legal(self) -> Mapping[str, Move | None]:
        if self.outcome() is not None:
            return {}
        moves: dict[str, Move | None] = {}
        for start in self.pieces[self.player]:
            for end in self.stops(start):
                moves[start + end] = start, end
        return moves or {"pass": None}

    def stops(self, start: str) -> list[str]:
        """The squares to which the piece on a square can slide."""
        ends = (self._slide(start, path) for path in PATHS[start].values())
        return [end for end in ends if end != start]

    def _slide(self, start: str, path: list[str]) -> str:
        """Where a piece stops: before the first piece in its way, else at the wall where its path ends."""
        ones, twos = self.pieces
        end = start
        for square in path:
            if square in ones or square in twos:
                break
            end = square
        return end

    def after(self, move: Move | None) -> Self:
        if move is None:
            return type(self)(self.pieces, self.plies + 1)
        start, end = move
        ones, twos = self.pieces
        own = [end if square == start else square for square in self.pieces[self.player]]
        moved = tuple(sorted(own, key=_ORDER.__getitem__))
        return type(self)((moved, twos) if self.player == 0 else (ones, moved), self.plies + 1)

    def read_move(self, text: str) -> str:
        """Two squares, or a square and a direction: `e6a6`, `e6 west`, `e6w`."""
        directed = _DIRECTED_MOVE.fullmatch(text.strip().lower())
        if not directed:
            return super().read_move(text)
        start, initial = directed[1], directed[2][0]
        if start not in PATHS:
            raise IllegalMove(f"there is no square {start}: the board goes from {SQUARES[0]} to {SQUARES[-1]}")
        direction = next(name for name in DIRECTIONS if name.startswith(initial))
        move = start + self._slide(start, PATHS[start][direction])
        if move == start + start and start in self.pieces[self.player]:
            legal = ", ".join(self.moves())
            raise IllegalMove(f"{start} cannot move {direction}: a wall or a piece is in the way. Legal are: {legal}")
        return move

    # The end

    def outcome(self) -> Outcome | None:
        ones, twos = self.pieces
        if ones == HOMES[1]:
            return Outcome(0, "Player 1 reached all three starting squares of Player 2")
        if twos == HOMES[0]:
            return Outcome(1, "Player 2 reached all three starting squares of Player 1")
        if self.plies == LAST_PLY:
            return Outcome(None, f"{LAST_PLY} plies without a winner")
        return None

    # Texts

    def __str__(self) -> str:
        ones, twos = self.pieces
        return f"{','.join(ones)}/{','.join(twos)} {self.player + 1} {self.plies}"

    @classmethod
    def parse(cls, text: str) -> Self:
        names = ("squares", "player to move", "plies played")
        squares, player, count = read_fields(text, names, str(cls.start()))
        sides = squares.split("/")
        if len(sides) != 2:
            raise InvalidPosition(f"the squares are those of two players with one '/' between, not {clip(squares, 80)}")
        ones, twos = (_read_pieces(side, name) for side, name in zip(sides, cls.players, strict=True))
        for square in ones:
            if square in twos:
                raise InvalidPosition(f"both players have a piece on {square}; a square holds one piece")
        if ones == HOMES[1] and twos == HOMES[0]:
            raise InvalidPosition("both players have reached their goals; the first to do so ended the game")
        plies = read_count(count, "the number of plies", LAST_PLY)
        if player not in ("1", "2"):
            raise InvalidPosition(f"the player to move is {clip(player)}, it must be 1 or 2")
        position = cls((ones, twos), plies)
        if player != str(position.player + 1):
            raise InvalidPosition(f"after {plies} plies player {position.player + 1} is to move, not player {player}")
        return position


def _read_pieces(text: str, player: str) -> tuple[str, ...]:
    """One player's squares, comma-separated, in any order."""
    squares = text.split(",")
    if len(squares) != 3:
        raise InvalidPosition(f"{player} has {len(squares)} squares, it must be 3, comma-separated: {clip(text)}")
    for square in squares:
        if square not in _ORDER:
            raise InvalidPosition(
                f"{player} has a piece on {clip(square)}, which is no square of the board, a1 to k11 in lower case"
            )
        if square == SEALED:
            raise InvalidPosition(f"{player} has a piece on {SEALED}, the square that is walled in on all four sides")
        if squares.count(square) > 1:
            raise InvalidPosition(f"{player} has two pieces on {square}; a square holds one piece")
    return tuple(sorted(squares, key=_ORDER.__getitem__))
