"""Reproduced tables: our figures beside a work's, for a terminal, for a page and as JSON."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from rentier.arena.pictures import draw_comparison
from rentier.papers.measures import Measured, known
from rentier.papers.saved import Making, made_now
from rentier.papers.verdicts import RowReport, decimals
from rentier.papers.works import PaperTable


@dataclass(frozen=True)
class Made(ABC):
    """A reproduced table; `made`: when, where and how long it took."""

    table: PaperTable
    games: int
    seed: int
    made: Making = field(default_factory=made_now, kw_only=True)

    @property
    def unit_of_games(self) -> str:
        """What `games` is counted per, as text."""
        return "a match"

    @property
    def played(self) -> str:
        """A line with the number of games, what it refers to, and the seed."""
        theirs = "" if self.games == self.table.games else f" (the work: {self.table.games:,})"
        readings = "".join(f", reading {name}={value}" for name, value in self.table.readings.items())
        return f"{self.games:,} games{theirs} {self.unit_of_games}, seed {self.seed}{readings}"

    @property
    def judged(self) -> Sequence[RowReport]:
        """The rows that are compared with the work's, if there are any."""
        return ()

    @property
    def name(self) -> str:
        """The beginning of the names of its picture files."""
        return f"{self.table.work}-{self.table.id}"

    @abstractmethod
    def shown(self) -> list[Any]:
        """Return what a terminal shows: rich tables and lines."""

    @abstractmethod
    def page(self, folder: Path) -> list[str]:
        """Return the lines of a page, and draw its pictures into a folder."""

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """Return the figures for JSON."""

    def as_dict(self) -> dict[str, Any]:
        """Return the whole report, as `rentier reproduce --json` writes it."""
        return {
            "table": self.table.name,
            "title": self.table.title,
            "games": self.games,
            "seed": self.seed,
            "readings": dict(self.table.readings),
            "seconds": self.made.seconds,
            "made": {"date": self.made.date, "machine": self.made.machine},
            **self.figures(),
        }


@dataclass(frozen=True)
class TableReport(Made):
    """A table whose rows are compared with the work's."""

    rows: list[RowReport]
    compared_unit: ClassVar[str] = "%"  # figures with this unit are drawn beside the work's

    @property
    def judged(self) -> Sequence[RowReport]:
        return self.rows

    @property
    def extent(self) -> str:
        """How much was played, in brief."""
        return f"{self.games:,} games"

    @property
    def reasons(self) -> list[str]:
        """Why rows differ, each reason once; rows refer to them by number."""
        return list(dict.fromkeys(row.reason for row in self.rows if row.reason))

    def shown(self) -> list[Any]:
        headings = ("what", "the work", "ours", "95 % interval", "verdict")
        title = f"{self.table.name}: {self.table.title}, {self.extent}"
        table = terminal_table(title, headings, map(self._cells, self.rows), right=headings[1:4])
        return [table, *(f"  ({number}) {why.replace('**', '')}" for number, why in enumerate(self.reasons, 1))]

    def page(self, folder: Path) -> list[str]:
        lines = ["| what | the work | ours | 95 % interval | verdict |", "| --- | ---: | ---: | --- | --- |"]
        lines += [f"| {' | '.join(self._cells(row))} |" for row in self.rows]
        return [*lines, "", *(f"{number}. {why}" for number, why in enumerate(self.reasons, 1)), *self.pictures(folder), ""]

    def pictures(self, folder: Path) -> list[str]:
        """Draw the table's pictures; return the lines of the page that show them."""
        rows = [row for row in self.rows if row.unit == self.compared_unit]
        shares = [(row.what, row.figure, row.ours.value, row.ours.low, row.ours.high) for row in rows]
        shares = [share for share in shares if all(map(math.isfinite, share[2:]))]
        if not shares:
            return []
        draw_comparison(self.table.name, shares, self.compared_unit, folder / f"{self.name}.svg")
        return picture_lines(self.table.title, f"{self.name}.svg")

    def figures(self) -> dict[str, Any]:
        return {
            "games_of_the_work": self.table.games,
            "rows": [
                {
                    "what": row.what,
                    "figure": row.figure,
                    "ours": known(row.ours.value),
                    "interval": [known(row.ours.low), known(row.ours.high)],
                    "games": row.games,
                    "unit": row.unit,
                    "verdict": row.verdict,
                    "reason": row.reason,
                }
                for row in self.rows
            ],
        }

    def _cells(self, row: RowReport) -> tuple[str, ...]:
        """Return the cells of a row, with its number of games if that differs from the table's."""
        what = row.what if row.games == self.games else f"{row.what} ({row.games:,} games)"
        return what, *figure_cells(row), f"{row.verdict} ({self.reasons.index(row.reason) + 1})" if row.reason else row.verdict


def figure_cells(row: RowReport) -> tuple[str, str, str]:
    """Return a work's figure, ours and its interval; ours has at least as many digits as the work prints."""
    digits = max(2, decimals(row.figure)) if row.figure is not None else 2
    ours = figure_text(row.ours.value, row.unit, digits)
    interval = f"{figure_text(row.ours.low, '', digits)} to {figure_text(row.ours.high, '', digits)}"
    if row.ours.low < row.ours.high:
        return printed_text(row.figure, row.unit), ours, interval
    exact = not row.unit and float(row.ours.value).is_integer()  # a number of houses, or a rank
    return printed_text(row.figure, row.unit), f"{row.ours.value:,.0f}" if exact else ours, ""


def count_verdicts(made: Sequence[Made]) -> Counter[str]:
    """Count the rows with each verdict."""
    return Counter(row.verdict for each in made for row in each.judged)


def printed_text(figure: float | None, unit: str = "") -> str:
    """Format a work's figure with the digits it prints; empty if there is none."""
    return "" if figure is None else f"{figure:,}{' ' + unit if unit else ''}"


def figure_text(value: float | None, unit: str = "", digits: int = 2) -> str:
    """Format a figure, large ones without decimals; empty if there is none."""
    if value is None:
        return ""
    if not math.isfinite(value):
        return "?"
    return f"{value:,.{0 if abs(value) >= 1000 else digits}f}{' ' + unit if unit else ''}"


def share_texts(share: Measured) -> tuple[str, str]:
    """Format a share in percent, and its interval."""
    return f"{share.value:.1f} %", f"{share.low:.1f} to {share.high:.1f} %"


def picture_lines(alternative: str, name: str) -> list[str]:
    """Return the lines of a page that show a picture."""
    return ["", f"![{alternative}]({name})"]


def terminal_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> Any:
    """Return a table for a terminal; `right`: the headings of right-aligned columns."""
    from rich.table import Table

    table = Table(title=title or None, title_justify="left")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left")
    for row in rows:
        table.add_row(*row)
    return table
