"""A game in the terminal, with people and computers in either seat."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import plyboard
from plyboard import players, records
from plyboard.draw import text as draw
from plyboard.players import Human, Player, PlayerFailed, Thinker
from plyboard.records import Played, Record
from plyboard.rules.core import Outcome, PlyboardError, Position
from plyboard.terminal.saving import Saving
from plyboard.terminal.screen import ask, coloured, print_moves
from plyboard.terminal.thinking import score, watched

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
    """A game from where its record has come to its end, or until someone leaves."""

    def __init__(self, record: Record, saving: Saving) -> None:
        self.record = record
        self.rules = plyboard.game(record.game)
        self.positions = list(record.positions())
        self.seats: tuple[Player, Player] = (
            players.seat(record.players[0], record.game),
            players.seat(record.players[1], record.game),
        )
        self._saving = saving
        self._asked = perf_counter()
        """When whoever is to move was first asked for this move."""

    def play(self) -> None:
        """Ask whoever is to move, show the board, until the game is over."""
        self._print_opening()
        self._asked = perf_counter()
        try:
            while (outcome := self.positions[-1].outcome()) is None:
                goes_on = self._ask_person() if self._is_person(self.positions[-1].player) else self._ask_computer()
                if not goes_on:
                    return
            self._end(outcome)
        finally:
            self._saving.close()

    def _is_person(self, player: int) -> bool:
        return isinstance(self.seats[player], Human)

    def _print_opening(self) -> None:
        now = self.positions[-1]
        people = self._is_person(0), self._is_person(1)
        names = [
            name if all(people) else f"{name} ({self.record.players[seat]})"
            for seat, name in enumerate(self.rules.players)
        ]
        print(f"{self.rules.title}: {names[0]} against {names[1]}")
        for part in (_help(now) if any(people) else "", draw.legend(now), draw.board(now, coloured())):
            if part:
                print(f"{part}\n")

    def _ask_computer(self) -> bool:
        """Whether the game goes on after the computer's move: Ctrl-C ends it, and so does a computer that fails."""
        now = self.positions[-1]
        player = self.seats[now.player]
        try:
            played = self._thought(player, now) if isinstance(player, Thinker) else Played(player.choose(now))
        except KeyboardInterrupt:
            print()
            return self._leave()
        except PlayerFailed as failure:
            return self._lose(now.player, str(failure))
        print(f"{self.rules.players[now.player]}> {played.move}", flush=True)
        self._advance(played, now.play(played.move))
        return True

    def _thought(self, player: Thinker, now: Position) -> Played:
        best = watched(player, now)
        return Played(best.move, best.value, best.win, best.depth, best.nodes)

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
                return self._lose(now.player, f"{self.rules.players[now.player]} resigned")
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

    def _lose(self, player: int, reason: str) -> bool:
        outcome = Outcome(1 - player, reason)
        print(draw.ended(outcome, self.rules.players))
        self._end(outcome)
        return False

    def _end(self, outcome: Outcome) -> None:
        self.record = replace(self.record, outcome=outcome)
        self._saving.ended(self.record)

    def _leave(self) -> bool:
        print(f"Go on with this game: {self._saving.command() or self._from_here()}")
        return False

    def _from_here(self) -> str:
        """The command that begins a game where this one stands."""
        lines = self.record.players
        seats = [f" --{seat} {shlex.quote(line)}" for seat, line in zip(("first", "second"), lines, strict=True)]
        chosen = "" if lines == ("human", "human") else "".join(seats)
        return f"plyboard play {self.rules.name}{chosen} --position {shlex.quote(str(self.positions[-1]))}"

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
        self.record = replace(self.record, moves=self.record.moves[: decided[-1]])
        self._saving.taken_back(self.record)
        self._asked = perf_counter()
        print(f"\n{draw.board(self.positions[-1], coloured())}\n")

    def _save(self, file: str) -> None:
        try:
            if not file:
                raise FileNotFoundError(2, "say where, as in: save game.txt")
            with Path(file).open("x", encoding="utf-8") as opened:  # Never over a file that is there already.
                opened.write(records.write([self.record]))
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
        self._advance(Played(next(move for move, position in now.successors() if position == after)), after)

    def _advance(self, played: Played, after: Position) -> None:
        call = draw.call(self.positions[-1], after)
        thought = round(perf_counter() - self._asked, 3)
        self.positions.append(after)
        self.record = replace(self.record, moves=(*self.record.moves, played._replace(seconds=thought)))
        self._saving.played(self.record)
        print("\n".join(filter(None, ["", call])))
        print(f"{draw.board(after, coloured())}\n")
        self._asked = perf_counter()


def _help(position: Position) -> str:
    example = next(iter(position.moves()), None)
    return HELP.format(example=f" such as {example}" if example else "")
