"""Commands that let players meet: the match."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from plyboard.arena.game import MAX_PLIES
from plyboard.arena.limits import TimeLimit
from plyboard.arena.match import Match, Progress, play_match
from plyboard.arena.runner import Runner, SavedGames
from plyboard.arena.sprt import Sprt
from plyboard.arena.summary import Effort, Summary, facts, summary
from plyboard.cli.common import (
    BadUsage,
    Begins,
    DatabaseUrl,
    Expansions,
    GameName,
    Json,
    Size,
    app,
    position_of,
    print_json,
    say_if_slow,
)
from plyboard.rules.core import Game

Time = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="Seconds a move, as in `0.1`, or a clock with an increment, as in `60+0.5`. Whoever takes longer loses.",
        show_default=False,
    ),
]
Openings = Annotated[
    str | None,
    typer.Option(
        metavar="OPENINGS",
        help="`random:K` for K plies by chance, a file, or `hive`; without it, openings by chance.",
        show_default=False,
    ),
]
Concurrency = Annotated[
    int | None,
    typer.Option(min=1, metavar="COUNT", help="How many games at once; without it, one a core.", show_default=False),
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, or `auto`.", show_default=False),
]
Seed = Annotated[int, typer.Option(min=0, metavar="NUMBER", help="The same seed gives the same openings and dice.")]
Save = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write down each game as it ends; --resume needs it.", show_default=False),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the games of --save FILE after an interruption.")]
MaxPlies = Annotated[int, typer.Option(min=1, metavar="COUNT", help="A game of so many plies is a draw.")]


@app.command()
def match(
    game: GameName,
    first: Annotated[str, typer.Argument(metavar="SPEC", help="A player.", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="SPEC", help="Another player.", show_default=False)],
    games: Annotated[int, typer.Option(metavar="COUNT", help="How many games, two from each opening.")] = 100,
    time: Time = None,
    openings: Openings = None,
    concurrency: Concurrency = None,
    cluster: Cluster = None,
    seed: Seed = 1,
    save: Save = None,
    resume: Resume = False,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Stop as soon as it is clear which difference is right; ELO0,ELO1,ALPHA,BETA says how clear.",
            show_default=False,
        ),
    ] = None,
    max_plies: MaxPlies = MAX_PLIES,
    size: Size = None,
    expansions: Expansions = None,
    begins: Begins = None,
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Let two players play many games, each opening twice with the seats changed, and say who is stronger.

    Ctrl-C ends it early; with `--save` the same command and `--resume` go on later.

    Examples:

    - `plyboard match hiya engine:nodes=2000 engine:nodes=1000 --games 200`
    - `plyboard match hive engine mcts --time 0.1 --openings hive --save match.txt`
    - `plyboard match pincer engine:nodes=3000 engine:nodes=2500 --games 4000 --sprt 0,20`
    """
    rules, _ = position_of(game, None, size=size, expansions=expansions, first=begins)
    options = {"size": size, "expansions": expansions, "first": begins}
    played = Match(
        game=rules.name,
        players=(first, second),
        games=games,
        options={option: value for option, value in options.items() if value is not None},
        limit=None if time is None else TimeLimit.read(time),
        openings=openings,
        seed=seed,
        max_plies=max_plies,
        sprt=None if sprt is None else Sprt.read(sprt),
    )
    say_if_slow()
    runner = running(concurrency, cluster, database, save, resume)
    progress, interrupted = Progress(played), False
    try:
        _play(progress, runner, quiet=as_json)
    except KeyboardInterrupt:
        interrupted = True
    told = summary(progress)
    if as_json:
        print_json({**facts(told), "interrupted": interrupted})
    else:
        _print(told, rules)
    if interrupted:
        leave_interrupted(save)


def running(
    concurrency: int | None, cluster: str | None, database: str | None, save: Path | None, resume: bool
) -> Runner:
    """How the games of a command are played and saved."""
    from plyboard.records.database import default_url  # SQLAlchemy takes its time, and other commands do not need it.

    if resume and save is None:
        raise BadUsage("--resume goes on with the games of a file: say which, as in --save match.txt --resume")
    if cluster and concurrency:
        raise BadUsage("--concurrency is for this machine; a cluster plays as many games at once as it has cores")
    saved = None if save is None else SavedGames(save, resume)
    if saved and saved.broken:
        print(f"The last game in {save} was broken off; the file as it was is now {saved.broken}", file=sys.stderr)
    return Runner(concurrency, cluster, database or default_url(), saved)


def leave_interrupted(save: Path | None) -> NoReturn:
    """Say where the games are that have been played, and how to go on with the rest."""
    go_on = (
        f"go on by the same command with --resume (the games are in {save})"
        if save
        else "the games that have ended are in the library (with --save FILE one can go on later)"
    )
    print(f"Interrupted: {go_on}", file=sys.stderr)
    raise typer.Exit(130)


def _play(progress: Progress, runner: Runner, quiet: bool) -> None:
    """Play all games; a terminal shows how the match stands."""
    console = Console(stderr=True, quiet=quiet)
    columns = BarColumn(20), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn(compact=True)
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=progress.match.games)
        for _ in play_match(progress, runner):
            bar.update(task, completed=len(progress.records), description=_standing(progress))


def _standing(state: Progress) -> str:
    tally, pairs = state.tally, state.pairs
    parts = [f"+{tally.wins} ={tally.draws} -{tally.losses}", f"Elo {_elo(pairs.elo, pairs.elo_error)}"]
    if state.match.sprt:
        low, high = state.match.sprt.bounds
        parts.append(f"SPRT {state.ratio:.2f} ({low:.2f}, {high:.2f})")
    return "  ".join(parts)


def _elo(elo: float, error: float) -> str:
    """A difference in strength and its error.

    >>> _elo(20.4, 13.2), _elo(float("inf"), float("inf"))
    ('+20 ± 13', '+∞')
    """
    if abs(elo) == float("inf"):
        return "+∞" if elo > 0 else "-∞"
    return f"{elo:+.0f} ± {'∞' if error == float('inf') else f'{error:.0f}'}"


def _print(told: Summary, rules: Game) -> None:
    console = Console(highlight=False)
    match, pairs, tally = told.match, told.pairs, told.tally

    def say(line: str) -> None:
        console.print(Text(line), soft_wrap=True)

    first, second = told.players
    limit = f", {match.limit} s" if match.limit else ""
    say(f"{rules.title}: {first} against {second}, openings {match.openings_said}, seed {match.seed}{limit}")
    if not tally.games:
        say("No game was played.")
        return
    verdict = f"{first} wins" if tally.wins > tally.losses else f"{second} wins"
    say(f"{'Drawn' if tally.wins == tally.losses else verdict}: {_score(told)}")
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
    for seat, name in enumerate(rules.players):
        made = told.by_seat[seat]
        table.add_row(f"as {name}", f"{made.wins} won, {made.draws} drawn, {made.losses} lost")
    if pairs.total:
        table.add_row("Elo difference", f"{_elo(pairs.elo, pairs.elo_error)} (95 %, from pairs)")
        table.add_row("superiority", f"{100 * pairs.los:.1f} % likely")
        counts = zip(pairs.counts, ("0", "½", "1", "1½", "2"), strict=True)
        table.add_row("points in pairs", ", ".join(f"{count} × {points}" for count, points in counts))
    if match.sprt:
        table.add_row("SPRT (logistic Elo)", _test(told))
    shortest, usual, longest = told.plies
    table.add_row("plies a game", f"{usual:.1f} (from {shortest} to {longest})")
    for number, (reason, count) in enumerate(told.endings.items()):
        table.add_row("" if number else "endings", f"{count} × {reason}")
    console.print(table)
    console.print(_efforts(told))
    for failure in told.failures:
        say(failure)


def _score(told: Summary) -> str:
    tally, pairs = told.tally, told.pairs
    error = f" ± {100 * pairs.score_error:.1f}" if pairs.total else ""
    return f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost, {100 * (tally.share or 0):.1f} %{error}"


def _test(told: Summary) -> str:
    test = told.match.sprt
    assert test
    low, high = test.bounds
    verdict = "no decision yet" if told.accepted is None else f"{told.accepted:+g} Elo accepted"
    return f"{verdict}: {test.elo0:g} or {test.elo1:g}, ratio {told.ratio:.2f} ({low:.2f}, {high:.2f})"


def _efforts(told: Summary) -> Table:
    table = Table("", box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("moves", "ms a move", "nodes a move", "depth"):
        table.add_column(heading, justify="right")
    for line, effort in zip(told.players, told.efforts, strict=True):
        table.add_row(Text(line), f"{effort.moves:,}", *_figures(effort))
    return table


def _figures(effort: Effort) -> Iterator[str]:
    yield "" if effort.seconds is None else f"{1000 * effort.seconds:,.2f}"
    yield "" if effort.nodes is None else f"{effort.nodes:,.0f}"
    yield "" if effort.depth is None else f"{effort.depth:.1f}"
