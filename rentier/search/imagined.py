"""An imagined table: the known game, a copy from which games are simulated, and the agents who play them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rentier.agents.specs import Agent
from rentier.agents.table import AgentsTable
from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.state import GameRecord
from rentier.layout import many

KNOWN, IMAGINED = range(2)  # games: the one that everybody sees, and the copy that is played on


class ImaginedTable(AgentsTable):
    """A table for simulating games from a known state. It never holds the real luck: that of its table is imagined."""

    def __init__(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        """`agents`: one for each possible seat; `players`: the number of players at the table."""
        self.games = many(GameRecord, 2)
        self.words = self.games.view(np.uint64).reshape(2, -1)
        self.known = self.games[KNOWN]
        super().__init__(box, agents, players, self.games[IMAGINED])
        self.table.progress.trusted = all(agent.is_ours for agent in agents)

    def set_game(self, game: GameRecord) -> None:
        """Set the known game to a state."""
        self.words[KNOWN] = np.frombuffer(game.data, np.uint64)

    def rule_error(self) -> RentierError:
        """Return the error that says who played which illegal action."""
        return self.refusal("a rollout")
