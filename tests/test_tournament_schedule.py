"""Who meets whom, and who comes first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyboard.arena import schedule
from plyboard.arena.schedule import Meeting
from plyboard.arena.scores import Tally
from plyboard.arena.standings import Standing, standings

Results = dict[Meeting, tuple[float, float]]
Play = Callable[[str, str], tuple[float, float]]

PLAYERS = [f"p{number}" for number in range(1, 17)]


def held(format: str, players: list[str], play: Play, rounds: int | None = None) -> Results:
    """The results of a whole tournament."""
    results: Results = {}
    while meetings := schedule.following(format, players, rounds, results):
        for meeting in meetings:
            results[meeting] = (2, 0) if meeting.second is None else play(meeting.first, meeting.second)
    return results


def by_number(one: str, other: str) -> tuple[float, float]:
    """The smaller number wins both games."""
    return (2, 0) if int(one[1:]) < int(other[1:]) else (0, 2)


def by_chance(seed: int) -> Play:
    random = Random(seed)

    def play(one: str, other: str) -> tuple[float, float]:
        points = random.choice((0, 0.5, 1, 1.5, 2))
        return points, 2 - points

    return play


def pairs(results: Results) -> Counter[frozenset[str | None]]:
    return Counter(frozenset({meeting.first, meeting.second}) for meeting in results)


def in_rounds(results: Results) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for meeting in results:
        found.setdefault(meeting.round, []).extend(player for player in meeting[1:3] if player)
    return found


@pytest.mark.parametrize("count", range(2, 10))
def test_in_a_round_robin_everyone_meets_everyone_once_and_once_a_round(count: int) -> None:
    results = held("round-robin", PLAYERS[:count], by_number)
    assert set(pairs(results).values()) == {1}
    assert len(results) == count * (count - 1) // 2
    rounds = in_rounds(results)
    assert len(rounds) == count - 1 + count % 2
    assert all(max(Counter(players).values()) == 1 for players in rounds.values())


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    assert [(meeting.first, meeting.second) for meeting in held("gauntlet", PLAYERS[:4], by_number)] == [
        ("p1", "p2"),
        ("p1", "p3"),
        ("p1", "p4"),
    ]


@given(st.integers(2, 12), st.data())
@settings(deadline=None)
def test_in_a_swiss_tournament_nobody_meets_anyone_twice_while_it_can_be_helped(
    count: int, data: st.DataObject
) -> None:
    most = max(count // 2, 1)  # So many rounds can always be paired without meeting again.
    rounds = data.draw(st.integers(1, most))
    results = held("swiss", PLAYERS[:count], by_chance(data.draw(st.integers(0, 99))), rounds)
    assert set(pairs(results).values()) == {1}
    assert len(in_rounds(results)) == rounds
    for players in in_rounds(results).values():
        assert sorted(players) == sorted(PLAYERS[:count])  # Nobody is left out; a round off counts as one.


def test_a_swiss_tournament_pairs_winners_with_winners_and_finds_the_best() -> None:
    results = held("swiss", PLAYERS, by_number)
    assert len(in_rounds(results)) == 4
    first = [meeting for meeting in results if meeting.round == 1]
    assert (first[0].first, first[0].second) == ("p1", "p9")
    for number in (2, 3, 4):
        before = schedule.points_of(PLAYERS, {met: score for met, score in results.items() if met.round < number})
        assert all(before[met.first] == before[met.second or ""] for met in results if met.round == number)
    assert max(schedule.points_of(PLAYERS, results).items(), key=lambda item: item[1]) == ("p1", 8)


def test_more_rounds_than_opponents_repeat_meetings() -> None:
    assert sorted(pairs(held("swiss", PLAYERS[:4], by_number, 5)).values()) == [1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("count", range(2, 17))
def test_a_knockout_has_one_loser_a_meeting_and_the_best_two_in_the_final(count: int) -> None:
    results = held("knockout", PLAYERS[:count], by_number)
    played = [meeting for meeting in results if meeting.second is not None]
    assert len(played) == count - 1
    assert (played[-1].first, played[-1].second) == ("p1", "p2")


def test_a_drawn_meeting_of_a_knockout_is_played_off_and_then_goes_to_the_better_seed() -> None:
    results = held("knockout", PLAYERS[:4], lambda one, other: (1, 1))
    labels = "1 1 1.1 1.1 1.2 1.2 1.3 1.3 2 2.1 2.2 2.3"
    assert " ".join(meeting.label() for meeting in results) == labels
    assert [row.player for row in rows("knockout", PLAYERS[:4], results)][:2] == ["p1", "p2"]


def test_a_play_off_decides() -> None:
    scores = iter([(1.0, 1.0), (2.0, 0.0), (0.5, 1.5), (0.0, 2.0)])
    results = held("knockout", PLAYERS[:4], lambda one, other: next(scores))
    assert [(meeting.label(), meeting.first, meeting.second) for meeting in results] == [
        ("1", "p1", "p4"),
        ("1", "p2", "p3"),
        ("1.1", "p1", "p4"),
        ("2", "p2", "p4"),
    ]
    assert rows("knockout", PLAYERS[:4], results)[0].player == "p4"


def rows(format: str, players: list[str], results: Results) -> list[Standing]:
    table: dict[tuple[str, str], Tally] = {}
    for meeting, (points, _) in results.items():
        if meeting.second is not None:
            won, drawn, lost = {2: (2, 0, 0), 1.5: (1, 1, 0), 1: (0, 2, 0), 0.5: (0, 1, 1), 0: (0, 0, 2)}[points]
            for pair, tally in (
                ((meeting.first, meeting.second), Tally(won, drawn, lost)),
                ((meeting.second, meeting.first), Tally(lost, drawn, won)),
            ):
                table[pair] = table.get(pair, Tally()).plus(tally)
    return standings(format, players, results, table)


def test_a_knockout_ranks_by_how_far_one_came() -> None:
    table = rows("knockout", PLAYERS[:8], held("knockout", PLAYERS[:8], by_number))
    assert [(row.place, row.player) for row in table[:2]] == [(1, "p1"), (2, "p2")]
    assert {row.player for row in table[2:4]} == {"p3", "p4"}
    assert [row.place for row in table[2:]] == [3, 3, 5, 5, 5, 5]


def test_equal_points_are_decided_head_to_head_then_by_whom_one_beat() -> None:
    scores = {
        ("p1", "p2"): (2.0, 0.0),
        ("p1", "p3"): (0.0, 2.0),
        ("p1", "p4"): (0.0, 2.0),
        ("p2", "p3"): (2.0, 0.0),
        ("p2", "p4"): (0.0, 2.0),
        ("p3", "p4"): (0.0, 2.0),
    }

    def play(one: str, other: str) -> tuple[float, float]:
        return scores[one, other] if (one, other) in scores else (scores[other, one][1], scores[other, one][0])

    table = rows("round-robin", PLAYERS[:4], held("round-robin", PLAYERS[:4], play))
    assert [(row.place, row.points) for row in table] == [(1, 6), (2, 2), (2, 2), (2, 2)]
    assert table[1].tie_breaks == {"head-to-head": 2, "Sonneborn-Berger": 4}
    scores["p1", "p4"] = (0.5, 1.5)
    scores["p2", "p4"] = (0.5, 1.5)
    scores["p1", "p2"] = (1.5, 0.5)
    table = rows("round-robin", PLAYERS[:4], held("round-robin", PLAYERS[:4], play))
    assert [(row.player, row.points, row.tie_breaks["head-to-head"]) for row in table] == [
        ("p4", 5, None),
        ("p2", 3, None),
        ("p3", 2, 2),
        ("p1", 2, 0),
    ]


def test_buchholz_counts_the_points_of_opponents() -> None:
    results: Results = {
        Meeting(1, "p1", "p3"): (2, 0),
        Meeting(1, "p2", None): (2, 0),
        Meeting(2, "p1", "p2"): (1, 1),
        Meeting(2, "p3", None): (2, 0),
    }
    table = rows("swiss", PLAYERS[:3], results)
    assert [(row.player, row.points, row.tie_breaks["Buchholz"]) for row in table] == [
        ("p1", 3, 5),
        ("p2", 3, 3),
        ("p3", 2, 3),
    ]


def test_in_a_gauntlet_whoever_runs_it_comes_first() -> None:
    players = [*PLAYERS[3:7], "p1"]
    table = rows("gauntlet", players, held("gauntlet", players, by_number))
    assert [row.player for row in table][:2] == ["p4", "p1"]
