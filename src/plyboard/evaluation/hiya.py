"""What is good in Hi-Ya!: more pieces, room to move, and the other's king within reach while one's own is out of it."""

from __future__ import annotations

from plyboard.rules.hiya import AHEAD, FILES, PIECES, SQUARES, HiyaPosition, Move

# The features, each as South has it minus as North has it.
FEATURES = (
    # The ninjas, full and mini, and the samurai, full and mini.
    "ninjas",
    "mini_ninjas",
    "samurai",
    "mini_samurai",
    # How many files all ninjas, mini-ninjas, samurai and mini-samurai together are away from the middle file.
    "ninja_files",
    "mini_ninja_files",
    "samurai_files",
    "mini_samurai_files",
    # The moves of ninjas, full or mini, that attack nothing, whoever is to move.
    "ninja_moves",
    # The same of samurai.
    "samurai_moves",
    # The moves forward to squares where no move of the other player, as things stand, would attack.
    "safe_moves",
    # The moves that attack a piece other than the king.
    "attacks",
    # The moves that attack a full ninja or samurai.
    "full_attacks",
    # The moves that attack the king.
    "king_threats",
    # The moves to the square before one's own king: whoever stands there keeps all attackers out.
    "king_guards",
    # 1 if the player whose move it is can attack the king: that wins.
    "king_falls",
    # 1 for the player whose move it is.
    "turn",
)

_GATES = (SQUARES.index("d2"), SQUARES.index("d7"))
"""The squares before South's and North's king: a king is attacked from there and from nowhere else."""


def features(position: HiyaPosition) -> tuple[int, ...]:
    """The features of a position, in the order of `FEATURES`."""
    moves = [list(HiyaPosition(position.board, player).legal().values()) for player in (0, 1)]
    south, north = (_side(position, player, moves[player], moves[1 - player]) for player in (0, 1))
    return tuple(one - two for one, two in zip(south, north, strict=True))


def _side(position: HiyaPosition, player: int, moves: list[Move], others: list[Move]) -> tuple[int, ...]:
    """What one player has of each feature, whose moves would be these, and the other's those."""
    board = position.board
    _, ninja, mini_ninja, samurai, mini_samurai = tuple(PIECES[player])
    other_full = PIECES[1 - player][1] + PIECES[1 - player][3]
    landings = {end for _, end in others}
    ninja_moves = samurai_moves = safe_moves = attacks = full_attacks = threats = guards = 0
    for start, end in moves:
        front = end + AHEAD[player]
        is_forward = (end // FILES - start // FILES) * AHEAD[player] > 0
        safe_moves += is_forward and front not in landings
        full_attacks += 0 <= front < len(board) and board[front] in other_full
        guards += end == _GATES[player]
        if end == _GATES[1 - player]:
            threats += 1
        elif 0 <= front < len(board) and board[front] in PIECES[1 - player]:
            attacks += 1
        elif board[start] in (ninja, mini_ninja):
            ninja_moves += 1
        else:
            samurai_moves += 1
    has_turn = position.player == player
    return (
        board.count(ninja),
        board.count(mini_ninja),
        board.count(samurai),
        board.count(mini_samurai),
        *(_files(board, kind) for kind in (ninja, mini_ninja, samurai, mini_samurai)),
        ninja_moves,
        samurai_moves,
        safe_moves,
        attacks,
        full_attacks,
        threats,
        guards,
        int(has_turn and threats > 0),
        int(has_turn),
    )


def _files(board: str, kind: str) -> int:
    """How many files all pieces of a kind together are away from the middle file."""
    return sum(abs(square % FILES - FILES // 2) for square, piece in enumerate(board) if piece == kind)
