"""A progress line on standard error when a command first runs: what is being compiled, and for how long so far."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

from numba.core.event import Listener, install_listener

QUIET_SECONDS = 1.0  # of compiling before anything is printed
REDRAWN_EVERY = 0.5  # seconds, on a terminal
REPEATED_EVERY = 10.0  # seconds, if a line cannot be redrawn: in a file, a pipe or a notebook
ERASE = "\r\x1b[K"


class CompileProgress(Listener):
    """Prints which function Numba is compiling. Functions that are loaded from the cache are not mentioned."""

    def __init__(self) -> None:
        self._seconds = 0.0  # spent on finished functions
        self._next_line = QUIET_SECONDS  # seconds of compiling after which the next line is due
        self._depth = 0  # functions being compiled, each called by the previous one
        self._began = 0.0
        self._done = Event()
        self._printer = Thread()

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Report what is compiled inside this context, but only in the process that the user started, not in its workers."""
        if multiprocessing.parent_process() is not None:
            yield
            return
        with install_listener("numba:compile", self):
            yield

    def on_start(self, event: Any) -> None:
        """Called when Numba starts to compile a function, and again for each function that this one calls."""
        self._depth += 1
        if self._depth > 1:
            return
        function = event.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__name__}".removeprefix("rentier.")
        self._began = time.monotonic()
        self._done.clear()
        self._printer = Thread(target=self._print_lines, args=(name,), daemon=True)
        self._printer.start()

    def on_end(self, event: Any) -> None:
        """Called when Numba has compiled a function."""
        self._depth -= 1
        if self._depth > 0:
            return
        self._done.set()
        self._printer.join()
        self._seconds = self._elapsed()

    def _elapsed(self) -> float:
        """Return the seconds that this process has spent compiling so far."""
        return self._seconds + time.monotonic() - self._began

    def _print_lines(self, name: str) -> None:
        """Print what is being compiled, repeatedly, until it is done."""
        terminal = sys.stderr.isatty()
        before, after, pause = (ERASE, "", REDRAWN_EVERY) if terminal else ("", "\n", REPEATED_EVERY)
        printed = False
        while not self._done.wait(self._next_line - self._elapsed()):
            seconds = self._elapsed()
            line = f"rentier: compiling for this machine, once per version: {name} ({seconds:.0f} s)"
            print(f"{before}{line}{after}", end="", file=sys.stderr, flush=True)
            self._next_line = seconds + pause
            printed = True
        if printed and terminal:
            print(ERASE, end="", file=sys.stderr, flush=True)
