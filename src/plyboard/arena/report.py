"""A tournament as one page with tables and plots that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from plyboard.arena import plots
from plyboard.arena.ratings import Rating
from plyboard.arena.tables import Section, elo

Draw = Callable[[Section], str]

PLOTS: tuple[tuple[str, Draw, str], ...] = (
    ("ratings", plots.ratings, "Ratings; the bars hold the truth in 95 of 100 cases."),
    ("scores", plots.score_matrix, "The share of the points, in percent, that each player took from each other."),
    ("progress", plots.progress, "How the games went on: points above or below an even score."),
)
"""The pictures of a section: a name for a file, what draws it, and what it shows."""


def page(title: str, sections: Sequence[Section]) -> str:
    """The page, as HTML."""
    environment = Environment(
        loader=PackageLoader("plyboard.arena", ""),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html").render(
        title=title,
        sections=sections,
        overview=overview(sections),
        plots=lambda section: [(caption, draw(section)) for _, draw, caption in PLOTS],
    )


def overview(sections: Sequence[Section]) -> list[tuple[str, list[str]]]:
    """Each player with its rating in each game, the best on average first."""
    ratings = [{row.player: row.rating for row in section.rows} for section in sections]
    players = dict.fromkeys(player for rated in ratings for player in rated)

    def mean(player: str) -> float:
        found = [rated[player].elo for rated in ratings if player in rated]
        return sum(found) / len(found)

    def cell(rated: dict[str, Rating], player: str) -> str:
        return elo(rated[player]) if player in rated else ""

    return [(player, [cell(rated, player) for rated in ratings]) for player in sorted(players, key=mean, reverse=True)]
