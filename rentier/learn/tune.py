"""Ways to search for the best settings, whatever they are settings of.

`grid` tries every combination; `one_at_a_time` is Khan's way (2019, section 7): one setting after the other, the best value is
kept; `cma` is CMA-ES (Hansen 2016), by the library cmaes. All of them hand their candidates to one function, a round at a time,
and are told the share of games that each has won. In a round all play on one luck, so that only the settings differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from rentier.extras import need

CMA, GRID, ONE_AT_A_TIME = METHODS = ("cma", "grid", "one-at-a-time")
SPREAD = 0.25  # of the first candidates, as a share of the way between the bounds: a search begins in the wider neighbourhood
FEWEST_CANDIDATES = 4  # of a generation: with fewer CMA-ES learns nothing of how settings belong together

Value = TypeVar("Value")
Candidate = tuple[Value, ...]
Evaluate = Callable[[int, Sequence[Candidate[Value]]], Sequence[float]]  # the number of a round from 1, and who plays in it


@dataclass(frozen=True)
class Round(Generic[Value]):
    """Candidates that played on one luck, and the share of games that each has won."""

    candidates: Sequence[Candidate[Value]]
    shares: Sequence[float]

    @property
    def best(self) -> int:
        """Which candidate won most, the first of those who did."""
        return max(range(len(self.shares)), key=lambda candidate: self.shares[candidate])


@dataclass(frozen=True)
class Search(Generic[Value]):
    """A search that has come to its end: what it found, and how."""

    found: Candidate[Value]
    rounds: list[Round[Value]]


def grid(axes: Sequence[Sequence[Value]], evaluate: Evaluate[Value]) -> Search[Value]:
    """Every combination of the values of each axis, in one round."""
    candidates = list(itertools.product(*axes))
    played = Round(candidates, evaluate(1, candidates))
    return Search(candidates[played.best], [played])


def one_at_a_time(
    start: Sequence[Value], axes: Sequence[tuple[int, Sequence[Value]]], evaluate: Evaluate[Value]
) -> Search[Value]:
    """A round for each axis: the place that is varied, and its values. The best value is kept in the rounds that follow."""
    best = tuple(start)
    rounds: list[Round[Value]] = []
    for number, (place, values) in enumerate(axes, start=1):
        candidates = [(*best[:place], value, *best[place + 1 :]) for value in values]
        rounds.append(Round(candidates, evaluate(number, candidates)))
        best = candidates[rounds[-1].best]
    return Search(best, rounds)


def cma(
    start: Sequence[float],
    bounds: Sequence[tuple[float, float]],
    evaluate: Evaluate[float],
    generations: int,
    population: int | None = None,
    seed: int = 0,
) -> Search[float]:
    """So many generations of CMA-ES. What it found is the mean of the last one, not the candidate who had most luck."""
    low, width = np.array(bounds)[:, 0], np.ptp(np.array(bounds), axis=1)
    strategy = _strategy(np.clip((np.array(start) - low) / width, 0.0, 1.0), population, seed)
    rounds: list[Round[float]] = []
    for number in range(1, generations + 1):
        points = [strategy.ask() for _ in range(strategy.population_size)]
        candidates = [tuple((low + point * width).tolist()) for point in points]
        shares = evaluate(number, candidates)
        rounds.append(Round(candidates, shares))
        strategy.tell([(point, -share) for point, share in zip(points, shares, strict=True)])  # it looks for the least
    return Search(tuple((low + strategy.mean * width).tolist()), rounds)


def usual_population(dials: int) -> int:
    """Candidates a generation where nobody says how many."""
    return int(_strategy(np.zeros(dials), None, 0).population_size)


def _strategy(mean: Any, population: int | None, seed: int) -> Any:
    """The strategy of cmaes on settings scaled to 0 to 1."""
    cmaes = need("cmaes", "lab", "searches by cma")
    bounds = np.array([(0.0, 1.0)] * len(mean))
    return cmaes.CMA(mean, SPREAD, bounds=bounds, seed=seed % (1 << 32), population_size=population)
