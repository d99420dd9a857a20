"""The findings about each decision of a reviewed game: what it cost, and the verdict on its trade.

The cost of a decision is the win probability after the best other option found, less that after what was done. Both are
measured before the dice and cards that follow, on the same imagined luck. First every option is tried in some games, then the
best few in more. What then looks like a loss may only be the luck of the best of many, so it is measured again on fresh luck;
if it still looks like a loss, it is measured in many more games, again on fresh luck, and only these count. A decision is
marked if it certainly cost at least 5 points; the mark says how much it cost. A trade is judged by what accepting it changed
for every seat, compared with refusing it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rentier.analysis.review_estimates import Estimate, Worth, mean_difference, play_more
from rentier.analysis.review_judge import Judge
from rentier.analysis.review_moments import Moment
from rentier.game.words import ACCEPT, REFUSE, Action
from rentier.layout import Numbers
from rentier.record.actions import offer_on_table, terms_text

# the marks, each with the share of a win that the decision cost; the gravest first
MARKS = {"blunder": 0.15, "mistake": 0.10, "slip": 0.05}
LEAST_CERTAIN_LOSS = min(MARKS.values())  # the lower end of the loss of every marked decision
SUSPICIOUS_LOSS = 0.05  # a loss that seems this large is measured again
FIRST_FRACTION = 5  # at first every option is tried in one fifth of the games
FINALISTS = 2  # this many options are tried in all games, and also what the agents would do
SECOND_FACTOR, LAST_FACTOR = 4, 12  # at most this many times as many games for a suspicious loss, and if it stays suspicious
EVEN = 0.03  # a change that is certainly smaller counts as none


@dataclass(frozen=True)
class Loss:
    """How much better another option was; `checked`: confirmed in many games on fresh luck, because it seemed large."""

    better: Action
    points: Estimate
    checked: bool

    @property
    def is_certain(self) -> bool:
        """Whether the decision certainly cost something."""
        return self.checked and self.points.low > 0

    @property
    def mark(self) -> str | None:
        """The mark of the loss, if the decision certainly cost enough for one."""
        if not self.checked or self.points.low < LEAST_CERTAIN_LOSS:
            return None
        return next(mark for mark, threshold in MARKS.items() if self.points.mean >= threshold)


def second_games(rollouts: int) -> range:
    """Return games on luck that was not used to choose the better option."""
    return range(rollouts, rollouts * (1 + SECOND_FACTOR))


def last_games(rollouts: int) -> range:
    """Return many games on luck that was not used before: these decide."""
    return range(rollouts * (1 + SECOND_FACTOR), rollouts * (1 + SECOND_FACTOR + LAST_FACTOR))


def find_loss(judge: Judge, moment: Moment, after: Numbers, rollouts: int) -> Loss | None:
    """Return what a decision cost, given the results of games `after` it; None if nothing better was found."""
    evaluator, seat, first = judge.evaluator, moment.seat, max(rollouts // FIRST_FRACTION, 1)
    if moment.forced:
        return None
    default_actions = judge.default_actions(moment)
    rivals = [option for option in dict.fromkeys([*judge.options(moment), *default_actions]) if option != moment.done]
    if not rivals:
        return None
    tried = {rival: evaluator.play(rival, range(first)) for rival in rivals}
    ranked = sorted(rivals, key=lambda rival: -float(tried[rival][:, seat].mean()))
    finalists = dict.fromkeys([*ranked[:FINALISTS], *(rival for rival in default_actions if rival in tried)])
    known = {rival: np.concatenate([tried[rival], evaluator.play(rival, range(first, rollouts))]) for rival in finalists}
    better = max(known, key=lambda rival: float(known[rival][:, seat].mean()))
    points = mean_difference((known[better] - after)[:, seat], judge.spread)
    for games in (second_games(rollouts), last_games(rollouts)):
        if points.mean < SUSPICIOUS_LOSS:
            return Loss(better, points, False) if points.mean > 0 else None
        points = mean_difference(_differences(judge, better, moment.done, games, rollouts)[:, seat], judge.spread)
    return Loss(better, points, True) if points.mean > 0 else None


def _differences(judge: Judge, option: Action, other: Action, games: range, rollouts: int) -> Numbers:
    """Return how results after an option differ from those after another, on the same luck."""

    def play(some: range) -> Numbers:
        return judge.evaluator.play(option, some) - judge.evaluator.play(other, some)

    return play_more(play(games[:rollouts]), play, games[rollouts:])


@dataclass(frozen=True)
class Trade:
    """An accepted offer. `changes`: the change of each seat's win probability."""

    decision: int
    turn: int
    proposer: int
    other: int
    terms: str
    changes: tuple[Estimate, ...]

    @property
    def verdict(self) -> str:
        """The verdict for both sides, then for other seats that it affected."""
        words = [word_for(change) for change in self.changes]
        sides = [f"{words[seat]} for seat {seat}" for seat in (self.proposer, self.other)]
        if words[self.proposer] == words[self.other]:
            sides = [f"{words[self.proposer]} for both"]
        outside = [seat for seat in range(len(words)) if seat not in (self.proposer, self.other)]
        for word in ("good", "bad"):
            affected = [str(seat) for seat in outside if words[seat] == word]
            if affected:
                sides.append(f"{word} for {'seat' if len(affected) == 1 else 'seats'} {' and '.join(affected)} (not involved)")
        return "; ".join(sides)


def word_for(change: Estimate) -> str:
    """Return a word for a change: even if it is certainly small, good or bad if that is certain, else unclear."""
    if max(-change.low, change.high) < EVEN:
        return "even"
    return "good" if change.low > 0 else "bad" if change.high < 0 else "unclear"


def judge_trade(judge: Judge, moment: Moment, rollouts: int) -> Trade | None:
    """Return the trade that a decision made, with its changes; None if it accepted nothing."""
    if moment.done.kind != ACCEPT:
        return None
    change = _differences(judge, moment.done, Action(REFUSE), last_games(rollouts), rollouts)
    changes = tuple(mean_difference(change[:, seat], judge.spread) for seat in range(change.shape[1]))
    terms = terms_text(judge.box, offer_on_table(moment.state))
    return Trade(moment.number, moment.turn, int(moment.state.offer_from), moment.seat, terms, changes)


@dataclass(frozen=True)
class DecisionReview:
    """The win probabilities before a decision, what it changed, what it cost and why, and what it traded."""

    before: tuple[float, ...]
    worth: Worth
    loss: Loss | None
    trade: Trade | None
    why: str  # why another option was better; empty if no reason is found
    why_you: str  # the same, said to the player

    def as_dict(self) -> dict[str, Any]:
        """Return the review as a dictionary for JSON, which `read_decision_review` reads back."""
        return {
            "before": list(self.before),
            "change": self.worth.means.tolist(),
            "variances": self.worth.variances.tolist(),
            "loss": None if self.loss is None else asdict(self.loss),
            "trade": None if self.trade is None else asdict(self.trade),
            "why": self.why,
            "why_you": self.why_you,
        }


def read_decision_review(values: dict[str, Any]) -> DecisionReview:
    """Read a decision review from the dictionary of `as_dict`."""
    loss, trade = values["loss"], values["trade"]
    if loss is not None:
        loss = Loss(Action(*loss["better"]), Estimate(**loss["points"]), loss["checked"])
    if trade is not None:
        trade = Trade(**trade | {"changes": tuple(Estimate(**change) for change in trade["changes"])})
    worth = Worth(np.array(values["change"]), np.array(values["variances"]))
    why, why_you = values.get("why", ""), values.get("why_you", "")  # missing in older reviews
    return DecisionReview(tuple(values["before"]), worth, loss, trade, why, why_you)
