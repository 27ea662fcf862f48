"""The pages to learn from a game: its review, and practice on its mistakes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

from plyboard.draw.text import retold, wins
from plyboard.records.record import Record
from plyboard.rules.core import PlyboardError
from plyboard.study import Exercise, Judged, Review, exercises
from plyboard.study.chances import Verdict
from plyboard.study.review import Label
from plyboard.web import boards, catalogue
from plyboard.web.actions import LONGEST_MOVE, Refused, canonical
from plyboard.web.reviewing import Reviews, Work
from plyboard.web.security import client, visitor
from plyboard.web.site import hub, page
from plyboard.web.sockets import GameNumber
from plyboard.web.tables import Table

router = APIRouter(include_in_schema=False)

GOOD_ENOUGH = (Label.BEST, Label.GOOD)

EVEN = 0.25
"""Points that make no difference."""

Ply = Annotated[int, Path(ge=0, le=10**6)]


class Attempt(BaseModel):
    """A move that someone tries."""

    move: str = Field(max_length=LONGEST_MOVE)


def reviews(request: Request) -> Reviews:
    """The reviews of this process."""
    found = request.app.state.reviews
    assert isinstance(found, Reviews)
    return found


async def _played(request: Request, id: int) -> tuple[Table, Record]:
    """A game that can be reviewed: nobody is told better moves while they play."""
    games = hub(request)
    table = await games.table(id)
    if table.saved.secrets and table.game.outcome is None:
        raise Refused("this game is still being played: it can be reviewed when it is over")
    record = await games.ask(games.log.store.get, id)
    if not record.moves:
        raise Refused("no move has been played in this game: there is nothing to review")
    if [played.move for played in record.moves] != table.game.moves:  # It goes on in a terminal, say.
        games.forget(id)
        table = await games.table(id)
    return table, record


async def _reviewed(request: Request, id: int) -> tuple[Table, Record, Review]:
    table, record = await _played(request, id)
    review = await reviews(request).find(id, record)
    if review is None:
        raise HTTPException(404, "this game has not been reviewed yet")
    return table, record, review


@router.get("/games/{id}/review")
async def review_page(request: Request, id: GameNumber) -> Response:
    """How a game was played."""
    table, record = await _played(request, id)
    review = await reviews(request).find(id, record)
    told = await _told(request, table) | {
        "moves": [
            {"text": move, "player": position.player}
            for position, move in zip(table.game.positions, table.game.moves, strict=False)
        ],
        "review": review and _summary(review),
    }
    return page(request, "review.html", told=told, game=table.game)


@router.post("/games/{id}/review")
async def make(request: Request, id: GameNumber) -> Response:
    """Review a game: lines of JSON say how far it has come, the last one what came out."""
    _, record = await _played(request, id)
    if (found := await reviews(request).find(id, record)) is not None:
        return JSONResponse({"review": _summary(found)})
    work = reviews(request).begin(id, record, client(request))
    return StreamingResponse(_lines(work), media_type="application/x-ndjson")


async def _lines(work: Work) -> AsyncIterator[str]:
    async for done in work.progress():
        yield json.dumps({"done": done, "of": work.of}) + "\n"
    try:
        last: dict[str, Any] = {"review": _summary(work.task.result())}
    except PlyboardError as error:
        last = {"problem": str(error)}
    yield json.dumps(last) + "\n"


@router.get("/games/{id}/review/{ply}")
async def at_ply(request: Request, id: GameNumber, ply: Ply) -> Response:
    """The board after so many moves, how the last of them is judged, and what would have been better."""
    table, _, review = await _reviewed(request, id)
    if ply >= len(review.verdicts):
        raise HTTPException(404, f"only {len(review.moves)} moves have been played")
    judged = review.moves[ply - 1] if ply else None
    told = {
        "view": await asyncio.to_thread(table.view_at, ply),
        "promise": promise(review.verdicts[ply], table.game.rules.players),
        "label": judged and judged.label,
        "why": judged and judged.why,
        "better": judged and judged.label is not Label.BEST and _answer(table, judged),
    }
    return JSONResponse(told)


@router.get("/games/{id}/review/{ply}/better/{step}")
async def better(request: Request, id: GameNumber, ply: Ply, step: Ply) -> Response:
    """The board after some moves of the line that would have been better than the last of so many moves."""
    table, _, review = await _reviewed(request, id)
    if not 1 <= ply <= len(review.moves) or not 1 <= step <= len(review.moves[ply - 1].line):
        raise HTTPException(404, "there is no such line")
    *before, last = review.moves[ply - 1].line[:step]

    def view() -> boards.View:
        position = table.game.positions[ply - 1]
        for move in before:
            position = position.play(move)
        return boards.state(position.play(last), last_move=last, before=position)

    return JSONResponse(await asyncio.to_thread(view))


@router.get("/games/{id}/practice")
async def practice_page(request: Request, id: GameNumber, player: Annotated[int, Query(ge=0, le=1)] = 0) -> Response:
    """Find the better moves. The answers are not on the page."""
    table, record, review = await _reviewed(request, id)
    found = exercises(record, review, player)
    told = await _told(request, table) | {
        "player": player,
        "exercises": [
            {"ply": exercise.ply, "played": exercise.played, "label": review.moves[exercise.ply].label}
            for exercise in found
        ],
    }
    return page(request, "review_practice.html", told=told, game=table.game, player=player, count=len(found))


async def _exercise(request: Request, id: int, ply: int) -> tuple[Table, Review, Exercise]:
    table, record, review = await _reviewed(request, id)
    found = next((exercise for exercise in exercises(record, review) if exercise.ply == ply), None)
    if found is None:
        raise HTTPException(404, "there is nothing to find in this position")
    return table, review, found


@router.post("/games/{id}/practice/{ply}")
async def attempt(request: Request, id: GameNumber, ply: Ply, tried: Attempt) -> Response:
    """Say how good a move is that someone tries."""
    table, _, exercise = await _exercise(request, id, ply)
    after = exercise.position.play(tried.move)
    thought = None
    if exercise.needs_thought(after):
        thought = await reviews(request).think(after, client(request), f"practice of {id}")
    grade = exercise.grade(after, thought)
    before = table.game.positions[ply]
    reached = before.play(tried.move)
    view = boards.state(reached, last_move=canonical(before, tried.move, reached), before=before)
    return JSONResponse({"label": grade, "good": grade in GOOD_ENOUGH, "view": view})


@router.get("/games/{id}/practice/{ply}/answer")
async def answer(request: Request, id: GameNumber, ply: Ply) -> Response:
    """What would have been better, and why, for those who ask."""
    table, review, _ = await _exercise(request, id, ply)
    judged = review.moves[ply]
    return JSONResponse({**_answer(table, judged), "why": judged.why})


async def _told(request: Request, table: Table) -> dict[str, Any]:
    """What both pages are told about a game."""
    games, game = hub(request), table.game
    return {
        "id": game.id,
        "names": game.rules.players,
        "labels": [catalogue.label(line) for line in game.record.players],
        "mine": sorted(await games.ask(games.log.held, visitor(request), game.id) & {0, 1}),
        "status": game.status(),
        "board": boards.board(game.positions[0]),
        "view": table.view_at(0),
    }


def _summary(review: Review) -> dict[str, Any]:
    """A review without what would have been better: whoever wants to find that by themselves can."""
    return {
        "chances": [round(verdict.chance, 3) for verdict in review.verdicts],
        "labels": [judged.label for judged in review.moves],
        "accuracy": [accuracy and round(accuracy) for accuracy in review.accuracy],
        "mistakes": [
            sum(judged.player == player and judged.label not in GOOD_ENOUGH for judged in review.moves)
            for player in (0, 1)
        ],
    }


def _answer(table: Table, judged: Judged) -> dict[str, Any]:
    told = retold(table.game.positions[judged.ply])
    return {
        "move": judged.best,
        "line": list(judged.line),
        "path": boards.path(told, judged.best, boards.places(told)),
        "played": boards.path(told, judged.move, boards.places(told)),
    }


def promise(verdict: Verdict, names: tuple[str, str]) -> str:
    """What a position promises, in words.

    >>> promise(Verdict(1.0, win=-3), ("South", "North")), promise(Verdict(0.3, 1.0), ("South", "North"))
    ('North wins in 3 plies', 'South is better by 1.0')
    """
    if verdict.win:
        count = abs(verdict.win)
        return f"{wins(names[verdict.win < 0])} in {count} {'ply' if count == 1 else 'plies'}"
    if verdict.value is None:
        return ""
    if abs(verdict.value) < EVEN:
        return "Even"
    name = names[verdict.value < 0]
    return f"{name} {'are' if name.endswith('s') else 'is'} better by {abs(verdict.value):.1f}"
