"""Trainings of the learning page: what a form may ask for, and how they are run and told of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from plyboard.learn.settings import InvalidTraining, Settings, usual_trace
from plyboard.rules.core import clip
from plyboard.web.run_files import STANDING, replace_file
from plyboard.web.run_forms import whole_number

if TYPE_CHECKING:  # Training loads what the pages do not need.
    from plyboard.arena.pairs import Pairs
    from plyboard.learn.trainer import Block, Trainer

MOST_GAMES = 100_000
PROOFS = 20
"""So many points the curves of a training have, if there is something to prove after so many games:"""
LEAST_GAMES = 100
PROOF_GAMES = 100
STARTS = ("shipped", "zero")

TELL_EVERY = 0.5
"""Seconds from one report of how many games have been played to the next."""

FARTHEST = 800.0
"""A difference in Elo beyond it can hardly be told from winning every game."""


def planned(form: Mapping[str, str]) -> Settings:
    """The training that a form describes; raises a PlyboardError where it cannot be, or not from a page."""
    method, start = form.get("method", Settings.method), form.get("start", STARTS[0])
    games, seed = whole_number(form, "games", 5000), whole_number(form, "seed", 1)
    if games > MOST_GAMES:
        raise InvalidTraining(f"these are {games} games: at most {MOST_GAMES} are played here")
    if start not in STARTS:
        raise InvalidTraining(f"the weights to begin with are {clip(start)}, they must be {' or '.join(STARTS)} here")
    return Settings(
        game=form.get("game", ""),
        method=method,
        games=games,
        every=max(LEAST_GAMES, -(-games // PROOFS)),
        start=start,
        trace=usual_trace(method, start),
        seed=seed,
        proof_games=PROOF_GAMES,
    )


def facts(settings: Settings) -> dict[str, Any]:
    """The training as a plan keeps it."""
    told = {name: getattr(settings, name) for name in ("game", "method", "games")}
    return {**told, "command": settings.command(), "settings": settings.facts()}


def learn(folder: Path, plan: Mapping[str, Any]) -> None:
    """Train, or go on with it, and tell how far it has come."""
    from plyboard.learn import report
    from plyboard.learn.trainer import Trainer

    trainer = Trainer(Settings(**plan["settings"]), folder, resume=True)
    played, told_at = trainer.state.played, monotonic()
    _tell(folder, trainer, played)

    def heard(count: int) -> None:
        nonlocal played, told_at
        played += count
        if monotonic() - told_at >= TELL_EVERY:
            told_at = monotonic()
            _tell(folder, trainer, played)

    def proved(block: Block) -> None:
        _tell(folder, trainer, block.games)

    trainer.run(heard, proved)
    report.write(trainer)


def _tell(folder: Path, trainer: Trainer, played: int) -> None:
    from plyboard.learn import report

    state = trainer.state
    standing = {
        "done": played,
        "of": trainer.settings.games,
        "blocks": [_block(block) for block in state.blocks],
        "features": [row._asdict() for row in report.table(trainer)] if state.blocks else [],
        "result": trainer.weights().provenance["result"] if state.blocks else "",
        "stopped": trainer.stopped,
    }
    replace_file(folder / STANDING, json.dumps(standing))


def _block(block: Block) -> dict[str, Any]:
    return {
        "games": block.games,
        "loss": block.loss,
        "validation": block.validation,
        "elo": {name: _elo(pairs) for name, pairs in block.proof.items()},
    }


def _elo(pairs: Pairs) -> dict[str, float]:
    """A difference in strength and where the truth lies in 95 of 100 cases, none of them beyond what can be told."""
    elo = max(-FARTHEST, min(FARTHEST, pairs.elo))
    error = pairs.elo_error if isfinite(pairs.elo_error) and abs(pairs.elo) < FARTHEST else 0.0
    return {"elo": elo, "low": max(-FARTHEST, elo - error), "high": min(FARTHEST, elo + error)}
