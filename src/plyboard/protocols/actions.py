"""Moves as numbers, for code that learns: a fixed set of actions for each game, the same in every position.

On a board of squares an action is a square and a way to leave it, `square * ways + way`. Squares are counted from a1
along the ranks, so a mask of actions has the form (ranks, files, ways). The ways, directions clockwise from north:

| game | directions | distances | ways | actions |
|---|---|---|---|---|
| Hi-Ya! | 8 | 1 to 7 | 56 | 3136 |
| Ricocheckers | 4 | as far as it slides | 4 | 485, the last is `pass` |
| Pincer | 4 | 1 | 4 | 196 |
| Raichu, N × N | 8 | 1 to N - 1 | 8 (N - 1) | 3584 for N = 8, 60800 for N = 20 |

With distances a way is `direction * longest distance + distance - 1`.

In Hive an action is what a move's text says, `(piece * 28 + reference) * 7 + side`: the piece that is placed, moved or
thrown; the piece that names the hex where it ends; and on which side of that piece the hex lies, 0 to 5 from the west
clockwise, 6 on top. The first move of a game names the piece itself, on top. The 28 pieces are those of `HIVE_PIECES`,
with all expansions whether they are in play or not. The last of the 5489 actions is `pass`. Since a move names a piece,
never a place on a board, all that can be played has a number, however far the hive walks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from plyboard.rules import hive, hiya, pincer, ricocheckers
from plyboard.rules.core import Position, UnknownGame, clip
from plyboard.rules.squares import square_names

PASS = "pass"

# As (files, ranks), clockwise from north.
EIGHT_WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
FOUR_WAYS = EIGHT_WAYS[::2]

HIVE_PIECES = tuple(hive.PIECES.values())
# How the six sides of a piece X are written, from the west clockwise, and its top.
HIVE_SIDES = ("-{}", "\\{}", "{}/", "{}-", "{}\\", "/{}", "{}")


@dataclass(frozen=True)
class Actions:
    """The actions of a game: numbers from 0 to `count` - 1."""

    count: int
    numbers: Mapping[str, int]
    """The number of every move, by the text that the rules write."""
    texts: Mapping[int, str]
    """A text that the rules read for every number; the few that lead off the board, or stand for no move, have none."""

    def legal(self, position: Position) -> dict[int, str]:
        """The legal moves of a position, by their numbers.

        >>> import plyboard
        >>> start = plyboard.game("ricocheckers").start()
        >>> legal = of(start).legal(start)
        >>> sorted(legal.items())[:2]
        [(236, 'e6e11'), (239, 'e6a6')]
        """
        numbers = self.numbers
        return {numbers[text]: text for text in position.moves()}


def of(position: Position) -> Actions:
    """The actions of the game, and the size of board, that a position belongs to.

    >>> import plyboard
    >>> {name: of(plyboard.game(name).start()).count for name in plyboard.games()}
    {'hiya': 3136, 'ricocheckers': 485, 'pincer': 196, 'hive': 5489, 'raichu': 3584}
    """
    if position.game == "raichu":
        return _raichu(board_size(position))
    if position.game not in _ACTIONS:
        known = ", ".join([*_ACTIONS, "raichu"])
        raise UnknownGame(f"the moves of {clip(position.game)} have no numbers; those of {known} have")
    return _ACTIONS[position.game]


def board_size(position: Position) -> int:
    """How many files and ranks the board of a Raichu position has."""
    return math.isqrt(str(position).index(" "))


def _leaving(files: int, ranks: int, directions: tuple[tuple[int, int], ...], distances: int) -> Actions:
    """Actions that are a square, a direction and a distance."""
    numbers = {}
    names = square_names(files, ranks)
    ways = len(directions) * distances
    for square, name in enumerate(names):
        rank, file = divmod(square, files)
        for direction, (right, up) in enumerate(directions):
            for distance in range(1, distances + 1):
                to_file, to_rank = file + distance * right, rank + distance * up
                if 0 <= to_file < files and 0 <= to_rank < ranks:
                    way = direction * distances + distance - 1
                    numbers[name + names[to_rank * files + to_file]] = square * ways + way
    return Actions(len(names) * ways, numbers, {number: text for text, number in numbers.items()})


def _ricocheckers() -> Actions:
    """All distances in a direction are one action: the piece slides as far as it can."""
    size, distances = ricocheckers.SIZE, ricocheckers.SIZE - 1
    far = _leaving(size, size, FOUR_WAYS, distances)
    numbers = {text: number // distances for text, number in far.numbers.items()}
    directions = [direction[0] for direction in ricocheckers.DIRECTIONS]
    ways = [name + direction for name in square_names(size, size) for direction in directions]
    texts = {number: ways[number] for number in numbers.values()}
    return _with_pass(Actions(len(ways), numbers, texts))


def _hive() -> Actions:
    pieces, sides = len(HIVE_PIECES), len(HIVE_SIDES)
    numbers = {}
    for mover, piece in enumerate(HIVE_PIECES):
        for beside, reference in enumerate(HIVE_PIECES):
            if reference == piece:
                numbers[piece] = (mover * pieces + beside) * sides + HIVE_SIDES.index("{}")
                continue
            for side, written in enumerate(HIVE_SIDES):
                numbers[f"{piece} {written.format(reference)}"] = (mover * pieces + beside) * sides + side
    return _with_pass(Actions(pieces * pieces * sides, numbers, {number: text for text, number in numbers.items()}))


def _with_pass(actions: Actions) -> Actions:
    return Actions(actions.count + 1, {**actions.numbers, PASS: actions.count}, {**actions.texts, actions.count: PASS})


@cache
def _raichu(size: int) -> Actions:
    return _leaving(size, size, EIGHT_WAYS, size - 1)


_ACTIONS = {
    "hiya": _leaving(hiya.FILES, hiya.RANKS, EIGHT_WAYS, hiya.RANKS - 1),
    "ricocheckers": _ricocheckers(),
    "pincer": _leaving(pincer.SIZE, pincer.SIZE, FOUR_WAYS, 1),
    "hive": _hive(),
}
