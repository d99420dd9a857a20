"""The offers that `legal` lists: a deed for a deed, a deed or a jail card for cash, loans, free rent, counter-offers."""

from __future__ import annotations

from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.state import GameRecord
from rentier.game.trades import jail_cards_of
from rentier.game.words import COUNTER, OFFER, Action
from rentier.layout import wide

DEAL_HALVES = (1, 2, 4)  # the cash for a deed, in halves of its printed price
COUNTER_HALVES = 2  # the most that counter-offers ask for on top, in halves of the printed price


@compiled
def offer_of(other: int, cash: int, give: int, take: int) -> Action:
    """Return an offer to another seat: cash given (negative: asked for), deeds and jail cards given and taken as bits."""
    return Action(wide(OFFER), wide(other), wide(cash), wide(give), wide(take), wide(0), wide(0))


@compiled
def promise_of(other: int, cash: int, iou: int, free_rent: int) -> Action:
    """Return an offer of cash for a promise."""
    return Action(wide(OFFER), wide(other), wide(cash), wide(0), wide(0), wide(iou), wide(free_rent))


@compiled
def cash_deal(box: BoxRecord, game: GameRecord, seat: int, other: int, square: int, halves: int) -> Action:
    """Return an offer to sell a deed of the seat, or buy one of the other, at a price in halves of the printed price."""
    cash = box.price[square] * halves // 2
    if game.owner[square] == seat:
        return offer_of(other, -cash, bit(square), 0)
    return offer_of(other, cash, 0, bit(square))


@compiled
def jail_card_deal(box: BoxRecord, game: GameRecord, seat: int, other: int, buys: int) -> Action:
    """Return an offer to sell, or buy if `buys` is 1, a jail card for the amount of the fine (rules 16.7)."""
    cards = jail_cards_of(game, other if buys == 1 else seat)
    if buys == 1:
        return offer_of(other, box.jail_fine, 0, cards & -cards)
    return offer_of(other, -box.jail_fine, cards & -cards, 0)


@compiled
def loan(box: BoxRecord, other: int, lends: int) -> Action:
    """Return an offer to borrow, or lend if `lends` is 1, one salary at the interest of a mortgage."""
    sign = 1 if lends == 1 else -1
    return promise_of(other, sign * box.salary, -sign * (box.salary + box.salary * box.mortgage_interest // 100), 0)


@compiled
def free_rent_deal(box: BoxRecord, game: GameRecord, seat: int, other: int, square: int) -> Action:
    """Return an offer of free rent on a deed of either side for half its printed price."""
    cash = box.price[square] // 2
    return promise_of(other, -cash if game.owner[square] == seat else cash, 0, bit(square))


@compiled
def counter_offer(box: BoxRecord, game: GameRecord, halves: int) -> Action:
    """Return the current offer reversed, asking for more cash.

    The extra cash is given in halves of the printed price of the deeds that the answering player gives.
    """
    price = 0
    left = game.offer_take & box.deeds
    while left != 0:
        price += box.price[lowest(left)]
        left &= left - 1
    if price == 0:
        price = box.jail_fine
    return Action(
        wide(COUNTER),
        wide(0),
        wide(-game.offer_cash - price * halves // 2),
        wide(game.offer_take),
        wide(game.offer_give),
        wide(-game.offer_iou),
        wide(game.offer_free_rent),
    )
