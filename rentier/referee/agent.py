"""An agent of Rentier behind the protocol: each question's position is read into a game, and the agent decides on it.

It sees what any program sees: the luck is not there, and its random numbers come from the seed it is told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.agents.mind import wake_mind
from rentier.agents.seating import seat_minds
from rentier.agents.specs import parse_agent
from rentier.agents.thinkers import ask
from rentier.box import Box, load_box
from rentier.game.words import Action
from rentier.record.actions import action_text
from rentier.record.position import read_position
from rentier.referee.protocol import Message


class RentierAgent:
    """Plays for one seat at a time."""

    def __init__(self, spec: str) -> None:
        """Loaded, and compiled where it has to be, before the judge is answered."""
        self.agent = parse_agent(spec)
        self.thinker = self.agent.thinker() if self.agent.thinks else None
        self.decide = None if self.agent.thinks else self.agent.decide
        self.box: Box | None = None
        self.minds: Any = None

    def begin(self, message: Message) -> None:
        """A game begins: under its rules, with an empty memory and random numbers of its own."""
        box = load_box(message["rules"], message["overrides"])
        key: Any = np.uint64(message["seed"])
        self.box, self.key = box, key
        # everybody at the table gets a mind, as a network looks at how many they are; only the first is used
        self.minds = seat_minds(box, [self.agent] * int(message["players"]))
        wake_mind(self.minds[0], key, 0)
        if self.thinker is not None:
            self.thinker.begin(self.minds[0].key)

    def hear(self, message: Message) -> None:
        """Every question has the whole position: nothing need be remembered."""

    def answer(self, question: Message) -> str:
        """The action that it decides on."""
        assert self.box is not None, "a question before a game"
        game = read_position(question["position"], self.key, self.box).game
        if self.thinker is not None:
            return action_text(self.box, ask(self.thinker, self.box, game))
        assert self.decide is not None
        return action_text(self.box, Action(*map(int, self.decide(self.box.record, game, self.minds[0]))))
