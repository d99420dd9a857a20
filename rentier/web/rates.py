"""Rate limits."""

from __future__ import annotations

import time
from collections import deque

MOST_KNOWN = 10_000


class RateLimit:
    """Allows at most `most` events within `seconds`, for each client."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def allows(self, who: str = "") -> bool:
        """Whether another event is allowed; if so, it is counted."""
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
        """Remove clients without recent events."""
        self._times = {who: times for who, times in self._times.items() if times and times[-1] > now - self._seconds}
