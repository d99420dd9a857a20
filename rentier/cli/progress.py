"""The bar that shows how far a long piece of work has come, where somebody can see it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rentier.cli.common import console


@dataclass(frozen=True)
class Bar:
    """Is called with how many games were played; `tell` changes the words beside it."""

    advance: Callable[[int], None]
    tell: Callable[[str], None]

    def __call__(self, played: int) -> None:
        self.advance(played)


@contextlib.contextmanager
def games_bar(games: int, what: str = "games") -> Iterator[Bar | None]:
    """A function to be told how many games were played; None where none are, or nobody is watching."""
    if games == 0 or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as progress:
        bar = progress.add_task(what, total=games)
        yield Bar(lambda played: progress.advance(bar, played), lambda words: progress.update(bar, description=words))
