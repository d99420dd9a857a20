"""The progress bar of long work, shown on a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rentier.cli.common import console


@dataclass(frozen=True)
class Bar:
    """A progress bar: call it with the number of games played; `tell` changes the text beside it."""

    advance: Callable[[int], None]
    tell: Callable[[str], None]

    def __call__(self, played: int) -> None:
        self.advance(played)


@contextlib.contextmanager
def games_bar(games: int, what: str = "games") -> Iterator[Bar | None]:
    """Show a progress bar; None if there are no games, or standard error is not a terminal."""
    if games == 0 or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as progress:
        bar = progress.add_task(what, total=games)
        yield Bar(lambda played: progress.advance(bar, played), lambda words: progress.update(bar, description=words))
