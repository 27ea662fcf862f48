"""A training as curves and as one page that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import numpy as np
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from matplotlib.axes import Axes

from plyboard import evaluation
from plyboard.arena.charts import INK, Chart, chart
from plyboard.learn import files
from plyboard.learn.proof import OPPONENTS, told
from plyboard.learn.trainer import Trainer

_NAMED = 10
"""So many curves of weights have a name beside them, those that matter most."""

_FARTHEST = 800.0
"""A difference in Elo beyond it is drawn here: it can hardly be told from winning every game."""


class Row(NamedTuple):
    """A feature in the table of those that matter."""

    feature: str
    start: float
    weight: float
    spread: float
    influence: float
    """By how many points it usually changes the value of a position."""
    share: float
    """The same, as a share of all features."""
    loss: float
    """How much more wrong the chances to win are without it."""


def table(trainer: Trainer) -> list[Row]:
    """Which features matter, the most important first."""
    state, settings = trainer.state, trainer.settings
    influence = np.abs(state.weights) * state.spread
    columns = (state.start, state.weights, state.spread, influence, influence / max(influence.sum(), 1e-12))
    names = evaluation.names(settings.game, settings.features)
    rows = zip(names, *(column.tolist() for column in (*columns, state.without)), strict=True)
    return sorted((Row(*row) for row in rows), key=lambda row: -row.influence)


def write(trainer: Trainer) -> Path:
    """Write the weights, the curves as PNG and SVG, and the page; where the page is."""
    weights, pictures = trainer.weights(), []
    files.write(trainer.folder / "weights.json", weights.text().encode())
    for name, caption, draw in CURVES:
        drawn = _drawn(draw, trainer)
        files.write(trainer.folder / f"{name}.png", drawn.png())
        files.write(trainer.folder / f"{name}.svg", drawn.svg().encode())
        pictures.append((caption, drawn.svg()))
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("plyboard.learn", ""), PackageLoader("plyboard.arena", "")]),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    page = environment.get_template("report.html").render(
        title=f"Training {trainer.settings.game} by {trainer.settings.method}",
        weights=weights,
        blocks=trainer.state.blocks,
        opponents=OPPONENTS,
        told=told,
        pictures=pictures,
        rows=table(trainer),
        stopped=trainer.stopped,
    )
    files.write(trainer.folder / "report.html", page.encode())
    return trainer.folder / "report.html"


def _losses(axes: Axes, trainer: Trainer) -> None:
    blocks = trainer.state.blocks
    games = [block.games for block in blocks]
    axes.plot(games, [block.loss for block in blocks], marker=".", label="games learned from")
    axes.plot(games, [block.validation for block in blocks], marker=".", label="validation")
    axes.set_ylabel("cross entropy")
    axes.legend(frameon=False, labelcolor=INK)


def _weights(axes: Axes, trainer: Trainer) -> None:
    state, settings = trainer.state, trainer.settings
    names = evaluation.names(settings.game, settings.features)
    games = [0, *(block.games for block in state.blocks)]
    # In points for a usual difference of the feature, so that the curves can be compared.
    curves = np.array([state.start, *(block.weights for block in state.blocks)]) * state.spread
    for rank, place in enumerate(np.argsort(-np.abs(curves[-1])).tolist()):
        named = rank < _NAMED
        axes.plot(games, curves[:, place], linewidth=1.5 if named else 0.5, label=names[place] if named else None)
    axes.axhline(0, color="#888", linewidth=0.5)
    axes.set_ylabel("weight × usual difference, in points")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1), labelcolor=INK)


def _elo(axes: Axes, trainer: Trainer) -> None:
    blocks = trainer.state.blocks
    for opponent in OPPONENTS:
        pairs = [block.proof[opponent] for block in blocks]
        elos = [max(-_FARTHEST, min(_FARTHEST, pair.elo)) for pair in pairs]
        errors = [pair.elo_error if isfinite(pair.elo_error) and abs(pair.elo) < _FARTHEST else 0.0 for pair in pairs]
        games = [block.games for block in blocks]
        axes.errorbar(games, elos, yerr=errors, marker=".", capsize=3, label=f"against {opponent}")
    axes.axhline(0, color="#888", linewidth=0.5)
    axes.set_ylabel("Elo difference")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1), labelcolor=INK)


Draw = Callable[[Axes, Trainer], None]

CURVES: tuple[tuple[str, str, Draw], ...] = (
    ("loss", "How wrong the chances to win are that the weights tell; always one half would be 0.693.", _losses),
    ("weights", "The weights, each times the usual difference of its feature.", _weights),
    ("elo", f"Strength; bars hold the truth in 95 of 100 cases. At {_FARTHEST:.0f} nearly all games were won.", _elo),
)
"""The curves: a name for the file, what is seen, and what draws it."""


def _drawn(draw: Draw, trainer: Trainer) -> Chart:
    with chart(7, 4) as drawn:
        draw(drawn.axes, trainer)
        drawn.axes.set_xlabel("games")
        drawn.axes.grid(color="#8888", linewidth=0.4)
    return drawn
