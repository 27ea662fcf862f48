"""The line over which the analysis board hears what the strongest player thinks, deeper and deeper."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from time import monotonic
from typing import Any, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter, ValidationError

import plyboard
from plyboard import players
from plyboard.draw.text import retold, wins
from plyboard.players import Thought
from plyboard.rules.core import PlyboardError, PythonPosition
from plyboard.study.chances import Verdict, verdict
from plyboard.web import boards, catalogue
from plyboard.web.analysis_study import Line
from plyboard.web.review_pages import promise
from plyboard.web.security import client
from plyboard.web.site import hub
from plyboard.web.thinker import Question
from plyboard.web.thinking import LONGEST, Search, Thinking

router = APIRouter()

MOST_LINES = 5
TELL_EVERY = 0.12
"""Seconds from one report to the next."""

A_TURN = 1.0
"""Seconds after which an analysis makes room for whoever waits, and goes on after them."""


class Wanted(Line):
    """A position to think about."""

    do: Literal["think"]
    number: int = Field(ge=0, le=2**53)
    """By what number the answers are known."""
    lines: int = Field(ge=1, le=MOST_LINES)


class Stop(Line):
    """Nothing more to think about."""

    do: Literal["stop"]
    game: str = ""
    start: str = ""


_MESSAGE: TypeAdapter[Wanted | Stop] = TypeAdapter(Wanted | Stop)


@router.websocket("/analysis/socket")
async def socket(websocket: WebSocket) -> None:
    """Think about one position after the other, always about the last that was asked for."""
    await websocket.accept()
    thinking: asyncio.Task[None] | None = None
    try:
        while True:
            text = await websocket.receive_text()
            if thinking is not None:
                thinking.cancel()
            try:
                wanted = _MESSAGE.validate_json(text)
            except ValidationError as error:
                reasons = {f"{'.'.join(map(str, part['loc'][1:]))}: {part['msg']}" for part in error.errors()}
                await websocket.send_json({"kind": "refused", "reason": "; ".join(sorted(reasons))})
                continue
            if isinstance(wanted, Wanted):
                thinking = asyncio.create_task(_Analysis(websocket, wanted).run())
    except KeyError:
        await websocket.close(1003, "a message is a text")
    except (WebSocketDisconnect, RuntimeError):  # The latter where the line broke while something was said.
        pass
    finally:
        if thinking is not None:
            thinking.cancel()


class _Analysis:
    """What is found out about a position."""

    def __init__(self, websocket: WebSocket, wanted: Wanted) -> None:
        self._websocket = websocket
        self._wanted = wanted
        self._client = client(websocket)
        self._thinking: Thinking = hub(websocket).thinking
        self._search: Search | None = None
        self._found: dict[int, Thought] = {}
        """The newest thought of each rank."""
        self._began: float | None = None
        self._news = False

    async def run(self) -> None:
        """Think, and tell what is found as it is found."""
        with suppress(WebSocketDisconnect, RuntimeError):
            try:
                told = retold(await asyncio.to_thread(self._wanted.end))
                await self._follow(told)
            except PlyboardError as error:
                await self._say(kind="refused", reason=str(error))

    async def _follow(self, told: PythonPosition) -> None:
        answering = asyncio.create_task(self._answer(told))
        try:
            while not answering.done():
                await asyncio.wait({answering}, timeout=TELL_EVERY)
                if self._news:
                    self._news = False
                    await self._say(**self._report(told), done=False)
                if self._search and self._began and self._thinking.crowded and monotonic() > self._began + A_TURN:
                    self._search.hurry()
            answering.result()
            await self._say(**self._report(told), done=True)
        finally:
            answering.cancel()

    async def _answer(self, told: PythonPosition) -> None:
        """Think for as long as anyone may, in as many turns as others leave."""
        line = catalogue.analyst(told.game, LONGEST, self._wanted.lines)
        # The player remembers what it has found: after a pause it comes back to where it was at once.
        question = Question(line, told.game, str(told), seat=f"analysis of {self._client}")
        left = LONGEST
        while left > 0:
            self._began = None
            self._search = search = Search(self._client, question, self._hear, left)
            answer = await self._thinking.answer(search)
            left -= answer.seconds
            if not search.hurried.is_set():
                return

    def _hear(self, thought: Thought) -> None:
        self._began = self._began or monotonic()
        known = self._found.get(thought.rank)
        if known is None or thought.depth >= known.depth:
            self._found[thought.rank] = thought
            self._news = True

    def _report(self, told: PythonPosition) -> dict[str, Any]:
        names = plyboard.game(told.game).players
        ids = boards.places(told)
        thoughts = [self._found[rank] for rank in sorted(self._found)]
        verdicts = [verdict(told, thought) for thought in thoughts]
        lines = [
            {"moves": list(thought.line), "path": boards.path(told, thought.move, ids), "score": score(promised, names)}
            for thought, promised in zip(thoughts, verdicts, strict=True)
        ]
        best, seconds = thoughts[0], monotonic() - (self._began or monotonic())
        return {
            "kind": "lines",
            "by": players.strongest(told.game),
            "depth": best.depth,
            "nodes": best.nodes,
            "speed": round(best.nodes / seconds) if seconds > TELL_EVERY else None,
            "chance": round(verdicts[0].chance, 3),
            "promise": promise(verdicts[0], names),
            "decided": best.win is not None,
            "lines": lines,
        }

    async def _say(self, **message: Any) -> None:
        await self._websocket.send_text(json.dumps({"number": self._wanted.number, **message}))


def score(verdict: Verdict, names: tuple[str, str]) -> str:
    """What a line promises, in few letters: more than 0 is good for the first player.

    >>> score(Verdict(0.3, 1.0), ("South", "North")), score(Verdict(-1.0, win=-3), ("South", "North"))
    ('+1.0', 'North wins in 3')
    """
    if verdict.win:
        return f"{wins(names[verdict.win < 0])} in {abs(verdict.win)}"
    return f"{verdict.value or 0:+.1f}"
