"""The store when processes are killed, write at once, or open a database at once."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from plyboard.records import Record
from plyboard.records.store import Store

WRITER = str(Path(__file__).with_name("store_writer.py"))
PLIES = 7


def writer(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, WRITER, *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_killed_has_lost_no_move(database_url: str, seed: int) -> None:
    process = writer("begin", database_url, str(PLIES))
    assert process.stdout
    said = [process.stdout.readline() for _ in range(random.Random(seed).randrange(1, 400))]
    process.kill()
    said += process.stdout.readlines()
    process.wait()
    saved = [(int(game), int(ply)) for game, ply in (line.split() for line in said if line.endswith("\n"))]
    with Store(database_url) as store:
        if store.database.is_sqlite:
            with store.database.reading() as connection:
                assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
        plies = {entry.id: entry.plies for entry in store.find()}
        last_game, last_ply = saved[-1]
        for game, ply in saved:
            assert plies[game] > ply
            assert store.get(game).moves[ply].move == f"move {ply}"
        # At most the move that was being made is more than what was said.
        assert plies[last_game] <= last_ply + 2
        assert sum(plies.values()) <= len(saved) + 1
        assert all((store.get(game).outcome is not None) == (game < last_game) for game in plies if game != last_game)


@pytest.mark.parametrize("seed", range(3))
def test_a_fast_game_of_the_arena_that_is_killed_has_lost_no_move(database_url: str, seed: int) -> None:
    process = writer("play", database_url)
    assert process.stdout
    said = [process.stdout.readline() for _ in range(random.Random(seed).randrange(1, 400))]
    process.kill()
    said += process.stdout.readlines()
    process.wait()
    number, ply = map(int, [line for line in said if line.endswith("\n")][-1].split())
    with Store(database_url) as store:
        found = store.find()
        records = [store.get(entry.id) for entry in reversed(found)]
    kept = {int(record.tags["Number"]): record for record in records}
    # A game may be told of before it is kept, and the one after it be kept before it is told of.
    assert list(kept) == list(range(1, len(kept) + 1))
    assert (number if ply > 0 else number - 1) <= len(kept) <= number + 1
    assert all(record.outcome for record in records[:-1])
    assert number not in kept or len(kept[number].moves) > ply
    assert number + 1 not in kept or not kept[number + 1].moves
    with Store(database_url) as store:
        assert store.find() == found


def test_two_processes_that_write_the_same_game_share_its_plies(database_url: str) -> None:
    with Store(database_url) as store:
        game = store.begin(Record("hiya", ("human", "human")), "web")
        writers = [writer("same", database_url, str(game), "200", str(number)) for number in range(2)]
        for process in writers:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in writers:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()
        won = [{int(ply) for ply in process.communicate()[0].split()} for process in writers]
        moves = [move.move for move in store.get(game).moves]
    assert [process.returncode for process in writers] == [0, 0]
    assert [{ply for ply, move in enumerate(moves) if move == str(number)} for number in range(2)] == won


def test_processes_may_open_a_new_database_at_once(database_url: str) -> None:
    writers = [writer("begin", database_url, str(PLIES)) for _ in range(4)]
    for process in writers:
        assert process.stdout
        assert process.stdout.readline()
        process.kill()
        process.communicate()
    with Store(database_url) as store:
        assert store.count() >= len(writers)
