"""The store on SQLite and on PostgreSQL: what is saved comes back, what is found is what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from plyboard.records import Played, Record
from plyboard.records.store import Entry, Filter, Store, StoreConflict, StoreError, UnknownRecord
from plyboard.rules.core import Outcome

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
HIYA = Record("hiya", ("human", "engine:level=3"), date=NOON)
SOUTH_WINS = Outcome(0, "South attacked North's king")

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
numbers = st.floats(allow_nan=False)
whole = st.integers(-(2**31), 2**31 - 1)
played_moves = st.builds(
    Played,
    move=words,
    value=st.none() | numbers,
    win=st.none() | whole,
    depth=st.none() | whole,
    nodes=st.none() | st.integers(0, 2**63 - 1),
    seconds=st.none() | numbers,
    clock=st.none() | numbers,
    comment=words,
)
outcomes = st.builds(Outcome, st.sampled_from([0, 1, None]), words)
records = st.builds(
    Record,
    game=words,
    players=st.tuples(words, words),
    options=st.dictionaries(words, words | whole | st.booleans(), max_size=3),
    start=st.none() | words,
    moves=st.lists(played_moves, max_size=5).map(tuple),
    outcome=st.none() | outcomes,
    date=st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)).map(lambda time: time.replace(tzinfo=UTC)),
    clock=st.none() | st.tuples(numbers, numbers),
    tags=st.dictionaries(words, words, max_size=3),
)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    with Store(database_url) as opened:
        yield opened


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(record=records)
def test_a_record_comes_back_equal(store: Store, record: Record) -> None:
    assert store.get(store.begin(record, "import")) == record


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(record=records.filter(lambda record: record.outcome is None), played=st.lists(played_moves, max_size=4))
def test_a_game_saved_move_by_move_comes_back_equal(store: Store, record: Record, played: list[Played]) -> None:
    game = store.begin(record, "web")
    for ply, move in enumerate(played, len(record.moves)):
        store.add(game, ply, move)
    store.finish(game, SOUTH_WINS)
    found = store.get(game)
    assert found.moves == (*record.moves, *played)
    assert found.outcome == SOUTH_WINS


def test_a_time_in_any_zone_is_kept_in_utc(store: Store) -> None:
    east = NOON.astimezone(timezone(timedelta(hours=9)))
    for date in (east, NOON.replace(tzinfo=None)):
        found = store.get(store.begin(Record("hiya", ("human", "human"), date=date), "web"))
        assert (found.date, found.date.utcoffset()) == (NOON, timedelta(0))


def test_what_is_saved_is_there_when_the_store_is_opened_again(database_url: str) -> None:
    with Store(database_url) as store:
        game = store.begin(HIYA, "terminal")
        store.add(game, 0, Played("e2b5"))
    with Store(database_url) as store:
        assert [move.move for move in store.get(game).moves] == ["e2b5"]


@pytest.mark.parametrize("ply", [-1, 0, 1, 3])
def test_a_ply_that_is_there_or_leaves_a_gap_is_refused(store: Store, ply: int) -> None:
    game = store.begin(HIYA, "web")
    store.add(game, 0, Played("e2b5"))
    store.add(game, 1, Played("c6c5"))
    before = store.get(game)
    with pytest.raises(StoreConflict, match=f"the next move of game {game} is that of ply 2, not {ply}"):
        store.add(game, ply, Played("b5d7"))
    assert store.get(game) == before


def test_a_game_that_has_ended_takes_no_move_and_no_other_end(store: Store) -> None:
    game = store.begin(HIYA, "web")
    store.finish(game, SOUTH_WINS)
    store.finish(game, SOUTH_WINS)  # Saying the same twice does no harm.
    with pytest.raises(StoreConflict, match="has ended already: South attacked"):
        store.add(game, 0, Played("e2b5"))
    with pytest.raises(StoreConflict, match="has ended already: South attacked"):
        store.finish(game, Outcome(1, "South resigned"))
    assert store.get(game).outcome == SOUTH_WINS


def test_moves_are_taken_back_and_the_end_with_them(store: Store) -> None:
    game = store.begin(HIYA, "terminal")
    for ply, move in enumerate(["e2b5", "c6c5", "b5d7"]):
        store.add(game, ply, Played(move))
    store.finish(game, SOUTH_WINS)
    store.take_back(game, 1)
    found = store.get(game)
    assert ([move.move for move in found.moves], found.outcome) == (["e2b5"], None)
    store.add(game, 1, Played("a6a5"))
    assert [move.move for move in store.get(game).moves] == ["e2b5", "a6a5"]


UNKNOWN: dict[str, Callable[[Store], object]] = {
    "get": lambda store: store.get(99),
    "add": lambda store: store.add(99, 0, Played("e2b5")),
    "take_back": lambda store: store.take_back(99, 0),
    "finish": lambda store: store.finish(99, SOUTH_WINS),
}


@pytest.mark.parametrize("do", UNKNOWN.values(), ids=UNKNOWN)
def test_a_game_that_is_not_there_is_named(store: Store, do: Callable[[Store], object]) -> None:
    with pytest.raises(UnknownRecord, match="there is no game 99"):
        do(store)


def test_deleted_games_are_gone_and_their_numbers_are_not_given_again(store: Store) -> None:
    games = [store.begin(HIYA, "arena") for _ in range(1200)]
    store.add(games[0], 0, Played("e2b5"))
    assert store.delete([*games[:1100], 9999]) == 1100
    assert store.count() == 100
    with store.database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM moves")).scalar_one() == 0
    store.delete(games)
    assert store.begin(HIYA, "arena") > games[-1]


def test_a_source_that_does_not_exist_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="a game comes from one of terminal, web, arena, import, not 'space'"):
        store.begin(HIYA, "space")  # type: ignore[arg-type]


@pytest.mark.parametrize("comment", ["half a \ud800 pair", "\0"])
def test_what_a_database_cannot_keep_is_refused_or_kept(store: Store, comment: str) -> None:
    game = store.begin(HIYA, "web")
    try:
        store.add(game, 0, Played("e2b5", comment=comment))
    except StoreError:
        assert store.get(game).moves == ()
    else:
        assert store.get(game).moves[0].comment == comment
        store.take_back(game, 0)
    store.add(game, 0, Played("e2b5"))  # The store works on.


def test_a_number_too_large_to_keep_is_refused(store: Store) -> None:
    game = store.begin(HIYA, "web")
    with pytest.raises(StoreError, match="cannot use the database"):
        store.add(game, 0, Played("e2b5", nodes=2**64))
    with pytest.raises(StoreError, match="cannot use the database"):
        store.begin(Record("hiya", ("human", "human"), moves=(Played("e2b5", nodes=2**64),)), "web")
    assert [entry.id for entry in store.find()] == [game]


# find


def _sample() -> list[tuple[Record, str]]:
    games = product(
        ["hiya", "hive"],
        [("human", "engine:level=3"), ("Engine_X%", "random")],
        [None, Outcome(0, "won"), Outcome(1, "won"), Outcome(None, "a draw")],
        ["web", "arena"],
    )
    return [
        (Record(game, players, outcome=outcome, date=NOON + timedelta(hours=at % 7), moves=(Played("x"),) * at), source)
        for at, (game, players, outcome, source) in enumerate(games)
    ]


SAMPLE = _sample()
FILTERS: dict[str, tuple[Filter, Callable[[Record, str], bool]]] = {
    "all": ({}, lambda record, source: True),
    "game": ({"game": "hive"}, lambda record, source: record.game == "hive"),
    "player": ({"player": "engine:"}, lambda record, source: record.players[1] == "engine:level=3"),
    "player in any letters": ({"player": "ENGINE"}, lambda record, source: True),
    "player with signs": ({"player": "e_x%"}, lambda record, source: record.players[1] == "random"),
    "first wins": ({"result": "first"}, lambda record, source: record.outcome == Outcome(0, "won")),
    "second wins": ({"result": "second"}, lambda record, source: record.outcome == Outcome(1, "won")),
    "draw": ({"result": "draw"}, lambda record, source: record.outcome == Outcome(None, "a draw")),
    "since": ({"since": NOON + timedelta(hours=3)}, lambda record, source: record.date >= NOON + timedelta(hours=3)),
    "until": ({"until": NOON + timedelta(hours=3)}, lambda record, source: record.date < NOON + timedelta(hours=3)),
    "finished": ({"finished": True}, lambda record, source: record.outcome is not None),
    "unfinished": ({"finished": False}, lambda record, source: record.outcome is None),
    "source": ({"source": "arena"}, lambda record, source: source == "arena"),
    "several": (
        {"game": "hiya", "result": "draw", "source": "web", "player": "human"},
        lambda record, source: (
            (record.game, source, record.players[0]) == ("hiya", "web", "human")
            and record.outcome == Outcome(None, "a draw")
        ),
    ),
}


def test_find_gives_the_games_that_fit_the_newest_first(store: Store) -> None:
    entries = []
    for record, source in SAMPLE:
        number = store.begin(record, source)  # type: ignore[arg-type]
        plies = len(record.moves)
        known = record.game, record.players, record.date, plies, record.outcome, record.options
        entries.append(Entry(number, source, *known))
    newest = sorted(entries, key=lambda entry: (entry.date, entry.id), reverse=True)
    fits = {entry.id: sample for entry, sample in zip(entries, SAMPLE, strict=True)}
    for name, (wanted, fit) in FILTERS.items():
        expected = [entry for entry in newest if fit(*fits[entry.id])]
        assert store.find(**wanted) == expected, name
        assert store.count(**wanted) == len(expected), name
        assert store.find(**wanted, limit=3, offset=2) == expected[2:5], name
    assert store.find(offset=30) == newest[30:]


def test_a_result_that_does_not_exist_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="a result is one of first, second, draw, not 'won'"):
        store.find(result="won")  # type: ignore[arg-type]


@pytest.mark.parametrize("condition", ["", "WHERE game = 'hive' "])
def test_the_newest_games_are_found_without_looking_at_the_others(sqlite_url: str, condition: str) -> None:
    query = f"EXPLAIN QUERY PLAN SELECT id FROM games {condition}ORDER BY date DESC, id DESC LIMIT 10"
    with Store(sqlite_url) as store, store.database.reading() as connection:
        plan = str([row.detail for row in connection.execute(text(query))])
    assert "INDEX ix_games" in plan
    assert "TEMP B-TREE" not in plan


# threads


def test_of_several_threads_that_write_the_same_ply_one_wins(store: Store) -> None:
    game = store.begin(HIYA, "web")

    def write(writer: int) -> int:
        won = 0
        for ply in range(20):
            try:
                store.add(game, ply, Played(f"{writer}"))
            except StoreConflict:
                continue
            won += 1
        return won

    with ThreadPoolExecutor(4) as threads:
        won = list(threads.map(write, range(4)))
    moves = [move.move for move in store.get(game).moves]
    assert sum(won) == len(moves)
    assert [moves.count(str(writer)) for writer in range(4)] == won


def test_taking_back_while_others_add_leaves_no_gap(store: Store) -> None:
    game = store.begin(HIYA, "web")

    def add(_: int) -> None:
        for _ in range(40):
            try:
                store.add(game, len(store.get(game).moves), Played("x"))
            except StoreConflict:
                continue

    def take_back(_: int) -> None:
        for _ in range(40):
            store.take_back(game, max(0, len(store.get(game).moves) - 2))

    with ThreadPoolExecutor(3) as threads:
        for done in [threads.submit(work, 0) for work in (add, add, take_back)]:
            done.result()
    with store.database.reading() as connection:
        plies = [row.ply for row in connection.execute(text("SELECT ply FROM moves ORDER BY ply"))]
    assert plies == list(range(len(plies)))
