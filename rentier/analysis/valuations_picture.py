"""What everything on the board is worth to an agent, as a picture: deeds, groups by houses, groups by round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rentier.analysis.valuations import Valuations, level_words
from rentier.arena.pictures import plots, save

HOUSES = 3  # houses on each lot in the comparison of rounds
PER_ROUND_STYLES = ("o-", "s--", "^:")  # to distinguish groups of one colour


def draw_valuations(valuations: Valuations, file: Path) -> None:
    """Draw the worth of deeds, of groups by houses, and of groups by round; only deeds if the board has no houses."""
    built_on = any(group.house_cost > 0 for group in valuations.box.board.groups)
    figure, axes = plots().subplots(
        1, 3 if built_on else 1, figsize=(15 if built_on else 6, 6), layout="constrained", squeeze=False
    )
    _draw_deeds(axes[0][0], valuations)
    if built_on:
        _draw_houses(figure, axes[0][1], valuations)
        _draw_rounds(axes[0][2], valuations)
    figure.suptitle(f"What deeds and groups are worth to {valuations.agent}, {valuations.box.name}")
    save(figure, file)


def middle(valuations: Valuations) -> int:
    """Return the index of the middle round, for panels that show only one."""
    return len(valuations.rounds) // 2


def _draw_deeds(axes: Any, valuations: Valuations) -> None:
    """Draw a bar for each deed in the colour of its group, in board order."""
    board, place = valuations.box.board, middle(valuations)
    colours = {board.squares[number].name: group.colour for group in board.groups for number in group.squares}
    names = list(valuations.deeds)
    worth = [valuations.deeds[name][place] for name in names]
    axes.barh(names, worth, color=[colours[name] for name in names], edgecolor="#4b5563", linewidth=0.5)
    axes.invert_yaxis()
    axes.tick_params(axis="y", labelsize=7)
    axes.axvline(0, color="#4b5563", linewidth=0.8)
    axes.set_title(f"one deed, round {valuations.rounds[place]}")


def _draw_houses(figure: Any, axes: Any, valuations: Valuations) -> None:
    """Draw a heat map with a row for each group and a column for each level."""
    box, place = valuations.box, middle(valuations)
    groups = [group for group in box.board.groups if group.house_cost > 0]
    table = [valuations.groups[group.name][place] for group in groups]
    image = axes.imshow(table, cmap="YlGn", aspect="auto")
    for row, line in enumerate(table):
        for column, worth in enumerate(line):
            dark = worth > (min(map(min, table)) + 2 * max(map(max, table))) / 3
            axes.text(column, row, f"{worth:.0f}", ha="center", va="center", color="white" if dark else "black", fontsize=8)
    words = level_words(box, groups[0])
    axes.set_xticks(range(len(words)), words)
    axes.set_yticks(range(len(groups)), [group.name for group in groups])
    axes.set_xlabel("houses on each lot")
    axes.set_title(f"a group, round {valuations.rounds[place]}")
    figure.colorbar(image, ax=axes, shrink=0.6)


def _draw_rounds(axes: Any, valuations: Valuations) -> None:
    """Draw a line over the rounds for each group with some houses."""
    groups = [group for group in valuations.box.board.groups if group.house_cost > 0]
    for number, group in enumerate(groups):
        worth = [row[HOUSES] for row in valuations.groups[group.name]]
        style = PER_ROUND_STYLES[number % len(PER_ROUND_STYLES)]
        axes.plot(valuations.rounds, worth, style, color=group.colour, markeredgecolor="#4b5563", label=group.name)
    axes.set_xlabel("round")
    axes.set_xticks(valuations.rounds)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    axes.set_title(f"a group with {HOUSES} houses on each lot")
