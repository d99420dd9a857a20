"""The pages of results, written by `rentier reproduce --report`: one for all works, and one for each work.

The page of a work says what it did, its main results beside ours, how we read it, every table, and what is still open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rentier.files import write_text
from rentier.papers.made import Made, count_verdicts, figure_cells
from rentier.papers.saved import Making, made_now
from rentier.papers.verdicts import AGREES, APART, BEYOND, DIFFERS, TOO_FEW
from rentier.papers.works import Work
from rentier.papers.works_toml import works

HEADLINES = ["| main result | the work | ours | 95 % interval | verdict |", "| --- | ---: | ---: | --- | --- |"]
COUNTED = {  # singular and plural
    AGREES: ("agrees", "agree"),
    DIFFERS: ("differs", "differ"),
    TOO_FEW: ("has too few games", "have too few games"),
    APART: ("cannot be compared", "cannot be compared"),
    BEYOND: ("goes beyond the work", "go beyond the work"),
}


def write_report(folder: Path, made: Sequence[Made], command: str) -> Path:
    """Write the pages and their pictures into a folder; return the first page."""
    folder.mkdir(parents=True, exist_ok=True)
    now = made_now()
    lines = _heading(made, command, now)
    for key, work in works().items():
        of_work = [report for report in made if report.table.work == key]
        if of_work:
            sections = [line for report in of_work for line in _section(folder, report, now)]
            page_lines = work_page(work, count_verdicts(of_work), _headlines(work, of_work), sections)
            write_text(folder / f"{key}.md", "\n".join(page_lines))
            lines += [f"## [{work.title}]({key}.md)", "", counted(count_verdicts(of_work)), "", *_headlines(work, of_work)]
    page = folder / "README.md"
    write_text(page, "\n".join(lines))
    return page


def counted(counts: Counter[str]) -> str:
    """Return a line with the number of rows for each verdict."""
    found = [(counts[verdict], *words) for verdict, words in COUNTED.items() if counts[verdict] > 0]
    phrases = [f"{number:,} {several if number > 1 else one}" for number, one, several in found]
    return f"{counts.total():,} rows: {', '.join(phrases)}." if phrases else "No rows."


def _heading(made: Sequence[Made], command: str, now: Making) -> list[str]:
    """Return the heading: what the pages are, how they were made, how verdicts are reached, and how many there are of each."""
    return [
        "# Published tables, made again",
        "",
        f"Made by `{command}` on {now.date}; {now.machine}.",
        "",
        "- A row **differs** when chance in both figures (95 %) and rounding in print do not explain the difference. The",
        "  interval beside it is that of our figure alone.",
        "- Otherwise it **agrees** if our margin of error is at most one and a half times that of the work's figure, or at",
        "  most 2 points or 2 %. If it is larger, the row says **too few games**.",
        "- Intervals of means come from the spread of twenty parts of the match, of its games, runs or networks; those of",
        "  shares are Wilson's.",
        "- A reason is **shown** by the command beside it, or only **supposed**; where there is none, the difference is",
        "  **unexplained**.",
        "",
        counted(count_verdicts(made)),
        "",
    ]


def _headlines(work: Work, made: Sequence[Made]) -> list[str]:
    """Return the main results of a work, as far as their tables were made."""
    rows = {(report.table.id, row.what): row for report in made for row in report.judged}
    found = [(headline.what, rows.get((headline.table, headline.row))) for headline in work.headlines]
    lines = [f"| {what} | {' | '.join(figure_cells(row))} | {row.verdict} |" for what, row in found if row is not None]
    return [*HEADLINES, *lines, ""] if lines else []


def work_page(work: Work, counts: Counter[str], headlines: Sequence[str], sections: Sequence[str]) -> list[str]:
    """Return the page of a work: what it did, how it is read, the results, and what is still open."""
    lines = [f"# {work.title}", "", work.citation, "", work.did, "", work.conclusion, ""]
    lines += [f"{counted(counts)} [What the verdicts mean](README.md).", "", *headlines]
    lines += [*_reading_lines(work), "## Results", "", *sections]
    if work.left_open:
        lines += ["## Open questions", "", *(f"- {text}" for text in work.left_open), ""]
    return lines


def _reading_lines(work: Work) -> list[str]:
    """Return how we read a work, and how to try other readings."""
    lines = []
    if work.readings:
        lines += ["## How we read it", "", "To try another reading: `rentier reproduce WORK/TABLE --reading NAME=VALUE`.", ""]
    for reading in work.readings:
        ours, *others = [f"`{reading.name}={choice.value}`: {choice.about}" for choice in reading.choices]
        lines += [f"**{reading.about}** ({reading.place})", "", f"- Ours, {ours}.", *(f"- {other}." for other in others), ""]
    return lines


def _section(folder: Path, report: Made, now: Making) -> list[str]:
    """Return the section of a table or study; it says so if it was made on another day or machine."""
    table = report.table
    date, machine, seconds = report.made.date, report.made.machine, report.made.seconds
    elsewhere = "" if (date, machine) == (now.date, now.machine) else f"; made {date} on {machine}"
    lines = [f"### {table.name}: {table.title}", "", f"{report.played}, {seconds:.0f} s{elsewhere}.", ""]
    lines += [table.note, ""] if table.note else []
    return lines + report.page(folder)
