"""Checks on every request: host, origin, rate, size, time and nesting; and the security headers of every response."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rentier.web.nesting import DEEPEST_JSON, Nesting
from rentier.web.rates import RateLimit
from rentier.web.refusals import FORBIDDEN, TIMED_OUT, TOO_LARGE, TOO_MANY, Refused
from rentier.web.settings import LOOPBACK, Settings

API = "/api/"
LARGEST_BODY = 1_000_000
MOST_DISCARDED = 8 * LARGEST_BODY  # of a body that is too large
BODY_SECONDS = 20.0  # for the whole body
UNIT = 65_536  # bytes of a body or an answer that count as one more request
REFUSAL_SECONDS = 1.0  # until a client with too many requests hears so, and can use its connection for the next one
RATE_SECONDS = 2  # short, because all that is allowed in this time may come at once
MISDIRECTED = 421
CLOSED_BY_POLICY = 1008
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
TOO_LARGE_BODY = Refused(f"the request is too large; at most {LARGEST_BODY} bytes are allowed", TOO_LARGE)


class Guards:
    """The outermost middleware of the server."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        public = settings.public_origin
        self._rate = RateLimit(settings.requests_a_second * RATE_SECONDS, RATE_SECONDS)
        self._public_host = urlsplit(public).netloc.lower() if public else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with a one-line reason."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_http = scope["type"] == "http"
        try:
            if is_http:
                receive = _replay(await self._read_body(scope, receive), receive)
            if scope["path"].startswith(API):  # the page itself is free
                self._count(scope)
            self._check_origin(scope, Headers(scope=scope))
        except Refused as refusal:
            if refusal.status == TOO_MANY:
                await asyncio.sleep(REFUSAL_SECONDS)
            await _refuse(refusal, scope, receive, send)
        except ClientDisconnect:
            pass
        else:
            await self._app(scope, receive, _with_headers(self._counted(send, scope), scope) if is_http else send)

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        """Refuse a request because of its host or origin."""
        host = headers.get("host", "").lower()
        if not self._is_ours(host):
            raise Refused(f"Host: {host[:80]!r} is not the name of this server", MISDIRECTED)
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        origin = headers.get("origin")
        if changes and origin is not None and not self._is_own_origin(origin.lower(), host):
            raise Refused(f"Origin: {origin[:80]!r} is not this server's own page", FORBIDDEN)

    async def _read_body(self, scope: Scope, receive: Receive) -> bytes:
        """Return the body of a request; refuse one that is too large, too late, too deep or one of too many.

        It is read before anything else is refused, because a client that still sends does not hear why.
        """
        declared = Headers(scope=scope).get("content-length", "0")
        if declared.isascii() and declared.isdigit() and int(declared[:20]) > MOST_DISCARDED:
            raise TOO_LARGE_BODY
        body, length, nesting = bytearray(), 0, Nesting()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for part in Request(scope, receive).stream():
                    for _ in range((length + len(part)) // UNIT - length // UNIT):
                        self._count(scope)
                    length += len(part)
                    if length <= LARGEST_BODY:
                        body += part
                        nesting.add(part)
                    elif length > MOST_DISCARDED:
                        raise TOO_LARGE_BODY
        except TimeoutError:
            raise Refused(f"the body did not arrive within {BODY_SECONDS:g} s", TIMED_OUT) from None
        if length > LARGEST_BODY:
            raise TOO_LARGE_BODY
        if nesting.is_deep:
            raise Refused(f"the request should be short JSON with matching brackets, nested at most {DEEPEST_JSON} deep")
        return bytes(body)

    def _count(self, scope: Scope) -> None:
        """Count a request, or a part of it, against the rate of its address."""
        if not self._rate.allows(_address(scope)):
            raise Refused("too many requests; wait some seconds", TOO_MANY)

    def _counted(self, send: Send, scope: Scope) -> Send:
        """Count a long answer as many requests: the next ones may be refused."""

        async def answer(message: Message) -> None:
            for _ in range(len(message.get("body", b"")) // UNIT):
                self._rate.allows(_address(scope))
            await send(message)

        return answer

    def _is_ours(self, host: str) -> bool:
        """Whether a host name is ours; on a local server this prevents DNS rebinding."""
        if not self._settings.is_local or host == self._public_host:
            return True
        try:
            return urlsplit(f"//{host}").hostname in LOOPBACK
        except ValueError:
            return False

    def _is_own_origin(self, origin: str, host: str) -> bool:
        """Whether an origin is this server's own page."""
        if self._public_host is not None and origin == str(self._settings.public_origin).lower().rstrip("/"):
            return True
        try:
            return urlsplit(origin).netloc == host
        except ValueError:
            return False


def _address(scope: Scope) -> str:
    """Return the address that a request came from."""
    return str((scope.get("client") or ("",))[0])


async def _refuse(refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request and close its connection, on which the rest of a body may still be coming."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": CLOSED_BY_POLICY, "reason": str(refusal)})
    else:
        answer = JSONResponse({"error": str(refusal)}, refusal.status, {"Connection": "close"})
        await answer(scope, receive, _with_headers(send, scope))


def _with_headers(send: Send, scope: Scope) -> Send:
    """Add the security and cache headers to every response."""
    cache = "no-store" if scope["path"].startswith(API) else "no-cache"

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in {**HEADERS, "Cache-Control": cache}.items():
                headers[name] = value
        await send(message)

    return answer


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that replays a body already read."""
    waiting: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
