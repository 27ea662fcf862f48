"""What there is to tell about the games of a match: how they ended, how long they took, what the players spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import isfinite
from statistics import mean
from typing import Any

from plyboard.arena.game import FAILURE
from plyboard.arena.match import Match, Progress, seat_of_first
from plyboard.arena.pairs import Pairs
from plyboard.arena.scores import Tally, result
from plyboard.records import Played, Record


@dataclass(frozen=True)
class Effort:
    """What a player spent on its moves; None where it does not tell."""

    moves: int
    seconds: float | None
    """A move, as the next ones."""
    nodes: float | None
    depth: float | None


@dataclass(frozen=True)
class Summary:
    """What a match has shown; all that is not said of both players is from the first one's side."""

    match: Match
    players: tuple[str, str]
    """Their lines, with the time that the match gave them."""
    tally: Tally
    by_seat: tuple[Tally, Tally]
    """What the first player made of the games in the first and in the second seat."""
    pairs: Pairs
    ratio: float
    accepted: float | None
    endings: dict[str, int]
    """How often games ended for a reason, the most common one first; a player's fault of one kind is one reason."""
    failures: list[str]
    """What players did wrong, and which games could not be played."""
    plies: tuple[int, float, int]
    """The shortest game, the mean, the longest."""
    efforts: tuple[Effort, Effort]


def summary(progress: Progress) -> Summary:
    """Sum up the games of a match that count."""
    progress = progress.counted()
    numbered = sorted(progress.records.items())
    ended = [(seat_of_first(number), record) for number, record in numbered if record.outcome is not None]
    reasons = Counter(record.outcome.reason for _, record in ended if record.outcome and FAILURE not in record.tags)
    faults = Counter(f"a player's fault: {record.tags[FAILURE]}" for _, record in ended if FAILURE in record.tags)
    lengths = [len(record.moves) for _, record in ended] or [0]
    match = progress.match
    return Summary(
        match=match,
        players=match.lines,
        tally=progress.tally,
        by_seat=(_made(ended, 0), _made(ended, 1)),
        pairs=progress.pairs,
        ratio=progress.ratio,
        accepted=progress.accepted,
        endings=dict((reasons + faults).most_common()),
        failures=[f"game {number}: {_fault(record)}" for number, record in numbered if FAILURE in record.tags],
        plies=(min(lengths), mean(lengths), max(lengths)),
        efforts=_efforts(ended),
    )


def facts(summary: Summary) -> dict[str, Any]:
    """A summary for a program to read; a number that is infinite is None."""
    match, pairs = summary.match, summary.pairs
    return {
        "game": match.game,
        "options": dict(match.options),
        "players": summary.players,
        "seed": match.seed,
        "openings": match.openings_said,
        "games": summary.tally.games,
        "tally": summary.tally._asdict(),
        "by_seat": [tally._asdict() for tally in summary.by_seat],
        "pairs": pairs.counts,
        "score": pairs.score,
        "score_error": pairs.score_error,
        "elo": _finite(pairs.elo),
        "elo_error": _finite(pairs.elo_error),
        "los": pairs.los,
        "sprt": match.sprt
        and {**asdict(match.sprt), "ratio": summary.ratio, "bounds": match.sprt.bounds, "accepted": summary.accepted},
        "endings": summary.endings,
        "failures": summary.failures,
        "plies": summary.plies,
        "efforts": [asdict(effort) for effort in summary.efforts],
    }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _made(ended: Iterable[tuple[int, Record]], seat: int) -> Tally:
    tally = Tally()
    for first, record in ended:
        if first == seat:
            tally = tally.plus(result(record, seat))
    return tally


def _fault(record: Record) -> str:
    return record.outcome.reason if record.outcome else f"not played: {record.tags[FAILURE]}"


def _efforts(ended: Iterable[tuple[int, Record]]) -> tuple[Effort, Effort]:
    """What the two players of the match spent."""
    own: tuple[list[Played], list[Played]] = [], []
    for first, record in ended:
        for position, played in zip(record.positions(), record.moves, strict=False):  # The last position has no move.
            if played.seconds is not None:
                own[position.player != first].append(played)
    return _effort(own[0]), _effort(own[1])


def _effort(own: list[Played]) -> Effort:
    return Effort(
        len(own),
        _mean(played.seconds for played in own),
        _mean(played.nodes for played in own),
        _mean(played.depth for played in own),
    )


def _mean(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return mean(known) if known else None
