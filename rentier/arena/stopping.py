"""Ctrl-C during long work: the work ends in good order, or is aborted."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

from rentier.errors import Stopped


@contextlib.contextmanager
def stopped_by_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on Ctrl-C; a second Ctrl-C interrupts the work. Outside the main thread this does nothing."""
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


class Interrupt:
    """Remembers that Ctrl-C was pressed, because compiled code may swallow the exception."""

    def __init__(self) -> None:
        self.came = False

    def __call__(self) -> None:
        if not self.came:
            self.came = True
            raise Stopped


@contextlib.contextmanager
def broken_off_by_ctrl_c() -> Iterator[Interrupt]:
    """Raise `Stopped` on the first Ctrl-C; later ones do not disturb the clean-up."""
    interrupt = Interrupt()
    with stopped_by_ctrl_c(interrupt):
        yield interrupt
