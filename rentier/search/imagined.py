"""An imagined table: the game that everybody sees beside one that is played on from it, with the agents who play there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rentier.agents.specs import Agent
from rentier.agents.table import AgentsTable
from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.state import GameRecord
from rentier.layout import many

KNOWN, IMAGINED = range(2)  # games: the one that everybody sees, and the one that is played on


class ImaginedTable(AgentsTable):
    """Room for playing on. It never holds the luck of the known game: that of its table is imagined."""

    def __init__(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        """`agents`: one for each seat there can be, at a table of so many players."""
        self.games = many(GameRecord, 2)
        self.words = self.games.view(np.uint64).reshape(2, -1)
        self.known = self.games[KNOWN]
        super().__init__(box, agents, players, self.games[IMAGINED])
        self.table.progress.trusted = all(agent.is_ours for agent in agents)

    def look(self, game: GameRecord) -> None:
        """Look at a state of the game."""
        self.words[KNOWN] = np.frombuffer(game.data, np.uint64)

    def broken(self) -> RentierError:
        """The error that says who played what against the rules."""
        return self.refusal("a rollout")
