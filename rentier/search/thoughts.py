"""What a search has found: every candidate with its visits, its win rate and an interval, by kind of action."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rentier.game.words import KINDS, Action
from rentier.layout import Numbers
from rentier.search.best import VISITS

DEVIATIONS = 1.96  # of a 95 % interval


@dataclass(frozen=True)
class Candidate:
    """An action with what was found about it."""

    action: Action
    visits: int
    value: float  # the share of imagined games won after it, or what those that were cut were worth
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
    """What it has cost."""

    rollouts: int  # games imagined from this decision on, with those kept from decisions before
    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        """Rollouts a second."""
        return self.rollouts / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Thought:
    """A decision as the search sees it: `actions` are all there were, a row each, `sums` what was summed up for each."""

    best: Action
    actions: Numbers
    sums: Numbers
    effort: Effort

    @functools.cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """What was found about each kind of action, the most visited first. Who only plays the best never asks."""
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
        """The thought for JSON, its actions in words: `thought.as_dict(game.text)`."""
        kinds = []
        for kind in self.kinds:
            candidates = [{"action": text(candidate.action)} | _figures(candidate) for candidate in kind.candidates]
            kinds.append({"kind": KINDS[kind.kind]} | _figures(kind) | {"candidates": candidates})
        effort = self.effort
        spent = {"rollouts": effort.rollouts, "nodes": effort.nodes, "seconds": effort.seconds}
        return {"choice": text(self.best), "kinds": kinds, "effort": spent | {"rollouts_per_second": effort.speed}}


def _figures(judged: Candidate | Kind) -> dict[str, Any]:
    """What was found; of what was never tried there is no value."""
    value = None if math.isnan(judged.value) else judged.value
    return {"visits": judged.visits, "value": value, "low": judged.low, "high": judged.high}


def interval(sums: Numbers) -> tuple[float, float, float]:
    """Mean and 95 % interval (Wilson's, by the spread that the values have) out of visits, values and squares summed up."""
    visits, total, squares = (float(number) for number in sums)
    if visits == 0:
        return math.nan, 0.0, 1.0
    mean = total / visits
    # games won and lost spread by p (1 - p); values of cut games by less, which the sample says, though a small one not surely:
    # it counts one game more that spreads in full
    full = mean * (1 - mean)
    share = min(max((squares / visits - mean * mean) / full, 0.0), 1.0) if full > 1e-12 else 1.0
    share = (share * visits + 1) / (visits + 1)
    reach = DEVIATIONS**2 * share / visits
    middle = (mean + reach / 2) / (1 + reach)
    half = math.sqrt(max(reach * mean * (1 - mean) + reach * reach / 4, 0.0)) / (1 + reach)
    return mean, max(middle - half, 0.0), min(middle + half, 1.0)


def _merit(candidate: Candidate | Kind) -> tuple[int, float]:
    """Visits, then value."""
    return candidate.visits, 0.0 if math.isnan(candidate.value) else candidate.value
