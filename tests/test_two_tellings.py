"""The two tellings of the rules check each other: at every ply, and on every text."""

from __future__ import annotations

import random
import re

import perft_data
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyboard
from plyboard import PlyboardError, Position, engine

pytestmark = pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")

OPTIONS: dict[str, list[dict[str, object]]] = {
    "hiya": [{"first": first} for first in ("south", "north")],
    "hive": [{"expansions": letters} for letters in ("", "M", "L", "P", "ML", "MP", "LP", "MLP")],
    "raichu": [{"size": size} for size in (8, 10, 12, 14, 16, 18, 20)],
}
MOST_PLIES = 300
PERFT_FILES = {name: [name] for name in plyboard.games()} | {"hive": ["hive", "hive/openings", "hive/positions"]}


def same_at_every_ply(name: str, seed: int) -> None:
    """Play a random game with both tellings."""
    dice = random.Random(f"{name} {seed}")
    options = dice.choice(OPTIONS.get(name, [{}]))
    told: Position = plyboard.game(name, "python").start(**options)
    compiled: Position = plyboard.game(name, "engine").start(**options)
    for _ in range(MOST_PLIES):
        assert str(compiled) == str(told)
        assert compiled.player == told.player
        assert compiled.outcome() == told.outcome(), str(told)
        moves = sorted(told.moves())
        assert sorted(compiled.moves()) == moves, str(told)
        if not moves:
            return
        move = dice.choice(moves)
        told, compiled = told.play(move), compiled.play(move)


@pytest.mark.parametrize("name", plyboard.games())
def test_random_games_are_the_same(name: str) -> None:
    for seed in range(20 if name == "hive" else 60):
        same_at_every_ply(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(8))
@pytest.mark.parametrize("name", plyboard.games())
def test_two_thousand_random_games_are_the_same(name: str, block: int) -> None:
    for seed in range(250 * block, 250 * block + 250):
        same_at_every_ply(name, seed)


def read_by(backend: str, name: str, text: str) -> str:
    """The canonical text of a position as a backend reads it, or the name of its refusal."""
    try:
        return str(plyboard.game(name, backend).parse(text))
    except PlyboardError as error:
        return type(error).__name__


def played_by(backend: str, name: str, text: str, move: str) -> str:
    """The text after a move as a backend reads it, or the name of its refusal."""
    try:
        return str(plyboard.game(name, backend).parse(text).play(move))
    except PlyboardError as error:
        return type(error).__name__


def positions(name: str) -> st.SearchStrategy[str]:
    """Texts of positions, some plies after those of the perft files."""
    texts = [text for file in PERFT_FILES[name] for text, _ in perft_data.read(file)]

    def wander(text: str, seed: int, plies: int) -> str:
        dice = random.Random(seed)
        position = plyboard.game(name, "engine").parse(text)
        for _ in range(plies):
            moves = position.moves()
            if moves:
                position = position.play(dice.choice(moves))
        return str(position)

    return st.builds(wander, st.sampled_from(texts), st.integers(0, 10**6), st.integers(0, 40))


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str], letters: str) -> str:
    """A good text with a few letters changed, dropped, doubled or swapped."""
    text = list(draw(texts))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(text) - 1, 0)))
        change = draw(st.sampled_from(["change", "drop", "double", "swap"]))
        if change == "change" or not text:
            text[at : at + 1] = draw(st.one_of(st.sampled_from(letters), st.characters()))
        elif change == "drop":
            del text[at]
        elif change == "double":
            text.insert(at, text[at])
        else:
            other = draw(st.integers(0, len(text) - 1))
            text[at], text[other] = text[other], text[at]
    return "".join(text)


LETTERS = "KkNnIiSsAaTtCcWw@BbxX$0123456789abcdefgkt/\\- ,;[]+_.MLPQG"


@pytest.mark.parametrize("name", plyboard.games())
def test_both_read_and_refuse_the_same_positions(name: str) -> None:
    @settings(max_examples=400, deadline=None)
    @given(st.one_of(positions(name), damaged(positions(name), LETTERS)))
    def check(text: str) -> None:
        assert read_by("engine", name, text) == read_by("python", name, text)

    check()


@pytest.mark.parametrize("name", plyboard.games())
def test_both_read_and_refuse_the_same_moves(name: str) -> None:
    @st.composite
    def typed(draw: st.DrawFn) -> tuple[str, str]:
        text = draw(positions(name))
        moves = plyboard.game(name, "engine").parse(text).moves() or ["pass"]
        clean = st.sampled_from(moves)
        return text, draw(st.one_of(clean, clean.map(str.upper), damaged(clean, LETTERS), st.text(max_size=8)))

    @settings(max_examples=400, deadline=None)
    @given(typed())
    def check(pair: tuple[str, str]) -> None:
        assert played_by("engine", name, *pair) == played_by("python", name, *pair)

    check()


@pytest.mark.parametrize("value", [None, 3, b"x", ["x"], 10**5000], ids=lambda value: type(value).__name__)
def test_both_say_alike_what_is_no_text(value: str) -> None:
    told, compiled = (plyboard.game("hiya", backend) for backend in ("python", "engine"))
    for by_told, by_compiled in ((told.parse, compiled.parse), (told.start().play, compiled.start().play)):
        with pytest.raises(PlyboardError, match="is a text, not ") as said:
            by_told(value)
        with pytest.raises(PlyboardError, match=re.escape(str(said.value))):
            by_compiled(value)


def test_half_a_character_is_a_text() -> None:
    with pytest.raises(plyboard.IllegalMove, match="a move is two squares"):
        plyboard.game("hiya", "engine").start().play("\ud800")


def test_errors_across_the_seam_are_typed() -> None:
    for name in plyboard.games():
        game = plyboard.game(name, "engine")
        for bad in ("", "\0", "\ud800", "x" * 100_000, None, 3, b"x", ["x"]):
            with pytest.raises(plyboard.InvalidPosition):
                game.parse(bad)  # type: ignore[arg-type]
            with pytest.raises(plyboard.IllegalMove):
                game.start().play(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("depth", [-1, 100, 10**30])
@pytest.mark.parametrize("backend", ["python", "engine"])
def test_a_depth_that_cannot_be_is_refused(backend: str, depth: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 99"):
        plyboard.perft(plyboard.game("hiya", backend).start(), depth)
