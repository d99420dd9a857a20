"""The sockets at a table. One that reads too slowly is dropped, so that the others never wait for it."""

from __future__ import annotations

import asyncio

MOST_WAITING = 200  # messages in the queue


class Watcher:
    """One socket at a table: its seat, and its queue of messages. Spectators have no seat."""

    def __init__(self, seat: int | None, host: bool) -> None:
        self.seat = seat
        self.host = host
        self.gone = asyncio.Event()  # to be closed
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)

    def send(self, text: str) -> None:
        """Queue a message."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.gone.set()

    async def next(self) -> str:
        """Return the next message to send."""
        return await self._waiting.get()


class Signal:
    """Wakes all tasks that wait for it."""

    def __init__(self) -> None:
        self._next: asyncio.Future[None] | None = None

    def notify(self) -> None:
        """Wake all waiting tasks."""
        waited, self._next = self._next, None
        if waited is not None:
            waited.set_result(None)

    async def wait(self) -> None:
        """Wait for the next notification."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._next)
