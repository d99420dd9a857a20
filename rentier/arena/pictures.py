"""Pictures of what the arena measures, drawn with matplotlib (extra `lab`) as reproducible SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rentier.extras import need
from rentier.files import atomic_write

if TYPE_CHECKING:
    from rentier.arena.league import LeagueResult

COLOURS = ("#1d4ed8", "#dc2626", "#15803d", "#f08c1e", "#7c3aed", "#0e7490", "#a16207", "#4b5563")


def plots() -> Any:
    """Return pyplot, set up to draw reproducible SVG without a screen."""
    matplotlib = need("matplotlib", "lab", "pictures")
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "rentier"
    matplotlib.rcParams["svg.fonttype"] = "none"
    matplotlib.rcParams["font.family"] = "sans-serif"
    matplotlib.rcParams["text.parse_math"] = False  # a name may have a $ in it
    from matplotlib import pyplot

    return pyplot


def save(figure: Any, file: Path) -> None:
    """Write a picture completely or not at all."""
    with atomic_write(file) as draft:
        figure.savefig(draft, format="svg", metadata={"Date": None}, bbox_inches="tight")
    plots().close(figure)


def draw_ratings(result: LeagueResult, file: Path) -> None:
    """Draw the ratings of a league with their intervals, the best on top."""
    rows = [(member.spec, member.rating.elo, member.rating.low, member.rating.high) for member in result.members]
    title = f"{result.rules}, {result.players} players, {result.games:,} games"
    draw_intervals(title, "rating with 95 % interval (Plackett-Luce, in Elo points)", rows, file)


def draw_intervals(
    title: str,
    across: str,
    rows: Sequence[tuple[str, float, float, float]],
    file: Path,
    level: tuple[float, str] | None = None,
) -> None:
    """Draw values with their intervals, the first on top, and optionally a labelled reference line at `level`."""
    figure, axes = plots().subplots(figsize=(8, 0.36 * len(rows) + 1.4))
    for row, (_, value, low, high) in enumerate(reversed(rows)):
        axes.plot([low, high], [row, row], color=COLOURS[0], linewidth=3, alpha=0.5)
        axes.plot([value], [row], "o", color=COLOURS[0])
    axes.set_yticks(range(len(rows)), [what for what, *_ in reversed(rows)])
    axes.set_xlabel(across)
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    if level is not None:
        axes.axvline(level[0], color=COLOURS[-1], linestyle="--", label=level[1])
        axes.legend(loc="best")
    save(figure, file)


def draw_comparison(title: str, rows: Sequence[tuple[str, float | None, float, float, float]], unit: str, file: Path) -> None:
    """Draw a work's figures beside ours; a row has a label, their figure or None, ours, and the ends of our interval."""
    first = next((row for row, (_, theirs, *_) in enumerate(reversed(rows)) if theirs is not None), None)
    figure, axes = plots().subplots(figsize=(8, 0.42 * len(rows) + 1.4))
    for row, (_, theirs, ours, low, high) in enumerate(reversed(rows)):
        axes.plot([low, high], [row, row], color=COLOURS[0], linewidth=3, alpha=0.5)
        axes.plot([ours], [row], "o", color=COLOURS[0], label="ours" if row == 0 else None)
        if theirs is not None:
            axes.plot([theirs], [row], "D", color=COLOURS[1], label="the work's" if row == first else None)
    axes.set_yticks(range(len(rows)), [what for what, *_ in reversed(rows)])
    axes.set_xlabel(unit)
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    axes.legend(loc="best")
    save(figure, file)


def draw_lines(
    title: str, across: str, up: str, lines: Mapping[str, Sequence[float]], file: Path, begin: int = 1, step: int = 1
) -> None:
    """Draw lines by turn, or by whatever is counted from `begin` in steps."""
    figure, axes = plots().subplots(figsize=(8, 4))
    for (name, values), colour in zip(lines.items(), COLOURS, strict=False):
        axes.plot(range(begin, begin + step * len(values), step), values, color=colour, label=name)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_title(title)
    axes.grid(alpha=0.3)
    if len(lines) > 1:
        axes.legend(loc="best")
    save(figure, file)


Point = tuple[float, float, float, float]  # the x coordinate, the value, and the ends of its interval


def draw_points(
    title: str, across: str, up: str, points: Mapping[str, Sequence[Point]], level: tuple[float, str], file: Path
) -> None:
    """Draw points with intervals over a logarithmic scale, and a labelled reference line at `level`."""
    figure, axes = plots().subplots(figsize=(8, 4))
    for place, ((name, series), colour) in enumerate(zip(points.items(), COLOURS, strict=False)):
        beside = 1.03 ** (place - (len(points) - 1) / 2)  # shifted a little, so that none hides another
        for x, _, low, high in series:
            axes.plot([x * beside] * 2, [low, high], color=colour, linewidth=3, alpha=0.5)
        axes.plot([x * beside for x, *_ in series], [value for _, value, *_ in series], "o-", color=colour, label=name)
    height, what = level
    axes.axhline(height, color=COLOURS[-1], linestyle="--", label=what)
    axes.set_xscale("log")
    ticks = sorted({x for series in points.values() for x, *_ in series})
    axes.set_xticks(ticks, [f"{x:,.0f}" for x in ticks])
    axes.set_xticks([], minor=True)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_title(title)
    axes.grid(alpha=0.3)
    axes.legend(loc="best")
    save(figure, file)


def draw_bars(title: str, up: str, names: Sequence[str], bars: Mapping[str, Sequence[float]], file: Path) -> None:
    """Draw bars side by side, with one group for each name."""
    figure, axes = plots().subplots(figsize=(max(6.0, 0.35 * len(names) + 2), 4))
    width = 0.8 / max(len(bars), 1)
    for place, ((label, values), colour) in enumerate(zip(bars.items(), COLOURS, strict=False)):
        axes.bar([number + place * width for number in range(len(names))], values, width, label=label, color=colour)
    axes.set_xticks([number + 0.4 - width / 2 for number in range(len(names))], names, rotation=90)
    axes.margins(x=0.01, y=0.25)  # room for the legend above the bars
    axes.set_ylabel(up)
    axes.set_title(title)
    axes.grid(axis="y", alpha=0.3)
    axes.legend(loc="best")
    save(figure, file)
