"""What may be done in a live game, and what happens then: events, or a refusal that says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from plyboard.rules.core import PlyboardError, Position
from plyboard.web.events import HOST, Event
from plyboard.web.games import LiveGame, Seats

LONGEST_MOVE = 200
SLOWEST = 60.0


class Refused(PlyboardError):
    """Something that cannot be done now."""


class NotYours(Refused):
    """Something that someone else may do."""


class Action(BaseModel):
    """What a player, or the host of a game between computers, wants to do."""

    model_config = ConfigDict(strict=True)

    do: Literal[
        "move",
        "takeback",
        "draw",
        "accept",
        "decline",
        "resign",
        "rematch",
        "move-now",
        "pause",
        "resume",
        "step",
        "pace",
    ]
    text: str = Field(default="", max_length=LONGEST_MOVE, description="For `move`: the move.")
    ply: int | None = Field(
        default=None, ge=0, le=10**6, description="For `move`: how many moves were played before it."
    )
    what: Literal["", "draw", "takeback", "rematch"] = Field(
        default="", description="For `accept`, `decline`: what was asked."
    )
    seconds: float = Field(
        default=1.0, ge=0, le=SLOWEST, description="For `pace`: the least time between computers' moves."
    )


def decide(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    """What happens if someone who holds these seats does this; raises Refused, or what the rules say of a move."""
    return _DECISIONS[action.do](game, action, seats)


def moved(
    game: LiveGame, text: str, thought: dict[str, Any] | None = None, seconds: float | None = None
) -> list[Event]:
    """The player to move plays a move, in any form that the game reads."""
    player = game.position.player
    if game.clock_runs() and game.left(player) <= 0:
        return flagged(game)
    after = game.position.play(text)
    clocks = game.clocks[-1] and list(game.clocks[-1])
    if clocks and game.record.clock and game.clock_runs():
        clocks[player] = round(game.left(player) + game.record.clock[1], 3)
    data = {
        "ply": game.ply,
        "player": player,
        "text": canonical(game.position, text, after),
        "clocks": clocks,
        "thought": thought,
        "seconds": round(game.elapsed() if seconds is None else seconds, 3),
    }
    outcome = after.outcome()
    return [Event("move", data), *([] if outcome is None else [_over(outcome.winner, outcome.reason)])]


def flagged(game: LiveGame) -> list[Event]:
    """The player to move has no time left."""
    player = game.position.player
    return [_over(1 - player, f"{game.name(player)} ran out of time")]


def failed(game: LiveGame, reason: str) -> list[Event]:
    """The computer to move could not."""
    player = game.position.player
    return [_over(1 - player, f"{game.name(player)} could not move: {reason}")]


def canonical(position: Position, text: str, after: Position) -> str:
    """The text of a legal move as the rules write it."""
    return text if text in position.moves() else next(move for move, found in position.successors() if found == after)


def _over(winner: int | None, reason: str) -> Event:
    return Event("over", {"winner": winner, "reason": reason})


def _goes_on(game: LiveGame) -> None:
    if game.outcome is not None:
        raise Refused(f"the game is over: {game.outcome.reason}")


def _mine(game: LiveGame, seats: Seats) -> Seats:
    if not (mine := seats & game.people):
        raise NotYours("you are watching: only the players can do that")
    return mine


def _ask(game: LiveGame, what: str, mine: Seats) -> list[Event]:
    """Ask the other player, or agree where the other has asked for the same."""
    seat = next(iter(mine))
    if game.asked.get(what) == 1 - seat:
        return _agreed(game, what, 1 - seat)
    if what in game.asked:
        raise Refused(f"{game.name(1 - seat)} has been asked already")
    return [Event("asked", {"what": what, "seat": seat})]


def _agreed(game: LiveGame, what: str, asker: int) -> list[Event]:
    if what == "draw":
        return [_over(None, "the players agreed on a draw")]
    return _back(game, frozenset({asker})) if what == "takeback" else [Event("rematch", {})]


def _back(game: LiveGame, mine: Seats) -> list[Event]:
    """Back to where one of these players decided last."""
    decided = [ply for ply, position in enumerate(game.positions[:-1]) if position.player in mine]
    if not decided:
        raise Refused("there is no move to take back")
    return [Event("takeback", {"ply": decided[-1]})]


def _move(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    mine = _mine(game, seats)
    _goes_on(game)
    if game.open:
        raise Refused(f"{game.name(game.open[0])} has not come yet: send them the link")
    if game.position.player not in mine:
        raise NotYours(f"{game.name(game.position.player)} is to move, not you")
    if action.ply is not None and action.ply != game.ply:
        raise Refused(f"the game has gone on: {game.ply} moves have been played, not {action.ply}")
    return moved(game, action.text)


def _takeback(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    mine = _mine(game, seats)
    back = _back(game, mine)
    if mine == game.people:  # Nobody else has to be asked.
        return back
    _goes_on(game)
    return _ask(game, "takeback", mine)


def _draw(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    mine = _mine(game, seats)
    _goes_on(game)
    if mine != game.people:
        return _ask(game, "draw", mine)
    if len(mine) == 1 and not _computer_takes_draw(game, computer := 1 - next(iter(mine))):
        raise Refused(f"{game.name(computer)} would rather play on")
    return _agreed(game, "draw", 0)


def _computer_takes_draw(game: LiveGame, computer: int) -> bool:
    """A computer takes a draw unless it thinks that it stands better."""
    moves = zip(game.positions, game.thoughts, strict=False)
    thoughts = [thought for position, thought in moves if position.player == computer and thought]
    return bool(thoughts) and thoughts[-1]["value"] is not None and thoughts[-1]["value"] <= 0


def _resign(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    mine = _mine(game, seats)
    _goes_on(game)
    player = game.position.player if game.position.player in mine else next(iter(mine))
    return [_over(1 - player, f"{game.name(player)} resigned")]


def _rematch(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    mine = _mine(game, seats) if game.people else _host(seats)
    if game.outcome is None:
        raise Refused("a rematch can be had once the game is over")
    if game.next_game is not None:
        raise Refused("the rematch has begun already")
    return [Event("rematch", {})] if mine == game.people else _ask(game, "rematch", mine)


def _asked_by_other(game: LiveGame, action: Action, seats: Seats) -> int:
    asker = game.asked.get(action.what)
    if asker is None or 1 - asker not in _mine(game, seats):
        raise Refused("there is nothing to answer")
    return asker


def _accept(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    return _agreed(game, action.what, _asked_by_other(game, action, seats))


def _decline(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    _asked_by_other(game, action, seats)
    return [Event("declined", {"what": action.what})]


def _host(seats: Seats) -> Seats:
    if HOST not in seats:
        raise NotYours("you are watching: only who set the game up can do that")
    return frozenset()


def _move_now(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    if not seats:
        raise NotYours("you are watching: only the players can do that")
    return [] if game.to_think() is None else [Event("hurry", {})]


def _conduct(game: LiveGame, action: Action, seats: Seats) -> list[Event]:
    """Pause, step and speed of a game between computers."""
    _host(seats)
    if game.people:
        raise Refused("only a game between computers can be paused")
    _goes_on(game)
    if action.do == "pace":
        return [Event("pace", {"seconds": action.seconds})]
    if action.do == "step":
        if not game.paused:
            raise Refused("the game is not paused")
        return [Event("step", {})]
    return [Event("paused", {"paused": action.do == "pause"})]


_DECISIONS: dict[str, Callable[[LiveGame, Action, Seats], list[Event]]] = {
    "move": _move,
    "takeback": _takeback,
    "draw": _draw,
    "accept": _accept,
    "decline": _decline,
    "resign": _resign,
    "rematch": _rematch,
    "move-now": _move_now,
    **dict.fromkeys(("pause", "resume", "step", "pace"), _conduct),
}
