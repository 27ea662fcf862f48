"""A process that thinks for the web app, so that no search, however long or wild, holds up a page.

It is asked through a pipe, tells its thoughts through the same pipe, and ends when the pipe is closed.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

import plyboard
from plyboard import players
from plyboard.players import Engine, Player, Thinker, Thought
from plyboard.rules.core import PlyboardError

STOP = "stop"
"""Said to a thinker that is to come to an end."""

BEGUN = "begun"
"""Said by a thinker that has heard the question: its time runs from now on, not from when its process was started."""

MOST_SEATED = 4
"""So many players keep what they remember from move to move."""


@dataclass(frozen=True)
class Question:
    """Who thinks about what: all of it is text, for it goes to another process."""

    line: str
    game: str
    position: str
    clock: tuple[float, float] | None = None
    """The seconds left, and those added after each move, where a clock is kept."""
    seat: str = ""
    """The same word for the same player in the same game: it may remember what it thought before."""


@dataclass(frozen=True)
class Answer:
    """The move that was chosen, and the thoughts of the last depth, the best first, from those who tell."""

    move: str
    thoughts: tuple[Thought, ...]
    seconds: float


@dataclass(frozen=True)
class Failed:
    """Why there is no answer."""

    reason: str


def serve(pipe: Connection) -> None:
    """Answer questions until the pipe is closed."""
    questions: SimpleQueue[Question] = SimpleQueue()
    seated: OrderedDict[tuple[str, str, str], Player] = OrderedDict()
    thinking: list[Player] = []

    def listen() -> None:
        while True:
            try:
                said = pipe.recv()
            except (EOFError, OSError):
                os._exit(0)  # Whoever asked has gone: nobody needs the search that may still be running.
            if said == STOP:
                for player in list(thinking):
                    if isinstance(player, Thinker):
                        player.stop()
            else:
                questions.put(said)

    Thread(target=listen, daemon=True).start()
    while True:
        question = questions.get()
        pipe.send(BEGUN)
        try:
            player = _seat(question, seated)
            thinking[:] = [player]
            _answer(player, question, pipe)
        except PlyboardError as error:
            pipe.send(Failed(str(error)))
        except Exception as error:  # A player of the user's own may fail in any way; the game ends, not the server.
            pipe.send(Failed(f"{type(error).__name__}: {error}"))
        finally:
            thinking.clear()


def _seat(question: Question, seated: OrderedDict[tuple[str, str, str], Player]) -> Player:
    key = (question.line, question.game, question.seat)
    player = seated.pop(key, None) or players.seat(question.line, question.game)
    seated[key] = player
    if len(seated) > MOST_SEATED:
        seated.popitem(last=False)
    return player


def _answer(player: Player, question: Question, pipe: Connection) -> None:
    position = plyboard.game(question.game).parse(question.position)
    if isinstance(player, Engine):
        player.clock = question.clock
    begin = perf_counter()
    found: list[Thought] = []
    if isinstance(player, Thinker):
        for thought in player.think(position):
            found = keep(found, thought)
            pipe.send(replace(thought, line=thought.line[:12]))
        move = found[0].move
    else:
        move = player.choose(position)
    pipe.send(Answer(move, tuple(found), perf_counter() - begin))


def keep(found: list[Thought], thought: Thought) -> list[Thought]:
    """The best thoughts so far, one a rank, with a new one in its place; those of lower rank and depth before it go."""
    better = [other for other in found if other.rank < thought.rank and other.depth == thought.depth]
    return [*better, thought]


def facts(thought: Thought) -> dict[str, Any]:
    """A thought for a page or a program to read."""
    return {
        "move": thought.move,
        "value": round(thought.value, 2) if abs(thought.value) < 1e6 else None,
        "win": thought.win,
        "depth": thought.depth,
        "nodes": thought.nodes,
        "line": list(thought.line[:12]),
        "rank": thought.rank,
    }
