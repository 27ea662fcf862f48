"""The rules of Pincer, one by one."""

from __future__ import annotations

import perft_data
import pytest

import plyboard
from plyboard import GameOver, IllegalMove, InvalidPosition, Outcome, perft
from plyboard.rules.pincer import caught_on

RULES = plyboard.game("pincer", backend="python")
START = "T5C/7/T5C/7/C5T/7/C5T t - 0"


def played(text: str, *moves: str) -> str:
    """The text after moves from a position."""
    position = RULES.parse(text)
    for move in moves:
        position = position.play(move)
    return str(position)


def movers(text: str) -> set[str]:
    """The squares from which there are moves."""
    return {move[:2] for move in RULES.parse(text).moves()}


# Set-up


def test_set_up() -> None:
    start = RULES.start()
    assert str(start) == START
    assert start.player == 0
    assert RULES.players == ("Triangles", "Circles")
    assert start.outcome() is None
    assert movers(START) == {"a7", "a5", "g3", "g1"}


# Moving


def test_a_piece_moves_one_square_up_down_left_or_right() -> None:
    assert set(RULES.parse("7/7/7/3T3/7/7/C5C t - 0").moves()) == {"d4d5", "d4d3", "d4c4", "d4e4"}


def test_a_piece_stays_on_the_board() -> None:
    assert set(RULES.parse("T6/7/7/7/7/7/C5C t - 0").moves()) == {"a7b7", "a7a6"}
    assert set(RULES.parse("C5C/7/7/7/7/7/6T t - 0").moves()) == {"g1g2", "g1f1"}


def test_a_piece_moves_onto_an_empty_square_only() -> None:
    assert set(RULES.parse("7/7/3T3/3TC2/7/7/C5C t d5 1").moves()) == {"d4d3", "d4c4"}


def test_a_turn_is_two_moves_by_the_same_player_with_two_different_pieces() -> None:
    first = RULES.start().play("a7b7")
    assert str(first) == "1T4C/7/T5C/7/C5T/7/C5T t b7 1"
    assert first.player == 0
    assert {move[:2] for move in first.moves()} == {"a5", "g3", "g1"}
    second = first.play("a5b5")
    assert str(second) == "1T4C/7/1T4C/7/C5T/7/C5T c - 2"
    assert second.player == 1
    third = second.play("g7f7")
    assert third.player == 1
    assert third.play("a1b1").player == 0


def test_the_second_move_is_by_another_piece() -> None:
    with pytest.raises(IllegalMove, match="b7 has moved in this turn: the second move is by another piece"):
        RULES.start().play("a7b7").play("b7c7")


def test_a_player_with_one_piece_has_one_move_a_turn() -> None:
    assert played("7/7/7/3T3/7/7/C5C t - 8", "d4d5") == "7/7/3T3/7/7/7/C5C c - 9"


def test_a_piece_left_alone_by_the_first_move_makes_the_second() -> None:
    assert played("7/7/7/2T1T2/3C3/7/6C c - 4", "d3d4", "g1f1") == "7/7/7/2T1T2/7/7/5C1 t - 6"


def test_the_turn_ends_after_the_first_move_if_no_other_piece_is_left() -> None:
    assert played("7/7/7/7/7/1T5/T1C3C t - 8", "b2b1") == "7/7/7/7/7/7/2C3C c - 9"


def test_a_piece_caught_as_it_moves_first_is_written_x() -> None:
    position = RULES.parse("C6/7/7/2T1T2/3C3/7/6C c - 4").play("d3d4")
    assert str(position) == "C6/7/7/2T1T2/7/7/6C c x 5"
    assert {move[:2] for move in position.moves()} == {"a7", "g1"}


# Capturing: the examples of the page, then whole positions


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("CT.....", "a"),
        ("CCT....", "ab"),
        (".TCT...", "c"),
        (".TCCT..", "cd"),
        (".TCTC..", "cd"),
        ("TC.....", "a"),
        ("TCT....", "ab"),
        ("T......", ""),
        ("TTTT...", ""),
        (".CT....", ""),
        ("CC.T...", ""),
        (".TC.T..", ""),
        ("CTTC...", "abc"),
        ("TCTCTCT", "abcdefg"),
    ],
)
def test_capture_examples(line: str, caught: str) -> None:
    places = ["abcdefg".index(file) for file in caught]
    for number in range(7):
        row = "." * 7 * number + line + "." * 7 * (6 - number)
        assert caught_on(row) == {7 * number + place for place in places}
        assert caught_on(row[::-1]) == {48 - 7 * number - place for place in places}
        column = "".join("." * number + piece + "." * (6 - number) for piece in line)
        assert caught_on(column) == {7 * place + number for place in places}
        assert caught_on(column[::-1]) == {48 - 7 * place - number for place in places}


def test_a_piece_between_two_enemies_is_caught() -> None:
    assert played("6C/7/7/7/2TC3/4T2/7 t - 10", "e2e3") == "6C/7/7/7/2T1T2/7/7 t e3 11"


def test_a_piece_between_an_enemy_and_the_wall_is_caught() -> None:
    assert played("6C/7/7/T6/C6/1T5/6C t - 10", "b2b3") == "6C/7/7/T6/1T5/7/6C t b3 11"


def test_a_run_is_caught_as_a_whole() -> None:
    assert played("6C/7/7/7/2TCC2/5T1/7 t - 10", "f2f3") == "6C/7/7/7/2T2T1/7/7 t f3 11"
    assert played("6C/7/7/7/CC5/2T4/6T t - 10", "c2c3") == "6C/7/7/7/2T4/7/6T t c3 11"


def test_a_run_with_a_free_end_is_not_caught() -> None:
    assert played("6C/7/7/7/3CC2/5T1/6T t - 10", "f2f3") == "6C/7/7/7/3CCT1/7/6T t f3 11"


def test_a_piece_that_moves_into_a_pincer_is_caught() -> None:
    assert played("C6/7/7/2T1T2/3C3/7/6C c - 4", "d3d4") == "C6/7/7/2T1T2/7/7/6C c x 5"


def test_a_piece_that_joins_a_run_is_caught_with_it() -> None:
    assert played("6T/7/7/7/7/1T5/T1C3C t - 8", "b2b1") == "6T/7/7/7/7/7/2C3C t x 9"


def test_caught_runs_of_both_colours_leave_together() -> None:
    # T C T C: the circle in the second pair and the triangle that came are caught at once.
    assert played("6T/7/7/7/7/3T3/1TC1C2 t - 8", "d2d1") == "6T/7/7/7/7/7/1T2C2 t x 9"
    # |T C T: so is the circle that came, with the triangle at the wall.
    assert played("6C/7/7/7/7/1C5/T1T3T c - 8", "b2b1") == "6C/7/7/7/7/7/2T3T c x 9"


def test_rows_and_columns_catch_alike_and_together() -> None:
    assert played("6C/7/3T3/1TC4/3C3/3T3/7 t - 8", "d5d4") == "6C/7/7/1T1T3/7/3T3/7 t d4 9"


def test_captures_are_settled_after_the_second_move_too() -> None:
    assert played("6C/7/7/7/2TC3/4T2/T6 t a1 11", "e2e3") == "6C/7/7/7/2T1T2/7/T6 c - 12"


# The end


def test_neither_player_has_a_piece_left() -> None:
    for text in ("7/7/7/7/7/7/7 t - 9", "7/7/7/7/7/7/7 c - 50"):
        assert RULES.parse(text).outcome() == Outcome(None, "neither player has a piece left")
        assert RULES.parse(text).moves() == []


def test_one_player_has_no_piece_left() -> None:
    triangles_won = RULES.parse("7/7/7/7/2TC3/4T2/7 t - 10").play("e2e3")
    assert triangles_won.outcome() == Outcome(0, "Circles have no piece left")
    assert triangles_won.moves() == []
    with pytest.raises(GameOver, match="Circles have no piece left"):
        triangles_won.play("c3c4")
    circles_won = RULES.parse("7/7/7/7/7/1T5/T1C3C t - 8").play("b2b1")
    assert circles_won.outcome() == Outcome(1, "Triangles have no piece left")


def test_both_players_have_exactly_one_piece() -> None:
    drawn = RULES.parse("6C/7/7/7/7/1C5/T1T4 c - 8").play("b2b1")
    assert str(drawn) == "6C/7/7/7/7/7/2T4 c x 9"
    assert drawn.outcome() == Outcome(None, "each player has one piece left")
    assert drawn.moves() == []


def test_after_50_moves_the_player_with_more_pieces_wins() -> None:
    triangles_won = RULES.parse("6C/7/7/7/T1T4/7/C5T c - 49").play("g7f7")
    assert triangles_won.outcome() == Outcome(0, "50 moves played: Triangles have 3 pieces against 2")
    assert triangles_won.moves() == []
    circles_won = RULES.parse("6C/7/7/7/2T4/7/C6 c g7 49").play("a1b1")
    assert circles_won.outcome() == Outcome(1, "50 moves played: Circles have 2 pieces against 1")


def test_after_50_moves_equal_pieces_are_a_draw() -> None:
    position = RULES.parse("T5C/7/T5C/7/C5T/7/C5T t - 49")
    assert position.outcome() is None
    drawn = position.play("a7b7")
    assert str(drawn) == "1T4C/7/T5C/7/C5T/7/C5T t b7 50"
    assert drawn.outcome() == Outcome(None, "50 moves played: 4 pieces each")


def test_the_50th_move_counts_after_its_captures() -> None:
    won = RULES.parse("6C/7/7/7/2TC3/4T2/7 t - 49").play("e2e3")
    assert won.outcome() == Outcome(0, "50 moves played: Triangles have 2 pieces against 1")


def test_the_ends_by_pieces_come_before_the_end_by_moves() -> None:
    assert RULES.parse("7/7/7/7/2T4/7/7 c - 50").outcome() == Outcome(0, "Circles have no piece left")
    assert RULES.parse("7/7/7/7/2T4/7/6C c - 50").outcome() == Outcome(None, "each player has one piece left")


def test_a_first_move_that_ends_the_game_is_written_as_if_the_game_went_on() -> None:
    for text, move, after in [
        ("7/7/7/7/2TC3/4T2/7 t - 10", "e2e3", "7/7/7/7/2T1T2/7/7 t e3 11"),
        ("6C/7/7/7/7/1C5/T1T4 c - 8", "b2b1", "6C/7/7/7/7/7/2T4 c x 9"),
        ("6C/7/7/7/7/7/TT5 t - 49", "b1c1", "6C/7/7/7/7/7/T1T4 t c1 50"),
        ("7/7/7/7/7/1T5/T1C3C t - 8", "b2b1", "7/7/7/7/7/7/2C3C c - 9"),
    ]:
        assert played(text, move) == after
        assert RULES.parse(after).outcome() is not None


def test_there_is_no_pass() -> None:
    for text in (START, "1T4C/7/T5C/7/C5T/7/C5T t b7 1"):
        with pytest.raises(IllegalMove, match="pass is not possible here"):
            RULES.parse(text).play("pass")


# Texts


def test_split_runs_are_read_and_written_as_one() -> None:
    assert str(RULES.parse(" T23C/7/T5C/1111111/C5T/7/C5T c - 12 ")) == "T5C/7/T5C/7/C5T/7/C5T c - 12"


def test_positions_need_not_be_reachable() -> None:
    for text in (START.replace("t - 0", "c - 0"), "7/7/7/3T3/7/7/7 t - 0", "7/7/7/3TT2/7/7/7 t d4 1"):
        assert str(RULES.parse(text)) == text


def test_x_needs_a_piece_missing_and_a_piece_to_move() -> None:
    assert movers("7/7/7/3T3/7/7/CC4C t x 1") == {"d4"}
    assert movers("T5C/7/T5C/7/C6/7/C5T t x 1") == {"a7", "a5", "g1"}


@pytest.mark.parametrize("typed", ["a7b7", "A7B7", " a7b7\n", "a7 b7", "a7-b7", "A7-b7"])
def test_a_move_is_two_squares(typed: str) -> None:
    assert str(RULES.start().play(typed)) == "1T4C/7/T5C/7/C5T/7/C5T t b7 1"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "4 fields"),
        ("T5C/7/T5C/7/C5T/7/C5T", "4 fields"),
        ("T5C/7/T5C/7/C5T/7/C5T t 0", "4 fields"),
        ("T5C/7/T5C/7/C5T/7/C5T t - 0 0", "4 fields"),
        ("T5C/7/T5C/7/C5T/7/C5T t  - 0", "one space"),
        ("T5C/7/T5C/7/C5T/7/C5T t\t- 0", "4 fields"),
        ("T5C/7/T5C/7/C5T/7 t - 0", "6 ranks"),
        ("T5C/7/T5C/7/C5T/7/C5T/7 t - 0", "8 ranks"),
        ("T5C/7/T5C/7/C5T/7/C5T/ t - 0", "8 ranks"),
        ("T6C/7/T5C/7/C5T/7/C5T t - 0", "rank 7 has 8 squares"),
        ("T5C/7/T5C/6/C5T/7/C5T t - 0", "rank 4 has 6 squares"),
        ("T5C/7/T5C//C5T/7/C5T t - 0", "rank 4 has 0 squares"),
        ("T5C/7/T5C/8/C5T/7/C5T t - 0", "rank 4 has 8 squares"),
        ("T5C/7/T5C/07/C5T/7/C5T t - 0", "rank 4 has a run"),
        ("T05C/7/T5C/7/C5T/7/C5T t - 0", "rank 7 has a run"),
        ("t5C/7/T5C/7/C5T/7/C5T t - 0", "rank 7 has 't'"),
        ("T5C/7/T5C/7/C5T/7/C5X t - 0", "rank 1 has 'X'"),
        ("T5C/7/T5C/.......//C5T/7/C5T t - 0", "ranks"),
        ("T5C/7/T5C/....... /C5T/7/C5T t - 0", "4 fields"),
        ("T5C/7/T5C/.6/C5T/7/C5T t - 0", "rank 4 has '.'"),
        ("T5C/7/T5C/٧/C5T/7/C5T t - 0", "rank 4 has"),
        ("T5C/7/T5C/⁷/C5T/7/C5T t - 0", "rank 4 has"),
        ("T5C/\ud800/T5C/7/C5T/7/C5T t - 0", "rank 6 has"),
        ("T5C/\0/T5C/7/C5T/7/C5T t - 0", "rank 6 has"),
        ("T5C/" + "9" * 5000 + "/T5C/7/C5T/7/C5T t - 0", "rank 6 has"),
        ("T5C/7/T5C/3T3/C5T/7/C5T t - 0", "Triangles have 5 pieces"),
        ("T5C/7/T5C/3C3/C5T/7/C5T t - 0", "Circles have 5 pieces"),
        ("7/7/7/7/7/7/CT5 t - 3", "caught on a1"),
        ("7/7/7/2TCT2/7/7/7 t - 3", "caught on d4"),
        ("7/3T3/3C3/3C3/3T3/7/7 c - 3", "caught on d4, d5"),
        ("T5C/7/T5C/7/C5T/7/C5T T - 0", "'T'"),
        ("T5C/7/T5C/7/C5T/7/C5T 0 - 0", "must be t or c"),
        ("T5C/7/T5C/7/C5T/7/C5T t - 51", "from 0 to 50"),
        ("T5C/7/T5C/7/C5T/7/C5T t - -1", "from 0 to 50"),
        ("T5C/7/T5C/7/C5T/7/C5T t - 01", "from 0 to 50"),
        ("T5C/7/T5C/7/C5T/7/C5T t - ²", "from 0 to 50"),
        ("T5C/7/T5C/7/C5T/7/C5T t - x", "from 0 to 50"),
        ("T5C/7/T5C/7/C5T/7/C5T t - " + "1" * 5000, "from 0 to 50"),
        ("T5C/7/T5C/7/C5T/7/C5T t X 1", "third field is 'X'"),
        ("T5C/7/T5C/7/C5T/7/C5T t -- 1", "third field is '--'"),
        ("T5C/7/T5C/7/C5T/7/C5T t h7 1", "third field is 'h7'"),
        ("T5C/7/T5C/7/C5T/7/C5T t A7 1", "third field is 'A7'"),
        ("T5C/7/T5C/7/C5T/7/C5T t a07 1", "third field is 'a07'"),
        ("T5C/7/T5C/7/C5T/7/C5T t a٧ 1", "third field is"),
        ("T5C/7/T5C/7/C5T/7/C5T t a7 0", "no move has been played"),
        ("T5C/7/T5C/7/C5T/7/C6 t x 0", "no move has been played"),
        ("T5C/7/T5C/7/C5T/7/C5T t d4 1", "no piece of Triangles"),
        ("T5C/7/T5C/7/C5T/7/C5T t g7 1", "no piece of Triangles"),
        ("T5C/7/T5C/7/C5T/7/C5T c a7 1", "no piece of Circles"),
        ("T5C/7/T5C/7/C5T/7/C5T t x 1", "still have all 4 pieces"),
        ("7/7/7/3T3/7/7/C5C t d4 1", "no other piece that can move"),
        ("7/7/7/7/7/7/C5C t x 1", "no other piece that can move"),
        ("e6,f7,g7/e5,f5,g6 1 0", "4 fields"),
    ],
)
def test_bad_positions_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        RULES.parse(text)
    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("", "is not a move"),
        ("  ", "is not a move"),
        ("-", "is not a move"),
        ("x", "is not a move"),
        ("b7", "is not a move"),
        ("a5", "is not a move"),
        ("a5b", "is not a move"),
        ("a5  b5", "is not a move"),
        ("a5--b5", "is not a move"),
        ("a5_b5", "is not a move"),
        ("a5 - b5", "is not a move"),
        ("a5b5 g1f1", "is not a move"),
        ("a05b5", "is not a move"),
        ("a5 up", "is not a move"),
        ("a٥b5", "is not a move"),
        ("a⁵b5", "is not a move"),
        ("a5\0b5", "is not a move"),
        ("\ud800", "is not a move"),
        ("a5b5" * 2000, "is not a move"),
        ("0000", "is not a move"),
        ("a5h5", "there is no square h5"),
        ("a5a8", "there is no square a8"),
        ("x5a5", "there is no square x5"),
        ("a10a9", "there is no square a10"),
        ("a5a5", "a5 is a triangle: it may not move to a5"),
        ("a5b6", "it may not move to b6. It can go to a6, a4, b5"),
        ("a5a7", "it may not move to a7"),
        ("a5c5", "it may not move to c5"),
        ("g1a1", "it may not move to a1"),
        ("b7c7", "b7 has moved in this turn"),
        ("b7a7", "b7 has moved in this turn"),
        ("d4d5", "d4 is empty"),
        ("a7b7", "a7 is empty"),
        ("g7f7", "g7 is a circle of Circles"),
        ("a1b1", "a1 is a circle of Circles. Triangles can move from g1, g3, a5"),
        ("pass", "pass is not possible here"),
    ],
)
def test_bad_moves_are_refused(typed: str, complaint: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        RULES.start().play("a7b7").play(typed)
    assert complaint in str(refusal.value)


def test_start_takes_no_options() -> None:
    with pytest.raises(InvalidPosition, match="no option 'size'"):
        RULES.start(size=7)


# Counts


@pytest.mark.parametrize(("text", "counts"), perft_data.read("pincer"))
def test_counts(text: str, counts: list[int]) -> None:
    assert [perft(RULES.parse(text), depth) for depth in range(1, 5)] == counts[:4]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "counts"), perft_data.read("pincer"))
def test_deeper_counts(text: str, counts: list[int]) -> None:
    for depth, count in enumerate(counts[:7], 1):
        assert perft(RULES.parse(text), depth) == count
