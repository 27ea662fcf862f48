"""A training as curves and as one page that needs nothing from elsewhere."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from plyboard import evaluation
from plyboard.arena.pairs import Pairs
from plyboard.learn import files
from plyboard.learn.chances import losses_without, spreads
from plyboard.learn.settings import Settings
from plyboard.learn.trainer import OPPONENTS, State, Trainer

_LABELLED = 10
"""So many curves of weights have a name beside them, those that matter most."""

_NO_ELO = 800.0
"""Where all games were won: a difference that cannot be told is drawn here."""


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
    """Which features matter, the most important first, in games as they are played now."""
    state, settings = trainer.state, trainer.settings
    games = trainer.last_games()
    spread, without = spreads(games), losses_without(games, state.weights, state.scale)
    influence = np.abs(state.weights) * np.where(games.features.any(axis=0), spread, 0)
    rows = zip(
        evaluation.names(settings.game, settings.features),
        state.start.tolist(),
        state.weights.tolist(),
        spread.tolist(),
        influence.tolist(),
        (influence / max(influence.sum(), 1e-12)).tolist(),
        without.tolist(),
        strict=True,
    )
    return sorted((Row(*row) for row in rows), key=lambda row: -row.influence)


def strength(block: dict[str, Any], opponent: str) -> str:
    """How a block's weights did against someone, in words.

    >>> strength({"proofs": {"random": [0, 0, 0, 1, 9]}}, "random")
    '97.5 % against random'
    """
    pairs = Pairs(tuple(block["proofs"][opponent]))
    elo = f" (Elo {pairs.elo:+.0f} ± {pairs.elo_error:.0f})" if isfinite(pairs.elo_error) else ""
    return f"{100 * pairs.score:.1f} % against {opponent}{elo}"


def write(trainer: Trainer, command: str, folder: Path) -> Path:
    """Write the curves as PNG and SVG, and the page; where it is."""
    pictures = []
    for name, caption, draw in CURVES:
        figure = _drawn(draw, trainer.state, trainer.settings)
        for kind in ("png", "svg"):
            files.write(folder / f"{name}.{kind}", _saved(figure, kind))
        pictures.append((caption, "data:image/png;base64," + base64.b64encode(_saved(figure, "png")).decode()))
    environment = Environment(
        loader=PackageLoader("plyboard.learn", ""),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    page = environment.get_template("report.html").render(
        title=f"Training {trainer.settings.game} by {trainer.settings.method}",
        command=command,
        settings=trainer.settings.facts(),
        blocks=trainer.state.blocks,
        opponents=OPPONENTS,
        strength=strength,
        pictures=pictures,
        rows=table(trainer),
        stopped=trainer.state.stopped,
    )
    files.write(folder / "report.html", page.encode())
    return folder / "report.html"


def _losses(axes: Axes, state: State, settings: Settings) -> None:
    games = [block["games"] for block in state.blocks]
    axes.plot(games, [block["loss"] for block in state.blocks], marker=".", label="games learned from")
    axes.plot(games, [block["validation"] for block in state.blocks], marker=".", label="validation")
    axes.set_ylabel("cross entropy of the results")
    axes.legend(frameon=False)


def _weights(axes: Axes, state: State, settings: Settings) -> None:
    names = evaluation.names(settings.game, settings.features)
    games = [0, *(block["games"] for block in state.blocks)]
    # In points for a usual difference of the feature, so that the curves can be compared.
    curves = np.array([state.start, *(block["weights"] for block in state.blocks)]) * state.spread
    for place in np.argsort(-np.abs(curves[-1])).tolist():
        is_named = place in np.argsort(-np.abs(curves[-1]))[:_LABELLED]
        axes.plot(games, curves[:, place], linewidth=1.5 if is_named else 0.5, label=names[place] if is_named else None)
    axes.axhline(0, color="#888", linewidth=0.5)
    axes.set_ylabel("weight × usual difference, in points")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))


def _elo(axes: Axes, state: State, settings: Settings) -> None:
    games = [block["games"] for block in state.blocks]
    for opponent in OPPONENTS:
        pairs = [Pairs(tuple(block["proofs"][opponent])) for block in state.blocks]
        elos = [max(-_NO_ELO, min(_NO_ELO, pair.elo)) for pair in pairs]
        errors = [pair.elo_error if isfinite(pair.elo_error) else 0.0 for pair in pairs]
        axes.errorbar(games, elos, yerr=errors, marker=".", capsize=3, label=f"against {opponent}")
    axes.axhline(0, color="#888", linewidth=0.5)
    axes.set_ylabel("Elo difference")
    axes.legend(frameon=False)


Draw = Callable[[Axes, State, Settings], None]

CURVES: tuple[tuple[str, str, Draw], ...] = (
    ("loss", "How wrong the chances to win are that the weights tell; always one half would be 0.693.", _losses),
    ("weights", "The weights, each times the usual difference of its feature.", _weights),
    (
        "elo",
        f"Strength; bars hold the truth in 95 of 100 cases. {_NO_ELO:.0f} is drawn where all games were won.",
        _elo,
    ),
)
"""The curves: a name for the file, what is seen, and what draws it."""


def _drawn(draw: Draw, state: State, settings: Settings) -> Figure:
    # The same training makes the same file.
    with matplotlib.rc_context({"svg.hashsalt": "plyboard", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 4))
        axes = figure.add_subplot()
        draw(axes, state, settings)
        axes.set_xlabel("games")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(color="#ccc", linewidth=0.4)
    return figure


def _saved(figure: Figure, kind: str) -> bytes:
    file = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "plyboard", "svg.fonttype": "none"}):
        metadata = {"Date": None} if kind == "svg" else {}
        figure.savefig(file, format=kind, bbox_inches="tight", dpi=120, metadata=metadata)
    return file.getvalue()
