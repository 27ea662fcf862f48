"""The levels for people. How far they are apart is measured by bench/levels.py; here is what must hold in any case."""

from __future__ import annotations

from itertools import pairwise

import pytest

import plyboard
from plyboard import engine
from plyboard.arena.match import Match, Progress, play_match
from plyboard.arena.runner import Runner
from plyboard.players.levels import LAST, LEVELS

needs_engine = pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")


@pytest.mark.parametrize("game", plyboard.games())
def test_each_level_sees_more_and_overlooks_less(game: str) -> None:
    assert len(LEVELS[game]) == LAST - 1
    for below, above in pairwise(LEVELS[game]):
        assert above.has_net >= below.has_net
        # A net sees more in a position, so that fewer may do.
        assert above.nodes > below.nodes or above.has_net > below.has_net
        assert above.overlook < below.overlook or above.overlook == 0


@needs_engine
@pytest.mark.parametrize(("stronger", "weaker"), [("greedy", "engine:level=1"), ("engine:level=6", "engine:level=1")])
@pytest.mark.parametrize("game", plyboard.games())
def test_a_beginner_loses(game: str, stronger: str, weaker: str) -> None:
    progress = Progress(Match(game, (stronger, weaker), 20))
    for _ in play_match(progress, Runner(1)):
        pass
    assert progress.tally.share is not None
    assert progress.tally.share > 0.5
