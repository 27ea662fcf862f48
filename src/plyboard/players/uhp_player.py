"""Any engine that speaks the Universal Hive Protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plyboard.players.core import DEPTH, option, whole
from plyboard.players.process import LONGEST_SEARCH, PATIENCE, EngineFailed, Program, Talk
from plyboard.rules.core import Position, clip


@dataclass
class Uhp(Program):
    """A UHP engine thinks for whole seconds: the protocol knows no shorter time."""

    name: ClassVar[str] = "uhp"
    time: int = option(whole("how many seconds to think about a move", 1, 86_399), 1)
    depth: int | None = option(DEPTH)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._told: list[str] = []
        """The game as the engine knows it: its type, and the moves."""

    @classmethod
    def why_not(cls, game: str) -> str | None:
        """UHP is for Hive."""
        return None if game == "hive" else f"uhp is for hive, not for {game}"

    def greet(self, talk: Talk) -> None:
        """An engine says who it is by itself."""
        self._told = []
        _answer(talk, PATIENCE)

    def farewell(self) -> str:
        """As UHP says goodbye."""
        return "exit"

    def ask(self, talk: Talk, position: Position) -> str:
        """The engine's best move. It is told what was played since it was last asked, or the whole of another game."""
        text = str(position)
        game_type, _, _, *moves = text.split(";")
        game = [game_type, *moves]
        known = len(self._told)
        if known and game[:known] == self._told:
            news = [f"play {move}" if move != "pass" else move for move in game[known:]]
        else:
            news = [f"newgame {text if moves else game_type}"]
        for line in news:
            _tell(talk, line, PATIENCE)
        self._told = game
        if self.depth is not None:
            return _tell(talk, f"bestmove depth {self.depth}", LONGEST_SEARCH)
        clock = f"{self.time // 3600:02}:{self.time // 60 % 60:02}:{self.time % 60:02}"
        return _tell(talk, f"bestmove time {clock}", self.time + PATIENCE)


def _tell(talk: Talk, line: str, timeout: float) -> str:
    """The answer to a line; raises EngineFailed where it is an error."""
    talk.say(line)
    answer = _answer(talk, timeout)
    if answer.startswith(("err", "invalidmove")):
        raise EngineFailed(f"{clip(talk.command)} answers {clip(answer, 200)} to {clip(line)}")
    return answer


def _answer(talk: Talk, timeout: float) -> str:
    """The last line before the next `ok`."""
    *_, answer, _ = ["", *talk.until(lambda line: line.strip() == "ok", timeout)]
    return answer.strip()
