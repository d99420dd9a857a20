"""The grade of an agent: what its decisions cost, in points of win probability, over a fixed set of decisions.

The agent is asked about each position separately, as if it had just sat down. The loss is the win probability after the best
candidate minus that after the agent's action. Candidates were rolled out in advance; any other action is rolled out during
grading, and the best candidate again beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.agents.seated import SeatedAgent
from rentier.agents.specs import Agent, parse_agent
from rentier.box import Box, load_box
from rentier.errors import RentierError
from rentier.game.luck import key_of
from rentier.game.words import Action
from rentier.game_api import Game, read_seed
from rentier.grading.decisions import Decision
from rentier.grading.kinds import KINDS, PHASES
from rentier.grading.rolling import Rolled, difference
from rentier.pools import Pool
from rentier.record.actions import parse_action, spoken
from rentier.search.rollout_evaluator import RolloutEvaluator, Valuation
from rentier.search.thoughts import DEVIATIONS

EXTRA_ROLLOUTS = 144  # for an action that is not among the candidates
ROUNDS = 6  # of the table, after which these rollouts are cut, as those of the data set
PLAYER = "selfplay:offers=0"  # faster than the one of the data set, which makes one offer in a turn
WORST = 10


@dataclass(frozen=True)
class Loss:
    """What a decision of the agent cost. `is_new`: what it does was not among the candidates."""

    decision: Decision
    action: str
    points: float
    is_new: bool


@dataclass(frozen=True)
class Mean:
    """A mean loss in points, its 95 % interval, and the number of decisions."""

    mean: float
    low: float
    high: float
    decisions: int


@dataclass(frozen=True)
class Grade:
    """The grade of an agent. `refused`: the rules by which it cannot play, whose decisions were left out."""

    agent: str
    losses: tuple[Loss, ...]
    refused: tuple[str, ...]

    @property
    def mean(self) -> Mean:
        """The mean loss of all decisions."""
        return mean_of([loss.points for loss in self.losses])

    @property
    def new(self) -> int:
        """The number of actions that were not among the candidates."""
        return sum(loss.is_new for loss in self.losses)

    def by_kind(self) -> dict[str, Mean]:
        """Return the mean loss of each kind of decision."""
        return self._by(KINDS, lambda loss: loss.decision.kind)

    def by_phase(self) -> dict[str, Mean]:
        """Return the mean loss in each phase of the game."""
        return self._by(PHASES, lambda loss: loss.decision.phase)

    def worst(self) -> list[Loss]:
        """Return the decisions that cost most."""
        return sorted(self.losses, key=lambda loss: -loss.points)[:WORST]

    def _by(self, groups: Sequence[str], group_of: Callable[[Loss], str]) -> dict[str, Mean]:
        grouped = {group: [loss.points for loss in self.losses if group_of(loss) == group] for group in groups}
        return {group: mean_of(points) for group, points in grouped.items() if points}

    def as_dict(self) -> dict[str, Any]:
        """Return the grade as a dictionary for JSON."""
        groups = {"kinds": self.by_kind(), "phases": self.by_phase()}
        means = {name: {group: vars(mean) for group, mean in means.items()} for name, means in groups.items()}
        worst = [
            {"decision": loss.decision.number, "kind": loss.decision.kind, "action": loss.action, "points": loss.points}
            | {"better": loss.decision.candidates[0].action, "position": loss.decision.position}
            for loss in self.worst()
        ]
        losses = [{"decision": loss.decision.number, "action": loss.action, "points": loss.points} for loss in self.losses]
        about = {"agent": self.agent, "refused": list(self.refused), "new_actions": self.new}
        return about | {"mean": vars(self.mean)} | means | {"worst": worst, "losses": losses}


def mean_of(points: Sequence[float]) -> Mean:
    """Return the mean of some losses with its interval."""
    mean = float(np.mean(points))
    error = float(np.std(points, ddof=1)) / math.sqrt(len(points)) if len(points) > 1 else math.inf
    return Mean(mean, mean - DEVIATIONS * error, mean + DEVIATIONS * error, len(points))


def grade(
    agent: Agent,
    decisions: Sequence[Decision],
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Grade:
    """Grade an agent; a seed gives the same result with any number of jobs.

    `progress` is called with 1 after every decision.
    """
    refused = find_refused(agent, decisions)
    losses = []
    with Pool([Grader(agent, seed) for _job in range(jobs)]) as pool:
        for loss in pool.map(Grader.loss, (one for one in decisions if one.rules not in refused)):
            losses.append(loss)
            if progress is not None:
                progress(1)
    return Grade(agent.spec, tuple(losses), refused)


def find_refused(agent: Agent, decisions: Sequence[Decision]) -> tuple[str, ...]:
    """Return the rules of these decisions by which the agent cannot play; refuse an agent that can play by none of them."""
    rules = sorted({one.rules for one in decisions})
    reasons = {name: reason for name in rules if (reason := _refusal(agent, load_box(name)))}
    if rules and len(reasons) == len(rules):
        raise RentierError(reasons[rules[0]])
    return tuple(reasons)


def _refusal(agent: Agent, box: Box) -> str | None:
    """Return why an agent cannot play by some rules; None if it can."""
    try:
        SeatedAgent(box, agent, 2, np.uint64(0))
    except RentierError as error:
        return str(error)
    return None


def read_game(decision: Decision) -> Game:
    """Return the game of a decision; refuse a position that is damaged or over."""
    try:
        game = Game.from_position(decision.position, seed=0)
    except RentierError as error:
        raise RentierError(f"decision {decision.number}: {error}") from None
    if game.over:
        raise RentierError(f"decision {decision.number}: its game is over; there is nothing to decide")
    return game


class Grader:
    """Asks an agent for decisions, one after another. Use each grader in one thread only."""

    def __init__(self, agent: Agent, seed: int) -> None:
        self.agent, self.seed = agent, read_seed(seed)
        self._evaluators: dict[tuple[str, int, int], RolloutEvaluator] = {}

    def loss(self, decision: Decision) -> Loss:
        """Return what the agent's decision costs."""
        game = read_game(decision)
        key = key_of(self.seed, decision.number)
        done = SeatedAgent(game.box, self.agent, game.players, key).decide(game.state, f"decision {decision.number}")
        action = spoken(game.box, done)
        best = decision.candidates[0]
        known = {candidate.action: best.value - candidate.value for candidate in decision.candidates}
        is_new = action.text not in known
        lost = self._roll_out(game, best.action, action, key) if is_new else known[action.text]
        return Loss(decision, action.text, 100 * lost, is_new)

    def _roll_out(self, game: Game, best: str, action: Action, key: np.uint64) -> float:
        """Return how much better the best candidate is than an action that is not among the candidates."""
        evaluator, seat = self._evaluator(game), int(game.state.actor)
        evaluator.set_state(game.state, key)
        actions = [Action(*parse_action(game.box, best)), Action(*action)]
        first, second = (Rolled(one, evaluator.play(one, range(EXTRA_ROLLOUTS))[:, seat]) for one in actions)
        return difference(first, second).mean

    def _evaluator(self, game: Game) -> RolloutEvaluator:
        """Return an evaluator for the rules and players of a game; one is made for each."""
        left = int(game.state.in_play).bit_count()
        table = game.box.name, game.players, left
        if table not in self._evaluators:
            player = parse_agent(PLAYER)
            self._evaluators[table] = RolloutEvaluator(game.box, [player], game.players, Valuation(player, ROUNDS * left))
        return self._evaluators[table]
