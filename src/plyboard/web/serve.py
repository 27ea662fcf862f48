"""Run the web app: one process, or several on one database."""

from __future__ import annotations

import socket
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


def _check_address(host: str, port: int) -> None:
    """Say at once if nobody can listen there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CannotServe(f"cannot listen at {host}, port {port}: {reason}; see --host and --port") from None


def serve(host: str, port: int, workers: int, database: str | None, browser: bool) -> None:
    """Serve until Ctrl-C; with `browser`, open the first page in it."""
    _check_address(host, port)
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
