"""Turns: requests get a few pieces of the event loop's time in each of its iterations, every address in turn.

A decision at a table passes through the loop several times, each time behind everything that is ready. Without turns, hundreds
of requests that arrive together would come first every time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

MOST_AT_ONCE = 4  # pieces of requests in one iteration of the loop

Work = Callable[[], None]


class Turns:
    """Runs work at once while there is little of it, and otherwise in later iterations."""

    def __init__(self) -> None:
        self._left = MOST_AT_ONCE
        self._waiting: dict[str, deque[Work]] = {}  # by address; the next one first
        self._is_next_planned = False

    def take(self, address: str, work: Work) -> bool:
        """Run some work now or later; return whether it has been run."""
        now = self._left > 0 and not self._waiting
        if now:
            self._left -= 1
            work()
        else:
            self._waiting.setdefault(address, deque()).append(work)
        if not self._is_next_planned:
            self._is_next_planned = True
            asyncio.get_running_loop().call_soon(self._next_iteration)
        return now

    def _next_iteration(self) -> None:
        self._left = MOST_AT_ONCE
        self._is_next_planned = bool(self._waiting)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next_iteration)
        while self._waiting and self._left:
            self._left -= 1
            address, works = next(iter(self._waiting.items()))
            work = works.popleft()
            del self._waiting[address]
            if works:
                self._waiting[address] = works  # after all others
            work()
