"""Who plays the seats of a game besides the network that learns: past versions of it, and agents of the works.

So it does not learn to beat only itself. The agents are those of the catalogue, compiled again for a smaller mind, since
thousands of games have to fit into the memory of a GPU: Berry's bot, phase 2 of the adjudicator, and reserve agents.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rentier.agents import adjudicator, berry, reserve
from rentier.box.record import BoxRecord
from rentier.compiled import INTERPRETED, compiled
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import Numbers

NO_OPPONENTS, PAST_VERSIONS, WORKS_AGENTS = range(3)  # of a slot
LEARNER, PAST, BOT, PHASE2, RESERVE, KINDS = range(6)  # of a seat; what comes from BOT on is an agent of the works
MIND_SETTINGS, MIND_MEMORY = 2, 4  # as many as these agents use
MOST_KEPT = 400  # by a reserve agent: it spends above it, and raises money below at most half of it


class Mind(NamedTuple):
    """What these agents ask of a mind."""

    settings: Numbers
    memory: Numbers


def _anew(agent: Any) -> Any:
    """An agent of the catalogue, compiled for another mind."""
    return agent if INTERPRETED else compiled(agent.py_func)


_bot, _phase2, _reserve = map(_anew, (berry.bot, adjudicator.phase2, reserve.decide))


@compiled
def decide_as(who: int, box: BoxRecord, game: GameRecord, mind: Mind) -> Action:
    """What an agent of the works does."""
    if who == BOT:
        action: Action = _bot(box, game, mind)
    elif who == PHASE2:
        action = _phase2(box, game, mind)
    else:
        action = _reserve(box, game, mind)
    return action
