"""Commands that let many players meet, and that rate players by their games."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

import plyboard
from plyboard.arena.schedule import FORMATS
from plyboard.cli.arena import Cluster, Concurrency, Openings, Resume, Save, Time, leave_interrupted, running
from plyboard.cli.common import (
    BadUsage,
    Begins,
    DatabaseUrl,
    Expansions,
    Json,
    Size,
    app,
    flag,
    position_of,
    print_json,
    say_if_slow,
    write,
)
from plyboard.cli.records import whole_games
from plyboard.records import Record

if TYPE_CHECKING:
    # What plays, rates and draws takes its time to load: the functions below do it, not those who run other commands.
    from plyboard.arena.settings import Settings
    from plyboard.arena.tables import Section
    from plyboard.arena.tournament import Tournament

PRINTED_WIDTH = 10_000  # So that a program gets a player a line, and all of it.


def _setting(value: str, help: str, **more: Any) -> Any:
    """An option that a TOML file can set as well."""
    return typer.Option(metavar=value, help=help, show_default=False, **more)


Anchor = Annotated[str | None, _setting("SPEC", "The player whose rating is 0; without one, the mean is.")]
Csv = Annotated[
    str | None, typer.Option("--csv", metavar="FILE", help="Write the table as CSV; `-` prints it.", show_default=False)
]
Html = Annotated[
    str | None,
    typer.Option(
        "--html", metavar="FILE", help="Write a page with tables and plots; `-` prints it.", show_default=False
    ),
]


@app.command()
def tournament(
    what: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="The name of a game, or a TOML file.", show_default=False)
    ],
    specs: Annotated[
        list[str] | None, typer.Argument(metavar="[SPEC]...", help="The players, the best first.", show_default=False)
    ] = None,
    format: Annotated[str | None, _setting("FORMAT", f"One of {', '.join(FORMATS)}; the first unless said.")] = None,
    games: Annotated[
        int | None, _setting("COUNT", "How many games two players play when they meet, an even number; 2 unless said.")
    ] = None,
    rounds: Annotated[int | None, _setting("COUNT", "swiss: how many rounds; else as many as find a winner.")] = None,
    anchor: Anchor = None,
    time: Time = None,
    openings: Openings = None,
    concurrency: Concurrency = None,
    cluster: Cluster = None,
    seed: Annotated[int | None, _setting("NUMBER", "The same seed gives the same games; 1 unless said.", min=0)] = None,
    save: Save = None,
    resume: Resume = False,
    max_plies: Annotated[int | None, _setting("COUNT", "A game of so many plies is a draw; 1000 unless said.")] = None,
    size: Size = None,
    expansions: Expansions = None,
    begins: Begins = None,
    database: DatabaseUrl = None,
    csv: Csv = None,
    html: Html = None,
    as_json: Json = False,
) -> None:
    """Let many players meet: everyone, one against all, by Swiss pairing, or until one is left.

    A TOML file may name all that the options name, for several games: see docs/arena.md. Options go before the file.
    Ctrl-C ends it early; with `--save` the same command and `--resume` go on later.

    Examples:

    - `plyboard tournament hive engine:level=3 greedy random --games 10`
    - `plyboard tournament pincer engine:level=6 engine:level=4 alphabeta:depth=2 greedy --format knockout`
    - `plyboard tournament cup.toml --save cup.txt --html cup.html`
    """
    from plyboard.arena.tables import failure
    from plyboard.arena.tournament import Tournament

    _print_one_thing(csv, html, as_json)
    start = {"size": size, "expansions": expansions, "first": begins}
    options = {option: value for option, value in start.items() if value is not None}
    said = {
        "format": format,
        "games": games,
        "rounds": rounds,
        "openings": openings,
        "time": time,
        "seed": seed,
        "anchor": anchor,
        "max_plies": max_plies,
        "options": options or None,
    }
    given = {name: value for name, value in said.items() if value is not None}
    title, described = _described(what, specs or [], given)
    say_if_slow()
    runner = running(concurrency, cluster, database, save, resume)
    held: list[Tournament] = []
    interrupted = False
    try:
        for one in described:
            held.append(Tournament(one, title, 1 + sum(len(other.records) for other in held)))
            for record in _shown(held[-1], held[-1].play(runner), quiet=as_json):
                if failed := failure(record):
                    print(failed, file=sys.stderr)
    except KeyboardInterrupt:
        interrupted = True
    _tell(title, [one.section() for one in held], csv, html, as_json)
    if interrupted:
        leave_interrupted(save)


@app.command()
def ratings(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE]...", help="Games written down; without any, those of the database.", show_default=False
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Of this game alone.", show_default=False)
    ] = None,
    anchor: Anchor = None,
    database: DatabaseUrl = None,
    csv: Csv = None,
    html: Html = None,
    as_json: Json = False,
) -> None:
    """Rate players by all their games, from several matches and tournaments.

    Examples:

    - `plyboard ratings monday.txt tuesday.txt --anchor random`
    - `plyboard ratings --game hive --html hive.html`
    """
    from plyboard.arena.tables import rated

    _print_one_thing(csv, html, as_json)
    name = None if game is None else plyboard.game(game).name
    found = [record for file in files or [] for record in whole_games(file) if name in (None, record.game)]
    if not files or database is not None:
        found += _kept(database, name)
    sections = rated(found, anchor)
    if not sections:
        raise BadUsage("no game of two different players has ended here: play some, as in plyboard tournament")
    _tell("Ratings", sections, csv, html, as_json)


def _print_one_thing(csv: str | None, html: str | None, as_json: bool) -> None:
    if [csv == "-", html == "-", as_json].count(True) > 1:
        raise BadUsage("--csv -, --html - and --json cannot be printed together: ask for one of them, or name files")


def _described(what: str, specs: list[str], given: dict[str, Any]) -> tuple[str, list[Settings]]:
    """What is to be held: the tournaments of a file, or one in a game."""
    from plyboard.arena.settings import Settings, load

    if not what.endswith(".toml"):
        rules, _ = position_of(what, None, **given.get("options", {}))
        return "tournament", [Settings(game=rules.name, players=specs, **given).checked()]
    if specs:
        raise BadUsage(f"the players are those of {what}: leave {', '.join(specs)} out")
    if "options" in given:
        raise BadUsage(f"--{flag(next(iter(given['options'])))} is for one game: say it in {what} as options")
    return load(what, given)


def _shown(held: Tournament, games: Iterator[Record], quiet: bool) -> Iterator[Record]:
    """The games as they end, with a bar in a terminal."""
    console = Console(stderr=True, quiet=quiet)
    columns = TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(compact=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(plyboard.game(held.settings.game).title, total=held.expected)
        for record in games:
            count = len(held.records)
            bar.update(task, completed=count, total=max(count, held.expected))
            yield record


def _kept(database: str | None, game: str | None) -> Iterable[Record]:
    """The games of a store that have ended, without their moves, the oldest first."""
    from plyboard.records.store import Store

    with Store(database) as store:
        entries = store.find(game=game, finished=True)
    return [
        Record(entry.game, entry.players, options=entry.options, outcome=entry.outcome, date=entry.date)
        for entry in reversed(entries)
    ]


def _tell(title: str, sections: Sequence[Section], csv: str | None, html: str | None, as_json: bool) -> None:
    """Write what is asked for, and print the tables."""
    from plyboard.arena import tables

    try:
        if csv is not None:
            write(csv, tables.as_csv(sections))
        if html is not None:
            from plyboard.arena import report

            write(html, report.page(title, sections))
    finally:  # A file that cannot be written must not keep anyone from seeing them.
        if as_json:
            print_json(tables.facts(sections))
        elif "-" not in (csv, html):
            _print(sections)


def _print(sections: Sequence[Section]) -> None:
    from plyboard.arena import tables

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PRINTED_WIDTH
    for number, section in enumerate(sections):
        if number:
            print()
        console.print(tables.placed_table(section))
        if section.format != "ratings":
            print()
            console.print(tables.crossed_table(section))
        for note in section.notes():
            console.print(Text(note))
