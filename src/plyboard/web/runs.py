"""Long runs, each in a process and a folder of its own: they go on when the page is left, and after a restart they can
be gone on with.

Whether a run is at work is known by a lock that its process holds, so all server processes know it, and no crash can
leave a run behind that only seems to be at work.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import platformdirs
from fastapi import Request
from sqlalchemy import make_url

from plyboard.records.database import default_url
from plyboard.records.store import UnknownRecord
from plyboard.web.actions import NotYours, Refused
from plyboard.web.run_files import DONE, LOCK, LOG, PLAN, PROBLEM, STANDING, replace_file
from plyboard.web.settings import Settings

MOST_AT_ONCE = 2
"""So many runs are at work at once, of all kinds: each of them takes whole cores."""

PATIENCE = 5.0
"""Seconds in which a run that is asked to stop may do so."""

LOOK_EVERY = 0.05


@dataclass(frozen=True)
class Run:
    """A run, at work or not."""

    folder: Path

    @property
    def id(self) -> int:
        """Its number."""
        return int(self.folder.name)

    @property
    def plan(self) -> dict[str, Any]:
        """What was asked for."""
        found: dict[str, Any] = json.loads((self.folder / PLAN).read_text("utf-8"))
        return found

    @property
    def standing(self) -> dict[str, Any] | None:
        """What has come out so far, as its process told it last."""
        try:
            found: dict[str, Any] = json.loads((self.folder / STANDING).read_text("utf-8"))
        except FileNotFoundError:
            return None
        return found

    @property
    def running(self) -> bool:
        """Whether its process is at work."""
        try:
            lock = os.open(self.folder / LOCK, os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
        return False

    @property
    def status(self) -> str:
        """How it is with the run, in a word."""
        if self.running:
            return "running"
        if (self.folder / DONE).exists():
            return "finished"
        return "failed" if self.problem else "interrupted"

    @property
    def problem(self) -> str:
        """Why it could not go on, where it could not."""
        try:
            return (self.folder / PROBLEM).read_text("utf-8")
        except FileNotFoundError:
            return ""

    @property
    def started(self) -> float:
        """When its process was started last, in seconds since 1970."""
        return (self.folder / LOCK).stat().st_mtime

    async def stop(self) -> None:
        """Ask it to stop, and make it if it does not."""
        for how in (signal.SIGINT, signal.SIGKILL):
            if not self.running:
                return
            with suppress(ProcessLookupError, ValueError):  # It has just ended, or just begun.
                os.killpg(int((self.folder / LOCK).read_text("ascii")), how)
            end = monotonic() + PATIENCE
            while self.running and monotonic() < end:
                await asyncio.sleep(LOOK_EVERY)


class Runs:
    """The runs on this machine that belong to a database."""

    def __init__(self, database: str | None) -> None:
        self.database = database or default_url()
        self.folder = _folder(self.database)
        self._started: list[Run] = []
        self._one_at_a_time = asyncio.Lock()

    def all(self, kind: str) -> list[Run]:
        """The runs of a kind, the newest first."""
        found = [Run(path.parent) for path in (self.folder / kind).glob(f"*/{PLAN}")]
        return sorted(found, key=lambda run: -run.id)

    def get(self, kind: str, id: int) -> Run:
        """The run with a number."""
        run = Run(self.folder / kind / str(id))
        if not (run.folder / PLAN).exists():
            raise UnknownRecord(f"there is no run {id} here")
        return run

    async def begin(self, kind: str, plan: Mapping[str, Any]) -> Run:
        """Start a run."""
        async with self._one_at_a_time:
            self._check_room()
            run = self._new(kind)
            replace_file(run.folder / PLAN, json.dumps(plan))
            await self._start(run)
        return run

    async def resume(self, run: Run) -> None:
        """Go on with a run that was interrupted."""
        async with self._one_at_a_time:
            if run.status in ("running", "finished"):
                raise Refused(f"this run is {run.status} already")
            self._check_room()
            (run.folder / PROBLEM).unlink(missing_ok=True)
            await self._start(run)

    async def close(self) -> None:
        """Stop the runs that this process has started: they are gone on with when someone says so."""
        await asyncio.gather(*(run.stop() for run in self._started))

    def _check_room(self) -> None:
        running = sum(run.running for kind in ("arena", "learning") for run in self.all(kind))
        if running >= MOST_AT_ONCE:
            raise Refused(f"{running} runs are at work, as many as there may be: stop one, or wait")

    def _new(self, kind: str) -> Run:
        """A folder that nobody else has."""
        number = max((run.id for run in self.all(kind)), default=0)
        while True:
            number += 1
            folder = self.folder / kind / str(number)
            with suppress(FileExistsError):
                folder.mkdir(parents=True)
                return Run(folder)

    async def _start(self, run: Run) -> None:
        lock = os.open(run.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with (run.folder / LOG).open("ab") as log:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "plyboard.web.run_process", str(run.folder), self.database),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    pass_fds=(lock,),  # It holds the lock as long as it lives.
                )
            os.ftruncate(lock, 0)
            os.pwrite(lock, str(process.pid).encode(), 0)
        except BlockingIOError:
            raise Refused("this run is being looked at: try again") from None
        finally:
            os.close(lock)
        self._started.append(run)


def _folder(database: str) -> Path:
    """Where the runs are: beside the file of the database, if it has one."""
    url = make_url(database)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        file = Path(url.database).absolute()
        return file.with_name(f"{file.stem}-runs")
    return platformdirs.user_data_path("plyboard", appauthor=False) / "runs"


def runs(request: Request) -> Runs:
    """The runs of this server."""
    found = request.app.state.runs
    assert isinstance(found, Runs)
    return found


def may_run(request: Request) -> bool:
    """Whether whoever asks sits at the machine: a run takes much of it."""
    settings = request.app.state.settings
    assert isinstance(settings, Settings)
    return settings.local


def check_may_run(request: Request) -> None:
    """Refuse those who do not."""
    if not may_run(request):
        raise NotYours("runs are started and stopped on the machine itself: this server is open to others")
