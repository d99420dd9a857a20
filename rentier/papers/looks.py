"""Networks looked at in the course of their trainings: how strong they are, and whether a work's table has the same shape.

A figure has the luck of the games and the spread of the networks behind it; how far networks of one trial lie apart is seen
over all trials of a table together, as a few of each would tell little. A row about order (`best`, `place`) agrees where
the work's order is one that ours may be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rentier.arena.results import MatchResult
from rentier.arena.statistics import deviations, share_interval
from rentier.errors import RentierError, unknown
from rentier.papers.measures import Measured
from rentier.papers.training_plan import TrainingPlan
from rentier.papers.verdicts import AGREES, BEYOND, DIFFERS, TOO_FEW, RowReport, judge
from rentier.papers.works import Row

MEASURES = ("best", "place", "wins", "answers", "duel")
TOO_NEAR = "what was tried is too near each other to be put in order"


@dataclass(frozen=True)
class Won:
    """Games won in a contest, of those that somebody won, and the 95 % interval of their share in percent."""

    opponent: str
    wins: int
    decided: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """In percent."""
        return 100 * self.wins / max(self.decided, 1)


def won_by(result: MatchResult, own: int) -> Won:
    """What the first agents of a match won together."""
    wins, decided = sum(result.summary.wins[:own]), result.games - result.draws
    interval = share_interval(result.summary.blocks, range(own))
    low, high = (100 * min(1.0, end * result.games / max(decided, 1)) for end in interval[:2])
    return Won(result.agents[-1], wins, decided, low, high)


@dataclass(frozen=True)
class Outcome:
    """What a network came to: its contests, and how many of the queried offers it answers rightly."""

    contests: tuple[Won, ...]
    answers: int


@dataclass(frozen=True)
class Look:
    """The networks of a trial, one a run, at one time of their training.

    `trial`: what was tried; `value`: where it stands in a picture; `theirs`: the work's average wins; `beside`: the outcomes of
    all looks of its table.
    """

    what: str
    trial: str
    value: float | None
    theirs: float | None
    outcomes: tuple[Outcome, ...]
    beside: tuple[tuple[Outcome, ...], ...] = ()

    @cached_property
    def strength(self) -> Measured:
        """The mean share of wins over all contests and networks."""
        return self._share(lambda outcome: outcome.contests)

    def against(self, opponent: str) -> Measured:
        """The share of wins against one opponent."""
        opponents = [won.opponent for won in self.outcomes[0].contests]
        if opponent not in opponents:
            raise RentierError(unknown("opponent", opponent, opponents))
        return self._share(lambda outcome: [outcome.contests[opponents.index(opponent)]])

    @property
    def answers(self) -> Measured:
        """The mean number of right answers."""
        own = [outcome.answers for outcome in self.outcomes]
        reach = reach_of(own, [[outcome.answers for outcome in look] for look in self.beside or (self.outcomes,)])
        mean = math.fsum(own) / len(own)
        return Measured(mean, mean - reach, mean + reach)

    def _share(self, contests: Callable[[Outcome], Sequence[Won]]) -> Measured:
        """The mean share of wins in some contests of each network."""
        all_runs = [[mean_won(contests(outcome)) for outcome in look] for look in self.beside or (self.outcomes,)]
        return mean_share([contests(outcome) for outcome in self.outcomes], all_runs)

    def as_dict(self) -> dict[str, Any]:
        """The look as `rentier reproduce --json` writes it."""
        opponents = [won.opponent for won in self.outcomes[0].contests]
        return {
            "what": self.what,
            "value": self.value,
            "average_wins_of_the_work": self.theirs,
            "average_wins": self.strength.as_dict(),
            "wins": {opponent: self.against(opponent).as_dict() for opponent in opponents},
            "right_answers": self.answers.as_dict(),
        }


def mean_won(contests: Sequence[Won]) -> float:
    """The mean share of wins in some contests, in percent."""
    return math.fsum(won.share for won in contests) / len(contests)


def reach_of(own: Sequence[float], groups: Sequence[Sequence[float]]) -> float:
    """How far the mean of some networks may be off, by the spread within all groups of them; infinite where nothing tells."""
    freedom = sum(len(group) - 1 for group in groups)
    if freedom == 0:
        return math.inf
    squares = [(value - math.fsum(group) / len(group)) ** 2 for group in groups for value in group]
    return deviations(freedom + 1) * math.sqrt(math.fsum(squares) / freedom / len(own))


def mean_share(runs: Sequence[Sequence[Won]], groups: Sequence[Sequence[float]]) -> Measured:
    """The mean share of some contests of several networks, in percent; `groups`: the shares that tell how networks spread.

    Its interval is that of the luck of all games (Zou & Donner 2008, as the gauntlet has it) or of the spread of the networks,
    whichever goes further: networks that all win every game have no spread, and a single one has none either.
    """
    contests = [won for run in runs for won in run]
    mean = mean_won(contests)
    below = math.hypot(*(won.share - won.low for won in contests)) / len(contests)
    above = math.hypot(*(won.high - won.share for won in contests)) / len(contests)
    spread = reach_of([mean_won(run) for run in runs], groups)
    reach = spread if math.isfinite(spread) else 0.0
    return Measured(mean, max(0.0, mean - max(below, reach)), min(100.0, mean + max(above, reach)), share=True)


def best_value(looks: Sequence[Look]) -> Measured:
    """The value of the strongest look, and the range of those that may be as strong."""
    strongest = max(looks, key=lambda look: look.strength.value)
    near = [_value(look) for look in looks if look.strength.high >= strongest.strength.low]
    return Measured(_value(strongest), min(near), max(near))


def place_of(look: Look, among: Sequence[Look]) -> Measured:
    """The place of a look by strength, 1 being the strongest, and the range of places that it may have."""
    own = look.strength
    others = [other.strength for other in among if other is not look]
    value = 1 + sum(other.value > own.value for other in others)
    low = 1 + sum(other.low > own.high for other in others)
    return Measured(value, low, len(among) - sum(other.high < own.low for other in others))


def _value(look: Look) -> float:
    if look.value is None:
        raise RentierError(f"{look.what}: has no value, and so there is no best one")
    return look.value


def judge_order(row: Row, ours: Measured, everything: tuple[float, float]) -> RowReport:
    """The verdict on a row about order: whether the work's is among those that ours may be, unless that is everything."""
    if row.figure is None:
        verdict, reason = BEYOND, ""
    elif (ours.low, ours.high) == everything:
        verdict, reason = TOO_FEW, TOO_NEAR
    elif ours.low <= row.figure <= ours.high:
        verdict, reason = AGREES, ""
    else:
        verdict, reason = DIFFERS, str(row.reason or "")
    return RowReport(row.what, row.figure, row.unit, ours, verdict, reason, 0)


def measure_row(row: Row, plan: TrainingPlan, looks: Sequence[Look], duels: Sequence[Measured]) -> RowReport:
    """A row with its verdict."""
    arguments = row.arguments
    if row.measure == "best":
        tried = [look for look in looks if look.trial == arguments.get("trial", look.trial)]
        values = [_value(look) for look in tried]
        return judge_order(row, best_value(tried), (min(values), max(values)))
    if row.measure == "place":
        among = [find_look(looks, what) for what in arguments.get("among", [look.what for look in looks])]
        return judge_order(row, place_of(find_look(looks, arguments["look"]), among), (1, len(among)))
    if row.measure == "wins":
        return judge(row, find_look(looks, arguments["look"]).against(arguments["against"]), plan.runs, plan.their_games)
    if row.measure == "answers":
        return judge(row, find_look(looks, arguments["look"]).answers, plan.runs, 1)
    if row.measure == "duel":
        return judge(row, duels[arguments.get("duel", 0)], plan.runs, plan.their_games)
    raise RentierError(unknown("measure", row.measure, MEASURES))


def find_look(looks: Sequence[Look], what: str) -> Look:
    """The look that a row names."""
    for look in looks:
        if look.what == what:
            return look
    raise RentierError(unknown("look", what, [look.what for look in looks]))
