"""Checks on every request: host, origin, size and nesting; and the security headers of every response."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rentier.web.refusals import FORBIDDEN, TOO_LARGE
from rentier.web.settings import LOOPBACK, Settings

LARGEST_BODY = 1_000_000
DEEPEST_JSON = 20
MISDIRECTED = 421
CLOSED_BY_POLICY = 1008
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
BRACKETS = b"[]{}"
OTHERS = bytes(set(range(256)) - set(BRACKETS))
MOST_PARTS = 10_000  # brackets and quotation marks in a request


class Guards:
    """The outermost middleware of the server."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        public = settings.public_origin
        self._public_host = urlsplit(public).netloc.lower() if public else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with a one-line reason."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal:
                await receive()
                await send({"type": "websocket.close", "code": CLOSED_BY_POLICY, "reason": refusal[1]})
            else:
                await self._app(scope, receive, send)
            return
        answer = _with_headers(send, "no-store" if scope["path"].startswith("/api/") else "no-cache")
        body = b"" if refusal else await _read_body(headers, receive)
        if body is None:
            refusal = TOO_LARGE, f"the request is too large; at most {LARGEST_BODY} bytes are allowed"
        elif is_deep(body):
            refusal = 400, f"the request should be short JSON with matching brackets, nested at most {DEEPEST_JSON} deep"
        if refusal:
            await JSONResponse({"error": refusal[1]}, refusal[0])(scope, receive, answer)
        else:
            await self._app(scope, _once(body or b"", receive), answer)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return why a request is refused because of its host or origin; None if it is not."""
        host = headers.get("host", "").lower()
        if not self._is_ours(host):
            return MISDIRECTED, f"Host: {host[:80]!r} is not the name of this server"
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        origin = headers.get("origin")
        if changes and origin is not None and not self._is_own_origin(origin.lower(), host):
            return FORBIDDEN, f"Origin: {origin[:80]!r} is not this server's own page"
        return None

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


def _with_headers(send: Send, cache: str) -> Send:
    """Add the security and cache headers to every response."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in {**HEADERS, "Cache-Control": cache}.items():
                headers[name] = value
        await send(message)

    return answer


async def _read_body(headers: Headers, receive: Receive) -> bytes | None:
    """Return the whole body; None if it is too large."""
    declared = headers.get("content-length", "0")
    if declared.isascii() and declared.isdigit() and int(declared) > LARGEST_BODY:
        return None
    parts: list[bytes] = []
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        part = message.get("body", b"")
        parts.append(part)
        length += len(part)
        if length > LARGEST_BODY:
            return None
        more = message.get("more_body", False)
    return b"".join(parts)


def _once(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that replays a body already read."""
    waiting: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def is_deep(body: bytes) -> bool:
    """Whether a JSON text has too many brackets or texts, or brackets that are nested too deep or do not match.

    Every step is one pass over the body, and the passes that take long for each part are bounded by their number.
    """
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")  # without escapes every quotation mark begins or ends a text
    if plain.count(b'"') > MOST_PARTS:
        return True
    brackets = b"".join(plain.split(b'"')[::2]).translate(None, OTHERS)
    if len(brackets) > MOST_PARTS:
        return True
    for _ in range(DEEPEST_JSON):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return bool(brackets)
