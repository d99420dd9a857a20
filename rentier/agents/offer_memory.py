"""The offers that a player remembers making in a game, so that it does not repeat one soon.

A number of the memory holds one deal: the turn of the last offer and its cash in the low bits, and above them a hash of who was
asked and of the deeds. A deal that is offered again, at another price, takes the place of the earlier offer.
"""

from __future__ import annotations

import numpy as np

from rentier.agents.mind import MindRecord
from rentier.compiled import compiled
from rentier.game.luck import mix
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import wide

DEALS, FIRST_DEAL, END_OF_DEALS = 0, 1, 48  # indices of the memory: the number of deals, the first of them, and after the last
NOWHERE = -1
TURNS_REMEMBERED = 40  # a refused offer may be made again after this many turns, but not before
TURN_BITS, CASH_BITS = 14, 16
TURN_MASK, CASH_MASK = (1 << TURN_BITS) - 1, (1 << CASH_BITS) - 1
LEAST_CASH = -(1 << (CASH_BITS - 1))


@compiled
def deal_hash(offer: Action) -> int:
    """Hash an offer's recipient and deeds, ignoring cash."""
    bits = mix(mix(np.uint64(offer.give), offer.target, 0), 0, offer.take)
    return wide(bits >> np.uint64(TURN_BITS + CASH_BITS + 1)) << TURN_BITS + CASH_BITS


@compiled
def cash_code(offer: Action) -> int:
    """Return the cash of an offer as a number that is not negative."""
    return min(max(offer.amount - LEAST_CASH, 0), CASH_MASK)


@compiled
def find_deal(mind: MindRecord, offer: Action) -> int:
    """Return the place where an offer of these deeds to this player is remembered, or NOWHERE."""
    digest = deal_hash(offer)
    for place in range(FIRST_DEAL, FIRST_DEAL + mind.memory[DEALS]):
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
    if FIRST_DEAL + mind.memory[DEALS] < END_OF_DEALS:
        mind.memory[DEALS] += 1
        return FIRST_DEAL + mind.memory[DEALS] - 1
    oldest = FIRST_DEAL
    for place in range(FIRST_DEAL + 1, END_OF_DEALS):
        if turns_since(game, mind.memory[place]) > turns_since(game, mind.memory[oldest]):
            oldest = place
    return oldest


@compiled
def remember_offer(game: GameRecord, mind: MindRecord, offer: Action) -> None:
    """Remember an offer, in place of the last one of the same deeds."""
    place = find_deal(mind, offer)
    if place == NOWHERE:
        place = free_place(game, mind)
    mind.memory[place] = deal_hash(offer) | cash_code(offer) << TURN_BITS | (wide(game.turns) & TURN_MASK)


@compiled
def was_offered(game: GameRecord, mind: MindRecord, offer: Action, at_any_price: bool) -> bool:
    """Whether it has recently offered these deeds to this player: at any price, or at this price or a better one for it."""
    place = find_deal(mind, offer)
    if place == NOWHERE or turns_since(game, mind.memory[place]) >= TURNS_REMEMBERED:
        return False
    return at_any_price or bool(cash_code(offer) <= mind.memory[place] >> TURN_BITS & CASH_MASK)
