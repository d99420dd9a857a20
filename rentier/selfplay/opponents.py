"""Opponents of the network that learns: past versions of it, and agents of the works.

They keep it from learning to beat only itself. The agents are those of the catalogue, compiled again for a smaller mind so that
thousands of games fit into the memory of a GPU: Berry's bot, phase 2 of the adjudicator, three agents of Sammul, and reserve
agents.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rentier.agents import adjudicator, berry, reserve, sammul
from rentier.agents.specs import parse_agent
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import Int64, Numbers, Record, Word
from rentier.selfplay.recompiled import recompiled
from rentier.selfplay.scripted import SAMMUL

NO_OPPONENTS, PAST_VERSIONS, WORKS_AGENTS = range(3)  # of a slot
LEARNER, PAST = range(2)  # of a seat
BOT, PHASE2, AGGRESSIVE, RESERVE, BAILIS, CAUTIOUS = range(2, 8)  # of a seat: agents of the works, in the order of `SCRIPTED`
MIND_SETTINGS, MIND_MEMORY = sammul.TRADES + 1, sammul.HIGHEST_COST + 1  # numbers that these agents use
SAMMUL_SETTINGS = np.array([parse_agent(name).settings for name in SAMMUL])  # one row each
MOST_RESERVE = 400  # cash that a reserve agent spends down to; it raises money below half of its reserve


class SmallMindRecord(Record):
    """The parts of a mind that these agents use."""

    key: Word
    draws: Int64
    settings: Annotated[Numbers, "f8", (MIND_SETTINGS,)]
    memory: Annotated[Numbers, "i8", (MIND_MEMORY,)]


_bot, _phase2, _reserve = map(recompiled, (berry.bot, adjudicator.phase2, reserve.decide))
_sammul = recompiled(sammul.decide)


@compiled
def decide_as(who: int, box: BoxRecord, game: GameRecord, mind: SmallMindRecord) -> Action:
    """Return the action of an agent of the works."""
    if who == BOT:
        action: Action = _bot(box, game, mind)
    elif who == PHASE2:
        action = _phase2(box, game, mind)
    elif who == RESERVE:
        action = _reserve(box, game, mind)
    else:
        action = _sammul(box, game, mind)
    return action
