"""Pictures of tables of trained networks: average wins by lambda, hidden nodes or games, with the work's beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rentier.arena.pictures import COLOURS, Point, plots, save
from rentier.papers.evaluations import Evaluation

UP = "average wins, %"
BESIDE = 0.006  # shift as a share of the width, so that no interval hides another


def draw_evaluations(title: str, across: str, evaluations: Sequence[Evaluation], file: Path) -> None:
    """Draw average wins by the value of each evaluation, with a line for each training run that was evaluated several times."""
    series: dict[str, list[Point]] = {}
    theirs: list[tuple[float, float]] = []
    trained_on = len({evaluation.trial for evaluation in evaluations}) < len(evaluations)
    for evaluation in evaluations:
        assert evaluation.value is not None
        line = series.setdefault(evaluation.trial if trained_on else "ours", [])
        line.append((evaluation.value, evaluation.strength.value, evaluation.strength.low, evaluation.strength.high))
        if evaluation.theirs is not None:
            theirs.append((evaluation.value, evaluation.theirs))
    draw_series(title, across, series, theirs, file)


def draw_series(
    title: str, across: str, series: Mapping[str, Sequence[Point]], theirs: Sequence[tuple[float, float]], file: Path
) -> None:
    """Draw lines with intervals, and the work's, which has no intervals and other opponents."""
    figure, axes = plots().subplots(figsize=(8, 4))
    values = sorted({x for line in series.values() for x, *_ in line})
    width = values[-1] - values[0] or 1.0
    for place, ((name, line), colour) in enumerate(zip(series.items(), COLOURS, strict=False)):
        aside = BESIDE * width * (place - (len(series) - 1) / 2)
        for x, _, low, high in line:
            axes.plot([x + aside] * 2, [low, high], color=colour, linewidth=3, alpha=0.5)
        axes.plot([x + aside for x, *_ in line], [value for _, value, *_ in line], "o-", color=colour, label=name)
    if theirs:
        axes.plot(*zip(*theirs, strict=True), "D--", color=COLOURS[-1], label="the work's, against its own opponents")
    axes.set_xticks(values, [f"{x:,g}" for x in values], fontsize=8)
    axes.set_ylim(0, None)
    axes.set_xlabel(across)
    axes.set_ylabel(UP)
    axes.set_title(title)
    axes.grid(alpha=0.3)
    axes.legend(loc="best", fontsize=8)
    save(figure, file)
