"""Let a Rentier agent play through the protocol: read the position of each question into a game and let the agent decide.

The agent sees what any program sees: it does not know the luck, and its random numbers come from the seed it is sent.
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
    """A player that lets a Rentier agent decide, for one seat at a time."""

    def __init__(self, spec: str) -> None:
        """Load the agent, and compile it if necessary, before answering the judge."""
        self.agent = parse_agent(spec)
        self.agent.function  # noqa: B018 - loads its machine code
        self.seated: SeatedAgent | None = None

    def begin(self, message: Message) -> None:
        """Begin a game under its rules, with an empty memory and the agent's own random numbers."""
        box = load_box(message["rules"], message["overrides"])
        self.key: Any = np.uint64(message["seed"])
        self.seated = SeatedAgent(box, self.agent, int(message["players"]), self.key)

    def hear(self, message: Message) -> None:
        """Do nothing: every question contains the whole position."""

    def answer(self, question: Message) -> str:
        """Return the agent's action as text."""
        assert self.seated is not None, "a question before a game"
        box = self.seated.box
        game = read_position(question["position"], self.key, box).game
        return action_text(box, self.seated.ask(game))
