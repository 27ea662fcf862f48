"""Hi-Ya!: ninjas and samurai on 7 files and 8 ranks. South plays up the board, North down, each for the other's king.

- Ninjas move along forward diagonals, samurai straight forward: any distance, or one square as minis. Kings never move.
- To attack is to arrive on the square directly in front of an enemy piece. Ninjas may also go diagonally backward and
  samurai sideways, but only to attack.
- An attacked ninja or samurai becomes a mini, an attacked mini is removed, an attacked king loses the game.
- A player without a legal move loses as well. There is no draw.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from plyboard.rules.core import InvalidPosition, Outcome, shown
from plyboard.rules.squares import SquarePosition, read_fields, read_ranks, square_names, write_ranks

FILES, RANKS = 7, 8
SQUARES = square_names(FILES, RANKS)
_NUMBERS = {name: number for number, name in enumerate(SQUARES)}
START = "3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3"
EMPTY = "."

PIECES = ("KNnSs", "kIiAa")  # South's and North's letters, in the order of NAMES.
NAMES = ("a king", "a ninja", "a mini-ninja", "a samurai", "a mini-samurai")
KING_SQUARES = {"K": "d1", "k": "d8"}
SIDES = "sn"
AHEAD = (FILES, -FILES)  # From a square to the one directly in front of it, for South and for North.

Directions = list[tuple[int, int]]  # Each as steps to the right and forward.
FORWARD_DIAGONALS: Directions = [(-1, 1), (1, 1)]
BACKWARD_DIAGONALS: Directions = [(-1, -1), (1, -1)]
STRAIGHT_FORWARD: Directions = [(0, 1)]
SIDEWAYS: Directions = [(-1, 0), (1, 0)]

MOVES: dict[str, tuple[int, Directions, Directions]] = {
    "a king": (0, [], []),
    "a ninja": (RANKS, FORWARD_DIAGONALS, BACKWARD_DIAGONALS),
    "a mini-ninja": (1, FORWARD_DIAGONALS, BACKWARD_DIAGONALS),
    "a samurai": (RANKS, STRAIGHT_FORWARD, SIDEWAYS),
    "a mini-samurai": (1, STRAIGHT_FORWARD, SIDEWAYS),
}
"""How far a piece moves, in which directions freely, and in which only to attack."""

DEMOTED = {"N": "n", "S": "s", "I": "i", "A": "a"}
"""What an attack leaves of a full piece; of any other it leaves nothing."""

Move = tuple[int, int]
"""From which square to which."""


class Step(NamedTuple):
    """A square that a piece may reach along a line."""

    end: int
    text: str
    move: Move


def line(start: int, right: int, up: int, reach: int) -> list[Step]:
    """The squares in one direction, the nearest first, no farther than the edge of the board."""
    rank, file = divmod(start, FILES)
    steps = []
    for distance in range(1, reach + 1):
        to_file, to_rank = file + distance * right, rank + distance * up
        if not (0 <= to_file < FILES and 0 <= to_rank < RANKS):
            break
        end = to_rank * FILES + to_file
        steps.append(Step(end, SQUARES[start] + SQUARES[end], (start, end)))
    return steps


def lines_of(player: int, name: str, start: int) -> tuple[list[list[Step]], list[list[Step]]]:
    """The lines from a square along which a piece moves freely, and those along which it moves only to attack."""
    reach, free, attacking = MOVES[name]
    up = 1 if player == 0 else -1
    free_lines = [line(start, right, forward * up, reach) for right, forward in free]
    attacking_lines = [line(start, right, forward * up, reach) for right, forward in attacking]
    # Nothing can be attacked from the last rank: there is no square in front of it.
    return free_lines, [
        [step for step in steps if 0 <= step.end + AHEAD[player] < len(SQUARES)] for steps in attacking_lines
    ]


LINES = {
    letter: [lines_of(player, name, start) for start in range(len(SQUARES))]
    for player, letters in enumerate(PIECES)
    for letter, name in zip(letters, NAMES, strict=True)
}
"""For each piece and each square: its free lines and its attacking lines."""


class HiyaPosition(SquarePosition):
    """A position of Hi-Ya!"""

    game = "hiya"
    title = "Hi-Ya!"
    players = ("South", "North")

    def __init__(self, board: str, player: int) -> None:
        self.board = board
        """A letter for each square, a1 first; '.' is an empty square."""
        self._player = player

    @classmethod
    def start(cls, first: str = "south") -> Self:
        """The set-up; South moves first unless the players agree otherwise."""
        if not isinstance(first, str) or first.strip().lower() not in ("south", "north"):
            raise InvalidPosition(f"first is {shown(first)}, it must be 'south' or 'north'")
        return cls.parse(f"{START} {first.strip().lower()[0]}")

    @classmethod
    def parse(cls, text: str) -> Self:
        ranks, side = read_fields(text, ("ranks 8 to 1", "s or n to move"), f"{START} s")
        board = "".join(read_ranks(ranks, FILES, RANKS, "".join(PIECES), "Hi-Ya!"))
        check_kings(board)
        check_numbers(board)
        if side not in ("s", "n"):
            raise InvalidPosition(f"the side to move is {shown(side)}, it must be s (South) or n (North)")
        return cls(board, SIDES.index(side))

    def __str__(self) -> str:
        return f"{write_ranks(self.board, FILES)} {SIDES[self._player]}"

    @property
    def player(self) -> int:
        return self._player

    def legal(self) -> dict[str, Move]:
        moves: dict[str, Move] = {}
        board = self.board
        if self._winner_by_attack() is not None:
            return moves
        own, enemies = PIECES[self._player], PIECES[1 - self._player]
        ahead = AHEAD[self._player]
        for start, piece in enumerate(board):
            if piece not in own:
                continue
            free, attacking = LINES[piece][start]
            for steps in free:
                for end, text, move in steps:
                    if board[end] != EMPTY:
                        break
                    moves[text] = move
            for steps in attacking:
                for end, text, move in steps:
                    if board[end] != EMPTY:
                        break
                    if board[end + ahead] in enemies:
                        moves[text] = move
        return moves

    def after(self, move: Move) -> Self:
        start, end = move
        board = list(self.board)
        board[end], board[start] = board[start], EMPTY
        front = end + AHEAD[self._player]
        if 0 <= front < len(board) and board[front] in PIECES[1 - self._player]:
            board[front] = DEMOTED.get(board[front], EMPTY)
        return type(self)("".join(board), 1 - self._player)

    def outcome(self) -> Outcome | None:
        winner = self._winner_by_attack()
        if winner is not None:
            return Outcome(winner, f"{self.players[winner]} attacked {self.players[1 - winner]}'s king")
        if not self.choices():
            return Outcome(1 - self._player, f"{self.players[self._player]} cannot move")
        return None

    def _winner_by_attack(self) -> int | None:
        """Who has attacked the other's king: it is gone."""
        if "k" not in self.board:
            return 0
        if "K" not in self.board:
            return 1
        return None

    def size(self) -> tuple[int, int]:
        return FILES, RANKS

    def piece(self, square: str) -> tuple[int, str] | None:
        letter = self.board[_NUMBERS[square]]
        for player, letters in enumerate(PIECES):
            if letter in letters:
                return player, NAMES[letters.index(letter)]
        return None


def check_kings(board: str) -> None:
    """A king stands on its own square or is gone; not both are gone."""
    for square, letter in zip(SQUARES, board, strict=True):
        if square != KING_SQUARES.get(letter, square):
            raise InvalidPosition(f"the king {letter} stands on {square}, it never leaves {KING_SQUARES[letter]}")
    if "K" not in board and "k" not in board:
        raise InvalidPosition("both kings are missing, K on d1 and k on d8; at most one of them can be gone")


def check_numbers(board: str) -> None:
    """A side has at most six pieces of the ninja kind, at most three of them full; the same of the samurai kind."""
    for player, letters in zip(HiyaPosition.players, PIECES, strict=True):
        for kind, full, mini in (("ninja", letters[1], letters[2]), ("samurai", letters[3], letters[4])):
            if board.count(full) > 3:
                raise InvalidPosition(f"{player} has {board.count(full)} full {kind} pieces ({full}), at most 3 can be")
            total = board.count(full) + board.count(mini)
            if total > 6:
                raise InvalidPosition(
                    f"{player} has {total} pieces of the {kind} kind ({full}, {mini}), at most 6 can be"
                )
