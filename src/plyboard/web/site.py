"""What the pages share: their frame, the way there from every page, and the hub behind them.

A page is a router with a template that extends `base.html`; `NAVIGATION` names those that every page links to.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import jinja2
from fastapi import HTTPException, Request
from fastapi.responses import HTMLResponse
from starlette.requests import HTTPConnection

import plyboard
from plyboard.web.hub import Hub


class Link(NamedTuple):
    """An entry of the navigation."""

    title: str
    path: str


MOST_FIELDS = 100

NAVIGATION: list[Link] = [
    Link("Play", "/"),
    Link("New game", "/new"),
    Link("Rules", "/rules"),
    Link("Analysis", "/analysis"),
    Link("Library", "/library"),
    Link("Arena", "/arena"),
    Link("Learning", "/learning"),
    Link("For programs", "/api/docs"),
]

_templates = jinja2.Environment(
    loader=jinja2.PackageLoader("plyboard.web"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


def hub(connection: HTTPConnection) -> Hub:
    """The live games of this process."""
    found = connection.app.state.hub
    assert isinstance(found, Hub)
    return found


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page made of a template."""
    path = request.url.path
    here = max((link.path for link in NAVIGATION if path == link.path or path.startswith(f"{link.path}/")), default="")
    told = {"navigation": NAVIGATION, "here": here, "version": plyboard.__version__, **context}
    return HTMLResponse(_templates.get_template(template).render(told), status)


async def fields(request: Request) -> list[tuple[str, str]]:
    """What was filled into the form that a page sent."""
    text = (await request.body()).decode(errors="replace")
    try:
        return parse_qsl(text, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(422, f"no form has more than {MOST_FIELDS} fields") from None


def fragment(template: str, **context: Any) -> str:
    """A part of a page, for a script that puts it in its place."""
    return _templates.get_template(template).render(context)
