"""Whole trainings: they teach something, survive being killed, and say what is wrong."""

from __future__ import annotations

import json
import re
import resource
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from plyboard import engine, evaluation, players
from plyboard.cli import app
from plyboard.learn import files, report
from plyboard.learn.settings import InvalidTraining, Settings
from plyboard.learn.trainer import Trainer
from plyboard.rules.core import PlyboardError

pytestmark = pytest.mark.skipif(not engine.installed(), reason=engine.REMEDY)

SMALL: dict[str, Any] = {"games": 80, "every": 40, "nodes": 20, "proof_games": 8, "patience": 0}
METHODS = ("td", "tdleaf", "tune", "net", "spsa")


def trained(folder: Path, **settings: Any) -> Trainer:
    trainer = Trainer(Settings(**{"game": "hiya", **SMALL, **settings}), folder)
    trainer.run()
    return trainer


def test_temporal_differences_teach_from_nothing(tmp_path: Path) -> None:
    trainer = trained(tmp_path, game="ricocheckers", start="zero", games=600, every=300, proof_games=60)
    last = trainer.state.blocks[-1]
    assert last.proof["random"].score > 0.8
    assert last.proof["start"].score > 0.8
    assert last.validation < np.log(2)
    weights = dict(zip(evaluation.names("ricocheckers"), trainer.state.weights, strict=True))
    assert weights["distance"] < 0


def test_tuning_teaches_classic_features(tmp_path: Path) -> None:
    settings = {"features": "classic", "start": "zero", "method": "tune", "nodes": 100, "trace": 1.0}
    trainer = trained(tmp_path, game="ricocheckers", games=200, every=100, **settings)
    assert trainer.state.blocks[-1].validation < np.log(2)
    assert trainer.weights().features == "classic"
    assert trainer.weights().values[-1] > 0  # Whoever stands on goals is better off.


@pytest.mark.parametrize("method", METHODS)
def test_the_same_settings_give_the_same_weights(method: str, tmp_path: Path) -> None:
    one, other = (trained(tmp_path / name, method=method).state for name in ("one", "other"))
    assert (one.weights.tolist(), one.net, one.blocks) == (other.weights.tolist(), other.net, other.blocks)
    third = trained(tmp_path / "third", method=method, seed=2).state
    assert (third.weights.tolist(), third.net) != (one.weights.tolist(), one.net)


@pytest.mark.parametrize("method", METHODS)
def test_going_on_is_as_if_nothing_had_happened(method: str, tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", method=method)
    half = trained(tmp_path / "half", method=method, games=40)
    assert half.state.played == 40
    rest = Trainer(whole.settings, tmp_path / "half", resume=True)
    rest.run()
    assert rest.state.facts() == whole.state.facts()


@pytest.mark.parametrize("method", ["td", "tune"])
def test_survives_kill_9(method: str, tmp_path: Path) -> None:
    # Enough games that it cannot be at its end when the first checkpoint is seen.
    games, every = (2000, 200) if method == "td" else (160, 20)
    settings = Settings("pincer", method, games, every, trace=1.0, nodes=30, proof_games=20, patience=0)
    line = [*shlex.split(settings.command())[1:], "--out", str(tmp_path / "killed")]
    process = subprocess.Popen([sys.executable, "-m", "plyboard", *line], stderr=subprocess.DEVNULL)
    try:
        until = monotonic() + 120
        while not list(tmp_path.glob("killed/checkpoint-*.json")) and monotonic() < until:
            sleep(0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    resumed, whole = Trainer(settings, tmp_path / "killed", resume=True), Trainer(settings, tmp_path / "whole")
    assert 0 < resumed.state.played < games
    resumed.run()
    whole.run()
    assert resumed.state.facts() == whole.state.facts()


# What goes wrong


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may be larger: writing fails as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_the_earlier_checkpoint(tmp_path: Path) -> None:
    trained(tmp_path, games=40)
    more = Trainer(Settings("hiya", **SMALL), tmp_path, resume=True)
    with (
        full_disk(100),
        pytest.raises(files.CannotWrite, match=r"cannot write .*checkpoint-000000080\.json: File too large"),
    ):
        more.run()
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint-000000040.json"]
    again = Trainer(more.settings, tmp_path, resume=True)
    assert again.state.played == 40
    again.run()
    assert again.state.facts() == trained(tmp_path / "whole").state.facts()


@pytest.mark.parametrize("damage", ["half", "changed", "empty", "other"])
def test_a_damaged_checkpoint_is_told_and_the_earlier_one_goes_on(damage: str, tmp_path: Path) -> None:
    trainer = trained(tmp_path)
    first, last = sorted(tmp_path.glob("checkpoint-*.json"))
    text = last.read_text()
    changed = re.sub(r'"played": \d+', '"played": 7', text)
    last.write_text({"half": text[: len(text) // 2], "changed": changed, "empty": "", "other": "[1]"}[damage])
    with pytest.raises(InvalidTraining, match=f"{last.name} is damaged .*remove it to go on from {first.name}"):
        Trainer(trainer.settings, tmp_path, resume=True)
    last.unlink()
    again = Trainer(trainer.settings, tmp_path, resume=True)
    again.run()
    assert again.state.facts() == trainer.state.facts()


def test_damaged_games_are_told(tmp_path: Path) -> None:
    trained(tmp_path, method="tune", games=40)
    games = tmp_path / "games-000000040.npz"
    games.write_bytes(games.read_bytes()[:-50])
    with pytest.raises(InvalidTraining, match=r"games-000000040\.npz cannot be read"):
        Trainer(Settings("hiya", method="tune", **SMALL), tmp_path, resume=True).run()


def test_a_folder_in_use_is_not_overwritten(tmp_path: Path) -> None:
    trained(tmp_path, games=40)
    with pytest.raises(InvalidTraining, match="holds a training already: add --resume"):
        Trainer(Settings("hiya", **SMALL), tmp_path)
    with pytest.raises(InvalidTraining, match="has seed 1, not 2"):
        Trainer(Settings("hiya", **SMALL, seed=2), tmp_path, resume=True)
    with pytest.raises(InvalidTraining, match="has game hiya, not pincer"):
        Trainer(Settings("pincer", **SMALL), tmp_path, resume=True)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("chess", "there is no game 'chess'"),
        ("hiya --method guess", "the method is 'guess'"),
        ("hiya --features classic", "hiya has no features called 'classic'; it has standard"),
        ("hiya --start nowhere.json", "the weights nowhere.json cannot be read"),
        ("hiya --lambda 2", "--lambda is 2, it must be from 0 to 1"),
        ("hiya --games 40 --out /dev/null/there", "cannot write"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(PlyboardError, match=re.escape(why)):
        CliRunner().invoke(app, ["train", *arguments.split()], catch_exceptions=False)


# The end


def test_ends_early_when_nothing_gets_better(tmp_path: Path) -> None:
    trainer = trained(tmp_path, games=400, rate=0.0, patience=2)
    assert trainer.stopped
    assert trainer.state.played == 80
    assert trainer.weights().provenance["result"] == "no better than the start"
    assert trainer.weights() == replace(evaluation.shipped("hiya"), net=None)


def test_the_command_writes_weights_that_play_and_a_report(tmp_path: Path) -> None:
    options = "--start zero --games 200 --every 100 --proof-games 20 --json"
    result = CliRunner().invoke(app, ["train", "pincer", *options.split(), "--out", str(tmp_path)])
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["command"] == (
        "plyboard train pincer --method td --games 200 --every 100 --start zero --lambda 0.7 --seed 1 --proof-games 20"
    )
    assert (told["games"], told["stopped_early"]) == (200, False)
    weights = evaluation.load(told["weights"], "pincer")
    assert weights.provenance["command"] == told["command"]
    for line in ("learned", "greedy", "engine:nodes=10,weights=W".replace("W", told["weights"])):
        seated = line if "weights" in line else f"{line}:weights={told['weights']}"
        assert players.seat(seated, "pincer")
    page = Path(told["report"]).read_text()
    assert all(name in page for name in evaluation.names("pincer"))
    assert page.count("<svg") == len(report.CURVES)
    assert not re.search(r'(src|href)="(?!#)', page)
    for name, _, _ in report.CURVES:
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (tmp_path / f"{name}.svg").read_text().startswith("<svg")


def test_the_table_tells_which_features_matter(tmp_path: Path) -> None:
    trainer = trained(tmp_path, game="ricocheckers", start="zero", games=300, every=300)
    rows = report.table(trainer)
    assert {row.feature for row in rows} == set(evaluation.names("ricocheckers"))
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert [row.influence for row in rows] == sorted((row.influence for row in rows), reverse=True)
