"""How often somebody may do something: so many times in a stretch of time, the oldest forgotten first."""

from __future__ import annotations

import time
from collections import deque

MOST_KNOWN = 10_000


class Rate:
    """At most so many times within some seconds, for each who does it."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def allows(self, who: str = "") -> bool:
        """Whether it may be done once more; then it is counted."""
        now = time.monotonic()
        if len(self._times) > MOST_KNOWN:
            self._forget(now)
        times = self._times.setdefault(who, deque())
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True

    def _forget(self, now: float) -> None:
        """Whoever has not done it lately."""
        self._times = {who: times for who, times in self._times.items() if times and times[-1] > now - self._seconds}
