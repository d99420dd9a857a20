"""The win probability of each seat over the turns of a game as a picture, with the costliest decisions marked."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import numpy as np

from rentier.analysis.review import Review
from rentier.analysis.review_decisions import MARKS
from rentier.arena.pictures import COLOURS, plots, save
from rentier.layout import Numbers

SHAPES = dict(zip(MARKS, ("X", "v", "o"), strict=True))


def chances_by_turn(review: Review) -> tuple[list[int], Numbers]:
    """Return the turns and the seats' win probabilities in each, averaged over its decisions; last those at the end."""
    turns, chances = [], []
    for turn, decisions in groupby(review.decisions, key=lambda decision: decision.turn):
        turns.append(turn)
        chances.append(np.mean([decision.before for decision in decisions], axis=0))
    return [*turns, turns[-1] + 1], np.array([*chances, review.end])


def draw_review(review: Review, file: Path) -> None:
    """Draw a line for each seat, with a mark for each slip, mistake and blunder."""
    turns, chances = chances_by_turn(review)
    figure, axes = plots().subplots(figsize=(10, 4.5))
    for seat in range(review.game.players):
        name = f"seat {seat}: {review.names[seat]}" if review.names else f"seat {seat}"
        axes.plot(turns, 100 * chances[:, seat], color=COLOURS[seat], label=name)
    for mark, shape in SHAPES.items():
        found = [decision for decision in review.marked if decision.mark == mark]
        heights = [100 * chances[turns.index(decision.turn), decision.seat] for decision in found]
        colours = [COLOURS[decision.seat] for decision in found]
        where = [decision.turn for decision in found]
        axes.scatter(where, heights, c=colours, marker=shape, s=70, edgecolors="black", linewidths=0.7, zorder=3)
        axes.scatter(
            [], [], c="white", marker=shape, s=70, edgecolors="black", label=f"{mark} ({100 * MARKS[mark]:.0f} points or more)"
        )
    axes.set_xlabel("turn")
    axes.set_ylabel("win probability (%)")
    axes.set_ylim(-3, 103)
    axes.set_title(f"{review.game.rules}, {review.rollouts} rollouts per decision by {' '.join(review.agents)}")
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    save(figure, file)
