"""Ctrl-C during long work: the first ends it in good order, a second breaks it off."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def stopped_by_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on Ctrl-C. Only the main thread hears of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def once(signal_number: int, frame: object) -> None:
        stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
