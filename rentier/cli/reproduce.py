"""`rentier reproduce`: make the tables of a work again, each figure beside ours with an interval and a verdict."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.arena.limits import check_number, check_seed, cores
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_writable,
    console,
    count,
    jobs_option,
    json_option,
    seed_option,
    write_json,
)
from rentier.cli.progress import games_bar
from rentier.errors import RentierError
from rentier.papers.works import PaperTable, find_tables, works

if TYPE_CHECKING:
    from rentier.papers.run import TableReport
    from rentier.papers.studies import Study

EPILOG = """\b
Examples:
  rentier reproduce
  rentier reproduce sammul2018/3.5
  rentier reproduce khan2019 --games 200
  rentier reproduce all --report results"""


@click.command(epilog=EPILOG)
@click.argument("names", nargs=-1, metavar="[WORK[/TABLE]]...")
@click.option("--games", type=int, default=None, metavar="N", help="Games a match, as many as the work unless said.")
@seed_option
@jobs_option
@click.option("--report", metavar="FOLDER", help="Write a page with tables and pictures there (extra `lab`).")
@json_option
def command(
    *, names: tuple[str, ...], games: int | None, seed: int, jobs: int | None, report: str | None, json_file: str | None
) -> None:
    """Make published tables again. Without a name, list them; `all` is every table of every work."""
    chosen = [key for name in names for key in (works() if name == "all" else [name])]
    tables = list({table.name: table for name in chosen for table in find_tables(name)}.values())
    threads = cores() if jobs is None else jobs
    check_number("jobs", threads, 1, 1024)
    check_seed(seed)
    if games is not None:
        check_number("games", games, 1, 100_000_000)
    check_writable(json_file)
    if not tables:
        list_tables(json_file)
        return
    if report is not None:
        check_report(Path(report))
    made = [make(table, games, seed, threads, json_file) for table in tables]
    if report is not None:
        from rentier.papers.report import write_report

        asked = " ".join(
            ["rentier reproduce", *names, *([f"--games {games}"] if games else []), *([f"--seed {seed}"] if seed else [])]
        )
        print(f"rentier: wrote {write_report(Path(report), made, asked)}", file=sys.stderr)
    if json_file is not None:
        write_json(json_file, [each.as_dict() for each in made])


def check_report(folder: Path) -> None:
    """Make the folder of a page, and refuse one that could not be written, before anything is played."""
    if folder.exists() and not folder.is_dir():
        raise RentierError(f"{folder}: is a file; --report should be a folder")
    folder.mkdir(parents=True, exist_ok=True)
    check_writable(str(folder / "README.md"))
    from rentier.arena.pictures import plots

    plots()


def list_tables(json_file: str | None) -> None:
    """Every table of every work."""
    if json_file is not None:
        listed = [
            {"table": table.name, "title": table.title, "games": table.games}
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
        for heading in ("table", "what it shows", "games"):
            grid.add_column(heading)
        for table in work.tables:
            grid.add_row(table.name, table.title, count(table.games))
        out.print(grid)


def make(table: PaperTable, games: int | None, seed: int, jobs: int, json_file: str | None) -> TableReport | Study:
    """Make one table, with a bar, and print it as soon as it is there."""
    from rentier.compiled import announce_compiling

    announce_compiling()
    from rentier.papers.run import games_to_play, run_table
    from rentier.papers.studies import run_study, study_games

    if table.study:
        with games_bar(study_games(table, games), table.name) as progress:
            study = run_study(table, games, seed, jobs, progress)
        if json_file != STANDARD_OUTPUT:
            print_study(study)
        return study
    with games_bar(games_to_play(table, games), table.name) as progress:
        report = run_table(table, games, seed, jobs, progress)
    if json_file != STANDARD_OUTPUT:
        print_report(report)
    return report


def print_report(report: TableReport) -> None:
    """A table of a work beside ours."""
    from rich.table import Table

    from rentier.papers.report import figure_text, interval_text

    grid = Table(title=f"{report.table.name}: {report.table.title}, {count(report.games)} games", title_justify="left")
    for heading in ("what", "the work", "ours", "95 % interval", "verdict"):
        grid.add_column(heading, justify="left" if heading in ("what", "verdict") else "right")
    for row in report.rows:
        interval = interval_text(row.ours)
        ours = figure_text(row.ours.value, row.unit)
        grid.add_row(row.what, figure_text(row.figure, row.unit), ours, interval, row.verdict)
    out = console()
    out.print(grid)
    for reason in dict.fromkeys(row.reason for row in report.rows if row.reason):
        out.print(f"  {reason}")
    out.print(f"{report.seconds:.1f} s")


def print_study(study: Study) -> None:
    """What each round of a study chose, and what it ends with."""
    from rich.table import Table

    out = console()
    for title, trials in study.rounds:
        grid = Table(title=title, title_justify="left")
        for heading in ("tried", "won", "95 % interval"):
            grid.add_column(heading)
        for trial in trials:
            interval = f"{100 * trial.low:.1f} to {100 * trial.high:.1f} %"
            grid.add_row(trial.what, f"{100 * trial.share:.1f} %", interval)
        out.print(grid)
    for finding in study.findings:
        out.print(f"  {finding}")
    out.print(f"{study.seconds:.1f} s")
