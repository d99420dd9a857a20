"""An imagined table: the game that everybody sees beside one that is played on from it, with the agents who play there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rentier.agents.fouls import foul
from rentier.agents.seating import minds_needed, sit_down
from rentier.agents.specs import Agent
from rentier.agents.table import new_table
from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.records import many

KNOWN, IMAGINED = range(2)  # games: the one that everybody sees, and the one that is played on


class ImaginedTable:
    """Room for playing on. It never holds the luck of the known game: that of its table is imagined."""

    def __init__(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        """`agents`: one for each seat there can be, at a table of so many players."""
        self.games = many(GameRecord, 2)
        self.words = self.games.view(np.uint64).reshape(2, -1)
        self.known = self.games[KNOWN]
        self.table = new_table(box, agents, self.games[IMAGINED])
        self.seat(box, agents, players)

    def seat(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        """Let other agents sit down."""
        self.box = box
        self.agents = agents
        if len(self.table.minds) != minds_needed(agents):
            self.table = new_table(box, agents, self.table.game)
        sit_down(self.table.minds, box, agents, players)
        functions = tuple(agent.decide for agent in agents)
        self.table = self.table._replace(box=box.record, agents=functions)
        self.table.progress.trusted = all(agent.is_ours for agent in agents)

    def look(self, game: GameRecord) -> None:
        """Look at a state of the game."""
        self.games[KNOWN] = game

    def foul(self) -> RentierError:
        """The error that says who played what against the rules."""
        game = self.table.game
        action = Action(*self.table.progress.illegal.tolist())
        return foul(self.box, self.agents[game.actor].spec, game, action, "a rollout")
