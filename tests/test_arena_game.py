"""Games between players of all kinds, those who fail among them."""

from __future__ import annotations

import marshal
import pickle
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import sleep

import pytest

import plyboard
from plyboard import engine, players, records
from plyboard.arena import game as arena_game
from plyboard.arena.game import FAILURE, GameTask, derived_seed, play
from plyboard.arena.limits import BadLimit, TimeLimit, tell_clocks, timed
from plyboard.arena.openings import Opening
from plyboard.players import AlphaBeta, Engine, InvalidPlayer, Option, Player, Ugi, Uhp
from plyboard.players.core import option
from plyboard.records import Played, Record
from plyboard.records.journal import journal, recover
from plyboard.records.store import Store
from plyboard.rules.core import Outcome, Position

needs_engine = pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")
UGI_PINCER = shlex.join([sys.executable, "-m", "plyboard", "ugi", "pincer"])


class Clock:
    """A clock that goes on only when a player says so."""

    now = 0.0


@dataclass
class Odd(Player):
    """A player who does what its line says from its second move on."""

    name = "odd"
    does: str = option(Option("what to do", "a word", lambda text, game: text), "")
    moves: int = 0

    def choose(self, position: Position) -> str:
        self.moves += 1
        if self.moves > 1:
            match self.does.partition(" "):
                case "crash", _, _:
                    raise ZeroDivisionError("by nought")
                case "give", _, _:
                    raise players.PlayerFailed("no more")
                case "cheat", _, _:
                    return "a1a9"
                case "think", _, seconds:
                    Clock.now += float(seconds)
        return position.moves()[0]


@pytest.fixture(autouse=True)
def _odd_player_and_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(players, "_PLAYERS", players.players())
    players.register(Odd)
    yield
    arena_game._seated.clear()


@pytest.fixture
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_game, "perf_counter", lambda: Clock.now)


def settled(record: Record) -> str:
    """All that is the same whenever a game is played again, byte for byte."""
    moves = tuple(played._replace(seconds=None, clock=None) for played in record.moves)
    return records.write(
        [replace(record, moves=moves, date=Record("hiya", ("", "")).date.replace(2026, 1, 5, 12, 0, 0))]
    )


@needs_engine
@pytest.mark.parametrize("name", plyboard.games())
def test_the_same_task_is_the_same_game_whatever_was_played_before(name: str) -> None:
    task = GameTask(name, ("engine:nodes=300", "mcts:simulations=4"), seed=7, max_plies=60)
    first = play(task)
    play(replace(task, players=("engine:nodes=300", "random"), seed=8))
    again = play(pickle.loads(pickle.dumps(task)))
    assert settled(again) == settled(first)
    assert settled(play(replace(task, seed=9))) != settled(first)


def test_a_record_tells_everything() -> None:
    opening = Opening(("a3b4", "c6c5"))
    task = GameTask("hiya", ("alphabeta:depth=2", "random"), number=5, opening=opening, tags={"Event": "match"})
    record = play(task)
    assert records.read(records.write([record])) == [record]
    assert record.players == ("alphabeta:depth=2", "random")
    assert record.tags == {"Event": "match", "Number": "5"}
    assert record.outcome == record.final().outcome()
    assert [played.seconds for played in record.moves[:2]] == [None, None]
    assert all(played.seconds is not None for played in record.moves[2:])
    assert all(played.nodes and played.depth for played in record.moves[2::2])


def test_dice_without_a_seed_follow_the_task_and_those_with_one_do_not() -> None:
    tasks = [GameTask("hiya", ("random", "random:seed=3"), seed=seed) for seed in (1, 2)]
    assert [arena_game.seated(task, 0) for task in tasks] == [
        players.seat(f"random:seed={derived_seed(seed, 0)}", "hiya") for seed in (1, 2)
    ]
    assert arena_game.seated(tasks[0], 1) == arena_game.seated(tasks[1], 1)


@pytest.mark.parametrize(
    ("does", "fault", "reason"),
    [
        ("crash", "crash", "South crashed: ZeroDivisionError: by nought"),
        ("give up", "crash", "South failed: no more"),
        ("cheat", "illegal move", "South played an illegal move: "),
    ],
)
def test_whatever_a_player_does_wrong_loses_the_game(does: str, fault: str, reason: str) -> None:
    record = play(GameTask("hiya", (f"odd:does={does}", "greedy")))
    assert record.outcome
    assert record.outcome.winner == 1
    assert record.outcome.reason.startswith(reason)
    assert record.tags[FAILURE] == fault
    assert len(record.moves) == 2


@pytest.mark.usefixtures("_clock")
def test_a_move_that_takes_too_long_loses_and_one_within_the_margin_does_not() -> None:
    late = play(GameTask("hiya", ("greedy", "odd:does=think 3.6"), limit=TimeLimit(3)))
    assert late.outcome == Outcome(0, "North took 3.60 s for a move, 3 s were granted")
    assert late.tags[FAILURE] == "time"
    on_time = play(GameTask("hiya", ("greedy", "odd:does=think 3.4"), limit=TimeLimit(3)))
    assert FAILURE not in on_time.tags


@pytest.mark.usefixtures("_clock")
def test_a_clock_is_kept_and_running_out_of_it_loses() -> None:
    record = play(GameTask("hiya", ("odd:does=think 4", "greedy"), limit=TimeLimit(10, 0.5)))
    assert record.clock == (10, 0.5)
    assert [played.clock for played in record.moves[::2]] == [10.5, 7.0, 3.5, 0.5]
    assert [played.seconds for played in record.moves[::2]] == [0, 4, 4, 4]
    assert record.outcome == Outcome(1, "South ran out of time after 10+0.5 s")


def test_a_game_without_end_is_a_draw() -> None:
    record = play(GameTask("pincer", ("odd", "odd"), max_plies=9))
    assert record.outcome == Outcome(None, "9 plies played")
    assert len(record.moves) == 9


def test_a_program_that_dies_loses_and_plays_the_next_game_again(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    dies_once = shlex.join(["sh", "-c", f"test -e {flag} && exec {UGI_PINCER}; touch {flag}; exit 3"])
    task = GameTask("pincer", (f"ugi:depth=1:{dies_once}", "random"), seed=1, max_plies=6)
    record = play(task)
    assert record.outcome
    assert record.outcome.winner == 1
    assert "ended with exit code 3" in record.outcome.reason
    assert play(task).outcome == Outcome(None, "6 plies played")


def test_a_program_is_kept_from_game_to_game_and_ended_when_others_take_its_place() -> None:
    task = GameTask("pincer", (f"ugi:depth=1:{UGI_PINCER}", "greedy"), max_plies=4)
    play(task)
    program = arena_game.seated(task, 0)
    assert isinstance(program, Ugi)
    talk = program._talk
    play(replace(task, seed=2))
    assert arena_game.seated(task, 0) is program
    assert program._talk is talk
    assert talk
    for depth in range(1, 5):
        play(GameTask("pincer", (f"minimax:depth={depth % 2 + 1}", f"alphabeta:depth={depth}"), max_plies=4))
    assert talk.closed


def test_a_game_is_kept_while_it_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_game, "SLOW", 0.0)
    seen: list[int] = []
    with Store(f"sqlite:///{tmp_path}/games.sqlite") as store:

        def look(player: Odd, position: Position) -> str:
            seen.append(len(store.get(1).moves) if store.count() else 0)
            return position.moves()[0]

        monkeypatch.setattr(Odd, "choose", look)
        task = GameTask("hiya", ("odd", "odd"), opening=Opening(("a3b4",)), max_plies=7)
        record = play(task, store)
        assert seen == [0, 2, 3, 4, 5, 6]  # The game begins in the store with its first own move.
        assert store.get(1) == record
        assert [entry.source for entry in store.find()] == ["arena"]


def test_a_fast_move_is_kept_before_a_slow_player_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    with Store(f"sqlite:///{tmp_path}/games.sqlite") as store:

        def look_slowly(player: Odd, position: Position) -> str:
            seen.append(len(store.get(1).moves) if store.count() else 0)
            sleep(2 * arena_game.SLOW)
            return position.moves()[0]

        monkeypatch.setattr(Odd, "choose", look_slowly)
        play(GameTask("hiya", ("odd", "random"), max_plies=6), store)
    assert seen == [0, 2, 4]


def test_the_fault_that_ends_a_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_game, "SLOW", 0.0)
    with Store(f"sqlite:///{tmp_path}/games.sqlite") as store:
        record = play(GameTask("hiya", ("random", "odd:does=crash"), seed=1), store)
        assert len(record.moves) == 3
        assert record.tags[FAILURE] == "crash"
        assert store.get(1) == record


def test_what_others_know_waits_for_them(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.sqlite"
    with Store(url) as store:
        folder = store.database.folder
    assert folder
    folder.mkdir(exist_ok=True)
    noted = folder / "1.journal"
    noted.write_bytes(marshal.dumps('[Game "chess"]\n'))
    with Store(url) as store:
        assert store.count() == 0
    assert noted.exists()


def test_a_long_game_is_found_in_a_journal_that_was_broken_off(tmp_path: Path) -> None:
    record = GameTask("hiya", ("random", "random")).record()
    played = [Played("e2b5", 0.5, None, 3, 100, 0.001, comment="c" * 999) for _ in range(200)]
    with Store(f"sqlite:///{tmp_path}/one.sqlite") as store:
        kept = journal(store)
        assert kept
        kept.follow(record)
        for move in played:
            kept.add(move)
        assert store.database.folder
        (file,) = store.database.folder.iterdir()
        noted = file.read_bytes().rstrip(b"\0")
    with Store(f"sqlite:///{tmp_path}/two.sqlite") as store:
        assert store.database.folder
        store.database.folder.mkdir()
        (store.database.folder / "1.journal").write_bytes(noted[:-500])
        recover(store)
        assert store.get(1) == replace(record, moves=tuple(played[:-1]))


def test_a_fast_game_is_kept_at_its_end(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.sqlite") as store:
        record = play(GameTask("hiya", ("random", "random")), store)
        assert store.get(1) == record


@pytest.mark.parametrize("text", ["", "x", "0", "-1", "1+", "+1", "1+-1", "nan", "inf", "99999", "1+2+3"])
def test_what_is_no_time_is_said(text: str) -> None:
    with pytest.raises(BadLimit, match=r"it must be seconds a move, as in 0\.1, or a clock"):
        TimeLimit.read(text)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("alphabeta", "alphabeta:time=0.5"),
        ("mcts:seed=4", "mcts:time=0.5,seed=4"),
        ("mcts:simulations=9", "mcts:simulations=9"),
        ("alphabeta:time=2", "alphabeta:time=2"),
        ("random", "random"),
        (f"ugi:{UGI_PINCER} --depth=1", f"ugi:time=0.5:{UGI_PINCER} --depth=1"),
        (f"ugi:nodes=5:{UGI_PINCER}", f"ugi:nodes=5:{UGI_PINCER}"),
        pytest.param("engine", "engine:time=0.5", marks=needs_engine),
        pytest.param("engine:level=3", "engine:level=3", marks=needs_engine),
        pytest.param("engine:level=10", "engine:time=0.5,level=10", marks=needs_engine),
    ],
)
def test_a_player_without_a_limit_gets_the_time_of_the_match(line: str, wanted: str) -> None:
    assert timed(line, "pincer", TimeLimit(0.5)) == wanted
    assert timed(line, "pincer", None) == timed(line, "pincer", TimeLimit(60, 1)) == line


def test_a_player_may_not_like_the_time() -> None:
    with pytest.raises(InvalidPlayer, match=r"the time of uhp is '0\.5', it must be a whole number"):
        timed("uhp:true", "hive", TimeLimit(0.5))


def test_players_are_told_their_clocks_as_they_understand_them() -> None:
    slow, ugi, uhp = AlphaBeta("hive"), Ugi("hive"), Uhp("hive")
    for player in (slow, ugi, uhp):
        tell_clocks(player, 1, [50.0, 25.0], 4.0)
    assert (slow.time, ugi.clocks, ugi.increment, uhp.time) == (4.0, (50.0, 25.0), 4.0, 4)
    tell_clocks(slow, 1, [50.0, -0.1], 0.0)
    assert slow.time == 0.001


@needs_engine
def test_the_engine_and_programs_play_by_their_clocks() -> None:
    task = GameTask("pincer", ("engine", f"ugi:{UGI_PINCER}"), limit=TimeLimit(6, 0.01), max_plies=4)
    record = play(task)
    assert record.outcome == Outcome(None, "4 plies played")
    clocks = [played.clock for played in record.moves]
    assert all(clock is not None and clock < 6.05 for clock in clocks)
    told = arena_game.seated(task, 0)
    assert isinstance(told, Engine)
    assert told.clock
