"""Moves as numbers: every legal move has one of its own, and it leads back to the move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import plyboard
from plyboard import Position, UnknownGame
from plyboard.protocols import actions
from plyboard.rules.core import PythonPosition

STARTS: list[tuple[str, dict[str, Any]]] = [
    ("hiya", {}),
    ("ricocheckers", {}),
    ("pincer", {}),
    ("hive", {}),
    ("hive", {"expansions": "MLP"}),
    ("raichu", {}),
    ("raichu", {"size": 20}),
]
every_start = pytest.mark.parametrize(("game", "options"), STARTS)


def random_game(game: str, options: dict[str, Any], seed: int, plies: int = 400) -> Iterator[Position]:
    """The positions of a random game."""
    chance = random.Random(seed)
    position = plyboard.game(game).start(**options)
    for _ in range(plies):
        yield position
        moves = position.moves()
        if not moves:
            return
        position = position.play(chance.choice(moves))


@every_start
def test_every_legal_move_has_a_number_of_its_own(game: str, options: dict[str, Any]) -> None:
    for seed in range(5):
        for position in random_game(game, options, seed):
            known = actions.of(position)
            legal = known.legal(position)
            assert sorted(legal.values()) == sorted(position.moves())
            assert all(0 <= number < known.count for number in legal)


@every_start
def test_the_text_of_a_number_plays_its_move(game: str, options: dict[str, Any]) -> None:
    for position in random_game(game, options, seed=7, plies=60):
        known = actions.of(position)
        for number, move in known.legal(position).items():
            assert position.play(known.texts[number]) == position.play(move)


def test_a_player_who_can_only_pass_has_one_action() -> None:
    blocked = plyboard.game("ricocheckers").parse("a1,a2,b1/a3,b2,c1 1 34")
    assert actions.of(blocked).legal(blocked) == {484: "pass"}


@pytest.mark.parametrize(
    ("game", "options", "move", "number"),
    [
        ("hiya", {}, "e2b5", (7 + 4) * 56 + 7 * 7 + 2),  # North-west, 3 squares.
        ("ricocheckers", {}, "e6e11", (5 * 11 + 4) * 4 + 0),  # North.
        ("pincer", {}, "a7b7", (6 * 7 + 0) * 4 + 1),  # East.
        ("raichu", {}, "a7a5", (6 * 8 + 0) * 56 + 4 * 7 + 1),  # South, 2 squares.
        ("raichu", {"size": 10}, "a9a7", (8 * 10 + 0) * 72 + 4 * 9 + 1),
        ("hive", {}, "wS1", (1 * 28 + 1) * 7 + 6),
    ],
)
def test_the_numbers_are_as_documented(game: str, options: dict[str, Any], move: str, number: int) -> None:
    position = plyboard.game(game).start(**options)
    assert actions.of(position).legal(position)[number] == move


def test_a_hive_action_is_a_piece_a_reference_and_a_side() -> None:
    numbers = actions.of(plyboard.game("hive").start()).numbers
    piece, reference = actions.HIVE_PIECES.index("bA1"), actions.HIVE_PIECES.index("wQ")
    texts = ["bA1 -wQ", "bA1 \\wQ", "bA1 wQ/", "bA1 wQ-", "bA1 wQ\\", "bA1 /wQ", "bA1 wQ"]
    assert [numbers[text] for text in texts] == [(piece * 28 + reference) * 7 + side for side in range(7)]


def test_a_game_without_numbers_says_so() -> None:
    class Nim(PythonPosition):
        game = "nim"

    # Only the name of its game is asked for.
    Nim.__abstractmethods__ = frozenset()
    with pytest.raises(UnknownGame, match=r"the moves of 'nim' have no numbers; those of hiya, .* have"):
        actions.of(Nim())  # type: ignore[abstract]
