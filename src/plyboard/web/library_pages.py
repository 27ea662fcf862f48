"""The library: all games that are kept, whoever played them and wherever, to be found, opened, added and deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

import plyboard
from plyboard.draw.text import ended
from plyboard.records.entry import RESULTS, SOURCES, Entry, Filter
from plyboard.records.files import form_of
from plyboard.rules.core import PlyboardError, clip
from plyboard.web import catalogue
from plyboard.web.actions import NotYours
from plyboard.web.security import visitor
from plyboard.web.settings import Settings
from plyboard.web.site import fields, hub, page
from plyboard.web.sockets import GameNumber

router = APIRouter(include_in_schema=False)

A_PAGE = 20
MOST_AT_ONCE = 1000
"""So many games are taken in at once."""

UNFINISHED = "unfinished"
LONGEST_WORD = 200


class BadFilter(PlyboardError):
    """Games that are asked for in a way that nobody understands."""


@router.get("/library")
async def library(request: Request) -> Response:
    """The games that fit, the newest first."""
    said = {name: value.strip() for name, value in request.query_params.items() if value.strip()}
    return await _listed(request, said)


async def _listed(request: Request, said: Mapping[str, str], text: str = "", problem: str = "") -> Response:
    games = hub(request)
    store = games.log.store
    try:
        wanted, number = _wanted(said), _number(said.get("page", "1"))
    except PlyboardError as error:
        wanted, number, problem = Filter(), 1, str(error)
    count = await games.ask(lambda: store.count(**wanted))
    number = min(number, max(1, -(-count // A_PAGE)))
    found = await games.ask(lambda: store.find(**wanted, limit=A_PAGE, offset=(number - 1) * A_PAGE))
    filters = {name: value for name, value in said.items() if name != "page"}
    return page(
        request,
        "library.html",
        422 if problem else 200,
        games=[_told(entry) for entry in found],
        titles=[(rules.name, rules.title) for rules in catalogue.all_games()],
        said=filters,
        count=count,
        pages=-(-count // A_PAGE),
        number=number,
        back=urlencode(said),
        page_link=lambda wanted: f"/library?{urlencode(filters | {'page': wanted})}",
        text=text,
        problem=problem,
    )


def _wanted(said: Mapping[str, str]) -> Filter:
    """The games that a form describes."""
    choices = {"game": plyboard.games(), "result": (*RESULTS, UNFINISHED), "source": SOURCES}
    for name, known in choices.items():
        if name in said and said[name] not in known:
            raise BadFilter(f"{name} is {clip(said[name])}, it must be one of {', '.join(known)}")
    result = said.get("result")
    wanted: dict[str, Any] = {
        "game": said.get("game"),
        "player": said.get("player", "")[:LONGEST_WORD] or None,
        "result": None if result == UNFINISHED else result,
        "finished": False if result == UNFINISHED else None,
        "since": _day("since", said),
        "until": _day("until", said, later=1),
        "source": said.get("source"),
    }
    return cast(Filter, wanted)


def _day(name: str, said: Mapping[str, str], later: int = 0) -> datetime | None:
    """The beginning of a day, or of one some days later."""
    if name not in said:
        return None
    try:
        return (datetime.strptime(said[name], "%Y-%m-%d") + timedelta(days=later)).astimezone()
    except (ValueError, OverflowError):
        raise BadFilter(f"{name} is {clip(said[name])}, it must be a day, as in 2026-01-05") from None


def _number(said: str) -> int:
    if not (said.isascii() and said.isdigit() and int(said[:9]) > 0):
        raise BadFilter(f"page is {clip(said)}, it must be a number from 1 on")
    return int(said[:9])


def _told(entry: Entry) -> dict[str, Any]:
    """A game for people to read; of a game whose rules are not here, what is known all the same."""
    rules = plyboard.game(entry.game) if entry.game in plyboard.games() else None
    names = rules.players if rules else ("First", "Second")
    options = [f"{name} {value}" for name, value in entry.options.items()]
    return {
        "id": entry.id,
        "title": ", ".join((rules.title if rules else entry.game, *options)),
        "known": rules is not None,
        "players": [f"{name}: {catalogue.label(line)}" for name, line in zip(names, entry.players, strict=True)],
        "winner": entry.outcome and entry.outcome.winner,
        "result": ended(entry.outcome, names) if entry.outcome else "Unfinished",
        "finished": entry.outcome is not None,
        "plies": entry.plies,
        "date": _local(entry.date),
        "source": entry.source,
        "game": entry.game,
    }


def _local(date: datetime) -> datetime:
    """A time by the clock of this machine, but for the first and the last day of all."""
    try:
        return date.astimezone()
    except OverflowError:
        return date


@router.post("/library")
async def take_in(request: Request) -> Response:
    """Keep the games of a text, all or none."""
    form = dict(await fields(request))
    text = form.get("text", "").strip()
    games = hub(request)
    try:
        if not text:
            raise PlyboardError("there is no text to read games from")
        read = await asyncio.to_thread(lambda: form_of(text).read(text))
        if len(read) > MOST_AT_ONCE:
            raise PlyboardError(f"these are {len(read)} games: at most {MOST_AT_ONCE} can be added at once")
    except PlyboardError as error:
        return await _listed(request, {}, text, f"Nothing is added: {error}")
    numbers = [await games.ask(games.log.store.begin, record, "import") for record in read]
    return RedirectResponse(f"/games/{numbers[0]}" if len(numbers) == 1 else "/library?source=import", 303)


async def _to_delete(request: Request, id: int) -> Entry:
    """A game that whoever asks may delete: who sits at the machine may delete any, others those they play."""
    games = hub(request)
    entry = await games.ask(games.log.store.entry, id)
    settings = request.app.state.settings
    assert isinstance(settings, Settings)
    if not settings.local and not await games.ask(games.log.held, visitor(request), id):
        raise NotYours("only those who play a game can delete it")
    return entry


@router.get("/games/{id}/delete")
async def ask_to_delete(request: Request, id: GameNumber, back: str = "") -> Response:
    """Ask whether a game shall be deleted."""
    entry = await _to_delete(request, id)
    return page(request, "library_delete.html", game=_told(entry), back=back)


@router.post("/games/{id}/delete")
async def delete(request: Request, id: GameNumber, back: str = "") -> Response:
    """Delete a game for good."""
    await _to_delete(request, id)
    games = hub(request)
    await games.ask(games.log.store.delete, [id])
    games.forget(id)
    return RedirectResponse(f"/library?{urlencode(parse_qsl(back))}", 303)
