"""The candidates of a decision get rollouts until the best is known."""

from __future__ import annotations

import numpy as np

from rentier.game.words import BUY, DECLINE, MORTGAGE, Action
from rentier.grading.rolling import Contest

ACTIONS = [Action(BUY), Action(DECLINE), Action(MORTGAGE, 1)]


def rolled(*means: float, spread: float = 0.1, number: int = 400) -> Contest:
    """A contest after a round in which the candidates had these means, on luck of their own."""
    contest = Contest(ACTIONS)
    luck = np.random.default_rng(1)
    for mean, candidate in zip(means, contest.candidates, strict=True):
        noise = luck.normal(0, spread, number)
        candidate.add(mean + noise - noise.mean())
    contest.judge()
    return contest


def test_a_candidate_that_is_certainly_worse_gets_no_more_rollouts() -> None:
    contest = rolled(0.5, 0.2, 0.499)
    assert [one.is_open for one in contest.candidates] == [True, False, True]
    assert not contest.is_settled  # the other one may be better by more than half a point


def test_a_decision_is_settled_when_nothing_can_be_better_by_half_a_point() -> None:
    assert rolled(0.5, 0.2, 0.499, spread=0.01).is_settled
    assert rolled(0.5, 0.2, 0.3).is_settled


def test_candidates_are_ranked_by_their_distance_from_the_best() -> None:
    ranked = rolled(0.2, 0.5, 0.3).ranked()
    assert [one.action for one, _distance in ranked] == [ACTIONS[1], ACTIONS[2], ACTIONS[0]]
    assert [round(distance.mean, 3) for _one, distance in ranked] == [0, 0.2, 0.3]
    assert ranked[1][1].error > 0


def test_common_luck_does_not_count_as_error() -> None:
    contest = Contest(ACTIONS[:2])
    luck = np.random.default_rng(2).normal(0, 0.3, 100)
    for mean, candidate in zip((0.5, 0.49), contest.candidates, strict=True):
        candidate.add(mean + luck)
    contest.judge()
    assert contest.is_settled
    assert contest.ranked()[1][1].error < 1e-9
