"""The audience of a table: the sockets of its players and spectators, and the ways to send them something."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from rentier.web.view import Shown, encoded
from rentier.web.watchers import Watcher

Kind = TypeVar("Kind", bound=Hashable)


class Audience(set[Watcher]):
    """The sockets at a table."""

    def has(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        return any(watcher.seat == seat for watcher in self)

    @property
    def spectators(self) -> int:
        """The number of spectators who are connected."""
        return sum(watcher.seat is None for watcher in self)

    def send(self, message: Shown) -> None:
        """Send the same message to everybody."""
        text = encoded(message)
        for watcher in self:
            watcher.send(text)

    def send_to(self, seat: int, message: Shown) -> None:
        """Send a message to one player."""
        text = encoded(message)
        for watcher in self:
            if watcher.seat == seat:
                watcher.send(text)

    def send_by(self, kind: Callable[[Watcher], Kind], text: Callable[[Kind], str]) -> None:
        """Send each kind of watcher a text of its own, which is made once for each kind that is there."""
        texts: dict[Kind, str] = {}
        for watcher in self:
            of = kind(watcher)
            if of not in texts:
                texts[of] = text(of)
            watcher.send(texts[of])
