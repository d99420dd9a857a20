"""Running the server."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from rentier.errors import RentierError
from rentier.web.app import make_app
from rentier.web.connections import limited_protocol
from rentier.web.listening import ACCEPTED_TOGETHER, BACKLOG, bind
from rentier.web.logs import log_config
from rentier.web.settings import Settings
from rentier.web.sockets import LONGEST_MESSAGE
from rentier.web.websocket_protocol import limited_socket

GRACE_SECONDS = 5
SWITCH_SECONDS = 0.0005  # after which a thread that replays a game lets the event loop run; it asks often, for a moment each


class Server(uvicorn.Server):
    """A server that calls `ready` when it has started."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self.loop: asyncio.AbstractEventLoop | None = None  # the loop it runs in

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and call `ready`."""
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # asyncio accepts as many together as may wait; these are two things
        if self.started:
            self._ready()


def address_of(settings: Settings, listening: socket.socket) -> str:
    """Return the address to open in a browser."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return settings.public_origin or f"http://{host}:{listening.getsockname()[1]}"


def uvicorn_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return the uvicorn configuration for the application; behind a proxy, all connections come from one address."""
    from_one_address = sys.maxsize if settings.public_origin else settings.most_connections
    http = limited_protocol(from_one_address)
    return uvicorn.Config(
        app,
        http=http,
        backlog=ACCEPTED_TOGETHER,
        ws=limited_socket(http.turns),
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        log_config=log_config(),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called with the address."""
    sys.setswitchinterval(SWITCH_SECONDS)
    with contextlib.closing(bind(settings)) as listening:
        address = address_of(settings, listening)
        server = Server(uvicorn_config(make_app(settings), settings), lambda: ready(address))
        server.run([listening])
        if not server.started:
            raise RentierError("the server could not be started; the reason is above")
