"""Hive: two swarms on hexagons without an edge; who surrounds the other's queen bee wins.

A turn places a piece from the hand, moves one in play, or has a pillbug throw one. The pieces in play are one hive,
and stay one while a piece is lifted. Each kind of piece has a function here that says where it can go; what binds
all of them (one hive, gates, stunned pieces) is said once.

A hex is a number, column + row * ROW, so a neighbour is an addition away. White's first piece stands on hex 0.
Positions are written as UHP GameStrings (`Base+MLP;InProgress;White[2];wS1;bG1 -wS1`), moves as UHP MoveStrings.
Many MoveStrings name the same hex, and all are read; the one that is written:

- the piece alone for the first move of the game (`wS1`);
- onto an occupied hex, the top piece there (`wB1 bQ`);
- onto an empty hex, by the first piece that it touches, looking west and then clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Self

from plyboard.rules.core import GameOver, IllegalMove, InvalidPosition, Outcome, PythonPosition, clip, shown

# Wide enough that no hive walks around the world, and not round: multiples of a power of two would collide in a dict.
ROW = 1_000_013

# West and then clockwise: the two hexes that touch both a hex and its neighbour lie one step before and after it.
WEST, NORTH_WEST, NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST = AROUND = (-1, -ROW, 1 - ROW, 1, ROW, ROW - 1)

# How a hex is named by a piece X beside it: `-X` is west of X, `X-` is east of X.
BEFORE = {"-": WEST, "/": SOUTH_WEST, "\\": NORTH_WEST}
BEHIND = {"-": EAST, "/": NORTH_EAST, "\\": SOUTH_EAST}

# Which of its six neighbours are occupied is a hex's surroundings: a number of six bits, the lowest for the west.
ALL_SIX = 0b111111
# From each neighbour's side the hex lies in the opposite direction.
SEEN_FROM_AROUND = [(offset, 1 << (side + 3) % 6) for side, offset in enumerate(AROUND)]


def _occupied(surroundings: int) -> list[bool]:
    return [bool(surroundings >> side & 1) for side in range(6)]


def _neighbours(surroundings: int) -> tuple[int, ...]:
    """The offsets to the occupied neighbours."""
    return tuple(offset for offset, occupied in zip(AROUND, _occupied(surroundings), strict=True) if occupied)


def _slides(surroundings: int) -> tuple[int, ...]:
    """The offsets to the empty neighbours where exactly one of the two hexes that touch both is occupied.

    Both would block the gate, none would lose touch with the hive.
    """
    taken = _occupied(surroundings)
    return tuple(AROUND[side] for side in range(6) if not taken[side] and taken[side - 1] != taken[side - 5])


def _reference(surroundings: int) -> tuple[int, str, str]:
    """The offset to the first occupied neighbour, and what to write before and behind its name."""
    offset = next(iter(_neighbours(surroundings)), 0)
    before = next((sign for sign, way in BEFORE.items() if way == -offset), "")
    behind = next((sign for sign, way in BEHIND.items() if way == -offset), "")
    return offset, before, behind


NEIGHBOURS = [_neighbours(surroundings) for surroundings in range(64)]
SLIDES = [_slides(surroundings) for surroundings in range(64)]
REFERENCES = [_reference(surroundings) for surroundings in range(64)]


class Hive:
    """The pieces in play: stacks on hexes, named from bottom to top. A value: `lift` and `put` return a new hive."""

    def __init__(self, stacks: dict[int, tuple[str, ...]], surroundings: dict[int, int]) -> None:
        self.stacks = stacks
        self.surroundings = surroundings

    def lift(self, hex: int) -> Hive:
        """The hive without the top piece of a hex."""
        stacks = self.stacks.copy()
        stack = stacks.pop(hex)
        if len(stack) > 1:
            stacks[hex] = stack[:-1]
            return Hive(stacks, self.surroundings)
        return Hive(stacks, self._toggled(hex))

    def put(self, piece: str, hex: int) -> Hive:
        """The hive with a piece more, on top of whatever the hex holds."""
        stacks = self.stacks.copy()
        stack = stacks.get(hex, ())
        stacks[hex] = (*stack, piece)
        return Hive(stacks, self.surroundings if stack else self._toggled(hex))

    def _toggled(self, hex: int) -> dict[int, int]:
        """The surroundings of all hexes once an empty one is occupied, or the other way round."""
        surroundings = self.surroundings.copy()
        for offset, side in SEEN_FROM_AROUND:
            neighbour = hex + offset
            toggled = surroundings.get(neighbour, 0) ^ side
            if toggled:
                surroundings[neighbour] = toggled
            else:
                del surroundings[neighbour]
        return surroundings

    def pillars(self) -> set[int]:
        """The hexes without which the hive would fall apart.

        One depth-first search: a branch that leads back to no hex before this one hangs on this one alone. The hex
        where the search begins is a pillar if a second branch hangs on it.
        """
        surroundings = self.surroundings
        order: dict[int, int] = {}
        pillars = set()

        def earliest(hex: int) -> int:
            """The place in the order of the earliest hex that this branch of the search leads back to."""
            order[hex] = mine = back = len(order)
            hanging = 0
            for offset in NEIGHBOURS[surroundings[hex]]:
                neighbour = hex + offset
                if neighbour in order:
                    reached = order[neighbour]
                else:
                    reached = earliest(neighbour)
                    hanging += reached >= mine
                if reached < back:
                    back = reached
            if hanging > (mine == 0):
                pillars.add(hex)
            return back

        earliest(next(iter(self.stacks)))
        return pillars

    def slides(self, hex: int) -> list[int]:
        """Where a lifted piece can slide from a hex on the ground."""
        return [hex + offset for offset in SLIDES[self.surroundings[hex]]]

    def climbs(self, hex: int) -> list[int]:
        """Where a lifted piece can go from a hex by a climb step, a step that starts or ends above the ground.

        It is blocked if both hexes that touch start and end are higher than either.
        """
        stacks = self.stacks
        here = len(stacks.get(hex, ()))
        heights = [len(stacks.get(hex + offset, ())) for offset in AROUND]
        if max(heights) <= here:
            return [hex + offset for offset in AROUND]
        return [
            hex + AROUND[side]
            for side in range(6)
            if min(heights[side - 1], heights[side - 5]) <= max(here, heights[side])
        ]

    def reference(self, hex: int) -> str:
        """The canonical name of a hex that is occupied or touches the hive."""
        stacks = self.stacks
        if hex in stacks:
            return stacks[hex][-1]
        offset, before, behind = REFERENCES[self.surroundings[hex]]
        return f"{before}{stacks[hex + offset][-1]}{behind}"


# Where each kind of piece can go from a hex: `hive` is the hive with that piece lifted. A hex may be listed twice.


def _one_slide(hive: Hive, start: int) -> list[int]:
    """The queen; the pillbug too, where it does not throw."""
    return hive.slides(start)


def _spider(hive: Hive, start: int) -> list[int]:
    """Exactly three slides, never over the same hex twice, its starting hex included."""
    paths: list[tuple[int, ...]] = [(start,)]
    for _ in range(3):
        paths = [(*path, step) for path in paths for step in hive.slides(path[-1]) if step not in path]
    return [path[-1] for path in paths]


def _ant(hive: Hive, start: int) -> list[int]:
    """One or more slides."""
    reached, known = [start], {start}
    for hex in reached:
        for offset in SLIDES[hive.surroundings[hex]]:
            step = hex + offset
            if step not in known:
                known.add(step)
                reached.append(step)
    return reached[1:]


def _grasshopper(hive: Hive, start: int) -> list[int]:
    """In a straight line over at least one piece, to the first empty hex."""
    landings = []
    for offset in NEIGHBOURS[hive.surroundings[start]]:
        hex = start + offset
        while hex in hive.stacks:
            hex += offset
        landings.append(hex)
    return landings


def _beetle(hive: Hive, start: int) -> list[int]:
    """One slide, or one climb step onto, along or off the hive."""
    if start in hive.stacks:
        return hive.climbs(start)
    return hive.slides(start) + [hex for hex in hive.climbs(start) if hex in hive.stacks]


def _ladybug(hive: Hive, start: int) -> list[int]:
    """Exactly three climb steps: onto a piece, along the top to another, down to an empty hex."""
    first = [hex for hex in hive.climbs(start) if hex in hive.stacks]
    second = {step for hex in first for step in hive.climbs(hex) if step in hive.stacks}
    return [step for hex in second for step in hive.climbs(hex) if step not in hive.stacks and step != start]


def _mosquito(hive: Hive, start: int) -> list[int]:
    """On the ground as any piece that it touches, except a mosquito; on a stack as a beetle."""
    if start in hive.stacks:
        return _beetle(hive, start)
    touched = dict.fromkeys(hive.stacks[start + offset][-1][1] for offset in NEIGHBOURS[hive.surroundings[start]])
    return [hex for kind in touched if kind != "M" for hex in REACH[kind](hive, start)]


REACH: dict[str, Callable[[Hive, int], list[int]]] = {
    "Q": _one_slide,
    "S": _spider,
    "B": _beetle,
    "G": _grasshopper,
    "A": _ant,
    "M": _mosquito,
    "L": _ladybug,
    "P": _one_slide,
}

COLOURS = "wb"
EXPANSIONS = "MLP"
BASE_PIECES = ("Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3")
PIECES = {f"{colour}{name}".lower(): f"{colour}{name}" for colour in COLOURS for name in (*BASE_PIECES, *EXPANSIONS)}
BUGS = {
    "Q": "a queen",
    "S": "a spider",
    "B": "a beetle",
    "G": "a grasshopper",
    "A": "an ant",
    "M": "a mosquito",
    "L": "a ladybug",
    "P": "a pillbug",
}

STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")

# A legal move: its text, the piece, and the hex where the piece ends.
Move = tuple[str, str, int]
PASS: Move = ("pass", "", 0)


class HivePosition(PythonPosition):
    """A position of Hive: the moves that led to it, and what they made of the hive."""

    game = "hive"
    title = "Hive"
    players = ("White", "Black")

    def __init__(
        self,
        expansions: str,
        played: tuple[str, ...],
        hive: Hive,
        where: dict[str, int],
        stunned: str | None,
        seen: tuple[frozenset[tuple[int, tuple[str, ...]]], ...],
    ) -> None:
        self.expansions = expansions
        self.played = played
        self.hive = hive
        self.where = where  # the hex of every piece in play
        self.stunned = stunned
        self.seen = seen  # the hives since the last placement, this one included: no earlier one can come back

    @classmethod
    def start(cls, expansions: str = "") -> Self:
        letters = read_expansions(expansions.upper() if isinstance(expansions, str) else expansions)
        return cls(letters, (), Hive({}, {}), {}, None, (frozenset(),))

    @classmethod
    def parse(cls, text: str) -> Self:
        if not text.isprintable():
            raise InvalidPosition(f"a position is one line of printable characters, not {clip(text, 80)}")
        game_type, *fields = text.split(";")
        base, plus, letters = game_type.partition("+")
        if base != "Base" or (plus and not letters):
            raise InvalidPosition(f"a GameString begins with Base, or Base+ and some of M, L, P; not {clip(game_type)}")
        position = cls.start(read_expansions(letters))
        if not fields:
            return position
        if fields[-1] == "":
            raise InvalidPosition("a GameString does not end with ';'")
        if fields[0] not in STATES:
            raise InvalidPosition(f"the state is {clip(fields[0])}, it must be one of {', '.join(STATES)}")
        if len(fields) == 1:
            raise InvalidPosition("the turn is missing: after the state comes a turn such as White[1]")
        if not re.fullmatch(r"(White|Black)\[[1-9][0-9]*\]", fields[1]):
            raise InvalidPosition(f"the turn is {clip(fields[1])}, it must be White[n] or Black[n] with n from 1")
        for number, move in enumerate(fields[2:], 1):
            try:
                position = position.play(move)
            except (IllegalMove, GameOver) as error:
                raise InvalidPosition(f"move {number}, {clip(move)}: {error}") from None
        return position

    def __str__(self) -> str:
        outcome = self.outcome()
        if not self.played:
            state = "NotStarted"
        elif outcome is None:
            state = "InProgress"
        else:
            state = "Draw" if outcome.winner is None else f"{self.players[outcome.winner]}Wins"
        turn = f"{self.players[self.player]}[{self.turn}]"
        return ";".join((self.game_type, state, turn, *self.played))

    @property
    def game_type(self) -> str:
        """The pieces of this game as UHP names them: `Base+MLP`."""
        return f"Base+{self.expansions}" if self.expansions else "Base"

    @property
    def player(self) -> int:
        return len(self.played) % 2

    @property
    def turn(self) -> int:
        """The number of the player's turn, the first being 1."""
        return len(self.played) // 2 + 1

    def hand(self, player: int) -> list[str]:
        """The pieces that a player has not yet placed."""
        pieces = (COLOURS[player] + name for name in (*BASE_PIECES, *self.expansions))
        return [piece for piece in pieces if piece not in self.where]

    def outcome(self) -> Outcome | None:
        lost = [player for player in (0, 1) if self._surrounded(COLOURS[player] + "Q")]
        if len(lost) == 2:
            return Outcome(None, "both queens are surrounded")
        if lost:
            return Outcome(1 - lost[0], f"{self.players[lost[0]]}'s queen is surrounded")
        if self.seen[::-2].count(self.seen[-1]) >= 3:  # every second one had the same side to move
            return Outcome(None, "the same position for the third time")
        return None

    def _surrounded(self, queen: str) -> bool:
        return queen in self.where and self.hive.surroundings.get(self.where[queen]) == ALL_SIX

    def legal(self) -> dict[str, Move]:
        if self.outcome() is not None:
            return {}
        moves: dict[str, Move] = {}
        for piece, name, hex in self._placements():
            text = f"{piece} {name}" if name else piece
            moves[text] = (text, piece, hex)
        if COLOURS[self.player] + "Q" in self.where:
            pillars = self.hive.pillars()
            for piece, lifted, hexes in (*self._own_moves(pillars), *self._throws(pillars)):
                for hex in hexes:
                    text = f"{piece} {lifted.reference(hex)}"
                    moves[text] = (text, piece, hex)
        return moves or {"pass": PASS}

    def _placements(self) -> Iterator[tuple[str, str, int]]:
        """Each piece that can be placed, with the name of the hex and the hex."""
        pieces = self._placeable()
        if not self.played:
            yield from ((piece, "", 0) for piece in pieces)
        elif pieces:
            for hex in self._places():
                name = self.hive.reference(hex)
                for piece in pieces:
                    yield piece, name, hex

    def _placeable(self) -> list[str]:
        """The pieces that may be placed in this turn: of alike ones the first, the queen not too early nor too late."""
        alike: dict[str, str] = {}
        for piece in self.hand(self.player):
            alike.setdefault(piece[1], piece)
        if "Q" in alike and self.turn >= 4:
            return [alike["Q"]]
        if self.turn == 1:
            del alike["Q"]
        return list(alike.values())

    def _places(self) -> list[int]:
        """The empty hexes where a piece may be placed: beside own pieces and no other; Black's first beside White's."""
        if self.turn == 1:
            return list(AROUND)
        own: set[int] = set()
        other: set[int] = set()
        for hex, stack in self.hive.stacks.items():
            beside = own if stack[-1][0] == COLOURS[self.player] else other
            beside.update([hex + offset for offset in AROUND])
        return sorted(own - other - self.hive.stacks.keys())

    def _own_moves(self, pillars: set[int]) -> Iterator[tuple[str, Hive, list[int]]]:
        """Each piece that moves by itself, with the hive that it leaves and the hexes where it can go."""
        for hex, stack in self.hive.stacks.items():
            piece = stack[-1]
            if piece[0] == COLOURS[self.player] and piece != self.stunned and (len(stack) > 1 or hex not in pillars):
                lifted = self.hive.lift(hex)
                yield piece, lifted, REACH[piece[1]](lifted, hex)

    def _throws(self, pillars: set[int]) -> Iterator[tuple[str, Hive, list[int]]]:
        """Each piece that can be thrown, with the hive that it leaves and the hexes where it can be set down."""
        for thrower in self._throwers():
            for hex in self._touched(thrower):
                piece, *above = self.hive.stacks[hex]
                if above or piece == self.stunned or hex in pillars:
                    continue
                lifted = self.hive.lift(hex)
                if thrower in lifted.climbs(hex):
                    down = lifted.climbs(thrower)
                    yield piece, lifted, [step for step in down if step not in lifted.stacks and step != hex]

    def _throwers(self) -> Iterator[int]:
        """The hexes of own pillbugs, and of own mosquitoes on the ground that touch a pillbug."""
        for kind in "PM":
            piece = COLOURS[self.player] + kind
            hex = self.where.get(piece)
            if hex is None or piece == self.stunned or self.hive.stacks[hex] != (piece,):
                continue
            if kind == "P" or any(self.hive.stacks[beside][-1][1] == "P" for beside in self._touched(hex)):
                yield hex

    def _touched(self, hex: int) -> list[int]:
        """The occupied hexes beside an occupied one."""
        return [hex + offset for offset in NEIGHBOURS[self.hive.surroundings[hex]]]

    def after(self, move: Move) -> Self:
        text, piece, hex = move
        played = (*self.played, text)
        if move == PASS:
            return type(self)(self.expansions, played, self.hive, self.where, None, (*self.seen, self.seen[-1]))
        start = self.where.get(piece)
        hive = (self.hive if start is None else self.hive.lift(start)).put(piece, hex)
        where = {**self.where, piece: hex}
        now = frozenset(hive.stacks.items())
        if start is None:
            return type(self)(self.expansions, played, hive, where, None, (now,))
        return type(self)(self.expansions, played, hive, where, piece, (*self.seen, now))

    def read_move(self, text: str) -> str:
        words = text.replace("_", " ").split()
        if [word.lower() for word in words] == ["pass"]:
            return "pass"
        if len(words) != (2 if self.played else 1):
            form = "a piece and where it goes" if self.played else "just a piece for the first one"
            raise IllegalMove(f"{clip(text)} is not a move here; a move is {form}, such as {self.moves()[0]}")
        piece = self._read_piece(words[0])
        hex = self.read_hex(words[1]) if self.played else 0
        for canonical, (_, mover, end) in self.choices().items():
            if mover == piece and end == hex:
                return canonical
        raise IllegalMove(f"{piece} is {BUGS[piece[1]]}: {self._objection(piece)}")

    def _read_piece(self, name: str) -> str:
        piece = PIECES.get(name.lower())
        if piece is None:
            raise IllegalMove(f"there is no piece {clip(name)}; the pieces are {', '.join(PIECES.values())}")
        if piece[1] in EXPANSIONS and piece[1] not in self.expansions:
            raise IllegalMove(f"there is no {piece} in this game: it is {self.game_type}")
        return piece

    def read_hex(self, reference: str) -> int:
        """The hex that is named by a piece in play, and which side of it."""
        if reference[:1] in BEFORE:
            name, offset = reference[1:], BEFORE[reference[0]]
        elif reference[-1:] in BEHIND:
            name, offset = reference[:-1], BEHIND[reference[-1]]
        else:
            name, offset = reference, 0
        piece = self._read_piece(name)
        if piece not in self.where:
            raise IllegalMove(f"{piece} is not in play, so {clip(reference)} is no place")
        return self.where[piece] + offset

    def why_not(self, move: str) -> str:
        return f"{move} is only for a player who can do nothing else. There are other moves, such as {self.moves()[0]}"

    def _objection(self, piece: str) -> str:
        """Why a piece cannot go where it was told to."""
        mover, other = self.players[self.player], self.players[1 - self.player]
        queen = COLOURS[self.player] + "Q"
        own = piece[0] == queen[0]
        targets = [text.partition(" ")[2] for text, moved, _ in self.choices().values() if moved == piece]
        if targets:
            return f"it may not go there. It can go to {', '.join(targets)}"
        if piece not in self.where:
            return self._objection_to_placing(piece) if own else f"it belongs to {other}, it is the turn of {mover}"
        hex = self.where[piece]
        stack = self.hive.stacks[hex]
        if queen not in self.where:
            return f"{mover} moves nothing before {queen} is in play"
        if piece == self.stunned:
            return f"{other} has just moved it, so it rests for this turn"
        if piece != stack[-1]:
            return f"it is covered by {stack[-1]}"
        if len(stack) == 1 and hex in self.hive.pillars():
            return "without it the hive would fall apart"
        return "it has nowhere to go" if own else f"it belongs to {other}, and no pillbug can throw it"

    def _objection_to_placing(self, piece: str) -> str:
        placeable = self._placeable()
        if piece in placeable:
            return "no free hex touches an own piece and no other"
        if piece[1] == "Q":
            return "she is not placed on the first turn"
        if placeable[0][1] == "Q" and self.turn >= 4:
            return f"{placeable[0]} is not in play on the fourth turn, so she is what has to be placed"
        first = next(alike for alike in placeable if alike[1] == piece[1])
        return f"{first} is placed before it"


def column_and_row(hex: int) -> tuple[int, int]:
    """Where a hex lies: columns go to the east, rows to the south-east.

    >>> column_and_row(SOUTH_WEST), column_and_row(NORTH_EAST)
    ((-1, 1), (1, -1))
    """
    row = (hex + ROW // 2) // ROW
    return hex - row * ROW, row


def read_expansions(letters: object) -> str:
    """The expansions of a game in their order, from their letters in any order.

    >>> read_expansions("PM")
    'MP'
    """
    if not isinstance(letters, str):
        raise InvalidPosition(f"expansions are a text of the letters M, L, P, not {shown(letters)}")
    for letter in letters:
        if letter not in EXPANSIONS:
            raise InvalidPosition(f"there is no expansion {clip(letter)} (in {clip(letters)}); there are M, L, P")
        if letters.count(letter) > 1:
            raise InvalidPosition(f"the expansion {letter} is there twice in {clip(letters)}; once is enough")
    return "".join(letter for letter in EXPANSIONS if letter in letters)
