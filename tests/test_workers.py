from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from plyboard.workers import TRIES, Lost, NoCluster, run


def doubled(number: int) -> int:
    return 2 * number


def who(number: int) -> int:
    time.sleep(0.05)  # So that one alone cannot do it all.
    return os.getpid()


def refused(number: int) -> int:
    if number == 2:
        raise ValueError("two is too much")
    return number


def killed_once(marker: Path) -> str:
    """Whoever does it first is killed."""
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def killed(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_each_task_comes_back_with_its_result() -> None:
    assert sorted(run(doubled, range(50), workers=2)) == [(number, 2 * number) for number in range(50)]


def test_no_task_is_no_work() -> None:
    assert list(run(doubled, [])) == []


def test_so_many_work_as_was_said() -> None:
    assert len({pid for _, pid in run(who, range(12), workers=2)} - {os.getpid()}) == 2


def test_tasks_are_taken_as_they_are_needed_and_the_workers_go_when_nobody_listens() -> None:
    results = run(who, count(), workers=2)
    workers = {next(results)[1] for _ in range(8)}
    results.close()  # type: ignore[attr-defined]
    for pid in workers:
        assert isinstance(pid, int)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_what_a_task_raises_is_raised_with_what_it_was() -> None:
    with pytest.raises(ValueError, match="two is too much") as caught:
        list(run(refused, range(4), workers=1))
    assert "while a worker was at 2" in caught.value.__notes__[0]


def test_the_task_of_a_worker_that_dies_is_done_again(tmp_path: Path) -> None:
    assert dict(run(killed_once, [tmp_path / "a", tmp_path / "b"], workers=2)) == {
        tmp_path / "a": "done",
        tmp_path / "b": "done",
    }


def test_a_task_that_kills_everyone_is_reported_and_the_others_are_done() -> None:
    results = dict(run(killed, range(6), workers=2))
    assert results.pop(3) == Lost(f"{TRIES} workers died of it, the last by SIGKILL")
    assert results == {number: number for number in (0, 1, 2, 4, 5)}


def test_ctrl_c_ends_all_workers() -> None:
    script = (
        "from plyboard.workers import run; from itertools import count; from test_workers import who\n"
        "if __name__ == '__main__':\n"
        "    for _, pid in run(who, count(), workers=2): print(pid, flush=True)"
    )
    path = f"{Path(__file__).parent}:{os.environ.get('PYTHONPATH', '')}"
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
        start_new_session=True,
    )
    assert process.stdout
    workers = {int(process.stdout.readline()) for _ in range(10)}
    os.killpg(process.pid, signal.SIGINT)  # As a terminal does: everyone in the group gets it.
    _, complaints = process.communicate(timeout=30)
    assert complaints.count("KeyboardInterrupt") == 1
    for pid in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_without_ray_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"pip install 'plyboard\[cluster\]'"):
        next(run(doubled, [1], cluster="auto"))


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:1", "127.0.0.1:99999999", ":"])
def test_a_cluster_that_is_not_there_is_said(address: str) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    with pytest.raises(NoCluster, match=f"there is no Ray cluster at '{address}'"):
        next(run(doubled, [1], cluster=address))
