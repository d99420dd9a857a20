"""Rolling out the candidates of a decision until the best is known.

Candidates are rolled out in rounds, all on the same luck. One that is certainly worse than the best gets no more rollouts. A
decision is settled when no other candidate can be better than the best by half a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from rentier.game.words import Action
from rentier.layout import Numbers
from rentier.search.thoughts import DEVIATIONS

HALF_A_POINT = 0.005


@dataclass(eq=False)
class Rolled:
    """A candidate with the results of its rollouts for the player to act. `is_open`: whether it gets more rollouts."""

    action: Action
    results: Numbers = field(default_factory=lambda: np.zeros(0))
    is_open: bool = True

    def add(self, results: Numbers) -> None:
        """Add the results of further rollouts."""
        self.results = np.concatenate([self.results, results])


@dataclass(frozen=True)
class Difference:
    """How much better the best candidate is than another, with its standard error."""

    mean: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - DEVIATIONS * self.error


def difference(best: Rolled, other: Rolled) -> Difference:
    """Compare two candidates by the rollouts that both have."""
    number = min(len(best.results), len(other.results))
    differences = best.results[:number] - other.results[:number]
    return Difference(float(differences.mean()), float(differences.std(ddof=1) / np.sqrt(number)))


class Contest:
    """The candidates of a decision, which get rollouts until the best is known to half a point."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.candidates = [Rolled(action) for action in actions]
        self.is_settled = False

    @property
    def open_ones(self) -> list[Rolled]:
        """The candidates that can still be best; all have the same number of rollouts."""
        return [one for one in self.candidates if one.is_open]

    def judge(self) -> None:
        """After a round of rollouts, close the candidates that are worse than the best for certain."""
        ranked = self.ranked()
        for one, found in ranked[1:]:
            one.is_open = one.is_open and found.low <= 0
        self.is_settled = all(found.low > -HALF_A_POINT for one, found in ranked[1:] if one.is_open)

    def ranked(self) -> list[tuple[Rolled, Difference]]:
        """Return the candidates with their distances from the best: first the best, then the others by their distance."""
        best = max(self.open_ones, key=lambda one: float(one.results.mean()))
        others = [(one, difference(best, one)) for one in self.candidates if one is not best]
        return [(best, Difference(0.0, 0.0)), *sorted(others, key=lambda pair: pair[1].mean)]
