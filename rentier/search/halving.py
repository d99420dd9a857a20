"""Sequential halving: rollouts are shared out in rounds, and after every round the worse half of the options is dropped.

Karnin, Koren and Somekh (2013) show that this finds the best of several options with few trials; Danihelka and others (2022)
use it at the root of a tree search. A network's estimate of an option counts as much as some rollouts.

Within a round, an option is dropped as soon as it is clearly no better than the best one. If only one is left, the search
stops, and the rest of the budget is saved.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from rentier.layout import Numbers
from rentier.search.considered import TOLERANCE, Option

WEIGHT_OF_ESTIMATE = 30.0  # in rollouts
FIRST_ROLLOUTS = 2  # of each option with a time limit, to measure the speed
BATCH = 8  # rollouts of each option between two looks at which are still worth trying
STANDARD_ERRORS = 3.0  # how far an option must be behind to be dropped within a round


@dataclass(frozen=True)
class Budget:
    """How much may be spent on a decision: a number of rollouts, seconds, or both; the first limit that is reached counts.

    In every round each option that is left gets at least one rollout, which may exceed a small budget.
    """

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


Play = Callable[[Sequence[Tried], range], Sequence[Numbers]]  # (options, numbers of rollouts) -> their results by option


def halve(options: Sequence[Option], budget: Budget, play: Play) -> list[Tried]:
    """Return all options, the best first.

    The rollouts of each option are numbered from 0, so that `play` can use the same luck for the n-th rollout of all. The best
    that proposes nothing stays to the last round: no deal is proposed that turns out worse.
    """
    start = time.perf_counter()
    tried = [Tried(option) for option in options]
    left = list(tried)
    spent = 0
    while len(left) > 1:
        if spent == 0 and budget.seconds is not None:
            spent += _play_more(left, FIRST_ROLLOUTS, play)
        rounds, half = math.ceil(math.log2(len(left))), math.ceil(len(left) / 2)
        number = _share(budget, spent, time.perf_counter() - start, rounds * len(left))
        while number > 0 and len(left) > 1:
            batch = min(number, BATCH)
            spent += _play_more(left, batch, play)
            number -= batch
            left = _worth_trying([one for one in _ranked(tried) if one in left])
        left = _best(left, half)
    dropped = [one for one in _ranked(tried) if one not in left]
    return left + sorted(dropped, key=lambda one: -len(one.results))


def _play_more(left: Sequence[Tried], number: int, play: Play) -> int:
    """Play further rollouts of each option, and return their number."""
    first = len(left[0].results)
    for one, results in zip(left, play(left, range(first, first + number)), strict=True):
        one.results = np.concatenate([one.results, results])
    return number * len(left)


def _worth_trying(ranked: Sequence[Tried]) -> list[Tried]:
    """Return the best option and those that may still be better than it by more than `TOLERANCE`.

    With them, the best that proposes nothing, since what a proposed deal is worth depends on it.
    """
    rollouts = len(ranked[0].results)
    if rollouts < BATCH:
        return list(ranked)
    rest = next((one for one in ranked if not one.option.proposes), ranked[-1])
    base = rest.results

    def may_be_better(one: Tried) -> bool:
        behind = _worth(ranked[0], base) - _worth(one, base)  # rollout by rollout, since they share their luck
        error = float(behind.std()) / math.sqrt(rollouts)
        return float(behind.mean()) - STANDARD_ERRORS * error < -TOLERANCE

    others = [one for one in ranked[1:] if may_be_better(one)]
    return [ranked[0], *(one for one in ranked[1:] if others and (one in others or one is rest))]


def _worth(one: Tried, base: Numbers) -> Numbers:
    """Return what an option turned out to be worth in each rollout; `base`: the results of the best that proposes nothing."""
    return np.asarray(one.option.mean(one.results, base))


def _best(ranked: Sequence[Tried], most: int) -> list[Tried]:
    """Return the best, `most` at most, with the best that proposes nothing unless only one is left."""
    best = list(ranked[:most])
    rest = next((one for one in ranked if not one.option.proposes), None)
    if rest is not None and rest not in best and len(best) > 1:
        best[-1] = rest
    return best


def _ranked(tried: Sequence[Tried]) -> list[Tried]:
    """Return the options, the best first: proposed deals by what proposing them is worth, given what else could be done."""
    base = max((one.value for one in tried if not one.option.proposes), default=0.0)
    return sorted(tried, key=lambda one: -one.option.expected(one.value, base))


def _share(budget: Budget, spent: int, seconds: float, shares: int) -> int:
    """Return how many rollouts each option gets in this round: one of `shares` equal shares of the budget left, at least 1."""
    affordable = []
    if budget.rollouts is not None:
        affordable.append((budget.rollouts - spent) // shares)
    if budget.seconds is not None:
        affordable.append(int((budget.seconds - seconds) * spent / seconds / shares))
    return max(min(affordable), 1)
