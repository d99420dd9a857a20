"""The page of results: tables of the works beside ours, with pictures, written by `rentier reproduce --report`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rentier.arena.pictures import draw_comparison, draw_intervals, draw_points
from rentier.arena.statistics import wilson_interval
from rentier.files import write_text
from rentier.learn.pictures import draw_genes, draw_groups
from rentier.papers.evolution import EvolutionStudy, measured
from rentier.papers.kept import Making, made_now
from rentier.papers.match_pictures import draw_match
from rentier.papers.measures import Measured
from rentier.papers.run import TableReport, count_verdicts
from rentier.papers.studies import Study
from rentier.papers.training_pictures import draw_looks
from rentier.papers.verdicts import RowReport
from rentier.papers.works import works

if TYPE_CHECKING:
    from rentier.learn.genetic import Evolution

Made = TableReport | Study | EvolutionStudy

BY_ROLLOUTS = "wins_by_rollouts"  # the one picture that is drawn from rows


def figure_text(value: float | None, unit: str = "") -> str:
    """A figure as people read it; nothing where there is none."""
    if value is None:
        return ""
    if not math.isfinite(value):
        return "?"
    digits = 0 if abs(value) >= 1000 else 2
    return f"{value:,.{digits}f}{' ' + unit if unit else ''}"


def interval_text(ours: Measured) -> str:
    """The ends of an interval; nothing for a figure that has none."""
    return f"{figure_text(ours.low)} to {figure_text(ours.high)}" if ours.low < ours.high else ""


def row_text(row: RowReport, games: int) -> str:
    """What a row is about, and of how many games where that is not the table's number."""
    return row.what if row.games == games else f"{row.what} ({row.games:,} games)"


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
    verdicts = count_verdicts([report for report in made if isinstance(report, TableReport)])
    counted = ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
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
    lines = [f"### {table.name}: {table.title}", "", f"{_played(report)}, {seconds:.0f} s{elsewhere}.", ""]
    lines += [table.note, ""] if table.note else []
    if isinstance(report, TableReport):
        return lines + _table_lines(folder, report)
    return lines + (_study_lines(folder, report) if isinstance(report, Study) else _evolution_lines(folder, report))


def _played(report: Made) -> str:
    """How many games a table has, what they are of, and their seed."""
    table = report.table
    if table.exact is not None:
        return f"Worked out exactly (the work: {table.games:,} games)"
    plan, training = table.evolution, table.training
    what = "a trial" if isinstance(report, Study) else "a match"
    if plan is not None:
        what = f"a run, {plan.runs} runs{' a trial' if plan.trials else ''}"
    elif training is not None:
        what = f"a training, {training.networks}"
    theirs = "" if report.games == table.games else f" (the work: {table.games:,})"
    return f"{report.games:,} games{theirs} {what}, seed {report.seed}"


def _table_lines(folder: Path, report: TableReport) -> list[str]:
    """The rows of a table, its picture, and the reasons where they differ."""
    lines = ["| what | the work | ours | 95 % interval | verdict |", "| --- | ---: | ---: | --- | --- |"]
    for row in report.rows:
        figures = figure_text(row.figure, row.unit), figure_text(row.ours.value, row.unit), interval_text(row.ours)
        lines.append(f"| {' | '.join((row_text(row, report.games), *figures, row.verdict))} |")
    lines.append("")
    lines += [f"- {reason}" for reason in dict.fromkeys(row.reason for row in report.rows if row.reason)]
    if report.looks:
        lines += _looks_lines(report)
    if report.looks and all(look.value is not None for look in report.looks):
        name = f"{report.table.work}-{report.table.id}.svg"
        draw_looks(report, folder / name)
        return [*lines, "", f"![{report.table.title}]({name})", ""]
    unit = "%" if report.evolution is None else "K"
    shares = [(r.what, r.figure, r.ours.value, r.ours.low, r.ours.high) for r in report.rows if r.unit == unit]
    shares = [share for share in shares if all(map(math.isfinite, share[2:]))]
    if shares:
        name = f"{report.table.work}-{report.table.id}.svg"
        draw_comparison(report.table.name, shares, unit, folder / name)
        lines += ["", f"![{report.table.title}]({name})"]
    if report.returns is not None:
        from rentier.papers.exact import draw_exact  # compiles the walk, which no other table needs

        lines += draw_exact(report.table, report.returns, folder)
    elif report.evolution is not None and report.table.pictures:
        lines += _genes_picture(folder, report, report.evolution)
    elif BY_ROLLOUTS in report.table.pictures:
        lines += _rollouts_picture(folder, report)
    for number in range(len(report.parts)):
        lines += draw_match(report, number, folder)
    return [*lines, ""]


def _looks_lines(report: TableReport) -> list[str]:
    """How strong the networks of every trial are."""
    opponents = [won.opponent for won in report.looks[0].outcomes[0].contests]
    headings = ["tried", "average wins", *(f"against `{spec}`" for spec in opponents), "right answers of six"]
    lines = ["", f"| {' | '.join(headings)} |", f"| --- | --- |{' ---: |' * (len(opponents) + 1)}"]
    for look in report.looks:
        strength = look.strength
        texts = [look.what, f"{strength.value:.1f} % ({strength.low:.1f} to {strength.high:.1f})"]
        shares = [f"{look.against(spec).value:.1f} %" for spec in opponents]
        lines.append(f"| {' | '.join([*texts, *shares, f'{look.answers.value:.1f}'])} |")
    return lines


def _genes_picture(folder: Path, report: TableReport, evolution: Evolution) -> list[str]:
    """Every gene over the games of the first run (Pring 2015, figure 1)."""
    name = f"{report.table.work}-{report.table.id}-genes.svg"
    draw_genes(evolution, f"{report.table.title}: the first run", folder / name)
    return ["", f"![{report.table.title}, over the games]({name})"]


def _rollouts_picture(folder: Path, report: TableReport) -> list[str]:
    """The share of games won by the rollouts of a decision: the work's with the interval of its games, and our series."""
    table = report.table
    series: dict[str, list[tuple[float, float, float, float]]] = {"the work's": [], "ours": []}
    for asked, row in zip(table.rows, report.rows, strict=True):
        rollouts = asked.arguments.get("rollouts")
        if rollouts is None:
            continue
        own = series.setdefault(asked.arguments.get("series", "ours"), [])
        own.append((rollouts, row.ours.value, row.ours.low, row.ours.high))
        if row.figure is not None:
            low, high = wilson_interval(row.figure / 100 * table.games, table.games)
            series["the work's"].append((rollouts, row.figure, 100 * low, 100 * high))
    fair = 100 / len(table.matches[0].agents)
    name = f"{table.work}-{BY_ROLLOUTS}.svg"
    level = (fair, f"fair share, {fair:g} %")
    draw_points(table.title, "rollouts", "games won, %", series, level, folder / name)
    return ["", f"![{table.title}, by rollouts]({name})"]


def _evolution_lines(folder: Path, study: EvolutionStudy) -> list[str]:
    """What the runs of every trial came to, how strong it is, and what it would buy."""
    against = ", ".join(f"`{spec}`" for spec in study.plan.contests[0])
    lines = [f"| tried | won against {against} | correlation with the work's genes | spread of a gene | mean generation |"]
    lines.append("| --- | --- | --- | --- | ---: |")
    strengths = []
    for what, outcomes in study.trials:
        figures = [measured(outcomes, measure) for measure in ("strength", "correlation", "spread", "generation")]
        strength, correlation, spread, generation = figures
        strengths.append((what, strength.value, strength.low, strength.high))
        texts = [f"{strength.value:.1f} % ({strength.low:.1f} to {strength.high:.1f})"]
        texts += [
            f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f})" if math.isfinite(figure.value) else "none"
            for figure in (correlation, spread)
        ]
        lines.append(f"| {' | '.join([what, *texts, f'{generation.value:,.0f}'])} |")
    name = f"{study.table.work}-{study.table.id}"
    draw_intervals(f"{study.table.title}: games won, {study.plan.runs} runs", "games won, %", strengths, folder / f"{name}.svg")
    genes = {
        what: {deed: measured(outcomes, "gene", {"gene": deed}).value for deed in outcomes[0].genes}
        for what, outcomes in study.trials
    }
    draw_groups(f"{study.table.title}: the mean gene for buying of each group", genes, folder / f"{name}-genes.svg")
    pictures = [f"![{study.table.title}, games won]({name}.svg)", "", f"![{study.table.title}, genes]({name}-genes.svg)"]
    return [*lines, "", *pictures, ""]


def _study_lines(folder: Path, study: Study) -> list[str]:
    """The findings of a study, a picture a round, and its trials."""
    lines = [f"- {finding}" for finding in study.findings]
    for number, (title, trials) in enumerate(study.rounds, start=1):
        name = f"{study.table.work}-{study.table.id}-{number}.svg"
        shown = [(trial.what, 100 * trial.share, 100 * trial.low, 100 * trial.high) for trial in trials]
        draw_intervals(title, "games won, %", shown, folder / name)
        lines += ["", f"![{title}]({name})"]
    return [*lines, ""]
