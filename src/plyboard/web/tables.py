"""A live game and those around it: who watches, who thinks, and what they are told."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from plyboard.web import boards
from plyboard.web.events import Event, Saved
from plyboard.web.games import LiveGame, Seats
from plyboard.web.thinking import Search

Watcher = Callable[[str], None]
"""Whoever is told what happens: takes a JSON text, and never waits."""


@dataclass(eq=False)
class Table:
    """A live game and those around it."""

    game: LiveGame
    saved: Saved
    events: list[Event] = field(default_factory=list)
    watchers: set[Watcher] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    search: Search | None = None
    thinking: asyncio.Task[None] | None = None
    flag: asyncio.TimerHandle | None = None
    used: float = field(default_factory=monotonic)
    _view: tuple[int, dict[str, Any]] | None = None

    def seats_of(self, secret: str) -> Seats:
        """The seats that a secret opens."""
        shown = secret.encode()
        return frozenset(
            seat for seat, known in enumerate(self.saved.secrets) if hmac.compare_digest(known.encode(), shown)
        )

    def view(self) -> dict[str, Any]:
        """The position as a page shows it, worked out once."""
        if self._view is None or self._view[0] != self.game.seq:
            self._view = (self.game.seq, self.view_at(self.game.ply))
        return self._view[1]

    def view_at(self, ply: int) -> dict[str, Any]:
        """The position after so many moves."""
        game = self.game
        if ply == 0:
            return boards.state(game.positions[0])
        return boards.state(game.positions[ply], last_move=game.moves[ply - 1], before=game.positions[ply - 1])

    def news(self, events: Iterable[Event]) -> str:
        """What a page is told about events: the events, and what they have come to."""
        told = [event.facts() for event in events]
        message = {"kind": "events", "events": told, "state": self.game.state()}
        if any(event["kind"] in ("move", "takeback", "began") for event in told):
            message["view"] = self.view()
        return json.dumps(message)

    def tell(self, message: str) -> None:
        """Tell everyone."""
        for watcher in list(self.watchers):
            watcher(message)
