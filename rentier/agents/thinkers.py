"""Python agents, which are asked decision by decision: slower than compiled ones, but free to use all of Python.

    class Careful:
        def __init__(self, options):
            ...

        def begin(self, key):
            ...

        def decide(self, box, game):
            return Action(ROLL)

In the compiled game loop a placeholder plays for such an agent (see `placeholder`). Its action stops the loop; Python then asks
the agent's thinker, writes the answer into the placeholder's mind and restarts the loop, which takes it as any other action.
"""

from __future__ import annotations

import copy
from typing import Any, Protocol

from rentier.agents.mind import MindRecord
from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import Action

STATUS = 0  # the index of a placeholder's memory for its status:
WAITING, ANSWERED = 1, 2  # waiting for an answer, or the answer is the first of its mind's actions


class Thinker(Protocol):
    """A Python agent at one table. Every table makes a new one from a mapping of its options; it never sees the luck."""

    def begin(self, key: Any) -> None:
        """Begin a game; `key`, 64 bits that differ for every agent and game, is the seed of its random numbers."""

    def decide(self, box: Box, game: GameRecord) -> Action:
        """Return the action of the player to act. The game holds what everybody sees; do not change it."""


def is_waiting(mind: MindRecord) -> bool:
    """Whether the placeholder with this mind is waiting for its thinker."""
    return bool(mind.memory[STATUS] == WAITING)


def answer(mind: MindRecord, action: Action) -> None:
    """Hand the placeholder its thinker's answer."""
    mind.actions[0] = action
    mind.memory[STATUS] = ANSWERED


def ask(thinker: Thinker, box: Box, game: GameRecord) -> Action:
    """Return a thinker's answer. It gets a copy of the game, because only the rules may change the game."""
    return Action(*map(int, thinker.decide(box, copy.copy(game))))
