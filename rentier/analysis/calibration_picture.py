"""Calibration as a picture: a reliability diagram."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rentier.analysis.calibration import Calibration
from rentier.arena.pictures import plots, save


def draw_calibration(calibration: Calibration, file: Path) -> None:
    """Draw the bins with their intervals, and the line of perfect calibration."""
    figure, axes = plots().subplots(figsize=(5.5, 5.5), layout="constrained")
    axes.plot([0, 100], [0, 100], "--", color="#9ca3af", label="perfectly calibrated")
    points = []
    for one in calibration.bins:
        if one.predicted is not None and one.won is not None and one.interval is not None:
            points.append((one.predicted, one.won, one.won - one.interval[0], one.interval[1] - one.won))
    across, up, below, above = (100 * np.array(points)).T
    axes.errorbar(across, up, yerr=[below, above], fmt="o-", capsize=3, label=calibration.network)
    axes.set_xlabel("predicted win probability (%)")
    axes.set_ylabel("win rate of the player to move (%)")
    axes.set_title(f"{', '.join(calibration.agents)}: {calibration.games:,} games of {calibration.rules}")
    axes.grid(alpha=0.3)
    axes.legend()
    save(figure, file)
