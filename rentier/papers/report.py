"""The page of results: tables of the works beside ours, with pictures, written by `rentier reproduce --report`."""

from __future__ import annotations

import datetime
import math
import os
import platform
from collections.abc import Sequence
from pathlib import Path

from rentier.arena.pictures import draw_bars, draw_comparison, draw_intervals, draw_lines
from rentier.arena.tally import SEEN_TURNS, merged
from rentier.box import load_box
from rentier.files import write_text
from rentier.papers.measures import Measured
from rentier.papers.run import TableReport, count_verdicts
from rentier.papers.studies import Study
from rentier.papers.works import works

Made = TableReport | Study

SHOWN_TURNS = 100  # of pictures by turn
FEWEST_GAMES = 20  # that must have got to a turn for it to be shown


def figure_text(value: float, unit: str = "") -> str:
    """A figure as people read it."""
    if not math.isfinite(value):
        return "?"
    digits = 0 if abs(value) >= 1000 else 2
    return f"{value:,.{digits}f}{' ' + unit if unit else ''}"


def interval_text(ours: Measured) -> str:
    """The ends of an interval; nothing for a figure that has none."""
    return f"{figure_text(ours.low)} to {figure_text(ours.high)}" if ours.low < ours.high else ""


def write_report(folder: Path, made: Sequence[Made], command: str) -> Path:
    """Write the page and its pictures into a folder; the page."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [*_heading(made, command)]
    for key, work in works().items():
        of_work = [report for report in made if report.table.work == key]
        if of_work:
            lines += [f"## {work.title}", ""]
            for report in of_work:
                lines += _section(folder, report)
    page = folder / "README.md"
    write_text(page, "\n".join(lines))
    return page


def machine() -> str:
    """The machine in words: cores and kind of processor."""
    kind = platform.machine()
    try:
        names = [
            line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
        ]
        kind = f"{names[0]} ({kind})" if names else kind
    except OSError:
        pass
    return f"{os.cpu_count()} cores, {kind}"


def _heading(made: Sequence[Made], command: str) -> list[str]:
    """What this page is, how it was made, and how it came out."""
    verdicts = count_verdicts([report for report in made if isinstance(report, TableReport)])
    counted = ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
    return [
        "# Published tables, made again",
        "",
        f"Made by `{command}` on {datetime.date.today().isoformat()}; {machine()}.",
        "A row agrees when the difference is within what chance leaves to both figures (95 %) and the rounding of print.",
        "Means have the spread of twenty parts of the match behind them, shares Wilson's interval.",
        "",
        f"Rows: {counted or 'none'}.",
        "",
    ]


def _section(folder: Path, report: Made) -> list[str]:
    """One table or study."""
    table = report.table
    games = f"{report.games:,} games{'' if report.games == table.games else f' (the work: {table.games:,})'}"
    what = "a trial" if isinstance(report, Study) else "a match"
    lines = [f"### {table.name}: {table.title}", "", f"{games} {what}, seed {report.seed}, {report.seconds:.0f} s.", ""]
    lines += _study_lines(folder, report) if isinstance(report, Study) else _table_lines(folder, report)
    return lines


def _table_lines(folder: Path, report: TableReport) -> list[str]:
    """The rows of a table, its picture, and the reasons where they differ."""
    lines = ["| what | the work | ours | 95 % interval | verdict |", "| --- | ---: | ---: | --- | --- |"]
    for row in report.rows:
        figures = figure_text(row.figure, row.unit), figure_text(row.ours.value, row.unit), interval_text(row.ours)
        lines.append(f"| {' | '.join((row.what, *figures, row.verdict))} |")
    lines.append("")
    lines += [f"- {reason}" for reason in dict.fromkeys(row.reason for row in report.rows if row.reason)]
    shares = [(r.what, r.figure, r.ours.value, r.ours.low, r.ours.high) for r in report.rows if r.unit == "%"]
    shares = [share for share in shares if all(map(math.isfinite, share[1:]))]
    if shares:
        name = f"{report.table.work}-{report.table.id}.svg"
        draw_comparison(report.table.name, shares, "%", folder / name)
        lines += ["", f"![{report.table.title}]({name})"]
    for picture in report.table.pictures:
        lines += _picture(folder, report, picture)
    return [*lines, ""]


def _picture(folder: Path, report: TableReport, picture: str) -> list[str]:
    """A picture by turn or by deed of the last match of a table, by seat."""
    match = report.table.matches[-1]
    tally = merged([part.tally for part in report.parts[-1]])
    box = load_box(match.rules, match.switches)
    shown = [turn for turn in range(min(SHOWN_TURNS, SEEN_TURNS)) if tally.reached[turn] >= FEWEST_GAMES]
    seats = range(len(match.agents))
    name = f"{report.table.work}-{picture}.svg"
    title = f"{' against '.join(match.agents)}, {report.games:,} games"
    file = folder / name
    if picture == "cash":
        lines = {f"seat {seat}": [tally.cash[turn, seat] / tally.reached[turn] for turn in shown] for seat in seats}
        draw_lines(title, "turn", "cash", lines, file)
    elif picture == "cost":
        lines = {
            f"seat {seat}": [tally.cost[turn, seat] / max(tally.thrown[turn, seat], 1) for turn in shown] for seat in seats
        }
        draw_lines(title, "turn", "what a throw costs the thrower", lines, file)
    elif picture == "bank":
        draw_lines(
            title, "turn", "deeds still in the bank", {"": [tally.in_bank[turn] / tally.reached[turn] for turn in shown]}, file
        )
    elif picture == "bought":
        deeds = [number for number, square in enumerate(box.board.squares) if square.is_deed]
        bars = {f"seat {seat}": [tally.bought[seat, deed] / tally.games for deed in deeds] for seat in seats}
        draw_bars(title, "bought, times a game", [box.square_names[deed] for deed in deeds], bars, file)
    else:
        groups = [number for number, group in enumerate(box.board.groups) if group.house_cost]
        bars = {f"seat {seat}": [tally.completed[seat, group] / tally.games for group in groups] for seat in seats}
        draw_bars(title, "completed, share of games", [box.board.groups[group].name for group in groups], bars, file)
    return ["", f"![{picture}: {title}]({name})"]


def _study_lines(folder: Path, study: Study) -> list[str]:
    """The findings of a study, a picture a round, and its trials."""
    lines = [f"- {finding}" for finding in study.findings]
    for number, (title, trials) in enumerate(study.rounds, start=1):
        name = f"{study.table.work}-{study.table.id}-{number}.svg"
        shown = [(trial.what, 100 * trial.share, 100 * trial.low, 100 * trial.high) for trial in trials]
        draw_intervals(title, "games won, %", shown, folder / name)
        lines += ["", f"![{title}]({name})"]
    return [*lines, ""]
