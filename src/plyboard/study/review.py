"""The review of a game: each move judged against the best one, with the better line and one sentence why."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from plyboard import players
from plyboard.players import Thinker, Thought
from plyboard.records import Record
from plyboard.rules.core import Position
from plyboard.study.chances import Verdict, verdict
from plyboard.study.why import why

SECONDS = 0.25
"""What a position is given to think: a game of 60 plies is reviewed in about a quarter of a minute."""


class Label(StrEnum):
    """How good a move was."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


# The loss of chances, on the scale from -1 to 1, from which on a move is called so; Lichess draws the same lines.
_LOSSES = ((0.3, Label.BLUNDER), (0.2, Label.MISTAKE), (0.1, Label.INACCURACY), (0.0, Label.GOOD))


@dataclass(frozen=True)
class Judged:
    """A move of the game, judged."""

    ply: int
    player: int
    move: str
    label: Label
    loss: float
    """The chances given away, from 0 to 2."""
    best: str
    line: tuple[str, ...]
    """The best line from here."""
    why: str
    """One sentence about what was lost; empty for good moves."""


@dataclass(frozen=True)
class Review:
    """A whole game, judged."""

    verdicts: tuple[Verdict, ...]
    """What each position promises player 0, from the start to the last: the graph of the game."""
    moves: tuple[Judged, ...]
    accuracy: tuple[float | None, float | None]
    """How well each player played, from 0 to 100; None for one who had no move to choose."""


def review(record: Record, thinker: str | None = None, progress: Callable[[int, int], object] | None = None) -> Review:
    """Judge each move of a game.

    `thinker` is the line of the player who judges, the strongest unless said. `progress` is called with the positions
    done and the positions in all.

    >>> from plyboard.records import Played
    >>> begun = Record("hiya", ("human", "human"), start="3k3/7/7/1N5/1I5/7/7/3K3 s", moves=(Played("b5a6"),))
    >>> judged = review(begun, "alphabeta:depth=3").moves[0]
    >>> judged.label, judged.best, judged.why
    (<Label.BLUNDER: 'blunder'>, 'b5d7', 'Misses a forced win in 1 ply.')
    """
    line = thinker or f"{players.strongest(record.game)}:time={SECONDS}"
    judge = players.thinker(line, record.game)
    positions = list(record.positions())
    thoughts: list[Thought | None] = []
    for position in positions:
        thoughts.append(best(judge, position) if position.outcome() is None else None)
        if progress:
            progress(len(thoughts), len(positions))
    return conclude(record, thoughts)


def conclude(record: Record, thoughts: Sequence[Thought | None]) -> Review:
    """The review that follows from the best thought about each position of a game; None where the game is over."""
    positions = list(record.positions())
    verdicts = tuple(map(verdict, positions, thoughts))
    judged = tuple(_judged(ply, positions, thoughts, verdicts, played.move) for ply, played in enumerate(record.moves))
    return Review(verdicts, judged, (_accuracy(judged, 0), _accuracy(judged, 1)))


def best(judge: Thinker, position: Position) -> Thought:
    """The last word of a thinker on a position."""
    return [thought for thought in judge.think(position) if thought.rank == 1][-1]


def label(loss: float, is_best: bool) -> Label:
    """What a move is called that gives away so much of the chances."""
    return Label.BEST if is_best else next(name for least, name in _LOSSES if loss >= least)


def _judged(
    ply: int, positions: list[Position], thoughts: Sequence[Thought | None], verdicts: tuple[Verdict, ...], move: str
) -> Judged:
    thought = thoughts[ply]
    assert thought is not None, "a move was played, so the game went on"
    position, after = positions[ply], positions[ply + 1]
    player = position.player
    before, now = (verdicts[at].for_player(player) for at in (ply, ply + 1))
    is_best = after == position.play(thought.move)
    loss = 0.0 if is_best else max(0.0, before.chance - now.chance)
    named = label(loss, is_best)
    reason = ""
    if named not in (Label.BEST, Label.GOOD):
        answer = thoughts[ply + 1]
        reason = why(position, thought.line, (move, *(answer.line if answer else ())), before, now)
    return Judged(ply, player, move, named, loss, thought.move, thought.line, reason)


def _accuracy(judged: tuple[Judged, ...], player: int) -> float | None:
    """The mean over a player's moves of what Lichess calls the accuracy of a move (lichess.org/page/accuracy)."""
    losses = [50 * move.loss for move in judged if move.player == player]  # In per cent of the chance to win.
    if not losses:
        return None
    each = [103.1668 * math.exp(-0.04354 * loss) - 3.1669 for loss in losses]
    return sum(min(100.0, max(0.0, accuracy)) for accuracy in each) / len(each)
