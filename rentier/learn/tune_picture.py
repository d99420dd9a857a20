"""The course of a tuning run as a picture: the win rate by generation, and the result of the test."""

from __future__ import annotations

from pathlib import Path

from rentier.arena.pictures import COLOURS, plots, save
from rentier.learn.tuning import Tuned


def draw_tuning(tuned: Tuned, file: Path) -> None:
    """Draw the mean and the best of each round, then the test of the starting and of the tuned settings."""
    figure, axes = plots().subplots(figsize=(8, 4))
    rounds = tuned.search.rounds
    numbers = range(1, len(rounds) + 1)
    means = [100 * sum(played.shares) / len(played.shares) for played in rounds]
    bests = [100 * played.shares[played.best] for played in rounds]
    axes.plot(numbers, bests, "o-", color=COLOURS[0], label="best of the round")
    axes.plot(numbers, means, "o-", color=COLOURS[5], label="mean of the round")
    for place, (label, share) in enumerate(
        (("start, tested", tuned.validation.start), ("tuned, tested", tuned.validation.tuned)), start=1
    ):
        across = len(rounds) + place
        axes.plot([across] * 2, [100 * share.low, 100 * share.high], color=COLOURS[place], linewidth=3, alpha=0.5)
        axes.plot([across], [100 * share.share], "D", color=COLOURS[place], label=label)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("round of the search; the test with new dice and cards is on the right, with 95 % intervals")
    axes.set_ylabel("win rate (%)")
    against = ", ".join(agent.spec for agent in tuned.plan.contest.against)
    axes.set_title(f"{tuned.plan.space.start.spec} against {against}, by {tuned.plan.method}")
    axes.grid(alpha=0.3)
    axes.legend(loc="best")
    save(figure, file)
