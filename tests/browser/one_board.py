"""One board in a browser, without a server: the test itself answers the page, and plays what is clicked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route

from plyboard.rules.core import Position
from plyboard.web import boards

STATIC = Path(boards.__file__).parent / "static"
TYPES = {".js": "text/javascript", ".css": "text/css"}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:"

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A board</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/colours.css"><link rel="stylesheet" href="/board.css">
<link rel="stylesheet" href="/chart.css"><link rel="stylesheet" href="/table.css">
<script type="module" src="/table.js"></script>
<main><h1>A board</h1><ply-board></ply-board></main></html>"""

STYLE = """body { margin: 8px; font: 16px system-ui } main { max-width: 640px; margin: auto }
@media (prefers-color-scheme: dark) { body { background: #16171b; color: #eee } }"""

SCRIPT = """
import "/board.js";
const board = document.querySelector("ply-board");
window.heard = [];
for (const name of ["ply-refused", "ply-shape"])
  board.addEventListener(name, (event) => window.heard.push([name, event.detail]));
board.addEventListener("ply-move", async (event) => { board.view = await window.play(event.detail.text); });
board.interactive = [0, 1];
board.view = await window.look();
document.body.dataset.ready = "yes";
"""


class OneBoard:
    """A board, and the game that is played on it."""

    def __init__(self, page: Page, position: Position) -> None:
        self.page = page
        self.positions = [position]
        page.route("http://board/**", self._answer)
        page.expose_function("play", self._play)
        page.expose_function("look", lambda: boards.view(self.position))
        page.goto("http://board/")
        page.wait_for_selector("body[data-ready]")

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def _answer(self, route: Route) -> None:
        name = route.request.url.removeprefix("http://board/")
        made = {"": PAGE, "colours.css": boards.stylesheet(), "table.css": STYLE, "table.js": SCRIPT}
        body = made[name] if name in made else (STATIC / name).read_text(encoding="utf-8")
        kind = TYPES.get(Path(name).suffix, "text/html")
        route.fulfill(body=body, content_type=kind, headers={"Content-Security-Policy": POLICY})

    def _play(self, move: str) -> dict[str, Any]:
        before, after = self.position, self.position.play(move)
        self.positions.append(after)
        return boards.state(after, last_move=move, before=before)

    def show(self, position: Position, **told: Any) -> None:
        """Show another position, as when someone looks back."""
        self.positions.append(position)
        self.page.evaluate(
            "view => { document.querySelector('ply-board').view = view }", boards.state(position, **told)
        )

    def give(self, name: str, value: object) -> None:
        """Set a property of the board."""
        self.page.evaluate("([name, value]) => { document.querySelector('ply-board')[name] = value }", [name, value])

    def cell(self, place: str) -> Locator:
        return self.page.locator(f'[data-at="{place}"]')

    def middle(self, place: str) -> tuple[float, float]:
        """Where a place is on the page."""
        box = self.cell(place).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def targets(self) -> set[str]:
        return set(
            self.page.evaluate("[...document.querySelectorAll('[data-target]')].map(node => node.dataset.target)")
        )

    def shown(self) -> list[tuple[str, str]]:
        """The pieces as the page shows them: where, and which."""
        script = (
            "[...document.querySelectorAll('.piece:not(.taken)')].map(node => [node.dataset.on, node.dataset.look])"
        )
        return sorted((at, look) for at, look in self.page.evaluate(script))

    def expected(self) -> list[tuple[str, str]]:
        """The pieces as the rules have them."""
        return sorted((piece["at"], piece["look"]) for piece in boards.state(self.position)["pieces"])

    def heard(self) -> list[list[Any]]:
        """The events of the board besides moves."""
        found: list[list[Any]] = self.page.evaluate("window.heard")
        return found

    def path(self, move: str) -> list[str]:
        """The places to click for a move."""
        found: list[str] = next(
            known["path"] for known in boards.state(self.position)["moves"] if known["text"] == move
        )
        return found

    def play(self, move: str, touch: Callable[[Locator], None] = Locator.click) -> None:
        """Make a move by hand: by clicks unless said otherwise."""
        after, path = str(self.position.play(move)), self.path(move)
        for place in path:
            touch(self.cell(place))
        if not path:
            touch(self.page.get_by_role("button", name=move.capitalize(), exact=True))
        self.wait_for(after)

    def wait_for(self, text: str) -> None:
        """Until the board shows a position."""
        self.page.wait_for_function("text => document.querySelector('ply-board').view.text === text", arg=text)
