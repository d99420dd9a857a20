"""The actions that a search considers: all that `legal` lists and, if the rules allow any trade, further offers.

The further offers are of bundles: all the deeds that one player lacks of a group, if one other player has them all. A bundle is
offered for a bundle of the other side, for cash at several prices, and for a single deed with cash.
"""

from __future__ import annotations

from rentier.agents.basics import bundle, listed_worth
from rentier.box.record import MENU_FULL, MENU_ONE_FOR_ONE, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.deals import offer_of
from rentier.game.debts import has_offers_left
from rentier.game.deeds import tradable
from rentier.game.legal import legal_but_offers, legal_offers, may_think_of_offers, put_trade
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.trades import may_trade
from rentier.game.words import MOST_ACTIONS, Action
from rentier.layout import Numbers

NO_USE, PLAIN, COMPLETES_OWN, COMPLETES_BOTH = range(4)  # ranks of an offer: how promising it is
PRICES = (1, 2, 3)  # the prices of a bundle, in printed prices


@compiled
def is_listed(actions: Numbers, number: int, offer: Action) -> bool:
    """Whether an offer of deeds and cash is on the list."""
    for place in range(number):
        row = actions[place]
        if row[0] == offer.kind and row[1] == offer.target and row[2] == offer.amount:
            if row[3] == offer.give and row[4] == offer.take and row[5] == 0 and row[6] == 0:
                return True
    return False


@compiled
def put_offer(
    box: BoxRecord, game: GameRecord, other: int, cash: int, give: int, take: int, actions: Numbers, number: int
) -> int:
    """Append a new offer if it is a legal trade and there is room, and return the new length of the list."""
    offer = offer_of(other, cash, give, take)
    if number == MOST_ACTIONS or may_trade(box, game, game.actor, other, offer) != ALLOWED or is_listed(actions, number, offer):
        return number
    return put_trade(actions, number, offer)


@compiled
def list_purchases(box: BoxRecord, game: GameRecord, other: int, take: int, free: int, actions: Numbers, number: int) -> int:
    """Append offers for a bundle that completes a group: for cash, for a bundle in return, for a deed and cash."""
    seat = game.actor
    price = listed_worth(box, take)
    whole = box.group_of[lowest(take)]
    for times in PRICES:
        number = put_offer(box, game, other, times * price, 0, take, actions, number)
    for group in range(box.groups):
        give = bundle(box, game, group, other, seat, free)
        if give != 0 and give & whole == 0:
            number = put_offer(box, game, other, 0, give, take, actions, number)
            number = put_offer(box, game, other, price - listed_worth(box, give), give, take, actions, number)
    left = game.deeds[seat] & free & ~whole
    while left != 0:
        number = put_offer(box, game, other, price, left & -left, take, actions, number)
        left &= left - 1
    return number


@compiled
def list_bundles(box: BoxRecord, game: GameRecord, actions: Numbers, number: int) -> int:
    """Append the offers that complete a group of either side."""
    seat = game.actor
    free = tradable(box, game)
    for other in range(game.players):
        if other == seat or game.in_play & bit(other) == 0:
            continue
        for group in range(box.groups):
            take = bundle(box, game, group, seat, other, free)
            if take != 0:
                number = list_purchases(box, game, other, take, free, actions, number)
            give = bundle(box, game, group, other, seat, free)
            if give != 0:
                price = listed_worth(box, give)
                for times in PRICES:
                    number = put_offer(box, game, other, -times * price, give, 0, actions, number)
    return number


@compiled
def is_completed(box: BoxRecord, before: int, after: int, touched: int) -> bool:
    """Whether a group of the touched squares is complete after a trade and was not before."""
    while touched != 0:
        group = box.group_of[lowest(touched)]
        touched &= ~group
        if group & ~after == 0 and group & ~before != 0:
            return True
    return False


@compiled
def rank_offer(box: BoxRecord, game: GameRecord, row: Numbers) -> int:
    """Return the rank of an offer, by whose groups it completes."""
    give = row[3] & box.deeds
    take = row[4] & box.deeds
    own = game.deeds[game.actor]
    theirs = game.deeds[row[1]]
    completes_own = is_completed(box, own, (own & ~give) | take, take)
    completes_theirs = is_completed(box, theirs, (theirs & ~take) | give, give)
    if completes_own:
        return COMPLETES_BOTH if completes_theirs else COMPLETES_OWN
    return NO_USE if completes_theirs else PLAIN


@compiled
def list_actions(box: BoxRecord, game: GameRecord, actions: Numbers) -> tuple[int, int]:
    """List the actions of the player to act, offers last; return how many are not offers, and how many there are in all."""
    plain = legal_but_offers(box, game, actions)
    if box.trade_menu < MENU_ONE_FOR_ONE or not may_think_of_offers(box, game, game.actor):
        return plain, plain
    number = plain + legal_offers(box, game, actions[plain:])
    if box.trade_menu == MENU_FULL and has_offers_left(box, game, game.actor):
        number = list_bundles(box, game, actions, number)
    return plain, number
