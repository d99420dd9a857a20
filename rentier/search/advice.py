"""The advice of a search in words: its choice, why it is better than the next candidate, and whose play it assumes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import ACCEPT, BUY, DECLINE, REFUSE, Action
from rentier.narration.reasons import Reasons
from rentier.record.actions import action_text
from rentier.search.thoughts import Thought

OPPOSITES = {ACCEPT: REFUSE, REFUSE: ACCEPT, BUY: DECLINE, DECLINE: BUY}
ASSUMING = ("opponents", "player")  # the settings of searches that name who plays on


class Advice(NamedTuple):
    """The choice of a search, why it is better than its opposite or the next candidate, and whose play that assumes."""

    choice: str
    why: str  # empty if no reason is found
    assumes: str

    @property
    def text(self) -> str:
        """The advice as sentences: first the choice, then the reason."""
        return f"{self.choice!r}, if the others play on like {self.assumes}. {self.why}".rstrip()


def advise(
    box: Box, game: GameRecord, search: Agent, thought: Thought, names: Sequence[str] | None = None, you: int | None = None
) -> Advice:
    """Return what a search advises, given what it found; said to the seat `you` or to all, by default with players' seats."""
    return Advice(action_text(box, thought.best), _why(box, game, thought, names, you), _assumed_agent(search))


def _assumed_agent(search: Agent) -> str:
    """Return the spec of the agent that a search assumes for the other players."""
    assumed = [option for name, option in dict(search.options).items() if name in ASSUMING]
    return next(option.spec for option in assumed if isinstance(option, Agent))


def _why(box: Box, game: GameRecord, thought: Thought, names: Sequence[str] | None, you: int | None) -> str:
    """Return why the choice of a search is better than its opposite or the next candidate; empty if no reason is found."""
    best = thought.best
    tried = [one.action for one in thought.candidates if one.action != best and not math.isnan(one.value)]
    others = [Action(OPPOSITES[best.kind])] if best.kind in OPPOSITES else tried[:1]
    return "".join(Reasons(box, names, int(game.players), you).why_better(game, best, other) for other in others)
