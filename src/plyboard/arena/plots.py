"""A tournament in pictures: ratings with errors, who beat whom, and how it went on. They follow light and dark."""

from __future__ import annotations

from math import isnan, nan

import matplotlib

from plyboard.arena.charts import INK, chart
from plyboard.arena.scores import Tally
from plyboard.arena.tables import Section

_ROW = 0.32
"""Inches for a player."""


def ratings(section: Section) -> str:
    """Each player's rating with its error."""
    rows = sorted(section.rows, key=lambda row: row.rating.elo)
    with chart(7, 0.9 + _ROW * len(rows)) as drawn:
        axes = drawn.axes
        axes.errorbar(
            [row.rating.elo for row in rows],
            range(len(rows)),
            xerr=[row.rating.error or 0 for row in rows],
            fmt="o",
            color="#2f81f7",
            capsize=3,
        )
        axes.set_yticks(range(len(rows)), [f"{row.player} {row.rating.bound}".rstrip() for row in rows])
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.grid(axis="x", color="#8888", linewidth=0.5)
        axes.set_xlabel("Elo")
    return drawn.svg()


def score_matrix(section: Section) -> str:
    """The share of the points that the player of each row took from the player of each column."""
    players = section.players
    tallies = [[section.table.get((one, other), Tally()) for other in players] for one in players]
    with chart(2.5 + 0.48 * len(players), 1.6 + _ROW * len(players)) as drawn:
        axes = drawn.axes
        shares = [[nan if tally.share is None else 100 * tally.share for tally in row] for row in tallies]
        axes.imshow(shares, cmap="RdYlGn", vmin=-25, vmax=125, aspect="auto")
        for y, row in enumerate(shares):
            for x, share in enumerate(row):
                if not isnan(share):
                    axes.text(x, y, f"{share:.0f}", ha="center", va="center", color="#1a1a1a", fontsize=9)
        axes.set_xticks(range(len(players)), [str(place) for place in range(1, len(players) + 1)])
        axes.set_yticks(range(len(players)), [f"{player}  {place}" for place, player in enumerate(players, 1)])
        axes.tick_params(length=0)
        axes.xaxis.tick_top()
        axes.spines[:].set_visible(False)
    return drawn.svg()


def progress(section: Section) -> str:
    """How far each player was above or below an even score, game by game."""
    with chart(7, 4.5) as drawn:
        axes = drawn.axes
        colours = matplotlib.colormaps["tab20"]
        for place, player in enumerate(section.players):
            lead = [0.0]
            for record in section.records:
                if record.outcome and player in record.players and record.players[0] != record.players[1]:
                    winner = record.outcome.winner
                    gain = 0 if winner is None else 0.5 if record.players[winner] == player else -0.5
                    lead.append(lead[-1] + gain)
            axes.plot(lead, color=colours(place % 20), linewidth=1.8, label=player)
        axes.axhline(0, color="#888", linewidth=0.5)
        axes.set_xlabel("games of a player")
        axes.set_ylabel("points above an even score")
        axes.legend(frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(1, 1), labelcolor=INK)
    return drawn.svg()
