"""The decisions of a reviewed game, and the findings about each: what it cost, and the verdict on its trade.

The cost of a decision is the win probability after the best other option found, less that after what was done. Both are
measured before the dice and cards that follow, on the same imagined luck. First every option is tried in some games, then the
best few in more. What then looks like a loss may only be the luck of the best of many, so it is measured again on fresh luck;
if it still looks like a loss, it is measured in many more games, again on fresh luck, and only these count. A decision is
marked if the lower end of its loss is above a threshold. A trade is judged by what accepting it changed for every seat,
compared with refusing it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rentier.analysis.review_estimates import Estimate, Worth, mean_difference
from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import A_HOTEL, A_HOUSE, ACCEPT, BID_OR_PASS, BUY_OR_NOT, COUNTER, OFFER, REFUSE, RESPOND, Action
from rentier.game_api import Game
from rentier.layout import Numbers
from rentier.narration.sentences import seat_names
from rentier.record.actions import offer_on_table, parse_action, spoken, terms_text
from rentier.record.games import WHAT
from rentier.search.rollout_evaluator import RolloutEvaluator

# the marks, each with the share of a win that the decision certainly cost; the gravest first
MARKS = {"blunder": 0.15, "mistake": 0.10, "slip": 0.05}
SUSPICIOUS_LOSS = 0.05  # a loss that seems this large is measured again
FIRST_FRACTION = 5  # at first every option is tried in one fifth of the games
FINALISTS = 2  # this many options are tried in all games, and also what the agents would do
SECOND_FACTOR, LAST_FACTOR = 4, 12  # times as many games for a suspicious loss, and if it stays suspicious
EVEN = 0.03  # a change that is certainly smaller counts as none


@dataclass(frozen=True)
class Moment:
    """One decision: `number` counts from 1, `options` are the listed actions except offers."""

    number: int
    round: int
    turn: int
    seat: int
    decision: str
    subject: str  # what it was about, if the action does not say it
    done: Action
    text: str
    options: tuple[Action, ...]
    forced: bool  # nothing else was allowed
    state: GameRecord


def read_moments(record: str) -> tuple[Game, list[Moment]]:
    """Return the game of a record at its end, and its decisions one by one."""
    end = Game.replay(record)
    if not end.decisions:
        raise RentierError(f"{WHAT}: it has no decisions; there is nothing to review")
    game = Game.replay(record, before=1)
    moments = []
    for number, decision in enumerate(end.decisions, 1):
        moments.append(_moment(game, number, decision.partition(": ")[2]))
        game.apply(moments[-1].text)
    return end, moments


def _moment(game: Game, number: int, text: str) -> Moment:
    """Return the decision that a game waits for, with the action `text` that was taken."""
    listed = [Action(*action) for action in game.legal_actions()]
    done = Action(*parse_action(game.box, text))
    options = tuple(action for action in listed if action.kind not in (OFFER, COUNTER))
    place = (number, game.round, game.turn, int(game.state.actor), game.decision, subject_of(game))
    return Moment(*place, done, text, options, listed == [done], copy.copy(game.state))


def subject_of(game: Game, names: Sequence[str] | None = None) -> str:
    """Return what a decision is about, if its actions do not say it: the offer, the lot, the square.

    `names`: the players' names, by default their seats.
    """
    state, decision = game.state, int(game.state.decision)
    if decision == RESPOND:
        proposer = (names or seat_names(game.players))[state.offer_from]
        return f"{proposer} offers {terms_text(game.box, offer_on_table(state))}"
    if decision == BUY_OR_NOT:
        return game.box.square_names[int(state.square[state.actor])]
    if decision == BID_OR_PASS:
        lot = int(state.lot)
        return "a house" if lot == A_HOUSE else "a hotel" if lot == A_HOTEL else game.box.square_names[lot]
    return ""


@dataclass(frozen=True)
class Loss:
    """How much better another option was; `checked`: confirmed in many games on fresh luck, because it seemed large."""

    better: Action
    points: Estimate
    checked: bool

    @property
    def mark(self) -> str | None:
        """The gravest mark whose threshold the loss certainly reaches."""
        if not self.checked:
            return None
        return next((mark for mark, threshold in MARKS.items() if self.points.low >= threshold), None)


def second_games(rollouts: int) -> range:
    """Return games on luck that was not used to choose the better option."""
    return range(rollouts, rollouts * (1 + SECOND_FACTOR))


def last_games(rollouts: int) -> range:
    """Return many games on luck that was not used before: these decide."""
    return range(rollouts * (1 + SECOND_FACTOR), rollouts * (1 + SECOND_FACTOR + LAST_FACTOR))


def find_loss(evaluator: RolloutEvaluator, box: Box, moment: Moment, after: Numbers, rollouts: int) -> Loss | None:
    """Return what a decision cost, given the results of games `after` it; None if nothing better was found."""
    seat, first = moment.seat, max(rollouts // FIRST_FRACTION, 1)
    default_actions = _default_actions(evaluator, box, moment)
    rivals = [option for option in dict.fromkeys([*moment.options, *default_actions]) if option != moment.done]
    if moment.forced or not rivals:
        return None
    tried = {rival: evaluator.play(rival, range(first)) for rival in rivals}
    ranked = sorted(rivals, key=lambda rival: -float(tried[rival][:, seat].mean()))
    finalists = dict.fromkeys([*ranked[:FINALISTS], *(rival for rival in default_actions if rival in tried)])
    known = {rival: np.concatenate([tried[rival], evaluator.play(rival, range(first, rollouts))]) for rival in finalists}
    better = max(known, key=lambda rival: float(known[rival][:, seat].mean()))
    points = mean_difference((known[better] - after)[:, seat])
    for games in (second_games(rollouts), last_games(rollouts)):
        if points.mean < SUSPICIOUS_LOSS:
            return Loss(better, points, False) if points.mean > 0 else None
        points = mean_difference((evaluator.play(better, games) - evaluator.play(moment.done, games))[:, seat])
    return Loss(better, points, True) if points.mean > 0 else None


def _default_actions(evaluator: RolloutEvaluator, box: Box, moment: Moment) -> list[Action]:
    """Return what the review's agent would do, perhaps an offer or bid that is not listed; empty if that is illegal."""
    default_action = evaluator.default_action()
    if check(box.record, moment.state, default_action) != ALLOWED:
        return []
    return [Action(*spoken(box, default_action))]


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


def judge_trade(evaluator: RolloutEvaluator, box: Box, moment: Moment, rollouts: int) -> Trade | None:
    """Return the trade that a decision made, with its changes; None if it accepted nothing."""
    if moment.done.kind != ACCEPT:
        return None
    games = last_games(rollouts)
    change = evaluator.play(moment.done, games) - evaluator.play(Action(REFUSE), games)
    changes = tuple(mean_difference(change[:, seat]) for seat in range(change.shape[1]))
    terms = terms_text(box, offer_on_table(moment.state))
    return Trade(moment.number, moment.turn, int(moment.state.offer_from), moment.seat, terms, changes)


@dataclass(frozen=True)
class DecisionReview:
    """The win probabilities before a decision, what it changed, what it cost, and what it traded."""

    before: tuple[float, ...]
    worth: Worth
    loss: Loss | None
    trade: Trade | None

    def as_dict(self) -> dict[str, Any]:
        """Return the review as a dictionary for JSON, which `read_decision_review` reads back."""
        return {
            "before": list(self.before),
            "change": self.worth.means.tolist(),
            "variances": self.worth.variances.tolist(),
            "loss": None if self.loss is None else asdict(self.loss),
            "trade": None if self.trade is None else asdict(self.trade),
        }


def read_decision_review(values: dict[str, Any]) -> DecisionReview:
    """Read a decision review from the dictionary of `as_dict`."""
    loss, trade = values["loss"], values["trade"]
    if loss is not None:
        loss = Loss(Action(*loss["better"]), Estimate(**loss["points"]), loss["checked"])
    if trade is not None:
        trade = Trade(**trade | {"changes": tuple(Estimate(**change) for change in trade["changes"])})
    return DecisionReview(
        tuple(values["before"]), Worth(np.array(values["change"]), np.array(values["variances"])), loss, trade
    )
