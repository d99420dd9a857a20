"""WebSocket connections with limits: data is handled in small pieces, and only a little of it after the server closes.

Otherwise, thousands of small messages that arrive together would be parsed in one go, and a client that ignores the server's
close could keep sending until the time allowed for its reply runs out.
"""

from __future__ import annotations

from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rentier.web.turns import Turns

PIECE = 4096  # bytes that are handled in one turn
MOST_AFTER_CLOSE = 65_536  # bytes; a client that has seen the close sends less


class LimitedSocket(WebSocketsSansIOProtocol):
    """One WebSocket. It stops reading while data waits to be handled or messages wait for the application."""

    turns: ClassVar[Turns]  # set by `limited_socket`
    _waiting = b""  # what has come and is not handled yet
    _is_planned = False  # whether it is about to be handled
    _after_close = 0

    def data_received(self, data: bytes) -> None:
        """Handle received data in pieces, whenever it is the turn of the client's address."""
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > MOST_AFTER_CLOSE:
                self.transport.abort()
                return
        self._waiting += data
        self.transport.pause_reading()
        self._plan()

    async def receive(self) -> Any:
        """Return the next message to the application; when there are no more, go on reading."""
        message = await self.queue.get()
        if self.queue.empty():
            self._read_on()
        return message

    def _plan(self) -> None:
        if not self._is_planned:
            self._is_planned = True
            self.turns.take(self.client[0] if self.client else "", self._handle_piece)

    def _handle_piece(self) -> None:
        self._is_planned = False
        if self.transport.is_closing():
            return
        piece, self._waiting = self._waiting[:PIECE], self._waiting[PIECE:]
        super().data_received(piece)
        if self.queue.empty() or self.close_sent:
            self._read_on()

    def _read_on(self) -> None:
        """Handle waiting data; if there is none, read more."""
        if self._waiting:
            self._plan()
        elif not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()


def limited_socket(turns: Turns) -> type[LimitedSocket]:
    """Return the protocol of a server's WebSockets, which take turns with its requests."""
    return type("ServerSocket", (LimitedSocket,), {"turns": turns})
