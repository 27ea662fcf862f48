"""The command that lets players learn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

import plyboard
from plyboard.cli.arena import Cluster
from plyboard.cli.common import GameName, Json, app, print_json
from plyboard.learn.settings import METHODS, Settings, usual_trace

if TYPE_CHECKING:  # NumPy, SciPy and matplotlib take their time to load: not for those who train nobody.
    from plyboard.learn.trainer import Block, Trainer


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.1f} games/s" if task.speed else "")


@app.command()
def train(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="COUNT", help="How many games to learn from.")] = Settings.games,
    method: Annotated[str, typer.Option(metavar="METHOD", help=f"One of {', '.join(METHODS)}.")] = Settings.method,
    trace: Annotated[
        float | None,
        typer.Option(
            "--lambda",
            metavar="SHARE",
            help="How much the end of the game counts beside what was thought on the way: 0.7; `net` 0.4, `tune` 0.1; "
            "these two 1 from `zero`.",
            show_default=False,
        ),
    ] = None,
    rate: Annotated[
        float, typer.Option(metavar="NUMBER", help="td, tdleaf, spsa: how far a step goes.")
    ] = Settings.rate,
    explore: Annotated[
        float, typer.Option(metavar="SHARE", help="The share of moves that are left to chance.")
    ] = Settings.explore,
    nodes: Annotated[
        int, typer.Option(metavar="COUNT", help="All but td: positions that a search looks at for a move.")
    ] = Settings.nodes,
    opening: Annotated[
        int, typer.Option(metavar="PLIES", help="Moves by chance that begin each game.")
    ] = Settings.opening,
    features: Annotated[
        str, typer.Option(metavar="NAME", help="The features to learn with; Ricocheckers has `classic` ones too.")
    ] = Settings.features,
    start: Annotated[
        str, typer.Option(metavar="WEIGHTS", help="Begin with `shipped`, `zero` or a file.")
    ] = Settings.start,
    keep: Annotated[
        str, typer.Option(metavar="NAMES", help="Features whose weights stay, with commas between.", show_default=False)
    ] = Settings.keep,
    ends: Annotated[
        bool, typer.Option("--ends", help="tune: learn from positions whose end the search saw as well.")
    ] = Settings.ends,
    every: Annotated[
        int, typer.Option(metavar="COUNT", help="Prove and keep the weights after so many games.")
    ] = Settings.every,
    proof_games: Annotated[
        int, typer.Option(metavar="COUNT", help="The games of each match that is a proof.")
    ] = Settings.proof_games,
    patience: Annotated[
        int, typer.Option(metavar="COUNT", help="End early after so many proofs without a better validation; 0: never.")
    ] = Settings.patience,
    seed: Annotated[
        int, typer.Option(metavar="NUMBER", help="The same seed gives the same games and weights.")
    ] = Settings.seed,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Where to keep everything; without it, GAME-METHOD-training.", show_default=False
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the training in DIR.")] = False,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Let a player learn by playing against itself, prove that it has learned, and write its weights and a report.

    `td` learns from what is thought of the next position, one move ahead; `tdleaf` from what a shallow search expects;
    `tune` makes the results of the engine's games as likely as can be; `net` leaves the weights and teaches a small
    network to correct them; `spsa` goes where more games are won. Kill it at any time: `--resume` goes on.

    Examples:

    - `plyboard train ricocheckers --features classic --start zero`
    - `plyboard train hive --method tune --games 4000 --out hive`
    - `plyboard play hive --second learned:weights=hive/weights.json`
    """
    from plyboard.learn.trainer import Trainer

    settings = Settings(
        game=plyboard.game(game).name,
        method=method,
        games=games,
        every=every,
        features=features,
        start=start,
        trace=usual_trace(method, start) if trace is None else trace,
        rate=rate,
        seed=seed,
        explore=explore,
        nodes=nodes,
        opening=opening,
        keep=keep,
        ends=ends,
        proof_games=proof_games,
        patience=patience,
    )
    trainer = Trainer(settings, out or Path(f"{settings.game}-{method}-training"), resume, cluster)
    interrupted = False
    try:
        _run(trainer, Console(stderr=True, quiet=as_json))
    except KeyboardInterrupt:
        interrupted = True
    if trainer.state.blocks:
        _finish(trainer, interrupted, as_json)
    if interrupted:
        print("Interrupted: the same command with --resume goes on", file=sys.stderr)
        raise typer.Exit(130)


def _finish(trainer: Trainer, interrupted: bool, as_json: bool) -> None:
    from plyboard.learn import report

    page = report.write(trainer)
    if as_json:
        facts = {"stopped_early": trainer.stopped, "interrupted": interrupted, "report": str(page)}
        print_json({**trainer.weights().provenance, "weights": str(trainer.folder / "weights.json"), **facts})
        return
    if trainer.stopped:
        print("Ended early: validation no longer improved.")
    print(f"{trainer.state.played} games: {trainer.weights().provenance['result']}")
    print(f"Weights: {trainer.folder / 'weights.json'}\nReport: {page}")


def _run(trainer: Trainer, console: Console) -> None:
    from plyboard.learn import proof

    columns = BarColumn(20), MofNCompleteColumn(), _Speed(), TextColumn("{task.description}")
    disable = not console.is_terminal
    with Progress(*columns, TimeRemainingColumn(compact=True), console=console, transient=True, disable=disable) as bar:
        task = bar.add_task("", total=trainer.settings.games, completed=trainer.state.played)

        def proved(block: Block) -> None:
            bar.update(task, completed=block.games, description=f"{proof.elo(block.proof['start'])} over the start")
            losses = f"loss {block.loss:.4f}, validation {block.validation:.4f}"
            scores = ", ".join(f"{proof.share(pairs)} against {name}" for name, pairs in block.proof.items())
            console.print(f"{block.games} games: {losses}; {scores}", highlight=False, soft_wrap=True)

        trainer.run(lambda count: bar.advance(task, count), proved)
