"""The bar that shows how far a long piece of work has come, where somebody can see it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

from rentier.cli.common import console


@contextlib.contextmanager
def games_bar(games: int, what: str = "games") -> Iterator[Callable[[int], None] | None]:
    """A function to be told how many games were played; None where nobody is watching."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as progress:
        bar = progress.add_task(what, total=games)
        yield lambda played: progress.advance(bar, played)
