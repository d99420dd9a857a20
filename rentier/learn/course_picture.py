"""The course of a training as a picture: games won against each opponent of the evaluations, and the TD error."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rentier.arena.pictures import COLOURS, plots, save

if TYPE_CHECKING:
    from rentier.learn.course import Training


def draw_training(training: Training, title: str, file: Path) -> None:
    """Games won and TD error over the games of a training."""
    games = [point["games"] for point in training.curve]
    figure, (wins, errors) = plots().subplots(2, 1, figsize=(8, 6), sharex=True, height_ratios=(3, 1))
    opponents = training.opponents
    for colour, opponent in zip(COLOURS * len(opponents), opponents, strict=False):
        shares = [100 * point[opponent] for point in training.curve]
        wins.plot(games, shares, "o-", color=colour, markersize=3, label=f"against {opponent}")
    fair = 100 / training.settings.players
    wins.axhline(fair, color="#9ca3af", linewidth=1, linestyle="--", label="as good as they")
    wins.set_ylim(0, 100)
    wins.set_ylabel("games won, %")
    wins.legend(fontsize=8)
    errors.plot(games, [point["surprise"] for point in training.curve], color=COLOURS[-1])
    errors.set_ylim(0, 1.2 * max((point["surprise"] for point in training.curve), default=1))
    errors.set_ylabel("surprise a turn")
    errors.set_xlabel("games learnt from")
    wins.set_title(title)
    save(figure, file)
