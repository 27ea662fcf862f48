"""Programs that play: how they are run, talked to line by line, and asked for a move.

A program may be slow, silent, dead or mad. Whoever talks to it is never blocked, and is told what went wrong.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Self
from weakref import finalize

from plyboard.players.core import InvalidPlayer, Player, PlayerFailed, successors
from plyboard.rules.core import PlyboardError, Position, clip

LONGEST_LINE = 1_000_000
"""A longer line is cut into several."""

MOST_LINES = 1_000
"""A program that says more than that before anyone hears it has to wait."""

PATIENCE = 10.0
"""Seconds for an answer that needs no thinking; so much later than asked for may a move come, too."""

LONGEST_SEARCH = 3600.0
"""Seconds for a search that is limited by its depth or its number of positions."""

GRACE = 1.0
"""Seconds that a program has to leave by itself."""

FORCE = getattr(signal, "SIGKILL", signal.SIGTERM)
"""What no program survives."""


class EngineFailed(PlayerFailed):
    """A program ended, fell silent or talked nonsense; the message says which program, and what happened."""


class Talk:
    """A running program that is talked to through its standard input and output.

    >>> talk = Talk("tr a-z A-Z")
    >>> talk.say("hello")
    >>> talk.close()
    """

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self._process = subprocess.Popen(
                command_words(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="backslashreplace",
                # Ctrl-C is for us: the program is ended by `close`, with all that it started.
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFailed(f"{clip(command)} cannot be run: {error.strerror or error}") from None
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._to_say: SimpleQueue[str | None] = SimpleQueue()
        self._heard: Queue[str | None] = Queue(MOST_LINES)
        self._complaints: deque[str] = deque(maxlen=1)
        # Reading and writing can block for ever, so others do it. They do not know this object: it can be forgotten.
        _in_background(_write, self._process.stdin, self._to_say)
        reading = _in_background(_read, self._process.stdout, self._heard)
        self._complaining = _in_background(_keep_last, self._process.stderr, self._complaints)
        self._end = finalize(self, _end, self._process, self._to_say, self._heard, reading)

    def say(self, line: str) -> None:
        """Send a line; never waits."""
        self._to_say.put(line)

    def hear(self, timeout: float) -> str:
        """The next line; raises EngineFailed if there is none within so many seconds, or if the program has ended."""
        return self.until(lambda line: True, timeout)[-1]

    def until(self, last: Callable[[str], bool], timeout: float) -> list[str]:
        """All lines up to one that is the last, with it; raises EngineFailed as `hear` where that one does not come."""
        end = monotonic() + timeout
        lines: deque[str] = deque(maxlen=MOST_LINES)
        while not (lines and last(lines[-1])):
            try:
                line = self._heard.get(timeout=max(end - monotonic(), 0))
            except Empty:
                raise EngineFailed(f"{clip(self.command)} did not answer within {timeout:g} s") from None
            if line is None:
                self._heard.put(None)  # It stays true for whoever asks again.
                raise EngineFailed(f"{clip(self.command)} {self._how_it_ended()}")
            lines.append(line)
        return list(lines)

    def close(self, farewell: str | None = None) -> None:
        """Say a last line and end the program: gently at first, then by force. Closing twice does no harm."""
        if farewell is not None:
            self._to_say.put(farewell)
        self._end()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return not self._end.alive

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "stopped talking"
        self._complaining.join(GRACE)
        reason = f": {clip(self._complaints[0], 200)}" if self._complaints else ""
        if code < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}{reason}"
        return f"ended with exit code {code}{reason}"


@dataclass
class Program(Player):
    """A player who is another program. Its line is `NAME:COMMAND`, or with options `NAME:OPTION=VALUE,…:COMMAND`.

    The program is started with a new game, or when it is first asked for a move, and again after it has failed.
    """

    command: str = ""

    def __post_init__(self) -> None:
        self._talk: Talk | None = None

    @classmethod
    def seat(cls, game: str, said: str | None) -> Self:
        """The player that a line describes; the program has to be there, but is not started yet."""
        options, command = _split(said or "")
        player = replace(super().seat(game, options), command=command)
        command_words(command)
        return player

    @classmethod
    def form(cls) -> str:
        """How a line for this player looks, with all its options."""
        return f"{super().form()}:COMMAND"

    def choose(self, position: Position) -> str:
        """The program's move; raises PlayerFailed where it gives none that is legal."""
        choices = successors(position)
        try:
            said = self.ask(self._started(), position)
            try:
                wanted = position.play(said)
            except PlyboardError as error:
                raise EngineFailed(f"{clip(self.command)} wants to play {clip(said)}: {error}") from None
        except BaseException:
            self.close()  # Whatever it says now would be taken for the answer to the next question.
            raise
        return next(move for move, after in choices if after == wanted)

    def new_game(self) -> None:
        """Start the program, if it does not run yet: that is no part of its thinking."""
        try:
            self._started()
        except BaseException:
            self.close()
            raise

    def _started(self) -> Talk:
        if self._talk is None:
            self._talk = Talk(self.command)
            self.greet(self._talk)
        return self._talk

    def close(self) -> None:
        """End the program."""
        if self._talk is not None:
            self._talk.close(self.farewell())
            self._talk = None

    @abstractmethod
    def greet(self, talk: Talk) -> None:
        """What is said once, at the beginning."""

    @abstractmethod
    def ask(self, talk: Talk, position: Position) -> str:
        """The move that the program wants to play."""

    @abstractmethod
    def farewell(self) -> str:
        """The word for goodbye."""


def _split(said: str) -> tuple[str | None, str]:
    """The options and the command of a program's line.

    >>> _split("time=5:nokamute uhp"), _split("my:bot --level=3")
    (('time=5', 'nokamute uhp'), (None, 'my:bot --level=3'))
    """
    match = re.fullmatch(r"\s*(\w+=[^:\s]*):(.*)", said, re.DOTALL)
    return (match[1], match[2].strip()) if match else (None, said.strip())


def command_words(command: str) -> list[str]:
    """The words of a command line; raises InvalidPlayer where there is no such program.

    >>> command_words("python3 'my bot.py' --fast")
    ['python3', 'my bot.py', '--fast']
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidPlayer(f"{clip(command)} is no command line: {str(error).lower()}") from None
    if not words:
        raise InvalidPlayer("the command that runs the program is missing, as in uhp:COMMAND or ugi:COMMAND")
    if shutil.which(words[0]) is None:
        raise InvalidPlayer(f"there is no program {clip(words[0])} to run")
    return words


def _in_background(work: Callable[..., None], *given: object) -> Thread:
    thread = Thread(target=work, args=given, daemon=True)
    thread.start()
    return thread


def _write(stream: IO[str], lines: SimpleQueue[str | None]) -> None:
    # A program that has gone cannot be written to; the one who listens finds out.
    with suppress(OSError, ValueError), stream:
        while (line := lines.get()) is not None:
            stream.write(line + "\n")
            stream.flush()


def _lines(stream: IO[str]) -> Iterable[str]:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST_LINE):
            yield line.rstrip("\r\n")


def _read(stream: IO[str], heard: Queue[str | None]) -> None:
    for line in _lines(stream):
        heard.put(line)
    heard.put(None)


def _keep_last(stream: IO[str], kept: deque[str]) -> None:
    kept.extend(line for line in _lines(stream) if line.strip())


def _end(
    process: subprocess.Popen[str], to_say: SimpleQueue[str | None], heard: Queue[str | None], reading: Thread
) -> None:
    """End a program and whatever it started, and let go of those who read and write."""
    to_say.put(None)
    if process.poll() is None:
        for force in (None, signal.SIGTERM, FORCE):
            if force is not None:
                _signal_all(process, force)
            with suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
                break
        _signal_all(process, FORCE)
    given_up = monotonic() + GRACE
    while reading.is_alive() and monotonic() < given_up:
        with suppress(Empty):
            heard.get(timeout=0.01)


def _signal_all(process: subprocess.Popen[str], number: int) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
