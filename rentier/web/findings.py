"""What a review has found so far: kept decision by decision, and told as far as it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from rentier.analysis.review_decisions import word_for
from rentier.analysis.review_estimates import Estimate
from rentier.web.judging import JUDGE
from rentier.web.schema import decision_reviews, reviews
from rentier.web.store import now

DIGITS = 6  # of a share that is told
WAITING, WORKING, DONE, FAILED = "waiting", "working", "done", "failed"


@dataclass
class Found:
    """The chances and the reviews by the numbers of their decisions; the verdict comes last."""

    rollouts: int
    chances: dict[int, list[float]] = field(default_factory=dict)
    reviews: dict[int, dict[str, Any]] = field(default_factory=dict)
    verdict: dict[str, Any] | None = None
    error: str | None = None

    @property
    def status(self) -> str:
        """How far it has come."""
        if self.error is not None:
            return FAILED
        if self.verdict is not None:
            return DONE
        return WORKING if self.chances else WAITING

    def report(self, decisions: int) -> dict[str, Any]:
        """All of it for the page; what is not known yet is left out, or null."""
        verdict = self.verdict or {"accounts": [], "end": None}
        return {
            "status": self.status,
            "error": self.error,
            "agent": JUDGE,
            "rollouts": self.rollouts,
            "done": len(self.chances) + len(self.reviews),
            "of": 2 * decisions,
            "chances": [self.chances.get(number) for number in range(1, decisions + 1)],
            "decisions": {number: _told(review) for number, review in sorted(self.reviews.items())},
            "trades": [_judged(review["trade"]) for _, review in sorted(self.reviews.items()) if review["trade"]],
            "accounts": verdict["accounts"],
            "end": verdict["end"],
        }


def _told(review: Mapping[str, Any]) -> dict[str, Any]:
    """What a decision changed and threw away."""
    loss = review["loss"]
    told = None if loss is None else loss["points"] | {"checked": loss["checked"]}
    change = [round(share, DIGITS) for share in review["change"]]
    return {"change": change, "loss": told, "mark": review["mark"], "better": review["better"]}


def _judged(trade: Mapping[str, Any]) -> dict[str, Any]:
    """A trade with a word for each seat."""
    return {**trade, "changes": [change | {"word": word_for(Estimate(**change))} for change in trade["changes"]]}


# as it is kept

NEW_REVIEW = insert(decision_reviews)
REVIEWED = update(decision_reviews).where(
    decision_reviews.c.game == bindparam("of"), decision_reviews.c.number == bindparam("at")
)


def unfinished(connection: Connection) -> list[str]:
    """The games whose reviews go on, the oldest first."""
    under_way = select(reviews.c.game).where(reviews.c.verdict.is_(None), reviews.c.error.is_(None))
    return list(connection.execute(under_way.order_by(reviews.c.created)).scalars())


def read_found(connection: Connection, game: str) -> Found | None:
    """What is kept of a review; None where nobody asked for it."""
    row = connection.execute(select(reviews).where(reviews.c.game == game)).one_or_none()
    if row is None:
        return None
    rows = connection.execute(select(decision_reviews).where(decision_reviews.c.game == game)).all()
    seen = {one.number: one.found for one in rows if one.found is not None}
    return Found(row.rollouts, {one.number: one.chances for one in rows}, seen, row.verdict, row.error)


def begin_anew(connection: Connection, game: str, rollouts: int) -> None:
    """A review with nothing found yet, in the place of any other of the game."""
    connection.execute(delete(reviews).where(reviews.c.game == game))
    connection.execute(insert(reviews), {"game": game, "created": now(), "rollouts": rollouts})


def keep_chances(connection: Connection, game: str, chances: Mapping[int, list[float]]) -> None:
    """The chances before some decisions."""
    connection.execute(NEW_REVIEW, [{"game": game, "number": number, "chances": one} for number, one in chances.items()])


def keep_reviews(connection: Connection, game: str, seen: Mapping[int, dict[str, Any]]) -> None:
    """Add what the reviews of some decisions found to their chances."""
    connection.execute(REVIEWED, [{"of": game, "at": number, "found": review} for number, review in seen.items()])


def keep_end(connection: Connection, game: str, **end: Any) -> None:
    """The verdict, or the error that ended a review."""
    connection.execute(update(reviews).where(reviews.c.game == game), end)
