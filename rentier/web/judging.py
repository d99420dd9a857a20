"""What a process does that reviews games: one slice after the other, of whichever game has its turn.

A slice ends when its time is over, so that reviews which go on at the same time come forward together.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rentier.agents.specs import parse_agent
from rentier.analysis.review import Reviewing
from rentier.analysis.review_decisions import DecisionReview, read_decision_review
from rentier.record.actions import action_text

JUDGE = "aggressive"  # who plays on in rollouts
SEED = 0
SLICE = 1.0  # seconds
MOST_KEPT = 4  # games that are kept in mind between slices


@dataclass(frozen=True)
class Slice:
    """The chances before some decisions of a game, as many as there is time for; the record is read once for many slices."""

    record: str
    rollouts: int
    numbers: tuple[int, ...]

    def think(self) -> dict[int, Any]:
        """What was found, by number: one decision at least."""
        return self._spend(_reviewing(self.record, self.rollouts).chances)

    def _spend(self, work: Callable[[int], Any]) -> dict[int, Any]:
        end = time.monotonic() + SLICE
        found: dict[int, Any] = {}
        for number in self.numbers:
            found[number] = work(number)
            if time.monotonic() > end:
                break
        return found


class LookSlice(Slice):
    """What some decisions changed, threw away and traded, as many as there is time for."""

    def think(self) -> dict[int, Any]:
        """What was found, by number: one decision at least."""
        reviewing = _reviewing(self.record, self.rollouts)
        return self._spend(lambda number: told_decision(reviewing, reviewing.review_decision(number)))


@dataclass(frozen=True)
class LastSlice:
    """Luck and decisions apart, from the reviews of all decisions."""

    record: str
    rollouts: int
    reviews: Sequence[dict[str, Any]]

    def think(self) -> dict[str, Any]:
        """The account of each seat, and the chances at the end of the record."""
        review = _reviewing(self.record, self.rollouts).finish([read_decision_review(one) for one in self.reviews])
        return {"accounts": [asdict(account) for account in review.accounts], "end": list(review.end)}


def told_decision(reviewing: Reviewing, look: DecisionReview) -> dict[str, Any]:
    """A look as it is kept, with its mark and what would have been better in words."""
    loss = look.loss
    better = None if loss is None else action_text(reviewing.end.box, loss.better)
    return look.as_dict() | {"mark": None if loss is None else loss.mark, "better": better}


@functools.lru_cache(MOST_KEPT)
def _reviewing(record: str, rollouts: int) -> Reviewing:
    return Reviewing(record, [parse_agent(JUDGE)], rollouts, SEED)
