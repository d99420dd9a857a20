"""How likely an opponent is to accept a deal: a mixture of the answers of known agents, which goes on learning during the game.

A deal is described by a few features. For each known agent a logistic regression says how likely it is to accept
(`constants/answers.toml`, made by `scripts/fit_acceptance.py`). A new opponent may be like any of them. After every answer, the
agents that would have answered the same way count more, so the mixture soon predicts an opponent that is like one of them. For
others, every answer also moves the weights of all agents by a small step, as in online logistic regression.
"""

from __future__ import annotations

import math

from rentier.agents.answers import (
    ANSWERS,
    COMPLETES_ASKED,
    COMPLETES_ASKER,
    CONSTANT,
    FEATURES,
    GAIN,
    GAIN_IN_PRICE,
    GAINS,
    GAINS_IN_PRICE,
    GETS_DEEDS,
    GIVES_DEEDS,
    LOSS,
    LOSS_IN_PRICE,
    NEARER_A_SET,
    PAYS,
    TYPES,
)
from rentier.agents.basics import completed, fewest_lacking, listed_worth
from rentier.agents.mind import MindRecord
from rentier.agents.offer_memory import END_OF_DEALS
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.state import GameRecord
from rentier.game.trades import possessions
from rentier.game.words import Action
from rentier.layout import wide
from rentier.network.shape import SEATS

FULL_GAIN = 0.05  # a gain or loss in win probability that counts as 1, as do larger ones
SURE = 0.998  # no agent is taken to accept or refuse with a higher probability than this
RATE = 0.2  # the size of a step
KEPT = 0.98  # of what is known about an opponent's likeness to each agent, after another answer: newer ones count more

# in the memory for real numbers: for each seat its steps and its likeness to each agent (the log of a probability, plus a
# constant), then the features of the last offer and those of the offer that is considered
STEPS = 0
LIKENESS = STEPS + SEATS * FEATURES
ASKED_FEATURES = LIKENESS + SEATS * TYPES
FIRST_FEATURE = ASKED_FEATURES + FEATURES
END_OF_FEATURES = FIRST_FEATURE + FEATURES
# in the memory: the player who was asked, plus 1, the player who asked, and the deeds and jail cards of the offer
ASKED, ASKER, ASKED_GIVE, ASKED_TAKE = range(END_OF_DEALS, END_OF_DEALS + 4)


@compiled
def describe(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action, gained: float) -> None:
    """Write the features of an offer; `gained`: how much win probability the other player gains by the network's estimate."""
    own, theirs = game.deeds[game.actor] + 0, game.deeds[offer.target] + 0
    give, take = offer.give & box.deeds, offer.take & box.deeds
    gets, gives = listed_worth(box, offer.give), listed_worth(box, offer.take)
    price = (offer.amount + gets - gives) / (abs(offer.amount) + gets + gives + 1)
    features = mind.real_memory[FIRST_FEATURE:]
    features[CONSTANT] = 1.0
    features[GAINS] = 1.0 if gained > 0.0 else 0.0
    features[GAIN] = min(max(gained / FULL_GAIN, 0.0), 1.0)
    features[LOSS] = min(max(-gained / FULL_GAIN, 0.0), 1.0)
    features[GAINS_IN_PRICE] = 1.0 if price > 0.0 else 0.0
    features[GAIN_IN_PRICE] = max(price, 0.0)
    features[LOSS_IN_PRICE] = max(-price, 0.0)
    features[COMPLETES_ASKER] = 1.0 if completed(box, own, (own & ~give) | take) != 0 else 0.0
    features[COMPLETES_ASKED] = 1.0 if completed(box, theirs, (theirs & ~take) | give) != 0 else 0.0
    before = fewest_lacking(box, theirs, give | take)
    features[NEARER_A_SET] = 1.0 if fewest_lacking(box, (theirs & ~take) | give, give | take) < before else 0.0
    features[PAYS] = max(-offer.amount, 0) / (game.cash[offer.target] + 1)
    features[GETS_DEEDS] = 1.0 if give != 0 else 0.0
    features[GIVES_DEEDS] = 1.0 if take != 0 else 0.0


@compiled
def accepted_by(mind: MindRecord, kind: int, seat: int, first: int) -> float:
    """Return the probability that a seat accepts a deal if it is like a known agent; the features begin at index `first`."""
    total = 0.0
    for number in range(FEATURES):
        weight = ANSWERS[kind, number] + mind.real_memory[STEPS + seat * FEATURES + number]
        total += weight * mind.real_memory[first + number]
    return min(max(1.0 / (1.0 + math.exp(-total)), 1.0 - SURE), SURE)


@compiled
def acceptance(mind: MindRecord, seat: int, first: int) -> float:
    """Return the probability that a seat accepts a deal; the features begin at index `first` of the memory."""
    place = LIKENESS + seat * TYPES
    highest = mind.real_memory[place]
    for kind in range(1, TYPES):
        highest = max(highest, mind.real_memory[place + kind])
    total = accepted = 0.0
    for kind in range(TYPES):
        likeness = math.exp(mind.real_memory[place + kind] - highest)
        total += likeness
        accepted += likeness * accepted_by(mind, kind, seat, first)
    return accepted / total


@compiled
def learn_from(mind: MindRecord, seat: int, accepted: bool) -> None:
    """Learn from a seat's answer to the last offer."""
    error = (1.0 if accepted else 0.0) - acceptance(mind, seat, ASKED_FEATURES)
    for kind in range(TYPES):
        probability = accepted_by(mind, kind, seat, ASKED_FEATURES)
        place = LIKENESS + seat * TYPES + kind
        mind.real_memory[place] = KEPT * mind.real_memory[place] + math.log(probability if accepted else 1.0 - probability)
    for number in range(FEATURES):
        mind.real_memory[STEPS + seat * FEATURES + number] += RATE * error * mind.real_memory[ASKED_FEATURES + number]


@compiled
def await_answer(game: GameRecord, mind: MindRecord, offer: Action) -> None:
    """Note an offer that is made now, after `describe`."""
    mind.memory[ASKED] = offer.target + 1
    mind.memory[ASKER] = game.actor
    mind.memory[ASKED_GIVE] = offer.give
    mind.memory[ASKED_TAKE] = offer.take
    for number in range(FEATURES):
        mind.real_memory[ASKED_FEATURES + number] = mind.real_memory[FIRST_FEATURE + number]


@compiled
def learn_answer(game: GameRecord, mind: MindRecord) -> None:
    """Learn from the answer to the last offer when its player acts again.

    It was accepted if deeds or jail cards of it have changed hands.
    """
    asked = mind.memory[ASKED] - 1
    if asked < 0 or game.actor != mind.memory[ASKER]:
        return
    mind.memory[ASKED] = 0
    own, theirs = possessions(game, wide(game.actor)), possessions(game, asked)
    came = own & mind.memory[ASKED_TAKE] != 0 or theirs & mind.memory[ASKED_GIVE] != 0
    learn_from(mind, asked, bool(came))
