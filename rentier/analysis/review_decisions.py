"""The decisions of a game that is reviewed, and what is found about each: what it threw away, and the verdict on its trade.

What a decision threw away is the chance to win after the best other option found, less the chance after what was done. Both are
measured before the dice and cards that follow, on the same imagined luck. First every option is tried in some games, then the
best few in more. What looks like a loss then may be the luck of the best of many, so it is measured again on fresh luck, and if
it still looks like one, in many more games on luck that is fresh again: only these count. A decision is marked where the loss
less its error is above a threshold. A trade is judged by what accepting it changed for every seat, against refusing it.
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
from rentier.game.reasons import FINE
from rentier.game.state import GameRecord
from rentier.game.words import A_HOTEL, A_HOUSE, ACCEPT, BID_OR_PASS, BUY_OR_NOT, COUNTER, OFFER, REFUSE, RESPOND, Action
from rentier.game_api import Game
from rentier.layout import Numbers
from rentier.narration.sentences import seat_names
from rentier.record.actions import offer_on_table, parse_action, spoken, terms_text
from rentier.record.games import WHAT
from rentier.search.rollout_evaluator import RolloutEvaluator

# the marks, with the share of a win that was thrown away for certain; the gravest first
MARKS = {"blunder": 0.15, "mistake": 0.10, "slip": 0.05}
SUSPICION = 0.05  # what looks like so much is measured again
FIRST_LOOK = 5  # every option is tried in one game out of so many
FINALISTS = 2  # so many of them in all games, and what the agents would do
SECOND_LOOK, LAST_LOOK = 4, 12  # so many times as many games are played where a suspicion is, and where it stays
EVEN = 0.03  # a change that is smaller than this for certain is none to speak of


@dataclass(frozen=True)
class Moment:
    """One decision: `number` counts from 1, `options` are what was listed besides offers."""

    number: int
    round: int
    turn: int
    seat: int
    decision: str
    subject: str  # what it was about, where the action does not say it
    done: Action
    text: str
    options: tuple[Action, ...]
    forced: bool  # nothing else was allowed
    state: GameRecord


def read_moments(record: str) -> tuple[Game, list[Moment]]:
    """The game of a record as it ends, and its decisions one by one."""
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
    """The decision a game waits for, and how it was taken."""
    listed = [Action(*action) for action in game.legal_actions()]
    done = Action(*parse_action(game.box, text))
    options = tuple(action for action in listed if action.kind not in (OFFER, COUNTER))
    place = (number, game.round, game.turn, int(game.state.actor), game.decision, subject_of(game))
    return Moment(*place, done, text, options, listed == [done], copy.copy(game.state))


def subject_of(game: Game, names: Sequence[str] | None = None) -> str:
    """What a decision is about where its actions do not say it: the offer, the lot, the square.

    `names` of the players; their seats unless given.
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


def find_loss(evaluator: RolloutEvaluator, box: Box, moment: Moment, after: Numbers, rollouts: int) -> Loss | None:
    """What was thrown away, by the results of games `after` what was done; None where nothing better was found."""
    seat, first = moment.seat, max(rollouts // FIRST_LOOK, 1)
    default_action = _default_action(evaluator, box, moment)
    rivals = [option for option in dict.fromkeys([*moment.options, *default_action]) if option != moment.done]
    if moment.forced or not rivals:
        return None
    tried = {rival: evaluator.play(rival, range(first)) for rival in rivals}
    ranked = sorted(rivals, key=lambda rival: -float(tried[rival][:, seat].mean()))
    finalists = dict.fromkeys([*ranked[:FINALISTS], *(rival for rival in default_action if rival in tried)])
    known = {rival: np.concatenate([tried[rival], evaluator.play(rival, range(first, rollouts))]) for rival in finalists}
    better = max(known, key=lambda rival: float(known[rival][:, seat].mean()))
    points = mean_difference((known[better] - after)[:, seat])
    for games in (second_games(rollouts), last_games(rollouts)):
        if points.mean < SUSPICION:
            return Loss(better, points, False) if points.mean > 0 else None
        points = mean_difference((evaluator.play(better, games) - evaluator.play(moment.done, games))[:, seat])
    return Loss(better, points, True) if points.mean > 0 else None


def _default_action(evaluator: RolloutEvaluator, box: Box, moment: Moment) -> list[Action]:
    """What the agents of the review would do, if they keep to the rules: an offer or a bid that no list has, perhaps."""
    default_action = evaluator.default_action()
    if check(box.record, moment.state, default_action) != FINE:
        return []
    return [Action(*spoken(box, default_action))]


@dataclass(frozen=True)
class Trade:
    """An offer that was accepted. `changes`: of each seat's chance to win, by seat."""

    decision: int
    turn: int
    proposer: int
    other: int
    terms: str
    changes: tuple[Estimate, ...]

    @property
    def verdict(self) -> str:
        """For both sides, then for those who were not in it and whom it touched."""
        words = [word_for(change) for change in self.changes]
        sides = [f"{words[seat]} for seat {seat}" for seat in (self.proposer, self.other)]
        if words[self.proposer] == words[self.other]:
            sides = [f"{words[self.proposer]} for both"]
        outside = [seat for seat in range(len(words)) if seat not in (self.proposer, self.other)]
        for word in ("good", "bad"):
            touched = [str(seat) for seat in outside if words[seat] == word]
            if touched:
                sides.append(f"{word} for {'seat' if len(touched) == 1 else 'seats'} {' and '.join(touched)}, not in it")
        return "; ".join(sides)


def word_for(change: Estimate) -> str:
    """What a change means: even where it is little for certain, good or bad where that is certain, else open."""
    if max(-change.low, change.high) < EVEN:
        return "even"
    return "good" if change.low > 0 else "bad" if change.high < 0 else "open"


def judge_trade(evaluator: RolloutEvaluator, box: Box, moment: Moment, rollouts: int) -> Trade | None:
    """The trade that a decision made; None where it accepted nothing."""
    if moment.done.kind != ACCEPT:
        return None
    games = last_games(rollouts)
    change = evaluator.play(moment.done, games) - evaluator.play(Action(REFUSE), games)
    changes = tuple(mean_difference(change[:, seat]) for seat in range(change.shape[1]))
    terms = terms_text(box, offer_on_table(moment.state))
    return Trade(moment.number, moment.turn, int(moment.state.offer_from), moment.seat, terms, changes)


@dataclass(frozen=True)
class DecisionReview:
    """The chances before a decision, what it changed, what it threw away, and what it traded."""

    before: tuple[float, ...]
    worth: Worth
    loss: Loss | None
    trade: Trade | None

    def as_dict(self) -> dict[str, Any]:
        """The look for JSON, from which `read_decision_review` makes the same again."""
        return {
            "before": list(self.before),
            "change": self.worth.means.tolist(),
            "variances": self.worth.variances.tolist(),
            "loss": None if self.loss is None else asdict(self.loss),
            "trade": None if self.trade is None else asdict(self.trade),
        }


def read_decision_review(values: dict[str, Any]) -> DecisionReview:
    """A look that was put away."""
    loss, trade = values["loss"], values["trade"]
    if loss is not None:
        loss = Loss(Action(*loss["better"]), Estimate(**loss["points"]), loss["checked"])
    if trade is not None:
        trade = Trade(**trade | {"changes": tuple(Estimate(**change) for change in trade["changes"])})
    return DecisionReview(
        tuple(values["before"]), Worth(np.array(values["change"]), np.array(values["variances"])), loss, trade
    )
