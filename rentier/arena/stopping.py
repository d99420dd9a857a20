"""Ctrl-C during long work: it ends in good order, or is broken off."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

from rentier.errors import Stopped


@contextlib.contextmanager
def stopped_by_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on Ctrl-C; a second one breaks off what is done. Only the main thread hears of it."""
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
    """Remembers that Ctrl-C came: compiled code may swallow what it raises."""

    def __init__(self) -> None:
        self.came = False

    def __call__(self) -> None:
        if not self.came:
            self.came = True
            raise Stopped


@contextlib.contextmanager
def broken_off_by_ctrl_c() -> Iterator[Interrupt]:
    """Break off what is done on Ctrl-C, by raising `Stopped`; others do not disturb how it is ended."""
    interrupt = Interrupt()
    with stopped_by_ctrl_c(interrupt):
        yield interrupt
