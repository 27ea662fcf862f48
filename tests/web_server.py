"""A real server for tests: `plyboard web` in a process of its own, on a port and a database of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0


@dataclass
class Server:
    """A server that can be ended and started again, on the same port."""

    database: str
    workers: int = 1
    port: int = field(default_factory=lambda: _free_port())
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        options = ["--port", str(self.port), "--workers", str(self.workers), "--database", self.database]
        command = [sys.executable, "-m", "plyboard", "web", "--no-browser", *options]
        self._process = subprocess.Popen(command, start_new_session=True)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(f"{self.url}/api/rules", timeout=PATIENCE).raise_for_status()
                return
            except httpx.HTTPError:
                assert self._process.poll() is None, "the server has ended"
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, by force if need be."""
        assert self._process is not None
        if how is signal.SIGKILL:
            os.killpg(self._process.pid, how)
        else:
            self._process.send_signal(how)
        self._process.wait(PATIENCE)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """It takes connections, but says nothing as long as the block runs."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self._process.pid, signal.SIGCONT)

    def visitor(self) -> Visitor:
        """Someone who has never been here."""
        return Visitor(self)


@contextmanager
def serving(directory: Path, workers: int = 1, database: str | None = None) -> Iterator[Server]:
    """A server as long as the block runs."""
    server = Server(database or f"sqlite:///{directory / 'games.sqlite'}", workers)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Visitor:
    """Someone with a browser, or nearly: they have a cookie, send forms, and hold lines to games."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        self.http.get("/new")

    def create(self, game: str = "hiya", first: str = "me", second: str = "me", **more: str) -> int:
        """Set up a game by the form; the number of the game."""
        answer = self.http.post("/games", data={"game": game, "first_seat": first, "second_seat": second, **more})
        assert answer.status_code == 303, answer.text
        return int(answer.headers["location"].rpartition("/")[2])

    def told(self, game: int) -> dict[str, Any]:
        """What the page of a game is told when it is made."""
        text = self.http.get(f"/games/{game}").raise_for_status().text
        data = text.partition('id="told">')[2].partition("</script>")[0]
        told: dict[str, Any] = json.loads(data)
        return told

    def line(self, game: int, after: int = 0) -> Line:
        """A line to a game."""
        return Line(self, game, after)


class Line:
    """A WebSocket to a game."""

    def __init__(self, visitor: Visitor, game: int, after: int = 0) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
        url = f"ws://127.0.0.1:{visitor.server.port}/games/{game}/socket?after={after}"
        self._closing = ExitStack()
        self.socket: ClientConnection = self._closing.enter_context(
            connect(url, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE)
        )
        self.seen: list[dict[str, Any]] = []
        """All events so far."""

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds: `events`, `refused`, `hint`, `thinking`."""
        end = time.monotonic() + PATIENCE
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(end - time.monotonic()))
            self.seen += message.get("events", [])
            if not kinds or message["kind"] in kinds:
                return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next event of this kind."""
        while True:
            for event in self.hear("events")["events"]:
                if event["kind"] == kind:
                    found: dict[str, Any] = event
                    return found

    def move(self, text: str) -> dict[str, Any]:
        """Make a move and wait until it is told."""
        self.say(do="move", text=text)
        while True:
            message = self.hear("events", "refused")
            assert message["kind"] == "events", message
            if any(event["kind"] == "move" for event in message["events"]):
                return message

    def refused(self, **message: Any) -> str:
        """Say something that is refused; the reason."""
        self.say(**message)
        return str(self.hear("refused")["reason"])

    def close(self) -> None:
        self._closing.close()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
