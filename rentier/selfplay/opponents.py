"""Opponents of the network that learns: past versions of it, and agents of the works.

They keep it from learning to beat only itself. The agents are those of the catalogue, compiled again for a smaller mind so that
thousands of games fit into the memory of a GPU: Berry's bot, phase 2 of the adjudicator, and reserve agents.
"""

from __future__ import annotations

from typing import NamedTuple

from rentier.agents import adjudicator, berry, reserve
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import Numbers
from rentier.selfplay.recompiled import recompiled

NO_OPPONENTS, PAST_VERSIONS, WORKS_AGENTS = range(3)  # of a slot
LEARNER, PAST, BOT, PHASE2, RESERVE, KINDS = range(6)  # of a seat; from BOT on, agents of the works
MIND_SETTINGS, MIND_MEMORY = 2, 4  # numbers that these agents use
MOST_RESERVE = 400  # cash that a reserve agent spends down to; it raises money below half of its reserve


class Mind(NamedTuple):
    """The parts of a mind that these agents use."""

    settings: Numbers
    memory: Numbers


_bot, _phase2, _reserve = map(recompiled, (berry.bot, adjudicator.phase2, reserve.decide))


@compiled
def decide_as(who: int, box: BoxRecord, game: GameRecord, mind: Mind) -> Action:
    """Return the action of an agent of the works."""
    if who == BOT:
        action: Action = _bot(box, game, mind)
    elif who == PHASE2:
        action = _phase2(box, game, mind)
    else:
        action = _reserve(box, game, mind)
    return action
