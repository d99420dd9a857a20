"""Offers as the menu lists them: a deed for a deed, deeds and jail cards for cash, loans, free rent, counter-offers."""

from __future__ import annotations

from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.state import GameRecord
from rentier.game.trades import jail_cards_of
from rentier.game.words import COUNTER, OFFER, Action
from rentier.layout import wide

DEAL_HALVES = (1, 2, 4)  # deeds are sold and bought at so many halves of the printed price
COUNTER_HALVES = 2  # counter-offers ask for one half of the printed price on top, or for two


@compiled
def offer_of(other: int, cash: int, give: int, take: int) -> Action:
    """An offer to another seat: cash given (negative: asked for), deeds and jail cards given and taken as bits."""
    return Action(wide(OFFER), wide(other), wide(cash), wide(give), wide(take), wide(0), wide(0))


@compiled
def promise_of(other: int, cash: int, iou: int, free_rent: int) -> Action:
    """An offer of cash against a promise."""
    return Action(wide(OFFER), wide(other), wide(cash), wide(0), wide(0), wide(iou), wide(free_rent))


@compiled
def cash_deal(box: BoxRecord, game: GameRecord, seat: int, other: int, square: int, halves: int) -> Action:
    """A deed of either for so many halves of its printed price: sold to the other where it is the seat's, else bought."""
    cash = box.price[square] * halves // 2
    if game.owner[square] == seat:
        return offer_of(other, -cash, bit(square), 0)
    return offer_of(other, cash, 0, bit(square))


@compiled
def jail_card_deal(box: BoxRecord, game: GameRecord, seat: int, other: int, buys: int) -> Action:
    """A jail card for the price of the fine: sold to the other, or bought (1)."""
    cards = jail_cards_of(game, other if buys == 1 else seat)
    if buys == 1:
        return offer_of(other, box.jail_fine, 0, cards & -cards)
    return offer_of(other, -box.jail_fine, cards & -cards, 0)


@compiled
def loan(box: BoxRecord, other: int, lends: int) -> Action:
    """As much as the salary, borrowed or lent (1) at the interest of a mortgage."""
    sign = 1 if lends == 1 else -1
    return promise_of(other, sign * box.salary, -sign * (box.salary + box.salary * box.mortgage_interest // 100), 0)


@compiled
def free_rent_deal(box: BoxRecord, game: GameRecord, seat: int, other: int, square: int) -> Action:
    """Free rent on a deed for half its printed price: of the other for the seat, or the reverse."""
    cash = box.price[square] // 2
    return promise_of(other, -cash if game.owner[square] == seat else cash, 0, bit(square))


@compiled
def counter_offer(box: BoxRecord, game: GameRecord, halves: int) -> Action:
    """The offer on the table turned round, with so many halves of the printed price of what one gives on top."""
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
