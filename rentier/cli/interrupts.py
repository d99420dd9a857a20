"""Make Ctrl-C work reliably, although Numba swallows some interrupts and crashes on others."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

AGAIN_SECONDS = 0.1
UNCHECKED_MODULE = "numba.core.serialize"


def _interrupt(signal_number: int, frame: FrameType | None) -> None:
    """Raise an interrupt now and again soon after, until it has ended the program.

    Numba's lookup of types for compiled functions may swallow the first. And while compiled code reads a Python object that it
    was compiled with, it does not check for exceptions: there only the second is raised, after it has read the object.
    """
    signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
    if not _is_unchecked(frame):
        raise KeyboardInterrupt


def _is_unchecked(frame: FrameType | None) -> bool:
    """Whether the running function was called by compiled code that does not check whether it raised."""
    while frame is not None:
        if frame.f_globals.get("__name__") == UNCHECKED_MODULE:
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def insistent_ctrl_c() -> Iterator[None]:
    """Make Ctrl-C reliable; without system timers, or outside the main thread, this changes nothing."""
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


def interrupt_handled() -> None:
    """Do not raise the interrupt again: it was caught, and results so far must still be written."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
