"""The pages to play on: home, a new game, a game, and the door through which a friend comes."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

import plyboard
from plyboard import records
from plyboard.draw import svg
from plyboard.records.record import Record
from plyboard.rules.core import PlyboardError
from plyboard.web import boards, catalogue, showcase
from plyboard.web.catalogue import FRIEND, ME
from plyboard.web.events import HOST
from plyboard.web.games import PERSON
from plyboard.web.security import visitor
from plyboard.web.site import fields, hub, page
from plyboard.web.sockets import GameNumber
from plyboard.web.tables import Table

router = APIRouter(include_in_schema=False)

LAST_GAMES, LAST_DONE = 6, 3
PACE, SLOW_PACE = 0.4, 1.0
"""The least time between moves of a computer, against a person and against its like: people want to see them."""


@router.get("/")
async def home(request: Request) -> Response:
    """Five games to play now, and those to go on with."""
    games = hub(request)
    me = visitor(request)
    last = [_summary(await games.table(id)) for id in await games.ask(games.log.games_of, me, LAST_GAMES)]
    done = [_summary(await games.table(id)) for id in await games.ask(games.log.games_of, me, LAST_DONE, True)]
    cards = [
        {"rules": rules, "opponent": (line := catalogue.easy_player(rules.name)), "label": catalogue.label(line)}
        for rules in catalogue.all_games()
    ]
    return page(request, "home.html", cards=cards, last=last, done=done)


def _summary(table: Table) -> dict[str, Any]:
    game = table.game
    names = [f"{game.name(seat)}: {catalogue.label(line)}" for seat, line in enumerate(game.record.players)]
    return {
        "id": game.id,
        "game": game.record.game,
        "title": game.rules.title,
        "names": names,
        "ply": game.ply,
        "end": game.status(),
    }


@router.get("/pictures/{game}.svg")
async def picture(game: str) -> Response:
    """The board of a game as it begins."""
    headers = {"Cache-Control": "max-age=3600", "Content-Security-Policy": "style-src 'unsafe-inline'"}
    drawn = svg.board(plyboard.game(game).start(), size=None, coordinates=False)
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/showcase/{game}")
async def shown(game: str) -> Response:
    """A short game for a small board."""
    told = await asyncio.to_thread(showcase.show, game)
    return JSONResponse(told, headers={"Cache-Control": "max-age=3600"})


@router.get("/api/docs")
async def for_programs(request: Request) -> Response:
    """What bots can do."""
    return page(request, "api.html")


@router.get("/new")
async def new(request: Request, game: str = "", position: str = "") -> Response:
    """Choose a game, its options and who plays, from the start or from a position."""
    return _new(request, {"game": game, "position": position})


def _new(request: Request, chosen: dict[str, str], problem: str = "") -> Response:
    games = [
        {"rules": rules, "levels": catalogue.levels(rules.name), "others": catalogue.others(rules.name)}
        for rules in catalogue.all_games()
    ]
    shown = chosen.get("game") if chosen.get("game") in plyboard.games() else plyboard.games()[0]
    status = 422 if problem else 200
    return page(request, "new.html", status, games=games, chosen={**chosen, "game": shown}, problem=problem)


@router.post("/games")
async def create(request: Request) -> Response:
    """Set up the game that was chosen, and go there."""
    form = dict(await fields(request))
    try:
        table = await _create(request, form)
    except PlyboardError as error:
        return _new(request, form, str(error))
    return RedirectResponse(f"/games/{table.game.id}", 303)


async def _create(request: Request, form: dict[str, str]) -> Table:
    rules = plyboard.game(form.get("game", ""))
    asked = {option: form[option] for option in rules.options if form.get(option)}
    if "expansions" in rules.options and (letters := "".join(letter for letter in "MLP" if form.get(letter))):
        asked["expansions"] = letters
    chosen = [form.get("custom_" + seat, "") if form.get(seat) == "custom" else form.get(seat, ME) for seat in SEATS]
    players = tuple(PERSON if who in (ME, FRIEND) else catalogue.check_player(who, rules.name) for who in chosen)
    record = Record(
        rules.name,
        (players[0], players[1]),
        catalogue.read_options(rules, asked),
        form.get("position", "").strip() or None,
        clock=_clock(form),
    )
    me = visitor(request)
    return await hub(request).create(
        record,
        pace=PACE if PERSON in players else SLOW_PACE,
        client=me,
        held=[(me, HOST), *((me, seat) for seat, who in enumerate(chosen) if who == ME)],
        open=[seat for seat, who in enumerate(chosen) if who == FRIEND],
    )


SEATS = ("first_seat", "second_seat")


def _clock(form: dict[str, str]) -> tuple[float, float] | None:
    minutes, _, seconds = form.get("clock", "").partition("+")
    if not minutes:
        return None
    try:
        clock = (float(minutes) * 60, float(seconds or 0))
    except ValueError:
        clock = (0.0, 0.0)
    if not (1 <= clock[0] <= 6 * 3600 and 0 <= clock[1] <= 600):
        raise PlyboardError("a clock is minutes and seconds added after each move, such as 5+3, for at most 6 hours")
    return clock


@router.get("/games/{id}")
async def play(request: Request, id: GameNumber) -> Response:
    """A game, to play or to watch."""
    games = hub(request)
    table = await games.table(id)
    game = table.game
    mine = await games.ask(games.log.held, visitor(request), id)
    told = {
        "id": id,
        "game": game.record.game,
        "title": game.rules.title,
        "names": game.rules.players,
        "labels": [catalogue.label(line) for line in game.record.players],
        "people": sorted(game.people),
        "mine": sorted(mine),
        "host": HOST in mine,
        "live": bool(table.saved.secrets),
        "state": game.state(),
        "moves": [
            {"text": move, "player": position.player}
            for position, move in zip(game.positions, game.moves, strict=False)
        ],
        "board": boards.board(game.positions[0]),
        "view": table.view(),
    }
    # Only who set the game up is told the way to the seats that wait for someone.
    links = {seat: f"/games/{id}/join/{table.saved.secrets[seat]}" for seat in game.open} if HOST in mine else {}
    return page(request, "play.html", told=told, links=links, game=game)


@router.get("/games/{id}/view/{ply}")
async def view(request: Request, id: GameNumber, ply: Annotated[int, Path(ge=0, le=10**6)]) -> Response:
    """The board as it was after so many moves."""
    table = await hub(request).table(id)
    if ply > table.game.ply:
        raise HTTPException(404, f"only {table.game.ply} moves have been played")
    return JSONResponse(table.view_at(ply))


@router.get("/games/{id}/record")
async def record(request: Request, id: GameNumber) -> Response:
    """The game written down."""
    games = hub(request)
    saved = await games.ask(games.log.store.get, id)
    name = f"{saved.game}-{id}.txt"
    return PlainTextResponse(records.write([saved]), headers={"Content-Disposition": f'inline; filename="{name}"'})


def _seat_of(table: Table, secret: str) -> int:
    for seat in table.seats_of(secret):
        return seat
    raise HTTPException(404, "this link leads to no seat of this game")


@router.get("/games/{id}/join/{secret}")
async def door(request: Request, id: GameNumber, secret: str) -> Response:
    """Ask whoever has the link of a seat whether they want to play."""
    games = hub(request)
    table = await games.table(id)
    seat = _seat_of(table, secret)
    if seat in await games.ask(games.log.held, visitor(request), id):
        return RedirectResponse(f"/games/{id}", 303)
    return page(request, "join.html", table=table, name=table.game.name(seat) if seat != HOST else "the host")


@router.post("/games/{id}/join/{secret}")
async def join(request: Request, id: GameNumber, secret: str) -> Response:
    """Take a seat."""
    games = hub(request)
    table = await games.table(id)
    await games.join(table, visitor(request), _seat_of(table, secret))
    return RedirectResponse(f"/games/{id}", 303)
