"""What is good in Hi-Ya!: more pieces, room to move, and the other's king within reach while one's own is out of it."""

from __future__ import annotations

from itertools import chain

from plyboard.rules.hiya import AHEAD, DEMOTED, EMPTY, FILES, LINES, PIECES, SQUARES, HiyaPosition, Move

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
    # The moves forward after which the king is threatened.
    "king_aims",
    # 1 if the player whose move it is can attack the king: that wins.
    "king_falls",
    # 1 if the player whose move it is can threaten the king, or the other threatens it already, and there is no answer:
    # nobody can come between or attack the piece so that it is no threat any more, and the player's own king is safe.
    "king_doomed",
    # 1 for the player whose move it is.
    "turn",
)

_GATES = (SQUARES.index("d2"), SQUARES.index("d7"))
"""The squares before South's and North's king: a king is attacked from there and from nowhere else."""


_PATHS = tuple(
    {
        (piece, start): [step.end for step in steps[: place + 1]]
        for piece in PIECES[player]
        for start in range(len(SQUARES))
        for steps in chain(*LINES[piece][start])
        for place, step in enumerate(steps)
        if step.end == _GATES[1 - player]
    }
    for player in (0, 1)
)
"""For each player, piece and square from which it might attack the other's king: the squares up to the gate."""


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
    aims = _Aims(board, player, landings)
    ninja_moves = samurai_moves = safe_moves = attacks = full_attacks = threats = guards = king_aims = sure_aims = 0
    for start, end in moves:
        front = end + AHEAD[player]
        if (end // FILES - start // FILES) * AHEAD[player] > 0:
            safe_moves += front not in landings
            king_aims += aims.threatens(board[start], end)
            sure_aims += aims.surely_threatens(board[start], end)
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
    is_sure = sure_aims > 0 if has_turn else any(aims.surely_threatens(piece, at) for at, piece in enumerate(board))
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
        king_aims,
        int(has_turn and threats > 0),
        int(is_sure and _GATES[player] not in landings),
        int(has_turn),
    )


class _Aims:
    """What a player's pieces would threaten, while the other has these landings."""

    def __init__(self, board: str, player: int, landings: set[int]) -> None:
        self._board = board
        self._player = player
        self._landings = landings
        self._strikes = _reached(board, 1 - player)

    def threatens(self, piece: str, square: int) -> bool:
        """Whether a piece on a square could go and attack the king."""
        path = _PATHS[self._player].get((piece, square))
        return path is not None and all(self._board[passed] == EMPTY for passed in path)

    def surely_threatens(self, piece: str, square: int) -> bool:
        """Whether it could still after any answer: a full piece next to the gate is a threat even as a mini."""
        if not self.threatens(piece, square):
            return False
        path = _PATHS[self._player][piece, square]
        is_attacked = square + AHEAD[self._player] in self._strikes
        return self._landings.isdisjoint(path) and (not is_attacked or (piece in DEMOTED and len(path) == 1))


def _reached(board: str, player: int) -> set[int]:
    """The squares that a player's pieces come to, those among them where they may land only to attack."""
    found = set()
    for start, piece in enumerate(board):
        for steps in chain(*LINES[piece][start]) if piece in PIECES[player] else ():
            for step in steps:
                if board[step.end] != EMPTY:
                    break
                found.add(step.end)
    return found


def _files(board: str, kind: str) -> int:
    """How many files all pieces of a kind together are away from the middle file."""
    return sum(abs(square % FILES - FILES // 2) for square, piece in enumerate(board) if piece == kind)
