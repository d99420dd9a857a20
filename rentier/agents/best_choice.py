"""The best choice of a player whose network estimates every seat's win probability.

Every choice that is no offer is valued by the player's win probability after it. An offer is valued by its expected gain: what
the deal gains over the best other choice, times the probability that the other player accepts. A player that does not bargain
assumes that a deal is accepted if both sides gain by its own estimate, and otherwise refused. A player that bargains has learnt
during the game what each opponent accepts (`acceptance`), and answers an offer with a counter-offer if that is worth more than
accepting or refusing. A counter-offer costs the chance to accept: if it is refused, so is the offer that it answers. Among the
choices listed, counter-offers are offers to whoever made the offer.
"""

from __future__ import annotations

import numpy as np

from rentier.agents.acceptance import (
    END_OF_FEATURES,
    FIRST_FEATURE,
    acceptance,
    await_answer,
    describe,
    learn_answer,
)
from rentier.agents.basics import counter
from rentier.agents.choices import (
    ALL_SWAPS,
    CHOICE_NUMBERS,
    choice_at,
    gains,
    is_gift,
    is_sealed,
    list_choices,
    list_counters,
    may_propose,
    to_afterstate,
)
from rentier.agents.mind import MindRecord, plain
from rentier.agents.offer_memory import remember_offer, was_offered
from rentier.agents.prejudices import misjudged
from rentier.agents.rare_deals import list_rare_deals
from rentier.agents.td_values import IMAGINED, see_now
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.bits import bit
from rentier.game.deals import offer_of
from rentier.game.luck import mix
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import MANAGE, OFFER, RESPOND, Action
from rentier.layout import wide
from rentier.network.features import write_inputs
from rentier.network.layers import changed_sums, finish_hidden, two_win_probabilities
from rentier.network.memory import numbers_at
from rentier.network.whole import relative_seat

OFFERS = 0  # the index of its setting: the most offers that it makes in a turn
DEALS = 1  # likewise, of a player that does not bargain: how many deals it draws in a decision and considers; 0: all
LEAST_VALUE = -1.0  # below the value of any state
LEAST_GAIN = 0.0005  # in win probability, expected of an offer by a player that bargains; for less it makes none
LEAST_CHANCE = 0.02  # a player that bargains makes no offer that is accepted with a lower probability
NO_OFFER = -1
OWN, THEIRS = range(2)  # columns of the values: to the player to act, and to the one who is asked
UNKNOWN = -1.0  # a value to the player who is asked that nobody has needed yet
NOW = END_OF_FEATURES  # in the memory for real numbers: the win probability of each seat in the current state
DEALS_STREAM = 2
PRICE_STEPS = (16, 32, 64, 128)  # the price of the best deal is changed by these parts of the richer side's cash


@compiled
def win_probabilities_imagined(box: BoxRecord, mind: MindRecord, seat: int, other: int) -> tuple[float, float]:
    """Return the win probabilities of a seat and of another in the imagined state, from the sums of `see_table`."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, mind.imagined, seat, network.features, mind.seen[IMAGINED])
    changed_sums(network, weights, mind.seen[seat], mind.sums[seat], mind.seen[IMAGINED], mind.answers[0])
    finish_hidden(network, weights, mind.answers)
    return two_win_probabilities(network, weights, mind.answers, relative_seat(mind.imagined, seat, other))


@compiled
def finish_now(mind: MindRecord, viewer: int) -> None:
    """Compute the hidden activations for the current state, from the view of a seat that has seen it (`see_now`)."""
    network = mind.network
    for node in range(network.nodes[0]):
        mind.answers[0, node] = mind.sums[viewer, node]
    finish_hidden(network, numbers_at(network.weights, network.number), mind.answers)


@compiled
def is_countering(box: BoxRecord, game: GameRecord, bargains: bool) -> bool:
    """Whether the player may answer an offer with a counter-offer."""
    return bool(bargains and game.decision == RESPOND and game.offer_depth < box.counter_offers)


@compiled
def see_table(box: BoxRecord, game: GameRecord, mind: MindRecord, bargains: bool) -> None:
    """Evaluate the current state, also for the players to whom an offer may be made.

    A player that does not bargain evaluates it from its own view, as in training. One that bargains takes the view of each
    opponent, to see a deal with its eyes.
    """
    seat = game.actor + 0
    see_now(box, game, mind, seat)
    if game.decision != MANAGE and not is_countering(box, game, bargains):
        return
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    finish_now(mind, seat)
    for other in range(game.players):
        if other == seat or game.in_play & bit(other) == 0 or (game.decision == RESPOND and other != game.offer_from):
            continue
        if bargains:
            see_now(box, game, mind, other)
            finish_now(mind, other)
        place = 0 if bargains else relative_seat(game, seat, other)
        mind.real_memory[NOW + other] = two_win_probabilities(network, weights, mind.answers, place)[1]


@compiled
def list_own_choices(box: BoxRecord, game: GameRecord, mind: MindRecord, bargains: bool) -> int:
    """List the choices of the player to act, with deals while it may make another offer, and return their number.

    For a player that bargains they include rare deals and counter-offers, unless the setting `offers` is 0.
    """
    offers = game.offers_made[game.actor] < mind.settings[OFFERS]
    drawn = 0 if bargains else int(mind.settings[DEALS])
    deals = 0 if not offers else ALL_SWAPS if drawn == 0 else drawn
    mind.draws += 1
    number = list_choices(box, game, deals, mix(mind.key, DEALS_STREAM, mind.draws), mind.actions)
    if bargains and game.decision == MANAGE and offers:
        return list_rare_deals(box, game, mind.actions, number)
    if is_countering(box, game, bargains) and mind.settings[OFFERS] > 0:
        number = list_counters(box, game, mind.actions, number)
        return list_rare_deals(box, game, mind.actions, number)
    return number


@compiled
def imagine_after(box: BoxRecord, game: GameRecord, mind: MindRecord, choice: Action) -> None:
    """Imagine the state by which a choice is evaluated."""
    copy_record(mind.imagined, game)
    to_afterstate(box, mind.imagined, mind.imagined_luck, choice)


@compiled
def own_value(box: BoxRecord, mind: MindRecord, seat: int, other: int) -> tuple[float, float]:
    """Return the value of the imagined state to a seat, and the win probability of another, as the seat sees it."""
    own, theirs = win_probabilities_imagined(box, mind, seat, other)
    return misjudged(mind.imagined, mind, seat, own), theirs


@compiled
def list_digest(game: GameRecord, mind: MindRecord, number: int) -> int:
    """Return a digest of the list of choices, and of whose they are and when."""
    digest = mix(np.uint64(game.turns), game.actor + 0, number)
    for row in range(number):
        for place in range(CHOICE_NUMBERS):
            digest = mix(digest, 0, mind.actions[row, place])
    return wide(digest >> np.uint64(1))


@compiled
def is_seen(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> bool:
    """Whether the current state looks to a seat as when it saw it last."""
    write_inputs(box, game, seat, mind.network.features, mind.seen[IMAGINED])
    for number in range(mind.network.inputs):  # noqa: SIM110 - compiled code cannot use generators
        if mind.seen[IMAGINED, number] != mind.seen[seat, number]:
            return False
    return True


@compiled
def evaluate(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int, bargains: bool) -> None:
    """Store the values of all choices on the list. After a refused offer nothing has changed, and they are known already.

    That holds only for managing: the network does not see an offer or an auction, so another one would look the same.
    """
    seat = game.actor + 0
    digest = list_digest(game, mind, number) if game.decision == MANAGE else 0
    if digest != 0 and mind.evaluated == digest and is_seen(box, game, mind, seat):
        return
    mind.evaluated = digest
    see_table(box, game, mind, bargains)
    for row in range(number):
        choice = choice_at(mind.actions, row)
        imagine_after(box, game, mind, choice)
        other = choice.target if choice.kind == OFFER else seat
        own, theirs = own_value(box, mind, seat, other) if bargains else win_probabilities_imagined(box, mind, seat, other)
        mind.values[row, OWN] = own
        mind.values[row, THEIRS] = UNKNOWN if bargains else theirs


@compiled
def probability_of(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action, theirs: float, bargains: bool) -> float:
    """Return the probability that an offer is accepted, or 0 if that is hardly worth asking.

    `theirs`: the other player's win probability after the deal.
    """
    before = mind.real_memory[NOW + offer.target]
    if not bargains:
        return 1.0 if gains(theirs, before) else 0.0
    describe(box, game, mind, offer, theirs - before)
    probability = acceptance(mind, offer.target, FIRST_FEATURE)
    return probability if probability >= LEAST_CHANCE else 0.0


@compiled
def terms(box: BoxRecord, game: GameRecord, mind: MindRecord, row: int, bargains: bool, least: float) -> tuple[float, float]:
    """Return the value of an offer on the list if the deal is made, and the probability that it is accepted.

    The probability is 0 if its value is at most `least`, or if these deeds were offered recently: at any price or, by a player
    that bargains, at this price or one better for the other player.
    """
    offer = choice_at(mind.actions, row)
    own = mind.values[row, OWN]
    if own <= least or was_offered(game, mind, offer, not bargains):
        return own, 0.0
    if mind.values[row, THEIRS] == UNKNOWN:
        imagine_after(box, game, mind, offer)
        mind.values[row, THEIRS] = win_probabilities_imagined(box, mind, offer.target, offer.target)[0]
    return own, probability_of(box, game, mind, offer, mind.values[row, THEIRS], bargains)


@compiled
def bargain_terms(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action) -> tuple[float, float]:
    """Return the value of any offer if the deal is made, and the probability that it is accepted, to a player that bargains."""
    imagine_after(box, game, mind, offer)
    own = own_value(box, mind, game.actor + 0, offer.target)[0]
    theirs = win_probabilities_imagined(box, mind, offer.target, offer.target)[0]
    return own, probability_of(box, game, mind, offer, theirs, True)


@compiled
def best_plain(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int) -> tuple[int, float]:
    """Return the choice with the highest value, offers apart, and that value; of sealed bids the highest that beats passing."""
    sealed = is_sealed(box, game)
    chosen = 0
    for row in range(1, number):
        if mind.actions[row, 0] != OFFER and mind.values[row, OWN] > mind.values[0 if sealed else chosen, OWN]:
            chosen = row
    return chosen, mind.values[chosen, OWN]


@compiled
def value_if_refused(game: GameRecord, mind: MindRecord, base: float) -> float:
    """Return the value of an offer that is refused: that of the best other choice or, after a counter-offer, of refusing."""
    return mind.values[0, OWN] if game.decision == RESPOND else base


@compiled
def expected_gain(base: float, refused: float, accepted: float, probability: float) -> float:
    """Return what an offer gains over `base` on average, given its values if refused and if accepted."""
    return refused - base + probability * (accepted - refused)


@compiled
def best_offer(
    box: BoxRecord, game: GameRecord, mind: MindRecord, number: int, bargains: bool, base: float
) -> tuple[int, float]:
    """Return the offer with the highest expected gain over `base`, and that gain; NO_OFFER if none is worth making."""
    chosen = NO_OFFER
    most = LEAST_GAIN if bargains else 0.0
    refused = value_if_refused(game, mind, base)
    for row in range(number):
        if mind.actions[row, 0] != OFFER:
            continue
        own, probability = terms(box, game, mind, row, bargains, base + most)
        gain = expected_gain(base, refused, own, probability)
        if probability > 0.0 and gain > most:
            most = gain
            chosen = row
    return chosen, most


@compiled
def best_price(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action, base: float, gain: float) -> Action:
    """Return an offer at a better price near its own, if there is one; `gain`: its expected gain.

    In smaller and smaller steps it tries a lower and a higher price, and keeps the best so far.
    """
    refused = value_if_refused(game, mind, base)
    cash = max(game.cash[game.actor], game.cash[offer.target])
    for parts in PRICE_STEPS:
        middle = offer.amount
        for sign in range(-1, 2, 2):
            other = offer_of(offer.target, middle + sign * max(cash // parts, 1), offer.give, offer.take)
            if is_gift(other) or may_propose(box, game, other) != ALLOWED or was_offered(game, mind, other, False):
                continue
            own, probability = bargain_terms(box, game, mind, other)
            found = expected_gain(base, refused, own, probability)
            if found > gain:
                gain = found
                offer = other
    return offer


@compiled
def as_proposed(game: GameRecord, offer: Action) -> Action:
    """Return the action by which the player to act proposes a deal: an offer, or a counter-offer to whoever made the offer."""
    return counter(offer.amount, offer.give, offer.take) if game.decision == RESPOND else offer


@compiled
def note_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action, bargains: bool) -> None:
    """Remember an offer that is made now (after `evaluate`), and what to learn from its answer."""
    if bargains:
        bargain_terms(box, game, mind, offer)  # describes the offer
        await_answer(game, mind, offer)
    remember_offer(game, mind, offer)


@compiled
def choose(box: BoxRecord, game: GameRecord, mind: MindRecord, bargains: bool) -> Action:
    """Return the offer or counter-offer with the highest expected gain, if any is worth making; else the best other choice."""
    if mind.network.weights == 0:  # no network is loaded
        return plain(-1, 0, 0)
    learn_answer(game, mind)
    number = list_own_choices(box, game, mind, bargains)
    if number == 1:
        return choice_at(mind.actions, 0)
    evaluate(box, game, mind, number, bargains)
    chosen, base = best_plain(box, game, mind, number)
    row, gain = best_offer(box, game, mind, number, bargains, base)
    if row == NO_OFFER:
        return choice_at(mind.actions, chosen)
    offer = choice_at(mind.actions, row)
    if bargains:
        offer = best_price(box, game, mind, offer, base, gain)
    note_offer(box, game, mind, offer, bargains)
    return as_proposed(game, offer)
