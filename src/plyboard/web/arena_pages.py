"""The arena: start a match or a tournament, watch its games as they are played, and see who is stronger."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from plyboard.arena.settings import Settings
from plyboard.arena.tournament import Tournament
from plyboard.records.record import Record
from plyboard.rules.core import PlyboardError
from plyboard.web import arena_runs, boards, catalogue
from plyboard.web.run_files import RATINGS, REPORT
from plyboard.web.run_pages import LISTED, RunNumber, add_controls, kept_file
from plyboard.web.runs import Run, check_may_run, may_run, runs
from plyboard.web.site import fields, fragment, hub, page
from plyboard.web.sockets import GameNumber

router = APIRouter(include_in_schema=False)

KIND = "arena"


@router.get("/arena")
async def arena(request: Request) -> Response:
    """What was held, and a form for more."""
    return await _listed(request, {})


async def _listed(request: Request, said: dict[str, list[str]], problem: str = "") -> Response:
    found = await asyncio.to_thread(lambda: [_summary(run) for run in runs(request).all(KIND)[:LISTED]])
    choices = {choice.line: choice for rules in catalogue.all_games() for choice in _players(rules.name)}
    return page(
        request,
        "arena.html",
        422 if problem else 200,
        runs=found,
        games=catalogue.all_games(),
        choices=list(choices.values()),
        said=said,
        problem=problem,
        may_run=may_run(request),
    )


def _players(game: str) -> list[catalogue.Choice]:
    return [*catalogue.levels(game), *catalogue.others(game)]


def _summary(run: Run) -> dict[str, Any]:
    plan, standing = run.plan, run.standing
    return {
        "id": run.id,
        "title": arena_runs.game_title(plan),
        "players": [catalogue.label(line) for line in plan["players"]],
        "format": "match" if len(plan["players"]) == 2 else plan["format"],
        "status": run.status,
        "done": standing["done"] if standing else 0,
        "leader": catalogue.label(standing["rows"][0][1]) if standing and standing["rows"] else "",
    }


@router.post("/arena")
async def start(request: Request) -> Response:
    """Hold what the form describes."""
    check_may_run(request)
    form: dict[str, list[str]] = {}
    for name, value in await fields(request):
        form.setdefault(name, []).append(value)
    said = {name: values[-1] for name, values in form.items()}
    try:
        lines = [*form.get("player", []), *said.get("others", "").splitlines()]
        settings = await asyncio.to_thread(arena_runs.planned, said, lines)
        run = await runs(request).begin(KIND, arena_runs.facts(settings))
    except PlyboardError as error:
        return await _listed(request, form, str(error))
    return RedirectResponse(f"/arena/{run.id}", 303)


@router.get("/arena/{id}")
async def one(request: Request, id: RunNumber) -> Response:
    """A tournament, as it stands."""
    run = runs(request).get(KIND, id)
    return page(request, "arena_run.html", **await asyncio.to_thread(_told, request, run))


def _told(request: Request, run: Run) -> dict[str, Any]:
    plan = run.plan
    return {
        "kind": KIND,
        "run": run,
        "plan": plan,
        "how": run.status,
        "problem": run.problem,
        "title": arena_runs.game_title(plan),
        "standing": run.standing,
        "of": Tournament(Settings(**plan)).expected,
        "label": catalogue.label,
        "report": (run.folder / REPORT).exists(),
        "may_run": may_run(request),
    }


@router.get("/arena/{id}/state")
async def state(request: Request, id: RunNumber) -> Response:
    """What has changed on the page of a tournament, and the games that are played."""
    run = runs(request).get(KIND, id)
    games = hub(request)
    now = await games.ask(arena_runs.live, games.log.store, run)
    told = await asyncio.to_thread(_told, request, run)
    html = fragment("arena_standing.html", **told)
    labelled = [{**game, "players": [catalogue.label(line) for line in game["players"]]} for game in now]
    return JSONResponse({"running": told["how"] == "running", "html": html, "live": labelled})


@router.get("/arena/{id}/games/{game}")
async def watch(request: Request, id: RunNumber, game: GameNumber) -> Response:
    """The board of a game as it stands."""
    run = runs(request).get(KIND, id)
    games = hub(request)
    record = await games.ask(games.log.store.get, game)
    if record.tags.get("Event") != arena_runs.title(run):
        raise HTTPException(404, f"game {game} is none of this tournament")
    return JSONResponse(await asyncio.to_thread(_view, record))


def _view(record: Record) -> dict[str, Any]:
    positions = list(record.positions())
    if not record.moves:
        return boards.view(positions[-1])
    return boards.view(positions[-1], last_move=record.moves[-1].move, before=positions[-2])


@router.get("/arena/{id}/ratings.svg")
async def ratings(request: Request, id: RunNumber) -> Response:
    """The ratings with their errors, drawn."""
    return kept_file(runs(request).get(KIND, id), RATINGS, "image/svg+xml")


add_controls(router, KIND)
