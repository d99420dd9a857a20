"""Merge pages that `rentier reproduce --report` wrote for some tables into those of docs/results.

    rentier reproduce berry2013/payoffs --out saved --report new
    python -m scripts.merge_results docs/results new

Tables of the new pages replace those of the same name, and take their place among the others. Counts of verdicts and main
results are taken from the merged tables; what a work's data file says (what it did, how we read it, notes, reasons) is written
anew. Without new pages, only these words are.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from rentier.files import write_text
from rentier.papers.report import HEADLINES, counted, work_page
from rentier.papers.works import PaperTable, Work
from rentier.papers.works_toml import works

SECTION = re.compile(r"^### (\S+): .*\n(?:(?!^##).*\n?)*", re.MULTILINE)
ROWS = re.compile(r"^\| what \|.*\n\|[ -:|]+\n((?:\|.*\n)+)", re.MULTILINE)
MARK = re.compile(r" \(\d+(?:, \d+)*\)$")  # of a reason, after a verdict
GAMES = re.compile(r" \([\d,]+ games\)$")  # of a row with fewer than its table


def sections_of(page: str) -> dict[str, str]:
    """Return the section of each table on a page, by its name."""
    return {found[1]: found[0].rstrip("\n") + "\n" for found in SECTION.finditer(page)}


def rows_of(section: str) -> dict[str, list[str]]:
    """Return the cells of each row of a table, by what it is about; the last cell is the verdict alone."""
    found = ROWS.search(section)
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in found[1].splitlines()] if found else []
    return {GAMES.sub("", cells[0]): [*cells[1:-1], MARK.sub("", cells[-1])] for cells in rows}


def verdicts_of(sections: Mapping[str, str]) -> Counter[str]:
    """Count the rows with each verdict."""
    return Counter(cells[-1] for section in sections.values() for cells in rows_of(section).values())


def headlines(work: Work, sections: Mapping[str, str]) -> list[str]:
    """Return the main results of a work, as far as their tables are there."""
    lines = []
    for headline in work.headlines:
        cells = rows_of(sections.get(f"{work.key}/{headline.table}", "")).get(headline.row)
        if cells is not None:
            lines.append(f"| {headline.what} | {' | '.join(cells)} |")
    return [*HEADLINES, *lines, ""] if lines else []


def reworded(section: str, table: PaperTable) -> str:
    """Return a section with the title, note and reasons that the data file has now."""
    lines = section.splitlines()
    lines[0] = f"### {table.name}: {table.title}"
    note_at = lines.index("", 1) + 3  # after the heading, how much was played, and empty lines
    if lines[note_at][:1] not in ("|", "-", "!"):  # a table, a list or a picture begins
        del lines[note_at : note_at + 2]
    if table.note:
        lines[note_at:note_at] = [table.note, ""]
    section = "\n".join(lines) + "\n"
    found = ROWS.search(section)
    rows = found[1].splitlines() if found else []
    if len(rows) != len(table.rows):
        return section
    for line, row in zip(rows, table.rows, strict=True):
        mark = re.search(r"\((\d+)\) \|$", line)
        if mark is not None and row.reason is not None:
            pattern = rf"^{mark[1]}\. \*\*(?:Supposed|Shown|Unexplained)\*\*.*$"
            section = re.sub(pattern, lambda _, to=f"{mark[1]}. {row.reason}": to, section, count=1, flags=re.MULTILINE)
    return section


def in_order(work: Work, sections: Mapping[str, str]) -> dict[str, str]:
    """Return the sections in the order of the work's data file; what it no longer has comes last."""
    tables = {table.name: table for table in work.tables}
    ours = {name: reworded(sections[name], table) for name, table in tables.items() if name in sections}
    return ours | {name: section for name, section in sections.items() if name not in ours}


def merge(folder: Path, new: Path | None = None) -> None:
    """Write the pages of a folder anew, with the tables and pictures of another."""
    summary = []
    everything: dict[str, str] = {}
    for key, work in works().items():
        pages = [page for place in (folder, new) if place is not None and (page := place / f"{key}.md").exists()]
        found = {name: text for page in pages for name, text in sections_of(page.read_text(encoding="utf-8")).items()}
        if found:
            sections = in_order(work, found)
            shown = headlines(work, sections)
            write_text(folder / f"{key}.md", "\n".join(work_page(work, verdicts_of(sections), shown, list(sections.values()))))
            everything |= sections
            summary += [f"## [{work.title}]({key}.md)", "", counted(verdicts_of(sections)), "", *shown]
    for picture in new.glob("*.svg") if new is not None else ():
        shutil.copyfile(picture, folder / picture.name)
    front = (folder / "README.md").read_text(encoding="utf-8")
    top = re.sub(
        r"^[\d,]+ rows: .*$", counted(verdicts_of(everything)), front[: front.index("\n## ")], count=1, flags=re.MULTILINE
    )
    write_text(folder / "README.md", "\n".join([top, *summary]))


if __name__ == "__main__":
    merge(*map(Path, sys.argv[1:]))
