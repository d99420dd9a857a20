"""Those who look on at a table, each through a socket. One that reads too slowly is let go: the others never wait for it."""

from __future__ import annotations

import asyncio

MOST_WAITING = 200  # texts


class Watcher:
    """One socket at a table: whose it is, and what it is still to be told."""

    def __init__(self, seat: int | None, host: bool) -> None:
        self.seat = seat
        self.host = host
        self.gone = asyncio.Event()  # it is to be let go
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)

    def tell(self, text: str) -> None:
        """Something it is to be told."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.gone.set()

    async def next(self) -> str:
        """What it is to be told next."""
        return await self._waiting.get()


class News:
    """Wakes all who wait for it, each time there is some."""

    def __init__(self) -> None:
        self._next: asyncio.Future[None] | None = None

    def tell(self) -> None:
        """There is news."""
        told, self._next = self._next, None
        if told is not None:
            told.set_result(None)

    async def wait(self) -> None:
        """Wait for the next news."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._next)
