"""Choosing by Q-values: the legal option with the highest output, or in training now and then a random one.

The choice is noted in the mind, so that a learner watching the game knows which decisions a network made.
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

EXPLORE = 0  # the index of its only setting, used in training: the probability of a random option
CERTAIN = 1_000_000  # probabilities are drawn in millionths

# for a learner, at the end of the memory: the number of such decisions, and of the last one: which network made it, the option
# chosen, the legal options as bits, and whether exploring replaced the best option
DECISIONS_MADE, KIND, CHOSEN, LEGAL, EXPLORED = range(MEMORY - 5, MEMORY)
SEEN = 0  # the row of the mind's `seen` that holds the network's inputs


@compiled
def choose(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, kind: int, legal: int) -> int:
    """Choose one of the legal options, given as non-empty bits. A single legal option is not counted as a decision."""
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
    mind.memory[DECISIONS_MADE] += 1
    mind.memory[KIND] = kind
    mind.memory[CHOSEN] = chosen
    mind.memory[LEGAL] = legal
    mind.memory[EXPLORED] = 1 if chosen != best else 0
    return chosen
