"""An agent in a game that is played from Python."""

from __future__ import annotations

from typing import Any

from rentier.agents.illegal import illegal_action
from rentier.agents.mind import MindRecord, wake_mind
from rentier.agents.seating import minds_needed, seat_agents
from rentier.agents.specs import Agent
from rentier.agents.thinkers import ask
from rentier.box import Box
from rentier.game.check import check
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import many


class SeatedAgent:
    """An agent, compiled or in Python, in a game that is played from Python; its random numbers come from a key."""

    def __init__(self, box: Box, agent: Agent, players: int, key: Any, number: int = 0) -> None:
        self.box = box
        self.agent = agent
        self.minds = many(MindRecord, minds_needed([agent]))  # its own, and those of the agents that it is made of
        self.mind = self.minds[0]
        seat_agents(self.minds, box, [agent], players)
        wake_mind(self.mind, key, number)
        self.thinker = agent.thinker() if agent.is_python else None
        if self.thinker is not None:
            self.thinker.begin(self.mind.key)

    def ask(self, game: GameRecord) -> Action:
        """Return its action, unchecked."""
        if self.thinker is not None:
            return ask(self.thinker, self.box, game)
        return self.agent.decide(self.box.record, game, self.mind)

    def decide(self, game: GameRecord, where: str) -> Action:
        """Return its action; raise an error that names `where` if the action is illegal."""
        action = self.ask(game)
        if check(self.box.record, game, action) != ALLOWED:
            raise illegal_action(self.box, self.agent.spec, game, action, where)
        return action
