"""A tournament as tables: in the terminal, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

import plyboard
from plyboard.arena.game import FAILURE
from plyboard.arena.ratings import NoRating, Rating
from plyboard.arena.scores import CrossTable, Tally, cross_table, players_of
from plyboard.arena.standings import Standing, standings
from plyboard.records.record import Record
from plyboard.records.tags import number
from plyboard.rules.core import clip

SUPPOSED = (
    "≥ ≤ ~: all games between some players were won by one side, so the rating may be higher, lower, or either; "
    "it rests on one supposed draw."
)
SHORT = {"head-to-head": "H2H", "Sonneborn-Berger": "S-B"}
"""The heads of tie-breaks with long names."""

APART = "No games connect the groups: compare ratings only within one of them."


@dataclass(frozen=True)
class Section:
    """The games of one game and their table."""

    game: str
    options: Mapping[str, Any]
    format: str
    rows: Sequence[Standing]
    table: CrossTable
    records: Sequence[Record]
    """In the order in which they were drawn up."""

    @property
    def title(self) -> str:
        """The game, and its options where there are any."""
        options = ", ".join(f"{name} {value}" for name, value in self.options.items())
        return plyboard.game(self.game).title + (f" ({options})" if options else "")

    @property
    def players(self) -> list[str]:
        """In the order of the table."""
        return [row.player for row in self.rows]

    def ends(self) -> list[tuple[str, int]]:
        """How the games ended, the most frequent first."""
        return Counter(record.outcome.reason for record in self.records if record.outcome).most_common()

    def notes(self) -> list[str]:
        """What has to be said below the table."""
        bounds = any(row.rating.bound for row in self.rows)
        return [SUPPOSED] * bounds + [APART] * self._has_groups()

    def _has_groups(self) -> bool:
        return any(row.rating.group for row in self.rows)

    def columns(self) -> list[str]:
        """The heads of the table."""
        tie_breaks = [SHORT.get(name, name) for name in self.rows[0].tie_breaks] if self.rows else []
        counts = ["#", "player", "points", "games", "won", "drawn", "lost", "score", *tie_breaks, "Elo", "±"]
        return counts + ["group"] * self._has_groups()

    def cells(self, row: Standing) -> list[str]:
        """A row of the table for people to read."""
        counts = [row.place, row.player, number(row.points), row.tally.games, *row.tally, percent(row.tally)]
        tie_breaks = ["" if value is None else number(value) for value in row.tie_breaks.values()]
        error = f"{row.rating.error:.0f}" if row.rating.error else ""
        group = [chr(ord("A") + row.rating.group)] * self._has_groups()
        return [*map(str, counts), *tie_breaks, elo(row.rating), error, *group]

    def cross_cells(self, row: Standing) -> list[str]:
        """What a player made of the games against each of the others, in the order of the table."""
        tallies = [self.table.get((row.player, other)) for other in self.players]
        alike = len({tally.games for tally in self.table.values()}) == 1
        return [
            "·" if tally is None else number(tally.points) + ("" if alike else f"/{tally.games}") for tally in tallies
        ]


def rated(records: Iterable[Record], anchor: str | None = None) -> list[Section]:
    """The ratings of players from games of any origin, each game with its options apart.

    The anchor holds where it has played.
    """
    kinds: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        kinds.setdefault((record.game, repr(sorted(record.options.items()))), []).append(record)
    tables = [(found, cross_table(found)) for found in kinds.values()]
    if anchor is not None and not any(anchor in players_of(table) for _, table in tables):
        raise NoRating(f"the anchor {clip(anchor)} has played none of these games")
    sections = []
    for found, table in tables:
        players = players_of(table)
        rows = standings("ratings", players, {}, table, anchor if anchor in players else None)
        if rows:
            sections.append(Section(found[0].game, found[0].options, "ratings", rows, table, found))
    return sections


def failure(record: Record) -> str | None:
    """What went wrong in a game, where something did: a player's fault, or nobody could play it."""
    fault = record.tags.get(FAILURE)
    if fault is None:
        return None
    what = record.outcome.reason if record.outcome else f"could not be played: {fault}"
    return f"{plyboard.game(record.game).title}, {' against '.join(record.players)}: {what}"


def percent(tally: Tally) -> str:
    """The share of the points.

    >>> percent(Tally(3, 1, 0)), percent(Tally())
    ('87.5 %', '')
    """
    return "" if tally.share is None else f"{tally.share:.1%}".replace("%", " %")


def elo(rating: Rating) -> str:
    """A rating in whole points.

    >>> elo(Rating(-120.4, 30.0)), elo(Rating(512.9, 200.0, "≥"))
    ('−120', '≥513')
    """
    return f"{rating.bound}{round(rating.elo)}".replace("-", "−")


def placed_table(section: Section) -> Table:
    """The places, for the terminal."""
    return _terminal_table(section.title, section.columns(), map(section.cells, section.rows))


def crossed_table(section: Section) -> Table:
    """Who scored what against whom, for the terminal."""
    places = [str(place) for place in range(1, len(section.rows) + 1)]
    rows = ([place, row.player, *section.cross_cells(row)] for place, row in zip(places, section.rows, strict=True))
    return _terminal_table(None, ["#", "player", *places], rows)


def _terminal_table(title: str | None, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        is_name = column == "player"  # In a narrow terminal names take several lines, and stay whole.
        table.add_column(column, justify="left" if is_name else "right", no_wrap=not is_name, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def as_csv(sections: Sequence[Section]) -> str:
    """All tables as comma-separated values, a line for each player in each game."""
    rows = [_facts(section, row) for section in sections for row in section.rows]
    columns = list(dict.fromkeys(column for row in rows for column in row))
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().rstrip("\n")


def facts(sections: Sequence[Section]) -> list[dict[str, Any]]:
    """What a program wants to know of the tables."""
    return [
        {
            "game": section.game,
            "options": dict(section.options),
            "format": section.format,
            "games": len(section.records),
            "table": [_facts(section, row) for row in section.rows],
            "cross_table": {
                one: {other: tally._asdict() for (player, other), tally in section.table.items() if player == one}
                for one in section.players
            },
            "ends": dict(section.ends()),
        }
        for section in sections
    ]


def _facts(section: Section, row: Standing) -> dict[str, Any]:
    return {
        "game": section.title,
        "place": row.place,
        "player": row.player,
        "points": row.points,
        "games": row.tally.games,
        "won": row.tally.wins,
        "drawn": row.tally.draws,
        "lost": row.tally.losses,
        **{name.lower().replace("-", "_"): value for name, value in row.tie_breaks.items()},
        "elo": round(row.rating.elo, 2) + 0.0,  # Adding 0.0 makes a negative zero a zero.
        "error": row.rating.error and round(row.rating.error, 2),
        "bound": row.rating.bound,
        "group": row.rating.group,
    }
