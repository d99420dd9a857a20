"""What a review knows only by playing: means with 95 % intervals, in shares of a win (0.05 are five points).

Out of what every decision changed come the accounts of the seats: luck and decisions apart, from a seat's chance at the start
to its result, step by step. A step has two halves. The **decision** leads from the chance before it (every player going on as
the agents of the review do) to the chance after it, while the dice and cards that follow are still unknown. The **luck** leads
from there to the chance before the next decision. Chances between are added and taken away again, so what luck comes to in the
end is the result less the chance at the start and all decisions: start + luck + own decisions + others' decisions = result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rentier.game.words import Action
from rentier.layout import Numbers
from rentier.search.rollout_evaluator import RolloutEvaluator
from rentier.search.thoughts import DEVIATIONS

NO_OPTION = Action(-1)
LONGER = 4  # decisions that make a difference, the start and the end are looked at in so many times more games


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


@dataclass(frozen=True)
class Account:
    """Where the result of a seat came from; of a game that is not over, where its chance at the end of the record did."""

    seat: int
    start: Estimate
    luck: Estimate
    own: Estimate
    others: Estimate
    result: float


@dataclass(frozen=True)
class Worth:
    """What something is worth to each seat: means over games, and the variances of these means."""

    means: Numbers
    variances: Numbers


def worth_of_standing(evaluator: RolloutEvaluator, rollouts: int) -> Worth:
    """The chances of all seats in the state an evaluator looks at."""
    results = evaluator.play_freely(NO_OPTION, range(rollouts * (1 + LONGER)))[0]
    return Worth(results.mean(axis=0), np.array([careful_variance(seat) for seat in results.T]))


def worth_of_changes(changes: Numbers) -> Worth:
    """What a decision changed; where it is what the agents do, it changed nothing, and that is certain."""
    return Worth(changes.mean(axis=0), changes.var(axis=0) / len(changes))


def measure(evaluator: RolloutEvaluator, done: Action, rollouts: int) -> tuple[Numbers, Numbers, Worth]:
    """The results of games before a decision and after it, and what it changed: more games where it made a difference.

    Before it the agents decide as they like. Where they always do what was done, it has changed nothing.
    """
    before, liked = evaluator.play_freely(done, range(rollouts))
    after = before if liked else evaluator.play(done, range(rollouts))
    if np.array_equal(before, after):
        return before, after, worth_of_changes(after - before)
    more = range(rollouts, rollouts * (1 + LONGER))
    further = evaluator.play(done, more) - evaluator.play_freely(done, more)[0]
    return before, after, worth_of_changes(np.concatenate([after - before, further]))


def make_accounts(start: Worth, end: Worth, worths: Sequence[Worth], makers: Sequence[int]) -> tuple[Account, ...]:
    """An account for each seat, out of what every decision changed for it. Each was measured on luck of its own."""
    return tuple(_account(seat, start, end, worths, makers) for seat in range(len(start.means)))


def _account(seat: int, start: Worth, end: Worth, worths: Sequence[Worth], makers: Sequence[int]) -> Account:
    """The account of one seat."""
    own = [worth for worth, maker in zip(worths, makers, strict=True) if maker == seat]
    others = [worth for worth, maker in zip(worths, makers, strict=True) if maker != seat]
    parts = [_sum(seat, part) for part in ([start], own, others)]
    result = float(end.means[seat])
    rest = result - sum(mean for mean, _ in parts)
    noise = float(end.variances[seat]) + sum(variance for _, variance in parts)
    began, by_own, by_others = (around(*part) for part in parts)
    return Account(seat, began, around(rest, noise), by_own, by_others, result)


def _sum(seat: int, worths: Sequence[Worth]) -> tuple[float, float]:
    """What some decisions came to for a seat, and the variance of it."""
    return sum(float(worth.means[seat]) for worth in worths), sum(float(worth.variances[seat]) for worth in worths)
