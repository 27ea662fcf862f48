"""Hive: every rule of the game, its texts, and its counts.

Most rules are shown on small pictures. A picture is rows of hexes, each row half a hex to the right of the one above,
so that the south-east neighbour stands right below: `.` is an empty hex, `wQ+bB1` a stack from bottom to top, and `*`
marks where the piece in question can go (`*` for an empty hex, `*bQ` for an occupied one).
"""

from __future__ import annotations

import perft_data
import pytest

import plyboard
from plyboard.rules.hive import ROW, Hive, HivePosition, column_and_row

HIVE = plyboard.game("hive", backend="python")


def parse(text: str) -> HivePosition:
    position = HIVE.parse(text)
    assert isinstance(position, HivePosition)
    return position


def picture(text: str, player: int = 0, stunned: str | None = None) -> tuple[HivePosition, set[int]]:
    """The position that a picture shows, late enough that no rule of the opening applies, and the marked hexes."""
    hive, where, marked = Hive({}, {}), {}, set()
    for row, line in enumerate(text.strip("\n").splitlines()):
        for column, cell in enumerate(line.split()):
            hex = column + row * ROW
            if cell.startswith("*"):
                marked.add(hex)
            for piece in filter(None, cell.strip("*.").split("+")):
                hive = hive.put(piece, hex)
                where[piece] = hex
    played = ("pass",) * (40 + player)
    seen = (frozenset(hive.stacks.items()),)
    return HivePosition("MLP", played, hive, where, stunned, seen), marked


def targets(position: HivePosition, piece: str) -> set[int]:
    return {hex for _, mover, hex in position.choices().values() if mover == piece}


def check(piece: str, text: str, player: int = 0, stunned: str | None = None) -> None:
    """The piece can go exactly where the picture is marked."""
    position, marked = picture(text, player, stunned)
    found = targets(position, piece)
    assert {column_and_row(hex) for hex in found} == {column_and_row(hex) for hex in marked}


def pieces_placed(position: HivePosition) -> set[str]:
    """The pieces that can be placed."""
    return {piece for _, piece, _ in position.choices().values() if piece not in position.where}


# Placing


def test_whites_first_piece_goes_anywhere_and_is_written_alone() -> None:
    assert HIVE.start().moves() == ["wS1", "wB1", "wG1", "wA1"]


def test_blacks_first_piece_touches_whites() -> None:
    position = parse("Base;InProgress;Black[1];wS1")
    assert {text for text in position.moves() if text.startswith("bA1")} == {
        "bA1 wS1-",
        "bA1 -wS1",
        "bA1 wS1/",
        "bA1 /wS1",
        "bA1 wS1\\",
        "bA1 \\wS1",
    }


def test_a_placed_piece_touches_own_pieces_and_no_other() -> None:
    check(
        "wA1",
        """
        .   .   *   *
          bQ  wQ  wS1 *
            .   *   *
        """,
    )


def test_a_stack_has_the_colour_of_its_top_piece() -> None:
    check(
        "wA1",
        """
        .   *   .
          *   bQ+wB1 wQ+bB1
            *   .
        """,
    )


def test_a_player_whose_pieces_are_all_covered_places_nothing() -> None:
    position, _ = picture("bQ wQ+bB1 wS1+bB2")
    assert position.moves() == ["pass"]


def test_alike_pieces_are_placed_in_number_order() -> None:
    position = parse("Base;InProgress;White[2];wS1;bG1 wS1-")
    assert pieces_placed(position) == {"wQ", "wS2", "wB1", "wG1", "wA1"}


def test_the_queen_is_not_placed_on_the_first_turn() -> None:
    assert "wQ" not in pieces_placed(parse("Base+MLP"))
    assert "bQ" not in pieces_placed(parse("Base+MLP;InProgress;Black[1];wS1"))
    assert "wQ" in pieces_placed(parse("Base+MLP;InProgress;White[2];wS1;bS1 wS1-"))


def test_the_queen_is_placed_by_the_fourth_turn() -> None:
    third = "Base;InProgress;White[3];wS1;bS1 wS1-;wS2 -wS1;bS2 bS1-"
    assert len(pieces_placed(parse(third))) == 4
    fourth = third + ";wA1 -wS2;bA1 bS2-"
    assert pieces_placed(parse(fourth)) == {"wQ"}
    assert pieces_placed(parse(fourth + ";wQ -wA1")) == {"bQ"}


def test_no_piece_moves_before_the_own_queen_is_in_play() -> None:
    position = parse("Base;InProgress;White[3];wA1;bA1 wA1-;wS1 -wA1;bQ bA1-")
    assert {piece for _, piece, _ in position.choices().values()} == pieces_placed(position)
    assert "bQ" in {piece for _, piece, _ in position.play("wQ -wS1").choices().values()}


# Passing

WHITE_CANNOT_MOVE = (
    r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;wQ \wA1;bA1 \wQ;wG1 /wQ;"
    "bA2 /wG1"
)


def test_pass_is_forced_when_nothing_can_be_placed_moved_or_thrown() -> None:
    position = parse(WHITE_CANNOT_MOVE)
    assert position.moves() == ["pass"]
    after = position.play("pass")
    assert after.player == 1
    assert str(after).endswith(";bA2 /wG1;pass")
    assert str(after).startswith("Base;InProgress;Black[7];")


def test_pass_is_illegal_while_there_is_another_move() -> None:
    with pytest.raises(plyboard.IllegalMove, match="nothing else"):
        HIVE.start().play("pass")


def test_nothing_is_stunned_after_a_pass_or_a_placement() -> None:
    position = parse(WHITE_CANNOT_MOVE)
    assert position.stunned == "bA2"
    assert position.play("pass").stunned is None
    assert parse("Base;InProgress;White[2];wS1;bS1 wS1-").stunned is None


# What binds every move


def test_one_hive_a_piece_that_holds_it_together_stays() -> None:
    check("wA1", "bQ  wA1 wQ")


def test_one_hive_holds_while_the_piece_is_lifted() -> None:
    """The ant could join the two halves again from the other side, but it may not leave them apart meanwhile."""
    check(
        "wA1",
        """
        .   bA1 wA1
          wQ  .   bS1
            .   bQ
        """,
    )


def test_one_hive_lets_a_piece_go_where_a_ring_holds_without_it() -> None:
    check(
        "wQ",
        """
        .   *   bA1 bS1
          .   wQ  .   bS2
            *   bA3 bQ
        """,
    )


def test_one_hive_never_holds_a_piece_on_a_stack() -> None:
    check(
        "wB1",
        """
        .   *   *
          *bQ wS1+wB1 *wQ
            *   *   .
        """,
    )


def test_only_the_top_piece_of_a_stack_moves() -> None:
    check("wQ", "bQ  wQ+bB1")
    check("wA1", "bQ  wQ  wA1+bB1")


def test_a_slide_does_not_pass_a_gate() -> None:
    check(
        "wQ",
        """
        .   bA1 bS1
          bA2 wQ  .
            bA3 bQ  .
        """,
    )


def test_a_slide_passes_where_one_side_is_free() -> None:
    check(
        "wQ",
        """
        .   bA1 bS1
          bA2 wQ  *
            bA3 *   .
              bQ
        """,
    )


def test_a_slide_keeps_touch_with_the_hive() -> None:
    check(
        "wQ",
        """
        .   *   .
          wQ  bQ  wA1
            *   .
        """,
    )


def test_a_stunned_piece_does_not_move() -> None:
    check("wQ", "wQ  bQ  wA1", stunned="wQ")


def test_the_piece_that_moved_last_is_stunned() -> None:
    start = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    position = parse(start + ";wQ \\wS1")
    assert position.stunned == "wQ"
    assert position.play("bQ bS1/").stunned == "bQ"


# The pieces


def test_queen_slides_one_step() -> None:
    check(
        "wQ",
        """
        .   .   .   .   .
          .   .   *   .   .
            .   wQ  bQ  bA1 .
              .   *   .   .
        """,
    )


def test_spider_slides_exactly_three_steps() -> None:
    check(
        "wS1",
        """
        .   .   .   *
          wS1 wQ  bQ  .
            .   .   *
        """,
    )


def test_spider_does_not_go_over_a_hex_twice() -> None:
    """In a closed room of three hexes the third step would end where the spider began."""
    check(
        "wS1",
        """
        .   bA1 bA2 bA3
          bS1 wS1 .   bS2
            bQ  .   bB1
              bB2 wQ
        """,
    )


def test_ant_slides_any_number_of_steps() -> None:
    check(
        "wA1",
        """
        .   *   *   *
          wA1 wQ  bQ  *
            *   *   *
        """,
    )


def test_ant_does_not_pass_a_gate() -> None:
    check(
        "wA1",
        """
        .   .   *   *   *   .
          .   *   bA1 bS1 *   .
            *   bA2 .   *   wA1 .
              *   bA3 bQ  wQ  *
                *   *   *   *
        """,
    )


def test_grasshopper_jumps_in_a_line_over_any_number_of_pieces() -> None:
    check("wG1", "wG1 wQ  bQ  bA1 *")


def test_grasshopper_jumps_over_at_least_one_piece_to_the_first_empty_hex() -> None:
    check(
        "wG1",
        """
        wG1 wQ  *   bQ
          .   wS1 bS1
        """,
    )


def test_grasshopper_jumps_into_an_enclosed_hex() -> None:
    check(
        "wG1",
        """
        .   .   bA1 bS1
          wG1 bA2 *   bS2
            .   bA3 bQ  wQ  .
        """,
    )


def test_beetle_slides_or_climbs_one_step() -> None:
    check(
        "wB1",
        """
        .   *   .
          wB1 *bQ wQ
            *   .
        """,
    )


def test_beetle_on_the_ground_obeys_the_gate() -> None:
    check(
        "wB1",
        """
        .   *bA1 *bS1
          *bA2 wB1 .
            *bA3 *bQ wQ
        """,
    )


def test_beetle_climbs_no_step_between_two_higher_stacks() -> None:
    check(
        "wB1",
        """
        .   *   *wS2+bB1
          .   wB1 wS1 wQ  bQ
            *   *wA1+bB2
        """,
    )


def test_beetle_climbs_between_two_stacks_as_high_as_its_step() -> None:
    check(
        "wB1",
        """
        .   *   *wS2+bB1
          .   wB1 *wS1+wM wQ  bQ
            *   *wA1+bB2
        """,
    )


def test_beetle_falls_through_no_gate_of_higher_stacks() -> None:
    check(
        "wB1",
        """
        .   *   *wQ+bB1
          *   bQ+wB1 .
            *   *wA1+bB2
        """,
    )


def test_ladybug_takes_two_steps_on_top_and_one_down() -> None:
    check(
        "wL",
        """
        .   .   *   *
          wL  wQ  bQ  *
            .   *   *
        """,
    )


def test_ladybug_does_not_end_where_it_began() -> None:
    check(
        "wL",
        """
        .   *   *   .
          *   wQ  *   .
            wL  bQ  *
              *   *
        """,
    )


def test_ladybug_steps_down_into_an_enclosed_hex() -> None:
    position, _ = picture(
        """
        .   bA1 bS1
          bA2 .   bS2
            bA3 bQ  .
              wL  wQ
        """
    )
    assert 1 + ROW in targets(position, "wL")


def test_ladybug_steps_down_through_no_gate_of_higher_stacks() -> None:
    check(
        "wL",
        """
        .   .   *   wS1+bB1
          wL  wQ  bQ  .
            .   *   wS2+bB2
        """,
    )


def test_mosquito_moves_as_a_piece_that_it_touches() -> None:
    check("wM", "wM  bG1 wQ  bQ  *")


def test_mosquito_moves_as_any_of_the_pieces_that_it_touches() -> None:
    """As the queen by a slide, as the grasshopper over either."""
    check(
        "wM",
        """
        .   .   *   .
          *   bQ  wM  .
            .   bG1 *
              *   wQ
        """,
    )


def test_mosquito_beside_a_mosquito_alone_does_not_move() -> None:
    check("wM", "wM  bM  wQ  bQ")


def test_mosquito_takes_the_top_of_a_stack() -> None:
    check(
        "wM",
        """
        .   *   .
          wM  *wA1+bB1 wQ  bQ
            *   .
        """,
    )


def test_mosquito_on_a_stack_moves_only_as_a_beetle() -> None:
    check(
        "wM",
        """
        .   *   *   .
          *   wQ+wM *bA1 bQ
            *   *
        """,
    )


def test_pillbug_slides_one_step() -> None:
    check(
        "wP",
        """
        .   *   .
          wP  bQ  wQ
            *   .
        """,
    )


# Throws


def test_pillbug_throws_an_enemy_piece_to_an_empty_hex_beside_it() -> None:
    check(
        "bA1",
        """
        .   *   *
          bA1 wP  wQ
            bQ  *
        """,
    )


def test_pillbug_throws_an_own_piece() -> None:
    check(
        "wG1",
        """
        .   *   *
          wG1 wP  wQ  bQ  *
            *   *
        """,
    )


def test_a_pillbug_held_by_the_one_hive_rule_throws() -> None:
    position, marked = picture(
        """
        .   *   *
          bA1 wP  wQ  bQ
            *   *
        """
    )
    assert targets(position, "bA1") == marked
    assert not targets(position, "wP")


def test_a_throw_breaks_no_hive() -> None:
    check("bA1", "bQ  bA1 wP  wQ")


def test_a_piece_on_a_stack_is_not_thrown() -> None:
    check("bB1", "bA1+bB1 wP  wQ  bQ")


def test_a_stunned_piece_is_not_thrown() -> None:
    check("bA1", "bA1 wP  wQ  bQ", stunned="bA1")


def test_a_stunned_pillbug_does_not_throw() -> None:
    check("bA1", "bA1 wP  wQ  bQ", stunned="wP")


def test_a_covered_pillbug_does_not_throw() -> None:
    check("bA1", "bA1 wP+bB1 wQ  bQ")


def test_an_enemy_pillbug_throws_nothing_in_the_own_turn() -> None:
    check("bA1", "bA1 bP  wQ  bQ")


def test_a_throw_does_not_lift_through_a_gate_of_higher_stacks() -> None:
    check(
        "bA1",
        """
        .   wS1+bB1 .
          bA1 wP  wQ  bQ
            wS2+bB2 .
        """,
    )
    check(
        "bA1",
        """
        .   wS1+bB1 *
          bA1 wP  wQ  bQ
            wS2 *
        """,
    )


def test_a_throw_does_not_set_down_through_a_gate_of_higher_stacks() -> None:
    check(
        "bA1",
        """
        .   *   wQ+bB1
          bA1 wP  .
            *   bQ+bB2
        """,
    )


def test_the_thrown_piece_is_stunned() -> None:
    position, _ = picture("bA1 wP  wQ  bQ")
    thrown = position.play("bA1 \\wP")
    assert thrown.stunned == "bA1"
    assert not targets(thrown, "bA1")


def test_a_mosquito_throws_like_the_pillbug_that_it_touches() -> None:
    for pillbug in ("wP", "bP"):
        check(
            "bA1",
            f"""
            .   *   *
              bA1 wM  {pillbug}  wQ  bQ
                *   *
            """,
        )


def test_a_mosquito_throws_the_pillbug_that_it_touches() -> None:
    check(
        "bP",
        """
        .   *   *
          bP  wM  wQ  bQ
            *   *
        """,
    )


def test_a_mosquito_throws_beside_a_stunned_pillbug() -> None:
    check(
        "bA1",
        """
        .   *   *
          bA1 wM  wP  wQ  bQ
            *   *
        """,
        stunned="wP",
    )


def test_a_stunned_mosquito_does_not_throw() -> None:
    check("bA1", "bA1 wM  wP  wQ  bQ", stunned="wM")


def test_a_mosquito_on_a_stack_does_not_throw() -> None:
    check("bA1", "bA1 wS1+wM wP  wQ  bQ")


def test_a_mosquito_beside_a_covered_pillbug_does_not_throw() -> None:
    check("bA1", "bA1 wM  wP+bB1 wQ  bQ")


def test_a_hex_reached_in_two_ways_is_one_move() -> None:
    """The queen slides to two hexes to which the pillbug can throw her as well."""
    position, _ = picture("wQ  wP  bQ")
    moves = [text for text in position.moves() if text.startswith("wQ")]
    assert sorted(moves) == sorted(["wQ \\wP", "wQ /wP", "wQ \\bQ", "wQ wP\\"])


# Short positions that decide a rule


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param(
            r"Base+MP;InProgress;Black[4];wP;bM /wP;wQ \wP;bQ /bM;wQ bM-;bP bQ\;wP \bM",
            25,
            id="mosquito throws with a stunned pillbug",
        ),
        pytest.param(
            r"Base+MP;InProgress;Black[3];wP;bM wP\;wQ -wP;bQ bM-;wQ /wP",
            26,
            id="mosquito throws the pillbug it copies",
        ),
        pytest.param("Base+MLP;InProgress;White[2];wP;bB1 wP-", 21, id="no throw before the queen"),
        pytest.param(
            r"Base+MP;InProgress;White[8];wP;bP -wP;wQ wP-;bM \bP;wQ wP/;bA1 /bM;wQ bM-;bQ bA1\;bP wP\;bQ bA1-;bP bQ\;"
            r"bM wQ/;bP wP-;bS1 bM-",
            3,
            id="only throws are left, so no pass",
        ),
        pytest.param(
            r"Base;Draw;White[7];wS1;bB1 wS1-;wQ \wS1;bQ bB1\;wQ -wS1;bQ bB1-;wQ \wS1;bQ bB1\;wQ -wS1;bQ bB1-;wQ \wS1;"
            "bQ bB1\\",
            0,
            id="third time, a draw",
        ),
    ],
)
def test_positions_that_decide_a_rule(text: str, count: int) -> None:
    assert len(parse(text).moves()) == count


# The end


def test_a_surrounded_queen_loses() -> None:
    ring = """
        .   bA1 bS1
          bA2 {}  bS2
            bA3 bB1 {}
    """
    white_lost, _ = picture(ring.format("wQ", "bQ"))
    assert white_lost.outcome() == plyboard.Outcome(1, "White's queen is surrounded")
    assert white_lost.moves() == []
    black_lost, _ = picture(ring.format("bQ", "wQ"))
    assert black_lost.outcome() == plyboard.Outcome(0, "Black's queen is surrounded")


def test_a_queen_under_a_beetle_is_surrounded_like_any_other() -> None:
    position, _ = picture(
        """
        .   bA1 bS1
          bA2 wQ+wB1 bS2
            bA3 bB1 bQ
        """
    )
    assert position.outcome() == plyboard.Outcome(1, "White's queen is surrounded")


def test_both_queens_surrounded_is_a_draw() -> None:
    position, _ = picture(
        """
        .   bA1 bS1 bG1
          bA2 wQ  bQ  bS2
            bA3 bB1 bB2
        """
    )
    assert position.outcome() == plyboard.Outcome(None, "both queens are surrounded")


TWICE = r"Base;InProgress;Black[6];wS1;bB1 wS1-;wQ \wS1;bQ bB1\;wQ -wS1;bQ bB1-;wQ \wS1;bQ bB1\;wQ -wS1;bQ bB1-;wQ \wS1"


def test_the_same_position_for_the_third_time_is_a_draw() -> None:
    before = parse(TWICE)
    assert before.outcome() is None
    third = before.play("bQ bB1\\")
    assert third.outcome() == plyboard.Outcome(None, "the same position for the third time")
    with pytest.raises(plyboard.GameOver, match="third time"):
        third.play("wQ -wS1")


def test_repetition_tells_alike_pieces_apart() -> None:
    """The ants change places: the same hexes are occupied, but it is another position."""
    start, _ = picture("bQ  wQ  wA1 .")
    other, _ = picture("bQ  wQ  wA2 .")
    assert start.seen[-1] != other.seen[-1]


def test_repetition_counts_hexes_from_whites_first() -> None:
    start, _ = picture("bQ  wQ  wA1 .")
    walked, _ = picture(".   bQ  wQ  wA1")
    assert start.seen[-1] != walked.seen[-1]


def test_repetition_asks_for_the_same_side_to_move() -> None:
    """Two who can only pass see the hive three times before each of them has seen it three times."""
    position, _ = picture("bQ  wQ  wA1 .")
    hive = position.seen[-1]
    for times, over in ((2, False), (3, False), (4, False), (5, True)):
        seen = (hive,) * times
        again = HivePosition("MLP", position.played, position.hive, position.where, None, seen)
        assert (again.outcome() is not None) is over


def test_endings() -> None:
    lines = (perft_data.DATA / "hive" / "endings.txt").read_text(encoding="utf-8").splitlines()
    texts = [line for line in lines if not line.startswith("#")]
    assert len(texts) == 5
    for text in texts:
        assert str(parse(text)).split(";")[:3] == text.split(";")[:3]


# Texts


def test_start_options() -> None:
    for letters in ("", "M", "L", "P", "ML", "MP", "LP", "MLP"):
        name = f"Base+{letters}" if letters else "Base"
        assert str(HIVE.start(expansions=letters)) == f"{name};NotStarted;White[1]"
    assert HIVE.start(expansions="plm") == HIVE.start(expansions="MLP")
    assert HIVE.start() == HIVE.start(expansions="")


@pytest.mark.parametrize(
    "expansions", ["X", "MM", "Mm", "M L", "Base", "ſ", None, 3, True, ["M"], b"MLP", pytest.param(10**5000, id="huge")]
)
def test_start_refuses_other_options(expansions: object) -> None:
    with pytest.raises(plyboard.InvalidPosition, match="expansion"):
        HIVE.start(expansions=expansions)
    with pytest.raises(plyboard.InvalidPosition, match="no option"):
        HIVE.start(size=3)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Base", "Base;NotStarted;White[1]"),
        ("Base+PLM", "Base+MLP;NotStarted;White[1]"),
        ("  Base+L;NotStarted;White[1] ", "Base+L;NotStarted;White[1]"),
        ("Base;BlackWins;Black[77]", "Base;NotStarted;White[1]"),
        ("Base;NotStarted;White[1];wS1;bG1 -wS1", "Base;InProgress;White[2];wS1;bG1 -wS1"),
        ("Base;InProgress;White[2];WS1; bg1_-ws1", "Base;InProgress;White[2];wS1;bG1 -wS1"),
        pytest.param(f"Base;InProgress;White[1{'0' * 5000}];wS1", "Base;InProgress;Black[1];wS1", id="huge"),
    ],
)
def test_positions_are_read_generously_and_written_canonically(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)


def test_moves_are_written_by_the_first_neighbour_from_west_clockwise() -> None:
    position = parse("Base;InProgress;White[2];wS1;bS1 wS1-")
    written = [text.split()[1] for text in position.moves() if text.startswith("wA1")]
    assert sorted(written) == sorted(["-wS1", "\\wS1", "/wS1"])
    position, _ = picture(
        """
        .   .   .
          wA1 bQ  wQ
            .   .
        """
    )
    written = [text.split()[1] for text in position.moves() if text.startswith("wA1")]
    assert sorted(written) == sorted(["\\bQ", "\\wQ", "wQ/", "wQ-", "wQ\\", "bQ\\", "/bQ"])


def test_a_move_onto_a_piece_is_written_by_the_top_piece() -> None:
    position, _ = picture("bQ  wQ+bB1 wB1")
    assert "wB1 bB1" in position.moves()


def test_a_step_off_a_stack_may_be_written_by_the_uncovered_piece() -> None:
    position, _ = picture("bQ+wB1 wQ")
    assert "wB1 -bQ" in position.moves()


LINE = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
ON_TOP = LINE + ";wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ"


@pytest.mark.parametrize(
    ("start", "typed", "canonical"),
    [
        (LINE, "wQ wQ/", "wQ \\wS1"),
        (LINE, "wQ \\wS1", "wQ \\wS1"),
        (LINE, "wQ wQ\\", "wQ /wS1"),
        (LINE, "WQ WQ/", "wQ \\wS1"),
        (LINE, "wq  \\ws1", "wQ \\wS1"),
        (LINE, "  wQ \\wS1\t", "wQ \\wS1"),
        (LINE, "wQ_\\wS1", "wQ \\wS1"),
        (LINE, "wA1 wQ/", "wA1 \\wS1"),
        (LINE, "wA1 \\wQ", "wA1 \\wQ"),
        (LINE + ";wB1 -wQ;bB1 bQ-", "wB1 -wS1", "wB1 wQ"),
        (LINE + ";wB1 -wQ;bB1 bQ-", "wB1 wB1-", "wB1 wQ"),
        (LINE + ";wB1 -wQ;bB1 bQ-", "wB1 wQ", "wB1 wQ"),
        (ON_TOP, "wB1 -wQ", "wB1 -wQ"),
        (ON_TOP, "wB1 -wB1", "wB1 -wQ"),
        (ON_TOP, "wB1 wQ-", "wB1 wS1"),
        (ON_TOP, "wA1 /wQ", "wA1 /wB1"),
    ],
)
def test_moves_are_read_by_any_reference(start: str, typed: str, canonical: str) -> None:
    position = parse(start)
    assert canonical in position.moves()
    assert position.play(typed) == position.play(canonical)


def test_pass_is_read_in_any_case() -> None:
    position, _ = picture("bQ wQ+bB1 wS1+bB2")
    assert position.play(" Pass ").played[-1] == "pass"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "Base"),
        (";", "Base"),
        ("base", "Base"),
        ("Hive", "Base"),
        ("Base+", "Base"),
        ("Base+;NotStarted;White[1]", "Base"),
        ("Base MLP", "Base"),
        ("BaseMLP", "Base"),
        ("Base+X", "'X'"),
        ("Base+mlp", "'m'"),
        ("Base+MM", "twice"),
        ("Base+MLPM;NotStarted;White[1]", "twice"),
        ("Base+M+L", "expansion"),
        ("Base;", "end with ';'"),
        ("Base;;", "end with ';'"),
        ("Base;NotStarted;White[1];", "end with ';'"),
        ("Base;InProgress;White[2];wS1;bS1 wS1-;", "end with ';'"),
        ("Base;Started;White[1]", "state is 'Started'"),
        ("Base;notstarted;White[1]", "state"),
        ("Base;;White[1]", "state is ''"),
        ("Base;White[1]", "state is 'White"),
        ("Base;NotStarted", "turn is missing"),
        ("Base;NotStarted;White[0]", r"turn is 'White\[0\]'"),
        ("Base;NotStarted;White[01]", "turn"),
        ("Base;NotStarted;White[]", "turn"),
        ("Base;NotStarted;White[-1]", "turn"),
        ("Base;NotStarted;White[²]", "turn"),
        ("Base;NotStarted;White[٣]", "turn"),
        ("Base;NotStarted;White", "turn"),
        ("Base;NotStarted;Red[1]", "turn is 'Red"),
        ("Base;NotStarted;white[1]", "turn"),
        ("Base; NotStarted;White[1]", "state"),
        ("Base;NotStarted;White[1];;wS1", "move 1, ''"),
        ("Base;InProgress;Black[1];wQ", "move 1, 'wQ': .* first turn"),
        ("Base;InProgress;Black[1];wM", "move 1, 'wM': there is no wM in this game: it is Base"),
        ("Base;InProgress;Black[1];bS1", "move 1, 'bS1': .* belongs to Black"),
        ("Base;InProgress;Black[1];wS2", "move 1, 'wS2': .*wS1 is placed before it"),
        ("Base;InProgress;White[2];wS1;bS1", "move 2, 'bS1'"),
        ("Base;InProgress;White[2];wS1;bS1 wS2-", "move 2, 'bS1 wS2-': wS2 is not in play"),
        ("Base;InProgress;Black[2];wS1;bS1 wS1-;wA1 bS1-", "move 3, 'wA1 bS1-': wA1 is an ant: it may not go there"),
        ("Base;InProgress;Black[2];wS1;bS1 wS1-;pass", "move 3, 'pass'"),
        (TWICE + r";bQ bB1\;wQ -wS1", "move 13, 'wQ -wS1': the game is over"),
        ("Base;InProgress;Black[1];wS1\x00", "printable"),
        ("Base;InProgress;White[2];wS1;\nbS1 wS1-", "one line"),
        ("Base;InProgress;Black[1];\ud800", "printable"),
        pytest.param("Base;InProgress;Black[1];" + "w" * 100_000, "move 1", id="long"),
    ],
)
def test_bad_positions_are_refused(text: str, word: str) -> None:
    with pytest.raises(plyboard.InvalidPosition, match=word):
        HIVE.parse(text)


PINNED = LINE + ";wB1 -wQ;bB1 bQ-"


@pytest.mark.parametrize(
    ("start", "move", "word"),
    [
        ("Base", "", "not a move"),
        ("Base", " ", "not a move"),
        ("Base", "_", "not a move"),
        ("Base", "x", "no piece 'x'"),
        ("Base", "wX", "no piece 'wX'"),
        ("Base", "w", "no piece"),
        ("Base", "S1", "no piece"),
        ("Base", "wS", "no piece"),
        ("Base", "wS0", "no piece"),
        ("Base", "wS3", "no piece"),
        ("Base", "wS²", "no piece"),
        ("Base", "wſ1", "no piece"),
        ("Base", "wQ1", "no piece"),
        ("Base", "wL", "no wL in this game: it is Base"),
        ("Base", "wQ", "not placed on the first turn"),
        ("Base", "wS2", "wS1 is placed before it"),
        ("Base", "bS1", "belongs to Black, it is the turn of White"),
        ("Base", "wS1 -wS1", "just a piece"),
        ("Base", "pass", "nothing else"),
        ("Base", "\x00", "no piece"),
        ("Base", "\ud800", "no piece"),
        pytest.param("Base", "wS1" * 50_000, "no piece", id="long"),
        (LINE, "wQ", "a piece and where it goes"),
        (LINE, "wQ - wS1", "not a move"),
        (LINE, "wQ -", "no piece ''"),
        (LINE, "wQ -wS1-", "no piece"),
        (LINE, "wQ *wS1", "no piece"),
        (LINE, "wQ wA1-", "wA1 is not in play"),
        (LINE, "wQ wQ", r"it may not go there. It can go to \\wS1, /wS1"),
        (LINE, "wQ wS1", "wQ is a queen: it may not go there"),
        (LINE, "wQ -wQ", "may not go there"),
        (LINE, "wQ bQ-", "may not go there"),
        (LINE, "wS1 wS1/", "wS1 is a spider: without it the hive would fall apart"),
        (LINE, "bQ bS1/", "belongs to Black, and no pillbug can throw it"),
        (LINE, "bA1 bQ-", "belongs to Black"),
        (LINE, "wA1 bQ-", "wA1 is an ant: it may not go there"),
        (LINE, "wA2 -wQ", "wA1 is placed before it"),
        (LINE, "wM -wQ", "no wM in this game"),
        ("Base;InProgress;White[3];wA1;bA1 wA1-;wS1 -wA1;bQ bA1-", "wS1 \\wA1", "moves nothing before wQ is in play"),
        (
            "Base;InProgress;White[4];wS1;bS1 wS1-;wS2 -wS1;bS2 bS1-;wA1 -wS2;bA1 bS2-",
            "wG1 -wA1",
            "wQ is not in play on the fourth turn",
        ),
        (PINNED + ";wB1 wQ;bB1 bQ", "wQ wQ/", "covered by wB1"),
    ],
)
def test_bad_moves_are_refused(start: str, move: str, word: str) -> None:
    with pytest.raises(plyboard.IllegalMove, match=word):
        parse(start).play(move)


def test_a_refusal_says_that_a_piece_is_stunned() -> None:
    position, _ = picture("wQ  bQ  wA1", stunned="wQ")
    with pytest.raises(plyboard.IllegalMove, match="Black has just moved it"):
        position.play("wQ wQ/")


def test_a_refusal_says_that_there_is_no_free_hex() -> None:
    position, _ = picture("bQ wQ+bB1 wS1+bB2")
    with pytest.raises(plyboard.IllegalMove, match="no free hex"):
        position.play("wA1 wS1-")


def test_a_move_after_the_end_is_refused() -> None:
    over = parse(TWICE + ";bQ bB1\\")
    for move in ("wQ -wS1", "pass", "nonsense", ""):
        with pytest.raises(plyboard.GameOver, match="third time"):
            over.play(move)


# Counts


@pytest.mark.parametrize(("text", "counts"), perft_data.read("hive"))
def test_counts_from_the_start(text: str, counts: list[int]) -> None:
    position = parse(text)
    for depth, count in enumerate(counts[:4], 1):
        assert plyboard.perft(position, depth) == count


@pytest.mark.parametrize("name", ["hive/positions", "hive/openings"])
def test_counts_from_positions(name: str) -> None:
    for text, counts in perft_data.read(name):
        position = parse(text)
        for depth, count in enumerate(counts[:2], 1):
            assert plyboard.perft(position, depth) == count, text


@pytest.mark.slow
@pytest.mark.parametrize(("text", "counts"), perft_data.read("hive"))
def test_deep_counts_from_the_start(text: str, counts: list[int]) -> None:
    assert plyboard.perft(parse(text), 5) == counts[4]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hive/positions", "hive/openings"])
def test_deep_counts_from_positions(name: str) -> None:
    for text, counts in perft_data.read(name):
        assert plyboard.perft(parse(text), 3) == counts[2], text


def test_real_games() -> None:
    """At every ply of real games the number of legal moves is right, and the move that was played is one of them."""
    folder = perft_data.DATA / "hive"
    games = (folder / "real_games.txt").read_text(encoding="utf-8").splitlines()
    counts = (folder / "real_games_counts.txt").read_text(encoding="utf-8").splitlines()
    assert len(games) == 150
    for text, line in zip(games, counts, strict=True):
        game_type, state, turn, *moves = text.split(";")
        position = parse(game_type)
        for move, count in zip(moves, line.split(), strict=True):
            assert len(position.moves()) == int(count), str(position)
            position = position.play(move)
        assert str(position).split(";")[:3] == [game_type, state, turn]
