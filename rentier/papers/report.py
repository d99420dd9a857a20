"""The pages of results, written by `rentier reproduce --report`: one for all works, and one for each.

The page of a work says what it did, how we read it, what its readers remember beside what we found, every table, and what is
still open.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rentier.files import write_text
from rentier.papers.kept import Making, made_now
from rentier.papers.made import Made, count_verdicts, figure_text, interval_text
from rentier.papers.works import Work
from rentier.papers.works_toml import works

HEADLINES = ["| what its readers remember | the work | ours | 95 % interval | verdict |", "| --- | ---: | ---: | --- | --- |"]


def write_report(folder: Path, made: Sequence[Made], command: str) -> Path:
    """Write the pages and their pictures into a folder; the first page."""
    folder.mkdir(parents=True, exist_ok=True)
    now = made_now()
    lines = _heading(made, command, now)
    for key, work in works().items():
        of_work = [report for report in made if report.table.work == key]
        if of_work:
            write_text(folder / f"{key}.md", "\n".join(_work_page(folder, work, of_work, now)))
            lines += [f"## [{work.title}]({key}.md)", "", f"{_counted(of_work)}", "", *_headlines(work, of_work)]
    page = folder / "README.md"
    write_text(page, "\n".join(lines))
    return page


def _counted(made: Sequence[Made]) -> str:
    """How many rows got each verdict."""
    counted = ", ".join(f"{number} {verdict}" for verdict, number in sorted(count_verdicts(made).items()))
    return f"Rows: {counted or 'none'}."


def _heading(made: Sequence[Made], command: str, now: Making) -> list[str]:
    """What these pages are, how they were made, how a verdict is reached, and how many there are of each."""
    return [
        "# Published tables, made again",
        "",
        f"Made by `{command}` on {now.date}; {now.machine}.",
        "",
        "- A row **differs** when chance (95 %) and the rounding of print do not explain the difference.",
        "- Else it **agrees** if ours is known well enough to tell: to within one and a half times what chance leaves to the",
        "  work's figure, or to 2 points or 2 %. If it is not, the row says **too few games**.",
        "- Means have the spread of twenty parts of the match, of its games, runs or networks; shares have Wilson's interval.",
        "- A reason is **shown** by the command beside it, or only **supposed**; where there is none, the difference is",
        "  **unexplained**.",
        "",
        _counted(made),
        "",
    ]


def _headlines(work: Work, made: Sequence[Made]) -> list[str]:
    """The results that readers of a work remember, as far as their tables were made."""
    rows = {(report.table.id, row.what): row for report in made for row in report.judged}
    found = [(headline.what, rows.get((headline.table, headline.row))) for headline in work.headlines]
    lines = [
        f"| {what} | {figure_text(row.figure, row.unit)} | {figure_text(row.ours.value, row.unit)} "
        f"| {interval_text(row.ours)} | {row.verdict} |"
        for what, row in found
        if row is not None
    ]
    return [*HEADLINES, *lines, ""] if lines else []


def _work_page(folder: Path, work: Work, made: Sequence[Made], now: Making) -> list[str]:
    """What a work did, how it is read, what came out, and what is still open."""
    lines = [f"# {work.title}", "", work.did, "", _counted(made), "", *_headlines(work, made)]
    if work.readings:
        lines += ["## How we read it", "", "| place | question | our reading | others |", "| --- | --- | --- | --- |"]
    for reading in work.readings:
        usual, *others = [f"{choice.about} (`{reading.name}={choice.value}`)" for choice in reading.choices]
        lines.append(f"| {reading.place} | {reading.about} | {usual} | {'; '.join(others)} |")
    if work.readings:
        lines += ["", "Another reading of a table: `rentier reproduce WORK/TABLE --reading NAME=VALUE`.", ""]
    lines += ["## What came out", ""]
    for report in made:
        lines += _section(folder, report, now)
    if work.left_open:
        lines += ["## What is still open", "", *(f"- {text}" for text in work.left_open), ""]
    return lines


def _section(folder: Path, report: Made, now: Making) -> list[str]:
    """One table or study; one that was kept from another day or another machine says so."""
    table = report.table
    date, machine, seconds = report.made.date, report.made.machine, report.made.seconds
    elsewhere = "" if (date, machine) == (now.date, now.machine) else f"; made {date} on {machine}"
    lines = [f"### {table.name}: {table.title}", "", f"{report.played}, {seconds:.0f} s{elsewhere}.", ""]
    lines += [table.note, ""] if table.note else []
    return lines + report.page(folder)
