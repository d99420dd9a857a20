"""Choosing by Q-values: of the options that are legal the one whose output is highest, or in training now and then any.

What was chosen is noted in the mind, so that a learner that watches the game knows which decisions a network took.
"""

from __future__ import annotations

from rentier.agents.basics import random_of
from rentier.agents.mind import MEMORY, MindRecord, chance
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import lowest
from rentier.game.state import GameRecord
from rentier.network.features import write_inputs
from rentier.network.memory import numbers_at
from rentier.network.options import best_option, see, weights_at

EXPLORE = 0  # its only setting, in training: how often it takes any option
CERTAIN = 1_000_000  # chances are drawn in millionths

# what a learner finds at the end of the memory: how many decisions were taken so, and of the last one which of the networks
# took it, the option, the legal ones as bits, and whether another one was thought better
ASKED, KIND, CHOSEN, LEGAL, STRAYED = range(MEMORY - 5, MEMORY)
SEEN = 0  # where the mind keeps what the network saw


@compiled
def choose(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, kind: int, legal: int) -> int:
    """One of the legal options, a set of numbers as bits that is not empty. One alone is no decision."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    network = mind.network
    write_inputs(box, game, seat, network.features, mind.seen[SEEN])
    weights = numbers_at(weights_at(network, kind), network.number)
    see(network, weights, mind.seen[SEEN], mind.answers)
    best = best_option(network, weights, mind.answers, legal)
    chosen = best
    if mind.settings[EXPLORE] > 0 and chance(mind, CERTAIN) < mind.settings[EXPLORE] * CERTAIN:
        chosen = random_of(mind, legal)
    mind.memory[ASKED] += 1
    mind.memory[KIND] = kind
    mind.memory[CHOSEN] = chosen
    mind.memory[LEGAL] = legal
    mind.memory[STRAYED] = 1 if chosen != best else 0
    return chosen
