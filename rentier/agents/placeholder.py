"""The stand-in for a Python agent in the compiled game loop; a separate module, so that it is compiled only when needed."""

from __future__ import annotations

from rentier.agents.mind import MindRecord, action, agent, plain
from rentier.agents.thinkers import ANSWERED, STATUS, WAITING
from rentier.box.record import BoxRecord
from rentier.game.state import GameRecord
from rentier.game.words import Action

ASKED = -2  # a kind of action that the rules never allow, so that the loop stops


@agent
def ask_in_python(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Return the Python agent's answer if it is there; else stop the loop to ask for it."""
    if mind.memory[STATUS] == ANSWERED:
        mind.memory[STATUS] = 0
        return action(mind.actions, 0)
    mind.memory[STATUS] = WAITING
    return plain(ASKED, 0, 0)
