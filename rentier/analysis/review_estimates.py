"""The estimates of a review: means of rollouts with 95 % intervals, in shares of a win (0.05 is five points).

The changes by all decisions are added up to an account for each seat, which separates luck from decisions on the way from the
seat's win probability at the start to its result. Each step has two halves. The **decision** leads from the probability before
it (if every player plays like the review's agents) to the probability after it, while the dice and cards that follow are still
unknown. The **luck** leads from there to the probability before the next decision. The probabilities in between cancel out, so
the total luck is the result less the probability at the start and all decisions: start + luck + own decisions + others'
decisions = result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rentier.analysis.review_judge import Judge
from rentier.game.words import Action
from rentier.layout import Numbers
from rentier.search.rollout_evaluator import RolloutEvaluator
from rentier.search.thoughts import DEVIATIONS

EXTRA_FACTOR = 4  # times as many additional games for the start and the end
MOST_FACTOR = 12  # at most this many times as many games for a decision that makes a difference
GAMES_BY_SPREAD = 160  # times as many games if results differ by a whole win, in proportion if they differ by less


@dataclass(frozen=True)
class Estimate:
    """A mean and the ends of its interval."""

    mean: float
    low: float
    high: float


def around(mean: float, variance: float) -> Estimate:
    """Return an estimate, given its mean and the variance of the mean."""
    reach = DEVIATIONS * math.sqrt(variance)
    return Estimate(mean, mean - reach, mean + reach)


def careful_variance(results: Numbers, spread: float) -> float:
    """Return the variance of the mean of some games, with one more game of a plausible spread: equal results prove little."""
    games = len(results)
    return (games * float(results.var()) + spread**2) / (games + 1) / games


def mean_difference(differences: Numbers, spread: float) -> Estimate:
    """Estimate the difference between two options, from games played on the same luck after each."""
    return around(float(differences.mean()), careful_variance(differences, spread))


def play_more(results: Numbers, play: Callable[[range], Numbers], games: range) -> Numbers:
    """Return the results of the first games together with those of as many of `games` as their spread calls for.

    The error of a sum is smallest for a given effort if each part gets games in proportion to its standard deviation (Neyman
    1934). The factor is the same for all decisions, so each can be measured without knowing the others.
    """
    first = len(results)
    wanted = round(first * GAMES_BY_SPREAD * float(results.std(axis=0).max()))
    more = games[: max(wanted - first, 0)]
    return np.concatenate([results, play(more)]) if more else results


@dataclass(frozen=True)
class Account:
    """Where the result of a seat came from, or its win probability at the end of the record if the game is not over."""

    seat: int
    start: Estimate
    luck: Estimate
    own: Estimate
    others: Estimate
    result: float


@dataclass(frozen=True)
class Worth:
    """What something is worth to each seat: means over games, and the variances of the means."""

    means: Numbers
    variances: Numbers


def worth_of_state(judge: Judge, rollouts: int) -> Worth:
    """Return the seats' win probabilities in the state of a judge."""
    results = judge.evaluator.play_on(range(rollouts * (1 + EXTRA_FACTOR)))
    return Worth(results.mean(axis=0), np.array([careful_variance(seat, judge.spread) for seat in results.T]))


def worth_of_changes(changes: Numbers) -> Worth:
    """Return what a decision changed; if it is what the agents do, it certainly changed nothing."""
    return Worth(changes.mean(axis=0), changes.var(axis=0) / len(changes))


def measure(evaluator: RolloutEvaluator, done: Action, rollouts: int) -> tuple[Numbers, Numbers, Worth]:
    """Return the results of games before and after a decision, and what it changed; more games if it made a difference.

    Before it the agents decide themselves. If they always do what was done, the decision has changed nothing.
    """
    before, unchanged = evaluator.play_freely(done, range(rollouts))
    after = before if unchanged else evaluator.play(done, range(rollouts))
    more = range(rollouts, rollouts * MOST_FACTOR)
    changes = play_more(after - before, lambda games: evaluator.play(done, games) - evaluator.play_freely(done, games)[0], more)
    return before, after, worth_of_changes(changes)


def make_accounts(start: Worth, end: Worth, worths: Sequence[Worth], makers: Sequence[int]) -> tuple[Account, ...]:
    """Return an account for each seat, from what every decision changed for it. Each was measured with its own luck."""
    return tuple(_account(seat, start, end, worths, makers) for seat in range(len(start.means)))


def _account(seat: int, start: Worth, end: Worth, worths: Sequence[Worth], makers: Sequence[int]) -> Account:
    """Return the account of one seat."""
    own = [worth for worth, maker in zip(worths, makers, strict=True) if maker == seat]
    others = [worth for worth, maker in zip(worths, makers, strict=True) if maker != seat]
    parts = [_sum(seat, part) for part in ([start], own, others)]
    result = float(end.means[seat])
    rest = result - sum(mean for mean, _ in parts)
    noise = float(end.variances[seat]) + sum(variance for _, variance in parts)
    at_start, by_own, by_others = (around(*part) for part in parts)
    return Account(seat, at_start, around(rest, noise), by_own, by_others, result)


def _sum(seat: int, worths: Sequence[Worth]) -> tuple[float, float]:
    """Return the sum of what some decisions changed for a seat, and its variance."""
    return sum(float(worth.means[seat]) for worth in worths), sum(float(worth.variances[seat]) for worth in worths)
