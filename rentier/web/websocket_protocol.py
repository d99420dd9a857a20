"""WebSocket connections with limits: little is read at a time, in turn with requests, and little after a close.

Otherwise thousands of small messages that arrive together would be parsed in one go, and a client that ignores the server's
close could go on sending until the close handshake times out.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rentier.web.pieces import ReadingInPieces
from rentier.web.turns import Turns

MOST_AFTER_CLOSE = 65_536  # bytes; more than a client sends before it sees the close, unless it floods


class LimitedSocket(WebSocketsSansIOProtocol, ReadingInPieces):
    """One WebSocket. Nothing more is read while a piece waits for its turn, or a message for the application."""

    piece_bytes = 4096  # the rest waits in the system, which slows the sender down
    _after_close = 0  # bytes

    def buffer_updated(self, nbytes: int) -> None:
        """Handle a piece, unless too much comes after a close."""
        self._after_close += nbytes if self.close_sent else 0
        if self._after_close > MOST_AFTER_CLOSE:
            self.transport.abort()
            return
        super().buffer_updated(nbytes)

    def _is_full(self) -> bool:
        return self.read_paused  # while a message waits


def limited_socket(turns: Turns) -> type[LimitedSocket]:
    """Return the protocol of a server's WebSockets, which take turns with its requests."""
    return type("ServerSocket", (LimitedSocket,), {"turns": turns})
