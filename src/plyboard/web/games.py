"""A live game: what its events have made of it. Nothing here waits, decides or is stored."""

from __future__ import annotations

from time import monotonic
from typing import Any

import plyboard
from plyboard.draw.text import wins
from plyboard.records.record import Record
from plyboard.rules.core import Outcome, Position, PythonPosition
from plyboard.web.events import Event

PERSON = "human"

Seats = frozenset[int]


class LiveGame:
    """A game that is being played."""

    def __init__(self, id: int, record: Record, pace: float = 0.0) -> None:
        self.id = id
        self.record = record
        self.rules = plyboard.game(record.game, backend="python")  # What a page is told comes from these rules.
        start = self.rules.start(**record.options) if record.start is None else self.rules.parse(record.start)
        self.positions: list[Position] = [start]
        self.moves: list[str] = []
        self.thoughts: list[dict[str, Any] | None] = []
        self.clocks: list[tuple[float, float] | None] = [record.clock and (record.clock[0], record.clock[0])]
        self.seq = 0
        self.pace = pace
        """The least number of seconds from one move of a computer to the next."""
        self.open: list[int] = []
        """Seats that nobody has taken yet."""
        self.asked: dict[str, int] = {}
        """What the player of a seat has asked the other for: a draw, a move back, another game."""
        self.outcome: Outcome | None = None
        self.paused = False
        self.until_ply = 0
        """A paused game goes on until this ply."""
        self.next_game: int | None = None
        self.turn_began = monotonic()

    @property
    def position(self) -> Position:
        """Where the game has come to."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def people(self) -> Seats:
        """The seats in which people sit."""
        return frozenset(seat for seat, line in enumerate(self.record.players) if line == PERSON)

    def name(self, seat: int) -> str:
        """What the rules call a player."""
        return self.rules.players[seat]

    def to_think(self) -> str | None:
        """The line of the computer that is to move now; None where it is a person's move, or nobody's."""
        waits = self.outcome is not None or self.open or (self.paused and self.ply >= self.until_ply)
        line = self.record.players[self.position.player]
        return None if waits or line == PERSON else line

    def elapsed(self) -> float:
        """For how many seconds the player to move has thought."""
        return monotonic() - self.turn_began

    def clock_runs(self) -> bool:
        """Whether a clock runs: it waits for the first move."""
        return self.clocks[-1] is not None and bool(self.moves) and self.outcome is None and not self.paused

    def left(self, seat: int) -> float:
        """The seconds that a player has left, where a clock is kept."""
        assert self.clocks[-1] is not None
        return self.clocks[-1][seat] - (self.elapsed() if self.clock_runs() and seat == self.position.player else 0.0)

    def status(self) -> str:
        """Who won and why; empty while the game goes on."""
        if self.outcome is None:
            return ""
        result = "A draw" if self.outcome.winner is None else wins(self.name(self.outcome.winner))
        return f"{result}: {self.outcome.reason}"

    def state(self) -> dict[str, Any]:
        """All that a page needs to know besides the board and the moves."""
        return {
            "seq": self.seq,
            "ply": self.ply,
            "player": self.position.player,
            "outcome": self.outcome and {"winner": self.outcome.winner, "reason": self.outcome.reason},
            "status": self.status(),
            "clocks": self.clocks[-1] and [round(self.left(0), 3), round(self.left(1), 3)],
            "ticking": self.clock_runs(),
            "open": self.open,
            "asked": self.asked,
            "paused": self.paused,
            "pace": self.pace,
            "next": self.next_game,
            "thinks": self.to_think() is not None,
        }

    def apply(self, event: Event, ago: float = 0.0) -> None:
        """Let an event that happened so many seconds ago take effect."""
        data = event.data
        self.seq = event.seq
        match event.kind:
            case "began":
                self.open = list(data["open"])
            case "joined":
                self.open = [seat for seat in self.open if seat != data["seat"]]
            case "move":
                if self.moves and isinstance(before := self.positions[-2], PythonPosition):
                    before.forget()  # Pages are told of the last two positions; games are many.
                self.positions.append(self.position.play(data["text"]))
                self.moves.append(data["text"])
                self.thoughts.append(data["thought"])
                self.clocks.append(data["clocks"] and (data["clocks"][0], data["clocks"][1]))
                self.asked.clear()
            case "takeback":
                ply = data["ply"]
                del self.positions[ply + 1 :], self.moves[ply:], self.thoughts[ply:], self.clocks[ply + 1 :]
                self.outcome = None
                self.asked.clear()
            case "asked":
                self.asked[data["what"]] = data["seat"]
            case "declined":
                self.asked.pop(data["what"], None)
            case "over":
                self.outcome = Outcome(data["winner"], data["reason"])
                self.asked.clear()
            case "paused":
                self.paused = data["paused"]
                self.until_ply = 0
            case "step":
                self.until_ply = self.ply + 1
            case "pace":
                self.pace = data["seconds"]
            case "rematch":
                self.next_game = data["game"]
                self.asked.clear()
        if event.kind in ("move", "takeback", "paused"):
            self.turn_began = monotonic() - ago
