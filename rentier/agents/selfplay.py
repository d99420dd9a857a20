"""A network trained by self-play: it evaluates every choice and makes the one with the highest probability of winning.

It lists and evaluates choices as in training (see `choices`), with three differences. Training samples a few deals and by
default makes at most one offer in a turn. In play it considers all deals, makes several offers, and does not offer the same
deeds to the same player again for 40 turns: a player that refuses one deal may well accept another.
"""

from __future__ import annotations

from rentier.agents.best_choice import choose
from rentier.agents.mind import MindRecord, agent, valuing
from rentier.agents.td_values import IMAGINED
from rentier.box.record import BoxRecord
from rentier.game.bits import bit
from rentier.game.state import GameRecord
from rentier.game.words import OVER, Action
from rentier.network.features import write_inputs
from rentier.network.layers import finish_hidden, first_sums, two_win_probabilities
from rentier.network.memory import numbers_at


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Evaluate every choice and make the best."""
    return choose(box, game, mind, False)


@valuing
def value(box: BoxRecord, game: GameRecord, seat: int, mind: MindRecord) -> float:
    """Return the win probability of a seat according to the network."""
    if game.decision == OVER:
        return 1.0 if game.winners & bit(seat) != 0 else 0.0
    if mind.network.weights == 0:
        return 0.0
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, game, seat, network.features, mind.seen[IMAGINED])
    first_sums(network, weights, mind.seen[IMAGINED], mind.answers[0])
    finish_hidden(network, weights, mind.answers)
    return two_win_probabilities(network, weights, mind.answers, 0)[0]
