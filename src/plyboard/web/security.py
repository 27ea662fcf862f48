"""What every request has to pass, and what every answer says: who asks, from where, how much; what a page may do."""

from __future__ import annotations

import hashlib
import secrets
from http.cookies import CookieError, SimpleCookie

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1_000_000
COOKIE = "plyboard"
A_YEAR = 365 * 86_400

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # A secret link is told to nobody else.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",  # What has changed is asked for again; what has not is not sent again.
}

_HARMLESS = ("GET", "HEAD", "OPTIONS")


def visitor(connection: HTTPConnection) -> str:
    """By what name this server knows whoever asks; the cookie itself is stored nowhere."""
    return hashlib.sha256(connection.scope["visitor"].encode()).hexdigest()[:32]


def client(connection: HTTPConnection) -> str:
    """On whose account something is done: a visitor's, or that of an address, for programs keep no cookies."""
    if connection.scope["known_visitor"]:
        return visitor(connection)
    return f"at {connection.client.host}" if connection.client else "someone"


class Guard:
    """Stands before the app."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        known = _cookie(headers)
        scope["visitor"] = known or secrets.token_urlsafe(24)
        scope["known_visitor"] = known is not None
        asks_only = scope["type"] == "http" and scope["method"] in _HARMLESS
        if not asks_only and not _from_here(headers):
            await _refuse(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    said.setdefault(name, value)
                if known is None and (message["status"] == 303 or "text/html" in said.get("content-type", "")):
                    said.append("Set-Cookie", _set_cookie(scope))
            await send(message)

        await self._app(scope, _bounded(receive), answer)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    reason = "this was sent by a page of another site"
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
    else:
        await JSONResponse({"detail": reason}, 403)(scope, receive, send)


def _cookie(headers: Headers) -> str | None:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return found.value if found and 16 <= len(found.value) <= 64 else None


def _set_cookie(scope: Scope) -> str:
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{COOKIE}={scope['visitor']}; Max-Age={A_YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"


def _from_here(headers: Headers) -> bool:
    """Whether a request that changes something comes from our own pages, or from no page at all, as from bots."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


def _bounded(receive: Receive) -> Receive:
    """No body may be larger than it should be, whatever its header says."""
    seen = 0

    async def receive_some() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST_BODY:
            raise HTTPException(413, f"this is too much: at most {LARGEST_BODY:,} bytes can be sent")
        return message

    return receive_some
