"""The findings of a review so far, and how they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, exists, func, insert, select, update

from rentier.analysis.options import DEFAULT_CUT
from rentier.analysis.review_decisions import read_decision_review, word_for
from rentier.analysis.review_estimates import Estimate
from rentier.analysis.review_judge import PLAYER
from rentier.web.schema import decision_reviews, decisions, games, reviews
from rentier.web.store import IMPORTED, PERSON, now

JUDGE = f"{PLAYER} for {DEFAULT_CUT} turns"  # of new reviews
FIRST_JUDGE = "aggressive"  # played on in finished reviews that do not name their agent, which are older
DIGITS = 6  # of a win probability in a report
WAITING, WORKING, DONE, FAILED = "waiting", "working", "done", "failed"


@dataclass
class Findings:
    """The win probabilities and the reviews by decision number; the verdict comes last."""

    rollouts: int
    chances: dict[int, list[float]] = field(default_factory=dict)
    reviews: dict[int, dict[str, Any]] = field(default_factory=dict)
    verdict: dict[str, Any] | None = None
    error: str | None = None

    @property
    def status(self) -> str:
        """The status of the review."""
        if self.error is not None:
            return FAILED
        if self.verdict is not None:
            return DONE
        return WORKING if self.chances else WAITING

    def report(self, decisions: int) -> dict[str, Any]:
        """Return all findings for the page; what is not known yet is missing or null."""
        verdict = self.verdict or {"accounts": [], "end": None, "agent": None}
        return {
            "status": self.status,
            "error": self.error,
            "agent": verdict.get("agent", FIRST_JUDGE),
            "cut": verdict.get("cut"),
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
    """Return what a decision changed and what it cost."""
    loss = review["loss"]
    told = None if loss is None else loss["points"] | {"checked": loss["checked"]}
    change = [round(share, DIGITS) for share in review["change"]]
    why = {name: review.get(name, "") for name in ("why", "why_you")}  # older reviews give no reasons
    found = read_decision_review(dict(review)).loss
    return {"change": change, "loss": told, "mark": found and found.mark, "better": review["better"], **why}


def _judged(trade: Mapping[str, Any]) -> dict[str, Any]:
    """Return a trade with a one-word verdict for each seat."""
    return {**trade, "changes": [change | {"word": word_for(Estimate(**change))} for change in trade["changes"]]}


# in the database

NEW_REVIEW = insert(decision_reviews)
REVIEWED = update(decision_reviews).where(
    decision_reviews.c.game == bindparam("of"), decision_reviews.c.number == bindparam("at")
)


UNFINISHED = select(reviews.c.game, reviews.c.rollouts).where(reviews.c.verdict.is_(None), reviews.c.error.is_(None))


def unfinished(connection: Connection) -> list[str]:
    """Return the games with unfinished reviews, oldest first."""
    return list(connection.execute(UNFINISHED.order_by(reviews.c.created)).scalars())


def games_to_review(since: float, most_decisions: int) -> Select[Any]:
    """Select the games with decisions by people that have ended since a time, are not too long and have no review.

    Tutorials are left out.
    """
    made = select(func.count()).where(decisions.c.game == games.c.id).scalar_subquery()
    by_people = exists().where(decisions.c.game == games.c.id, decisions.c.by == PERSON)
    reviewed = exists().where(reviews.c.game == games.c.id)
    ended = select(games.c.id).where(games.c.over, games.c.ended >= since, games.c.source != IMPORTED)
    real = games.c.settings["tutorial"].as_boolean().is_not(True)
    return ended.where(~reviewed, by_people, real, made <= most_decisions).order_by(games.c.ended.desc())


def restart_outdated(connection: Connection) -> None:
    """Replace unfinished reviews by another judge by empty ones: what two judges find does not add up."""
    for game, rollouts in connection.execute(UNFINISHED.where(reviews.c.judge.is_distinct_from(JUDGE))).all():
        restart(connection, game, rollouts)


def read_findings(connection: Connection, game: str) -> Findings | None:
    """Load the findings of a review; None if there is no review."""
    row = connection.execute(select(reviews).where(reviews.c.game == game)).one_or_none()
    if row is None:
        return None
    rows = connection.execute(select(decision_reviews).where(decision_reviews.c.game == game)).all()
    seen = {one.number: one.found for one in rows if one.found is not None}
    return Findings(row.rollouts, {one.number: one.chances for one in rows}, seen, row.verdict, row.error)


def restart(connection: Connection, game: str, rollouts: int) -> None:
    """Replace the review of a game by an empty one."""
    connection.execute(delete(reviews).where(reviews.c.game == game))
    connection.execute(insert(reviews), {"game": game, "created": now(), "rollouts": rollouts, "judge": JUDGE})


def save_chances(connection: Connection, game: str, chances: Mapping[int, list[float]]) -> None:
    """Save the win probabilities before some decisions."""
    connection.execute(NEW_REVIEW, [{"game": game, "number": number, "chances": one} for number, one in chances.items()])


def save_reviews(connection: Connection, game: str, seen: Mapping[int, dict[str, Any]]) -> None:
    """Save the reviews of some decisions; their win probabilities must have been saved before."""
    connection.execute(REVIEWED, [{"of": game, "at": number, "found": review} for number, review in seen.items()])


def save_end(connection: Connection, game: str, **end: Any) -> None:
    """Save the verdict of a review, or the error that ended it."""
    connection.execute(update(reviews).where(reviews.c.game == game), end)
