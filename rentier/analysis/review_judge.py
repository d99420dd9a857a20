"""The judge of a review: agents that play on from a decision, and a network that values their games and names the options.

By default the agents are `selfplay` without offers, and their games are cut after a few turns. Games can also be played to
their end; then no network values them, and every listed option is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rentier.agents.specs import Agent, parse_agent
from rentier.analysis.review_moments import Moment
from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.reasons import ALLOWED
from rentier.game.words import Action
from rentier.record.actions import spoken
from rentier.search.considered import Considered
from rentier.search.rollout_evaluator import RolloutEvaluator, Valuation

NETWORK, PLAYER = "selfplay", "selfplay:offers=0"
STAND_IN = "aggressive"  # plays where the network does not fit: more than six players, or a larger board
MOST_OPTIONS = 4  # that the network names
NEAR = 0.02  # an option that the network holds this much worse than the best is not tried
WHOLE_SPREAD, CUT_SPREAD = 1.0, 0.2  # how much results of one option may plausibly differ


@dataclass(frozen=True)
class Assumption:
    """Who plays on: one agent for each seat, or one for all; `cut`: the turns after which a network values a game, or None."""

    agents: tuple[Agent, ...]
    cut: int | None

    @property
    def specs(self) -> tuple[str, ...]:
        """The agents' specs."""
        return tuple(agent.spec for agent in self.agents)

    @property
    def valuation(self) -> Valuation | None:
        """Where games are cut and who values them; None if they are played to their end."""
        return None if self.cut is None else Valuation(parse_agent(NETWORK), self.cut)


def make_assumption(box: Box, players: int, agents: Sequence[Agent], cut: int | None) -> Assumption:
    """Return who plays on: these agents or, if none are named, the usual one for this game."""
    network = parse_agent(NETWORK).network
    try:
        if network is not None:
            network.check_fits(box, players)
    except RentierError as error:
        if not agents:
            return Assumption((parse_agent(STAND_IN),), None)
        if cut is not None:
            raise RentierError(f"{error}; play whole games instead (--whole)") from None
    return Assumption(tuple(agents) or (parse_agent(PLAYER),), cut)


class Judge:
    """Judges decisions one after another. Use each judge in one thread only."""

    def __init__(self, box: Box, players: int, assumption: Assumption) -> None:
        self.box = box
        self.evaluator = RolloutEvaluator(box, assumption.agents, players, assumption.valuation)
        self.spread = WHOLE_SPREAD if assumption.cut is None else CUT_SPREAD
        self._considered = None if assumption.cut is None else Considered(box, parse_agent(PLAYER), np.uint64(0))

    def default_actions(self, moment: Moment) -> list[Action]:
        """Return what the review's agent would do, perhaps an offer or bid that is not listed; empty if that is illegal."""
        default_action = self.evaluator.default_action()
        if check(self.box.record, moment.state, default_action) != ALLOWED:
            return []
        return [Action(*spoken(self.box, default_action))]

    def options(self, moment: Moment) -> list[Action]:
        """Return the options that are worth trying: those the network holds nearly best or, without one, all listed ones."""
        if self._considered is None:
            return list(moment.options)
        considered = self._considered.options(moment.state, MOST_OPTIONS)
        near = [option.action for option in considered if option.value > considered[0].value - NEAR]
        return [Action(*spoken(self.box, action)) for action in near]
