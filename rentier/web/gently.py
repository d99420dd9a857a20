"""Long work in a thread beside the event loop, which it must not keep from running: the two share one interpreter."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

WORK_SECONDS, REST_SECONDS = 0.001, 0.003

Item = TypeVar("Item")


def gently(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items, and rest whenever some time has been spent on them."""
    rested = time.perf_counter()
    for item in items:
        yield item
        if time.perf_counter() - rested > WORK_SECONDS:
            time.sleep(REST_SECONDS)
            rested = time.perf_counter()
