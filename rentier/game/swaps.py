"""Offers of one deed for one deed: their number, and the one at an index of the list, without writing the list."""

from __future__ import annotations

from rentier.box.record import MENU_ONE_FOR_ONE, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count
from rentier.game.deals import offer_of
from rentier.game.debts import has_offers_left
from rentier.game.deeds import tradable
from rentier.game.legal import may_think_of_offers, receivable
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.trades import may_trade
from rentier.game.words import Action

NO_PLACE = -1


@compiled
def only_swaps(box: BoxRecord, game: GameRecord) -> bool:
    """Return whether every offer listed is a swap that needs no further check."""
    return box.trade_menu == MENU_ONE_FOR_ONE and game.debt == 0


@compiled
def gives(box: BoxRecord, game: GameRecord, seat: int, other: int, free: int) -> int:
    """Return the deeds of a seat that another seat could receive, as bits."""
    return receivable(box, game, game.deeds[seat] & free, game.cash[other])


@compiled
def count_swaps(box: BoxRecord, game: GameRecord) -> int:
    """Return the number of swaps that the player to act may offer."""
    seat = game.actor
    if not may_think_of_offers(box, game, seat) or not has_offers_left(box, game, seat):
        return 0
    free = tradable(box, game)
    number = 0
    for other in range(game.players):
        if other != seat and game.in_play & bit(other) != 0:
            number += count(gives(box, game, seat, other, free)) * count(gives(box, game, other, seat, free))
    return number


@compiled
def is_swap_possible(box: BoxRecord, game: GameRecord) -> bool:
    """Return whether the player to act may offer any swap. Also valid during a debt, when each swap must be checked."""
    seat = game.actor
    if not may_think_of_offers(box, game, seat) or not has_offers_left(box, game, seat):
        return False
    free = tradable(box, game)
    for other in range(game.players):
        if other == seat or game.in_play & bit(other) == 0:
            continue
        own = gives(box, game, seat, other, free)
        while own != 0:
            theirs = gives(box, game, other, seat, free)
            while theirs != 0:
                if may_trade(box, game, seat, other, offer_of(other, 0, own & -own, theirs & -theirs)) == ALLOWED:
                    return True
                theirs &= theirs - 1
            own &= own - 1
    return False


@compiled
def nth(bits: int, place: int) -> int:
    """Return the bit at an index among the bits set."""
    for _skip in range(place):
        bits &= bits - 1
    return bits & -bits


@compiled
def swap_at(box: BoxRecord, game: GameRecord, place: int) -> Action:
    """Return the swap at an index of the list of all swaps that the player to act may offer."""
    seat = game.actor
    free = tradable(box, game)
    for other in range(game.players):
        if other != seat and game.in_play & bit(other) != 0:
            own = gives(box, game, seat, other, free)
            theirs = gives(box, game, other, seat, free)
            takes = count(theirs)
            if place < count(own) * takes:
                return offer_of(other, 0, nth(own, place // takes), nth(theirs, place % takes))
            place -= count(own) * takes
    return offer_of(NO_PLACE, 0, 0, 0)
