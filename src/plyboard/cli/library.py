"""Commands about the games that are kept: listing, showing, exporting, importing and deleting them."""

from __future__ import annotations

import sys
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import plyboard
from plyboard import records, terminal
from plyboard.cli.common import BadUsage, DatabaseUrl, Json, app, print_json
from plyboard.records import FORMS, InvalidRecord
from plyboard.records.entry import RESULTS, SOURCES, Entry, Filter
from plyboard.records.tags import result_of
from plyboard.rules.core import clip

if TYPE_CHECKING:
    from plyboard.records.store import Store

library = typer.Typer(add_completion=False)
app.add_typer(library, name="library")

UNFINISHED = "unfinished"
PRINTED_WIDTH = 10_000  # So that a program gets a game a line, and all of it.


def _filter(flag: str, value: str, help: str) -> Any:
    return typer.Option(flag, metavar=value, help=help, show_default=False)


OfGame = Annotated[str | None, _filter("--game", "GAME", "Of this game.")]
OfPlayer = Annotated[str | None, _filter("--player", "TEXT", "With this in the line of either player.")]
OfResult = Annotated[str | None, _filter("--result", "RESULT", f"One of {', '.join((*RESULTS, UNFINISHED))}.")]
Since = Annotated[str | None, _filter("--since", "DATE", "Begun on this day or later, as in 2026-01-05.")]
Until = Annotated[str | None, _filter("--until", "DATE", "Begun on this day or before.")]
OfSource = Annotated[str | None, _filter("--source", "SOURCE", f"One of {', '.join(SOURCES)}.")]
Number = Annotated[int, typer.Argument(metavar="ID", help="The number of a game: see `plyboard library list`.")]


@library.callback(invoke_without_command=True)
def library_command(context: typer.Context) -> None:
    """List, show, export, import and delete the games that are kept."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@library.command("list")
def list_games(
    game: OfGame = None,
    player: OfPlayer = None,
    result: OfResult = None,
    since: Since = None,
    until: Until = None,
    source: OfSource = None,
    limit: Annotated[int, typer.Option(metavar="COUNT", min=1, help="At most so many.")] = 20,
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """List games, the newest first.

    Examples:

    - `plyboard library list`
    - `plyboard library list --game hive --player engine --result second --since 2026-01-05`
    """
    wanted = _wanted(game, player, result, since, until, source)
    with _opened(database) as store:
        found = store.find(**wanted, limit=limit)
        more = store.count(**wanted) - len(found) if len(found) == limit else 0
    if as_json:
        print_json([_facts(entry) for entry in found])
        return
    if not found:
        print("No games." if not wanted else "No games fit.", file=sys.stderr)
        return
    _print_table(found)
    if more:
        print(f"There are {more} more: --limit shows them.", file=sys.stderr)


@library.command()
def show(number: Number, database: DatabaseUrl = None, as_json: Json = False) -> None:
    """Print the record of a game.

    Example: `plyboard library show 7`
    """
    with _opened(database) as store:
        record = store.get(number)
    if as_json:
        moves = [played._asdict() for played in record.moves]
        print_json({"id": number, **asdict(record), "date": record.date.isoformat(), "moves": moves})
    else:
        print(records.write([record]), end="")


@library.command("export")
def export_games(
    *,
    numbers: Annotated[
        list[int] | None,
        typer.Argument(metavar="[ID...]", help="The numbers of games; without them, all that fit.", show_default=False),
    ] = None,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that is not there yet; `-` prints.")],
    game: OfGame = None,
    player: OfPlayer = None,
    result: OfResult = None,
    since: Since = None,
    until: Until = None,
    source: OfSource = None,
    form: Annotated[
        str, typer.Option(metavar="FORM", help="`records`, `gamestrings` (Hive) or `boards` (Raichu).")
    ] = "records",
    database: DatabaseUrl = None,
) -> None:
    """Write games to a file, the oldest first.

    Examples:

    - `plyboard library export games.txt`
    - `plyboard library export 3 7 games.txt`
    - `plyboard library export - --game hive --form gamestrings`
    """
    wanted = _wanted(game, player, result, since, until, source)
    if numbers and wanted:
        raise BadUsage("say which games either by their numbers or by what they are like, not by both")
    if form not in FORMS:
        raise BadUsage(f"there is no form {clip(form)}; the forms are {', '.join(FORMS)}")
    with _opened(database) as store:
        chosen = numbers or [entry.id for entry in reversed(store.find(**wanted))]
        text = FORMS[form].write(store.get(number) for number in chosen)
    if file == "-":
        print(text, end="")
        return
    try:
        with Path(file).open("x", encoding="utf-8") as opened:  # Never over games that are there already.
            opened.write(text)
    except (OSError, ValueError) as error:
        raise BadUsage(f"cannot write {clip(file)}: {getattr(error, 'strerror', None) or error}") from None
    print(f"{_how_many(len(chosen))} written to {file}", file=sys.stderr)


@library.command("import")
def import_games(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Records, GameStrings of Hive, or boards of Raichu; `-` reads input.")
    ],
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Keep the games of a file. What was whole before a fault in the file is kept.

    Example: `plyboard library import games.txt`
    """
    with _opened(database) as store:
        try:
            read, fault = records.load("/dev/stdin" if file == "-" else file), None
        except InvalidRecord as error:
            read, fault = error.whole, error
        numbers = [store.begin(record, "import") for record in read]
    if as_json:
        print_json({"imported": numbers})
    else:
        before = ", all before the fault" if fault is not None else ""
        print(f"{_how_many(len(numbers))} imported{_named(numbers)}{before}")
    if fault is not None:
        raise fault


@library.command("delete")
def delete_games(
    numbers: Annotated[list[int], typer.Argument(metavar="ID...", help="The numbers of the games.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Delete games for good.

    Example: `plyboard library delete 3 7`
    """
    chosen = sorted(set(numbers))
    with _opened(database) as store:
        entries = [store.entry(number) for number in chosen]
        if not yes:
            _print_table(entries)
            answer = terminal.ask(f"Delete {_how_many(len(chosen))} for good? [y/N] ")
            if answer is None or answer.lower() not in ("y", "yes"):
                print("Nothing is deleted.")
                return
        print(f"{_how_many(store.delete(chosen))} deleted")


def _opened(database: str | None) -> Store:
    from plyboard.records.store import Store  # SQLAlchemy takes its time, and other commands do not need it.

    return Store(database)


def _wanted(
    game: str | None,
    player: str | None,
    result: str | None,
    since: str | None,
    until: str | None,
    source: str | None,
) -> Filter:
    """The games that the options of a command describe."""
    _check("--result", result, (*RESULTS, UNFINISHED))
    _check("--source", source, SOURCES)
    said: dict[str, Any] = {
        "game": None if game is None else plyboard.game(game).name,
        "player": player,
        "result": None if result == UNFINISHED else result,
        "finished": False if result == UNFINISHED else None,
        "since": None if since is None else _day("--since", since),
        "until": None if until is None else _day("--until", until, later=1),
        "source": source,
    }
    return cast(Filter, {name: value for name, value in said.items() if value is not None})


def _check(flag: str, value: str | None, known: tuple[str, ...]) -> None:
    if value is not None and value not in known:
        raise BadUsage(f"{flag} is {clip(value)}, it must be one of {', '.join(known)}")


def _day(flag: str, value: str, later: int = 0) -> datetime:
    """The beginning of a day, or of one some days later, by the clock of whoever asks."""
    try:
        return (datetime.strptime(value, "%Y-%m-%d") + timedelta(days=later)).astimezone()
    except (ValueError, OverflowError):
        raise BadUsage(f"{flag} is {clip(value)}, it must be a day, as in 2026-01-05") from None


def _print_table(entries: list[Entry]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PRINTED_WIDTH
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("id", "begun", "game", "first", "second", "moves", "result", "source"):
        table.add_column(column, no_wrap=column not in ("first", "second"), overflow="fold")
    for entry in entries:
        begun = entry.date.astimezone().strftime("%Y-%m-%d %H:%M")
        row = (entry.id, begun, entry.game, *entry.players, entry.plies, result_of(entry.outcome), entry.source)
        table.add_row(*(Text(str(cell)) for cell in row))
    console.print(table)


def _facts(entry: Entry) -> dict[str, Any]:
    return {**asdict(entry), "date": entry.date.isoformat()}


def _how_many(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


def _named(numbers: list[int]) -> str:
    """Under which numbers games are kept."""
    if not numbers:
        return ""
    return f" as {numbers[0]}" if len(numbers) == 1 else f" as {numbers[0]} to {numbers[-1]}"
