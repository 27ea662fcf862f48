"""The Universal Game Interface, as cutegames speaks it: a program asks, line by line, and the engine answers.

UGI is the UCI of chess for any game of two players, with questions about the position added: whose turn it is, whether
the game is over, who won. One thread hears the lines, another thinks, so no line has to wait for a search.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any

import plyboard
from plyboard import players
from plyboard.draw import text as draw
from plyboard.players import AlphaBeta, Engine, Thought
from plyboard.players.core import DEPTH, NODES
from plyboard.players.ugi_player import read, written
from plyboard.rules.core import Game, PlyboardError, Position, clip
from plyboard.rules.counting import DEEPEST

SETTINGS = ("hash", "threads", "level")
"""The options of the compiled search that may be set."""

NO_MOVE = "0000"
"""The best move where there is none."""

LONGEST = 86_400_000
"""Milliseconds; whoever grants more time is taken to mean this."""

MOVES_LEFT = 30
"""A player with a clock, but without the compiled search, which knows better, expects to make so many more moves."""

Say = Callable[[str], None]


class BadLine(PlyboardError):
    """A line that cannot be obeyed."""


def serve(rules: Game, start: Position) -> None:
    """Answer standard input on standard output until `quit` or the end of input."""
    lock = Lock()

    def say(line: str) -> None:
        # In one piece, whichever thread says it; to whom nobody listens, nothing is said.
        with lock, suppress(OSError):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

    session = Session(rules, start, say)
    with suppress(KeyboardInterrupt):
        for line in sys.stdin:
            if not session.hear(line):
                break
    session.close()


class Session:
    """What one conversation has come to: the position, the options, and the search."""

    def __init__(self, rules: Game, start: Position, say: Say) -> None:
        self._rules = rules
        self._start = self._position = start
        self._say = say
        self._settings: dict[str, Any] = {}
        self._player: Engine | AlphaBeta | None = None
        self._search: Search | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "query": self._answer,
            "go": self._go,
            "stop": self._stop,
            "perft": self._perft,
            "d": self._draw,
        }

    def hear(self, line: str) -> bool:
        """Obey a line. Whether there is more to hear: `quit` ends the conversation."""
        command, *words = line.split() or [""]
        if command == "quit":
            return False
        try:
            if command in self._commands:
                self._commands[command](words)
            elif command:
                raise BadLine(f"there is no command {clip(command)}; there are {', '.join(self._commands)} and quit")
        except PlyboardError as error:
            self._say(f"info string error {' '.join(str(error).split())}")
        return True

    def close(self) -> None:
        """End what is under way."""
        self._stop([])

    def _introduce(self, words: list[str]) -> None:
        self._say(f"id name Plyboard {plyboard.__version__} ({self._rules.title})")
        self._say("id author the Plyboard developers")
        for name, option in self._options().items():
            assert option.bounds is not None
            least, most = option.bounds
            default = most if name == "level" else getattr(Engine, name)
            self._say(f"option name {name} type spin default {default} min {least} max {most}")
        self._say("ugiok")

    def _options(self) -> dict[str, players.Option]:
        """What can be set: without the compiled search, nothing."""
        if players.strongest(self._rules.name) != Engine.name:
            return {}
        return {name: option for name, option in Engine.options().items() if name in SETTINGS}

    def _get_ready(self, words: list[str]) -> None:
        if self._player is None:
            self._player = self._new_player(self._settings)
        self._say("readyok")

    def _new_player(self, settings: dict[str, Any]) -> Engine | AlphaBeta:
        """With a new table: nothing is left of earlier games."""
        name = self._rules.name
        return AlphaBeta(name) if players.strongest(name) == AlphaBeta.name else Engine(name, **settings)

    def _set_option(self, words: list[str]) -> None:
        self._check_idle()
        match words:
            case ["name", name, "value", *value]:
                option = self._options().get(name.lower())
            case _:
                raise BadLine("an option is set by: setoption name NAME value VALUE")
        if option is None:
            raise BadLine(f"there is no option {clip(name)}; there are {', '.join(self._options()) or 'none'}")
        read_value = option.value(" ".join(value), self._rules.name, name.lower())
        settings = self._settings | {name.lower(): read_value}
        self._player = self._new_player(settings)
        self._settings = settings

    def _new_game(self, words: list[str]) -> None:
        self._check_idle()
        self._position = self._start
        self._player = None

    def _set_position(self, words: list[str]) -> None:
        end = words.index("moves") if "moves" in words else len(words)
        match words[:end]:
            case ["startpos"]:
                position = self._start
            case ["fen", *text] if text:
                position = self._rules.parse(" ".join(text))
            case _:
                raise BadLine("a position is set by: position startpos|fen TEXT [moves MOVE …]")
        for move in words[end + 1 :]:
            position = position.play(read(move))
        self._position = position

    def _answer(self, words: list[str]) -> None:
        outcome = self._position.outcome()
        match words:
            case ["p1turn"]:
                answer = _truth(self._position.player == 0)
            case ["gameover"]:
                answer = _truth(outcome is not None)
            case ["result"]:
                answer = "none" if outcome is None else {0: "p1win", 1: "p2win", None: "draw"}[outcome.winner]
            case _:
                raise BadLine("a question is: query p1turn|gameover|result")
        self._say(f"response {answer}")

    def _go(self, words: list[str]) -> None:
        self._check_idle()
        limits = Limits.read(words, self._position.player)
        if not self._position.moves():
            self._say(f"info string {draw.status(self._position)}")
            self._say(f"bestmove {NO_MOVE}")
            return
        if self._player is None:
            self._player = self._new_player(self._settings)
        limits.grant(self._player)
        self._search = Search(self._player, self._position, self._say, limits.infinite)

    def _stop(self, words: list[str]) -> None:
        if self._search is not None:
            self._search.stop()
            self._search.thread.join()

    def _perft(self, words: list[str]) -> None:
        self._check_idle()
        if len(words) != 1 or not 1 <= (depth := _whole("the depth", words[0])) <= DEEPEST:
            raise BadLine(f"counting is asked for by: perft DEPTH, from 1 to {DEEPEST}")
        begin = perf_counter()
        for plies in range(1, depth + 1):
            count = plyboard.perft(self._position, plies)
            self._say(f"info depth {plies} {_effort(count, perf_counter() - begin)}")
        self._say(f"nodes {count}")

    def _draw(self, words: list[str]) -> None:
        self._say(f"{draw.board(self._position)}\nPosition: {self._position}")

    def _check_idle(self) -> None:
        if self._search is not None and not self._search.finished:
            raise BadLine("this has to wait until the search under way has ended: say stop to end it")


@dataclass
class Limits:
    """How much a search may spend, in the words of `go`."""

    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    time: int | None = None
    inc: int = 0
    infinite: bool = False

    @classmethod
    def read(cls, words: list[str], player: int) -> Limits:
        """What `go` says to the player who is to move; as in UCI, a word that is not known is passed over."""
        own = {f"p{player + 1}time": "time", f"p{player + 1}inc": "inc"}
        other = {f"p{2 - player}time", f"p{2 - player}inc"}
        given: dict[str, Any] = {}
        rest = iter(words)
        for word in rest:
            if word == "infinite":
                given[word] = True
            elif word in own or word in other or word in ("movetime", "depth", "nodes"):
                number = _whole(word, next(rest, ""))
                if word not in other:
                    given[own.get(word, word)] = number
        return cls(**given)

    def grant(self, player: Engine | AlphaBeta) -> None:
        """Tell a player its limits. Without any it thinks as long as it usually does."""
        player.time = None if self.movetime is None else _seconds(self.movetime)
        player.depth = None if self.depth is None else _within(DEPTH, self.depth)
        player.nodes = None if self.nodes is None else _within(NODES, self.nodes)
        if self.infinite:
            player.time, player.depth, player.nodes = None, _within(DEPTH, LONGEST), None
        on_clock = self.time is not None and not self.infinite
        if isinstance(player, Engine):
            player.clock = (_seconds(self.time or 0), _seconds(self.inc)) if on_clock else None
        elif on_clock:
            share = min((self.time or 0) // MOVES_LEFT + self.inc * 3 // 4, (self.time or 0) // 2)
            player.time = min(_seconds(share), player.time or _seconds(share))


class Search:
    """A search in a thread of its own, which tells what it finds and, at the end, the best move."""

    def __init__(self, player: Engine | AlphaBeta, position: Position, say: Say, infinite: bool) -> None:
        self.finished = False
        self._player = player
        self._position = position
        self._say = say
        self._infinite = infinite
        self._best: Thought | None = None
        self._stopped = Event()
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Let it come to an end now. The first thought, which takes no time, is waited for."""
        self._stopped.set()
        if self._best is not None:
            self._player.stop()

    def _run(self) -> None:
        try:
            self._think()
        except BaseException:
            # A fault of ours, even in the compiled search, must not leave the other side waiting.
            traceback.print_exc()
        best = self._best.move if self._best else self._position.moves()[0]
        self.finished = True
        self._say(f"bestmove {written(best)}")

    def _think(self) -> None:
        begin = perf_counter()
        for thought in self._player.think(self._position):
            if thought != self._best:  # At the end it may say again what it said before.
                self._say(_info(thought, perf_counter() - begin))
            self._best = thought
            if self._stopped.is_set():
                self._player.stop()
        if self._infinite:
            self._stopped.wait()  # Whoever has all the time in the world says when it is over.


def _truth(true: bool) -> str:
    return "true" if true else "false"


def _whole(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        raise BadLine(f"{name} is {clip(text)}, it must be a whole number")
    return int(text)


def _within(option: players.Option, number: int) -> int:
    assert option.bounds is not None
    return min(max(number, option.bounds[0]), option.bounds[1])


def _seconds(milliseconds: int) -> float:
    return min(max(milliseconds, 1), LONGEST) / 1000


def _info(thought: Thought, seconds: float) -> str:
    score = f"cp {round(100 * thought.value)}" if thought.win is None else f"mate {_moves(thought.win)}"
    line: Iterable[str] = map(written, thought.line)
    return f"info depth {thought.depth} score {score} {_effort(thought.nodes, seconds)} pv {' '.join(line)}"


def _effort(nodes: int, seconds: float) -> str:
    return f"nodes {nodes} nps {round(nodes / max(seconds, 1e-6))} time {round(1000 * seconds)}"


def _moves(plies: int) -> int:
    """Of the player who wins, as in chess: a win in three plies is one in two moves."""
    return (plies + 1) // 2 if plies > 0 else -((1 - plies) // 2)
