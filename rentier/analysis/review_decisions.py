"""What a decision threw away: the chance to win after the best other option found, less the chance after what was done.

Both are measured before the dice and cards that follow, on the same imagined luck. First every option is tried in some games,
then the best few in more. What looks like a loss then may be the luck of the best of many, so it is measured again on fresh
luck, and if it still looks like one, in many more games on luck that is fresh again: only these count. A decision is marked
where the loss less its error is above a threshold.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rentier.analysis.review_estimates import Estimate, mean_difference
from rentier.analysis.review_moments import Moment
from rentier.box import Box
from rentier.game.check import check
from rentier.game.reasons import FINE
from rentier.game.words import Action
from rentier.record.actions import spoken
from rentier.records import Numbers
from rentier.search.prospects import Prospects

# the marks, with the share of a win that was thrown away for certain; the gravest first
MARKS = {"blunder": 0.15, "mistake": 0.10, "slip": 0.05}
SUSPICION = 0.05  # what looks like so much is measured again
FIRST_LOOK = 5  # every option is tried in one game out of so many
FINALISTS = 2  # so many of them in all games, and what the agents would do
SECOND_LOOK, LAST_LOOK = 4, 12  # so many times as many games are played where a suspicion is, and where it stays


@dataclass(frozen=True)
class Loss:
    """What another option would have brought more; `checked` in many games on fresh luck where it looked like much."""

    better: Action
    points: Estimate
    checked: bool

    @property
    def mark(self) -> str | None:
        """How grave it is for certain."""
        if not self.checked:
            return None
        return next((mark for mark, threshold in MARKS.items() if self.points.low >= threshold), None)


def second_games(rollouts: int) -> range:
    """Games on luck that was not used to choose what is compared in them."""
    return range(rollouts, rollouts * (1 + SECOND_LOOK))


def last_games(rollouts: int) -> range:
    """Many games on luck that was not used before: these decide."""
    return range(rollouts * (1 + SECOND_LOOK), rollouts * (1 + SECOND_LOOK + LAST_LOOK))


def find_loss(room: Prospects, box: Box, moment: Moment, after: Numbers, rollouts: int) -> Loss | None:
    """What was thrown away, by the results of games `after` what was done; None where nothing better was found."""
    seat, first = moment.seat, max(rollouts // FIRST_LOOK, 1)
    instinct = _instinct(room, box, moment)
    rivals = [option for option in dict.fromkeys([*moment.options, *instinct]) if option != moment.done]
    if moment.forced or not rivals:
        return None
    tried = {rival: room.play(rival, range(first)) for rival in rivals}
    ranked = sorted(rivals, key=lambda rival: -float(tried[rival][:, seat].mean()))
    finalists = dict.fromkeys([*ranked[:FINALISTS], *(rival for rival in instinct if rival in tried)])
    known = {rival: np.concatenate([tried[rival], room.play(rival, range(first, rollouts))]) for rival in finalists}
    better = max(known, key=lambda rival: float(known[rival][:, seat].mean()))
    points = mean_difference((known[better] - after)[:, seat])
    for games in (second_games(rollouts), last_games(rollouts)):
        if points.mean < SUSPICION:
            return Loss(better, points, False) if points.mean > 0 else None
        points = mean_difference((room.play(better, games) - room.play(moment.done, games))[:, seat])
    return Loss(better, points, True) if points.mean > 0 else None


def _instinct(room: Prospects, box: Box, moment: Moment) -> list[Action]:
    """What the agents of the review would do, if they keep to the rules: an offer or a bid that no list has, perhaps."""
    instinct = room.instinct()
    if check(box.record, moment.state, instinct) != FINE:
        return []
    return [Action(*spoken(box, instinct))]
