"""Learning from games: how well each move was played, what would have been better, and why."""

from plyboard.study.practice import Exercise, exercises
from plyboard.study.review import Judged, Review, review

__all__ = ["Exercise", "Judged", "Review", "exercises", "review"]
