"""An imagined table: the game that everybody sees beside one that is played on from it, with the agents who play there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types

from rentier.agents.fouls import foul
from rentier.agents.mind import MindRecord
from rentier.agents.seating import minds_needed, sit_down
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.compiled import compiled
from rentier.errors import RentierError
from rentier.game.state import GAME, GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, Action
from rentier.records import Numbers, many, new

KNOWN, IMAGINED = range(2)  # games: the one that everybody sees, and the one that is played on
GAMES = types.Array(GAME, 1, "C")
WORDS = types.Array(types.uint64, 2, "C")
ILLEGAL = types.Array(types.int64, 1, "C")


@compiled
def start_over(words: Numbers) -> None:
    """The imagined game stands where the known one does. `words` are the memory of both."""
    for place in range(words.shape[1]):
        words[IMAGINED, place] = words[KNOWN, place]


class ImaginedTable:
    """Room for playing on. It never holds the luck of the known game: `luck` is imagined."""

    def __init__(self) -> None:
        self.games = many(GameRecord, 2)
        self.words = self.games.view(np.uint64).reshape(2, -1)
        self.luck = new(LuckRecord)
        self.minds = many(MindRecord, MOST_SEATS)
        self.illegal = np.zeros(ACTION_NUMBERS, np.int64)

    def seat(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        """Let agents sit down, one for each seat there can be, at a table of so many players."""
        self.box = box
        self.agents = agents
        self.functions = tuple(agent.decide for agent in agents)
        self.checked = int(not all(agent.is_ours for agent in agents))
        if len(self.minds) != minds_needed(agents):
            self.minds = many(MindRecord, minds_needed(agents))
        sit_down(self.minds, box, agents, players)

    @property
    def parts(self) -> tuple[Any, Any, Any, Any, Any, Any]:
        """What compiled code plays with."""
        return self.box.record, self.games, self.words, self.luck, self.functions, self.minds

    def foul(self) -> RentierError:
        """The error that says who played what against the rules."""
        game = self.games[IMAGINED]
        return foul(self.box, self.agents[game.actor].spec, game, Action(*self.illegal.tolist()), "a rollout")
