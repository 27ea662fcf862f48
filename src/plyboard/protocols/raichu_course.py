"""The command `raichu N PLAYER BOARD SECONDS`, as a course on artificial intelligence has it.

It prints boards, each after a better move than the one before, with a line about the search above it. It may be killed
at any moment: the last line is always the board after a legal move. So a line about the search is never written without
the board that follows it.
"""

from __future__ import annotations

import math
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import plyboard
from plyboard.rules.core import PlyboardError, Position, clip

USAGE = f"raichu N PLAYER BOARD SECONDS, as in: raichu 8 w '{str(plyboard.game('raichu').start()).split()[0]}' 10"

LONGEST = 86_400.0
"""Seconds; nobody thinks longer about a move."""


class BadArguments(PlyboardError):
    """A command line that says no position or no time."""


def main() -> None:
    """Run the command; whatever a user gets wrong is one line and exit code 2."""
    try:
        position, seconds = read(sys.argv[1:])
    except PlyboardError as error:
        print("raichu:", " ".join(str(error).split()), file=sys.stderr)
        sys.exit(2)
    try:
        with suppress(KeyboardInterrupt):
            recommend(position, time.monotonic() - age() + seconds - reserve(seconds))
    except BrokenPipeError:
        # The reader has gone: there is nobody to tell, and nothing may be left to write at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read(arguments: list[str]) -> tuple[Position, float]:
    """The position and the number of seconds that a command line says; raises a PlyboardError."""
    if len(arguments) != 4:
        raise BadArguments(f"{len(arguments)} arguments instead of 4. It is written {USAGE}")
    size, player, board, time_given = arguments
    if size not in map(str, range(8, 21, 2)):
        raise BadArguments(f"N is {clip(size)}, it must be an even number from 8 to 20")
    if player not in ("w", "b"):
        raise BadArguments(f"PLAYER is {clip(player)}, it must be w (White) or b (Black)")
    if len(board) != int(size) ** 2:
        raise BadArguments(f"BOARD has {len(board)} squares, it must have {size} × {size} = {int(size) ** 2}")
    try:
        seconds = float(time_given)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise BadArguments(f"SECONDS is {clip(time_given)}, it must be a number greater than 0")
    return plyboard.game("raichu").parse(f"{board} {player} 0"), min(seconds, LONGEST)


def age() -> float:
    """For how many seconds this program has been running: loading it takes its share of the time given."""
    with suppress(OSError, AttributeError):  # Where the system does not tell, it is at least what the processor did.
        ticks_at_begin = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        running = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks_at_begin / os.sysconf("SC_CLK_TCK")
        return max(running, time.process_time())
    return time.process_time()


def reserve(seconds: float) -> float:
    """How much of the time given is left for coming to an end, on a busy machine too."""
    return min(0.1 + 0.05 * seconds, 0.5)


def recommend(position: Position, deadline: float) -> None:
    """Print better and better moves until the deadline, each as the board after it."""
    boards = {move: str(after).split()[0] for move, after in position.successors()}
    if not boards:
        _say(str(position).split()[0])
        return
    _say(next(iter(boards.values())))  # Any legal move, before anything that takes time.
    if len(boards) == 1 or time.monotonic() > deadline:
        return
    from plyboard.players import AlphaBeta, Engine

    player = Engine("raichu") if Engine.why_not("raichu") is None else AlphaBeta("raichu")
    player.time = deadline - time.monotonic()
    if player.time > 0:
        for thought in player.think(position):
            progress = f"depth {thought.depth}, {thought.nodes} positions: {thought.move}"
            _say(f"{progress}\n{boards[thought.move]}")


def _say(lines: str) -> None:
    """In one piece, at once."""
    sys.stdout.write(f"{lines}\n")
    sys.stdout.flush()
