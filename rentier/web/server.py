"""The server as it runs: bound to its address first, then opened, and stopped gracefully."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from rentier.errors import RentierError
from rentier.web.app import make_app
from rentier.web.listening import bind
from rentier.web.settings import Settings
from rentier.web.sockets import LONGEST_MESSAGE

GRACE_SECONDS = 5


class Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self.loop: asyncio.AbstractEventLoop | None = None  # in which it runs

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            self._ready()


def address_of(settings: Settings, listening: socket.socket) -> str:
    """The address that a browser opens."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return settings.public_origin or f"http://{host}:{listening.getsockname()[1]}"


def configured(app: FastAPI) -> uvicorn.Config:
    """How uvicorn is set for our application."""
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or an end from outside; `ready` is told the address."""
    with contextlib.closing(bind(settings)) as listening:
        address = address_of(settings, listening)
        server = Server(configured(make_app(settings)), lambda: ready(address))
        server.run([listening])
        if not server.started:
            raise RentierError("the server could not be started; the reason is above")
