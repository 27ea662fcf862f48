"""Run the web app: one process, or several on one database."""

from __future__ import annotations

import threading
import webbrowser

import uvicorn
from fastapi import FastAPI

from plyboard.records.store import Store
from plyboard.rules.core import PlyboardError
from plyboard.web.app import create_app
from plyboard.web.settings import Settings

LONGEST_MESSAGE = 65_536
LOCAL = ("127.0.0.1", "localhost", "::1")


class CannotServe(PlyboardError):
    """A server that cannot be started."""


def app_of_worker() -> FastAPI:
    """The app of a process that another one started."""
    return create_app(Settings.from_environment())


def serve(host: str, port: int, workers: int, database: str | None, browser: bool) -> None:
    """Serve until Ctrl-C; with `browser`, open the first page in it."""
    Store(database).close()  # Say at once what is wrong with it, and bring it up to date before several open it.
    settings = Settings(database, Settings.hosts if host in LOCAL else ("*",))
    settings.to_environment()
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown if host not in ('0.0.0.0', '::') else 'localhost'}:{port}/"
    print(f"Plyboard is at {url} (Ctrl-C ends it)", flush=True)
    if browser:
        threading.Timer(1.0, webbrowser.open, (url,)).start()
    uvicorn.run(
        "plyboard.web.serve:app_of_worker",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,  # Saves memory for each page, and time; pages are near.
        timeout_graceful_shutdown=2,
    )
