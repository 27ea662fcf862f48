"""Work on many tasks at once: by processes on this machine, or by a Ray cluster.

Whoever works may die (killed, out of memory, the machine gone): its task is then given to another one.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from socket import create_connection
from typing import Any, Generic, TypeVar

from plyboard.rules.core import PlyboardError, clip

Task = TypeVar("Task")
Result = TypeVar("Result")

TRIES = 3
"""So often is a task begun when whoever works on it dies."""

PATIENCE = 5.0
"""Seconds for a worker to leave by itself."""


class NoCluster(PlyboardError):
    """The Ray cluster that was asked for cannot be used."""


@dataclass(frozen=True)
class Lost:
    """The result of a task on which one worker after the other has died."""

    reason: str


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[tuple[Task, Result | Lost]]:
    """Each task with its result, in the order in which they are done.

    Tasks are taken from the iterable when someone is free to work on them. The function, the tasks and the results have
    to be picklable; what the function raises is raised here. Leaving the loop early (`close`, or Ctrl-C) ends all work.

    `workers` is the number of processes, one for each core unless said. `cluster` is the address of a Ray cluster, or
    "auto" for the one that this machine belongs to; the work is then done by all who belong to it.
    """
    if cluster is None:
        return _on_this_machine(function, iter(tasks), workers or cores())
    return _on_cluster(function, iter(tasks), cluster)


def _on_this_machine(
    function: Callable[[Task], Result], tasks: Iterator[Task], count: int
) -> Iterator[tuple[Task, Result | Lost]]:
    there: list[_Worker[Task, Result]] = []
    busy: dict[Any, _Worker[Task, Result]] = {}

    def begin(task: Task, worker: _Worker[Task, Result] | None = None, tries: int = 1) -> None:
        if worker is None:
            worker = _Worker(function)
            there.append(worker)
        busy[worker.connection] = worker
        worker.begin(task, tries)

    try:
        for task in islice(tasks, count):
            begin(task)
        while busy:
            for connection in wait(list(busy)):
                worker: _Worker[Task, Result] | None = busy.pop(connection)
                assert worker
                task, result, tries = worker.task, worker.result(), worker.tries
                if isinstance(result, Lost):
                    there.remove(worker)
                    worker = None
                    if tries < TRIES:
                        begin(task, tries=tries + 1)
                        continue
                for following in islice(tasks, 1):
                    begin(following, worker)
                yield task, result
    finally:
        for worker in there:
            worker.leave()
        for worker in there:
            worker.wait()


class _Worker(Generic[Task, Result]):
    """A process that works on one task at a time."""

    def __init__(self, function: Callable[[Task], Result]) -> None:
        # A process that starts afresh has no locks of ours that nobody will ever open again.
        spawning = get_context("spawn")
        self.connection, theirs = spawning.Pipe()
        self._process = spawning.Process(target=_work, args=(function, theirs), daemon=True)
        self._process.start()
        theirs.close()  # So that the end of the process is the end of the connection.

    def begin(self, task: Task, tries: int) -> None:
        """Give it a task; whether it has died is found out when it is heard."""
        self.task = task
        self.tries = tries
        with suppress(OSError):
            self.connection.send(task)

    def result(self) -> Result | Lost:
        """What came of the task; raises what the function raised."""
        try:
            result, error = self.connection.recv()
        except (EOFError, OSError):
            return Lost(self._how_it_ended())
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]

    def leave(self) -> None:
        """Tell it to end, whatever it does."""
        self.connection.close()
        self._process.terminate()

    def wait(self) -> None:
        """See it end, by force if it must be."""
        self._process.join(PATIENCE)
        self._process.kill()
        self._process.join()

    def _how_it_ended(self) -> str:
        self.wait()
        code = self._process.exitcode or 0
        if code < 0:
            with suppress(ValueError):
                return f"{TRIES} workers died of it, the last by {signal.Signals(-code).name}"
        return f"{TRIES} workers ended over it, the last with exit code {code}"


def _work(function: Callable[[Any], Any], connection: Connection) -> None:
    """What a worker does, until nobody gives it tasks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives the tasks.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # In order, so that programs that it has started end as well.
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = function(task), None
            except Exception as error:
                error.add_note(f"while a worker was at {task!r}:\n{traceback.format_exc()}")
                answer = None, error
            connection.send(answer)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # It ends by itself already.


def _on_cluster(
    function: Callable[[Task], Result], tasks: Iterator[Task], address: str
) -> Iterator[tuple[Task, Result | Lost]]:
    try:
        import ray
    except ImportError:
        raise NoCluster("Ray is not installed: pip install 'plyboard[cluster]'") from None
    try:
        host, colon, port = address.rpartition(":")
        if colon and port.isdigit() and "//" not in host:  # Ray itself would try for minutes.
            create_connection((host, int(port)), PATIENCE).close()
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, OverflowError, ValueError, RuntimeError, ImportError) as error:
        hint = "start one by `ray start --head`" if address == "auto" else "see `ray status` for its address"
        raise NoCluster(f"there is no Ray cluster at {clip(address)}: {hint} ({error})") from None
    resources: Callable[[], dict[str, float]] = ray.cluster_resources  # It says nothing of its types itself.
    remote: Any = ray.remote(max_retries=TRIES - 1)(_call)
    shared = ray.put(function)  # Once for all tasks: it may carry much with it.
    begun: dict[Any, Task] = {}
    try:
        while True:
            # One more for each core, so that nobody waits for the next task to travel.
            wanted = 2 * max(int(resources().get("CPU", 1)), 1)
            for task in islice(tasks, max(wanted - len(begun), 0)):
                begun[remote.remote(shared, task)] = task
            if not begun:
                return
            (done,), _ = ray.wait(list(begun))
            task = begun.pop(done)
            try:
                result: Result | Lost = ray.get(done)
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError) as error:
                result = Lost(f"{TRIES} workers died of it: {str(error).splitlines()[0]}")
            yield task, result
    finally:
        for reference in begun:
            ray.cancel(reference, force=True)
        ray.shutdown()


def _call(function: Callable[[Task], Result], task: Task) -> Result:
    return function(task)
