"""A process that a test of the store starts: it opens a database and writes games until it has done, or is killed.

`begin URL PLIES`: begins games without end, each of so many plies, and prints `GAME PLY` after each move that is saved.
`play URL`: plays fast games in the arena without end, and prints `GAME PLY` once the move of the ply is made.
`same URL GAME PLIES WRITER`: tries to write each ply of a game, and prints the plies that it has written.
"""

from __future__ import annotations

import sys

from plyboard.arena.game import GameTask
from plyboard.arena.game import play as play_game
from plyboard.players import Random, register
from plyboard.records import Played, Record
from plyboard.records.store import Store, StoreConflict
from plyboard.rules.core import Outcome, Position


def begin(url: str, plies: str) -> None:
    with Store(url) as store:
        while True:
            game = store.begin(Record("hiya", ("random", "random")), "arena")
            for ply in range(int(plies)):
                store.add(game, ply, Played(f"move {ply}"))
                print(game, ply, flush=True)
            store.finish(game, Outcome(None, "long enough"))


def play(url: str) -> None:
    class Telling(Random):
        name = "telling"

        def choose(self, position: Position) -> str:
            print(asked[0], asked[1] - 1, flush=True)
            asked[1] += 1
            return super().choose(position)

    register(Telling)
    asked = [0, 0]
    with Store(url) as store:
        while True:
            asked[:] = asked[0] + 1, 0
            play_game(GameTask("hiya", ("telling", "telling"), seed=asked[0], number=asked[0]), store)


def same(url: str, game: str, plies: str, writer: str) -> None:
    with Store(url) as store:
        print("ready", flush=True)
        sys.stdin.readline()
        for ply in range(int(plies)):
            try:
                store.add(int(game), ply, Played(writer))
            except StoreConflict:
                continue
            print(ply, flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["begin", *rest]:
            begin(*rest)
        case ["play", *rest]:
            play(*rest)
        case ["same", *rest]:
            same(*rest)
