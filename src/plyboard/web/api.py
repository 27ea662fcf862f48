"""The way for programs to play: set up games, read them, hear what happens, move, and ask for analysis."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Security
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

import plyboard
from plyboard import players
from plyboard.records.record import Record
from plyboard.rules.core import GameOver
from plyboard.web import catalogue
from plyboard.web.actions import LONGEST_MOVE, Action
from plyboard.web.games import PERSON, Seats
from plyboard.web.security import client
from plyboard.web.site import hub
from plyboard.web.sockets import GameNumber
from plyboard.web.tables import Table
from plyboard.web.thinker import Question, facts
from plyboard.web.thinking import Search

LONGEST_POSITION = 5_000
KEEP_ALIVE = 10.0
"""Seconds of silence after which a stream says an empty line, so that nobody takes it for broken."""


Two = Annotated[list[str], Field(min_length=2, max_length=2)]
"""One for each seat."""


class Asked(BaseModel):
    """What a program sends is what it should be: a truth is no number."""

    model_config = ConfigDict(strict=True)


class Problem(BaseModel):
    """What was wrong, and what would be right."""

    detail: str


class Rules(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    players: Two
    options: list[str]


class Result(BaseModel):
    """How a game ended; nobody wins a draw."""

    winner: int | None
    reason: str


class Clock(Asked):
    """How long each player may think."""

    seconds: float = Field(ge=1, le=21_600, description="For the whole game.")
    increment: float = Field(default=0, ge=0, le=600, description="Added after each move.")


class NewGame(Asked):
    """A game to be set up."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "hiya", "players": ["human", "engine:level=3"]}]}
    )

    game: str = Field(max_length=64, description="The name of a game, as `/api/rules` lists them.")
    players: Two = Field(
        description="For each seat the line of a computer, or `human` for whoever shows the token of that seat."
    )
    options: dict[str, int | str] = Field({}, description="The options of the start, such as `size` of Raichu.")
    start: str | None = Field(None, max_length=LONGEST_POSITION, description="The position to begin from.")
    clock: Clock | None = None


class GameSeats(BaseModel):
    """A game that was set up. Whoever has a token may move for its seat; `host` may pause computers."""

    id: int
    url: str
    tokens: Two
    host: str


class GameState(BaseModel):
    """Where a game has come to."""

    id: int
    game: str
    players: Two
    position: str
    player: int = Field(description="Whose move it is.")
    moves: list[str] = Field(description="The legal moves; none when the game is over.")
    played: list[str]
    outcome: Result | None
    clocks: list[float] | None = Field(description="The seconds that the players have left, where a clock is kept.")
    asked: dict[str, int] = Field(description="What a player has asked the other for.")
    seq: int = Field(description="The number of the last event.")


class Move(Asked):
    """A move, in any form that the game reads."""

    move: str = Field(max_length=LONGEST_MOVE)


class Position(Asked):
    """A position to be analysed; the start of the game where none is given."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "pincer", "seconds": 0.1}]})

    game: str = Field(max_length=64)
    position: str | None = Field(None, max_length=LONGEST_POSITION)
    seconds: float = Field(1.0, gt=0, le=10)
    lines: int = Field(1, ge=1, le=5)


class Thought(BaseModel):
    """A move and what it is worth for the player to move; `win` is in how many plies it wins or, negative, loses."""

    move: str
    value: float | None
    win: int | None
    depth: int
    nodes: int
    line: list[str]
    rank: int


class Analysis(BaseModel):
    """The best moves, the best first."""

    by: str
    thoughts: list[Thought]


def _problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    return {code: {"model": Problem} for code in (400, 413, 422, *codes)}


router = APIRouter(prefix="/api", tags=["play"])
_bearer = HTTPBearer(auto_error=False, description="The token of a seat, or that of the host.")
Token = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]


@router.get("/rules")
async def rules() -> list[Rules]:
    """The games that can be played."""
    return [
        Rules(name=known.name, title=known.title, players=list(known.players), options=list(known.options))
        for known in catalogue.all_games()
    ]


@router.post("/games", status_code=201, responses=_problems(404))
async def create(request: Request, new: NewGame) -> GameSeats:
    """Set up a game."""
    game = plyboard.game(new.game)
    first, second = (line if line == PERSON else catalogue.check_player(line, game.name) for line in new.players)
    clock = None if new.clock is None else (new.clock.seconds, new.clock.increment)
    record = Record(game.name, (first, second), catalogue.read_options(game, new.options), new.start, clock=clock)
    table = await hub(request).create(record, pace=0.0, client=client(request), held=[])
    keys = table.saved.secrets
    return GameSeats(id=table.game.id, url=f"/games/{table.game.id}", tokens=list(keys[:2]), host=keys[2])


@router.get("/games/{id}", responses=_problems(404))
async def state(request: Request, id: GameNumber) -> GameState:
    """Read a game."""
    return _state(await hub(request).table(id))


@router.get(
    "/games/{id}/events",
    responses=_problems(404) | {200: {"content": {"application/x-ndjson": {}}, "description": "Events, one a line."}},
    response_class=StreamingResponse,
)
async def events(
    request: Request,
    id: GameNumber,
    after: Annotated[int, Query(ge=0, le=2**31, description="The number of the last event that is known.")] = 0,
    seconds: Annotated[float, Query(ge=0, le=3600, description="How long to listen; 0 for what is there.")] = 3600,
) -> StreamingResponse:
    """Hear what happened in a game after an event, and what happens, until it is over."""
    table = await hub(request).table(id)
    return StreamingResponse(_stream(table, after, seconds), media_type="application/x-ndjson")


@router.post("/games/{id}/moves", responses=_problems(401, 403, 404, 409))
async def move(request: Request, id: GameNumber, wanted: Move, token: Token) -> GameState:
    """Make a move."""
    return await _act(request, id, Action(do="move", text=wanted.move), token)


@router.post("/games/{id}/actions", responses=_problems(401, 403, 404, 409))
async def action(request: Request, id: GameNumber, wanted: Action, token: Token) -> GameState:
    """Do what else a player may do: resign, ask for a draw, take a move back …"""
    return await _act(request, id, wanted, token)


@router.post("/analysis", responses=_problems(404, 409, 429))
async def analysis(request: Request, wanted: Position) -> Analysis:
    """Ask the strongest player what it thinks of a position."""
    game = plyboard.game(wanted.game)
    position = game.start() if wanted.position is None else await asyncio.to_thread(game.parse, wanted.position)
    if (outcome := position.outcome()) is not None:
        raise GameOver(f"the game is over ({outcome.reason}): there is nothing to think about")
    line = catalogue.analyst(game.name, wanted.seconds, wanted.lines)
    answer = await hub(request).thinking.answer(Search(client(request), Question(line, game.name, str(position))))
    thoughts = [Thought(**facts(thought)) for thought in answer.thoughts]
    return Analysis(by=players.strongest(game.name), thoughts=thoughts)


async def _act(request: Request, id: int, wanted: Action, token: HTTPAuthorizationCredentials | None) -> GameState:
    games = hub(request)
    table = await games.table(id)
    await games.act(table, wanted, _seats(table, token))
    return _state(table)


def _seats(table: Table, token: HTTPAuthorizationCredentials | None) -> Seats:
    found = table.seats_of(token.credentials) if token else frozenset()
    if not found:
        raise HTTPException(
            401, "show the token of a seat: Authorization: Bearer TOKEN", {"WWW-Authenticate": "Bearer"}
        )
    return found


def _state(table: Table) -> GameState:
    game = table.game
    told = game.state()
    return GameState(
        id=game.id,
        game=game.record.game,
        players=list(game.record.players),
        position=str(game.position),
        moves=[] if game.outcome else game.position.moves(),
        played=game.moves,
        **{name: told[name] for name in ("player", "outcome", "clocks", "asked", "seq")},
    )


async def _stream(table: Table, after: int, seconds: float) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    woken = asyncio.Event()

    def wake(message: str) -> None:
        woken.set()

    table.watchers.add(wake)
    try:
        while True:
            woken.clear()
            for event in [event for event in table.events if event.seq > after]:
                after = event.seq
                yield json.dumps(event.facts()) + "\n"
            left = end - loop.time()
            if left <= 0 or table.game.outcome is not None:
                return
            try:
                await asyncio.wait_for(woken.wait(), min(left, KEEP_ALIVE))
            except TimeoutError:
                yield "\n" if left > KEEP_ALIVE else ""
    finally:
        table.watchers.discard(wake)
