"""`rentier reproduce`: reproduce published tables, with our figures, intervals and verdicts beside them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.arena.limits import check_number, check_seed
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_writable,
    console,
    count,
    executor_options,
    json_option,
    open_workers,
    seed_option,
    write_json,
)
from rentier.cli.interrupts import interrupt_handled
from rentier.cli.progress import games_bar
from rentier.errors import RentierError, Stopped
from rentier.papers.readings import choose_readings, read_as
from rentier.papers.works import PaperTable
from rentier.papers.works_toml import find_tables, works

if TYPE_CHECKING:
    from rentier.papers.made import Made
    from rentier.papers.order import Order

EPILOG = """\b
Examples:
  rentier reproduce
  rentier reproduce sammul2018/3.5
  rentier reproduce khan2019 --games 200
  rentier reproduce sammul2018/3.4 --reading interest=10
  rentier reproduce sammul2018/3.10 --out saved
  rentier reproduce all --long --out saved --report results"""


@click.command(epilog=EPILOG)
@click.argument("names", nargs=-1, metavar="[WORK[/TABLE]]...")
@click.option("--games", type=int, default=None, metavar="N", help="Games per match.  [default: as many as the work]")
@click.option("--long", is_flag=True, help="Include tables that take hours when a whole work is named.")
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Interpret an ambiguous passage differently (docs/works.md); repeatable.",
)
@seed_option
@executor_options
@click.option("--out", metavar="FOLDER", help="Save every finished game there; the same command resumes.")
@click.option("--report", metavar="FOLDER", help="Write a page with tables and pictures there (extra `lab`).")
@json_option
def command(
    *,
    names: tuple[str, ...],
    games: int | None,
    long: bool,
    readings: tuple[str, ...],
    seed: int,
    executor: str,
    jobs: int | None,
    out: str | None,
    report: str | None,
    json_file: str | None,
) -> None:
    """Reproduce published tables. Without a name, list them; `all` means every table of every work.

    Tables that take hours are left out of `all` and of a work unless you add --long or name the table itself. With --out
    every finished game is saved and is not played again. After Ctrl-C the finished tables are still written to --report and
    --json.
    """
    tables = [read_as(table, choose_readings(works()[table.work], readings)) for table in choose(names, long)]
    if readings and not names:
        raise RentierError("--reading: name a work or a table, such as sammul2018/3.4")
    check_seed(seed)
    if games is not None:
        check_number("games", games, 1, 100_000_000)
    check_writable(json_file)
    if not names:
        list_tables(json_file)
        return
    workers = open_workers(executor, jobs)
    if out is not None:
        check_folder(Path(out), "--out")
    if report is not None:
        check_report(Path(report))
    from rentier.papers.order import Order

    made: list[Made] = []
    try:
        for table in tables:
            made.append(make(Order(table, games, seed, workers, out=None if out is None else Path(out))))
            if json_file != STANDARD_OUTPUT:
                print_made(made[-1])
    except (Stopped, KeyboardInterrupt):
        interrupt_handled()
        missing = ", ".join(table.name for table in tables[len(made) :])
        print(f"rentier: stopped after {len(made)} of {len(tables)} tables; missing: {missing}", file=sys.stderr)
    if report is not None and made:
        from rentier.papers.report import write_report

        asked = ["rentier reproduce", *names, *(["--long"] if long else []), *(f"--reading {each}" for each in readings)]
        asked += [*([f"--games {games}"] if games else []), *([f"--seed {seed}"] if seed else [])]
        print(f"rentier: wrote {write_report(Path(report), made, ' '.join(asked))}", file=sys.stderr)
    if json_file is not None and made:
        write_json(json_file, [each.as_dict() for each in made])
    if len(made) < len(tables):
        raise click.Abort


def choose(names: Sequence[str], long: bool) -> list[PaperTable]:
    """Return the named tables, each once; long ones only if asked for, otherwise a line says that they are left out."""
    chosen = [key for name in names for key in (works() if name == "all" else [name])]
    found = {table.name: table for name in chosen for table in find_tables(name)}
    named = {name.strip() for name in names}
    left = [name for name, table in found.items() if table.long and not long and name not in named]
    if left and len(left) == len(found):
        raise RentierError(f"{', '.join(left)}: takes hours, and nothing else is named; add --long")
    if left:
        print(f"rentier: left out because they take hours (--long): {', '.join(left)}", file=sys.stderr)
    return [table for name, table in found.items() if name not in left]


def check_folder(folder: Path, option: str) -> None:
    """Create a folder that an option names, or say why that is impossible."""
    if folder.exists() and not folder.is_dir():
        raise RentierError(f"{folder}: is a file; {option} should be a folder")
    folder.mkdir(parents=True, exist_ok=True)


def check_report(folder: Path) -> None:
    """Create the folder of a report, and refuse one that could not be written to, before anything is played."""
    check_folder(folder, "--report")
    check_writable(str(folder / "README.md"))
    from rentier.arena.pictures import plots

    plots()


def list_tables(json_file: str | None) -> None:
    """List every table of every work."""
    if json_file is not None:
        listed = [
            {"table": table.name, "title": table.title, "games": table.games, "long": table.long}
            for work in works().values()
            for table in work.tables
        ]
        write_json(json_file, listed)
    if json_file == STANDARD_OUTPUT:
        return
    from rich.table import Table

    out = console()
    for work in works().values():
        grid = Table(title=f"{work.title}: {work.about}", title_justify="left")
        for heading in ("table", "what it shows", "games", ""):
            grid.add_column(heading)
        for table in work.tables:
            games = "" if table.exact is not None else count(table.games)
            grid.add_row(table.name, table.title, games, "long" if table.long else "")
        out.print(grid)


def make(order: Order) -> Made:
    """Make one table, with a progress bar if it needs games."""
    from rentier.papers.makers import maker_of

    maker = maker_of(order.table)
    with games_bar(maker.games_to_play(order), order.table.name) as progress:
        return maker.make(replace(order, progress=progress))


def print_made(made: Made) -> None:
    """Print a table or a study as soon as it is finished."""
    out = console()
    for part in made.shown():
        out.print(part)
    out.print(f"{made.made.seconds:.1f} s")
