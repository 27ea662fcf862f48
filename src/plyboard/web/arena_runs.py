"""Matches and tournaments of the arena page: what a form may ask for, how they are held, what is played now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

import plyboard
from plyboard import players, workers
from plyboard.arena.game import NUMBER
from plyboard.arena.runner import Runner, SavedGames
from plyboard.arena.settings import BadTournament, Settings
from plyboard.arena.tables import Section, failure
from plyboard.arena.tournament import Tournament
from plyboard.draw.text import ended
from plyboard.records.record import Record
from plyboard.records.store import Store
from plyboard.web import catalogue
from plyboard.web.run_files import GAMES, RATINGS, REPORT, STANDING, replace_file
from plyboard.web.run_forms import whole_number
from plyboard.web.runs import Run

MOST_PLAYERS = 12
MOST_GAMES = 1000
MOST_SECONDS, MOST_CLOCK, MOST_INCREMENT = 5.0, 300.0, 5.0

DRAW_EVERY = 3.0
"""Seconds from one picture of the ratings to the next."""

LAST_GAMES = 12
"""So many games that have ended are listed, the last ones."""

SHOWN_LIVE = 4
"""So many games are shown as they are played."""


def planned(form: Mapping[str, str], asked_for: list[str]) -> Settings:
    """The tournament that a form describes; raises a PlyboardError where it cannot be held, or not from a page."""
    rules = plyboard.game(form.get("game", ""))
    lines = list(dict.fromkeys(line.strip() for line in asked_for if line.strip()))
    if not 2 <= len(lines) <= MOST_PLAYERS:
        raise BadTournament(f"these are {len(lines)} players: two play a match, up to {MOST_PLAYERS} a tournament")
    asked = {option: form[option] for option in rules.options if form.get(option)}
    settings = Settings(
        game=rules.name,
        players=[catalogue.check_player(line, rules.name) for line in lines],
        options=catalogue.read_options(rules, asked),
        format=form.get("format", "round-robin"),
        games=whole_number(form, "games", 10),
        openings=_openings(form),
        time=form.get("time", "").strip() or None,
        seed=whole_number(form, "seed", 1),
    ).checked()
    games = Tournament(settings).expected
    if games > MOST_GAMES:
        raise BadTournament(f"these are {games} games: at most {MOST_GAMES} are played here; ask for fewer a meeting")
    limit = settings.limit
    seconds = MOST_SECONDS if limit is None or limit.increment is None else MOST_CLOCK
    if limit and (limit.seconds > seconds or (limit.increment or 0) > MOST_INCREMENT):
        raise BadTournament(
            f"the time is {limit}: at most {MOST_SECONDS:g} seconds a move are granted here, "
            f"or a clock of {MOST_CLOCK:g}+{MOST_INCREMENT:g}"
        )
    if limit and limit.increment is None:
        for line in settings.players:
            if (getattr(players.seat(line, rules.name), "time", None) or 0) > limit.seconds:
                raise BadTournament(f"{line} takes longer than {limit} s a move, and would lose every game")
    return settings


def _openings(form: Mapping[str, str]) -> str | None:
    """Openings by chance; a file of the server is nothing to ask for from a page."""
    return f"random:{whole_number(form, 'openings', 0)}" if form.get("openings", "").strip() else None


def facts(settings: Settings) -> dict[str, Any]:
    """The tournament as a plan keeps it."""
    return {**asdict(settings), "players": list(settings.players), "options": dict(settings.options)}


def game_title(plan: Mapping[str, Any]) -> str:
    """What is played, with its options."""
    return ", ".join(
        (plyboard.game(plan["game"]).title, *(f"{name} {value}" for name, value in plan["options"].items()))
    )


def title(run: Run) -> str:
    """What a run is called, by its games too."""
    return f"Arena {run.id}"


def hold(folder: Path, plan: Mapping[str, Any], database: str) -> None:
    """Hold a tournament, or go on with it, and tell how it stands after each game."""
    tournament = Tournament(Settings(**plan), title(Run(folder)))
    saved = SavedGames(folder / GAMES, resume=True)
    runner = Runner(max(1, workers.cores() - 1), None, database, saved)
    drawn, drawn_at = 0, -DRAW_EVERY
    for _ in tournament.play(runner):
        section = tournament.section()
        if monotonic() - drawn_at >= DRAW_EVERY:
            drawn, drawn_at = _draw(folder, section), monotonic()
        _tell(folder, tournament, section, drawn)
    section = tournament.section()
    _tell(folder, tournament, section, _draw(folder, section))
    from plyboard.arena import report  # Loads matplotlib.

    replace_file(folder / REPORT, report.page(tournament.title, [section]))


def _draw(folder: Path, section: Section) -> int:
    """Draw the ratings; after how many games."""
    from plyboard.arena import plots  # Loads matplotlib.

    replace_file(folder / RATINGS, plots.ratings(section))
    return len(section.records)


def _tell(folder: Path, tournament: Tournament, section: Section, drawn: int) -> None:
    records = section.records
    standing = {
        "done": len(records),
        "of": max(tournament.expected, len(records)),
        "drawn": drawn,
        "columns": section.columns(),
        "rows": [section.cells(row) for row in section.rows],
        "cross": [section.cross_cells(row) for row in section.rows],
        "notes": section.notes(),
        "ends": section.ends(),
        "last": [_told(record) for record in records[: -LAST_GAMES - 1 : -1]],
        "failures": [told for record in records if (told := failure(record))],
    }
    replace_file(folder / STANDING, json.dumps(standing))


def _told(record: Record) -> dict[str, Any]:
    names = plyboard.game(record.game).players
    return {
        "number": record.tags[NUMBER],
        "players": record.players,
        "winner": record.outcome and record.outcome.winner,
        "result": ended(record.outcome, names) if record.outcome else "Not played",
        "plies": len(record.moves),
    }


def live(store: Store, run: Run) -> list[dict[str, Any]]:
    """The games that are played at this moment, by their numbers in the store."""
    if not run.running:
        return []
    since = datetime.fromtimestamp(int(run.started), UTC)
    games: dict[str, dict[str, Any]] = {}
    for entry in store.find(game=run.plan["game"], source="arena", finished=False, since=since, limit=4 * SHOWN_LIVE):
        record = store.get(entry.id)
        if record.tags.get("Event") == title(run) and record.outcome is None:
            told = {"id": entry.id, "players": record.players, "ply": len(record.moves)}
            games.setdefault(record.tags[NUMBER], told)  # A game that was begun anew is there twice, the newest first.
    return [games[number] for number in sorted(games, key=int)][:SHOWN_LIVE]
