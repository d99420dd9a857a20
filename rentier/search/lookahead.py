"""An agent that looks ahead by rollouts: a network names the promising options, and rollouts show which is best.

After each option the game is played on for some turns by compiled agents, then the network estimates the win probability.
`halving` gives most rollouts to the best options. Backgammon programs judge decisions in this way (Tesauro and
Galperin 1996, "On-line policy improvement using Monte-Carlo search").
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.game.luck import key_of
from rentier.game.state import GameRecord
from rentier.game.words import ACCEPT, PROPOSALS, Action
from rentier.layout import Numbers
from rentier.pools import Pool
from rentier.search.considered import Considered
from rentier.search.halving import Budget, Tried, halve
from rentier.search.rollout_evaluator import RolloutEvaluator, Valuation
from rentier.search.thoughts import WIN_PROBABILITY, Effort, Thought

DEFAULT_ROLLOUTS = 200
ROLLOUTS_PER_OPTION = 16  # on average; so with fewer rollouts, fewer options are tried
FEWEST_OPTIONS, MOST_OPTIONS = 2, 16  # limits on the number of options, whatever the rollouts


@dataclass(frozen=True)
class Options:
    """The settings of the agent: those of `lookahead` in the catalogue."""

    rollouts: int | None
    ms: int | None
    cut: int
    value: Agent
    player: Agent
    jobs: int


class Lookahead:
    """The agent `lookahead`."""

    measure = WIN_PROBABILITY

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = Options(**options)
        self.begin(np.uint64(0))

    def begin(self, key: Any) -> None:
        """Begin a game: the search draws its random numbers from this key."""
        self.key = key
        self.decisions = 0
        self.seated: tuple[Box, int] | None = None  # the rules, and the number of players

    def decide(self, box: Box, game: GameRecord) -> Action:
        """Return the best option, and remember it if it proposes a deal."""
        chosen = self.think(box, game).best
        self.considered.remember(game, chosen)
        return chosen

    def think(self, box: Box, game: GameRecord) -> Thought:
        """Search the current decision and return the findings."""
        start = time.perf_counter()
        if self.seated != (box, int(game.players)):
            self._sit_down(box, int(game.players))
        tried = self._search(game)
        self.decisions += 1
        actions = np.array([one.option.action for one in tried], np.int64)
        sums = np.array([(len(one.results), one.results.sum(), (one.results**2).sum()) for one in tried])
        effort = Effort(int(sums[:, 0].sum()), 0, time.perf_counter() - start)
        return Thought(tried[0].option.action, actions, sums, effort)

    def _sit_down(self, box: Box, players: int) -> None:
        """Prepare for these rules and this number of players."""
        options = self.options
        self.seated = box, players
        self.considered = Considered(box, options.value, self.key)
        valuation = Valuation(options.value, options.cut)
        self.evaluators = [RolloutEvaluator(box, [options.player], players, valuation) for _job in range(options.jobs)]

    def _search(self, game: GameRecord) -> list[Tried]:
        """Return the options that were tried, the best first."""
        options, seat = self.options, int(game.actor)
        rollouts = DEFAULT_ROLLOUTS if options.rollouts is None and options.ms is None else options.rollouts
        budget = Budget(rollouts, None if options.ms is None else options.ms / 1000)
        affordable = MOST_OPTIONS if rollouts is None else rollouts // ROLLOUTS_PER_OPTION
        promising = self.considered.options(game, min(max(affordable, FEWEST_OPTIONS), MOST_OPTIONS))
        for evaluator in self.evaluators:
            evaluator.set_state(game, key_of(self.key, self.decisions))
        with Pool(self.evaluators) as pool:

            def play(tried: Sequence[Tried], rollouts: range) -> list[Numbers]:
                return list(pool.map(lambda evaluator, one: after(evaluator, one.option.action, rollouts)[:, seat], tried))

            return halve(promising, budget, play)


def after(evaluator: RolloutEvaluator, option: Action, rollouts: range) -> Numbers:
    """Return the results after an option. A proposed deal is taken to be accepted: `Option` says what a refusal leaves."""
    return evaluator.play(option, rollouts, Action(ACCEPT)) if option.kind in PROPOSALS else evaluator.play(option, rollouts)
