"""The rules of Ricocheckers, one by one."""

from __future__ import annotations

import perft_data
import pytest

import plyboard
from plyboard import GameOver, IllegalMove, InvalidPosition, Outcome, perft
from plyboard.rules.ricocheckers import BOARD, DIRECTIONS, SQUARES, cell, walled

RULES = plyboard.game("ricocheckers", backend="python")
START = "e6,f7,g7/e5,f5,g6 1 0"
BLOCKED = "a1,a2,b1/a3,b2,c1 1 34"


def moves(text: str) -> set[str]:
    return set(RULES.parse(text).moves())


def moves_from(square: str, text: str) -> set[str]:
    return {move for move in moves(text) if move.startswith(square) and not move.removeprefix(square)[0].isdigit()}


# Set-up


def test_set_up() -> None:
    start = RULES.start()
    assert str(start) == START
    assert start.player == 0
    assert RULES.players == ("Player 1", "Player 2")
    assert start.outcome() is None


def test_the_picture_shows_every_square_and_the_pieces_where_they_begin() -> None:
    lines = BOARD.splitlines()
    shown = {square: lines[line][column] for square in SQUARES for line, column in [cell(square)]}
    assert len(shown) == 121
    assert [square for square in SQUARES if shown[square] == "1"] == ["e6", "f7", "g7"]
    assert [square for square in SQUARES if shown[square] == "2"] == ["e5", "f5", "g6"]


def test_the_board_has_an_edge_and_each_wall_has_two_sides() -> None:
    opposite = {"north": "south", "east": "west", "south": "north", "west": "east"}
    inner_walls = set()
    for square in SQUARES:
        for direction, (right, up) in DIRECTIONS.items():
            beyond = f"{chr(ord(square[0]) + right)}{int(square[1:]) + up}"
            if beyond in SQUARES:
                assert walled(square, direction) == walled(beyond, opposite[direction])
                if walled(square, direction):
                    inner_walls.add(frozenset((square, beyond)))
            else:
                assert walled(square, direction)
    assert len(inner_walls) == 20


def test_the_square_in_the_middle_is_walled_in_on_all_four_sides() -> None:
    assert all(walled("f6", direction) for direction in DIRECTIONS)
    # From each square next to it, the way into it is shut.
    assert "f7f6" not in moves(START)
    assert "e6f6" not in moves(START)
    assert not {move for move in moves("a1,b1,g6/c1,d1,f5 1 0") if move.endswith("f6")}
    assert not {move for move in moves("a1,b1,g6/c1,d1,f5 2 1") if move.endswith("f6")}


# Moving


def test_a_piece_slides_in_four_directions_until_the_edge() -> None:
    assert moves_from("b3", "b3,j11,k11/i1,j1,k1 1 0") == {"b3b9", "b3d3", "b3b1", "b3a3"}


def test_the_piece_on_e6_has_exactly_two_moves_from_the_start() -> None:
    assert moves_from("e6", START) == {"e6a6", "e6e11"}


@pytest.mark.parametrize(
    ("square", "move"),
    [
        ("a11", "a11e11"),
        ("k11", "k11f11"),
        ("b1", "b1b9"),
        ("b11", "b11b10"),
        ("a9", "a9g9"),
        ("k9", "k9h9"),
        ("d1", "d1d8"),
        ("d11", "d11d9"),
        ("k8", "k8b8"),
        ("k1", "k1k7"),
        ("k11", "k11k8"),
        ("a7", "a7h7"),
        ("k7", "k7i7"),
        ("a5", "a5c5"),
        ("k5", "k5d5"),
        ("a1", "a1a4"),
        ("a11", "a11a5"),
        ("a4", "a4j4"),
        ("h1", "h1h3"),
        ("h11", "h11h4"),
        ("a3", "a3d3"),
        ("k3", "k3e3"),
        ("j1", "j1j2"),
        ("j11", "j11j3"),
        ("a1", "a1f1"),
        ("k1", "k1g1"),
        ("f1", "f1f5"),
        ("f11", "f11f7"),
        ("g1", "g1g6"),
        ("g11", "g11g7"),
        ("e1", "e1e5"),
        ("e11", "e11e6"),
    ],
)
def test_a_wall_stops_a_piece(square: str, move: str) -> None:
    bystanders = "c2,c10/i2,i6,i10"
    assert move in moves(f"{square},{bystanders} 1 0")


def test_a_piece_of_either_side_stops_a_piece() -> None:
    assert moves_from("b2", "b2,b5,k11/f2,j1,k1 1 0") == {"b2b4", "b2e2", "b2b1", "b2a2"}


def test_a_piece_never_stops_short() -> None:
    with pytest.raises(IllegalMove, match=r"e6 is a piece: it may not move to c6\. It can go to e11, a6"):
        RULES.start().play("e6c6")


def test_a_piece_moves_at_least_one_square() -> None:
    assert moves_from("e6", START) == {"e6a6", "e6e11"}  # East is a wall, south is e5: neither is a move.
    with pytest.raises(IllegalMove, match="may not move to e6"):
        RULES.start().play("e6e6")


def test_nothing_is_captured_and_nothing_else_moves() -> None:
    assert str(RULES.start().play("e6e11")) == "e11,f7,g7/e5,f5,g6 2 1"
    assert str(RULES.parse("a1,b1,c1/d1,e1,g11 2 7").play("g11g7")) == "a1,b1,c1/d1,e1,g7 1 8"


def test_the_players_take_turns() -> None:
    position = RULES.start()
    for ply, move in enumerate(["e6e11", "e5d5", "f7f11", "f5f1"]):
        assert position.player == ply % 2
        position = position.play(move)


def test_pass_is_the_only_move_of_a_player_who_cannot_move_and_counts_as_a_ply() -> None:
    position = RULES.parse(BLOCKED)
    assert position.moves() == ["pass"]
    assert position.outcome() is None
    assert str(position.play(" PASS ")) == "a1,a2,b1/a3,b2,c1 2 35"
    with pytest.raises(IllegalMove, match="the only move is pass"):
        position.play("a1a3")


def test_pass_is_no_move_of_a_player_who_can_move() -> None:
    with pytest.raises(IllegalMove, match="pass is not possible here"):
        RULES.start().play("pass")


# The end


def test_player_1_wins_on_the_starting_squares_of_player_2() -> None:
    won = RULES.parse("e5,f5,g1/a4,a5,e11 1 198").play("g1g6")
    assert won.outcome() == Outcome(0, "Player 1 reached all three starting squares of Player 2")
    assert won.moves() == []
    with pytest.raises(GameOver, match="Player 1 reached"):
        won.play("a4a3")


def test_player_2_wins_on_the_starting_squares_of_player_1() -> None:
    won = RULES.parse("a1,b1,c1/e6,f11,g7 2 7").play("f11f7")
    assert won.outcome() == Outcome(1, "Player 2 reached all three starting squares of Player 1")


@pytest.mark.parametrize("last", ["e1e5", "f1f5", "g1g6"])
def test_any_piece_on_any_starting_square_wins(last: str) -> None:
    others = {"e1": "f5,g6", "f1": "e5,g6", "g1": "e5,f5"}[last[:2]]
    won = RULES.parse(f"{last[:2]},{others}/a9,b9,c9 1 20").play(last)
    assert won.outcome() == Outcome(0, "Player 1 reached all three starting squares of Player 2")


def test_two_of_three_starting_squares_do_not_win() -> None:
    assert RULES.parse("e5,f5,g5/a4,a5,e11 1 198").outcome() is None


def test_a_player_who_has_arrived_has_won_whoever_is_to_move() -> None:
    for text in ("e5,f5,g6/a4,a5,e11 1 10", "e5,f5,g6/a4,a5,e11 2 11"):
        position = RULES.parse(text)
        assert position.outcome() == Outcome(0, "Player 1 reached all three starting squares of Player 2")
        assert position.moves() == []


def test_200_plies_without_a_winner_are_a_tie() -> None:
    last = RULES.parse("a1,b1,c1/e6,f11,g7 2 199")
    assert last.outcome() is None
    tie = last.play("f11k11")
    assert tie.outcome() == Outcome(None, "200 plies without a winner")
    assert tie.moves() == []
    with pytest.raises(GameOver, match="200 plies"):
        tie.play("a1a4")


def test_a_win_on_the_200th_ply_is_a_win() -> None:
    won = RULES.parse("a1,b1,c1/e6,f11,g7 2 199").play("f11f7")
    assert str(won) == "a1,b1,c1/e6,f7,g7 1 200"
    assert won.outcome() == Outcome(1, "Player 2 reached all three starting squares of Player 1")


# Texts


def test_squares_are_read_in_any_order_and_written_by_file_then_rank() -> None:
    assert str(RULES.parse(" k11,a9,a10/b2,b1,a2 2 3 ")) == "a9,a10,k11/a2,b1,b2 2 3"
    assert str(RULES.start().play("f7a7").play("g6k6")) == "a7,e6,g7/e5,f5,k6 1 2"


def test_positions_need_not_be_reachable() -> None:
    assert RULES.parse("a1,b1,c1/a2,b2,c2 1 0").outcome() is None


@pytest.mark.parametrize(
    "typed", ["e6a6", "E6A6", " e6a6 ", "e6 a6", "e6-a6", "e6 west", "e6west", "e6w", "E6 W", "e6-west", "\te6 West\n"]
)
def test_a_move_is_two_squares_or_a_square_and_a_direction(typed: str) -> None:
    assert str(RULES.start().play(typed)) == "a6,f7,g7/e5,f5,g6 2 1"


@pytest.mark.parametrize(
    ("typed", "move"), [("b3 north", "b3b9"), ("b3e", "b3d3"), ("b3 SOUTH", "b3b1"), ("b3-w", "b3a3")]
)
def test_every_direction_is_read(typed: str, move: str) -> None:
    position = RULES.parse("b3,j11,k11/i1,j1,k1 1 0")
    assert position.play(typed) == position.play(move)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "3 fields"),
        ("e6,f7,g7/e5,f5,g6", "3 fields"),
        ("e6,f7,g7/e5,f5,g6 1", "3 fields"),
        ("e6,f7,g7/e5,f5,g6 1 0 0", "3 fields"),
        ("e6,f7,g7/e5,f5,g6  1 0", "one space"),
        ("e6,f7,g7/e5,f5,g6 1\t0", "3 fields"),
        ("e6, f7, g7/e5,f5,g6 1 0", "3 fields"),
        ("e6,f7,g7,e5,f5,g6 1 0", "two players"),
        ("e6,f7,g7/e5,f5,g6/a1 1 0", "two players"),
        ("/ 1 0", "Player 1 has 1 squares"),
        ("e6,f7/e5,f5,g6 1 0", "Player 1 has 2 squares"),
        ("e6,f7,g7,a1/e5,f5,g6 1 0", "Player 1 has 4 squares"),
        ("e6,f7,g7/e5,f5 1 0", "Player 2 has 2 squares"),
        ("e6,f7,/e5,f5,g6 1 0", "Player 1 has a piece on ''"),
        ("l6,f7,g7/e5,f5,g6 1 0", "'l6'"),
        ("e12,f7,g7/e5,f5,g6 1 0", "'e12'"),
        ("e0,f7,g7/e5,f5,g6 1 0", "'e0'"),
        ("e06,f7,g7/e5,f5,g6 1 0", "'e06'"),
        ("E6,f7,g7/e5,f5,g6 1 0", "'E6'"),
        ("e²,f7,g7/e5,f5,g6 1 0", "no square"),
        ("e٣,f7,g7/e5,f5,g6 1 0", "no square"),
        ("e\ud800,f7,g7/e5,f5,g6 1 0", "no square"),
        ("e6\0,f7,g7/e5,f5,g6 1 0", "no square"),
        ("f6,f7,g7/e5,f5,g6 1 0", "walled in"),
        ("e6,f7,g7/e5,f5,f6 1 0", "Player 2 has a piece on f6"),
        ("e6,e6,g7/e5,f5,g6 1 0", "two pieces on e6"),
        ("e6,f7,g7/e5,g6,g6 1 0", "two pieces on g6"),
        ("e6,f7,g7/e6,f5,g6 1 0", "both players have a piece on e6"),
        ("e5,f5,g6/e6,f7,g7 1 10", "both players have reached"),
        ("g6,f5,e5/g7,f7,e6 2 11", "both players have reached"),
        ("e6,f7,g7/e5,f5,g6 3 0", "'3'"),
        ("e6,f7,g7/e5,f5,g6 w 0", "'w'"),
        ("e6,f7,g7/e5,f5,g6 ١ 0", "must be 1 or 2"),
        ("e6,f7,g7/e5,f5,g6 2 0", "after 0 plies player 1 is to move"),
        ("e6,f7,g7/e5,f5,g6 1 1", "after 1 plies player 2 is to move"),
        ("e6,f7,g7/e5,f5,g6 1 202", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 2 201", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 1 -2", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 1 +2", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 1 02", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 1 2.0", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 1 ²", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 1 ٢", "from 0 to 200"),
        ("e6,f7,g7/e5,f5,g6 1 " + "2" * 5000, "from 0 to 200"),
        ("T5C/7/T5C/7/C5T/7/C5T t - 0", "3 fields"),
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
        (" ", "is not a move"),
        ("e6", "is not a move"),
        ("e", "is not a move"),
        ("west", "is not a move"),
        ("w", "is not a move"),
        ("e6  west", "is not a move"),
        ("e6  a6", "is not a move"),
        ("e6--a6", "is not a move"),
        ("e6a6 e6a6", "is not a move"),
        ("e6 up", "is not a move"),
        ("e6 nort", "is not a move"),
        ("e6 westward", "is not a move"),
        ("e6 nw", "is not a move"),
        ("e06a6", "is not a move"),
        ("e6a06", "is not a move"),
        ("e6x6", "there is no square x6"),
        ("e6a12", "there is no square a12"),
        ("l1 west", "there is no square l1"),
        ("a12n", "there is no square a12"),
        ("e٦a6", "is not a move"),
        ("e6\0a6", "is not a move"),
        ("\ud800", "is not a move"),
        ("e6a6" * 2000, "is not a move"),
        ("e6c6", "e6 is a piece: it may not move to c6"),
        ("e6f6", "it may not move to f6"),
        ("e6 east", "e6 cannot move east: a wall or a piece is in the way"),
        ("e6s", "e6 cannot move south"),
        ("f7 east", "f7 cannot move east"),
        ("a1a4", "a1 is empty"),
        ("a1 north", "a1 is empty"),
        ("a1 south", "a1 is empty"),
        ("f6f7", "f6 is empty"),
        ("f6 west", "f6 is empty"),
        ("e5a5", "e5 is a piece of Player 2"),
        ("e5 west", "e5 is a piece of Player 2"),
        ("e5 north", "e5 is a piece of Player 2"),
        ("e6e6", "it may not move to e6"),
        ("pass", "pass is not possible here"),
        ("0000", "is not a move"),
    ],
)
def test_bad_moves_are_refused(typed: str, complaint: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        RULES.start().play(typed)
    assert complaint in str(refusal.value)


def test_start_takes_no_options() -> None:
    with pytest.raises(InvalidPosition, match="no option 'size'"):
        RULES.start(size=11)


# Counts


@pytest.mark.parametrize(("text", "counts"), perft_data.read("ricocheckers"))
def test_counts(text: str, counts: list[int]) -> None:
    shallow = counts[:4]
    assert [perft(RULES.parse(text), depth) for depth in range(1, len(shallow) + 1)] == shallow


@pytest.mark.slow
@pytest.mark.parametrize(("text", "counts"), perft_data.read("ricocheckers"))
def test_deeper_counts(text: str, counts: list[int]) -> None:
    for depth, count in enumerate(counts[:7], 1):
        assert perft(RULES.parse(text), depth) == count
