"""Agents that think in Python, decision by decision: slower than compiled ones, free to use whatever Python has.

    class Careful:
        def __init__(self, options):
            ...

        def begin(self, key):
            ...

        def decide(self, box, game):
            return Action(ROLL)

In the compiled loop of play a placeholder sits for such an agent (see `placeholder`). It answers that Python is to be asked;
the loop stops there, Python writes the thinker's answer into the placeholder's mind, and the loop goes on with it as with any
other action.
"""

from __future__ import annotations

import copy
from typing import Any, Protocol

from rentier.agents.mind import MindRecord
from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import Action

STATUS = 0  # where a placeholder remembers whether it ...
WAITING, ANSWERED = 1, 2  # ... has asked, or has the answer as the first of its actions


class Thinker(Protocol):
    """An agent at one table. It is made anew for every table with a mapping of its options, and never sees the luck."""

    def begin(self, key: Any) -> None:
        """A game begins; `key`, a word of 64 bits, is new for every agent in every game: its random numbers come from it."""

    def decide(self, box: Box, game: GameRecord) -> Action:
        """What the player to act does. The game is what everybody sees; it is not to be changed."""


def is_waiting(mind: MindRecord) -> bool:
    """Whether the placeholder with this mind waits for its thinker."""
    return bool(mind.memory[STATUS] == WAITING)


def answer(mind: MindRecord, action: Action) -> None:
    """Hand the placeholder its thinker's answer."""
    mind.actions[0] = action
    mind.memory[STATUS] = ANSWERED


def ask(thinker: Thinker, box: Box, game: GameRecord) -> Action:
    """A thinker's answer. It is shown a copy of the game, which only the rules change."""
    return Action(*map(int, thinker.decide(box, copy.copy(game))))
