"""The candidates of a decision: what a network considers, and what several agents would do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rentier.agents.seated import SeatedAgent
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.game.check import check
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.record.actions import spoken
from rentier.search.considered import Considered

MOST_BY_NETWORK = 6


class Candidates:
    """Lists the candidates of decisions at tables with these rules and this number of players."""

    def __init__(self, box: Box, players: int, network: Agent, panel: Sequence[Agent]) -> None:
        self.box, self.players, self.network, self.panel = box, players, network, panel

    def of(self, game: GameRecord, done: Action, key: np.uint64) -> list[Action]:
        """Return the candidates of the player to act: what was done, what the panel would do, what the network considers."""
        found = [Action(*spoken(self.box, done))]
        for agent in self.panel:
            action = SeatedAgent(self.box, agent, self.players, key).ask(game)
            if check(self.box.record, game, action) == ALLOWED:
                found.append(Action(*spoken(self.box, action)))
        considered = Considered(self.box, self.network, key).options(game, MOST_BY_NETWORK)
        return list(dict.fromkeys([*found, *(Action(*spoken(self.box, option.action)) for option in considered)]))
