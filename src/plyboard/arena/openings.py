"""Where games begin, so that two players do not play the same game twice: openings by chance, or from a file."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import plyboard
from plyboard import players, records
from plyboard.records import InvalidRecord, Record
from plyboard.records import hive as gamestrings
from plyboard.rules.core import PlyboardError, Position, clip

USUAL_PLIES = {"hiya": 4, "ricocheckers": 8, "pincer": 8, "hive": 6, "raichu": 4}
"""How long openings by chance are unless said: long enough to have thousands, short enough to leave the game open."""

MOST_PLIES = 60

SAMPLE = 48
"""From so many openings is learned how uneven openings of a game usually are; the more even half is good enough."""

GIVE_UP = 2000
"""After so many openings in a row that are there already, or no good, there are no more."""

NAMED = {"hive": "hive_openings.txt"}
"""The sets of openings that come with Plyboard: the game is the name of the set."""


class BadOpenings(PlyboardError):
    """Openings that are not there, or lead nowhere."""


@dataclass(frozen=True)
class Opening:
    """Moves that are played before the players are asked."""

    moves: tuple[str, ...] = ()
    start: str | None = None
    """The position before them, if it is not the usual one."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the start, if the opening says them itself, as a GameString does."""


def usual(game: str) -> str:
    """The openings of a game where nobody asks for others."""
    return f"random:{USUAL_PLIES.get(game, 4)}"


def openings(source: str, game: str, options: Mapping[str, Any], seed: int) -> Iterator[Opening]:
    """Openings without end: those of `random:K`, of a named set or of a file.

    Those of a set or a file come in an order that follows from the seed, again and again; those by chance are all
    different, and BadOpenings is raised when there are no more.
    """
    if source.startswith("random:"):
        return RandomOpenings(game, options, _plies(source), seed).draw()
    if source in NAMED:
        if game != source:
            raise BadOpenings(f"the openings {source} are for {source}, not for {game}")
        content = files("plyboard.arena").joinpath("data", NAMED[source]).read_text(encoding="utf-8")
    else:
        try:
            content = Path(source).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadOpenings(
                f"cannot read the openings {clip(source)}: {getattr(error, 'strerror', None) or error}; "
                f"they are random:K, a file{''.join(f', or {name}' for name in NAMED if name == game)}"
            ) from None
    found = read(content, source, game, options)
    random.Random(f"openings {seed}").shuffle(found)
    return cycle(found)


def _plies(source: str) -> int:
    said = source.removeprefix("random:")
    if not (said.isascii() and said.isdigit() and len(said) < 4 and int(said) <= MOST_PLIES):
        raise BadOpenings(f"the openings are {clip(source)}: K of random:K is a whole number from 0 to {MOST_PLIES}")
    return int(said)


def read(content: str, name: str, game: str, options: Mapping[str, Any] | None = None) -> list[Opening]:
    """The openings of a text: a game's record, or on each line a position, a GameString, or moves with commas between.

    What follows a tab is not read, nor lines that begin with #.
    """
    if content.lstrip().startswith("["):
        found = [(f"game {number}", opening) for number, opening in enumerate(_of_games(content, name, game), 1)]
    else:
        found = [
            (f"line {number}", _of_line(line.partition("\t")[0].strip(), f"{name}, line {number}", game, options or {}))
            for number, line in enumerate(content.splitlines(), 1)
            if line.strip() and not line.startswith("#")
        ]
    if not found:
        raise BadOpenings(f"there are no openings in {clip(name)}")
    rules = plyboard.game(game)
    for where, opening in found:
        if options and rules.start(**options) != rules.start(**{**options, **opening.options}):
            raise BadOpenings(f"{name}, {where}: the opening is for {_said(opening.options)}, not for {_said(options)}")
        outcome = after(opening, game, options or {}).outcome()
        if outcome is not None:
            raise BadOpenings(f"{name}, {where}: the game is over already: {outcome.reason}")
    return [opening for _, opening in found]


def after(opening: Opening, game: str, options: Mapping[str, Any]) -> Position:
    """The position after an opening."""
    rules = plyboard.game(game)
    position = rules.parse(opening.start) if opening.start else rules.start(**{**options, **opening.options})
    for move in opening.moves:
        position = position.play(move)
    return position


def _of_games(content: str, name: str, game: str) -> list[Opening]:
    try:
        found = records.read(content)
    except InvalidRecord as fault:
        raise BadOpenings(f"{name}, {fault}") from None
    for number, record in enumerate(found, 1):
        if record.game != game:
            raise BadOpenings(f"{name}, game {number}: it is one of {record.game}, not of {game}")
    return [_of_record(record) for record in found]


def _said(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _of_record(record: Record) -> Opening:
    return Opening(tuple(played.move for played in record.moves), record.start, record.options)


def _of_line(line: str, where: str, game: str, options: Mapping[str, Any]) -> Opening:
    try:
        if game == "hive" and line.startswith("Base"):
            return _of_record(gamestrings.read(line)[0])
        return Opening(start=str(plyboard.game(game).parse(line)))
    except PlyboardError as no_position:
        typed = re.split(r"\s*[,;]\s*" if re.search("[,;]", line) or game == "hive" else r"\s+", line)
        try:
            return Opening(tuple(_as_written(typed, plyboard.game(game).start(**options))))
        except PlyboardError as no_moves:
            raise BadOpenings(f"{where}: neither a position ({no_position}) nor moves ({no_moves})") from None


def _as_written(typed: Iterable[str], position: Position) -> Iterator[str]:
    """Moves typed in any form as the rules write them, and as they come back from a file of games."""
    for move in typed:
        reached = position.play(move)
        yield next(move for move, after in position.successors() if after == reached)
        position = reached


class RandomOpenings:
    """Openings by chance that are about even, as a shallow search sees them, and all different."""

    def __init__(self, game: str, options: Mapping[str, Any], plies: int, seed: int) -> None:
        self._game = game
        self._options = options
        self._plies = plies
        self._chance = random.Random(f"random openings {seed}")
        search = "engine:nodes=1000" if players.strongest(game) == "engine" else "alphabeta:depth=2"
        self._judge = players.thinker(search, game)

    def draw(self) -> Iterator[Opening]:
        """One opening after the other; raises BadOpenings when there are no more."""
        seen: set[str] = set()
        failed = 0
        while failed < GIVE_UP:
            opening, position = self._by_chance(self._chance)
            failed += 1
            if str(position) not in seen:
                seen.add(str(position))
                if self.uneven(position) <= self.bound:
                    failed = 0
                    yield opening
        raise BadOpenings(
            f"{self._plies} plies by chance lead to {len(seen)} different positions, and not enough of them are even: "
            f"ask for fewer games, or for longer openings, as in random:{self._plies + 2}"
        )

    @cached_property
    def bound(self) -> float:
        """How uneven an opening may be, in points of the evaluation."""
        chance = random.Random("how uneven openings are")  # Not by the seed: the same bound for everyone.
        return median(self.uneven(self._by_chance(chance)[1]) for _ in range(SAMPLE))

    def uneven(self, position: Position) -> float:
        """How many points one side is ahead; infinitely many where the game is decided."""
        if position.outcome() is not None:
            return float("inf")
        self._judge.new_game()
        thought = self._judge.decide(position)
        return float("inf") if thought.win is not None else abs(thought.value)

    def _by_chance(self, chance: random.Random) -> tuple[Opening, Position]:
        position = plyboard.game(self._game).start(**self._options)
        moves: list[str] = []
        while len(moves) < self._plies and (choices := position.moves()):
            moves.append(chance.choice(choices))
            position = position.play(moves[-1])
        return Opening(tuple(moves)), position
