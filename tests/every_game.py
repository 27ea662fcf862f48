"""What is true of every game. A test class inherits from `EveryGame` and has a fixture `rules`, the game to test."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import perft_data
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import plyboard
from plyboard import Game, GameOver, IllegalMove, InvalidPosition, Position
from plyboard.rules.hive import PIECES
from plyboard.rules.squares import SquarePosition, square_names

STARTS: dict[str, list[dict[str, Any]]] = {
    "hiya": [{}, {"first": "north"}],
    "raichu": [{}, {"size": 10}],
    "hive": [{}, {"expansions": "MLP"}],
}
LAST_PLY = {"pincer": 50, "ricocheckers": 200}
LONG_ENOUGH = 5000
"""Within so many plies any other game is over, except Hive, which has no such limit and is left unfinished here."""
PLIES_OF_HIVE = 50
ENDED_HIVE = (perft_data.DATA / "hive" / "endings.txt").read_text(encoding="utf-8").splitlines()[4]

Playout = list[Position]


def playout(rules: Game, seed: int) -> Playout:
    """The positions of a random game."""
    chance = random.Random(seed)
    starts = STARTS.get(rules.name, [{}])
    positions = [rules.start(**starts[seed % len(starts)])]
    plies = PLIES_OF_HIVE if rules.name == "hive" else LAST_PLY.get(rules.name, LONG_ENOUGH)
    while len(positions) <= plies and (moves := positions[-1].moves()):
        positions.append(positions[-1].play(chance.choice(moves)))
    return positions


class Unspeakable:
    """An object that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


NO_TEXTS = [None, 0, 1.5, True, b"e2e4", ["e2", "e4"], object(), Unspeakable(), 10**5000]

# Whatever people, programs and cats on keyboards may put into a text.
LETTERS = st.one_of(st.sampled_from("0123456789/ ;-[]\\,.abkKwWtTcCxX@$²٣\x00\n\t\ud800"), st.characters())


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A text with a few letters dropped, added, changed or said twice."""
    letters = list(text)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(letters)))
        match draw(st.sampled_from(["drop", "add", "change", "repeat"])):
            case "drop":
                del letters[place : place + 1]
            case "add":
                letters.insert(place, draw(LETTERS))
            case "change":
                letters[place : place + 1] = [draw(LETTERS)]
            case "repeat":
                letters[place:place] = letters[place : place + draw(st.integers(1, 4))]
    return "".join(letters)


def squares_of(rules: Game, position: Position) -> list[str]:
    """The names of the squares of a board of squares; none for another game."""
    told = plyboard.game(rules.name, "python").parse(str(position))
    return square_names(*told.size()) if isinstance(told, SquarePosition) else []


def hive_moves() -> Iterator[str]:
    """Every piece beside, and on top of, every piece."""
    forms = ("{}", "-{}", "/{}", "\\{}", "{}-", "{}/", "{}\\")
    yield from PIECES.values()
    yield from (
        f"{piece} {form.format(other)}" for piece, other, form in product(PIECES.values(), PIECES.values(), forms)
    )


def played(position: Position, move: str) -> Position | None:
    """The position after a move, None if it is refused."""
    try:
        return position.play(move)
    except IllegalMove as refused:
        check_message(refused)
        return None


def check_message(error: ValueError) -> None:
    """One line for people to read."""
    assert str(error)
    assert "\n" not in str(error)


no_matter_who_inherits = settings(suppress_health_check=[HealthCheck.differing_executors])


class EveryGame:
    @pytest.fixture(scope="class")
    @classmethod
    def playouts(cls, rules: Game) -> list[Playout]:
        return [playout(rules, seed) for seed in range(4 if rules.name == "hive" else 10)]

    @pytest.fixture(scope="class")
    @classmethod
    def sample(cls, playouts: list[Playout]) -> list[Position]:
        """Some twenty positions, the starts among them, none of a finished game."""
        unfinished = [position for positions in playouts for position in positions if position.moves()]
        return [positions[0] for positions in playouts[:2]] + unfinished[:: len(unfinished) // 20 + 1]

    @pytest.fixture(scope="class")
    @classmethod
    def finished(cls, rules: Game, playouts: list[Playout]) -> list[Position]:
        if rules.name == "hive":
            return [rules.parse(ENDED_HIVE)]
        return [positions[-1] for positions in playouts]

    def test_texts_read_back_at_every_ply(self, rules: Game, playouts: list[Playout]) -> None:
        for position in (position for positions in playouts for position in positions):
            text = str(position)
            again = rules.parse(text)
            assert str(again) == text
            assert again == position
            assert hash(again) == hash(position)
            assert (again.player, again.outcome()) == (position.player, position.outcome())
            assert rules.parse(f"  {text}\n") == position

    def test_positions_differ_from_their_successors_and_from_anything_else(self, sample: list[Position]) -> None:
        for position in sample:
            others: list[object] = [str(position), None, 0, *(after for _, after in position.successors())]
            assert position not in others

    def test_positions_know_their_game(self, rules: Game, sample: list[Position]) -> None:
        assert {position.game for position in sample} == {rules.name}
        assert rules.name in plyboard.games()

    def test_moves_are_unique_and_come_in_a_fixed_order(self, rules: Game, sample: list[Position]) -> None:
        for position in sample:
            moves = position.moves()
            assert len(set(moves)) == len(moves)
            assert position.moves() == moves
            assert rules.parse(str(position)).moves() == moves

    def test_successors_agree_with_play(self, sample: list[Position]) -> None:
        for position in sample:
            assert position.successors() == [(move, position.play(move)) for move in position.moves()]

    def test_a_position_never_changes(self, sample: list[Position]) -> None:
        for position in sample:
            text, moves, key, outcome = str(position), position.moves(), hash(position), position.outcome()
            position.moves().clear()
            position.successors().clear()
            for move in moves:
                position.play(move).moves()
                assert str(position) == text
            assert (str(position), position.moves(), hash(position), position.outcome()) == (text, moves, key, outcome)

    def test_player_moves_and_outcome_agree_at_every_ply(self, playouts: list[Playout]) -> None:
        for positions in playouts:
            for position in positions[:-1]:
                assert position.player in (0, 1)
                assert position.outcome() is None
                assert position.moves()
            last = positions[-1]
            assert last.player in (0, 1)
            assert (last.outcome() is None) == bool(last.moves())

    def test_games_end_within_their_limit(self, rules: Game, playouts: list[Playout]) -> None:
        for positions in playouts:
            ended = positions[-1].outcome() is not None
            assert ended or rules.name == "hive"

    def test_a_finished_game_has_an_outcome_and_no_moves(self, rules: Game, finished: list[Position]) -> None:
        for position in finished:
            outcome = position.outcome()
            assert outcome is not None
            assert outcome.winner in (0, 1, None)
            assert outcome.reason
            assert rules.parse(str(position)).outcome() == outcome
            assert position.moves() == []
            assert position.successors() == []
            assert plyboard.perft(position, 1) == 0
            for move in ("pass", "a1a2", "", *rules.start().moves()):
                with pytest.raises(GameOver, match="the game is over"):
                    position.play(move)

    def test_perft_counts_the_moves(self, sample: list[Position]) -> None:
        for position in sample[:3]:
            assert plyboard.perft(position, 0) == 1
            assert plyboard.perft(position, 1) == len(position.moves())
            assert plyboard.perft(position, 2) == sum(len(after.moves()) for _, after in position.successors())
            assert plyboard.divide(position, 2) == {move: len(after.moves()) for move, after in position.successors()}

    def test_every_illegal_move_is_refused(self, rules: Game, playouts: list[Playout], sample: list[Position]) -> None:
        openings = {move for positions in playouts for move in positions[0].moves()}
        for position in sample[-3:]:
            squares = squares_of(rules, position)
            conceivable = {*position.moves(), *openings, "pass", *map("".join, product(squares, squares))}
            if rules.name == "hive":
                conceivable.update(hive_moves())
            accepted = {move: after for move in conceivable if (after := played(position, move))}
            assert set(accepted.values()) == {after for _, after in position.successors()}
            if rules.name != "hive":  # There a move has many names.
                assert set(accepted) == set(position.moves())

    def test_moves_between_squares_are_read_in_every_form(self, rules: Game, sample: list[Position]) -> None:
        for position in sample:
            squares = squares_of(rules, position)
            pairs = {start + end: (start, end) for start, end in product(squares, squares)}
            for move, after in position.successors():
                assert position.play(f"  {move}\t") == after
                if move in pairs:
                    start, end = pairs[move]
                    for form in (move.upper(), f"{start} {end}", f"{start}-{end}", f" {start.upper()}-{end} "):
                        assert position.play(form) == after

    def test_what_is_no_text_is_refused(self, rules: Game) -> None:
        for value in NO_TEXTS:
            with pytest.raises(InvalidPosition):
                rules.parse(value)  # type: ignore[arg-type]
            with pytest.raises(IllegalMove):
                rules.start().play(value)  # type: ignore[arg-type]

    def test_options_that_mean_nothing_are_refused(self, rules: Game) -> None:
        for option, value in product((*rules.options, "colour", "\ud800"), [*NO_TEXTS, "", " ", "nonsense", -8, 9, 22]):
            if option == "expansions" and value in ("", " "):
                continue  # No expansions is a choice.
            with pytest.raises(InvalidPosition):
                rules.start(**{option: value})

    @no_matter_who_inherits
    @given(text=st.text(LETTERS, max_size=80))
    def test_any_text_is_a_position_or_refused(self, rules: Game, text: str) -> None:
        self.check_position(rules, text)

    @no_matter_who_inherits
    @given(data=st.data())
    def test_a_mutated_text_is_a_position_or_refused(
        self, rules: Game, sample: list[Position], data: st.DataObject
    ) -> None:
        text = str(data.draw(st.sampled_from(sample)))
        self.check_position(rules, data.draw(mutated(text)))

    def check_position(self, rules: Game, text: str) -> None:
        try:
            position = rules.parse(text)
        except InvalidPosition as refused:
            check_message(refused)
            return
        assert rules.parse(str(position)) == position
        assert (position.outcome() is None) == bool(position.moves())
        assert position.player in (0, 1)

    @no_matter_who_inherits
    @given(data=st.data(), text=st.text(LETTERS, max_size=12))
    def test_any_text_is_a_legal_move_or_refused(self, sample: list[Position], data: st.DataObject, text: str) -> None:
        self.check_move(data.draw(st.sampled_from(sample)), text)

    @no_matter_who_inherits
    @given(data=st.data())
    def test_a_mutated_move_is_a_legal_move_or_refused(self, sample: list[Position], data: st.DataObject) -> None:
        position = data.draw(st.sampled_from(sample))
        self.check_move(position, data.draw(mutated(data.draw(st.sampled_from(position.moves())))))

    def check_move(self, position: Position, text: str) -> None:
        after = played(position, text)
        assert after is None or after in [successor for _, successor in position.successors()]
