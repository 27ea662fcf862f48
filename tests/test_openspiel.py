"""The games are what OpenSpiel expects, by its own test, and its own bots play them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import plyboard
from plyboard import evaluation

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra `rl`; no wheel for every platform)")

import numpy as np  # noqa: E402, it comes with OpenSpiel
from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

from plyboard.protocols import openspiel  # noqa: E402

NAMES = [
    "plyboard_hiya",
    "plyboard_hiya(first=north)",
    "plyboard_ricocheckers",
    "plyboard_pincer",
    "plyboard_hive(max_plies=80)",
    "plyboard_hive(expansions=MLP,max_plies=80)",
    "plyboard_raichu",
    "plyboard_raichu(size=12)",
]
every_game = pytest.mark.parametrize("name", NAMES)


def test_each_game_is_registered_with_its_options() -> None:
    assert list(openspiel.PARAMETERS) == plyboard.games()
    for game in plyboard.games():
        assert f"plyboard_{game}" in pyspiel.registered_names()
        options = [name for name in openspiel.PARAMETERS[game] if name != "max_plies"]
        assert options == list(plyboard.game(game).options)
        start = pyspiel.load_game(f"plyboard_{game}").new_initial_state()
        assert str(start) == str(plyboard.game(game).start())


@every_game
def test_openspiel_is_content(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@every_game
def test_a_state_is_the_position_that_its_moves_lead_to(name: str) -> None:
    chance = np.random.default_rng(1)
    state = pyspiel.load_game(name).new_initial_state()
    position = state.position
    while not state.is_terminal():
        assert state.current_player() == position.player
        texts = {state.action_to_string(action): action for action in state.legal_actions()}
        assert sorted(texts) == sorted(position.moves())
        before = state.clone()
        move = str(chance.choice(position.moves()))
        state.apply_action(texts[move])
        assert str(before) == str(position)
        position = position.play(move)
        assert str(state) == str(position)
    outcome = position.outcome()
    winner = outcome.winner if outcome else None
    assert state.returns() == ([0, 0] if winner is None else [1 if player == winner else -1 for player in (0, 1)])


def points(state: Any) -> float:
    """How good a state is for player 0: what Plyboard's evaluation says, kept between a loss and a win."""
    return float(np.tanh(evaluation.shipped(state.position.game).value(state.position) / 10))


@every_game
def test_openspiels_alpha_beta_plays(name: str) -> None:
    """It plays a few moves for player 0 against the first legal one."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for _ in range(6):
        if state.current_player() == 0:
            _, action = minimax.alpha_beta_search(
                game, state.clone(), value_function=points, maximum_depth=2, maximizing_player_id=0
            )
        else:
            action = state.legal_actions()[0]
        assert action in state.legal_actions()
        state.apply_action(action)


def test_openspiels_alpha_beta_finds_a_win() -> None:
    game = pyspiel.load_game("plyboard_hiya")
    state = game.new_initial_state()
    for move in ("e2b5", "c6c5"):
        state.apply_action(state.string_to_action(move))
    value, action = minimax.alpha_beta_search(game, state.clone(), lambda state: 0.0, 2, 0)
    assert (value, state.action_to_string(action)) == (1, "b5d7")


@every_game
def test_openspiels_mcts_bot_plays(name: str) -> None:
    game = pyspiel.load_game(name)
    chance = np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1, chance), random_state=chance) for _ in range(2)]
    state = game.new_initial_state()
    for _ in range(4):
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_openspiels_bots_play_a_game_to_its_end() -> None:
    game = pyspiel.load_game("plyboard_pincer")
    chance = np.random.RandomState(2)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            _, action = minimax.alpha_beta_search(game, state.clone(), value_function=points, maximum_depth=1)
        else:
            action = bot.step(state)
        state.apply_action(action)
    assert state.position.outcome() is not None


def test_an_action_has_a_name_even_where_it_is_not_legal() -> None:
    game = pyspiel.load_game("plyboard_ricocheckers")
    assert game.action_to_string(0, 4 * 11 + 1) == "a2e"
    assert game.action_to_string(0, 484) == "pass"


def test_a_parameter_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(plyboard.InvalidPosition, match="the size is 9"):
        pyspiel.load_game("plyboard_raichu(size=9)")


def test_the_interpreter_ends_well() -> None:
    program = "import pyspiel, plyboard.protocols.openspiel; pyspiel.load_game('plyboard_hiya').new_initial_state()"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
