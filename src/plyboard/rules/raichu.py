"""Raichu: pichus, pikachus and raichus on N × N squares. White plays down the board, Black up.

- A pichu goes one square diagonally forward and jumps pichus; a pikachu goes up to two squares forward or sideways and
  jumps pichus and pikachus; a raichu goes any distance in all directions and jumps anything.
- A move jumps at most one enemy piece, lands on an empty square, and removes what it jumped.
- A pichu or pikachu that reaches the far row becomes a raichu.
- Who has no piece left or cannot move loses; 100 plies in a row without a jump or a promotion are a draw.
"""

from __future__ import annotations

from functools import cache
from math import isqrt
from typing import NamedTuple, Self

from plyboard.rules.core import InvalidPosition, Outcome, clip, shown
from plyboard.rules.squares import FILES, SquarePosition, read_count, read_fields

SIZES = range(8, 21, 2)
QUIET_PLIES = 100
EMPTY = "."

PIECES = ("wW@", "bB$")  # White's and Black's letters, in the order of NAMES.
NAMES = ("a pichu", "a pikachu", "a raichu")
SIDES = "wb"
RAICHUS = "@$"

Directions = list[tuple[int, int]]  # Each as steps to the right and forward.
FORWARD_DIAGONALS: Directions = [(-1, 1), (1, 1)]
FORWARD_AND_SIDEWAYS: Directions = [(0, 1), (-1, 0), (1, 0)]
ALL_AROUND: Directions = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)]

MOVES: dict[str, tuple[Directions, int, int]] = {
    "a pichu": (FORWARD_DIAGONALS, 1, 2),
    "a pikachu": (FORWARD_AND_SIDEWAYS, 2, 3),
    "a raichu": (ALL_AROUND, max(SIZES), max(SIZES)),
}
"""In which directions a piece moves, and how many squares at most: without a jump, and with one."""

JUMPED = {"w": "b", "W": "bB", "@": "bB$", "b": "w", "B": "wW", "$": "wW@"}
"""Whom a piece may jump."""

Move = tuple[int, int, int | None]
"""From which square to which, and the square of the piece that is jumped."""


class Step(NamedTuple):
    """A square that a piece may reach along a line."""

    end: int
    text: str
    walk: Move | None
    """The move that goes there without a jump; None where that is too far."""


class Board:
    """What is the same in all positions of one size. Squares are numbered as the text has them: from the top left."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.squares = [f"{file}{rank}" for rank in range(size, 0, -1) for file in FILES[:size]]
        self.numbers = {name: number for number, name in enumerate(self.squares)}
        self.far_rows = (range(size * (size - 1), size * size), range(size))
        """Where White's and Black's pieces become raichus."""
        self.lines = {
            letter: [self._lines(player, name, start) for start in range(size * size)]
            for player, letters in enumerate(PIECES)
            for letter, name in zip(letters, NAMES, strict=True)
        }
        """For each piece and each square: the lines along which it moves."""

    def _lines(self, player: int, name: str, start: int) -> list[list[Step]]:
        directions, walk, jump = MOVES[name]
        down = 1 if player == 0 else -1
        return [self._line(start, right, forward * down, walk, jump) for right, forward in directions]

    def _line(self, start: int, right: int, down: int, walk: int, jump: int) -> list[Step]:
        """The squares in one direction, the nearest first, no farther than the edge of the board."""
        row, column = divmod(start, self.size)
        steps = []
        for distance in range(1, jump + 1):
            to_column, to_row = column + distance * right, row + distance * down
            if not (0 <= to_column < self.size and 0 <= to_row < self.size):
                break
            end = to_row * self.size + to_column
            move = (start, end, None) if distance <= walk else None
            steps.append(Step(end, self.squares[start] + self.squares[end], move))
        return steps


@cache
def board_of(squares: int) -> Board:
    """The board with this many squares."""
    return Board(isqrt(squares))


def set_up(size: int) -> str:
    """The board on which a game begins.

    >>> set_up(8)
    '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........'
    """
    pairs = size // 2
    nobody = EMPTY * size
    white = "W." * pairs + ".w" * pairs
    black = "b." * pairs + ".B" * pairs
    return nobody + white + nobody * (size - 6) + black + nobody


class RaichuPosition(SquarePosition):
    """A position of Raichu."""

    game = "raichu"
    title = "Raichu"
    players = ("White", "Black")

    def __init__(self, letters: str, player: int, quiet: int) -> None:
        self.letters = letters
        """What stands on each square, row by row from the top; '.' is an empty square."""
        self._player = player
        self.quiet = quiet
        """How many plies in a row were neither a jump nor a promotion."""

    @property
    def board(self) -> Board:
        """The squares, and the lines on them."""
        return board_of(len(self.letters))

    @classmethod
    def start(cls, size: int = 8) -> Self:
        """The set-up on size × size squares."""
        if not isinstance(size, int) or size not in SIZES:
            raise InvalidPosition(f"the size is {shown(size)}, it must be an even number from 8 to 20")
        return cls(set_up(size), 0, 0)

    @classmethod
    def parse(cls, text: str) -> Self:
        names = ("board row by row from the top", "w or b to move", "plies since the last jump or promotion")
        letters, side, quiet = read_fields(text, names, f"{set_up(8)} w 0")
        size = isqrt(len(letters))
        if size not in SIZES or size * size != len(letters):
            raise InvalidPosition(
                f"the board has {len(letters)} squares, it must have N × N, N even from 8 to 20: {clip(letters, 80)}"
            )
        check_pieces(letters)
        if side not in ("w", "b"):
            raise InvalidPosition(f"the side to move is {clip(side)}, it must be w (White) or b (Black)")
        count = read_count(quiet, "the number of plies since the last jump or promotion", QUIET_PLIES)
        return cls(letters, SIDES.index(side), count)

    def __str__(self) -> str:
        return f"{self.letters} {SIDES[self._player]} {self.quiet}"

    @property
    def player(self) -> int:
        return self._player

    def legal(self) -> dict[str, Move]:
        if self.quiet >= QUIET_PLIES or self._has_no_piece(1 - self._player):
            return {}
        return self._possible()

    def _possible(self) -> dict[str, Move]:
        """Where the pieces of the player to move can go, whether or not the game has ended."""
        moves: dict[str, Move] = {}
        letters, lines, own = self.letters, self.board.lines, PIECES[self._player]
        for start, piece in enumerate(letters):
            if piece not in own:
                continue
            may_jump = JUMPED[piece]
            for steps in lines[piece][start]:
                jumped = None
                for end, text, walk in steps:
                    found = letters[end]
                    if found == EMPTY:
                        if jumped is not None:
                            moves[text] = (start, end, jumped)
                        elif walk is not None:
                            moves[text] = walk
                    elif jumped is None and found in may_jump:
                        jumped = end
                    else:
                        break
        return moves

    def after(self, move: Move) -> Self:
        start, end, jumped = move
        letters = list(self.letters)
        piece, raichu = letters[start], RAICHUS[self._player]
        promoted = piece != raichu and end in self.board.far_rows[self._player]
        letters[start] = EMPTY
        letters[end] = raichu if promoted else piece
        if jumped is not None:
            letters[jumped] = EMPTY
        quiet = 0 if promoted or jumped is not None else self.quiet + 1
        return type(self)("".join(letters), 1 - self._player, quiet)

    def outcome(self) -> Outcome | None:
        if self.choices():
            return None
        for player, name in enumerate(self.players):
            if self._has_no_piece(player):
                return Outcome(1 - player, f"{name} has no piece left")
        if not self._possible():
            return Outcome(1 - self._player, f"{self.players[self._player]} cannot move")
        return Outcome(None, f"{QUIET_PLIES} plies without a jump or a promotion")

    def _has_no_piece(self, player: int) -> bool:
        return not any(piece in self.letters for piece in PIECES[player])

    def size(self) -> tuple[int, int]:
        return self.board.size, self.board.size

    def piece(self, square: str) -> tuple[int, str] | None:
        letter = self.letters[self.board.numbers[square]]
        for player, letters in enumerate(PIECES):
            if letter in letters:
                return player, NAMES[letters.index(letter)]
        return None


def check_pieces(letters: str) -> None:
    """Only pieces and empty squares, no pichu or pikachu on its own far row, and at least one piece in all."""
    board = board_of(len(letters))
    for square, letter in zip(board.squares, letters, strict=True):
        if letter not in "wW@bB$.":
            raise InvalidPosition(f"{square} has {clip(letter)}, which is no piece of Raichu (one of w W @ b B $ or .)")
    for own, far_row, raichu in zip(PIECES, board.far_rows, RAICHUS, strict=True):
        for number in far_row:
            piece = letters[number]
            if piece in own and piece != raichu:
                raise InvalidPosition(f"{board.squares[number]} has {piece}, which is a raichu {raichu} on its far row")
    if letters.count(EMPTY) == len(letters):
        raise InvalidPosition("the board is empty, it must have at least one piece")
