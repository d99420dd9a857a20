"""Faults in a page: errors, and requests to other hosts."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request

from tests.web.playing import Running

PATIENCE = 20_000  # milliseconds until a test fails


class Faults:
    """Collects the faults of pages."""

    def __init__(self, server: Running) -> None:
        self._host = urlsplit(server.url).netloc
        self.found: list[str] = []
        self.allowed: tuple[str, ...] = ()  # parts of console errors that a test expects

    def watch(self, page: Page) -> None:
        """Collect the faults of a page."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.found.append(f"error in the page: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in self.allowed):
            self.found.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.netloc != self._host:
            self.found.append(f"a request to another host: {request.url}")
