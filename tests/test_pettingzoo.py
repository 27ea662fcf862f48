"""The environments are what PettingZoo expects, by its own tests, and what the rules say."""

from __future__ import annotations

import pickle
import warnings
from functools import partial
from typing import Any

import pytest
from test_actions import every_start

import plyboard
from plyboard import IllegalMove

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra `rl`)")

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from plyboard.protocols import pettingzoo

# What PettingZoo says to each environment whose observation has a mask, its own apart, which it knows by name.
MASKED = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def rollout(env: pettingzoo.Environment, seed: int) -> dict[str, float]:
    """Play a random game; the rewards that the agents see at its end."""
    chance = np.random.default_rng(seed)
    seen = {}
    env.reset()
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        seen[agent] = reward
        done = terminated or truncated
        env.step(None if done else chance.choice(np.flatnonzero(observation["action_mask"])))
    return seen


@every_start
def test_pettingzoo_is_content(game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    make = partial(pettingzoo.env, game, **options)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=300)
    assert [str(warning.message) for warning in said if not str(warning.message).startswith(MASKED)] == []
    seed_test(make, num_cycles=100)
    render_test(make)


@pytest.mark.parametrize("game", ["hiya", "ricocheckers", "pincer", "raichu"])
def test_a_random_game_is_rewarded_as_it_ended(game: str) -> None:
    env = pettingzoo.env(game)
    for seed in range(10):
        rewards = rollout(env, seed)
        outcome = env.position.outcome()
        assert outcome is not None
        expected = [0, 0] if outcome.winner is None else [1 if player == outcome.winner else -1 for player in (0, 1)]
        assert [rewards[agent] for agent in pettingzoo.AGENTS] == expected


def test_turns_need_not_alternate() -> None:
    env = pettingzoo.env("pincer")
    env.reset()
    acted = []
    for agent in env.agent_iter(8):
        acted.append(agent)
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert acted == ["player_0", "player_0", "player_1", "player_1"] * 2


def test_the_mask_is_the_legal_moves_of_the_agent_that_acts() -> None:
    env = pettingzoo.env("hive", expansions="MLP")
    env.reset()
    for ply in range(60):
        acting, waiting = env.agent_selection, pettingzoo.AGENTS[1 - env.position.player]
        mask = env.observe(acting)["action_mask"]
        assert mask.dtype == np.int8
        assert mask.sum() == len(env.position.moves())
        assert env.observe(waiting)["action_mask"].sum() == 0
        env.step(np.flatnonzero(mask)[ply % mask.sum()])


def test_an_illegal_action_changes_nothing_or_loses_under_a_wrapper() -> None:
    env = pettingzoo.env("hiya")
    env.reset()
    for action in (0, -1, 10**9, None):
        with pytest.raises(IllegalMove, match=f"action {action} is not legal here"):
            env.step(action)
    assert env.position == plyboard.game("hiya").start()
    wrapped = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    wrapped.reset()
    wrapped.step(0)
    assert wrapped.rewards == {"player_0": -1, "player_1": 0}


def test_a_game_can_be_truncated() -> None:
    env = pettingzoo.env("hive", max_plies=20)
    assert rollout(env, 1) == {"player_0": 0, "player_1": 0}
    assert env.position.outcome() is None
    assert str(env.position).count(";") == 2 + 20


def test_an_environment_can_be_sent_elsewhere() -> None:
    env = pettingzoo.env("raichu", size=10)
    env.reset()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    sent = pickle.loads(pickle.dumps(env))
    assert sent.position == env.position
    assert rollout(sent, 1) == rollout(env, 1)


def test_it_shows_the_board_as_text_and_as_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    shown = pettingzoo.env("pincer", render_mode="ansi").render()
    assert isinstance(shown, str)
    assert shown.startswith("7  T  .  .  .  .  .  C\n")
    assert pettingzoo.env("pincer", render_mode="human").render() is None
    assert capsys.readouterr().out == shown + "\n\n"
    picture = pettingzoo.env("pincer", render_mode="rgb_array").render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (400, 400, 3)
    # The corner is white, and there are red triangles and blue circles.
    assert picture[0, 0].tolist() == [255, 255, 255]
    red, _, blue = (picture[..., colour].astype(int) for colour in range(3))
    assert (red - blue > 100).sum() == pytest.approx((blue - red > 100).sum(), rel=0.5)
    assert (red - blue > 100).sum() > 1000


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no render mode 'smoke'; it is one of human, ansi, rgb_array"):
        pettingzoo.env("pincer", render_mode="smoke")
    with pytest.raises(ValueError, match="max_plies is 0, it must be at least 1"):
        pettingzoo.env("pincer", max_plies=0)
