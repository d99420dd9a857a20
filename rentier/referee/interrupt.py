"""Ctrl-C while programs run: the first breaks off what is done, others do not disturb how the programs are ended."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from rentier.arena.stopping import stopped_by_ctrl_c
from rentier.errors import Stopped


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
    """Ctrl-C raises `Stopped` once."""
    interrupt = Interrupt()
    with stopped_by_ctrl_c(interrupt):
        yield interrupt
