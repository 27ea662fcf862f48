"""What the pages of runs share: to stop a run, to go on with it, and its report."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import FileResponse, RedirectResponse, Response

from plyboard.web.run_files import REPORT
from plyboard.web.runs import Run, check_may_run, runs

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Pictures and reports have their styles within."""

LISTED = 50
"""So many runs are listed, the newest ones."""

RunNumber = Annotated[int, Path(ge=1, le=10**9)]


def add_controls(router: APIRouter, kind: str) -> None:
    """Let runs of a kind be stopped and gone on with, and show their reports."""

    @router.post(f"/{kind}/{{id}}/stop")
    async def stop(request: Request, id: RunNumber) -> Response:
        check_may_run(request)
        await runs(request).get(kind, id).stop()
        return RedirectResponse(f"/{kind}/{id}", 303)

    @router.post(f"/{kind}/{{id}}/resume")
    async def resume(request: Request, id: RunNumber) -> Response:
        check_may_run(request)
        await runs(request).resume(runs(request).get(kind, id))
        return RedirectResponse(f"/{kind}/{id}", 303)

    @router.get(f"/{kind}/{{id}}/report")
    async def report(request: Request, id: RunNumber) -> Response:
        return kept_file(runs(request).get(kind, id), REPORT, "text/html")


def kept_file(run: Run, name: str, media_type: str) -> Response:
    """A file of a run."""
    path = run.folder / name
    if not path.exists():
        raise HTTPException(404, "this has not been made yet")
    return FileResponse(path, media_type=media_type, headers={"Content-Security-Policy": POLICY})
