"""The analysis board: any position, its best lines, and what one tries, as a tree that its link holds.

The server keeps nothing of it. A page sends a position and the moves from there, and is told what there is to see.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

import plyboard
from plyboard.draw import svg
from plyboard.rules.core import InvalidPosition
from plyboard.web import catalogue
from plyboard.web.actions import LONGEST_MOVE, NotYours
from plyboard.web.analysis_socket import MOST_LINES
from plyboard.web.analysis_study import LONGEST_POSITION, Line, Name, Node, Study, of_record, opened, read, written
from plyboard.web.editing import can_edit, composed
from plyboard.web.refusals import explain
from plyboard.web.security import visitor
from plyboard.web.site import hub, page
from plyboard.web.sockets import MOST_PLACES, GameNumber

router = APIRouter(include_in_schema=False)

LONGEST_TEXT = 200_000

PositionText = Annotated[str, Query(max_length=LONGEST_POSITION)]
Place = Annotated[str, Field(max_length=20)]


class Pasted(BaseModel):
    """A text that someone has, and the game that they look at."""

    text: str = Field(max_length=LONGEST_TEXT)
    game: Name


class Start(BaseModel):
    """A game that begins, with its options."""

    game: Name
    options: dict[Name, Annotated[str, Field(max_length=64)]] = Field({}, max_length=10)


class Edited(BaseModel):
    """Pieces that someone has put on the board of a position."""

    game: Name
    like: str = Field(max_length=LONGEST_POSITION)
    placed: dict[Place, Annotated[str, Field(max_length=8)]] = Field(max_length=500)
    player: int


class Tried(Line):
    """Places that someone has clicked in a position."""

    path: list[Place] = Field(max_length=MOST_PLACES)


@router.get("/analysis")
async def board(
    request: Request,
    game: Annotated[str, Query(max_length=64)] = "",
    position: PositionText = "",
    move: Annotated[list[str] | None, Query(max_length=1000)] = None,
) -> Response:
    """The board, with the position and the moves that a link names; with none, where one has been before."""
    name = plyboard.game(game).name if game else plyboard.games()[0]
    told = await asyncio.to_thread(_linked, name, position, move or [])
    return _page(request, {**told, "fresh": bool(game or position)})


def _linked(game: str, position: str, moves: list[str]) -> dict[str, Any]:
    study = read(position, game) if position.strip() else Study(game=game, start=str(plyboard.game(game).start()))
    before = len(study.nodes) - 1
    more = [Node(move=text[:LONGEST_MOVE], after=before + number) for number, text in enumerate(moves)]
    nodes = [*study.nodes, *more]
    return {**opened(study.model_copy(update={"nodes": nodes})), "at": len(nodes) - 1}


@router.get("/games/{id}/analysis")
async def saved(request: Request, id: GameNumber, ply: Annotated[int, Query(ge=0, le=10**6)] = 0) -> Response:
    """The board with a game that is kept."""
    games = hub(request)
    table = await games.table(id)
    if table.saved.secrets and table.game.outcome is None:
        mine = await games.ask(games.log.held, visitor(request), id)
        if not table.game.people <= mine:
            raise NotYours("this game is still being played: it can be analysed when it is over")
    record = await games.ask(games.log.store.get, id)
    told = await asyncio.to_thread(lambda: opened(of_record(record)))
    return _page(request, {**told, "at": min(ply, len(record.moves)) - 1, "fresh": True})


def _page(request: Request, told: dict[str, Any]) -> Response:
    games = catalogue.all_games()
    editable = {rules.name for rules in games if can_edit(rules.name)}
    return page(request, "analysis.html", told=told, games=games, editable=editable, most_lines=MOST_LINES)


@router.post("/analysis/open")
async def open_study(study: Study) -> Response:
    """A tree that a link held, checked move by move."""
    return JSONResponse(await asyncio.to_thread(opened, study))


@router.post("/analysis/start")
async def start(wanted: Start) -> Response:
    """The position in which a game begins."""
    rules = plyboard.game(wanted.game)
    begin = rules.start(**catalogue.read_options(rules, wanted.options))
    return JSONResponse(await asyncio.to_thread(opened, Study(game=rules.name, start=str(begin))))


@router.post("/analysis/read")
async def pasted(given: Pasted) -> Response:
    """What a text tells."""
    return JSONResponse(await asyncio.to_thread(lambda: opened(read(given.text, plyboard.game(given.game).name))))


@router.post("/analysis/edit")
async def edited(given: Edited) -> Response:
    """The text of a position that someone sets up, or why it is none yet."""
    try:
        like = plyboard.game(given.game).parse(given.like)
        return JSONResponse({"text": str(composed(like, given.placed, given.player)), "problem": ""})
    except InvalidPosition as error:
        return JSONResponse({"text": "", "problem": str(error)})


@router.post("/analysis/view")
async def view(line: Line) -> Response:
    """A position after some moves."""
    return JSONResponse(await asyncio.to_thread(line.view))


@router.post("/analysis/explain")
async def why_not(tried: Tried) -> Response:
    """Why the places that were clicked are no move."""
    return JSONResponse({"reason": await asyncio.to_thread(lambda: explain(tried.end(), tried.path))})


@router.post("/analysis/record")
async def record(study: Study) -> Response:
    """The main line as a record."""
    return JSONResponse({"text": await asyncio.to_thread(written, study)})


@router.post("/analysis/picture")
async def picture(line: Line, flip: bool = False) -> Response:
    """The position as a picture for anywhere."""

    def drawn() -> str:
        last = line.moves[-1] if line.moves and line.game != "hive" else None
        return svg.board(line.end(), theme="light", last_move=last, flip=flip)

    return JSONResponse({"svg": await asyncio.to_thread(drawn)})
