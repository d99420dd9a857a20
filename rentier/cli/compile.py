"""`rentier compile`: compile everything in advance, so that no later command has to."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

from rentier.cli.common import console
from rentier.cli.progress import Bar, games_bar
from rentier.errors import RentierError

EPILOG = """\b
Examples:
  rentier compile
  rentier compile --jobs 2"""
LINE_EVERY = 10.0  # seconds, where no bar can be drawn


@click.command(epilog=EPILOG)
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes to compile in; one per core by default.")
def command(jobs: int | None) -> None:
    """Compile rules, agents, search and learning for this machine, on all cores.

    Without this, each command compiles what it needs when you first run it, on one core. After it, none has to until Rentier,
    Numba or NumPy is updated.
    """
    from rentier.compiled import INTERPRETED, cache_home
    from rentier.precompile import PACKAGE, Sources, compile_all

    if INTERPRETED:
        raise RentierError("NUMBA_DISABLE_JIT is set: nothing is compiled; unset it first")
    sources = Sources(PACKAGE)
    modules = len(sources.compiling())
    began = time.monotonic()
    with games_bar(modules, "modules") as bar:
        compile_all(sources, _drawing(bar) if bar else _telling(modules), jobs)
    seconds = time.monotonic() - began
    console().print(f"Compiled {modules} modules in {seconds:.0f} s; kept in {cache_home()}")


def _drawing(bar: Bar) -> Callable[[int, list[str]], None]:
    """Progress as a bar, with the names of what is being compiled beside it."""
    drawn = 0

    def draw(done: int, names: list[str]) -> None:
        nonlocal drawn
        bar.advance(done - drawn)
        bar.tell(" ".join(name.removeprefix("rentier.") for name in names))
        drawn = done

    return draw


def _telling(modules: int) -> Callable[[int, list[str]], None]:
    """Progress as a line from time to time."""
    said = 0.0

    def tell(done: int, names: list[str]) -> None:
        nonlocal said
        if names and time.monotonic() - said >= LINE_EVERY:
            said = time.monotonic()
            print(f"rentier: compiled {done} of {modules} modules; now {', '.join(names)}", file=sys.stderr, flush=True)

    return tell
