"""A game in the terminal, with people and computers in either seat, and players who think aloud."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from time import perf_counter

from rich.columns import Columns
from rich.console import Console, OverflowMethod
from rich.text import Text

from plyboard import players
from plyboard.draw import text as draw
from plyboard.players import Human, Player, PlayerFailed, Thinker, Thought
from plyboard.rules.core import Game, PlyboardError, Position

HELP = """\
Type a move{example}, or one of:
  moves      list the legal moves
  hint       ask the strongest player for a good move
  undo       take back the last move, and what a computer answered
  save FILE  write the game down
  resign     give up the game
  quit       leave the game
  help       say this"""

HINT_SECONDS = 1


class TerminalGame:
    """A game from its start to its end, or until someone leaves."""

    def __init__(self, rules: Game, start: Position, lines: tuple[str, str]) -> None:
        self.rules = rules
        self.lines = lines
        self.seats: tuple[Player, Player] = (players.seat(lines[0], rules.name), players.seat(lines[1], rules.name))
        self.positions = [start]
        self.moves: list[str] = []

    def play(self) -> None:
        """Ask whoever is to move, show the board, until the game is over."""
        self._print_opening()
        while self.positions[-1].outcome() is None:
            goes_on = self._ask_person() if self._is_person(self.positions[-1].player) else self._ask_computer()
            if not goes_on:
                return

    def _is_person(self, player: int) -> bool:
        return isinstance(self.seats[player], Human)

    def _print_opening(self) -> None:
        start = self.positions[0]
        people = self._is_person(0), self._is_person(1)
        names = [
            name if all(people) else f"{name} ({self.lines[seat]})" for seat, name in enumerate(self.rules.players)
        ]
        print(f"{self.rules.title}: {names[0]} against {names[1]}")
        for part in (_help(start) if any(people) else "", draw.legend(start), draw.board(start, coloured())):
            if part:
                print(f"{part}\n")

    def _ask_computer(self) -> bool:
        """Whether the game goes on after the computer's move: Ctrl-C ends it, and so does a computer that fails."""
        now = self.positions[-1]
        player = self.seats[now.player]
        try:
            move = watched(player, now).move if isinstance(player, Thinker) else player.choose(now)
        except KeyboardInterrupt:
            print()
            return self._leave()
        except PlayerFailed as failure:
            return self._lost(now.player, str(failure))
        print(f"{self.rules.players[now.player]}> {move}", flush=True)
        self._advance(move, now.play(move))
        return True

    def _ask_person(self) -> bool:
        """Whether the game goes on after what a person typed."""
        now = self.positions[-1]
        typed = ask(f"{self.rules.players[now.player]}> ")
        word, _, rest = (typed if typed is not None else "quit").partition(" ")
        match word.lower(), rest.strip():
            case "", "":
                pass
            case "quit" | "exit", "":
                return self._leave()
            case "resign", "":
                return self._lost(now.player, f"{self.rules.players[now.player]} resigned")
            case "help", "":
                print(_help(now))
            case "moves", "":
                print_moves(now)
            case "hint", "":
                self._hint()
            case "undo", "":
                self._undo()
            case "save", file:
                self._save(file)
            case _:
                self._play_typed(typed or "")
        return True

    def _lost(self, player: int, reason: str) -> bool:
        print(f"{draw.wins(self.rules.players[1 - player])}: {reason}")
        return False

    def _leave(self) -> bool:
        seats = [f" --{seat} {shlex.quote(line)}" for seat, line in zip(("first", "second"), self.lines, strict=True)]
        chosen = "" if self.lines == ("human", "human") else "".join(seats)
        position = shlex.quote(str(self.positions[-1]))
        print(f"Go on with this game: plyboard play {self.rules.name}{chosen} --position {position}")
        return False

    def _hint(self) -> None:
        now = self.positions[-1]
        adviser = players.thinker(f"{players.strongest(now.game)}:time={HINT_SECONDS}", now.game)
        try:
            thought = watched(adviser, now)
        except KeyboardInterrupt:
            print()
        else:
            print(f"Try {thought.move} ({score(thought)}, depth {thought.depth})")

    def _undo(self) -> None:
        """Back to where a person decided last."""
        decided = [ply for ply, position in enumerate(self.positions[:-1]) if self._is_person(position.player)]
        if not decided:
            print("There is no move to take back.")
            return
        del self.positions[decided[-1] + 1 :]
        del self.moves[decided[-1] :]
        print(f"\n{draw.board(self.positions[-1], coloured())}\n")

    def _save(self, file: str) -> None:
        content = [f"game: {self.rules.name}", f"start: {self.positions[0]}"]
        content += [f"move: {move}" for move in self.moves]
        content += [f"position: {self.positions[-1]}", ""]
        try:
            if not file:
                raise FileNotFoundError(2, "say where, as in: save game.txt")
            with Path(file).open("x", encoding="utf-8") as opened:  # Never over a file that is there already.
                opened.write("\n".join(content))
        except (OSError, ValueError) as error:
            print(f"The game is not saved: {getattr(error, 'strerror', None) or error}")
        else:
            print(f"Saved in {file}")

    def _play_typed(self, typed: str) -> None:
        now = self.positions[-1]
        try:
            after = now.play(typed)
        except PlyboardError as error:
            print(error)
            return
        self._advance(next(move for move, position in now.successors() if position == after), after)

    def _advance(self, move: str, after: Position) -> None:
        call = draw.call(self.positions[-1], after)
        self.positions.append(after)
        self.moves.append(move)
        print("\n".join(filter(None, ["", call])))
        print(f"{draw.board(after, coloured())}\n")


def score(thought: Thought) -> str:
    """How good a move is, in a few words.

    >>> score(Thought("e2b5", 1.5, 4, 200, ("e2b5",))), score(Thought("e2b5", 9e9, 4, 200, ("e2b5",), win=-4))
    ('+1.50', 'loses in 4')
    """
    if thought.win is None:
        return f"{thought.value + 0.0:+.2f}"  # Adding 0.0 makes a negative zero a zero.
    return f"wins in {thought.win}" if thought.win > 0 else f"loses in {-thought.win}"


def watched(player: Thinker, position: Position) -> Thought:
    """The last thought of a player; while it thinks, a terminal shows its thoughts in one line that vanishes."""
    best = None
    with Console(stderr=True).status(Text(f"{player.name} thinks")) as status:
        for thought in player.think(position):
            if thought.rank == 1:
                best = thought
                status.update(Text(f"{player.name}: {thought.move}, {score(thought)}, depth {thought.depth}"))
    assert best is not None, f"{player.name} had no thought"
    return best


def thinking_aloud(player: Thinker, position: Position, quiet: bool = False) -> list[Thought]:
    """The last thoughts of a player, the best first; Ctrl-C ends the thinking early.

    A terminal shows a line for each depth as it comes; elsewhere only the last depth is printed.
    """
    console = Console(highlight=False, quiet=quiet)
    begin = perf_counter()
    found: list[Thought] = []
    lines: list[str] = []
    try:
        with console.status(Text(f"{player.name} thinks")) as status:
            for thought in player.think(position):
                if found and thought.depth != found[0].depth:
                    _print_lines(lines if console.is_terminal else [], console)
                better = sum(other.depth == thought.depth and other.rank < thought.rank for other in found)
                found[better:] = [thought]
                lines[better:] = [_line(thought, perf_counter() - begin)]
                status.update(Text(lines[0][: console.width - 4]))
    except KeyboardInterrupt:
        if not found:
            raise
    _print_lines(lines, console)
    return found


def _print_lines(lines: list[str], console: Console) -> None:
    # A terminal cuts a line that is too long; a program gets it all.
    for line in lines:
        overflow: OverflowMethod = "ellipsis" if console.is_terminal else "ignore"
        console.print(Text(line), no_wrap=True, overflow=overflow, crop=console.is_terminal)


def _line(thought: Thought, seconds: float) -> str:
    return (
        f"depth {thought.depth:>2}  {score(thought):>12}  {thought.nodes:>11,} nodes  {seconds:>6.2f} s  "
        f"{', '.join(thought.line)}"
    )


def ask(prompt: str) -> str | None:
    """A line that a player typed; None at the end of input or Ctrl-C."""
    try:
        typed = input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    if not sys.stdin.isatty():
        print(typed)  # A terminal shows what is typed by itself; in a transcript it would be missing.
    return typed


def print_moves(position: Position) -> None:
    """In columns for a person, one a line for a program."""
    console = Console(highlight=False)
    if console.is_terminal:
        console.print(Columns(map(Text, position.moves()), padding=(0, 2)))
    else:
        print("\n".join(position.moves()))


def coloured() -> bool:
    """Whether colours can be seen and are wanted."""
    console = Console()
    return console.is_terminal and console.color_system is not None and not console.no_color


def _help(position: Position) -> str:
    example = next(iter(position.moves()), None)
    return HELP.format(example=f" such as {example}" if example else "")
