"""`rentier reproduce`: make the tables of a work again, each figure beside ours with an interval and a verdict."""

from __future__ import annotations

import sys
from collections.abc import Sequence
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
from rentier.cli.progress import games_bar
from rentier.errors import RentierError, Stopped
from rentier.papers.works import PaperTable, find_tables, works

if TYPE_CHECKING:
    from rentier.arena.executors.protocol import Executor
    from rentier.papers.evolution import EvolutionStudy
    from rentier.papers.report import Made
    from rentier.papers.run import TableReport
    from rentier.papers.studies import Study

EPILOG = """\b
Examples:
  rentier reproduce
  rentier reproduce sammul2018/3.5
  rentier reproduce khan2019 --games 200
  rentier reproduce sammul2018/3.10 --out kept
  rentier reproduce all --long --out kept --report results"""


@click.command(epilog=EPILOG)
@click.argument("names", nargs=-1, metavar="[WORK[/TABLE]]...")
@click.option("--games", type=int, default=None, metavar="N", help="Games a match, as many as the work unless said.")
@click.option("--long", is_flag=True, help="The tables that take hours too, where a whole work is named.")
@seed_option
@executor_options
@click.option("--out", metavar="FOLDER", help="Keep every finished game there; the same command goes on where it was.")
@click.option("--report", metavar="FOLDER", help="Write a page with tables and pictures there (extra `lab`).")
@json_option
def command(
    *,
    names: tuple[str, ...],
    games: int | None,
    long: bool,
    seed: int,
    executor: str,
    jobs: int | None,
    out: str | None,
    report: str | None,
    json_file: str | None,
) -> None:
    """Make published tables again. Without a name, list them; `all` is every table of every work.

    Tables that take hours are left out of `all` and of a work unless --long is given or the table itself is named. With --out
    nothing played is lost, and what is finished there is read and not played again. Ctrl-C ends with the tables made so far.
    """
    tables = choose(names, long)
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
    made: list[Made] = []
    try:
        for table in tables:
            made.append(make(table, games, seed, workers, Path(out) if out is not None else None))
            if json_file != STANDARD_OUTPUT:
                print_made(made[-1])
    except (Stopped, KeyboardInterrupt):
        missing = ", ".join(table.name for table in tables[len(made) :])
        print(f"rentier: stopped after {len(made)} of {len(tables)} tables; missing: {missing}", file=sys.stderr)
    if report is not None and made:
        from rentier.papers.report import write_report

        asked = ["rentier reproduce", *names, *(["--long"] if long else [])]
        asked += [*([f"--games {games}"] if games else []), *([f"--seed {seed}"] if seed else [])]
        print(f"rentier: wrote {write_report(Path(report), made, ' '.join(asked))}", file=sys.stderr)
    if json_file is not None and made:
        write_json(json_file, [each.as_dict() for each in made])
    if len(made) < len(tables):
        raise click.Abort


def choose(names: Sequence[str], long: bool) -> list[PaperTable]:
    """The tables that are named, each once; the long ones only where they are asked for, else it is said that they are not."""
    chosen = [key for name in names for key in (works() if name == "all" else [name])]
    found = {table.name: table for name in chosen for table in find_tables(name)}
    named = {name.strip() for name in names}
    left = [name for name, table in found.items() if table.long and not long and name not in named]
    if left and len(left) == len(found):
        raise RentierError(f"{', '.join(left)}: long, and nothing else is named; add --long")
    if left:
        print(f"rentier: left out, as they take hours (--long): {', '.join(left)}", file=sys.stderr)
    return [table for name, table in found.items() if name not in left]


def check_folder(folder: Path, option: str) -> None:
    """Make a folder that an option names, or say why it cannot be one."""
    if folder.exists() and not folder.is_dir():
        raise RentierError(f"{folder}: is a file; {option} should be a folder")
    folder.mkdir(parents=True, exist_ok=True)


def check_report(folder: Path) -> None:
    """Make the folder of a page, and refuse one that could not be written, before anything is played."""
    check_folder(folder, "--report")
    check_writable(str(folder / "README.md"))
    from rentier.arena.pictures import plots

    plots()


def list_tables(json_file: str | None) -> None:
    """Every table of every work."""
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


def make(table: PaperTable, games: int | None, seed: int, workers: Executor, out: Path | None) -> Made:
    """Make one table, with a bar."""
    if table.exact is not None:
        from rentier.papers.exact import run_exact

        return run_exact(table, table.exact)
    from rentier.papers.run import games_to_play, run_table
    from rentier.papers.studies import run_study, study_games

    if table.evolution is not None:
        from rentier.papers.evolution import evolution_games, run_evolution

        with games_bar(evolution_games(table, table.evolution, games), table.name) as progress:
            return run_evolution(table, table.evolution, games, seed, workers, progress, out)
    if table.training is not None:
        from rentier.papers.training import run_training, training_games

        with games_bar(training_games(table, table.training, games), table.name) as progress:
            return run_training(table, table.training, games, seed, workers, progress, out)
    if table.study:
        with games_bar(study_games(table, games), table.name) as progress:
            return run_study(table, games, seed, workers, progress, out)
    with games_bar(games_to_play(table, games), table.name) as progress:
        return run_table(table, games, seed, workers, progress, out)


def print_made(made: Made) -> None:
    """A table or a study, as soon as it is there."""
    from rentier.papers.run import TableReport
    from rentier.papers.studies import Study

    if isinstance(made, TableReport):
        print_report(made)
    elif isinstance(made, Study):
        print_study(made)
    else:
        print_evolution_study(made)


def print_report(report: TableReport) -> None:
    """A table of a work beside ours."""
    from rich.table import Table

    from rentier.papers.report import figure_text, interval_text, row_text

    played = "exactly" if report.table.exact is not None else f"{count(report.games)} games"
    grid = Table(title=f"{report.table.name}: {report.table.title}, {played}", title_justify="left")
    for heading in ("what", "the work", "ours", "95 % interval", "verdict"):
        grid.add_column(heading, justify="left" if heading in ("what", "verdict") else "right")
    for row in report.rows:
        interval = interval_text(row.ours)
        ours = figure_text(row.ours.value, row.unit)
        grid.add_row(row_text(row, report.games), figure_text(row.figure, row.unit), ours, interval, row.verdict)
    out = console()
    out.print(grid)
    for reason in dict.fromkeys(row.reason for row in report.rows if row.reason):
        out.print(f"  {reason}")
    if report.looks:
        print_looks(report)
    out.print(f"{report.made.seconds:.1f} s")


def print_looks(report: TableReport) -> None:
    """How strong the networks of every trial are."""
    from rich.table import Table

    grid = Table()
    for heading in ("tried", "average wins", "95 % interval", "right answers of six"):
        grid.add_column(heading, justify="left" if heading == "tried" else "right")
    for look in report.looks:
        strength = look.strength
        interval = f"{strength.low:.1f} to {strength.high:.1f} %"
        grid.add_row(look.what, f"{strength.value:.1f} %", interval, f"{look.answers.value:.1f}")
    console().print(grid)


def print_evolution_study(study: EvolutionStudy) -> None:
    """What the runs of every trial came to."""
    from rich.table import Table

    from rentier.papers.evolution import measured
    from rentier.papers.report import figure_text

    grid = Table(title=f"{study.table.name}: {study.table.title}", title_justify="left")
    for heading in ("tried", "won", "95 % interval", "correlation with the work's genes", "spread of a gene"):
        grid.add_column(heading)
    for what, outcomes in study.trials:
        strength = measured(outcomes, "strength")
        others = [figure_text(measured(outcomes, measure).value) for measure in ("correlation", "spread")]
        grid.add_row(what, f"{strength.value:.1f} %", f"{strength.low:.1f} to {strength.high:.1f} %", *others)
    out = console()
    out.print(grid)
    out.print(f"{study.plan.runs} runs of {count(study.games)} games each; won against {', '.join(study.plan.contests[0])}")
    out.print(f"{study.made.seconds:.1f} s")


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
    out.print(f"{study.made.seconds:.1f} s")
