"""Games to learn from, played on a real Ray cluster on this machine."""

from __future__ import annotations

import pytest
from test_learn import one_move, same

from plyboard import engine
from plyboard.learn.selfplay import play, score
from plyboard.workers import NoCluster

cluster_utils = pytest.importorskip("ray.cluster_utils", reason="Ray is not installed")
pytestmark = pytest.mark.skipif(not engine.installed(), reason=engine.REMEDY)


def test_games_of_a_cluster_are_those_of_this_machine() -> None:
    small = {"num_cpus": 2, "object_store_memory": 80_000_000, "include_dashboard": False}
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=small)
    order = one_move("ricocheckers", 120, explore=0.1)
    heard: list[int] = []
    try:
        there = play([order], cluster.address, heard.append)
    finally:
        cluster.shutdown()
    assert same(there, play([order]))
    assert sum(heard) == 120


def test_no_cluster_is_told() -> None:
    with pytest.raises(NoCluster, match="no Ray cluster at"):
        score([one_move("ricocheckers", 2)], "127.0.0.1:1")
