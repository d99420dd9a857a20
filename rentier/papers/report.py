"""The page of results: tables of the works beside ours, with pictures, written by `rentier reproduce --report`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rentier.files import write_text
from rentier.papers.kept import Making, made_now
from rentier.papers.made import Made, count_verdicts
from rentier.papers.works import works


def write_report(folder: Path, made: Sequence[Made], command: str) -> Path:
    """Write the page and its pictures into a folder; the page."""
    folder.mkdir(parents=True, exist_ok=True)
    now = made_now()
    lines = [*_heading(made, command, now)]
    for key, work in works().items():
        of_work = [report for report in made if report.table.work == key]
        if of_work:
            lines += [f"## {work.title}", ""]
            for report in of_work:
                lines += _section(folder, report, now)
    page = folder / "README.md"
    write_text(page, "\n".join(lines))
    return page


def _heading(made: Sequence[Made], command: str, now: Making) -> list[str]:
    """What this page is, how it was made, and how it came out."""
    counted = ", ".join(f"{number} {verdict}" for verdict, number in sorted(count_verdicts(made).items()))
    return [
        "# Published tables, made again",
        "",
        f"Made by `{command}` on {now.date}; {now.machine}.",
        "A row agrees when the difference is within what chance leaves to both figures (95 %) and the rounding of print.",
        "Means have the spread of twenty parts of the match, its games or its networks behind them, shares Wilson's interval.",
        "",
        f"Rows: {counted or 'none'}.",
        "",
    ]


def _section(folder: Path, report: Made, now: Making) -> list[str]:
    """One table or study; one that was kept from another day or another machine says so."""
    table = report.table
    date, machine, seconds = report.made.date, report.made.machine, report.made.seconds
    elsewhere = "" if (date, machine) == (now.date, now.machine) else f"; made {date} on {machine}"
    lines = [f"### {table.name}: {table.title}", "", f"{report.played}, {seconds:.0f} s{elsewhere}.", ""]
    lines += [table.note, ""] if table.note else []
    return lines + report.page(folder)
