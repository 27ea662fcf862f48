"""Positions as planes: they show what stands on the board, to either player."""

from __future__ import annotations

import pickle
import random
from typing import Any, cast

import pytest
from test_actions import every_start, random_game

import plyboard
from plyboard.protocols.actions import HIVE_PIECES

np = pytest.importorskip("numpy", reason="numpy is not installed (extra `rl`)")

from plyboard.protocols import observations  # noqa: E402, it needs numpy
from plyboard.rules.hive import AROUND, ROW, HivePosition  # noqa: E402
from plyboard.rules.squares import FILES, SquarePosition  # noqa: E402


@every_start
def test_planes_have_the_shape_and_the_range_they_promise(game: str, options: dict[str, Any]) -> None:
    for position in random_game(game, options, seed=1, plies=200):
        view = observations.view(position)
        for player in (0, 1):
            planes = view.planes(player)
            assert planes.dtype == np.int8
            assert planes.shape == view.shape
            assert len(view.names) == len(planes)
            assert planes.min() >= 0
            assert planes.max() <= observations.MOST
            assert (planes[-2] == player).all()
            assert (planes[-1] == (position.player == player)).all()


@pytest.mark.parametrize("game", ["hiya", "pincer", "raichu", "ricocheckers"])
def test_each_piece_is_on_its_plane(game: str) -> None:
    for position in random_game(game, {}, seed=2, plies=100):
        told = cast(SquarePosition, plyboard.game(game, "python").parse(str(position)))
        view = observations.view(position)
        for player in (0, 1):
            seen: dict[str, tuple[int, str]] = {}
            for name, plane in zip(view.names, view.planes(player), strict=True):
                whose, _, piece = name.partition(" ")
                if whose in ("own", "other's"):
                    seen |= {
                        f"{FILES[file]}{rank + 1}": (player if whose == "own" else 1 - player, piece)
                        for rank, file in np.argwhere(plane)
                    }
            files, ranks = told.size()
            squares = [f"{file}{rank}" for file in FILES[:files] for rank in range(1, ranks + 1)]
            pieces = {square: owned for square in squares if (owned := told.piece(square))}
            one_kind = game in ("pincer", "ricocheckers")
            assert seen == {
                square: (owner, "piece" if one_kind else name.split()[-1]) for square, (owner, name) in pieces.items()
            }


@pytest.mark.parametrize(
    ("game", "text", "plane", "value"),
    [
        ("pincer", "T5C/7/T5C/7/C5T/7/C5T t - 24", "moves played", 48),
        ("pincer", "7/1T4C/7/7/3C1C1/C6/7 t x 29", "it is the second move of a turn", 1),
        ("pincer", "T5C/7/T5C/7/C5T/7/C5T t - 24", "it is the second move of a turn", 0),
        ("ricocheckers", "e5,f5,g1/a4,a5,e11 1 198", "plies played", 99),
        ("raichu", ".........$.........$..................................@......... b 98", "quiet plies", 98),
    ],
)
def test_counts_fill_a_plane(game: str, text: str, plane: str, value: int) -> None:
    view = observations.view(plyboard.game(game).parse(text))
    assert (view.planes(0)[view.names.index(plane)] == value).all()


def test_the_piece_that_moved_first_in_a_turn_of_pincer_is_marked() -> None:
    view = observations.view(plyboard.game("pincer").start().play("a7b7"))
    marked = view.planes(0)[view.names.index("has moved in this turn")]
    assert np.argwhere(marked).tolist() == [[6, 1]]


def hive_seen(view: observations.View, player: int) -> dict[str, tuple[int, int, int]]:
    """Where each piece is seen: row, column, level."""
    planes = view.planes(player)[: len(HIVE_PIECES)]
    half = len(HIVE_PIECES) // 2
    pieces = HIVE_PIECES[player * half :] + HIVE_PIECES[: player * half]
    return {pieces[plane]: (row, column, int(planes[plane, row, column])) for plane, row, column in np.argwhere(planes)}


@pytest.mark.parametrize("expansions", ["", "MLP"])
def test_the_planes_of_hive_show_where_each_piece_lies(expansions: str) -> None:
    start = plyboard.game("hive", "python").start(expansions=expansions)
    for seed in range(3):
        chance = random.Random(seed)
        told, view = cast(HivePosition, start), observations.view(start)
        for _ in range(150):
            for player in (0, 1):
                seen = hive_seen(view, player)
                assert seen.keys() == told.where.keys()
                levels = {piece: told.hive.stacks[hex].index(piece) + 1 for piece, hex in told.where.items()}
                assert {piece: level for piece, (_, _, level) in seen.items()} == levels
                # The same hexes, moved as one.
                assert len({told.where[piece] - (row * ROW + column) for piece, (row, column, _) in seen.items()}) <= 1
                stunned = np.argwhere(view.planes(player)[view.names.index("is stunned")]).tolist()
                assert stunned == ([list(seen[told.stunned][:2])] if told.stunned else [])
            if not told.moves():
                break
            move = chance.choice(told.moves())
            told, view = told.play(move), view.after(move)


def test_the_planes_of_hive_count_repetitions() -> None:
    to_and_fro = ["wQ -wS1", "bQ bB1-", "wQ \\wS1", "bQ bB1\\"]
    moves = ["wS1", "bB1 wS1-", "wQ \\wS1", "bQ bB1\\", *to_and_fro, *to_and_fro]
    view = observations.view(plyboard.game("hive").start())
    times = []
    for move in moves:
        view = view.after(move)
        times.append(int(view.planes(0)[view.names.index("how often this position was there before")].max()))
    assert times == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2]
    assert view.position.outcome() is not None


@pytest.mark.parametrize("direction", AROUND)
def test_the_longest_hive_fits_into_the_window(direction: int) -> None:
    far = 10_000  # A hive may have walked.
    line = {piece: (far + piece) * direction for piece in range(len(HIVE_PIECES))}
    view = observations.HiveView(plyboard.game("hive").start(), line, None, (0,))
    assert len(hive_seen(view, 0)) == len(HIVE_PIECES)


@every_start
def test_a_view_can_be_sent_elsewhere(game: str, options: dict[str, Any]) -> None:
    *_, position = random_game(game, options, seed=3, plies=30)
    view = observations.view(position)
    sent = pickle.loads(pickle.dumps(view))
    assert sent == view
    assert (sent.planes(0) == view.planes(0)).all()
