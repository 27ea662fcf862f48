"""Hi-Ya!: every rule of its page, the counts, and what is refused."""

from __future__ import annotations

from typing import Any

import perft_data
import pytest

import plyboard
from plyboard import GameOver, IllegalMove, InvalidPosition, Outcome

HIYA = plyboard.game("hiya", backend="python")
START = "3k3/III1AAA/aaa1iii/7/7/nnn1sss/SSS1NNN/3K3 s"
SOUTH_WON = "7/3N3/7/7/7/7/7/3K3 n"


def targets(text: str, start: str) -> set[str]:
    """Where the piece on a square can go."""
    return {move[2:] for move in HIYA.parse(text).moves() if move.startswith(start)}


def after(text: str, *moves: str) -> str:
    """The text of a position after some moves."""
    position = HIYA.parse(text)
    for move in moves:
        position = position.play(move)
    return str(position)


# Set-up


def test_the_set_up() -> None:
    position = HIYA.start()
    assert str(position) == START
    assert (position.player, position.outcome()) == (0, None)
    assert len(position.moves()) == 11


@pytest.mark.parametrize(("first", "player"), [("south", 0), ("north", 1), ("South", 0), (" NORTH ", 1)])
def test_south_moves_first_unless_agreed_otherwise(first: str, player: int) -> None:
    assert HIYA.start(first=first).player == player


def test_the_set_up_is_the_same_seen_from_either_side() -> None:
    assert [plyboard.perft(HIYA.start(first=first), 3) for first in ("south", "north")] == [1591, 1591]


@pytest.mark.parametrize("first", ["", "west", "s", 0, None, True, 1.5, ["south"], b"south", [10**5000], "so\ud800th"])
def test_first_is_south_or_north(first: Any) -> None:
    with pytest.raises(InvalidPosition, match="it must be 'south' or 'north'"):
        HIYA.start(first=first)


def test_there_is_no_other_option() -> None:
    with pytest.raises(InvalidPosition, match="no option 'size'; it takes first"):
        HIYA.start(size=8)


# Moving


def test_a_king_never_moves() -> None:
    assert targets("3k3/7/7/7/7/7/7/N2K3 s", "d1") == set()


def test_a_ninja_moves_any_distance_along_a_forward_diagonal() -> None:
    assert targets("3k3/7/7/7/7/7/2N4/3K3 s", "c2") == {"b3", "a4", "d3", "e4", "f5", "g6"}
    assert targets("3k3/2I4/7/7/7/7/7/3K3 n", "c7") == {"b6", "a5", "d6", "e5", "f4", "g3"}


def test_a_ninja_moves_along_a_backward_diagonal_only_to_attack() -> None:
    assert targets("3k3/7/7/3N3/7/7/7/3K3 s", "d5") == {"c6", "b7", "a8", "e6", "f7", "g8"}
    # North's mini-ninja on b4 can be attacked from b3, two squares back along the diagonal.
    assert targets("3k3/7/7/3N3/1i5/7/7/3K3 s", "d5") == {"c6", "b7", "a8", "e6", "f7", "g8", "b3"}
    # And North goes back up to attack what stands one rank below.
    assert targets("3k3/7/5n1/7/2I4/7/7/3K3 n", "c4") == {"b3", "a2", "d3", "e2", "f1", "f7"}


def test_each_square_of_a_long_line_is_considered_on_its_own() -> None:
    # Sliding back from f6, the ninja may stop in front of e6's and c4's pieces, but not between them.
    assert targets("3k3/7/4iN1/7/2a4/7/7/3K3 s", "f6") == {"e7", "g7", "e5", "c3"}


def test_a_mini_ninja_moves_one_square_along_a_forward_diagonal() -> None:
    assert targets("3k3/7/7/7/7/2n4/7/3K3 s", "c3") == {"b4", "d4"}
    assert targets("3k3/7/7/7/7/2i4/7/3K3 n", "c3") == {"b2", "d2"}


def test_a_mini_ninja_moves_one_square_along_a_backward_diagonal_only_to_attack() -> None:
    assert targets("3k3/7/7/7/2n4/1a5/7/3K3 s", "c4") == {"b5", "d5"}
    assert targets("3k3/7/7/7/1an4/7/7/3K3 s", "c4") == {"b5", "d5", "b3"}
    assert targets("3k3/7/7/a6/2n4/7/7/3K3 s", "c4") == {"b5", "d5"}


def test_a_samurai_moves_any_distance_straight_forward() -> None:
    assert targets("3k3/7/7/7/7/7/2S4/3K3 s", "c2") == {"c3", "c4", "c5", "c6", "c7", "c8"}
    assert targets("3k3/2A4/7/7/7/7/7/3K3 n", "c7") == {"c6", "c5", "c4", "c3", "c2", "c1"}


def test_a_samurai_moves_any_distance_straight_sideways_only_to_attack() -> None:
    assert targets("3k3/7/7/i5a/2S4/7/7/3K3 s", "c4") == {"c5", "c6", "c7", "c8", "a4", "g4"}
    assert targets("3k3/7/7/7/2A4/s5n/7/3K3 n", "c4") == {"c3", "c2", "c1", "a4", "g4"}


def test_a_mini_samurai_moves_one_square_straight_forward() -> None:
    assert targets("3k3/7/7/7/7/7/2s4/3K3 s", "c2") == {"c3"}
    assert targets("3k3/2a4/7/7/7/7/7/3K3 n", "c7") == {"c6"}


def test_a_mini_samurai_moves_one_square_straight_sideways_only_to_attack() -> None:
    assert targets("3k3/7/7/i2a3/2s4/7/7/3K3 s", "c4") == {"c5", "d4"}


def test_nothing_is_attacked_sideways_from_the_last_rank() -> None:
    assert targets("S2k2N/1i5/7/7/7/7/7/3K3 s", "a8") == set()


def test_a_piece_moves_only_onto_an_empty_square_and_never_over_a_piece() -> None:
    # Own and enemy pieces alike stop the ninja on c2 and the samurai on g2.
    text = "3k3/7/7/5ia/n6/7/2N3S/3K3 s"
    assert targets(text, "c2") == {"b3", "d3", "e4"}
    assert targets(text, "g2") == {"g3", "g4"}
    # The mini-ninja on b4 stands between the samurai and the square from which it would attack a5.
    assert targets("3k3/7/7/i6/1nS4/7/7/3K3 s", "c4") == {"c5", "c6", "c7", "c8"}


# Attacking


def test_a_free_move_that_lands_in_front_of_an_enemy_attacks() -> None:
    assert after("3k3/7/7/2I4/7/7/2S4/3K3 s", "c2c4") == "3k3/7/7/2i4/2S4/7/7/3K3 n"


@pytest.mark.parametrize(("attacked", "left"), [("I", "i"), ("A", "a"), ("i", "1"), ("a", "1")])
def test_an_attack_demotes_a_full_piece_and_removes_a_mini(attacked: str, left: str) -> None:
    behind = f"2{left}4" if left != "1" else "7"
    assert after(f"3k3/7/7/2{attacked}4/7/7/2S4/3K3 s", "c2c4") == f"3k3/7/7/{behind}/2S4/7/7/3K3 n"


def test_north_attacks_what_stands_one_rank_below() -> None:
    assert after("3k3/2A4/7/7/2N4/7/7/3K3 n", "c7c5") == "3k3/7/7/2A4/2n4/7/7/3K3 s"


def test_only_the_attacked_piece_is_affected() -> None:
    assert after("3k3/7/1III3/7/7/2S4/7/3K3 s", "c3c5") == "3k3/7/1IiI3/2S4/7/7/7/3K3 n"


def test_the_first_attack_from_the_start_removes_a_mini_samurai() -> None:
    assert after(START, "e2b5") == "3k3/III1AAA/a1a1iii/1N5/7/nnn1sss/SSS2NN/3K3 n"


def test_standing_in_front_of_a_piece_is_nothing() -> None:
    # c4 stands in front of c5 while other pieces move.
    assert after("3k3/7/7/2I4/2S4/7/s6/3K3 s", "a2a3") == "3k3/7/7/2I4/2S4/s6/7/3K3 n"


def test_a_piece_that_arrives_attacks_though_the_enemy_stands_in_front_of_it_too() -> None:
    # Face to face: North's samurai arrives at c5 and attacks c4; South's c4 does not attack by standing there.
    assert after("3k3/2A4/7/7/2S4/7/7/3K3 n", "c7c5") == "3k3/7/7/2A4/2s4/7/7/3K3 s"


def test_own_pieces_are_never_attacked() -> None:
    assert after("3k3/7/7/2N4/7/7/2S4/3K3 s", "c2c4") == "3k3/7/7/2N4/2S4/7/7/3K3 n"
    assert targets("3k3/7/7/n6/2S4/7/7/3K3 s", "c4") == {"c5", "c6", "c7", "c8"}


# End


def test_a_king_attacked_the_attacker_wins() -> None:
    position = HIYA.parse("3k3/7/7/1N5/7/7/7/3K3 s").play("b5d7")
    assert str(position) == SOUTH_WON
    assert position.outcome() == Outcome(0, "South attacked North's king")
    assert position.moves() == []
    position = HIYA.parse("3k3/7/7/7/7/7/A6/3K3 n").play("a2d2")
    assert position.outcome() == Outcome(1, "North attacked South's king")


def test_the_shortest_win_is_three_plies() -> None:
    position = HIYA.start().play("e2b5").play("c6c5").play("b5d7")
    assert position.outcome() == Outcome(0, "South attacked North's king")


@pytest.mark.parametrize("side", ["s", "n"])
def test_with_one_king_gone_the_other_side_has_won_whoever_is_to_move(side: str) -> None:
    south = HIYA.parse(f"7/7/7/7/7/7/N6/3K3 {side}")
    assert south.outcome() == Outcome(0, "South attacked North's king")
    north = HIYA.parse(f"3k3/7/7/7/I6/7/7/7 {side}")
    assert north.outcome() == Outcome(1, "North attacked South's king")
    assert south.moves() == north.moves() == []


def test_a_player_to_move_without_a_legal_move_loses() -> None:
    stuck = "3k2s/7/7/7/7/7/I6/3K3 "
    assert HIYA.parse(stuck + "s").outcome() == Outcome(1, "South cannot move")
    assert HIYA.parse(stuck + "n").outcome() is None
    assert HIYA.parse("3k3/7/7/N6/7/7/7/3K2a n").outcome() == Outcome(0, "North cannot move")


def test_there_is_no_pass() -> None:
    with pytest.raises(IllegalMove, match="pass is not possible"):
        HIYA.start().play("pass")


@pytest.mark.parametrize("move", ["d7d8", "a1a2", "pass", "", "nonsense"])
def test_a_finished_game_takes_no_move(move: str) -> None:
    with pytest.raises(GameOver, match="South attacked North's king"):
        HIYA.parse(SOUTH_WON).play(move)


# Texts


@pytest.mark.parametrize("text", [START.replace("3k3", "12k3"), START.replace("/7/", "/1111111/"), f"  {START}\n"])
def test_split_runs_and_surrounding_blanks_are_read_and_written_canonically(text: str) -> None:
    position = HIYA.parse(text)
    assert str(position) == START
    assert position == HIYA.start()
    assert hash(position) == hash(HIYA.start())


@pytest.mark.parametrize(
    "text", ["n6/7/7/7/7/7/7/3K3 s", "3k3/7/7/7/7/7/7/s2K2N n", "3k3/nnnnnn1/ssssss1/7/7/7/7/3K3 n"]
)
def test_a_position_need_not_be_reachable(text: str) -> None:
    assert str(HIYA.parse(text)) == text


BAD_POSITIONS = [
    ("", "2 fields"),
    ("   ", "2 fields"),
    ("hello", "2 fields"),
    (START[:-2], "2 fields"),
    (START + " 0", "2 fields"),
    (START.replace(" ", "  "), "one space"),
    (START.replace(" ", "\t"), "2 fields"),
    (START[:-1] + "S", "the side to move is 'S'"),
    (START[:-1] + "w", "the side to move is 'w'"),
    (START[:-1] + "sn", "the side to move is 'sn'"),
    (START[:-1] + "\ud800", "the side to move"),
    (START.replace("3k3/", ""), "the board has 7 ranks, a Hi-Ya! board has 8"),
    ("7/" + START, "the board has 9 ranks"),
    ("/" + START, "the board has 9 ranks"),
    ("s s", "the board has 1 ranks"),
    (START.replace("aaa1iii", "aaa2iii"), "rank 6 has 8 squares, a Hi-Ya! board has 7"),
    (START.replace("/7/7/", "/7/6/"), "rank 4 has 6 squares"),
    (START.replace("/7/7/", "/7//"), "rank 4 has 0 squares"),
    (START.replace("/7/7/", "/8/7/"), "rank 5 has 8 squares"),
    (START.replace("/7/7/", f"/{'9' * 500}/7/"), "rank 5 has 4500 squares"),
    (START.replace("3K3", "03K3"), "rank 1 has a run of 0"),
    (START.replace("3K3", "30K3"), "rank 1 has a run of 0"),
    (START.replace("/7/7/", "/0/7/"), "rank 5 has a run of 0"),
    (START.replace("/7/7/", "/007/7/"), "rank 5 has a run of 0"),
    (START.replace("SSS", "SXS"), "rank 2 has 'X', which is no piece of Hi-Ya!"),
    (START.replace("SSS", "S.S"), "rank 2 has '.'"),
    (START.replace("/7/7/", "/٧/7/"), "rank 5 has '٧'"),
    (START.replace("/7/7/", "/7/5²/"), "rank 4 has '²'"),
    (START.replace("/7/7/", "/7/6\x00/"), "rank 4 has"),
    (START.replace("/7/7/", "/7/6\n/"), "rank 4 has"),
    (START.replace("/7/7/", "/7/6\ud800/"), "rank 4 has"),
    (START.replace("/7/7/", "/-7/7/"), "rank 5 has '-'"),
    (START.replace("3k3", "2k4"), "the king k stands on c8, it never leaves d8"),
    (START.replace("3K3", "7").replace("/7/7/", "/7/3K3/"), "the king K stands on d4, it never leaves d1"),
    (START.replace("3K3", "2KK3"), "the king K stands on c1"),
    (START.replace("3K3", "3k3"), "the king k stands on d1"),
    (START.replace("3K3", "7").replace("3k3", "7"), "both kings are missing"),
    (START.replace("/7/7/", "/N6/7/"), "South has 4 full ninja pieces"),
    (START.replace("/7/7/", "/S6/7/"), "South has 4 full samurai pieces"),
    (START.replace("/7/7/", "/I6/7/"), "North has 4 full ninja pieces"),
    (START.replace("/7/7/", "/A6/7/"), "North has 4 full samurai pieces"),
    (START.replace("/7/7/", "/n6/7/"), "South has 7 pieces of the ninja kind"),
    (START.replace("/7/7/", "/s6/7/"), "South has 7 pieces of the samurai kind"),
    (START.replace("/7/7/", "/i6/7/"), "North has 7 pieces of the ninja kind"),
    (START.replace("/7/7/", "/a6/7/"), "North has 7 pieces of the samurai kind"),
    (None, "a position is a text"),
    (7, "a position is a text"),
    (b"3k3", "a position is a text"),
]


@pytest.mark.parametrize(("text", "said"), BAD_POSITIONS)
def test_what_is_no_position_is_refused(text: Any, said: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        HIYA.parse(text)
    assert said in str(refusal.value)


@pytest.mark.parametrize("move", ["e2b5", "E2B5", " e2b5\n", "e2 b5", "e2-b5", "E2-b5"])
def test_a_move_is_read_generously(move: str) -> None:
    assert HIYA.start().play(move) == HIYA.start().play("e2b5")


BAD_MOVES = [
    ("", "is not a move"),
    (" ", "is not a move"),
    ("e2", "is not a move; a move is two squares, such as"),
    ("e2b", "is not a move"),
    ("b5", "is not a move"),
    ("2e5b", "is not a move"),
    ("e2b5e2", "is not a move"),
    ("e2xb5", "is not a move"),
    ("e2_b5", "is not a move"),
    ("e2--b5", "is not a move"),
    ("e2  b5", "is not a move"),
    ("e2 - b5", "is not a move"),
    ("e2\nb5", "is not a move"),
    ("e2\x00b5", "is not a move"),
    ("e2b0", "is not a move"),
    ("e02b5", "is not a move"),
    ("e٢b5", "is not a move"),
    ("e²b5", "is not a move"),
    ("\ud800", "is not a move"),
    ("e2" * 1000, "is not a move"),
    ("resign", "is not a move"),
    ("e2b55", "there is no square b55: the board goes from a1 to g8"),
    ("e2e9", "there is no square e9"),
    ("h2h3", "there is no square h2"),
    ("pass", "pass is not possible"),
    ("e2e4", "e2 is a ninja: it may not move to e4. It can go to d3, c4, b5"),
    ("e2a6", "e2 is a ninja: it may not move to a6"),
    ("e2f3", "e2 is a ninja: it may not move to f3"),
    ("e2d1", "e2 is a ninja: it may not move to d1"),
    ("e2f1", "e2 is a ninja: it may not move to f1"),
    ("e2e2", "e2 is a ninja: it may not move to e2"),
    ("d1d2", "d1 is a king: it may not move to d2. It cannot move now"),
    ("a2a3", "a2 is a samurai: it may not move to a3. It cannot move now"),
    ("c2d2", "c2 is a samurai: it may not move to d2"),
    ("b3d5", "b3 is a mini-ninja: it may not move to d5. It can go to a4, c4"),
    ("b3a2", "b3 is a mini-ninja: it may not move to a2"),
    ("e3d3", "e3 is a mini-samurai: it may not move to d3. It can go to e4"),
    ("e3e5", "e3 is a mini-samurai: it may not move to e5"),
    ("d4d5", "d4 is empty. The pieces that can move stand on"),
    ("c6c5", "c6 is a mini-samurai of North. South can move from"),
    ("d8d7", "d8 is a king of North"),
    (None, "a move is a text"),
    (12, "a move is a text"),
    (b"e2b5", "a move is a text"),
    ([10**5000], "a move is a text"),
]


@pytest.mark.parametrize(("move", "said"), BAD_MOVES)
def test_what_is_no_legal_move_is_refused(move: Any, said: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        HIYA.start().play(move)
    assert said in str(refusal.value)


# Counts


@pytest.mark.parametrize(("text", "counts"), perft_data.read("hiya"))
def test_the_counts_to_depth_4(text: str, counts: list[int]) -> None:
    position = HIYA.parse(text)
    assert [plyboard.perft(position, depth) for depth in (1, 2, 3, 4)] == counts[:4]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "count"), [(text, counts[4]) for text, counts in perft_data.read("hiya")])
def test_the_counts_at_depth_5(text: str, count: int) -> None:
    assert plyboard.perft(HIYA.parse(text), 5) == count
