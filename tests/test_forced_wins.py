from __future__ import annotations

import forced_wins
import pytest

import plyboard
from plyboard import engine, evaluation

pytestmark = pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")

ROWS = forced_wins.read()


def check(method: str, nodes: int, game: str, distance: int, text: str) -> None:
    weights = evaluation.shipped(game).hundredths()
    position = engine.known(plyboard.game(game).parse(text))
    best = engine.searcher(64).search(position, weights, method=method, nodes=nodes).lines[0]
    assert best.win_in == distance
    assert len(best.moves) == abs(distance)


@pytest.mark.parametrize(("game", "distance", "text"), ROWS)
def test_alpha_beta_finds_a_forced_win_with_its_distance(game: str, distance: int, text: str) -> None:
    check("alphabeta", 3_000_000, game, distance, text)


@pytest.mark.parametrize(("game", "distance", "text"), [row for row in ROWS if abs(row[1]) <= 4])
def test_a_tree_search_finds_a_short_forced_win_with_its_distance(game: str, distance: int, text: str) -> None:
    check("mcts", 2_000_000, game, distance, text)


def test_the_list_is_what_looking_at_every_line_finds() -> None:
    for game in plyboard.games():
        rows = [row for row in ROWS if row[0] == game and abs(row[1]) <= 3]
        for _, distance, text in rows[:5]:
            assert forced_wins.distance(plyboard.game(game).parse(text), 3) == distance
