"""The command that lets players learn."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeRemainingColumn

import plyboard
from plyboard.cli.arena import Cluster
from plyboard.cli.common import GameName, Json, app, print_json
from plyboard.evaluation import STANDARD
from plyboard.learn import files, report
from plyboard.learn.settings import METHODS, OPENINGS, Settings
from plyboard.learn.trainer import Trainer


class _Speed(TextColumn):
    def __init__(self) -> None:
        super().__init__("")

    def render(self, task: Task) -> Any:
        self.text_format = f"{task.speed:,.1f} games/s" if task.speed else ""
        return super().render(task)


@app.command()
def train(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="COUNT", help="How many games to learn from.")] = 10_000,
    method: Annotated[str, typer.Option(metavar="METHOD", help=f"{', '.join(METHODS)}.")] = "td",
    trace: Annotated[
        float,
        typer.Option("--lambda", metavar="SHARE", help="How much the end of the game counts, beside later thoughts."),
    ] = 0.7,
    rate: Annotated[float, typer.Option(metavar="POINTS", help="td, tdleaf: how far a step goes.")] = 0.05,
    explore: Annotated[float, typer.Option(metavar="SHARE", help="The share of moves that are left to chance.")] = 0.1,
    nodes: Annotated[int, typer.Option(metavar="COUNT", help="tdleaf, tune: positions that a search looks at.")] = 500,
    opening: Annotated[
        int | None, typer.Option(metavar="PLIES", help="Moves by chance at the beginning.", show_default=False)
    ] = None,
    features: Annotated[
        str, typer.Option(metavar="NAME", help="The features to learn with; Ricocheckers has `classic` ones too.")
    ] = STANDARD,
    start: Annotated[str, typer.Option(metavar="WEIGHTS", help="Begin with `shipped`, `zero` or a file.")] = "shipped",
    keep: Annotated[
        str, typer.Option(metavar="NAMES", help="Features whose weights stay, with commas between.", show_default=False)
    ] = "",
    every: Annotated[int, typer.Option(metavar="COUNT", help="Prove and keep the weights after so many games.")] = 1000,
    proof_games: Annotated[int, typer.Option(metavar="COUNT", help="The games of each match as proof.")] = 200,
    patience: Annotated[
        int, typer.Option(metavar="COUNT", help="End early after so many checks without a better validation; 0: never.")
    ] = 5,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The same seed gives the same games and weights.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to keep everything.", show_default=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the training in DIR.")] = False,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Let a player learn by playing against itself.

    `td` learns from what is thought of the next position, one move ahead; `tdleaf` from what a shallow search expects;
    `tune` makes the results of the engine's games as likely as can be.

    Examples:

    - `plyboard train ricocheckers --features classic --start zero`
    - `plyboard train hive --method tune --games 4000 --lambda 0.3 --out hive-training`
    - `plyboard train hive --method tune --games 4000 --lambda 0.3 --out hive-training --resume`
    """
    name = plyboard.game(game).name
    settings = Settings(
        game=name,
        method=method,
        games=games,
        every=every,
        features=features,
        start=start,
        trace=trace,
        rate=rate,
        seed=seed,
        explore=explore,
        nodes=nodes,
        opening=OPENINGS.get(name, 4) if opening is None else opening,
        proof_games=proof_games,
        patience=patience,
        keep=tuple(part.strip() for part in keep.split(",") if part.strip()),
    )
    folder = out or Path(f"{name}-{method}")
    trainer = Trainer.begin(settings, folder, resume, cluster)
    command = shlex.join(["plyboard", *sys.argv[1:]])
    _run(trainer, quiet=as_json)
    _finish(trainer, command, as_json)


def _run(trainer: Trainer, quiet: bool) -> None:
    console = Console(stderr=True, quiet=quiet)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Speed(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[strength]}"),
    )
    state = trainer.state
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(
            trainer.settings.game, total=trainer.settings.games, completed=state.played, strength=""
        )

        def proved(block: dict[str, Any]) -> None:
            progress.update(task, completed=block["games"], strength=report.strength(block, "start"))
            if not console.is_terminal:
                console.print(_said(block), highlight=False)

        trainer.heard = lambda count: progress.advance(task, count)
        trainer.proved = proved
        trainer.run()


def _said(block: dict[str, Any]) -> str:
    losses = f"loss {block['loss']:.4f}, validation {block['validation']:.4f}"
    return f"{block['games']} games: {losses}; " + ", ".join(report.strength(block, name) for name in block["proofs"])


def _finish(trainer: Trainer, command: str, as_json: bool) -> None:
    block = trainer.state.blocks[-1]
    provenance = {
        "command": command,
        "seed": trainer.settings.seed,
        "games": trainer.state.played,
        "date": datetime.now(UTC).date().isoformat(),
        "result": ", ".join(report.strength(block, name) for name in block["proofs"]),
    }
    file = trainer.folder / "weights.json"
    files.write(file, replace(trainer.weights, provenance=provenance).text().encode())
    page = report.write(trainer, command, trainer.folder)
    if as_json:
        print_json({**provenance, "stopped_early": trainer.state.stopped, "weights": str(file), "report": str(page)})
        return
    if trainer.state.stopped:
        print("Ended early: validation no longer improved.")
    print(_said(block))
    print(f"Weights: {file}\nReport: {page}")
