"""What is good in Hi-Ya!"""

from __future__ import annotations

import random
from collections.abc import Iterator

from plyboard.evaluation import Weights, shipped
from plyboard.evaluation.hiya import FEATURES, features
from plyboard.rules.hiya import EMPTY, FILES, HiyaPosition

LATE = 18
"""With at most so many of the 26 pieces on the board it is late in the game."""


def feature(text: str, name: str) -> int:
    return features(HiyaPosition.parse(text))[FEATURES.index(name)]


def exchanged(position: HiyaPosition) -> HiyaPosition:
    """The same for the other player: the board turned upside down, each piece with the other owner."""
    ranks = [position.board[start : start + FILES] for start in range(0, len(position.board), FILES)]
    board = "".join(reversed(ranks)).translate(str.maketrans("KNnSskIiAa", "kIiAaKNnSs"))
    return HiyaPosition(board, 1 - position.player)


def random_positions(games: int) -> Iterator[HiyaPosition]:
    dice = random.Random(1)
    for _ in range(games):
        position = HiyaPosition.start()
        while position.outcome() is None:
            yield position
            position = position.play(dice.choice(position.moves()))


def leaves_king_open(position: HiyaPosition, move: str) -> bool:
    """Whether the other player can attack the king after a move."""
    after = position.play(move)
    ends = (after.play(reply).outcome() for reply in after.moves())
    return any(end is not None and "king" in end.reason for end in ends)


def wins(position: HiyaPosition, player: int, plies: int) -> bool:
    """Whether a player can win within so many plies, whatever the other does."""
    outcome = position.outcome()
    if outcome is not None or plies == 0:
        return outcome is not None and outcome.winner == player
    ends = (wins(after, player, plies - 1) for _, after in position.successors())
    return any(ends) if position.player == player else all(ends)


def greedy(position: HiyaPosition, weights: Weights) -> str:
    """The move to the best position, as the weights have it."""
    sign = 1 if position.player == 0 else -1
    return max(position.moves(), key=lambda move: sign * weights.value(position.play(move)))


def blind_to_kings() -> Weights:
    """The weights that come with Plyboard, but those that say something about kings."""
    values = zip(FEATURES, shipped("hiya").values, strict=True)
    return Weights("hiya", tuple(0.0 if name.startswith("king") else value for name, value in values))


def test_at_the_start_only_the_move_differs() -> None:
    assert features(HiyaPosition.start()) == (0,) * (len(FEATURES) - 1) + (1,)


def test_what_is_good_for_one_is_as_bad_for_the_other() -> None:
    for position in random_positions(20):
        assert features(exchanged(position)) == tuple(-value for value in features(position)), str(position)


def test_pieces_count_by_kind() -> None:
    text = "3k3/I6/1ii4/7/7/4s2/NN3SS/3K3 s"
    kinds = ("ninjas", "mini_ninjas", "samurai", "mini_samurai")
    assert [feature(text, name) for name in kinds] == [1, -2, 2, 1]


def test_files_are_counted_from_the_middle() -> None:
    text = "3k3/I6/1ii4/7/7/4s2/NN3SS/3K3 s"
    kinds = ("ninja_files", "mini_ninja_files", "samurai_files", "mini_samurai_files")
    assert [feature(text, name) for name in kinds] == [3 + 2 - 3, -2 - 1, 2 + 3, 1]


def test_a_move_is_safe_where_no_reply_attacks() -> None:
    # The samurai can go to a3, a4, a6 and, before the square that the mini-samurai can go to, a5. That has no other.
    assert feature("3k3/a6/7/7/7/7/S6/3K3 n", "safe_moves") == 3 - 0
    # The mini-ninja may land on a5, so that a4 is not safe, nor is a5; c5 is.
    assert feature("3k3/7/1i5/7/7/7/S6/3K3 s", "safe_moves") == 5 - 1


def test_attacks_on_full_pieces() -> None:
    assert feature("3k3/7/7/1I4i/7/7/1S4S/3K3 s", "full_attacks") == 1
    assert feature("3k3/7/7/1I4i/7/7/1S4S/3K3 s", "attacks") == 2


def test_moves_are_counted_for_both_players() -> None:
    for position in random_positions(20):
        moves = [len(HiyaPosition(position.board, player).moves()) for player in (0, 1)]
        values = dict(zip(FEATURES, features(position), strict=True))
        counted = sum(values[name] for name in ("ninja_moves", "samurai_moves", "attacks", "king_threats"))
        assert counted == moves[0] - moves[1], str(position)


def test_a_king_is_threatened_along_open_lines_only() -> None:
    assert feature("3k3/7/7/7/S6/7/7/3K3 n", "king_threats") == 0
    assert feature("3k3/S6/7/1N5/7/7/7/3K3 n", "king_threats") == 2
    assert feature("3k3/S1i4/2i4/1N5/7/7/7/3K3 n", "king_threats") == 0
    assert feature("3k3/S2a3/7/1N5/7/7/7/3K3 n", "king_threats") == 0


def test_a_king_falls_to_the_player_whose_move_it_is() -> None:
    assert feature("3k3/S6/7/7/7/7/7/3K3 s", "king_falls") == 1
    assert feature("3k3/S6/7/7/7/7/7/3K3 n", "king_falls") == 0
    assert feature("3k3/7/7/7/7/2i4/7/3K3 n", "king_falls") == -1


def test_guards_can_step_before_their_king() -> None:
    assert feature("3k3/7/4i2/3A3/7/7/7/3K3 n", "king_guards") == 0
    assert feature("3k3/7/7/7/7/7/7/3KN2 s", "king_guards") == 1


def test_aims_are_moves_after_which_the_king_is_threatened() -> None:
    # The ninja sees d7 from g4 and from c6; a mini-ninja would have to be next to it.
    assert feature("3k3/7/7/7/7/5N1/7/3K3 n", "king_aims") == 2
    assert feature("3k3/7/7/1n4n/7/7/7/3K3 n", "king_aims") == 1
    # A samurai sees it from a7, unless somebody stands between, or there.
    assert feature("3k3/7/7/7/S6/7/7/3K3 n", "king_aims") == 1
    assert feature("3k3/2i4/7/7/S6/7/7/3K3 n", "king_aims") == 0
    assert feature("3k3/3i3/7/7/S6/7/7/3K3 n", "king_aims") == 0


def test_a_king_is_doomed_if_there_is_no_answer() -> None:
    assert feature("3k3/7/7/7/S6/7/7/3K3 s", "king_doomed") == 1
    assert feature("3k3/7/7/7/S6/7/7/3K3 n", "king_doomed") == 0
    assert feature("3k3/S6/7/7/7/7/7/3K3 n", "king_doomed") == 1
    # The mini-samurai can come between, to c7.
    assert feature("2ak3/7/7/7/S6/7/7/3K3 s", "king_doomed") == 0
    # On c6 a mini-ninja would be attacked from c7; a ninja too, but it would still be next to the gate.
    assert feature("3k3/1a5/7/1n5/7/7/7/3K3 s", "king_doomed") == 0
    assert feature("3k3/1a5/7/1N5/7/7/7/3K3 s", "king_doomed") == 1
    # There is no time for it while the own king is threatened; here that is the doomed one.
    assert feature("3k3/7/7/7/S6/7/A6/3K3 s", "king_doomed") == -1


def test_a_king_is_doomed_before_it_falls() -> None:
    """Whoever a king is doomed for loses it within three plies, in nearly all positions."""
    doomed = wrong = 0
    for position in random_positions(60):
        side = features(position)[FEATURES.index("king_doomed")]
        if side == 0:
            continue
        doomed += 1
        wrong += not wins(position, 0 if side > 0 else 1, 3)
    assert doomed > 50
    assert wrong <= doomed / 20


def test_a_king_is_not_left_open_late_in_the_game() -> None:
    # The samurai b7 can take a mini-ninja, but it is all that keeps the samurai a7 from d7.
    position = HiyaPosition.parse("3k3/SA5/3n2n/n6/7/3i3/3S3/3KAiI n")
    assert leaves_king_open(position, "b7g7")
    assert greedy(position, shipped("hiya")) == "b7d7"


def test_a_king_is_left_open_only_when_nothing_helps() -> None:
    late = [position for position in random_positions(60) if len(position.board) - position.board.count(EMPTY) <= LATE]
    blind, open_kings = blind_to_kings(), 0
    for position in late:
        open_moves = [move for move in position.moves() if leaves_king_open(position, move)]
        if 0 < len(open_moves) < len(position.moves()):
            open_kings += greedy(position, blind) in open_moves
            assert greedy(position, shipped("hiya")) not in open_moves, str(position)
    assert open_kings > 0
