from __future__ import annotations

import forced_wins
import pytest

import plyboard
from plyboard import engine, evaluation
from plyboard.players.engine_player import METHODS

pytestmark = pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")

ROWS = forced_wins.read()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("game", "distance", "text"), ROWS)
def test_a_forced_win_is_found_with_its_distance(game: str, distance: int, text: str, method: str) -> None:
    shipped = evaluation.shipped(game)
    weights, net = shipped.hundredths(), engine.net(shipped.net)
    position = engine.known(plyboard.game(game).parse(text))
    best = engine.searcher(16).search(position, weights, net=net, method=method, nodes=5_000_000).lines[0]
    assert best.win_in == distance
    assert len(best.moves) == abs(distance)


@pytest.mark.parametrize("game", plyboard.games())
def test_the_list_is_what_looking_at_every_line_finds(game: str) -> None:
    rows = [row for row in ROWS if row[0] == game]
    assert len(rows) == forced_wins.A_GAME
    assert max(abs(distance) for _, distance, _ in rows) >= forced_wins.DEEPEST - 1
    for _, distance, text in rows:
        if abs(distance) <= 3:
            assert forced_wins.Everything().distance(plyboard.game(game).parse(text)) == distance
