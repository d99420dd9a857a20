"""The advice of a search in words: why its choice is better than the next candidate, and whose play it assumes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import ACCEPT, BUY, DECLINE, REFUSE, Action
from rentier.narration.reasons import Reasons
from rentier.search.thoughts import Thought

OPPOSITES = {ACCEPT: REFUSE, REFUSE: ACCEPT, BUY: DECLINE, DECLINE: BUY}
ASSUMING = ("opponents", "player")  # the settings of searches that name who plays on


def assumed_agent(search: Agent) -> str:
    """Return the spec of the agent that a search assumes for the other players."""
    assumed = [option for name, option in dict(search.options).items() if name in ASSUMING]
    return next(option.spec for option in assumed if isinstance(option, Agent))


def why_choice(box: Box, game: GameRecord, thought: Thought, names: Sequence[str] | None, you: int | None = None) -> str:
    """Return why the choice of a search is better than its opposite or the next candidate; empty if no reason is found."""
    best = thought.best
    tried = [one.action for one in thought.candidates if one.action != best and not math.isnan(one.value)]
    others = [Action(OPPOSITES[best.kind])] if best.kind in OPPOSITES else tried[:1]
    return "".join(Reasons(box, names, int(game.players), you).why_better(game, best, other) for other in others)
