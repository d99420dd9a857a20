"""Evaluations of networks during their training: how strong they are, and whether a work's table has the same shape.

A figure varies with the luck of the games and from network to network. How much networks of one trial vary is estimated from
all trials of a table together, because the few of one trial would say little. A row about order (`best`, `place`) agrees if
the work's order is compatible with ours.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rentier.arena.results import MatchResult
from rentier.arena.statistics import deviations, share_interval, wilson_interval
from rentier.errors import RentierError, unknown
from rentier.papers.elo import rating
from rentier.papers.measures import Measured
from rentier.papers.training_plan import TrainingPlan
from rentier.papers.verdicts import AGREES, BEYOND, DIFFERS, TOO_FEW, RowReport, judge
from rentier.papers.works import Row

MEASURES = ("best", "place", "peak", "wins", "rating", "answers", "duel", "preference", "favourite", "chosen")
ONE_NETWORK = "one network a trial does not show how much others of the same training differ"
OTHER_OPPONENTS = "The networks that the work calculates its ratings by are lost; ours are against others"
GOOD_RATING = 1000  # of the networks whose choices the work counts
TOO_NEAR = "what was tried is too near each other to be put in order"


@dataclass(frozen=True)
class Won:
    """Games won in a contest, of those that were not drawn, and the 95 % interval of the win rate in percent."""

    opponent: str
    wins: int
    decided: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The win rate in percent."""
        return 100 * self.wins / max(self.decided, 1)


def won_by(result: MatchResult, own: int) -> Won:
    """Return what the first `own` agents of a match won together."""
    wins, decided = sum(result.summary.wins[:own]), result.games - result.draws
    interval = share_interval(result.summary.blocks, range(own))
    low, high = (100 * min(1.0, end * result.games / max(decided, 1)) for end in interval[:2])
    return Won(result.agents[-1], wins, decided, low, high)


@dataclass(frozen=True)
class Outcome:
    """The results of a network: its contests, and how many of the queried offers it answers correctly.

    `rankings`: for each kind of gift, the things it could be given, the one it likes best first.
    """

    contests: tuple[Won, ...]
    answers: int
    rankings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def rating(self) -> int:
        """Its rating by the work's arithmetic."""
        return rating(won.share for won in self.contests)


@dataclass(frozen=True)
class Evaluation:
    """The networks of a trial, one per run, at one point of their training.

    `trial`: what was tried; `value`: the x coordinate in a picture; `theirs`, `their_rating`: the work's average wins and its
    rating; `beside`: the outcomes of all evaluations of its table.
    """

    what: str
    trial: str
    value: float | None
    theirs: float | None
    outcomes: tuple[Outcome, ...]
    beside: tuple[tuple[Outcome, ...], ...] = ()
    their_rating: float | None = None

    @cached_property
    def strength(self) -> Measured:
        """The mean win rate over all contests and networks."""
        return self._share(lambda outcome: outcome.contests)

    def against(self, opponent: str) -> Measured:
        """Return the win rate against one opponent."""
        opponents = [won.opponent for won in self.outcomes[0].contests]
        if opponent not in opponents:
            raise RentierError(unknown("opponent", opponent, opponents))
        return self._share(lambda outcome: [outcome.contests[opponents.index(opponent)]])

    @property
    def answers(self) -> Measured:
        """The mean number of right answers."""
        return self._mean(lambda outcome: outcome.answers)

    @property
    def rating(self) -> Measured:
        """The mean rating by the work's arithmetic."""
        return replace(self._mean(lambda outcome: outcome.rating), apart=OTHER_OPPONENTS)

    def preference(self, give: str, pick: str) -> Measured:
        """Return the mean rank that networks give to something among all that they could be given; 1 is the best."""
        options = self.outcomes[0].rankings.get(give, ())
        if pick not in options:
            raise RentierError(unknown(give, pick, options))
        place = self._mean(lambda outcome: outcome.rankings[give].index(pick) + 1)
        return replace(place, low=max(place.low, 1), high=min(place.high, len(options)))

    def choices(self, give: str) -> str:
        """Return what the networks like best, as text."""
        liked = Counter(outcome.rankings[give][0] for outcome in self.outcomes if outcome.rankings.get(give))
        return ", ".join(pick if len(self.outcomes) == 1 else f"{pick} {times}" for pick, times in liked.most_common())

    def _mean(self, number: Callable[[Outcome], float]) -> Measured:
        """Return the mean of a number over the networks, with an interval from their spread."""
        own = [number(outcome) for outcome in self.outcomes]
        reach = reach_of(own, [[number(outcome) for outcome in evaluation] for evaluation in self.beside or (self.outcomes,)])
        mean = math.fsum(own) / len(own)
        return Measured(mean, mean - reach, mean + reach)

    def _share(self, contests: Callable[[Outcome], Sequence[Won]]) -> Measured:
        """Return the mean win rate in some contests of each network."""
        all_runs = [[mean_won(contests(outcome)) for outcome in evaluation] for evaluation in self.beside or (self.outcomes,)]
        return mean_share([contests(outcome) for outcome in self.outcomes], all_runs)

    def as_dict(self) -> dict[str, Any]:
        """Return the evaluation as `rentier reproduce --json` writes it."""
        opponents = [won.opponent for won in self.outcomes[0].contests]
        return {
            "what": self.what,
            "value": self.value,
            "average_wins_of_the_work": self.theirs,
            "average_wins": self.strength.as_dict(),
            "wins": {opponent: self.against(opponent).as_dict() for opponent in opponents},
            "rating_of_the_work": self.their_rating,
            "rating": self.rating.as_dict(),
            "right_answers": self.answers.as_dict(),
            "rather_have": {give: self.choices(give) for give in self.outcomes[0].rankings},
        }


def mean_won(contests: Sequence[Won]) -> float:
    """Return the mean win rate in some contests, in percent."""
    return math.fsum(won.share for won in contests) / len(contests)


def reach_of(own: Sequence[float], groups: Sequence[Sequence[float]]) -> float:
    """Return the half width of the interval of a mean over networks, from the spread within all groups; infinite if unknown."""
    freedom = sum(len(group) - 1 for group in groups)
    if freedom == 0:
        return math.inf
    squares = [(value - math.fsum(group) / len(group)) ** 2 for group in groups for value in group]
    return deviations(freedom + 1) * math.sqrt(math.fsum(squares) / freedom / len(own))


def mean_share(runs: Sequence[Sequence[Won]], groups: Sequence[Sequence[float]]) -> Measured:
    """Return the mean win rate in some contests of several networks, in percent; `groups`: win rates that show their spread.

    Its interval is that of the luck of all games (Zou & Donner 2008, as in the gauntlet) or of the spread of the networks,
    whichever is wider: networks that all win every game have no spread, and a single one has none either.
    """
    contests = [won for run in runs for won in run]
    mean = mean_won(contests)
    below = math.hypot(*(won.share - won.low for won in contests)) / len(contests)
    above = math.hypot(*(won.high - won.share for won in contests)) / len(contests)
    spread = reach_of([mean_won(run) for run in runs], groups)
    reach = spread if math.isfinite(spread) else 0.0
    return Measured(mean, max(0.0, mean - max(below, reach)), min(100.0, mean + max(above, reach)), share=True)


def best_value(evaluations: Sequence[Evaluation]) -> Measured:
    """Return the value of the strongest evaluation, and the range of those that may be as strong."""
    strongest = max(evaluations, key=lambda evaluation: evaluation.strength.value)
    near = [_value(evaluation) for evaluation in evaluations if evaluation.strength.high >= strongest.strength.low]
    return Measured(_value(strongest), min(near), max(near))


def place_of(evaluation: Evaluation, among: Sequence[Evaluation]) -> Measured:
    """Return the rank of an evaluation by strength, 1 being the strongest, and the range of ranks that it may have."""
    own = evaluation.strength
    others = [other.strength for other in among if other is not evaluation]
    value = 1 + sum(other.value > own.value for other in others)
    low = 1 + sum(other.low > own.high for other in others)
    return Measured(value, low, len(among) - sum(other.high < own.low for other in others))


def peak_of(evaluations: Sequence[Evaluation], trial: str) -> Evaluation:
    """Return the strongest evaluation of a trial."""
    return max(
        (evaluation for evaluation in evaluations if evaluation.trial == trial),
        key=lambda evaluation: evaluation.strength.value,
    )


def liked_best(evaluations: Sequence[Evaluation], give: str) -> tuple[Counter[str], Sequence[str]]:
    """Return how often each thing was liked best by networks with a good rating, and everything there was to choose from."""
    good = [
        outcome.rankings[give] for evaluation in evaluations for outcome in evaluation.outcomes if outcome.rating > GOOD_RATING
    ]
    return Counter(ranking[0] for ranking in good), evaluations[0].outcomes[0].rankings[give]


def chosen(evaluations: Sequence[Evaluation], give: str, pick: str) -> Measured:
    """Return the share of the networks with a good rating that like something best."""
    liked, options = liked_best(evaluations, give)
    if pick not in options:
        raise RentierError(unknown(give, pick, options))
    low, high = wilson_interval(liked[pick], liked.total())
    return Measured(100 * liked[pick] / max(liked.total(), 1), 100 * low, 100 * high, share=True)


def favourite(evaluations: Sequence[Evaluation], give: str, pick: str) -> Measured:
    """Return the rank of something by how many of the networks with a good rating like it best."""
    own = chosen(evaluations, give, pick)
    others = [chosen(evaluations, give, other) for other in liked_best(evaluations, give)[1] if other != pick]
    value = 1 + sum(other.value > own.value for other in others)
    low = 1 + sum(other.low > own.high for other in others)
    return Measured(value, low, 1 + sum(other.high >= own.low for other in others))


def _value(evaluation: Evaluation) -> float:
    if evaluation.value is None:
        raise RentierError(f"{evaluation.what}: has no value, so there is no best one")
    return evaluation.value


def judge_order(row: Row, ours: Measured, everything: tuple[float, float]) -> RowReport:
    """Return the verdict on a row about order: whether the work's is compatible with ours, unless every order is."""
    if row.figure is None:
        verdict, reason = BEYOND, ""
    elif (ours.low, ours.high) == everything:
        verdict, reason = TOO_FEW, TOO_NEAR
    elif ours.low <= row.figure <= ours.high:
        verdict, reason = AGREES, ""
    else:
        verdict, reason = DIFFERS, str(row.reason or "")
    return RowReport(row.what, row.figure, row.unit, ours, verdict, reason, 0)


def measure_row(row: Row, plan: TrainingPlan, evaluations: Sequence[Evaluation], duels: Sequence[Measured]) -> RowReport:
    """Return a row with its verdict; it is open if each trial has a single network, which shows no spread."""
    report = _measured(row, plan, evaluations, duels)
    over_all_evaluations = row.measure in ("favourite", "chosen")
    if plan.runs == 1 and not over_all_evaluations and report.verdict in (AGREES, DIFFERS):
        return replace(report, verdict=TOO_FEW, reason=ONE_NETWORK)
    return report


def _measured(row: Row, plan: TrainingPlan, evaluations: Sequence[Evaluation], duels: Sequence[Measured]) -> RowReport:
    """Return a row with its verdict, given the luck of the games and the spread of the networks."""
    arguments = row.arguments
    if row.measure == "best":
        tried = [evaluation for evaluation in evaluations if evaluation.trial == arguments.get("trial", evaluation.trial)]
        values = [_value(evaluation) for evaluation in tried]
        return judge_order(row, best_value(tried), (min(values), max(values)))
    if row.measure == "place":
        among = [
            find_evaluation(evaluations, what)
            for what in arguments.get("among", [evaluation.what for evaluation in evaluations])
        ]
        return judge_order(row, place_of(find_evaluation(evaluations, arguments["evaluation"]), among), (1, len(among)))
    if row.measure == "peak":
        peaks = [peak_of(evaluations, trial) for trial in dict.fromkeys(evaluation.trial for evaluation in evaluations)]
        return judge_order(row, place_of(peak_of(evaluations, arguments["trial"]), peaks), (1, len(peaks)))
    if row.measure in ("preference", "favourite"):
        give, pick = arguments["give"], arguments["pick"]
        of_one = row.measure == "preference"
        ours = (
            find_evaluation(evaluations, arguments["evaluation"]).preference(give, pick)
            if of_one
            else favourite(evaluations, give, pick)
        )
        return judge_order(row, ours, (1, len(evaluations[0].outcomes[0].rankings[give])))
    if row.measure == "chosen":
        return judge(row, chosen(evaluations, arguments["give"], arguments["pick"]), plan.runs, plan.their_games)
    if row.measure == "rating":
        return judge(row, find_evaluation(evaluations, arguments["evaluation"]).rating, plan.runs, 1)
    if row.measure == "wins":
        return judge(
            row,
            find_evaluation(evaluations, arguments["evaluation"]).against(arguments["against"]),
            plan.runs,
            plan.their_games,
        )
    if row.measure == "answers":
        return judge(row, find_evaluation(evaluations, arguments["evaluation"]).answers, plan.runs, 1)
    if row.measure == "duel":
        return judge(row, duels[arguments.get("duel", 0)], plan.runs, plan.their_games)
    raise RentierError(unknown("measure", row.measure, MEASURES))


def find_evaluation(evaluations: Sequence[Evaluation], what: str) -> Evaluation:
    """Return the evaluation that a row names."""
    for evaluation in evaluations:
        if evaluation.what == what:
            return evaluation
    raise RentierError(unknown("evaluation", what, [evaluation.what for evaluation in evaluations]))
