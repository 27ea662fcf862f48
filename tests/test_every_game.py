from __future__ import annotations

import os
import subprocess
import sys

import pytest
from every_game import EveryGame

import plyboard
from plyboard import Game, UnknownBackend, UnknownGame, engine

TELLINGS = [(name, "python") for name in plyboard.games()] + [
    (name, "engine") for name in plyboard.games() if name in engine.names()
]


class TestEveryGame(EveryGame):
    @pytest.fixture(scope="class", params=TELLINGS, ids="-".join)
    @classmethod
    def rules(cls, request: pytest.FixtureRequest) -> Game:
        return plyboard.game(*request.param)


def test_the_games_in_their_order() -> None:
    assert plyboard.games() == ["hiya", "ricocheckers", "pincer", "hive", "raichu"]


def test_the_names_of_games_are_read_generously() -> None:
    assert plyboard.game(" HIVE ").name == "hive"


@pytest.mark.parametrize("name", ["", "chess", "hive\0", "\ud800", None, 3, b"hive", ["hive"]])
def test_an_unknown_game_is_refused(name: str) -> None:
    with pytest.raises(UnknownGame, match="The games are hiya, ricocheckers, pincer, hive, raichu"):
        plyboard.game(name)


def test_a_slip_of_the_finger_gets_a_hint() -> None:
    with pytest.raises(UnknownGame, match="Did you mean raichu"):
        plyboard.game("raichou")


@pytest.mark.parametrize("backend", ["", "rust", "PYTHON", 1, b"python", ["python"]])
def test_an_unknown_backend_is_refused(backend: str) -> None:
    with pytest.raises(UnknownBackend, match="it is 'python' or 'engine'"):
        plyboard.game("hiya", backend)


MOVES_AFTER_SOME_PLIES = """
import plyboard
for name in plyboard.games():
    position = plyboard.game(name, "python").start()
    for ply in range(20):
        moves = position.moves()
        print(name, ply, *moves, sep=";")
        position = position.play(moves[ply * 7 % len(moves)])
"""


def test_the_order_of_moves_is_the_same_in_every_process() -> None:
    listed = {
        subprocess.run(
            [sys.executable, "-c", MOVES_AFTER_SOME_PLIES],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(listed) == 1
