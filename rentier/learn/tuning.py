"""A whole tuning run: the search for better settings of an agent, then the test of what it found."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.agents.numbers import numbers_by_name
from rentier.agents.specs import Agent
from rentier.arena.executors import Jobs
from rentier.arena.limits import part_seed
from rentier.arena.match import Progress
from rentier.learn.candidate_log import CandidateLog
from rentier.learn.fitness import contest_wins, play_contest
from rentier.learn.plan import MOST_GENERATIONS, Plan, whole_blocks
from rentier.learn.tune import CMA, GRID, Search, cma, grid, one_at_a_time
from rentier.learn.validation import TEST_PART, Validation, validate

assert MOST_GENERATIONS < TEST_PART, "no round may have the luck of the test"

Watch = Callable[[int, Agent, float], None]  # called for every candidate with its round, the agent, and its win rate


@dataclass(frozen=True)
class Tuned:
    """The result of a tuning run."""

    plan: Plan
    search: Search[float]
    agent: Agent
    validation: Validation
    seconds: float

    @property
    def settings(self) -> Mapping[str, float]:
        """All settings of the tuned agent, by name."""
        return numbers_by_name(self.plan.space.kind, self.agent.settings)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as `rentier tune --json` writes it."""
        space = self.plan.space
        rounds = [
            {
                "candidates": len(played.shares),
                "mean": sum(played.shares) / len(played.shares),
                "best": played.shares[played.best],
                "best_settings": numbers_by_name(space.kind, space.numbers(played.candidates[played.best])),
            }
            for played in self.search.rounds
        ]
        found = {"spec": self.agent.spec, "settings": self.settings}
        return {**self.plan.facts, "rounds": rounds, "tuned": found, "test": self.validation.as_dict(), "seconds": self.seconds}


def tune(
    plan: Plan, jobs: Jobs = 1, out: Path | None = None, progress: Progress | None = None, watch: Watch | None = None
) -> Tuned:
    """Search and test. `out` is a folder to save the games in and to resume from; the result does not depend on either."""
    plan.check()
    space = plan.space
    begin = time.perf_counter()
    log = CandidateLog(out, plan.facts, [dial.name for dial in space.dials])
    search = _search(plan, _Rounds(plan, log, jobs, progress, watch))
    tuned = space.agent(search.found)
    validation = validate(plan.contest, space.start, tuned, plan.test_games, plan.seed, jobs, progress, out)
    return Tuned(plan, search, tuned, validation, time.perf_counter() - begin)


def _search(plan: Plan, evaluate: _Rounds) -> Search[float]:
    """Search by the method of the plan."""
    dials = plan.space.dials
    if plan.method == CMA:
        bounds = [(dial.low, dial.high) for dial in dials]
        return cma(plan.space.begin, bounds, evaluate, plan.generations, plan.population, plan.seed)
    if plan.method == GRID:
        return grid([dial.values for dial in dials], evaluate)
    return one_at_a_time(plan.space.begin, [(place, dial.values) for place, dial in enumerate(dials)], evaluate)


@dataclass
class _Rounds:
    """Plays the candidates of a round; candidates with the same settings after rounding share their games."""

    plan: Plan
    log: CandidateLog
    jobs: Jobs
    progress: Progress | None
    watch: Watch | None

    def __call__(self, number: int, candidates: Sequence[tuple[float, ...]]) -> list[float]:
        return [self._share(number, candidate) for candidate in candidates]

    def _share(self, number: int, candidate: tuple[float, ...]) -> float:
        plan, contest = self.plan, self.plan.contest
        agent = plan.space.agent(candidate)
        numbers = tuple(agent.settings[dial.place] for dial in plan.space.dials)
        games = whole_blocks(plan.games, contest.seats)
        if (number, numbers) not in self.log.wins:
            result = play_contest(contest, agent, games, part_seed(plan.seed, number), self.jobs, self.progress)
            self.log.add(number, numbers, contest_wins(contest, result), games)
        elif self.progress is not None:
            self.progress(games)
        share = self.log.wins[number, numbers] / games
        if self.watch is not None:
            self.watch(number, agent, share)
        return share
