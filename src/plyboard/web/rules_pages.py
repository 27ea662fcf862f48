"""The rules of every game, with a board to try each of them on."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

import plyboard
from plyboard.web import boards, catalogue
from plyboard.web.actions import LONGEST_MOVE, canonical
from plyboard.web.api import LONGEST_POSITION
from plyboard.web.refusals import explain
from plyboard.web.rules_lessons import guide
from plyboard.web.site import page
from plyboard.web.sockets import MOST_PLACES

router = APIRouter(include_in_schema=False)

PositionText = Annotated[str, Query(max_length=LONGEST_POSITION)]
PlaceName = Annotated[str, Query(max_length=20)]


@router.get("/rules")
async def index(request: Request) -> Response:
    """All games."""
    guides = [(rules, guide(rules.name)) for rules in catalogue.all_games()]
    return page(request, "rules_index.html", guides=guides)


@router.get("/rules/{game}")
async def rules_page(request: Request, game: str) -> Response:
    """The rules of a game."""
    rules, told = plyboard.game(game, backend="python"), guide(game)
    positions = [rules.parse(lesson.position) for lesson in told.lessons]
    specs = [boards.board(position) for position in positions]
    # What differs between the boards of a game is which pieces may come; the cells of a hive are told with its state.
    board = specs[0] | {"looks": {name: look for spec in specs for name, look in spec["looks"].items()}}
    lessons = [
        {"tries": lesson.tries, "view": boards.state(position)}
        for lesson, position in zip(told.lessons, positions, strict=True)
    ]
    known = {"game": game, "board": board, "lessons": lessons}
    opponent = catalogue.easy_player(game)
    return page(request, "rules.html", told=known, rules=rules, guide=told, opponent=opponent)


@router.get("/rules/{game}/try")
async def attempt(
    game: str, position: PositionText, move: Annotated[str, Query(max_length=LONGEST_MOVE)]
) -> JSONResponse:
    """The board after a move in any position; what the rules say of one that is not legal."""

    def view() -> boards.View:
        before = plyboard.game(game, backend="python").parse(position)
        after = before.play(move)
        return boards.state(after, last_move=canonical(before, move, after), before=before)

    return JSONResponse(await asyncio.to_thread(view))


@router.get("/rules/{game}/why")
async def why(
    game: str, position: PositionText, path: Annotated[list[PlaceName], Query(max_length=MOST_PLACES)]
) -> JSONResponse:
    """Why the places that someone clicked in a position are no move."""

    def reason() -> str:
        return explain(plyboard.game(game, backend="python").parse(position), path)

    return JSONResponse({"reason": await asyncio.to_thread(reason)})
