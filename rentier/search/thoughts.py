"""The findings of a search: every candidate with its visits, its win rate and an interval, by kind of action."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rentier.game.words import KINDS, Action
from rentier.layout import Numbers
from rentier.search.best import VISITS

DEVIATIONS = 1.96  # standard deviations on each side of a 95 % interval
# what the value of a candidate measures: the share of rollouts won, the share of the net worth of all, a network's estimate
WIN_RATE, WORTH, WIN_PROBABILITY = "win rate", "worth", "win probability"


@dataclass(frozen=True)
class Candidate:
    """An action with its figures."""

    action: Action
    visits: int
    value: float  # the share of simulated games won after it, or their mean value if they were cut
    low: float  # 95 % interval
    high: float


@dataclass(frozen=True)
class Kind:
    """All candidates of one kind of action; the figures are those of the kind as a whole."""

    kind: int
    visits: int
    value: float
    low: float
    high: float
    candidates: tuple[Candidate, ...]  # the most visited first


@dataclass(frozen=True)
class Effort:
    """The effort of a search."""

    rollouts: int  # games simulated from this decision on, including those kept from earlier decisions
    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        """Rollouts per second."""
        return self.rollouts / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Thought:
    """The findings about a decision: `actions` holds all candidates, one per row, and `sums` the sums for each."""

    best: Action
    actions: Numbers
    sums: Numbers
    effort: Effort

    @functools.cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The findings for each kind of action, the most visited first; computed only on demand."""
        kinds = []
        for kind in dict.fromkeys(self.actions[:, 0].tolist()):
            of_kind = self.actions[:, 0] == kind
            pairs = zip(self.actions[of_kind].tolist(), self.sums[of_kind], strict=True)
            candidates = [Candidate(Action(*row), int(sums[VISITS]), *interval(sums)) for row, sums in pairs]
            total = self.sums[of_kind].sum(axis=0)
            kinds.append(Kind(kind, int(total[VISITS]), *interval(total), tuple(sorted(candidates, key=_merit, reverse=True))))
        return tuple(sorted(kinds, key=_merit, reverse=True))

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All candidates, the most visited first."""
        return tuple(sorted((one for kind in self.kinds for one in kind.candidates), key=lambda one: -one.visits))

    def as_dict(self, text: Callable[[Action], str]) -> dict[str, Any]:
        """Return the findings as a dictionary for JSON, with actions as text: `thought.as_dict(game.text)`."""
        kinds = []
        for kind in self.kinds:
            candidates = [{"action": text(candidate.action)} | _figures(candidate) for candidate in kind.candidates]
            kinds.append({"kind": KINDS[kind.kind]} | _figures(kind) | {"candidates": candidates})
        effort = self.effort
        spent = {"rollouts": effort.rollouts, "nodes": effort.nodes, "seconds": effort.seconds}
        return {"choice": text(self.best), "kinds": kinds, "effort": spent | {"rollouts_per_second": effort.speed}}


def _figures(found: Candidate | Kind) -> dict[str, Any]:
    """Return the figures of a candidate or kind; the value is None if it was never tried."""
    value = None if math.isnan(found.value) else found.value
    return {"visits": found.visits, "value": value, "low": found.low, "high": found.high}


def interval(sums: Sequence[float] | Numbers) -> tuple[float, float, float]:
    """Return the mean and 95 % interval (Wilson's, scaled by the values' variance) from sums of visits, values and squares."""
    visits, total, squares = (float(number) for number in sums)
    if visits == 0:
        return math.nan, 0.0, 1.0
    mean = total / visits
    # the variance of won and lost games is p (1 - p); that of cut games is smaller, as the sample shows. A small sample is
    # unsure, so one more game with the full variance is added.
    full = mean * (1 - mean)
    share = min(max((squares / visits - mean * mean) / full, 0.0), 1.0) if full > 1e-12 else 1.0
    share = (share * visits + 1) / (visits + 1)
    reach = DEVIATIONS**2 * share / visits
    middle = (mean + reach / 2) / (1 + reach)
    half = math.sqrt(max(reach * mean * (1 - mean) + reach * reach / 4, 0.0)) / (1 + reach)
    return mean, max(middle - half, 0.0), min(middle + half, 1.0)


def spread_interval(sums: Sequence[float] | Numbers) -> tuple[float, float, float]:
    """Return the mean and its 95 % interval by the spread of the values, for values that may lie below 0 or above 1.

    The mean and the interval stay between 0 and 1.
    """
    visits, total, squares = (float(number) for number in sums)
    mean = total / visits
    error = math.sqrt(max(squares / visits - mean * mean, 0.0) / (visits - 1)) if visits > 1 else math.inf
    ends = (mean, mean - DEVIATIONS * error, mean + DEVIATIONS * error)
    share, low, high = (min(max(end, 0.0), 1.0) for end in ends)
    return share, low, high


def _merit(candidate: Candidate | Kind) -> tuple[int, float]:
    """Return the sort key: visits, then value."""
    return candidate.visits, 0.0 if math.isnan(candidate.value) else candidate.value
