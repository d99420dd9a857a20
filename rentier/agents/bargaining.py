"""What a player remembers of its offers in a game: how often each opponent accepts which kind of deal, and what was refused.

Offers are sorted into kinds by three questions: does the opponent gain by the network's estimate, does it gain at printed
prices, and does the deal complete a set of streets for the player who offers? For every opponent and kind it counts the offers
and how many of them were accepted. These counts, with a prior, give the probability that the next offer is accepted.
"""

from __future__ import annotations

import numpy as np

from rentier.agents.basics import completed, listed_worth
from rentier.agents.mind import MEMORY, MindRecord
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.luck import mix
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import wide
from rentier.network.shape import SEATS

# the kind of a deal is the sum of these: the other player gains, it gains at printed prices, the deal completes a set
GAINS, GAINS_IN_PRICE, COMPLETES = 1, 2, 4
KINDS = 8
PRIOR_OFFERS = 4  # of each kind
PRIOR_ACCEPTED = (0.2, 2.0, 1.0, 3.0, 0.1, 1.5, 0.3, 2.5)  # of them, by kind

COUNT_BITS = 7  # of a count; there is one for each kind in a number of the memory
COUNT_MASK = (1 << COUNT_BITS) - 1
MOST_COUNTED = 31  # offers of a kind to an opponent; then the counts are halved, so that newer answers count more

# indices of the memory: counts for each seat, the offer that waits for its answer, the number of deals, the first of them
OFFERED, ACCEPTED = 0, SEATS
WAITING, WAITING_GIVE, WAITING_TAKE, DEALS, FIRST_OFFER = range(2 * SEATS, 2 * SEATS + 5)
DEALS_REMEMBERED = MEMORY - FIRST_OFFER
NOWHERE = -1
TURNS_REMEMBERED = 40  # a refused offer may be made again after this many turns, but not before
TURN_BITS, CASH_BITS = 14, 16
TURN_MASK, CASH_MASK = (1 << TURN_BITS) - 1, (1 << CASH_BITS) - 1
LEAST_CASH = -(1 << (CASH_BITS - 1))


@compiled
def kind_of_deal(box: BoxRecord, game: GameRecord, offer: Action, gained: float) -> int:
    """Return the kind of a deal; `gained`: how much the other player gains by the network's estimate."""
    kind = GAINS if gained > 0.0 else 0
    if offer.amount + listed_worth(box, offer.give) > listed_worth(box, offer.take):
        kind += GAINS_IN_PRICE
    own = game.deeds[game.actor] + 0
    if completed(box, own, (own & ~offer.give) | (offer.take & box.deeds)) != 0:
        kind += COMPLETES
    return kind


@compiled
def count_at(counts: int, kind: int) -> int:
    """Return the count of a kind."""
    return (counts >> kind * COUNT_BITS) & COUNT_MASK


@compiled
def acceptance(mind: MindRecord, seat: int, kind: int) -> float:
    """Return the probability that a seat accepts a deal of this kind."""
    offered, accepted = count_at(mind.memory[OFFERED + seat], kind), count_at(mind.memory[ACCEPTED + seat], kind)
    return (PRIOR_ACCEPTED[kind] + accepted) / (PRIOR_OFFERS + offered)


@compiled
def set_count(mind: MindRecord, place: int, kind: int, number: int) -> None:
    """Set the count of a kind."""
    counts = mind.memory[place]
    mind.memory[place] = counts + (number - count_at(counts, kind) << kind * COUNT_BITS)


@compiled
def count_answer(mind: MindRecord, seat: int, kind: int, accepted: int) -> None:
    """Count an answer to an offer of this kind: accepted (1) or refused (0)."""
    offers, yes = count_at(mind.memory[OFFERED + seat], kind), count_at(mind.memory[ACCEPTED + seat], kind)
    if offers == MOST_COUNTED:
        offers //= 2
        yes //= 2
    set_count(mind, OFFERED + seat, kind, offers + 1)
    set_count(mind, ACCEPTED + seat, kind, yes + accepted)


@compiled
def learn_answer(game: GameRecord, mind: MindRecord) -> None:
    """Count the answer to the last offer, if there was one: it was accepted if its deeds have changed hands."""
    waiting = mind.memory[WAITING]
    if waiting == 0:
        return
    mind.memory[WAITING] = 0
    other, kind = (waiting - 1) // KINDS, (waiting - 1) % KINDS
    give, take = mind.memory[WAITING_GIVE], mind.memory[WAITING_TAKE]
    came = game.deeds[game.actor] & take != 0 or game.deeds[other] & give != 0
    count_answer(mind, other, kind, 1 if came else 0)


@compiled
def offer_hash(offer: Action) -> int:
    """Hash an offer's recipient and deeds, ignoring cash."""
    bits = mix(mix(np.uint64(offer.give), offer.target, 0), 0, offer.take)
    return wide(bits >> np.uint64(TURN_BITS + CASH_BITS + 1)) << TURN_BITS + CASH_BITS


@compiled
def cash_code(offer: Action) -> int:
    """Return the cash of an offer as a number that is not negative."""
    return min(max(offer.amount - LEAST_CASH, 0), CASH_MASK)


@compiled
def find_offer(mind: MindRecord, offer: Action) -> int:
    """Return the place where an offer of these deeds to this player is remembered, or NOWHERE."""
    digest = offer_hash(offer)
    for place in range(FIRST_OFFER, FIRST_OFFER + mind.memory[DEALS]):
        if mind.memory[place] >> TURN_BITS + CASH_BITS << TURN_BITS + CASH_BITS == digest:
            return place
    return NOWHERE


@compiled
def turns_since(game: GameRecord, remembered: int) -> int:
    """Return how many turns ago an offer was made."""
    return (wide(game.turns) - remembered) & TURN_MASK


@compiled
def free_place(game: GameRecord, mind: MindRecord) -> int:
    """Return a place to remember a new deal: an empty one, or that of the deal that was offered longest ago."""
    if mind.memory[DEALS] < DEALS_REMEMBERED:
        mind.memory[DEALS] += 1
        return FIRST_OFFER + mind.memory[DEALS] - 1
    oldest = FIRST_OFFER
    for place in range(FIRST_OFFER + 1, MEMORY):
        if turns_since(game, mind.memory[place]) > turns_since(game, mind.memory[oldest]):
            oldest = place
    return oldest


@compiled
def remember_offer(game: GameRecord, mind: MindRecord, offer: Action, kind: int) -> None:
    """Remember an offer, in place of the last one of the same deeds, and wait for its answer."""
    place = find_offer(mind, offer)
    if place == NOWHERE:
        place = free_place(game, mind)
    mind.memory[place] = offer_hash(offer) | cash_code(offer) << TURN_BITS | (wide(game.turns) & TURN_MASK)
    mind.memory[WAITING] = 1 + offer.target * KINDS + kind
    mind.memory[WAITING_GIVE] = offer.give
    mind.memory[WAITING_TAKE] = offer.take


@compiled
def was_offered(game: GameRecord, mind: MindRecord, offer: Action) -> bool:
    """Whether it has recently offered these deeds to this player at this price, or at one better for that player."""
    place = find_offer(mind, offer)
    if place == NOWHERE:
        return False
    remembered = mind.memory[place]
    cash = remembered >> TURN_BITS & CASH_MASK
    return bool(cash_code(offer) <= cash and turns_since(game, remembered) < TURNS_REMEMBERED)
