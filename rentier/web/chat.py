"""The chat of a table: short lines of text by its players. The last ones are kept in memory, and none in the database."""

from __future__ import annotations

from collections import deque
from typing import Any

from rentier.web.rates import RateLimit
from rentier.web.refusals import TOO_MANY, Refused

KEPT_LINES = 50
MOST_LINES, WITHIN_SECONDS = 5, 10.0  # for each player


class Chat:
    """The last lines, and the rate at which each seat may add to them."""

    def __init__(self) -> None:
        self.lines: deque[dict[str, Any]] = deque(maxlen=KEPT_LINES)
        self._rate = RateLimit(MOST_LINES, WITHIN_SECONDS)

    def add(self, seat: int, name: str, text: str) -> dict[str, Any]:
        """Add a line and return it: printable characters only, on one line."""
        plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
        if not plain:
            raise Refused("write something first")
        if not self._rate.allows(str(seat)):
            raise Refused("you are sending messages too fast; wait a few seconds", TOO_MANY)
        line = {"seat": seat, "name": name, "text": plain}
        self.lines.append(line)
        return line
