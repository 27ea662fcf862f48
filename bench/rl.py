"""How many steps a second a random rollout takes through PettingZoo and OpenSpiel.

Each step does what a learner needs: it observes the planes and the mask, chooses a legal action, and acts. The figures
are CPU time of this process, so that other programs on the machine disturb them little.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

from plyboard import engine
from plyboard.protocols import openspiel, pettingzoo

SECONDS = 1.0
GAMES: dict[str, dict[str, Any]] = {name: {} for name in openspiel.PARAMETERS} | {"hive": {"expansions": "MLP"}}
WANTED = dict.fromkeys(("hiya", "ricocheckers", "pincer", "raichu"), 20_000)
PLIES_OF_HIVE = 500


def chosen(mask: Any, chance: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(chance.random() * len(legal))])


def through_pettingzoo(game: str) -> float:
    chance = np.random.default_rng(1)
    env = pettingzoo.env(game, max_plies=PLIES_OF_HIVE if game == "hive" else None, **GAMES[game])
    steps, begin = 0, process_time()
    while (spent := process_time() - begin) < SECONDS:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(chosen(observation["action_mask"], chance))
                steps += 1
    return steps / spent


def through_openspiel(game: str) -> float:
    chance = np.random.default_rng(1)
    rules = pyspiel.load_game(f"plyboard_{game}", GAMES[game])
    steps, begin = 0, process_time()
    while (spent := process_time() - begin) < SECONDS:
        state = rules.new_initial_state()
        while not state.is_terminal():
            state.observation_tensor()
            state.apply_action(chosen(state.legal_actions_mask(), chance))
            steps += 1
    return steps / spent


def main() -> None:
    table = Table("game", box=None, pad_edge=False, padding=(0, 2, 0, 0), title="Random rollouts, steps/s")
    for heading in ("PettingZoo", "wanted", "OpenSpiel"):
        table.add_column(heading, justify="right", no_wrap=True)
    console = Console(highlight=False)
    for game in GAMES:
        with console.status(f"measuring {game}"):
            figures = through_pettingzoo(game), through_openspiel(game)
        wanted = f"≥ {WANTED[game]:,}" if game in WANTED else ""
        table.add_row(game, f"{figures[0]:,.0f}", wanted, f"{figures[1]:,.0f}")
    console.print(table)
    if not engine.installed():
        console.print(engine.REMEDY, soft_wrap=True)


if __name__ == "__main__":
    main()
