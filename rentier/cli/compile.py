"""`rentier compile`: compile everything in advance, so that no later command has to."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

from rentier.cli.common import check_out, console
from rentier.cli.progress import Bar, games_bar
from rentier.errors import RentierError

EPILOG = """\b
Examples:
  rentier compile
  rentier compile --jobs 2"""
LINE_EVERY = 10.0  # seconds between lines where no bar can be drawn


@click.command(epilog=EPILOG)
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes to use.  [default: one per core]")
def command(jobs: int | None) -> None:
    """Compile rules, agents, search and learning for this machine, on all cores.

    Otherwise each command compiles what it needs when you first run it, on one core. Compiled code is used until Rentier, Numba
    or NumPy is updated.
    """
    from rentier.compiled import INTERPRETED, cache_home
    from rentier.precompile import PACKAGE, Sources, compile_all

    if INTERPRETED:
        raise RentierError("NUMBA_DISABLE_JIT is set: nothing is compiled; unset it first")
    check_out(str(cache_home()), "RENTIER_CACHE")
    sources = Sources(PACKAGE)
    modules = len(sources.compiling())
    began = time.monotonic()
    with games_bar(modules, "modules") as bar:
        compile_all(sources, _draw_progress(bar) if bar else _print_progress(modules), jobs)
    seconds = time.monotonic() - began
    console().print(f"Compiled {modules} modules in {seconds:.0f} s; saved in {cache_home()}")


def _draw_progress(bar: Bar) -> Callable[[int, list[str]], None]:
    """Return a function that shows progress as a bar, with the names of the modules being compiled."""
    drawn = 0

    def draw(done: int, names: list[str]) -> None:
        nonlocal drawn
        bar.advance(done - drawn)
        bar.tell(" ".join(name.removeprefix("rentier.") for name in names))
        drawn = done

    return draw


def _print_progress(modules: int) -> Callable[[int, list[str]], None]:
    """Return a function that prints a line of progress from time to time."""
    printed = 0.0

    def show(done: int, names: list[str]) -> None:
        nonlocal printed
        if names and time.monotonic() - printed >= LINE_EVERY:
            printed = time.monotonic()
            print(f"rentier: compiled {done} of {modules} modules; now {', '.join(names)}", file=sys.stderr, flush=True)

    return show
