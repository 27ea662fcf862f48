"""The line to a page that plays or watches: what was missed, then what happens, and what the player does."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from plyboard import players
from plyboard.records.store import UnknownRecord
from plyboard.rules.core import PlyboardError
from plyboard.web.actions import Action, NotYours, Refused
from plyboard.web.games import Seats
from plyboard.web.hub import Hub
from plyboard.web.refusals import explain
from plyboard.web.security import visitor
from plyboard.web.site import hub
from plyboard.web.tables import Table
from plyboard.web.thinker import facts

router = APIRouter()

MOST_UNSENT = 200
"""A page that takes nothing in for so many messages is left; it comes back and asks for what it missed."""

HINT_SECONDS = 1
MOST_PLACES = 8
"""No move is made by more clicks."""

GameNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.websocket("/games/{id}/socket")
async def socket(websocket: WebSocket, id: GameNumber, after: Annotated[int, Query(ge=0)] = 0) -> None:
    """Tell a page all events after one, and do what its visitor may."""
    games = hub(websocket)
    try:
        table = await games.table(id)
    except UnknownRecord:
        await websocket.close(1008, "there is no such game")
        return
    me = visitor(websocket)
    seats = await games.ask(games.log.held, me, id)
    await websocket.accept()
    await _Line(websocket, games, table, seats, me).talk(after)


class _Line:
    def __init__(self, websocket: WebSocket, games: Hub, table: Table, seats: Seats, client: str) -> None:
        self._websocket = websocket
        self._games = games
        self._table = table
        self._seats = seats
        self._client = client
        self._unsent: asyncio.Queue[str | None] = asyncio.Queue(MOST_UNSENT)

    async def talk(self, after: int) -> None:
        """Until the page goes away."""
        sending = asyncio.create_task(self._send())
        self._table.watchers.add(self._tell)
        try:
            self._tell(self._table.news(event for event in self._table.events if event.seq > after))
            self._games.carry_on(self._table)  # Computers play on when someone watches.
            while True:
                text = await self._websocket.receive_text()
                await self._hear(text)
        except KeyError:
            await self._websocket.close(1003, "a message is a text")
        except (WebSocketDisconnect, RuntimeError):  # The latter where sending has closed the line.
            pass
        finally:
            self._table.watchers.discard(self._tell)
            sending.cancel()

    def _tell(self, message: str) -> None:
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self._table.watchers.discard(self._tell)
            self._unsent.get_nowait()
            self._unsent.put_nowait(None)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await self._unsent.get()) is not None:
                await self._websocket.send_text(message)
            await self._websocket.close(1013)

    async def _hear(self, text: str) -> None:
        """Do what a message asks for; whatever is wrong with it is answered."""
        said: Any = None
        try:
            said = json.loads(text)
            match said:
                case {"do": "hint"}:
                    asyncio.create_task(self._hint())  # noqa: RUF006 (it answers by itself)
                case {"do": "explain", "path": [*path]} if len(path) <= MOST_PLACES and all(map(_is_text, path)):
                    self._refuse(said, Refused(explain(self._table.game.position, path)))
                case _:
                    await self._games.act(self._table, Action.model_validate(said), self._seats)
        except (ValueError, RecursionError) as error:
            self._refuse(said, error)

    async def _hint(self) -> None:
        game = self._table.game
        try:
            if not game.people <= self._seats:
                raise NotYours("hints are for games in which nobody else plays")
            if game.outcome is not None or game.position.player not in self._seats:
                raise Refused("a hint can be had when it is your move")
            line = f"{players.strongest(game.record.game)}:time={HINT_SECONDS}"
            ply = game.ply
            thought = await self._games.hint(self._table, line, self._client)
            self._tell(json.dumps({"kind": "hint", "ply": ply, **facts(thought)}))
        except PlyboardError as error:
            self._refuse({"do": "hint"}, error)

    def _refuse(self, said: Any, error: Exception) -> None:
        if isinstance(error, ValidationError):
            reason = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        elif isinstance(error, PlyboardError):
            reason = str(error)
        else:
            reason = 'a message is a JSON object such as {"do": "move", "text": "a1a2"}'
        do = said.get("do") if isinstance(said, dict) else None
        self._tell(json.dumps({"kind": "refused", "do": do if isinstance(do, str) else None, "reason": reason}))


def _is_text(place: object) -> bool:
    return isinstance(place, str)
