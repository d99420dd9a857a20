"""Ctrl-C that is heard: code that looks up types for compiled functions may swallow an interrupt, so it is raised again."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

AGAIN_SECONDS = 0.1


def _interrupt(signal_number: int, frame: object) -> None:
    """Raise an interrupt now, and once more soon, until the program has ended by it."""
    signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
    raise KeyboardInterrupt


@contextlib.contextmanager
def insistent_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C be heard; where the system has no timers, or outside the main thread, it stays as it is."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = [(number, signal.signal(number, _interrupt)) for number in (signal.SIGINT, signal.SIGALRM)]
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before:
            signal.signal(number, handler)


def heard() -> None:
    """Raise no interrupt again: one was caught, and what was made so far is still to be written."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
