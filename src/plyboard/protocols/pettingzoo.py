"""The games as PettingZoo environments, for multi-agent learning code.

`env("hive", expansions="MLP")` is an AEC environment: two agents, `player_0` and `player_1`, of whom the one whose move
it is acts; turns need not alternate. Actions are numbered as `plyboard.protocols.actions` says, observations are the
planes of `plyboard.protocols.observations` with a mask of the legal actions. Rewards come at the end: 1 for the winner,
-1 for the loser, 0 for a draw.

>>> game = env("hiya")
>>> game.reset()
>>> observation, reward, terminated, truncated, info = game.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((12, 8, 7), 11)
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

try:
    import gymnasium
    import numpy as np
    import resvg_py
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from PIL import Image
except ImportError as error:
    raise ImportError("PettingZoo is not there: install Plyboard with its extra `rl`, as in 'plyboard[rl]'") from error

import plyboard
from plyboard.draw import svg, text
from plyboard.protocols import actions, observations
from plyboard.rules.core import IllegalMove, Position, shown

Observation = dict[str, NDArray[np.int8]]

AGENTS = ("player_0", "player_1")
FONTS = "text { font-family: Arial, Helvetica, 'DejaVu Sans', 'Liberation Sans', 'Noto Sans', sans-serif }"
RENDER_MODES = ("human", "ansi", "rgb_array")


def env(game: str, *, render_mode: str | None = None, max_plies: int | None = None, **options: Any) -> Environment:
    """An environment of a game, which starts with the options given.

    `max_plies` truncates a game that is not over by then. Hive has no such limit of its own, and players by chance need
    thousands of plies to finish it.
    """
    return Environment(game, render_mode=render_mode, max_plies=max_plies, **options)


class Environment(AECEnv[str, Any, Any]):
    """A game between two agents.

    An illegal action raises IllegalMove; PettingZoo's TerminateIllegalWrapper makes it a loss instead. The environment
    checks what its users do by itself, since wrappers would halve its speed.
    """

    def __init__(
        self, game: str, *, render_mode: str | None = None, max_plies: int | None = None, **options: Any
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"there is no render mode {shown(render_mode)}; it is one of {', '.join(RENDER_MODES)}")
        if max_plies is not None and max_plies < 1:
            raise ValueError(f"max_plies is {shown(max_plies)}, it must be at least 1")
        rules = plyboard.game(game)
        self.metadata = {
            "name": f"plyboard_{rules.name}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.max_plies = max_plies
        self._start = observations.view(rules.start(**options))
        self._actions = actions.of(self._start.position)
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(self._actions.count) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, observations.MOST, self._start.shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (self._actions.count,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.reset()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._view.position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The planes and the mask that an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Nothing in it is left to chance, so a seed changes nothing."""
        self._view = self._start
        self._last_move: str | None = None
        self._plies = 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._settle()

    def step(self, action: int | None) -> None:
        """Play the move of an action; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = None if action is None else self._legal.get(action)
        if move is None:
            raise IllegalMove(f"action {shown(action)} is not legal here; the action mask says which are")
        self._view = self._view.after(move)
        self._last_move = move
        self._plies += 1
        self._settle()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Work out who acts and what is legal, or how the game ended."""
        position = self._view.position
        self._legal = self._actions.legal(position)
        self.agent_selection = AGENTS[position.player]
        if not self._legal:
            outcome = position.outcome()
            if outcome and outcome.winner is not None:
                self.rewards = {AGENTS[outcome.winner]: 1.0, AGENTS[1 - outcome.winner]: -1.0}
                self._accumulate_rewards()
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self._plies == self.max_plies:
            self.truncations = dict.fromkeys(AGENTS, True)

    def observe(self, agent: str) -> Observation:
        """What an agent sees; nothing is legal for one whose move it is not."""
        mask = np.zeros(self._actions.count, np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        return {"observation": self._view.planes(AGENTS.index(agent)), "action_mask": mask}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as text (`ansi`), as a picture (`rgb_array`), or printed (`human`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called on an environment that was made without a render_mode")
            return None
        if self.render_mode == "rgb_array":
            return pixels(self.position, self._last_move)
        drawn = text.board(self.position)
        if self.render_mode == "ansi":
            return drawn
        print(drawn, end="\n\n")
        return None

    def close(self) -> None:
        """An environment holds nothing that would have to be released."""


def pixels(position: Position, last_move: str | None = None) -> NDArray[np.uint8]:
    """The picture of a position, (height, width, red green blue). Its letters want one of the usual fonts."""
    drawn = svg.board(position, theme="light", last_move=last_move)
    png = resvg_py.svg_to_bytes(svg_string=drawn, background="white", style_sheet=FONTS)
    return np.array(Image.open(BytesIO(png)).convert("RGB"))
