"""What sits in the compiled loop of play for an agent that thinks in Python; a file of its own, compiled where there is one."""

from __future__ import annotations

from rentier.agents.mind import MindRecord, action, agent, plain
from rentier.agents.thinkers import ANSWERED, LETTER, WAITING
from rentier.box.record import BoxRecord
from rentier.game.state import GameRecord
from rentier.game.words import Action

ASKED = -2  # a kind of action that no rule allows: the loop stops


@agent
def ask_in_python(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """The thinker's answer where it is there, else the question."""
    if mind.memory[LETTER] == ANSWERED:
        mind.memory[LETTER] = 0
        return action(mind.actions, 0)
    mind.memory[LETTER] = WAITING
    return plain(ASKED, 0, 0)
