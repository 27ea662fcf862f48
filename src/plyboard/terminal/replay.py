"""A game gone through again in the terminal, move by move."""

from __future__ import annotations

import plyboard
from plyboard.draw import text as draw
from plyboard.records import Played, Record
from plyboard.terminal.screen import ask, coloured
from plyboard.terminal.thinking import score

HELP = """\
Press Enter for the next move, or type one of:
  n       the next move
  b       back to the move before
  NUMBER  go to this move; 0 is the start
  home    go to the start
  end     go to the last move
  q       leave
  help    say this"""


class Replay:
    """Steps through a game; at ply 0 stands the start, and at ply n the board after move n."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = plyboard.game(record.game)
        self.positions = list(record.positions())
        self.last = len(record.moves)

    def print_all(self) -> None:
        """The whole game, from the start to the last move."""
        print(self.title())
        for ply in range(self.last + 1):
            print(f"\n{self.shown(ply)}")

    def step(self) -> None:
        """Show the board, ask where to go, until the reader has enough."""
        print(f"{self.title()}\n\n{HELP}\n")
        ply = 0
        print(f"{self.shown(ply)}\n")
        while (typed := ask(f"{ply} of {self.last}> ")) is not None:
            match typed.lower():
                case "q" | "quit" | "exit":
                    return
                case "help":
                    print(HELP)
                    continue
                case "" | "n" | "next":
                    wanted = ply + 1
                case "b" | "back":
                    wanted = ply - 1
                case "home":
                    wanted = 0
                case "end":
                    wanted = self.last
                case number if number.isascii() and number.isdigit():
                    wanted = int(number[:9])
                case _:
                    print(f"{typed!r} is no move's number and no command: help says what there is.")
                    continue
            if not 0 <= wanted <= self.last:
                print("This is the start." if wanted < 0 else f"The last move is number {self.last}.")
                continue
            ply = wanted
            print(f"\n{self.shown(ply)}\n")

    def title(self) -> str:
        """Who played, when, and how it ended."""
        seats = zip(self.rules.players, self.record.players, strict=True)
        names = " against ".join(f"{name} ({line})" for name, line in seats)
        return f"{self.rules.title}: {_visible(names)}, {self.record.date:%Y-%m-%d %H:%M}\n{self.result()}"

    def result(self) -> str:
        """How the game ended."""
        if self.record.outcome is None:
            return f"Not finished after {self.last} moves"
        return _visible(draw.ended(self.record.outcome, self.rules.players))

    def shown(self, ply: int) -> str:
        """The move of a ply with what is known of it, and the board after it."""
        board = draw.board(self.positions[ply], coloured())
        if ply == self.last and self.record.outcome not in (None, self.positions[ply].outcome()):
            board = f"{board}\n{self.result()}"
        if ply == 0:
            return board
        played = self.record.moves[ply - 1]
        mover = self.rules.players[self.positions[ply - 1].player]
        told = "".join(f"  {part}" for part in _notes(played))
        comment = f"\n{_visible(played.comment)}" if played.comment else ""
        return f"{ply}. {mover}: {played.move}{told}{comment}\n\n{board}"


def _notes(played: Played) -> list[str]:
    """What is known of a move besides the move."""
    notes = []
    if played.value is not None or played.win is not None:
        notes.append(score(played))
    if played.depth is not None:
        notes.append(f"depth {played.depth}")
    if played.nodes is not None:
        notes.append(f"{played.nodes:,} nodes")
    if played.seconds is not None:
        notes.append(f"{played.seconds:.2f} s")
    if played.clock is not None:
        notes.append(f"{played.clock:.1f} s left")
    return notes


def _visible(text: str) -> str:
    """A text of a file without what would command the terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)
