"""Deals that come up rarely, considered only by `champion` and its levels: groups for groups, and jail cards for cash.

`choices` lists all other deals: it never exchanges several deeds for several deeds, nor trades jail cards.
"""

from __future__ import annotations

from rentier.agents.basics import bundle
from rentier.agents.choices import manages_now, put_deal, put_proposal
from rentier.box.record import MENU_NONE, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count
from rentier.game.deals import jail_card_deal, offer_of
from rentier.game.deeds import tradable
from rentier.game.state import GameRecord
from rentier.game.trades import jail_cards_of
from rentier.game.words import MANAGE
from rentier.layout import Numbers, wide

FEW = 2  # an exchange of fewer deeds than this on either side is among the swaps of `choices`
CARD_PARTS = (4, 2, 1)  # a jail card is worth at most the fine that it saves: a quarter, half and all of it are tried


@compiled
def put_groups(box: BoxRecord, game: GameRecord, seat: int, other: int, choices: Numbers, number: int) -> int:
    """Append deals by which each side completes a group, and receives at least two deeds."""
    free = tradable(box, game)
    for gained in range(box.groups):
        take = bundle(box, game, gained, seat, other, free)
        if count(take) < FEW or take & box.streets == 0:
            continue
        for paid in range(box.groups):
            give = bundle(box, game, paid, other, seat, free)
            if paid != gained and count(give) >= FEW and give & box.streets != 0:
                number = put_deal(box, game, seat, offer_of(other, 0, give, take), choices, number)
    return number


@compiled
def put_jail_cards(box: BoxRecord, game: GameRecord, seat: int, other: int, choices: Numbers, number: int) -> int:
    """Append offers to sell and to buy a jail card."""
    for buys in range(2):
        if jail_cards_of(game, other if buys == 1 else seat) == 0:
            continue
        deal = jail_card_deal(box, game, seat, other, buys)
        for part in CARD_PARTS:
            offer = offer_of(other, deal.amount // part, deal.give, deal.take)
            number = put_proposal(box, game, offer, choices, number)
    return number


@compiled
def list_rare_deals(box: BoxRecord, game: GameRecord, choices: Numbers, number: int) -> int:
    """Append offers of these deals, to all players or, as counter-offers, to whoever made the offer."""
    if box.trade_menu == MENU_NONE or (game.decision == MANAGE and not manages_now(box, game)):
        return number
    seat = wide(game.actor)
    for other in range(game.players):
        if other == seat or game.in_play & bit(other) == 0 or (game.decision != MANAGE and other != game.offer_from):
            continue
        number = put_groups(box, game, seat, other, choices, number)
        number = put_jail_cards(box, game, seat, other, choices, number)
    return number
