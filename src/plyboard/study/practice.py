"""Finding the better move: the mistakes of a game as exercises that keep their answer to themselves."""

from __future__ import annotations

from dataclasses import dataclass

from plyboard import players
from plyboard.players import Thought
from plyboard.records import Record
from plyboard.rules.core import Position
from plyboard.study.chances import verdict
from plyboard.study.review import SECONDS, Label, Review, best, label

_TO_FIND = (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)


@dataclass(frozen=True)
class Exercise:
    """A position in which a player went wrong."""

    ply: int
    position: Position
    played: str
    answer: str
    chance: float
    """What the answer promises the player, from -1 to 1."""

    def judge(self, move: str, thinker: str | None = None) -> Label:
        """How good an attempt is; raises IllegalMove for what is no move here."""
        after = self.position.play(move)
        if not self.needs_thought(after):
            return self.grade(after, None)
        judge = players.thinker(thinker or f"{players.strongest(after.game)}:time={SECONDS}", after.game)
        return self.grade(after, best(judge, after))

    def needs_thought(self, after: Position) -> bool:
        """Whether an attempt that leads to this position can only be graded by thinking about it."""
        return after != self.position.play(self.answer) and after.outcome() is None

    def grade(self, after: Position, thought: Thought | None) -> Label:
        """How good an attempt is that leads to a position, by the best thought about it where it needs one."""
        if after == self.position.play(self.answer):
            return Label.BEST
        found = verdict(after, thought).for_player(self.position.player).chance
        return label(max(0.0, self.chance - found), is_best=False)


def exercises(record: Record, review: Review, player: int | None = None) -> list[Exercise]:
    """The moves of a player, or of both, that were not good enough, in the order of the game."""
    positions = list(record.positions())
    return [
        Exercise(
            judged.ply,
            positions[judged.ply],
            judged.move,
            judged.best,
            review.verdicts[judged.ply].for_player(judged.player).chance,
        )
        for judged in review.moves
        if judged.label in _TO_FIND and player in (None, judged.player)
    ]
