"""Tournaments as tables and pages."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from rich.console import Console

from plyboard.arena import plots, report
from plyboard.arena.scores import cross_table, players_of
from plyboard.arena.standings import standings
from plyboard.arena.tables import Section, as_csv, crossed_table, facts, placed_table
from plyboard.records.record import Record
from plyboard.rules.core import Outcome

WINNERS = {
    ("greedy", "random"): (0, 0, None),
    ("random", "greedy"): (1, 0, 1),
    ("minimax:depth=2", "greedy"): (0, 0),
    ("greedy", "minimax:depth=2"): (1, None),
    ("ugi:<b>&", "random"): (0, 0),
}


def section(**options: int) -> Section:
    records = [
        Record(
            "raichu",
            pair,
            options=options,
            outcome=Outcome(winner, "a draw" if winner is None else "won & over"),
            date=datetime(2026, 1, 5, tzinfo=UTC),
        )
        for pair, winners in WINNERS.items()
        for winner in winners
    ]
    table = cross_table(records)
    rows = standings("round-robin", players_of(table), {}, table)
    return Section("raichu", options, "round-robin", rows, table, records)


def shown(table: object, width: int = 200) -> list[list[str]]:
    console = Console(width=width, file=io.StringIO(), highlight=False)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    return [line.split() for line in console.file.getvalue().splitlines()]


def test_the_table_says_places_points_and_ratings() -> None:
    _, head, first, *_ = shown(placed_table(section()))
    assert head == ["#", "player", "points", "games", "won", "drawn", "lost", "score", "H2H", "S-B", "Elo", "±"]
    assert first[:9] == ["1", "greedy", "5", "10", "4", "2", "4", "50.0", "%"]


def test_a_narrow_terminal_breaks_names_and_loses_nothing_of_them() -> None:
    lines = shown(placed_table(section()), width=76)
    assert not any("…" in word for line in lines for word in line)
    at = next(place for place, line in enumerate(lines) if line[0] == "2")
    assert lines[at][1] + lines[at + 1][0] == "minimax:depth=2"


def test_the_cross_table_says_who_scored_what_against_whom() -> None:
    head, *rows = shown(crossed_table(section()))
    assert head == ["#", "player", "1", "2", "3", "4"]
    assert rows[:2] == [
        ["1", "greedy", "·", "0.5/4", "·", "4.5/6"],
        ["2", "minimax:depth=2", "3.5/4", "·", "·", "·"],
    ]


def test_csv_and_json_hold_the_same_table() -> None:
    sections = [section(), section(size=10)]
    rows = list(csv.DictReader(io.StringIO(as_csv(sections))))
    listed = [row for one in facts(sections) for row in one["table"]]
    assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in listed] == rows
    assert {row["game"] for row in rows} == {"Raichu", "Raichu (size 10)"}
    assert facts(sections)[0]["cross_table"]["greedy"]["random"] == {"wins": 4, "draws": 1, "losses": 1}
    assert facts(sections)[0]["ends"] == {"won & over": 10, "a draw": 2}


def test_a_supposed_draw_is_said_below_the_table() -> None:
    (note,) = section().notes()
    assert "one supposed draw" in note


@pytest.mark.parametrize("draw", [plots.ratings, plots.score_matrix, plots.progress])
def test_plots_are_svg_that_follows_the_theme_and_is_the_same_each_time(draw: report.Draw) -> None:
    picture = draw(section())
    ElementTree.fromstring(picture)
    assert "currentColor" in picture
    assert "prefers-color-scheme: dark" in picture
    assert picture == draw(section())


class Seen(HTMLParser):
    """What a page would load, and the words in it."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "img", "iframe"):
            self.loads.append(tag)
        self.loads += [
            value or "" for name, value in attributes if name in ("src", "href") and value and value[0] != "#"
        ]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_needs_nothing_from_elsewhere_and_keeps_texts_as_they_are() -> None:
    html = report.page("Cup <1>", [section(), section(size=10)])
    page = Seen()
    page.feed(html)
    assert page.loads == []
    assert html.count("<svg ") == 6
    assert "Elo in each game" in page.text
    assert {"Cup <1>", "ugi:<b>&", "won & over", "Raichu (size 10)"} <= set(page.text)
