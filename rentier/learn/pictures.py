"""Pictures of genes: every gene over the games of a run, in the colours of the board (Pring 2015, figure 1)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rentier.agents.pring_genes import BOARD, DECISION_NAMES, find_granularity
from rentier.arena.pictures import COLOURS, plots, save
from rentier.box import load_box
from rentier.box.record import MOST_SQUARES
from rentier.learn.genetic import Evolution

STYLES = ("-", "--", ":", "-.")  # to distinguish deeds of one group
OTHER = "#4b5563"


def draw_genes(evolution: Evolution, title: str, file: Path) -> None:
    """Draw the mean of every gene over the games; if each decision has its own genes, in one panel per decision."""
    granularity = find_granularity(evolution.genetics.granularity)
    names = evolution.population.names
    parts = {"": list(names)}
    if any(name.partition(" ")[0] in DECISION_NAMES for name in names):
        parts = {decision: [name for name in names if name.startswith(decision)] for decision in DECISION_NAMES}
        parts["reserve"] = ["reserve"]
    parts = {part: genes for part, genes in parts.items() if genes}
    across = min(len(parts), 3)
    down = -(-len(parts) // across)
    figure, grid = plots().subplots(down, across, figsize=(9 if across == 1 else 13, 4.5 * down), sharey=True, squeeze=False)
    for axes, (part, genes) in zip(grid.flat, parts.items(), strict=False):
        _draw_lines(axes, evolution, genes, granularity.places, part)
    grid[0][0].set_ylabel("mean of the gene")
    for axes in grid.flat[len(parts) :]:
        axes.axis("off")
    figure.suptitle(title)
    save(figure, file)


def draw_groups(title: str, rows: Mapping[str, Mapping[str, float]], file: Path) -> None:
    """Draw a heat map of the mean gene of every group, one row per trial: `rows` has genes by deed."""
    board = load_box(BOARD).board
    names = [group.name for group in board.groups]
    values = [
        [sum(genes[board.squares[square].name] for square in group.squares) / len(group.squares) for group in board.groups]
        for genes in rows.values()
    ]
    figure, axes = plots().subplots(figsize=(9, 0.45 * len(rows) + 1.8))
    axes.imshow(values, vmin=0, vmax=1, cmap="viridis", aspect="auto")
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(rows)), list(rows))
    for row, means in enumerate(values):
        for column, value in enumerate(means):
            axes.text(
                column, row, f"{value:.2f}", ha="center", va="center", color="white" if value < 0.6 else "black", fontsize=8
            )
    axes.set_title(title)
    save(figure, file)


def _draw_lines(axes: Any, evolution: Evolution, names: list[str], places: Any, part: str) -> None:
    """Draw a line for each gene, those of a group in its colour."""
    history, columns = evolution.history, evolution.population.names
    for number, name in enumerate(names):
        values = [means[columns.index(name)] for means in history.means]
        colour, style = _line_style(evolution.genetics.granularity, places[name] % MOST_SQUARES, number)
        label = name.removeprefix(part).strip() or name
        axes.plot(history.games, values, color=colour, linestyle=style, linewidth=1.2, label=label)
    axes.set_xlabel("games")
    axes.set_ylim(0, 1)
    axes.set_title(part)
    axes.grid(alpha=0.3)
    if len(names) > 1:
        axes.legend(fontsize=6, ncols=2 if len(names) > 12 else 1, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _line_style(granularity: str, slot: int, number: int) -> tuple[str, str]:
    """Return the colour and the style of a line."""
    board = load_box(BOARD).board
    if granularity in ("one", "decisions"):
        return COLOURS[number % len(COLOURS)], STYLES[0]
    if granularity.startswith("groups"):
        return board.groups[slot].colour, STYLES[0]
    for group in board.groups:
        if slot in group.squares:
            return group.colour, STYLES[group.squares.index(slot)]
    return OTHER, STYLES[0]
