"""What a review knows only by playing: a mean with its 95 % interval, in shares of a win (0.05 are five points)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rentier.records import Numbers
from rentier.search.thoughts import DEVIATIONS


@dataclass(frozen=True)
class Estimate:
    """A mean and the ends of its interval."""

    mean: float
    low: float
    high: float


def around(mean: float, variance: float) -> Estimate:
    """An estimate of which the variance of the mean is known."""
    reach = DEVIATIONS * math.sqrt(variance)
    return Estimate(mean, mean - reach, mean + reach)


def careful_variance(results: Numbers) -> float:
    """The variance of the mean of some games, with one game more that spreads in full: a few that are all alike say little."""
    games = len(results)
    return (games * float(results.var()) + 1) / (games + 1) / games


def mean_difference(differences: Numbers) -> Estimate:
    """How far two ways to go on lie apart, from games played on the same luck after either."""
    return around(float(differences.mean()), careful_variance(differences))
