"""The review of a game: win probabilities over time, the cost of decisions, luck against decisions, a verdict on every trade.

    review = review_game(Path("game.toml").read_text())
    for decision in review.marked: ...

All probabilities are means of rollouts that agents play, each with its own luck; the luck of the record is never used.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from rentier.agents.specs import Agent
from rentier.analysis.options import DEFAULT_CUT, DEFAULT_ROLLOUTS, FEWEST_ROLLOUTS, MOST_ROLLOUTS
from rentier.analysis.review_decisions import DecisionReview, Loss, Trade, find_loss, judge_trade
from rentier.analysis.review_estimates import Account, Worth, make_accounts, measure, worth_of_state
from rentier.analysis.review_judge import Judge, make_assumption
from rentier.analysis.review_moments import Moment, read_moments
from rentier.arena.limits import MOST_JOBS, check_number
from rentier.game.luck import key_of
from rentier.game.state import GameRecord
from rentier.game_api import Game, read_seed
from rentier.layout import Numbers
from rentier.narration.reasons import Reasons
from rentier.narration.sentences import agent_names
from rentier.pools import Pool
from rentier.record.actions import action_text
from rentier.record.games import read_record


@dataclass(frozen=True)
class Decision:
    """A decision of the game: the seats' win probabilities before it, and how it changed them, averaged over what follows."""

    number: int
    round: int
    turn: int
    seat: int
    decision: str
    subject: str  # what it was about: an offer, a lot, a square; empty if that is clear
    done: str
    forced: bool
    before: tuple[float, ...]
    change: tuple[float, ...]
    loss: Loss | None
    better: str | None  # the text of a better action
    why: str  # why that was better, if the loss was confirmed and a reason is found
    why_you: str  # the same, said to the player

    @property
    def mark(self) -> str | None:
        """Its mark (slip, mistake or blunder), or None if it did not certainly cost 5 points or more."""
        return None if self.loss is None else self.loss.mark


@dataclass(frozen=True)
class Review:
    """All findings. `end`: the win probabilities at the end of the record, or the result if the game is over."""

    game: Game  # at its end
    names: tuple[str, ...]  # the players, if the record names them
    agents: tuple[str, ...]  # the agents that play the rollouts
    cut: int | None  # the turns after which a network values a rollout; None: it is played to its end
    rollouts: int
    seed: int
    decisions: tuple[Decision, ...]
    end: tuple[float, ...]
    accounts: tuple[Account, ...]
    trades: tuple[Trade, ...]
    seconds: float

    @property
    def marked(self) -> list[Decision]:
        """The decisions with a mark, the worst first."""
        found = [(-decision.loss.points.mean, decision) for decision in self.decisions if decision.loss and decision.mark]
        return [decision for _, decision in sorted(found, key=lambda pair: pair[0])]

    def worst(self, seat: int | None = None) -> Decision | None:
        """Return the worst decision of a seat, or of all: the one that certainly cost most; None if none certainly cost."""
        found = [one for one in self.decisions if one.loss and one.loss.is_certain and seat in (None, one.seat)]
        return max(found, key=lambda one: one.loss.points.low if one.loss else 0.0, default=None)

    def as_dict(self) -> dict[str, Any]:
        """Return the review as a dictionary for JSON."""
        game = self.game
        return {
            "rules": game.rules,
            "switches": dict(game.box.overrides),
            "players": list(self.names),
            "over": game.over,
            "winners": list(game.winners),
            "rounds": game.round,
            "turns": game.turn,
            "agents": list(self.agents),
            "cut": self.cut,
            "rollouts": self.rollouts,
            "seed": self.seed,
            "decisions": [_decision_dict(decision) for decision in self.decisions],
            "end": list(self.end),
            "seats": [asdict(account) for account in self.accounts],
            "trades": [asdict(trade) | {"verdict": trade.verdict} for trade in self.trades],
            "seconds": self.seconds,
        }


def _decision_dict(decision: Decision) -> dict[str, Any]:
    """Return a decision as a dictionary for JSON, with its loss and its mark."""
    written = asdict(decision)
    loss = decision.loss
    written["loss"] = None if loss is None else asdict(loss.points) | {"checked": loss.checked}
    return written | {"mark": decision.mark}


def review_game(
    record: str,
    agents: Sequence[Agent] = (),
    rollouts: int = DEFAULT_ROLLOUTS,
    seed: int = 0,
    jobs: int = 1,
    cut: int | None = DEFAULT_CUT,
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Review the game of a record; a seed gives the same result with any number of jobs.

    `agents`: one for each seat or one for all, by default `selfplay` without offers. `cut`: the turns after which a network
    values each rollout; None: it is played to its end. `progress` is called with 1 after every decision.
    """
    start = time.perf_counter()
    reviewing = Reviewing(record, agents, rollouts, seed, jobs, cut)
    review = reviewing.finish(reviewing.review_all(progress))
    return replace(review, seconds=time.perf_counter() - start)


class Reviewing:
    """A review in progress: `chances` for a first picture, `review_decision` for each decision, and `finish` at the end.

    Each decision is reviewed with its own luck. The findings depend only on the decision and the seed, so decisions may be
    reviewed in any order, by any number of threads, and the results be stored elsewhere meanwhile. Decisions count from 1.
    """

    def __init__(
        self,
        record: str,
        agents: Sequence[Agent] = (),
        rollouts: int = DEFAULT_ROLLOUTS,
        seed: int = 0,
        jobs: int = 1,
        cut: int | None = DEFAULT_CUT,
    ) -> None:
        check_number("rollouts", rollouts, FEWEST_ROLLOUTS, MOST_ROLLOUTS)
        check_number("jobs", jobs, 1, MOST_JOBS)
        self.end, self.moments = read_moments(record)
        self.names = read_record(record).agents
        self.assumption = make_assumption(self.end.box, self.end.players, agents, cut)
        self.rollouts = rollouts
        self.seed = seed
        self._key = read_seed(seed)
        self._judges = [Judge(self.end.box, self.end.players, self.assumption) for _ in range(min(jobs, len(self.moments)))]

    def chances(self, number: int) -> tuple[float, ...]:
        """Return the seats' win probabilities before a decision, the same as in its review, at a fraction of the cost."""
        self._set_moment(self._judges[0], number)
        return _means(self._judges[0].evaluator.play_on(range(self.rollouts)))

    def review_decision(self, number: int) -> DecisionReview:
        """Return what a decision changed, what it cost, and the verdict on its trade."""
        return self._review_decision(self._judges[0], number)

    def review_all(self, progress: Callable[[int], None] | None = None) -> list[DecisionReview]:
        """Review every decision, each with a free judge."""
        reviews = []
        with Pool(self._judges) as pool:
            for reviewed in pool.map(self._review_decision, range(1, len(self.moments) + 1)):
                reviews.append(reviewed)
                if progress is not None:
                    progress(1)
        return reviews

    def finish(self, reviews: Sequence[DecisionReview]) -> Review:
        """Return the review, from the reviews of all decisions in order."""
        last = self._final_worth()
        start = self._worth_of_state(self.moments[0].state, len(self.moments))
        return Review(
            game=self.end,
            names=self.names,
            agents=self.assumption.specs,
            cut=self.assumption.cut,
            rollouts=self.rollouts,
            seed=self.seed,
            decisions=tuple(
                _decision(self.end, moment, reviewed) for moment, reviewed in zip(self.moments, reviews, strict=True)
            ),
            end=_shares(last.means),
            accounts=make_accounts(
                start, last, [reviewed.worth for reviewed in reviews], [moment.seat for moment in self.moments]
            ),
            trades=tuple(reviewed.trade for reviewed in reviews if reviewed.trade is not None),
            seconds=0.0,
        )

    def _set_moment(self, judge: Judge, number: int) -> Moment:
        """Set a judge to the state before a decision, with the luck of that decision."""
        moment = self.moments[number - 1]
        judge.evaluator.set_state(moment.state, key_of(self._key, number - 1))
        return moment

    def _review_decision(self, judge: Judge, number: int) -> DecisionReview:
        moment = self._set_moment(judge, number)
        before, after, worth = measure(judge.evaluator, moment.done, self.rollouts)
        loss = find_loss(judge, moment, after, self.rollouts)
        trade = judge_trade(judge, moment, self.rollouts)
        return DecisionReview(
            _means(before), worth, loss, trade, self._why(moment, loss, None), self._why(moment, loss, moment.seat)
        )

    def _why(self, moment: Moment, loss: Loss | None, you: int | None) -> str:
        """Return why a decision was worse than the better one, said to a seat or to all; empty if its loss is not certain."""
        if loss is None or not loss.is_certain:
            return ""
        reasons = Reasons(self.end.box, agent_names(self.names) or None, self.end.players, you)
        return reasons.why_worse(moment.state, moment.done, loss.better)

    def _final_worth(self) -> Worth:
        """Return the result, or the win probabilities if the record ends before the game does."""
        if not self.end.over:
            return self._worth_of_state(self.end.state, len(self.moments) + 1)
        winners = self.end.winners
        shares = [(seat in winners) / max(len(winners), 1) for seat in range(self.end.players)]
        return Worth(np.array(shares), np.zeros(len(shares)))

    def _worth_of_state(self, state: GameRecord, number: int) -> Worth:
        """Return the seats' win probabilities in a state, on luck that belongs to no decision."""
        judge = self._judges[0]
        judge.evaluator.set_state(state, key_of(self._key, number))
        return worth_of_state(judge, self.rollouts)


def _means(results: Numbers) -> tuple[float, ...]:
    """Return the win probability of each seat, from the results of games."""
    return _shares(results.mean(axis=0))


def _shares(means: Numbers) -> tuple[float, ...]:
    return tuple(map(float, means))


def _decision(game: Game, moment: Moment, reviewed: DecisionReview) -> Decision:
    """Return a decision with its findings."""
    place = (moment.number, moment.round, moment.turn, moment.seat, moment.decision, moment.subject, moment.text)
    better = None if reviewed.loss is None else action_text(game.box, reviewed.loss.better)
    worth = _shares(reviewed.worth.means)
    return Decision(*place, moment.forced, reviewed.before, worth, reviewed.loss, better, reviewed.why, reviewed.why_you)
