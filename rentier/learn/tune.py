"""Methods that search for the best settings of anything.

`grid` tries every combination; `one_at_a_time` is Khan's method (2019, section 7): it varies one setting after the other and
keeps the best value; `cma` is CMA-ES (Hansen 2016), by the library cmaes. All of them pass their candidates to one function, a
round at a time, which returns the win rate of each. In a round all candidates play with the same luck, so that only the
settings differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from rentier.extras import need

CMA, GRID, ONE_AT_A_TIME = METHODS = ("cma", "grid", "one-at-a-time")
SPREAD = 0.25  # the deviation of the first candidates, as a share of the range: a search begins wide around the start
FEWEST_CANDIDATES = 4  # of a generation: with fewer CMA-ES learns nothing about how settings depend on each other

Value = TypeVar("Value")
Candidate = tuple[Value, ...]
Evaluate = Callable[[int, Sequence[Candidate[Value]]], Sequence[float]]  # from the number of a round (1 on) and its candidates


@dataclass(frozen=True)
class Round(Generic[Value]):
    """Candidates that played with the same luck, and the win rate of each."""

    candidates: Sequence[Candidate[Value]]
    shares: Sequence[float]

    @property
    def best(self) -> int:
        """The index of the candidate that won most; ties go to the first."""
        return max(range(len(self.shares)), key=lambda candidate: self.shares[candidate])


@dataclass(frozen=True)
class Search(Generic[Value]):
    """A finished search: what it found, and its rounds."""

    found: Candidate[Value]
    rounds: list[Round[Value]]


def grid(axes: Sequence[Sequence[Value]], evaluate: Evaluate[Value]) -> Search[Value]:
    """Try every combination of the values of each axis, in one round."""
    candidates = list(itertools.product(*axes))
    played = Round(candidates, evaluate(1, candidates))
    return Search(candidates[played.best], [played])


def one_at_a_time(
    start: Sequence[Value], axes: Sequence[tuple[int, Sequence[Value]]], evaluate: Evaluate[Value]
) -> Search[Value]:
    """Play a round for each axis, given by the index of its setting and its values; keep the best value from then on."""
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
    """Run CMA-ES for `generations` generations. It finds the mean of the last one, not the candidate that was luckiest."""
    low, width = np.array(bounds)[:, 0], np.ptp(np.array(bounds), axis=1)
    strategy = _strategy(np.clip((np.array(start) - low) / width, 0.0, 1.0), population, seed)
    rounds: list[Round[float]] = []
    for number in range(1, generations + 1):
        points = [strategy.ask() for _ in range(strategy.population_size)]
        candidates = [tuple((low + point * width).tolist()) for point in points]
        shares = evaluate(number, candidates)
        rounds.append(Round(candidates, shares))
        strategy.tell([(point, -share) for point, share in zip(points, shares, strict=True)])  # it minimises
    return Search(tuple((low + strategy.mean * width).tolist()), rounds)


def default_population(dials: int) -> int:
    """Return the default number of candidates in a generation."""
    return int(_strategy(np.zeros(dials), None, 0).population_size)


def _strategy(mean: Any, population: int | None, seed: int) -> Any:
    """Return a strategy of cmaes for settings scaled to 0 to 1."""
    cmaes = need("cmaes", "lab", "searches by cma")
    bounds = np.array([(0.0, 1.0)] * len(mean))
    return cmaes.CMA(mean, SPREAD, bounds=bounds, seed=seed % (1 << 32), population_size=population)
