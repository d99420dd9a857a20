"""The course of a training run as a picture: the win rate against each opponent of the evaluations, and the errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rentier.arena.pictures import COLOURS, plots, save
from rentier.learn.evaluation import GAMES, HELD_OUT_ERROR, TD_ERROR

ERRORS = {TD_ERROR: "TD error", HELD_OUT_ERROR: "held-out error"}

if TYPE_CHECKING:
    from rentier.learn.course import Training


def draw_training(training: Training, title: str, file: Path) -> None:
    """Draw the win rates, if there were opponents, and the errors over the games of a training run."""
    if training.opponents:
        figure, (top, errors) = plots().subplots(2, 1, figsize=(8, 6), sharex=True, height_ratios=(3, 1))
        _draw_wins(training, top)
    else:
        figure, errors = plots().subplots(figsize=(8, 3))
        top = errors
    games = [point[GAMES] for point in training.curve]
    for colour, name in zip(reversed(COLOURS), ERRORS, strict=False):
        if name in training.curve[0]:
            errors.plot(games, [point[name] for point in training.curve], color=colour, label=ERRORS[name])
    errors.set_ylim(bottom=0)
    errors.set_ylabel("error")
    errors.set_xlabel("training games")
    errors.legend(fontsize=8)
    top.set_title(title)
    save(figure, file)


def _draw_wins(training: Training, wins: Any) -> None:
    """Draw the win rate against each opponent."""
    games = [point[GAMES] for point in training.curve]
    for colour, opponent in zip(COLOURS * len(training.opponents), training.opponents, strict=False):
        shares = [100 * point[opponent] for point in training.curve]
        wins.plot(games, shares, "o-", color=colour, markersize=3, label=f"against {opponent}")
    fair = 100 / training.settings.players
    wins.axhline(fair, color="#9ca3af", linewidth=1, linestyle="--", label="equal strength")
    wins.set_ylim(0, 100)
    wins.set_ylabel("win rate (%)")
    wins.legend(fontsize=8)
