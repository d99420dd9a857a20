"""Reading in pieces: of what a client sends, little is read at a time, in turn with all other clients."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rentier.web.turns import Turns


class ReadingInPieces(asyncio.BufferedProtocol):
    """Adds reading in pieces to a protocol of uvicorn; what is not read yet waits in the system."""

    piece_bytes: ClassVar[int]
    turns: ClassVar[Turns]  # of a server, so set where its protocols are made
    transport: asyncio.Transport
    client: tuple[str, int] | None

    def data_received(self, data: bytes) -> None:
        """Handle a piece."""
        raise NotImplementedError

    def _is_full(self) -> bool:
        """Return whether so much waits for the application that no more should be read."""
        raise NotImplementedError

    def get_buffer(self, _sizehint: int) -> bytearray:
        """Return the buffer for the next piece."""
        self._piece = bytearray(self.piece_bytes)
        return self._piece

    def buffer_updated(self, nbytes: int) -> None:
        """Handle a piece when it is the turn of its address; until then, nothing more is read."""
        data = bytes(self._piece[:nbytes])
        if not self.turns.take(self.client[0] if self.client else "", lambda: self._handle(data)):
            self.transport.pause_reading()

    def _handle(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.data_received(data)
        if not self._is_full():
            self.transport.resume_reading()
