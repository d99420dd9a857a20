"""An agent of Rentier behind the protocol: each question's position is read into a game, and the agent decides on it.

It sees what any program sees: the luck is not there, and its random numbers come from the seed it is told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.agents.seated import SeatedAgent
from rentier.agents.specs import parse_agent
from rentier.box import load_box
from rentier.record.actions import action_text
from rentier.record.position import read_position
from rentier.referee.protocol import Message


class RentierAgent:
    """Plays for one seat at a time."""

    def __init__(self, spec: str) -> None:
        """Loaded, and compiled where it has to be, before the judge is answered."""
        self.agent = parse_agent(spec)
        self.agent.function  # noqa: B018 - loads its machine code
        self.seated: SeatedAgent | None = None

    def begin(self, message: Message) -> None:
        """A game begins: under its rules, with an empty memory and random numbers of its own."""
        box = load_box(message["rules"], message["overrides"])
        self.key: Any = np.uint64(message["seed"])
        self.seated = SeatedAgent(box, self.agent, int(message["players"]), self.key)

    def hear(self, message: Message) -> None:
        """Every question has the whole position: nothing need be remembered."""

    def answer(self, question: Message) -> str:
        """The action that it decides on."""
        assert self.seated is not None, "a question before a game"
        box = self.seated.box
        game = read_position(question["position"], self.key, box).game
        return action_text(box, self.seated.ask(game))
