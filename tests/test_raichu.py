"""Raichu: every rule of its page, the counts, and what is refused."""

from __future__ import annotations

from typing import Any

import perft_data
import pytest

import plyboard
from plyboard import GameOver, IllegalMove, InvalidPosition, Outcome, Position

RAICHU = plyboard.game("raichu", backend="python")
BOARD = "........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........"
START = f"{BOARD} w 0"


def placed(side: str, quiet: int = 0, size: int = 8, **pieces: str) -> Position:
    """A position with the pieces that are named by their squares."""
    squares = [f"{file}{rank}" for rank in range(size, 0, -1) for file in "abcdefghijklmnopqrst"[:size]]
    assert set(pieces) <= set(squares)
    return RAICHU.parse(f"{''.join(pieces.get(square, '.') for square in squares)} {side} {quiet}")


def targets(position: Position, start: str) -> set[str]:
    """Where the piece on a square can go."""
    return {move[len(start) :] for move in position.moves() if move.startswith(start)}


# Set-up


def test_the_set_up() -> None:
    position = RAICHU.start()
    assert str(position) == START
    assert (position.player, position.outcome()) == (0, None)


@pytest.mark.parametrize("size", range(8, 21, 2))
def test_the_set_up_for_any_size(size: int) -> None:
    rows = [str(RAICHU.start(size=size)).split(" ")[0][row * size : (row + 1) * size] for row in range(size)]
    assert rows[1:3] == ["W." * (size // 2), ".w" * (size // 2)]
    assert rows[-3:-1] == ["b." * (size // 2), ".B" * (size // 2)]
    assert {rows[0], *rows[3:-3], rows[-1]} == {"." * size}


@pytest.mark.parametrize("size", range(8, 21, 2))
def test_the_first_two_plies_for_any_size(size: int) -> None:
    # N moves forward and N - 1 sideways of the pikachus, N - 1 of the pichus; the two sides do not meet yet.
    position = RAICHU.start(size=size)
    assert [plyboard.perft(position, depth) for depth in (1, 2)] == [3 * size - 2, (3 * size - 2) ** 2]


def test_files_go_past_h_and_ranks_past_9_on_larger_boards() -> None:
    assert "i9i7" in RAICHU.start(size=10).moves()
    assert targets(placed("w", size=10, j10="W", a1="b"), "j10") == {"j9", "j8", "i10", "h10"}
    twenty = placed("w", size=20, t20="@", a2="B")
    assert {"t20t1", "t20a20", "t20a1"} <= set(twenty.moves())
    assert twenty.play("T20-a1") == placed("b", size=20, quiet=1, a1="@", a2="B")


@pytest.mark.parametrize("size", [0, 6, 7, 9, 22, -8, 64, "8", "ten", None, True, 8.0, [8], b"8", [10**5000], 10**100])
def test_the_size_is_even_and_from_8_to_20(size: Any) -> None:
    with pytest.raises(InvalidPosition, match="it must be an even number from 8 to 20"):
        RAICHU.start(size=size)


def test_there_is_no_other_option() -> None:
    with pytest.raises(InvalidPosition, match="no option 'first'; it takes size"):
        RAICHU.start(first="black")


# The pichu


def test_a_pichu_moves_one_square_diagonally_forward() -> None:
    assert targets(placed("w", d5="w", h1="b"), "d5") == {"c4", "e4"}
    assert targets(placed("b", d5="b", h7="w"), "d5") == {"c6", "e6"}
    assert targets(placed("w", a5="w", h1="b"), "a5") == {"b4"}


def test_a_pichu_jumps_an_adjacent_enemy_pichu_diagonally_forward() -> None:
    position = placed("w", 7, d5="w", c4="b", e4="b")
    assert targets(position, "d5") == {"b3", "f3"}
    assert position.play("d5b3") == placed("b", b3="w", e4="b")
    position = placed("b", 7, d5="b", e6="w", h8="w")
    assert targets(position, "d5") == {"c6", "f7"}
    assert position.play("d5f7") == placed("w", f7="b", h8="w")


@pytest.mark.parametrize("enemy", ["B", "$"])
def test_a_pichu_jumps_no_pikachu_and_no_raichu(enemy: str) -> None:
    assert targets(placed("w", d5="w", c4=enemy), "d5") == {"e4"}


def test_a_pichu_jumps_neither_backward_nor_straight_nor_farther() -> None:
    assert targets(placed("w", d5="w", c6="b", d4="b", c5="b", b3="b"), "d5") == {"c4", "e4"}


# The pikachu


def test_a_pikachu_moves_1_or_2_squares_forward_left_or_right() -> None:
    assert targets(placed("w", d5="W", h1="b"), "d5") == {"d4", "d3", "c5", "b5", "e5", "f5"}
    assert targets(placed("b", d5="B", h8="w"), "d5") == {"d6", "d7", "c5", "b5", "e5", "f5"}


def test_a_pikachu_moves_over_empty_squares_only() -> None:
    assert targets(placed("w", d5="W", d4="w", c5="w", f5="w", h1="b"), "d5") == {"e5"}


def test_a_pikachu_jumps_an_enemy_next_to_it_and_lands_2_or_3_squares_away() -> None:
    position = placed("w", 7, d5="W", d4="b", h1="b")
    assert targets(position, "d5") == {"d3", "d2", "c5", "b5", "e5", "f5"}
    assert position.play("d5d3") == placed("b", d3="W", h1="b")
    assert position.play("d5d2") == placed("b", d2="W", h1="b")


def test_a_pikachu_jumps_an_enemy_two_squares_away_and_lands_3_away() -> None:
    position = placed("w", 7, d5="W", d3="b", h1="b")
    assert targets(position, "d5") == {"d4", "d2", "c5", "b5", "e5", "f5"}
    assert position.play("d5d2") == placed("b", d2="W", h1="b")


def test_a_pikachu_does_not_jump_an_enemy_three_squares_away() -> None:
    assert targets(placed("w", d5="W", d2="b"), "d5") == {"d4", "d3", "c5", "b5", "e5", "f5"}


def test_a_pikachu_jumps_left_and_right() -> None:
    position = placed("b", d5="B", c5="w", f5="W")
    assert targets(position, "d5") == {"d6", "d7", "b5", "a5", "e5", "g5"}
    assert position.play("d5g5") == placed("w", c5="w", g5="B")
    assert position.play("d5a5") == placed("w", a5="B", f5="W")


def test_a_pikachu_jumps_pichus_and_pikachus_but_no_raichu() -> None:
    position = placed("w", d5="W", c5="b", e5="B", d4="$")
    assert targets(position, "d5") == {"b5", "a5", "f5", "g5"}


def test_every_other_square_on_the_way_of_a_pikachu_is_empty() -> None:
    # Two enemies in a row, an enemy and then an own piece, an own piece and then an enemy.
    assert targets(placed("w", d5="W", d4="b", d3="b", c5="b", b5="w", e5="w", f5="b"), "d5") == set()
    # The nearer landing square is empty, the farther is not.
    assert targets(placed("w", d5="W", d4="b", d2="b", c5="w", e5="w"), "d5") == {"d3"}


def test_a_pikachu_moves_neither_backward_nor_diagonally() -> None:
    assert targets(placed("w", d5="W", d6="b", c4="b", e6="b"), "d5") == {"d4", "d3", "c5", "b5", "e5", "f5"}


# The raichu


def test_a_raichu_moves_any_number_of_squares_in_all_8_directions() -> None:
    straight = {"d1", "d2", "d3", "d5", "d6", "d7", "d8", "a4", "b4", "c4", "e4", "f4", "g4", "h4"}
    diagonal = {"a1", "b2", "c3", "e5", "f6", "g7", "h8", "a7", "b6", "c5", "e3", "f2", "g1"}
    assert targets(placed("w", d4="@", h1="b"), "d4") == straight | diagonal
    assert targets(placed("b", d4="$", b8="w"), "d4") == straight | diagonal


def test_a_raichu_moves_over_empty_squares_only() -> None:
    assert targets(placed("w", a8="@", c8="w", a7="w", b7="w", h1="b"), "a8") == {"b8"}


@pytest.mark.parametrize("enemy", ["b", "B", "$"])
def test_a_raichu_jumps_any_enemy_and_lands_anywhere_beyond_up_to_the_next_piece(enemy: str) -> None:
    position = placed("w", 7, a1="@", c1=enemy, g1="b", a2="w", b2="w")
    assert targets(position, "a1") == {"b1", "d1", "e1", "f1"}
    assert position.play("a1f1") == placed("b", f1="@", g1="b", a2="w", b2="w")


def test_a_raichu_jumps_along_all_8_lines() -> None:
    enemies = dict.fromkeys(["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"], "B")
    beyond = {"b2", "a1", "d2", "d1", "f2", "g1", "b4", "a4", "f4", "g4", "h4"}
    beyond |= {"b6", "a7", "d6", "d7", "d8", "f6", "g7", "h8"}
    assert targets(placed("w", 0, 8, d4="@", **enemies), "d4") == beyond


def test_a_raichu_jumps_one_piece_only() -> None:
    assert targets(placed("w", a1="@", c1="b", d1="b", a2="w", b2="w"), "a1") == {"b1"}


def test_own_pieces_are_never_jumped() -> None:
    assert targets(placed("w", a1="@", b1="@", a2="w", b2="W", h1="b"), "a1") == set()
    assert targets(placed("w", d5="w", c4="w", e4="w", h1="b"), "d5") == set()


# Jumping and promotion


def test_jumping_is_never_compulsory() -> None:
    assert set(placed("w", d5="w", c4="b").moves()) == {"d5b3", "d5e4"}


def test_a_jump_never_continues() -> None:
    # From b6 the pichu could jump on to d4, were it still its turn.
    assert placed("w", d8="w", c7="b", c5="b").play("d8b6") == placed("b", b6="w", c5="b")


@pytest.mark.parametrize("piece", ["w", "W"])
def test_a_white_piece_that_ends_on_rank_1_becomes_a_raichu(piece: str) -> None:
    move = "d2c1" if piece == "w" else "d2d1"
    after = placed("w", 42, d2=piece, h4="b").play(move)
    assert after == placed("b", 0, 8, **{move[2:]: "@", "h4": "b"})


@pytest.mark.parametrize("piece", ["b", "B"])
def test_a_black_piece_that_ends_on_rank_n_becomes_a_raichu(piece: str) -> None:
    move = "d9c10" if piece == "b" else "d9d10"
    after = placed("b", 42, 10, d9=piece, h4="w").play(move)
    assert after == placed("w", 0, 10, **{move[2:]: "$", "h4": "w"})


def test_a_jump_onto_the_far_row_promotes_too() -> None:
    assert placed("w", 3, d3="w", c2="b", h4="b").play("d3b1") == placed("b", b1="@", h4="b")
    assert placed("w", 3, d3="W", d2="B", h4="b").play("d3d1") == placed("b", d1="@", h4="b")


def test_the_own_back_row_promotes_nobody() -> None:
    assert placed("w", d8="W", h4="b").play("d8c8") == placed("b", 1, c8="W", h4="b")


def test_a_raichu_on_the_far_row_is_no_promotion() -> None:
    assert placed("w", 3, d8="@", h4="b").play("d8d1") == placed("b", 4, d1="@", h4="b")


# End


def test_a_side_left_without_pieces_loses_at_once() -> None:
    after = placed("w", d5="w", c4="b").play("d5b3")
    assert after.outcome() == Outcome(0, "Black has no piece left")
    assert after.moves() == []
    assert placed("b", d5="b", c6="w").play("d5b7").outcome() == Outcome(1, "White has no piece left")


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_side_without_pieces_has_lost_whoever_is_to_move(side: str) -> None:
    assert placed(side, d5="W").outcome() == Outcome(0, "Black has no piece left")
    assert placed(side, d5="$").outcome() == Outcome(1, "White has no piece left")
    assert placed(side, d5="W").moves() == placed(side, d5="$").moves() == []


def test_a_player_to_move_without_a_legal_move_loses() -> None:
    # The pichu's way and its landing square are taken, and it jumps no pikachu.
    assert placed("w", a5="w", b4="B").outcome() == Outcome(1, "White cannot move")
    assert placed("w", a5="w", b4="b", c3="b").outcome() == Outcome(1, "White cannot move")
    assert placed("b", h4="b", g5="@").outcome() == Outcome(0, "Black cannot move")
    assert placed("b", a5="w", b4="B").outcome() is None


def test_100_quiet_plies_are_a_draw() -> None:
    before = placed("w", 99, a1="@", h5="$")
    assert before.outcome() is None
    after = before.play("a1a2")
    assert str(after).endswith(" b 100")
    assert after.outcome() == Outcome(None, "100 plies without a jump or a promotion")
    assert after.moves() == []


def test_a_jump_or_a_promotion_begins_the_quiet_count_anew() -> None:
    assert str(placed("w", 99, a1="@", a5="$", h5="$").play("a1a6")).endswith(" b 0")
    assert str(placed("w", 99, a2="W", h5="$").play("a2a1")).endswith(" b 0")
    assert str(placed("w", 98, a1="@", h5="$").play("a1a6")).endswith(" b 99")


def test_the_ends_are_settled_in_order() -> None:
    assert placed("b", 100, a1="@").outcome() == Outcome(0, "Black has no piece left")
    assert placed("w", 100, a5="w", b4="B").outcome() == Outcome(1, "White cannot move")
    assert placed("b", 100, a5="w", b4="B").outcome() == Outcome(None, "100 plies without a jump or a promotion")


@pytest.mark.parametrize("move", ["a1a2", "h5h6", "pass", "", "nonsense"])
def test_a_finished_game_takes_no_move(move: str) -> None:
    with pytest.raises(GameOver, match="100 plies without a jump"):
        placed("w", 100, a1="@", h5="$").play(move)


# Texts


def test_surrounding_blanks_are_trimmed() -> None:
    position = RAICHU.parse(f"  {START}\n")
    assert position == RAICHU.start()
    assert hash(position) == hash(RAICHU.start())


def test_any_number_of_pieces_is_read() -> None:
    text = f"{'@' * 32}{'$' * 32} b 7"
    assert str(RAICHU.parse(text)) == text


BAD_POSITIONS = [
    ("", "3 fields"),
    ("   ", "3 fields"),
    ("hello", "3 fields"),
    (BOARD, "3 fields"),
    (f"{BOARD} w", "3 fields"),
    (f"{BOARD} w 0 0", "3 fields"),
    (f"{BOARD}  w 0", "one space"),
    (f"{BOARD} w  0", "one space"),
    (f"{BOARD}\tw\t0", "3 fields"),
    (f"8 {BOARD} w", "the board has 1 squares"),
    (f"{BOARD}. w 0", "the board has 65 squares, it must have N × N, N even from 8 to 20"),
    (f"{BOARD[1:]} w 0", "the board has 63 squares"),
    (f"{'w' + '.' * 35} w 0", "the board has 36 squares"),
    (f"{'w' + '.' * 80} w 0", "the board has 81 squares"),
    (f"{'w' + '.' * 483} w 0", "the board has 484 squares"),
    (f"{'w' * 100_000} w 0", "the board has 100000 squares"),
    (f"{BOARD.replace('W', 'X', 1)} w 0", "a7 has 'X', which is no piece of Raichu"),
    (f"{BOARD.replace('w', 'q', 1)} w 0", "b6 has 'q'"),
    (f"{BOARD[:-1]}8 w 0", "h1 has '8'"),
    (f"{BOARD[:-1]}٣ w 0", "h1 has '٣'"),
    (f"{BOARD[:-1]}\x00 w 0", "h1 has"),
    (f"{BOARD[:-1]}\n w 0", "h1 has"),
    (f"{BOARD[:-1]}\ud800 w 0", "h1 has"),
    (f"{BOARD[:-1]}/ w 0", "h1 has '/'"),
    (f"{BOARD[:-1]}w w 0", "h1 has w, which is a raichu @ on its far row"),
    (f"{BOARD[:-8]}W....... w 0", "a1 has W, which is a raichu @ on its far row"),
    (f"b{BOARD[1:]} w 0", "a8 has b, which is a raichu $ on its far row"),
    (f".......B{BOARD[8:]} w 0", "h8 has B, which is a raichu $ on its far row"),
    (f"{'.' * 64} w 0", "the board is empty"),
    (f"{BOARD} W 0", "the side to move is 'W'"),
    (f"{BOARD} s 0", "the side to move is 's'"),
    (f"{BOARD} wb 0", "the side to move is 'wb'"),
    (f"{BOARD} \ud800 0", "the side to move"),
    (f"{BOARD} w 101", "the number of plies since the last jump or promotion is '101'"),
    (f"{BOARD} w -1", "from 0 to 100"),
    (f"{BOARD} w +1", "from 0 to 100"),
    (f"{BOARD} w 00", "from 0 to 100"),
    (f"{BOARD} w 07", "from 0 to 100"),
    (f"{BOARD} w 1.0", "from 0 to 100"),
    (f"{BOARD} w 1_0", "from 0 to 100"),
    (f"{BOARD} w x", "from 0 to 100"),
    (f"{BOARD} w ²", "from 0 to 100"),
    (f"{BOARD} w ٣", "from 0 to 100"),
    (f"{BOARD} w {'9' * 5000}", "from 0 to 100"),
    (None, "a position is a text"),
    (8, "a position is a text"),
    (b"w", "a position is a text"),
]


@pytest.mark.parametrize(("text", "said"), BAD_POSITIONS)
def test_what_is_no_position_is_refused(text: Any, said: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        RAICHU.parse(text)
    assert said in str(refusal.value)


@pytest.mark.parametrize("move", ["a7a5", "A7A5", " a7a5\n", "a7 a5", "a7-a5", "A7-a5"])
def test_a_move_is_read_generously(move: str) -> None:
    assert RAICHU.start().play(move) == RAICHU.start().play("a7a5")


BAD_MOVES = [
    ("", "is not a move"),
    (" ", "is not a move"),
    ("a7", "is not a move; a move is two squares, such as"),
    ("a7a", "is not a move"),
    ("a5", "is not a move"),
    ("7a5a", "is not a move"),
    ("a7a5a3", "is not a move"),
    ("a7xa5", "is not a move"),
    ("a7_a5", "is not a move"),
    ("a7--a5", "is not a move"),
    ("a7  a5", "is not a move"),
    ("a7\na5", "is not a move"),
    ("a7\x00a5", "is not a move"),
    ("a7a0", "is not a move"),
    ("a07a5", "is not a move"),
    ("a٧a5", "is not a move"),
    ("a²a5", "is not a move"),
    ("\ud800", "is not a move"),
    ("a7" * 1000, "is not a move"),
    ("a7a5@", "is not a move"),
    ("resign", "is not a move"),
    ("a7a55", "there is no square a55: the board goes from a1 to h8"),
    ("a9a7", "there is no square a9"),
    ("i7i5", "there is no square i7"),
    ("pass", "pass is not possible"),
    ("a7a4", "a7 is a pikachu: it may not move to a4. It can go to"),
    ("a7a8", "a7 is a pikachu: it may not move to a8"),
    ("a7b6", "a7 is a pikachu: it may not move to b6"),
    ("a7b5", "a7 is a pikachu: it may not move to b5"),
    ("a7c7", "a7 is a pikachu: it may not move to c7"),
    ("a7d7", "a7 is a pikachu: it may not move to d7"),
    ("a7a7", "a7 is a pikachu: it may not move to a7"),
    ("b6b5", "b6 is a pichu: it may not move to b5. It can go to a5, c5"),
    ("b6d4", "b6 is a pichu: it may not move to d4"),
    ("b6c7", "b6 is a pichu: it may not move to c7"),
    ("b6a7", "b6 is a pichu: it may not move to a7"),
    ("a1a2", "a1 is empty. The pieces that can move stand on"),
    ("a3b4", "a3 is a pichu of Black. White can move from"),
    ("b2b4", "b2 is a pikachu of Black"),
    (None, "a move is a text"),
    (75, "a move is a text"),
    (b"a7a5", "a move is a text"),
]


@pytest.mark.parametrize(("move", "said"), BAD_MOVES)
def test_what_is_no_legal_move_is_refused(move: Any, said: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        RAICHU.start().play(move)
    assert said in str(refusal.value)


def test_a_raichu_is_named_when_its_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="a1 is a raichu: it may not move to b3"):
        placed("w", a1="@", h5="$").play("a1b3")


# Counts


@pytest.mark.parametrize(("text", "counts"), perft_data.read("raichu"))
def test_the_counts_to_depth_4(text: str, counts: list[int]) -> None:
    position = RAICHU.parse(text)
    assert [plyboard.perft(position, depth) for depth in (1, 2, 3, 4)] == counts[:4]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "count"), [(text, counts[4]) for text, counts in perft_data.read("raichu") if len(counts) > 4]
)
def test_the_counts_at_depth_5(text: str, count: int) -> None:
    assert plyboard.perft(RAICHU.parse(text), 5) == count
