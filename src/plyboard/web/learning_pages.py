"""Learning: start a training, follow its curves, and see which features of a position matter."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

import plyboard
from plyboard import engine
from plyboard.learn.settings import METHODS
from plyboard.rules.core import PlyboardError
from plyboard.web import catalogue, learning_runs
from plyboard.web.run_files import REPORT
from plyboard.web.run_pages import LISTED, RunNumber, add_controls, kept_file
from plyboard.web.runs import Run, check_may_run, may_run, runs
from plyboard.web.site import fields, fragment, page

router = APIRouter(include_in_schema=False)

KIND = "learning"
WEIGHTS = "weights.json"


@router.get("/learning")
async def learning(request: Request) -> Response:
    """What was learned, and a form for more."""
    return await _listed(request, {})


async def _listed(request: Request, said: dict[str, str], problem: str = "") -> Response:
    found = await asyncio.to_thread(lambda: [_summary(run) for run in runs(request).all(KIND)[:LISTED]])
    known = engine.names() if engine.installed() else ()
    return page(
        request,
        "learning.html",
        422 if problem else 200,
        runs=found,
        games=[rules for rules in catalogue.all_games() if rules.name in known],
        methods=METHODS,
        said=said,
        problem=problem,
        remedy="" if engine.installed() else engine.REMEDY,
        may_run=may_run(request),
    )


def _summary(run: Run) -> dict[str, Any]:
    plan, standing = run.plan, run.standing
    return {
        "id": run.id,
        "title": plyboard.game(plan["game"]).title,
        "method": plan["method"],
        "status": run.status,
        "done": standing["done"] if standing else 0,
        "of": plan["games"],
        "result": standing["result"] if standing else "",
    }


@router.post("/learning")
async def start(request: Request) -> Response:
    """Train as the form says."""
    check_may_run(request)
    form = dict(await fields(request))
    try:
        settings = learning_runs.planned(form)
        run = await runs(request).begin(KIND, learning_runs.facts(settings))
    except PlyboardError as error:
        return await _listed(request, form, str(error))
    return RedirectResponse(f"/learning/{run.id}", 303)


@router.get("/learning/{id}")
async def one(request: Request, id: RunNumber) -> Response:
    """A training, as far as it has come."""
    told = await asyncio.to_thread(_told, request, runs(request).get(KIND, id))
    return page(request, "learning_run.html", **told)


def _told(request: Request, run: Run) -> dict[str, Any]:
    plan, standing = run.plan, run.standing
    return {
        "kind": KIND,
        "run": run,
        "plan": plan,
        "title": plyboard.game(plan["game"]).title,
        "how": run.status,
        "problem": run.problem,
        "standing": standing,
        "blocks": standing["blocks"] if standing else [],
        "report": (run.folder / REPORT).exists(),
        "may_run": may_run(request),
    }


@router.get("/learning/{id}/state")
async def state(request: Request, id: RunNumber) -> Response:
    """What has changed on the page of a training, and its curves."""
    told = await asyncio.to_thread(_told, request, runs(request).get(KIND, id))
    html = fragment("learning_standing.html", **told)
    return JSONResponse({"running": told["how"] == "running", "html": html, "blocks": told["blocks"]})


@router.get("/learning/{id}/weights")
async def weights(request: Request, id: RunNumber) -> Response:
    """What was learned, as a file that players take."""
    return kept_file(runs(request).get(KIND, id), WEIGHTS, "application/json")


add_controls(router, KIND)
