"""Slices of review work, for the process that reviews games.

A slice ends when its time is up, so that simultaneous reviews all make progress.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rentier.analysis.review import Reviewing
from rentier.analysis.review_decisions import DecisionReview, read_decision_review
from rentier.record.actions import action_text

SEED = 0
SLICE = 1.0  # seconds
CACHED_GAMES = 4  # in memory between slices


@dataclass(frozen=True)
class Slice:
    """The win probabilities before some decisions, as many as there is time for. Records are cached between slices."""

    record: str
    rollouts: int
    numbers: tuple[int, ...]

    def think(self) -> dict[int, Any]:
        """Return the findings by decision number, for at least one decision."""
        return self._spend(_reviewing(self.record, self.rollouts).chances)

    def _spend(self, work: Callable[[int], Any]) -> dict[int, Any]:
        end = time.monotonic() + SLICE
        found: dict[int, Any] = {}
        for number in self.numbers:
            found[number] = work(number)
            if time.monotonic() > end:
                break
        return found


class DecisionSlice(Slice):
    """The reviews of some decisions, as many as there is time for."""

    def think(self) -> dict[int, Any]:
        """Return the findings by decision number, for at least one decision."""
        reviewing = _reviewing(self.record, self.rollouts)
        return self._spend(lambda number: decision_report(reviewing, reviewing.review_decision(number)))


@dataclass(frozen=True)
class LastSlice:
    """The account of luck and decisions, from the reviews of all decisions."""

    record: str
    rollouts: int
    reviews: Sequence[dict[str, Any]]

    def think(self) -> dict[str, Any]:
        """Return the account of each seat, the win probabilities at the end of the record, and who played on."""
        review = _reviewing(self.record, self.rollouts).finish([read_decision_review(one) for one in self.reviews])
        accounts = [asdict(account) for account in review.accounts]
        return {"accounts": accounts, "end": list(review.end), "agent": review.agents[0], "cut": review.cut}


def decision_report(reviewing: Reviewing, review: DecisionReview) -> dict[str, Any]:
    """Return a decision review as it is stored, with the text of the better action."""
    loss = review.loss
    better = None if loss is None else action_text(reviewing.end.box, loss.better)
    return review.as_dict() | {"better": better}


@functools.lru_cache(CACHED_GAMES)
def _reviewing(record: str, rollouts: int) -> Reviewing:
    return Reviewing(record, rollouts=rollouts, seed=SEED)
