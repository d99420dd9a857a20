"""Ctrl-C that is heard, although Numba swallows some interrupts and crashes on others."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

AGAIN_SECONDS = 0.1
UNCHECKED_MODULE = "numba.core.serialize"


def _interrupt(signal_number: int, frame: FrameType | None) -> None:
    """Raise an interrupt now, and once more soon, until the program has ended by it.

    Code that looks up types for compiled functions may swallow the first. And where compiled code reads a Python object it
    was compiled with, it does not check whether that raised: there only the second is raised, when it has read it.
    """
    signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
    if not _is_unchecked(frame):
        raise KeyboardInterrupt


def _is_unchecked(frame: FrameType | None) -> bool:
    """Whether compiled code has called what is running, and uses its result without a look at whether it raised."""
    while frame is not None:
        if frame.f_globals.get("__name__") == UNCHECKED_MODULE:
            return True
        frame = frame.f_back
    return False


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
