"""A network trained by self-play: it evaluates every choice and makes the one with the highest probability of winning.

It lists and evaluates choices as in training (see `choices`), with two differences. Training samples a few deals and by default
makes at most one offer in a turn; in play it considers all deals and makes several offers. For some turns it does not offer the
same deeds to the same player again: a player who refuses one deal may well accept another.
"""

from __future__ import annotations

import numpy as np

from rentier.agents.choices import ALL_SWAPS, choice_at, gains, is_sealed, list_choices, to_afterstate
from rentier.agents.mind import MEMORY, MindRecord, agent, plain, valuing
from rentier.agents.td_values import IMAGINED, see_now
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.bits import bit
from rentier.game.luck import mix
from rentier.game.state import GameRecord
from rentier.game.words import OFFER, OVER, Action
from rentier.layout import wide
from rentier.network.features import write_inputs
from rentier.network.layers import changed_sums, finish_hidden, first_sums, two_win_probabilities
from rentier.network.memory import numbers_at
from rentier.network.whole import relative_seat

NO_VALUE = -1.0  # of a choice that is out of the question
OFFERS = 0  # the index of its setting: the most offers that it makes in a turn
TURNS_REMEMBERED = 40  # it does not repeat an offer within this many turns
OFFERS_MADE, FIRST_OFFER = range(2)  # indices of its memory: the number of offers made, and the first of those it remembers
OFFERS_REMEMBERED = MEMORY - FIRST_OFFER
TURN_BITS = 16  # a remembered offer has its turn in these low bits and its hash in the others
TURN_MASK = (1 << TURN_BITS) - 1


@compiled
def win_probabilities_imagined(box: BoxRecord, mind: MindRecord, seat: int, other: int) -> tuple[float, float]:
    """Return the win probabilities of a seat and of another in the imagined state, updating the sums of `see_now`."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, mind.imagined, seat, network.features, mind.seen[IMAGINED])
    changed_sums(network, weights, mind.seen[seat], mind.sums[seat], mind.seen[IMAGINED], mind.answers[0])
    finish_hidden(network, weights, mind.answers)
    return two_win_probabilities(network, weights, mind.answers, relative_seat(mind.imagined, seat, other))


@compiled
def win_probabilities_now(game: GameRecord, mind: MindRecord, seat: int, other: int) -> tuple[float, float]:
    """Return the win probabilities of a seat and of another in the current state, from the sums of `see_now`."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    for node in range(network.nodes[0]):
        mind.answers[0, node] = mind.sums[seat, node]
    finish_hidden(network, weights, mind.answers)
    return two_win_probabilities(network, weights, mind.answers, relative_seat(game, seat, other))


@compiled
def offer_hash(offer: Action) -> int:
    """Hash an offer's recipient and deeds, ignoring cash."""
    bits = mix(np.uint64(offer.give), offer.target, offer.take)
    return wide(bits >> np.uint64(TURN_BITS + 1)) << TURN_BITS


@compiled
def remember_offer(game: GameRecord, mind: MindRecord, offer: Action) -> None:
    """Remember an offer, in place of the oldest one."""
    place = FIRST_OFFER + mind.memory[OFFERS_MADE] % OFFERS_REMEMBERED
    mind.memory[place] = offer_hash(offer) | (wide(game.turns) & TURN_MASK)
    mind.memory[OFFERS_MADE] += 1


@compiled
def was_offered(game: GameRecord, mind: MindRecord, offer: Action) -> bool:
    """Whether it has recently offered these deeds to this player."""
    digest = offer_hash(offer)
    for number in range(min(mind.memory[OFFERS_MADE], OFFERS_REMEMBERED)):
        remembered = mind.memory[FIRST_OFFER + number]
        when = remembered & TURN_MASK
        if remembered - when == digest and wide(game.turns) - when < TURNS_REMEMBERED:
            return True
    return False


@compiled
def list_own_choices(box: BoxRecord, game: GameRecord, mind: MindRecord) -> int:
    """List the choices of the player to act, with all deals while it may make another offer, and return their number."""
    swaps = ALL_SWAPS if game.offers_made[game.actor] < mind.settings[OFFERS] else 0
    return list_choices(box, game, swaps, np.uint64(0), mind.actions)


@compiled
def value_of_choice(box: BoxRecord, game: GameRecord, mind: MindRecord, choice: Action, least: float) -> float:
    """Return the win probability of the player to act after a choice, by the sums of `see_now`.

    NO_VALUE for an offer that was made lately, or by which the other player does not gain. That is looked at only if the
    probability is above `least`.
    """
    seat = game.actor + 0
    is_offer = choice.kind == OFFER
    if is_offer and was_offered(game, mind, choice):
        return NO_VALUE
    other = choice.target if is_offer else seat
    copy_record(mind.imagined, game)
    to_afterstate(box, mind.imagined, mind.imagined_luck, choice)
    own, theirs = win_probabilities_imagined(box, mind, seat, other)
    if is_offer and own > least and not gains(theirs, win_probabilities_now(game, mind, seat, other)[1]):
        return NO_VALUE
    return own


@compiled
def best(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int) -> Action:
    """Return the choice with the highest win probability; of sealed bids it is the highest that beats passing."""
    sealed = is_sealed(box, game)
    see_now(box, game, mind, game.actor + 0)
    chosen = 0
    most = first = value_of_choice(box, game, mind, choice_at(mind.actions, 0), NO_VALUE)
    for row in range(1, number):
        least = first if sealed else most
        own = value_of_choice(box, game, mind, choice_at(mind.actions, row), least)
        if own > least:
            most = own
            chosen = row
    return choice_at(mind.actions, chosen)


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Evaluate every choice and make the best."""
    if mind.network.weights == 0:  # no network is loaded
        return plain(-1, 0, 0)
    number = list_own_choices(box, game, mind)
    chosen = best(box, game, mind, number) if number > 1 else choice_at(mind.actions, 0)
    if chosen.kind == OFFER:
        remember_offer(game, mind, chosen)
    return chosen


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
