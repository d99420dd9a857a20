"""The review of a game: chances over time, what decisions threw away, luck and decisions apart, a verdict on every trade.

    review = review_game(Path("game.toml").read_text(), [parse_agent("aggressive")])
    for decision in review.marked: ...

All chances are shares of games that are played on by the agents named, each on luck of its own; the luck of the record is
never looked at.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from rentier.agents.specs import Agent
from rentier.analysis.options import FEWEST_ROLLOUTS, MOST_ROLLOUTS, USUAL_ROLLOUTS
from rentier.analysis.review_decisions import DecisionReview, Loss, Moment, Trade, find_loss, judge_trade, read_moments
from rentier.analysis.review_estimates import Account, Worth, make_accounts, measure, worth_of_standing
from rentier.arena.limits import MOST_JOBS, check_number
from rentier.game.luck import key_of
from rentier.game.state import GameRecord
from rentier.game_api import Game, read_seed
from rentier.layout import Numbers
from rentier.pools import Pool
from rentier.record.actions import action_text
from rentier.record.games import read_record
from rentier.search.rollout_evaluator import RolloutEvaluator


@dataclass(frozen=True)
class Decision:
    """A decision of the game: the chances of all seats before it, and how it changed them whatever dice and cards follow."""

    number: int
    round: int
    turn: int
    seat: int
    decision: str
    subject: str  # what it was about: an offer, a lot, a square; or nothing more to say
    done: str
    forced: bool
    before: tuple[float, ...]
    change: tuple[float, ...]
    loss: Loss | None
    better: str | None  # the text of what would have brought more

    @property
    def mark(self) -> str | None:
        """Whether it threw away much for certain."""
        return None if self.loss is None else self.loss.mark


@dataclass(frozen=True)
class Review:
    """All that was found. `end`: the chances at the end of the record, the result where the game is over."""

    game: Game  # as it ends
    names: tuple[str, ...]  # who played, where the record says it
    agents: tuple[str, ...]  # who plays on in rollouts
    rollouts: int
    seed: int
    decisions: tuple[Decision, ...]
    end: tuple[float, ...]
    accounts: tuple[Account, ...]
    trades: tuple[Trade, ...]
    seconds: float

    @property
    def marked(self) -> list[Decision]:
        """The decisions that threw away much for certain, the worst first."""
        found = [(-decision.loss.points.mean, decision) for decision in self.decisions if decision.loss and decision.mark]
        return [decision for _, decision in sorted(found, key=lambda pair: pair[0])]

    def as_dict(self) -> dict[str, Any]:
        """The review for JSON."""
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
            "rollouts": self.rollouts,
            "seed": self.seed,
            "decisions": [_decision_dict(decision) for decision in self.decisions],
            "end": list(self.end),
            "seats": [asdict(account) for account in self.accounts],
            "trades": [asdict(trade) | {"verdict": trade.verdict} for trade in self.trades],
            "seconds": self.seconds,
        }


def _decision_dict(decision: Decision) -> dict[str, Any]:
    """A decision for JSON: what was better and by how much beside the mark."""
    written = asdict(decision)
    loss = decision.loss
    written["loss"] = None if loss is None else asdict(loss.points) | {"checked": loss.checked}
    return written | {"mark": decision.mark}


def review_game(
    record: str,
    agents: Sequence[Agent],
    rollouts: int = USUAL_ROLLOUTS,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Review the game of a record, the same for a seed on any number of jobs; `progress` is told of every decision."""
    start = time.perf_counter()
    reviewing = Reviewing(record, agents, rollouts, seed, jobs)
    review = reviewing.finish(reviewing.review_all(progress))
    return replace(review, seconds=time.perf_counter() - start)


class Reviewing:
    """A review under way: `chances` for a first picture, a `look` at each decision, and `finish` when all are there.

    Each decision is looked at on luck of its own. What is found depends on the decision and the seed alone, so reviews may be
    made in any order, by any number of threads, and be kept elsewhere meanwhile. Decisions are counted from 1.
    """

    def __init__(
        self, record: str, agents: Sequence[Agent], rollouts: int = USUAL_ROLLOUTS, seed: int = 0, jobs: int = 1
    ) -> None:
        check_number("rollouts", rollouts, FEWEST_ROLLOUTS, MOST_ROLLOUTS)
        check_number("jobs", jobs, 1, MOST_JOBS)
        self.end, self.moments = read_moments(record)
        self.names = read_record(record).agents
        self.agents = tuple(agent.spec for agent in agents)
        self.rollouts = rollouts
        self.seed = seed
        self._key = read_seed(seed)
        self._evaluators = [
            RolloutEvaluator(self.end.box, agents, self.end.players) for _ in range(min(jobs, len(self.moments)))
        ]

    def chances(self, number: int) -> tuple[float, ...]:
        """The chances of all seats before a decision: those that a look at it finds, for a small part of the work."""
        moment = self._enter(self._evaluators[0], number)
        return _means(self._evaluators[0].play_freely(moment.done, range(self.rollouts))[0])

    def review_decision(self, number: int) -> DecisionReview:
        """What a decision changed, what it threw away, and what it traded."""
        return self._review_decision(self._evaluators[0], number)

    def review_all(self, told: Callable[[int], None] | None = None) -> list[DecisionReview]:
        """Look at every decision, each by an evaluator that is free."""
        reviews = []
        with Pool(self._evaluators) as pool:
            for reviewed in pool.map(self._review_decision, range(1, len(self.moments) + 1)):
                reviews.append(reviewed)
                if told is not None:
                    told(1)
        return reviews

    def finish(self, reviews: Sequence[DecisionReview]) -> Review:
        """The review, out of the looks at all decisions in their order."""
        last = self._at_the_end()
        start = self._standing(self.moments[0].state, len(self.moments))
        return Review(
            game=self.end,
            names=self.names,
            agents=self.agents,
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

    def _enter(self, evaluator: RolloutEvaluator, number: int) -> Moment:
        """Look at the state before a decision, on its own luck."""
        moment = self.moments[number - 1]
        evaluator.set_state(moment.state, key_of(self._key, number - 1))
        return moment

    def _review_decision(self, evaluator: RolloutEvaluator, number: int) -> DecisionReview:
        moment, box = self._enter(evaluator, number), self.end.box
        before, after, worth = measure(evaluator, moment.done, self.rollouts)
        loss = find_loss(evaluator, box, moment, after, self.rollouts)
        return DecisionReview(_means(before), worth, loss, judge_trade(evaluator, box, moment, self.rollouts))

    def _at_the_end(self) -> Worth:
        """The result, or the chances where the record ends before the game does."""
        if not self.end.over:
            return self._standing(self.end.state, len(self.moments) + 1)
        winners = self.end.winners
        shares = [(seat in winners) / max(len(winners), 1) for seat in range(self.end.players)]
        return Worth(np.array(shares), np.zeros(len(shares)))

    def _standing(self, state: GameRecord, number: int) -> Worth:
        """The chances of all seats in a state, on luck that belongs to no decision."""
        evaluator = self._evaluators[0]
        evaluator.set_state(state, key_of(self._key, number))
        return worth_of_standing(evaluator, self.rollouts)


def _means(results: Numbers) -> tuple[float, ...]:
    """The chance of each seat, from the results of games."""
    return _shares(results.mean(axis=0))


def _shares(means: Numbers) -> tuple[float, ...]:
    return tuple(map(float, means))


def _decision(game: Game, moment: Moment, reviewed: DecisionReview) -> Decision:
    """A decision as the review tells it."""
    place = (moment.number, moment.round, moment.turn, moment.seat, moment.decision, moment.subject, moment.text)
    better = None if reviewed.loss is None else action_text(game.box, reviewed.loss.better)
    return Decision(*place, moment.forced, reviewed.before, _shares(reviewed.worth.means), reviewed.loss, better)
