"""A match on a real Ray cluster of two workers on this machine, one of which is killed in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyboard import engine
from plyboard.arena.match import Match, Progress, play_match
from plyboard.arena.runner import Runner
from plyboard.records.store import Store

cluster_utils = pytest.importorskip("ray.cluster_utils", reason="Ray is not installed")

SMALL = {"object_store_memory": 80_000_000, "include_dashboard": False}
PLAYERS = ("engine:nodes=2000", "mcts:simulations=5") if engine.installed() else ("alphabeta:nodes=50", "random")


@pytest.fixture
def cluster() -> Iterator[Any]:
    started = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **SMALL})
    yield started
    started.shutdown()


def test_a_match_survives_the_loss_of_a_worker_and_is_that_of_one_machine(cluster: Any, tmp_path: Path) -> None:
    workers = [cluster.add_node(num_cpus=1, **SMALL) for _ in range(2)]
    match = Match("hiya", PLAYERS, 40)
    url = f"sqlite:///{tmp_path}/games.sqlite"
    there, here = Progress(match), Progress(match)
    for _ in play_match(there, Runner(cluster=cluster.address, database=url)):
        if len(there.records) == 5:
            cluster.remove_node(workers[0], allow_graceful=False)
    assert len(cluster.worker_nodes) == 1
    for _ in play_match(here, Runner(workers=2)):
        pass
    for number in range(1, 41):
        ours, theirs = here.records[number], there.records[number]
        assert (ours.outcome, ours.tags, ours.players) == (theirs.outcome, theirs.tags, theirs.players)
        assert ours.outcome is not None
        assert [(move.move, move.value, move.nodes) for move in ours.moves] == [
            (move.move, move.value, move.nodes) for move in theirs.moves
        ]
    assert here.pairs == there.pairs
    with Store(url) as store:
        assert store.count(source="arena", finished=True) == 40
