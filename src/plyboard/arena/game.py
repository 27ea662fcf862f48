"""One game between two players, from a task that says everything to a record that tells everything.

Whatever a player does wrong loses it the game, and the record says why.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

import plyboard
from plyboard import players
from plyboard.arena.limits import MARGIN, TimeLimit, is_limited, tell_clocks
from plyboard.arena.openings import Opening
from plyboard.players import Player, PlayerFailed, Thinker, Thought
from plyboard.players.process import Program
from plyboard.records import Played, Record
from plyboard.rules.core import Outcome, PlyboardError, Position

if TYPE_CHECKING:
    from plyboard.records.journal import Journal
    from plyboard.records.store import Store

MAX_PLIES = 1000
"""After so many plies a game is a draw, unless said otherwise."""

NUMBER = "Number"
"""The tag that says which game this is among those that are played together."""

FAILURE = "Failure"
"""The tag of a game that a player lost by a fault of its own; it says which one: crash, illegal move or time."""

SLOW = 0.05
"""From the first move on that took so many seconds each move goes into the store. A game between very fast players
would spend most of its time there: until it ends its moves go into a journal."""

_KEPT = 4
"""So many players stay seated from one game to the next: an engine has a large table, a program takes time to start."""


@dataclass(frozen=True)
class GameTask:
    """A game to be played. Two equal tasks are the same game where the players do not go by time."""

    game: str
    players: tuple[str, str]
    """The lines of the players, in the order of their seats."""
    number: int = 1
    """Which game this is among those that are played together."""
    seed: int = 0
    """Players who choose by chance and have no seed of their own get one that follows from this."""
    options: Mapping[str, Any] = field(default_factory=dict)
    opening: Opening = field(default_factory=Opening)
    limit: TimeLimit | None = None
    """Beyond it, and a margin of half a second, a move loses the game."""
    max_plies: int = MAX_PLIES
    tags: Mapping[str, str] = field(default_factory=dict)
    """What the record is to say besides, as in `Event`, `Round`."""

    def record(self) -> Record:
        """The game before the players' first move."""
        return Record(
            game=self.game,
            players=self.players,
            options={**self.options, **self.opening.options},
            start=self.opening.start,
            moves=tuple(Played(move) for move in self.opening.moves),
            clock=self.limit.clock if self.limit else None,
            tags={**self.tags, NUMBER: str(self.number)},
        )


def play(task: GameTask, store: Store | None = None) -> Record:
    """Play a game to its end; a store keeps it move by move."""
    record = task.record()
    position = record.final()
    keeper = _Keeper(store, record) if store else None
    names = plyboard.game(task.game).players
    left = [task.limit.seconds if task.limit else 0.0] * 2
    seats = [_Seat(task, seat, left) for seat in (0, 1)]
    moves = list(record.moves)
    while (outcome := position.outcome()) is None:
        if len(moves) >= task.max_plies:
            outcome = Outcome(None, f"{task.max_plies} plies played")
            break
        try:
            played, position = seats[position.player].move(position)
        except _Lost as lost:
            outcome = Outcome(1 - position.player, f"{names[position.player]} {lost.reason}")
            record = replace(record, tags={**record.tags, FAILURE: lost.fault})
            break
        moves.append(played)
        if keeper:
            keeper.note(moves)
    record = replace(record, moves=tuple(moves), outcome=outcome)
    if keeper:
        keeper.end(record)
    return record


class _Keeper:
    """Keeps a game while it is played: in a journal, if both players hurry, else in a store."""

    def __init__(self, store: Store, record: Record) -> None:
        self._store = store
        self._record = record
        self._number: int | None = None
        """Which game it is in the store, once it is there."""
        self._journal = _journal(store)
        if self._journal:
            self._journal.follow(record)

    def note(self, moves: list[Played]) -> None:
        """Make the newest move safe."""
        played = moves[-1]
        if self._number is not None:
            self._store.add(self._number, len(moves) - 1, played)
        elif self._journal and (played.seconds or 0) < SLOW:
            self._journal.add(played)
        else:
            self._begin(replace(self._record, moves=tuple(moves)))

    def end(self, record: Record) -> None:
        """Save how the game ended."""
        if self._number is None:
            self._begin(record)
        elif record.outcome is not None:
            self._store.finish(self._number, record.outcome, record.tags)

    def _begin(self, record: Record) -> None:
        self._number = self._store.begin(record, "arena")
        if self._journal:
            self._journal.clear()


@cache
def _journal(store: Store) -> Journal | None:
    """The journal of this process."""
    from plyboard.records.journal import journal  # With SQLAlchemy, which takes its time.

    return journal(store)


class _Lost(Exception):
    """The player to move has lost by a fault of its own."""

    def __init__(self, fault: str, reason: str) -> None:
        self.fault = fault
        self.reason = reason


class _Seat:
    """A player at the board, and its clock."""

    def __init__(self, task: GameTask, seat: int, left: list[float]) -> None:
        self._task = task
        self._seat = seat
        self._left = left
        self._player: Player | None = None
        self._decide: Callable[[Position], str | Thought]

    def move(self, position: Position) -> tuple[Played, Position]:
        """What the player plays, and the position after it; raises _Lost."""
        limit = self._task.limit
        try:
            if self._player is None:
                self._player = seated(self._task, self._seat)
                self._decide = self._player.decide if isinstance(self._player, Thinker) else self._player.choose
            if limit and limit.increment is not None and not is_limited(self._task.players[self._seat], self._player):
                tell_clocks(self._player, self._seat, self._left, limit.increment)
            begin = perf_counter()
            told = self._decide(position)
            seconds = int(1e6 * (perf_counter() - begin) + 0.5) / 1e6  # Faster than round.
        except PlayerFailed as failure:
            raise _Lost("crash", f"failed: {failure}") from failure
        except Exception as error:  # Whatever a player does, it is the player's fault, and no other game suffers.
            raise _Lost("crash", f"crashed: {type(error).__name__}: {error}") from error
        clock = self._clock_after(limit, seconds) if limit else None
        try:
            after = position.play(told if isinstance(told, str) else told.move)
        except PlyboardError as error:
            raise _Lost("illegal move", f"played an illegal move: {error}") from error
        return _played(told, seconds, clock), after

    def _clock_after(self, limit: TimeLimit, seconds: float) -> float | None:
        """What the player's clock shows after a move, if it has one; raises _Lost where it took too long."""
        if limit.increment is None:
            if seconds > limit.seconds + MARGIN:
                raise _Lost("time", f"took {seconds:.2f} s for a move, {limit.seconds:g} s were granted")
            return None
        self._left[self._seat] -= seconds
        if self._left[self._seat] < -MARGIN:
            raise _Lost("time", f"ran out of time after {limit} s")
        self._left[self._seat] = max(self._left[self._seat], 0.0) + limit.increment
        return round(self._left[self._seat], 3)


def _played(told: str | Thought, seconds: float, clock: float | None) -> Played:
    """A player's move with what it told of it."""
    if isinstance(told, str):
        return Played(told, seconds=seconds, clock=clock)
    # A game that is decided has a value beyond any evaluation, which says no more than the number of plies.
    # NumPy's floats are none that a store or a journal knows.
    value = float(told.value) if told.win is None else None
    return Played(told.move, value, told.win, told.depth, told.nodes, seconds, clock)


_seated: OrderedDict[tuple[str, str, int], Player] = OrderedDict()


def seated(task: GameTask, seat: int) -> Player:
    """The player of a task, as if it had never played before; the same one as in earlier games where it can be."""
    line = task.players[seat]
    key = task.game, line, seat
    player = _seated.pop(key, None) or players.seat(line, task.game)
    if "seed" in player.options():  # Who has thrown dice cannot unthrow them, and costs nothing to make anew.
        seed: int | None = getattr(player, "seed", None)
        fresh: Any = {"seed": derived_seed(task.seed, seat) if seed is None else seed}
        return replace(player, **fresh)
    player.new_game()
    _seated[key] = player
    while len(_seated) > _KEPT:
        _, old = _seated.popitem(last=False)
        if isinstance(old, Program):
            old.close()
    return player


def derived_seed(*parts: object) -> int:
    """A seed that follows from others, and is like no other."""
    return random.Random(" ".join(map(str, parts))).getrandbits(63)
