"""The web app, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import fastapi_offline
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

import plyboard
from plyboard.records.database import StoreError
from plyboard.records.store import Store, UnknownRecord
from plyboard.rules.core import PlyboardError, UnknownGame
from plyboard.web import (
    analysis_pages,
    analysis_socket,
    api,
    arena_pages,
    boards,
    learning_pages,
    library_pages,
    pages,
    review_pages,
    rules_pages,
    sockets,
)
from plyboard.web.actions import NotYours, Refused
from plyboard.web.events import Log
from plyboard.web.hub import Hub
from plyboard.web.reviewing import Reviews
from plyboard.web.runs import Runs
from plyboard.web.security import Guard
from plyboard.web.settings import Settings
from plyboard.web.site import page
from plyboard.web.thinking import Thinking
from plyboard.web.turns import Busy

STATIC = Path(__file__).parent / "static"

# The first that fits counts.
_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (UnknownRecord, 404),
    (UnknownGame, 404),
    (StoreError, 503),
    (NotYours, 403),
    (Refused, 409),
    (Busy, 429),
    (PlyboardError, 422),
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The app for a server, with games of its own database."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with Store(settings.database) as store:
            thinking = Thinking(settings.searches)
            thinking.warm_up()
            app.state.hub = games = Hub(Log(store), thinking)
            app.state.reviews = reviews = Reviews(games)
            app.state.runs = runs = Runs(settings.database)
            games.start()
            try:
                yield
            finally:
                await runs.close()
                await reviews.close()
                await games.close()
                thinking.close()

    app = FastAPI(
        title="Plyboard",
        version=plyboard.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    app.include_router(pages.router)
    app.include_router(review_pages.router)
    app.include_router(library_pages.router)
    app.include_router(arena_pages.router)
    app.include_router(learning_pages.router)
    app.include_router(rules_pages.router)
    app.include_router(analysis_pages.router)
    app.include_router(analysis_socket.router)
    app.include_router(sockets.router)
    app.include_router(api.router)
    app.add_api_route("/static/colours.css", _colours, include_in_schema=False)
    app.mount("/api/docs/parts", StaticFiles(directory=Path(fastapi_offline.__file__).parent / "static"))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts), www_redirect=False)
    app.add_middleware(Guard)
    app.add_exception_handler(PlyboardError, _explain)
    app.add_exception_handler(HTTPException, _explain)
    app.add_exception_handler(RequestValidationError, _explain)
    return app


async def _colours() -> Response:
    return Response(boards.stylesheet(), media_type="text/css", headers={"Cache-Control": "max-age=3600"})


async def _explain(request: Request, error: Exception) -> Response:
    """Say what was wrong, to a person on a page, to a program in JSON."""
    if isinstance(error, HTTPException):
        status, reason = error.status_code, error.detail
    elif isinstance(error, RequestValidationError):
        status = 422
        reason = "; ".join(f"{'.'.join(map(str, part['loc'][1:]))}: {part['msg']}" for part in error.errors())
    else:
        status = next(status for kind, status in _STATUS if isinstance(error, kind))
        reason = str(error)
    headers = error.headers if isinstance(error, HTTPException) else None
    if "text/html" in request.headers.get("accept", ""):
        return page(request, "error.html", status, reason=reason, code=status)
    return JSONResponse({"detail": reason}, status, headers)
