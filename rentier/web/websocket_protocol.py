"""WebSocket connections with limits: little is read at a time, in turn with requests, and little after a close.

Otherwise thousands of small messages that arrive together would be parsed in one go, and a client that ignores the server's
close could go on sending until the close handshake times out.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rentier.web.turns import Turns

PIECE = 4096  # bytes that are read at a time; the rest waits in the system, which slows the sender down
MOST_AFTER_CLOSE = 65_536  # bytes; more than a client sends before it sees the close, unless it floods


class LimitedSocket(WebSocketsSansIOProtocol, asyncio.BufferedProtocol):
    """One WebSocket. Nothing more is read while a piece waits for its turn, or a message for the application."""

    turns: ClassVar[Turns]  # set by `limited_socket`
    _after_close = 0  # bytes

    def get_buffer(self, _sizehint: int) -> bytearray:
        """Return the buffer for the next piece."""
        self._piece = bytearray(PIECE)
        return self._piece

    def buffer_updated(self, nbytes: int) -> None:
        """Handle a piece when it is the turn of its address; until then, nothing more is read."""
        self._after_close += nbytes if self.close_sent else 0
        if self._after_close > MOST_AFTER_CLOSE:
            self.transport.abort()
            return
        data = bytes(self._piece[:nbytes])
        if not self.turns.take(self.client[0] if self.client else "", lambda: self._handle(data)):
            self.transport.pause_reading()

    def _handle(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.data_received(data)
        if not self.read_paused:  # it is while a message waits for the application
            self.transport.resume_reading()


def limited_socket(turns: Turns) -> type[LimitedSocket]:
    """Return the protocol of a server's WebSockets, which take turns with its requests."""
    return type("ServerSocket", (LimitedSocket,), {"turns": turns})
