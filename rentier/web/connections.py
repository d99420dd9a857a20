"""HTTP connections with limits: how many there may be, in all and from one address, and how long headers may take.

If there are too many in all, the oldest one whose request has not arrived makes room: half-sent requests keep nobody out.
Bodies have their own time limit in `guards`, and the system closes a connection whose client does not read (`listening`).
"""

from __future__ import annotations

import asyncio
import json
import resource
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from rentier.web.pieces import ReadingInPieces
from rentier.web.turns import Turns

HEADER_SECONDS = 10.0  # from the first byte of a request, or from the start of the connection, to the end of its headers
SPARE_FILES = 256  # for the database, the workers, and the connections that are accepted together
FEWEST_CONNECTIONS = 64


def most_connections() -> int:
    """Return how many connections there may be in all: as many as the process may open files, less some for itself.

    Without a limit of our own, accepting a connection would fail, which asyncio retries and logs again and again.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 20 if files == resource.RLIM_INFINITY else max(files - SPARE_FILES, FEWEST_CONNECTIONS)


@dataclass
class OpenConnections:
    """The connections of a server that count towards its limits."""

    most_of_address: int
    most: int
    by_address: Counter[str] = field(default_factory=Counter)
    oldest_first: dict[LimitedProtocol, None] = field(default_factory=dict)


class LimitedProtocol(H11Protocol, ReadingInPieces):
    """One connection; it stops counting when it becomes a WebSocket, which has limits of its own."""

    piece_bytes = 16_384  # of a large body, the rest waits in the system
    open: ClassVar[OpenConnections]  # set by `limited_protocol`
    _address: str | None = None  # while it counts
    _timer: asyncio.TimerHandle | None = None  # while headers are awaited

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        crowded = len(self.connections) > self.open.most
        if self.open.by_address[address] >= self.open.most_of_address or (crowded and not self._make_room()):
            self._close_with(b"503 Service Unavailable", "there are too many connections; try again later")
            return
        self._address = address
        self.open.by_address[address] += 1
        self.open.oldest_first[self] = None
        self._await_headers()

    def _make_room(self) -> bool:
        """Close the oldest connection that waits for a request; return whether there was one."""
        idle = next((one for one in self.open.oldest_first if one.conn.their_state in (h11.IDLE, h11.SEND_BODY)), None)
        if idle is not None:
            idle._stop_counting()
            idle.transport.abort()
        return idle is not None

    def _is_full(self) -> bool:
        return self.flow.read_paused

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        incomplete = self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None
        if self._address is not None and incomplete:
            self._await_headers()
        else:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_counting()

    def handle_websocket_upgrade(self, event: Any) -> None:
        super().handle_websocket_upgrade(event)
        self._stop_counting()

    def _await_headers(self) -> None:
        if self._timer is None:
            late = (b"408 Request Timeout", f"the headers did not arrive within {HEADER_SECONDS:g} s")
            self._timer = self.loop.call_later(HEADER_SECONDS, self._close_with, *late)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_counting(self) -> None:
        self._stop_timer()
        if self._address is not None:
            del self.open.oldest_first[self]
            self.open.by_address[self._address] -= 1
            if not self.open.by_address[self._address]:
                del self.open.by_address[self._address]
            self._address = None

    def _close_with(self, status: bytes, line: str) -> None:
        """Refuse whatever the connection may have asked for."""
        body = json.dumps({"error": line}).encode()
        lines = (b"HTTP/1.1 " + status, b"Content-Type: application/json", b"Content-Length: %d" % len(body))
        self.transport.write(b"\r\n".join((*lines, b"Connection: close", b"", body)))
        self.transport.close()


def limited_protocol(from_one_address: int) -> type[LimitedProtocol]:
    """Return the protocol of a server; its connections are counted together."""
    shared = {"open": OpenConnections(from_one_address, most_connections()), "turns": Turns()}
    return type("ServerProtocol", (LimitedProtocol,), shared)
