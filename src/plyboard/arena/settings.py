"""What a tournament is to be: said on the command line, or in a TOML file, for one game or for several."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import plyboard
from plyboard import players
from plyboard.arena.game import MAX_PLIES
from plyboard.arena.limits import TimeLimit, timed
from plyboard.arena.openings import openings
from plyboard.arena.schedule import FORMATS
from plyboard.players import Human
from plyboard.rules.core import PlyboardError, clip, shown


class BadTournament(PlyboardError):
    """A tournament that cannot be held as it is described."""


@dataclass(frozen=True)
class Settings:
    """A tournament in one game."""

    game: str = ""
    players: Sequence[str] = ()
    """Their lines, in the order of their seeds; the first one runs a gauntlet."""
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str = FORMATS[0]
    games: int = 2
    """How many games two players play when they meet: an even number, each opening with both seats."""
    rounds: int | None = None
    """Of a Swiss tournament; as many as it needs to find a winner unless said."""
    openings: str | None = None
    time: str | None = None
    seed: int = 1
    anchor: str | None = None
    """The player whose rating is 0; without one, the mean is."""
    max_plies: int = MAX_PLIES

    def checked(self) -> Settings:
        """The same with every player's time said; raises a PlyboardError where something is wrong."""
        if not self.game:
            raise BadTournament('a tournament needs a game, as in game = "hive"')
        plyboard.game(self.game).start(**self.options)
        if self.format not in FORMATS:
            raise BadTournament(f"there is no format {clip(self.format)}; the formats are {', '.join(FORMATS)}")
        if len(self.players) < 2:
            raise BadTournament("a tournament needs at least two players")
        for name, least in (("games", 2), ("rounds", 1), ("max_plies", 1), ("seed", 0)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise BadTournament(f"{name} is {value}, it must be at least {least}")
        if self.games % 2:
            raise BadTournament(f"games is {self.games}, it must be even: each opening is played with both seats")
        if self.rounds is not None and self.format != "swiss":
            raise BadTournament(f"rounds are for a Swiss tournament; a {self.format} has as many as it needs")
        if self.openings is not None:  # Before other tournaments of the same file have been played.
            openings(self.openings, self.game, self.options, self.seed)
        limit = self.limit
        lines = [timed(line, self.game, limit) for line in self.players]
        for number, line in enumerate(lines):
            if isinstance(players.seat(line, self.game), Human):
                raise BadTournament("a tournament is for computers: nobody asks a human for moves here")
            if line in lines[:number]:
                raise BadTournament(f"{clip(line)} is there twice: two players who are the same cannot be told apart")
        anchor = self.anchor and timed(self.anchor, self.game, limit)
        if anchor and anchor not in lines:
            raise BadTournament(f"the anchor {clip(anchor)} is not among the players: {', '.join(lines)}")
        return replace(self, players=tuple(lines), anchor=anchor)

    @property
    def limit(self) -> TimeLimit | None:
        """How long players may think."""
        return None if self.time is None else TimeLimit.read(self.time)


def load(path: str | Path, given: Mapping[str, Any]) -> tuple[str, list[Settings]]:
    """The title and the tournaments of a TOML file; what is `given` goes before what the file says.

    Whatever stands above the tables `[[tournament]]` holds for each of them; without such tables it is one tournament.
    """
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadTournament(f"{path} is no TOML file: {error}") from None
    except (OSError, ValueError) as error:
        raise BadTournament(f"cannot read {clip(str(path))}: {getattr(error, 'strerror', None) or error}") from None
    title = content.pop("title", Path(path).stem)
    if not isinstance(title, str):
        raise BadTournament(f"{path}: title is {shown(title)}, it must be a text")
    tables = content.pop("tournament", [{}])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BadTournament(f"{path}: a tournament is a table that begins with [[tournament]]")
    try:
        return title, [Settings(**_checked_types({**content, **table, **given})).checked() for table in tables]
    except PlyboardError as error:
        raise BadTournament(f"{path}: {error}") from error


_TYPES: dict[str, tuple[type, str]] = {
    "game": (str, "a text"),
    "players": (list, 'a list of players, as in ["greedy", "random"]'),
    "options": (dict, "a table, as in { size = 10 }"),
    "format": (str, "a text"),
    "games": (int, "a whole number"),
    "rounds": (int, "a whole number"),
    "openings": (str, "a text"),
    "time": (str, 'a text, as in "0.1" or "60+0.5"'),
    "seed": (int, "a whole number"),
    "anchor": (str, "a text"),
    "max_plies": (int, "a whole number"),
}
"""What each setting is in a file."""


def _checked_types(values: Mapping[str, Any]) -> Mapping[str, Any]:
    for name, value in values.items():
        if name not in _TYPES:
            near = get_close_matches(name, _TYPES, 1)
            hint = f"Did you mean {near[0]}? " if near else ""
            raise BadTournament(f"there is no setting {clip(name)}. {hint}There are title, {', '.join(_TYPES)}")
        kind, what = _TYPES[name]
        texts = value if kind is list and isinstance(value, list) else []
        if type(value) is not kind or not all(isinstance(text, str) for text in texts):
            raise BadTournament(f"{name} is {shown(value)}, it must be {what}")
    return values
