"""Ratings from games: right where they can be known, honest where they cannot."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyboard.arena.ratings import NoRating, Rating, rate
from plyboard.arena.scores import CrossTable, Tally, cross_table, players_of, total
from plyboard.records.record import Record
from plyboard.rules.core import Outcome

Meeting = tuple[str, str, int, int, int]


def table(*meetings: Meeting) -> dict[tuple[str, str], Tally]:
    found = {}
    for one, other, wins, draws, losses in meetings:
        found[one, other] = Tally(wins, draws, losses)
        found[other, one] = Tally(losses, draws, wins)
    return found


def rated(found: CrossTable, anchor: str | None = None) -> dict[str, Rating]:
    return rate(found, players_of(found), anchor)


def elos(ratings: dict[str, Rating]) -> dict[str, float]:
    return {player: round(rating.elo, 2) for player, rating in ratings.items()}


# The example by which Kai Laskos compared rating programs: 75 %, 75 % and 90 % are 191 points, and twice as many.
LASKOS = table(
    ("Houdini", "Strelka", 18, 9, 3),
    ("Strelka", "Komodo", 18, 9, 3),
    ("Houdini", "Komodo", 24, 6, 0),
)
UNEVEN = table(
    ("Ann", "Bob", 12, 6, 2),
    ("Ann", "Cid", 9, 2, 9),
    ("Bob", "Dee", 7, 10, 3),
    ("Cid", "Dee", 15, 0, 5),
    ("Ann", "Dee", 8, 1, 1),
    ("Dee", "Eve", 20, 12, 8),
)


@pytest.mark.parametrize(
    ("games", "anchor", "ordo"),
    [
        # What Ordo 1.2 makes of the same games: `ordo -a 0 -z 200.2409 -D -s 10000 -F 95 -N 2 [-A Dee] -p FILE`.
        (LASKOS, None, {"Houdini": (190.85, 62.07), "Strelka": (0.0, 52.84), "Komodo": (-190.85, 61.59)}),
        (
            UNEVEN,
            None,
            {
                "Ann": (160.58, 81.59),
                "Cid": (137.84, 90.63),
                "Bob": (-21.35, 85.81),
                "Dee": (-84.76, 61.52),
                "Eve": (-192.30, 98.04),
            },
        ),
        (
            UNEVEN,
            "Dee",
            {"Ann": (245.34, 124.31), "Cid": (222.60, 127.35), "Bob": (63.41, 114.68), "Eve": (-107.54, 98.66)},
        ),
    ],
)
def test_the_ratings_are_those_of_ordo_and_the_errors_near_its_simulated_ones(
    games: CrossTable, anchor: str | None, ordo: dict[str, tuple[float, float]]
) -> None:
    found = rated(games, anchor)
    for player, (elo, error) in ordo.items():
        assert found[player].elo == pytest.approx(elo, abs=0.011)
        assert found[player].error == pytest.approx(error, rel=0.05)
        assert found[player].bound == ""


def test_the_anchor_is_at_zero_without_error() -> None:
    assert rated(UNEVEN, "Dee")["Dee"] == Rating(0.0, 0.0)


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(NoRating, match="'Zoe' is not among the players: Ann, Bob"):
        rated(UNEVEN, "Zoe")


def test_whoever_wins_all_games_may_be_stronger_still() -> None:
    found = rated(table(("A", "B", 10, 0, 0)))
    # One supposed draw: 10.5 points in 11 games.
    assert elos(found) == {"A": 264.44, "B": -264.44}
    assert [rating.bound for rating in found.values()] == ["≥", "≤"]
    more = rated(table(("A", "B", 100, 0, 0)))
    assert more["A"].elo > found["A"].elo + 100


def test_a_lost_camp_is_open_beside_the_rest_only() -> None:
    games = table(("A", "B", 6, 0, 4), ("A", "C", 10, 0, 0), ("B", "C", 10, 0, 0))
    assert [rating.bound for rating in rated(games).values()] == ["", "", "≤"]
    assert [rating.bound for rating in rated(games, "C").values()] == ["≥", "≥", ""]
    assert rated(games)["A"].elo - rated(games)["B"].elo == pytest.approx(
        70.4, abs=5
    )  # The supposed draw pulls a little.


def test_whoever_won_all_here_and_lost_all_there_may_be_anywhere() -> None:
    games = table(("A", "B", 4, 0, 0), ("B", "C", 4, 0, 0), ("A", "C", 4, 0, 0))
    assert [rating.bound for rating in rated(games).values()] == ["≥", "~", "≤"]


def test_only_draws_leave_an_error() -> None:
    few, many = (rated(table(("A", "B", 0, games, 0)))["A"] for games in (10, 100))
    assert few.elo == many.elo == 0
    assert few.error is not None
    assert many.error is not None
    assert few.error > many.error > 0


def test_players_whom_no_games_connect_are_rated_apart() -> None:
    found = rate(table(("A", "B", 5, 0, 3), ("X", "Y", 3, 1, 2)), ["A", "X", "B", "Y", "alone"], "A")
    assert [rating.group for rating in found.values()] == [0, 1, 0, 1, 2]
    assert found["A"].elo == 0 > found["B"].elo
    assert found["X"].elo == pytest.approx(-found["Y"].elo)
    assert found["alone"] == Rating(0.0, None, group=2)


def test_without_players_there_are_no_ratings() -> None:
    assert rate({}, []) == {}


@st.composite
def cross_tables(draw: st.DrawFn) -> dict[tuple[str, str], Tally]:
    count = st.integers(0, 30)
    meetings = [
        (one, other, draw(count), draw(count), draw(count))
        for one, other in combinations("ABCDE"[: draw(st.integers(2, 5))], 2)
        if draw(st.booleans())
    ]
    return table(*[meeting for meeting in meetings if any(meeting[2:])])


@given(cross_tables())
def test_everyone_has_scored_what_the_ratings_expect(games: dict[tuple[str, str], Tally]) -> None:
    found = rated(games)
    if any(rating.bound for rating in found.values()):
        return  # Nothing finite expects all points.
    for player in found:
        expected = sum(
            tally.games / (1 + 10 ** ((found[other].elo - found[player].elo) / 400))
            for (one, other), tally in games.items()
            if one == player
        )
        assert expected == pytest.approx(total(games, player).points, abs=1e-4)


@given(cross_tables(), st.sampled_from("ABCDE"))
def test_the_anchor_moves_all_ratings_alike(games: dict[tuple[str, str], Tally], anchor: str) -> None:
    if anchor not in players_of(games):
        return
    free, held = rated(games), rated(games, anchor)
    for player in free:
        if free[player].group == free[anchor].group:
            assert held[player].elo == pytest.approx(free[player].elo - free[anchor].elo, abs=1e-6)


def test_a_cross_table_counts_games_that_ended_between_two_players() -> None:
    def game(first: str, second: str, outcome: Outcome | None) -> Record:
        return Record("hiya", (first, second), outcome=outcome, date=datetime(2026, 1, 5, tzinfo=UTC))

    found = cross_table(
        [
            game("greedy", "random", Outcome(0, "won")),
            game("random", "greedy", Outcome(0, "won")),
            game("random", "greedy", Outcome(1, "won")),
            game("random", "greedy", Outcome(None, "drawn")),
            game("random", "greedy", None),
            game("random", "random", Outcome(0, "won")),
        ]
    )
    assert found == {("greedy", "random"): Tally(2, 1, 1), ("random", "greedy"): Tally(1, 1, 2)}
