"""Sequential halving: rollouts are shared out in rounds, and after every round the worse half of the options is dropped.

Karnin, Koren and Somekh (2013) show that this finds the best of several options with few trials; Danihelka and others (2022)
use it at the root of a tree search. A network's estimate of an option counts as much as a few rollouts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from rentier.game.words import OFFER
from rentier.layout import Numbers
from rentier.search.considered import Option

WEIGHT_OF_ESTIMATE = 8.0  # in rollouts
FIRST_ROLLOUTS = 2  # of each option in the first round with a time limit, to measure the speed


@dataclass(frozen=True)
class Budget:
    """How much may be spent on a decision: a number of rollouts, seconds, or both; the first limit that is reached counts."""

    rollouts: int | None
    seconds: float | None


@dataclass(eq=False)
class Tried:
    """An option, and the results of its rollouts for the player to act."""

    option: Option
    results: Numbers = field(default_factory=lambda: np.zeros(0))

    @property
    def value(self) -> float:
        """The mean of the results, with the network's estimate counted as `WEIGHT_OF_ESTIMATE` rollouts."""
        total = float(self.results.sum()) + WEIGHT_OF_ESTIMATE * self.option.value
        return total / (len(self.results) + WEIGHT_OF_ESTIMATE)


Play = Callable[[Sequence[Tried], range], Sequence[Numbers]]  # the results of these rollouts for each of the options


def halve(options: Sequence[Option], budget: Budget, play: Play) -> list[Tried]:
    """Return all options, the best first. Each plays rollouts 0, 1, 2, ..., so `play` can give the n-th the same luck."""
    start = time.perf_counter()
    tried = [Tried(option) for option in options]
    left = list(tried)
    spent = 0
    rounds = math.ceil(math.log2(len(tried))) if len(tried) > 1 else 0
    for rounds_left in range(rounds, 0, -1):
        first = len(left[0].results)
        number = _share(budget, spent, time.perf_counter() - start, rounds_left * len(left))
        for one, results in zip(left, play(left, range(first, first + number)), strict=True):
            one.results = np.concatenate([one.results, results])
        spent += number * len(left)
        left = _ranked(left, tried)[: math.ceil(len(left) / 2)]
    dropped = [one for one in _ranked(tried, tried) if one not in left]
    return left + sorted(dropped, key=lambda one: -len(one.results))


def _ranked(some: Sequence[Tried], tried: Sequence[Tried]) -> list[Tried]:
    """Return some options, the best first: offers by what making them is worth, given what else could be done."""
    base = max((one.value for one in tried if one.option.action.kind != OFFER), default=0.0)
    return sorted(some, key=lambda one: -one.option.expected(one.value, base))


def _share(budget: Budget, spent: int, seconds: float, shares: int) -> int:
    """Return how many rollouts each option gets in this round: one of `shares` equal shares of the budget left, at least 1."""
    affordable = []
    if budget.rollouts is not None:
        affordable.append((budget.rollouts - spent) // shares)
    if budget.seconds is not None:
        affordable.append(int((budget.seconds - seconds) * spent / seconds / shares) if spent else FIRST_ROLLOUTS)
    return max(min(affordable), 1)
