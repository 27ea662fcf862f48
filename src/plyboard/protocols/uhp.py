"""The Universal Hive Protocol: Plyboard as an engine for Hive viewers and match runners.

A command is a line, and its answer ends with the line `ok`. A bad command is answered with `err` or `invalidmove` and
changes nothing.

>>> uhp = Uhp()
>>> list(uhp.answer("newgame Base+MLP"))
['Base+MLP;NotStarted;White[1]', 'ok']
>>> list(uhp.answer("bestmove depth 0"))
["err the depth is '0', it must be a whole number from 1 to 99", 'ok']
"""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import ClassVar

import plyboard
from plyboard.players import AlphaBeta, Engine
from plyboard.rules.core import IllegalMove, PlyboardError, Position, clip
from plyboard.rules.counting import DEEPEST

RESERVE = 0.05
"""Seconds of the time for a move that are kept for all that is not thinking."""

TOGETHER = 0.1
"""Seconds: the input of a script ends no later after a command than that; what ends later, ends while we think."""


class BadCommand(PlyboardError):
    """A line that is no command, or a command that cannot be followed here."""


@dataclass
class Setting:
    """An option of the engine: a whole number."""

    name: str
    default: int
    least: int
    most: int

    def __post_init__(self) -> None:
        self.value = self.default

    def __str__(self) -> str:
        return f"{self.name};int;{self.value};{self.default};{self.least};{self.most}"


class Uhp:
    """An engine's side of a conversation: the game at hand, the options, and an answer to every line."""

    def __init__(self) -> None:
        self._rules = plyboard.game("hive")
        self.position: Position | None = None
        self._player: Engine | AlphaBeta | None = None
        self._searching = False
        self._hash = Setting("Hash", 64, 1, 1024)
        self._threads = Setting("Threads", 1, 1, 256)
        self._level = Setting("Level", 10, 1, 10)
        self._max_time = Setting("MaxTime", 0, 0, 86_400)
        self._compiled = Engine.why_not("hive") is None
        settings = [self._threads, self._hash, self._level, self._max_time] if self._compiled else [self._max_time]
        self._settings = {setting.name: setting for setting in settings}

    def answer(self, line: str) -> Iterator[str]:
        """The lines that answer a line, the last being `ok`."""
        word, _, said = line.strip().partition(" ")
        try:
            command = self._COMMANDS.get(word)
            if command is None:
                raise BadCommand(f"there is no command {clip(word)}; there are {', '.join([*self._COMMANDS, 'exit'])}")
            yield from command(self, said.strip())
        except IllegalMove as error:
            yield f"invalidmove {_one_line(error)}"
        except PlyboardError as error:
            yield f"err {_one_line(error)}"
        yield "ok"

    def stop(self) -> bool:
        """From another thread: end the search under way with the best move found. Whether there is one."""
        if not (self._searching and self._player):
            return False
        self._player.stop()
        return True

    def _info(self, said: str) -> Iterator[str]:
        _nothing("info", said)
        yield f"id Plyboard {plyboard.__version__}"
        yield "Mosquito;Ladybug;Pillbug"

    def _newgame(self, said: str) -> Iterator[str]:
        self.position = self._rules.parse(said or "Base")
        yield str(self.position)

    def _play(self, said: str) -> Iterator[str]:
        if not said:
            raise BadCommand("the move is missing, as in play wS1")
        self.position = self._game().play(said)
        yield str(self.position)

    def _pass(self, said: str) -> Iterator[str]:
        _nothing("pass", said)
        yield from self._play("pass")

    def _validmoves(self, said: str) -> Iterator[str]:
        _nothing("validmoves", said)
        yield ";".join(self._unfinished().moves())

    def _undo(self, said: str) -> Iterator[str]:
        game_type, _, _, *moves = str(self._game()).split(";")
        if not moves:
            raise BadCommand("there is no move to take back")
        left = moves[: -_whole(said or "1", 1, len(moves), "the number of moves to take back")]
        self.position = self._rules.parse(";".join((game_type, "InProgress", "White[1]", *left)))
        yield str(self.position)

    def _bestmove(self, said: str) -> Iterator[str]:
        begin = perf_counter()
        position = self._unfinished()
        limit, _, value = said.partition(" ")
        seconds: list[float] = [self._max_time.value] if self._max_time.value else []
        depth = None
        if limit == "time":
            seconds.append(_seconds(value.strip()))
        elif limit == "depth":
            depth = _whole(value.strip(), 1, DEEPEST, "the depth")
        else:
            raise BadCommand("a best move is asked for by bestmove time hh:mm:ss or bestmove depth n")
        player = self._thinker()
        player.depth = depth
        # A search that is out of time before it begins still finds a legal move.
        player.time = max(min(seconds) - RESERVE - (perf_counter() - begin), 0.01) if seconds else None
        self._searching = True
        try:
            best = player.choose(position)
        finally:
            self._searching = False
        yield best

    def _perft(self, said: str) -> Iterator[str]:
        position = self._game()
        for depth in range(_whole(said, 0, DEEPEST, "the depth") + 1):
            yield f"{depth} {plyboard.perft(position, depth)}"

    def _options(self, said: str) -> Iterator[str]:
        match said.split():
            case []:
                yield from map(str, self._settings.values())
            case ["get", name]:
                yield str(self._setting(name))
            case ["set", name, value]:
                setting = self._setting(name)
                number = _whole(value, setting.least, setting.most, name)
                if setting is self._hash:
                    # At once: a large table takes time that is not there for a move, or there is no memory for it.
                    self._player = Engine("hive", hash=number)
                setting.value = number
                yield str(setting)
            case _:
                raise BadCommand("it is options, options get NAME or options set NAME VALUE")

    _COMMANDS: ClassVar = {
        "info": _info,
        "newgame": _newgame,
        "play": _play,
        "pass": _pass,
        "validmoves": _validmoves,
        "bestmove": _bestmove,
        "undo": _undo,
        "options": _options,
        "perft": _perft,
    }

    def _game(self) -> Position:
        if self.position is None:
            raise BadCommand("there is no game yet: newgame begins one")
        return self.position

    def _unfinished(self) -> Position:
        position = self._game()
        outcome = position.outcome()
        if outcome is not None:
            raise BadCommand(f"the game is over: {outcome.reason}")
        return position

    def _setting(self, name: str) -> Setting:
        if name not in self._settings:
            raise BadCommand(f"there is no option {clip(name)}; there are {', '.join(self._settings)}")
        return self._settings[name]

    def _thinker(self) -> Engine | AlphaBeta:
        """Whoever looks for the best move, as the options want it."""
        if self._player is None:
            self._player = Engine("hive", hash=self._hash.value) if self._compiled else AlphaBeta("hive")
        if isinstance(self._player, Engine):
            self._player.threads = self._threads.value
            self._player.level = self._level.value
        return self._player


def _nothing(command: str, said: str) -> None:
    if said:
        raise BadCommand(f"{command} stands alone, without {clip(said)}")


def _whole(text: str, least: int, most: int, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise BadCommand(f"{what} is {clip(text)}, it must be a whole number from {least} to {most}")
    return int(text)


def _seconds(text: str) -> float:
    """How long hh:mm:ss is."""
    if not re.fullmatch(r"[0-9]{1,2}:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?", text):
        raise BadCommand(f"the time is {clip(text)}, it must be hh:mm:ss")
    hours, minutes, seconds = text.split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def serve() -> None:
    """Speak UHP on the standard input and output until `exit`, or until the input ends.

    All that a script says is answered. If the input ends while a search or a count is under way, nobody waits for it
    any more, and it is broken off: so the answers are found in another thread, and this one listens. Ctrl-C, which is
    also how MzingaViewer interrupts an engine, ends a search with the best move found; without a search it ends us.
    """
    answering = _Answering()
    answering.lines.put("info")
    answering.start()
    with _interrupts(answering.uhp):
        for line in sys.stdin:
            if line.split()[:1] == ["exit"]:
                break
            answering.lines.put(line)
        answering.lines.put(None)
        if answering.busy_for() <= TOGETHER:
            answering.join()
    if answering.is_alive():
        os._exit(0)  # Nothing else ends a search in another thread at once.


@contextmanager
def _interrupts(uhp: Uhp) -> Iterator[None]:
    """Ctrl-C ends a search, or without one the program.

    A thread of its own hears of it: Python handles signals between two steps of the main thread, so that one which
    comes just before that thread waits for a line would be noticed only after the line.
    """
    told, heard = socket.socketpair()
    told.setblocking(False)

    def listen() -> None:
        with heard:
            while number := heard.recv(1):
                if number[0] == signal.SIGINT and not uhp.stop():
                    os._exit(0)

    Thread(target=listen, daemon=True).start()
    usual = signal.signal(signal.SIGINT, lambda *_: None)
    usually_told = signal.set_wakeup_fd(told.fileno())
    try:
        yield
    finally:
        signal.set_wakeup_fd(usually_told)
        signal.signal(signal.SIGINT, usual)
        told.close()


class _Answering(Thread):
    """Answers line after line."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.uhp = Uhp()
        self.lines: SimpleQueue[str | None] = SimpleQueue()
        self._begun: float | None = None

    def busy_for(self) -> float:
        """How many seconds ago the line was begun that is being answered now."""
        begun = self._begun
        return 0.0 if begun is None else perf_counter() - begun

    def run(self) -> None:
        """Until there are no more lines."""
        while (line := self.lines.get()) is not None:
            self._begun = perf_counter()
            try:
                for answer in self.uhp.answer(line):
                    print(answer, flush=True)
            except OSError:
                os._exit(0)  # Whoever listened has gone.
            except BaseException:
                # A fault of ours, even in the compiled search, must not leave the other side waiting.
                traceback.print_exc()
                print("err this is a fault of Plyboard; the game stands as before", "ok", sep="\n", flush=True)
            self._begun = None
