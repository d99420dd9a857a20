"""Returns as a picture: what groups earn relative to their cost, by houses, and what each further house adds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rentier.analysis.options import JAIL_WORDS
from rentier.analysis.returns import Returns, Step
from rentier.arena.pictures import plots, save
from rentier.box.boards import Group

EDGE = "#4b5563"
STYLES = ("o-", "s--", "^:")  # to distinguish groups of one colour
PER = 100  # units of money
TICKS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000)


def draw_returns(returns: Returns, file: Path) -> None:
    """Draw a panel for streets by houses, one for what each further house adds, and one for groups that cannot be built on."""
    groups = returns.box.board.groups
    built = [group for group in groups if group.house_cost > 0]
    bare = [group for group in groups if group.house_cost == 0]
    parts = 2 * bool(built) + bool(bare)
    figure, axes = plots().subplots(1, parts, figsize=(5.5 * parts, 5.5), layout="constrained", squeeze=False)
    row = list(axes[0])
    if built:
        _draw_rolls(row[0], returns, built)
        _draw_added(row[1], returns, built)
    if bare:
        _draw_bare(row[-1], returns, bare)
    stays = "" if returns.box.record.jail_square < 0 else f"; {JAIL_WORDS[returns.landing.jail]}"
    figure.suptitle(f"Returns on {returns.box.board.title}, {returns.box.name}{stays}")
    save(figure, file)


def _lines(axes: Any, groups: Sequence[Group], values: dict[str, list[tuple[int, float]]]) -> None:
    """Draw a line for each group in its colour."""
    for number, group in enumerate(groups):
        points = values[group.id]
        style = STYLES[number % len(STYLES)]
        across, up = [x for x, _ in points], [y for _, y in points]
        axes.plot(across, up, style, color=group.colour, markeredgecolor=EDGE, label=group.name)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)


def _name_levels(axes: Any, steps: Sequence[Step]) -> None:
    """Label the horizontal axis with the houses."""
    axes.set_xticks([step.houses for step in steps], [step.words for step in steps])
    axes.set_xlabel("houses on each lot")


def _draw_rolls(axes: Any, returns: Returns, groups: Sequence[Group]) -> None:
    """Draw the rolls until a set is paid back, by houses."""
    values = {
        id_: [(step.houses, step.rolls) for step in steps if step.rolls is not None] for id_, steps in returns.groups.items()
    }
    _lines(axes, groups, values)
    axes.set_yscale("log")
    ticks = [tick for tick in TICKS if axes.get_ylim()[0] <= tick <= axes.get_ylim()[1]]
    axes.set_yticks(ticks, [str(tick) for tick in ticks])
    axes.set_yticks([], minor=True)
    _name_levels(axes, returns.groups[groups[0].id])
    axes.set_title("opponents' rolls until a set is paid back")


def _draw_added(axes: Any, returns: Returns, groups: Sequence[Group]) -> None:
    """Draw what each further house adds to the rent per roll, relative to its cost."""
    values = {
        id_: [(step.houses, PER * step.added) for step in steps if step.added is not None]
        for id_, steps in returns.groups.items()
    }
    _lines(axes, groups, values)
    _name_levels(axes, returns.groups[groups[0].id][1:])
    axes.set_ylim(bottom=0)
    axes.set_title(f"extra rent per roll for each {returns.box.board.currency}{PER} spent on a further house")


def _draw_bare(axes: Any, returns: Returns, groups: Sequence[Group]) -> None:
    """Draw what groups that cannot be built on earn relative to their cost, by the number owned."""
    names, heights, colours = [], [], []
    for group in groups:
        for step in returns.groups[group.id]:
            names.append(f"{group.name}, {step.owned} of {len(group.squares)}")
            heights.append(PER * step.rent / step.cost)
            colours.append(group.colour)
    axes.barh(names, heights, color=colours, edgecolor=EDGE, linewidth=0.5)
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    axes.set_title(f"rent per roll for each {returns.box.board.currency}{PER} spent, without houses")
