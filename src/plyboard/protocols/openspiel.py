"""The games in OpenSpiel: importing this module registers each as `plyboard_<game>`.

>>> import pyspiel
>>> state = pyspiel.load_game("plyboard_raichu(size=10)").new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'b8c7'

Actions are numbered as `plyboard.protocols.actions` says, observations are the planes of
`plyboard.protocols.observations`. The options with which a game starts are its parameters. Hive has one more,
`max_plies`, after which a game is a draw: its rules know no such limit, but OpenSpiel asks for one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError("OpenSpiel is not there: install Plyboard with its extra `rl`, as in 'plyboard[rl]'") from error

import plyboard
from plyboard.protocols import actions, observations
from plyboard.protocols.actions import Actions
from plyboard.protocols.observations import View
from plyboard.rules import pincer, raichu, ricocheckers

PARAMETERS: dict[str, dict[str, Any]] = {
    "hiya": {"first": "south"},
    "ricocheckers": {},
    "pincer": {},
    "hive": {"expansions": "", "max_plies": 500},
    "raichu": {"size": 8},
}
"""What each game takes, with what it is unless said."""

# A Hi-Ya! move either goes forward or takes one of the lives of the other side: two of a full piece, one of a mini, one
# of the king. The pieces of both sides can go 132 ranks forward in all, and an attack gives back at most 7 of them.
_HIYA_ATTACKS = 2 * 18 + 1
_HIYA_PLIES = 132 + _HIYA_ATTACKS + 7 * _HIYA_ATTACKS

LONGEST: dict[str, Callable[[dict[str, Any]], int]] = {
    "hiya": lambda parameters: _HIYA_PLIES,
    "ricocheckers": lambda parameters: ricocheckers.LAST_PLY,
    "pincer": lambda parameters: pincer.LAST_MOVE,
    "hive": lambda parameters: parameters["max_plies"],
    # Each of the 2 N pieces is promoted and jumped at most once.
    "raichu": lambda parameters: raichu.QUIET_PLIES * (4 * parameters["size"] + 1),
}
"""How many plies no game is longer than, by its parameters."""


@dataclass(frozen=True)
class _Node:
    """What a state holds: a value, so copies of a state share it."""

    view: View
    legal: dict[int, str]
    plies: int

    @classmethod
    def of(cls, view: View, known: Actions, plies: int = 0) -> Self:
        return cls(view, known.legal(view.position), plies)

    def after(self, action: int, known: Actions) -> Self:
        return self.of(self.view.after(self.legal[action]), known, self.plies + 1)

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Game(pyspiel.Game):
    """A game as OpenSpiel knows it."""

    def __init__(self, game_type: pyspiel.GameType, name: str, parameters: dict[str, Any]) -> None:
        given = PARAMETERS[name] | parameters
        self.longest = LONGEST[name](given)
        options = {option: value for option, value in given.items() if option != "max_plies"}
        start = plyboard.game(name).start(**options)
        self.actions = actions.of(start)
        self.start = _Node.of(observations.view(start), self.actions)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(game_type, info, parameters)

    def new_initial_state(self) -> State:
        """The start of a game."""
        return State(self)

    def action_to_string(self, player: int, action: int) -> str:
        """The move of an action wherever it is legal."""
        return self.actions.texts.get(action, f"action {action}")

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """What shows a state to a player."""
        if not iig_obs_type or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.start.view.shape)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class State(pyspiel.State):
    """A position, and how many plies led to it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.node = game.start

    @property
    def position(self) -> plyboard.Position:
        """The position on the board."""
        return self.node.view.position

    def current_player(self) -> int:
        """Whose move it is. Turns need not alternate."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.node.legal)

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action, self.get_game().actions)

    def _action_to_string(self, player: int, action: int) -> str:
        text: str = self.node.legal.get(action) or self.get_game().action_to_string(player, action)
        return text

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.node.legal or self.node.plies >= self.get_game().longest

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser, else 0."""
        outcome = self.position.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if player == outcome.winner else -1.0 for player in (0, 1)]

    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """Shows a state to a player as planes, or as the text of the position."""

    def __init__(self, shape: tuple[int, int, int]) -> None:
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees into `tensor` and `dict`."""
        self.dict["observation"][:] = state.node.view.planes(player)

    def string_from(self, state: State, player: int) -> str:
        """What a player sees, which is all."""
        return str(state)


def _register(name: str) -> None:
    kind = pyspiel.GameType
    game_type = kind(
        short_name=f"plyboard_{name}",
        long_name=plyboard.game(name).title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS[name],
    )

    # A class, as OpenSpiel expects: it outlives the interpreter, where a function would be freed too late and crash.
    class Registered(Game):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game_type, name, parameters or {})

    pyspiel.register_game(game_type, Registered)


for _name in PARAMETERS:
    _register(_name)
