"""The flat action table: a number for every action that is possible under some rules, the same for every seat.

The numbers come in this order, without the parts that the rules do not have:

- actions without arguments: roll, end, buy, decline, pass, pay fine, use card, accept, refuse, bankrupt, draw card, pay tax,
  pay share, ask rent, waive rent;
- build, sell, mortgage, unmortgage, keep: each for every deed, in board order;
- bids: the lowest legal bid, then each quarter of the price up to twice the price;
- counter-offers: the offer on the table reversed, with half or all of the printed price of what the player gives on top;
- for each other player, starting to the left of the player to act: one deed for one deed, a deed sold and a deed bought at half
  its printed price, the price and twice the price, a jail card sold and bought, a loan taken and given, free rent on a deed.

It is the menu of `rentier.game.legal`, so the actions allowed now are those that `legal` lists.
"""

from __future__ import annotations

from typing import Annotated, Any

from numba import types

from rentier.agents.mind import plain
from rentier.box.record import (
    MENU_FULL,
    MENU_NONE,
    MENU_ONE_FOR_ONE,
    MENU_PROPERTY_FOR_CASH,
    MOST_SQUARES,
    BoxRecord,
)
from rentier.compiled import compiled, entry, record_type
from rentier.game.auctions import least_bid
from rentier.game.bits import bit, lowest
from rentier.game.check import ACTION
from rentier.game.deals import (
    COUNTER_HALVES,
    DEAL_HALVES,
    cash_deal,
    counter_offer,
    free_rent_deal,
    jail_card_deal,
    loan,
    offer_of,
)
from rentier.game.legal import ACTIONS, QUARTERS, bid_at, legal, legal_but_offers, read_action
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import (
    ACCEPT,
    ASK_RENT,
    BANKRUPT,
    BID,
    BUILD,
    BUY,
    COUNTER,
    DECLINE,
    DRAW_CARD,
    END,
    KEEP,
    KINDS,
    MORTGAGE,
    NOTHING,
    OFFER,
    PASS,
    PAY_FINE,
    PAY_SHARE,
    PAY_TAX,
    REFUSE,
    ROLL,
    SELL,
    UNMORTGAGE,
    USE_CARD,
    WAIVE_RENT,
    Action,
)
from rentier.layout import Int64, Numbers, Record, layout, new, wide

PLAIN = (
    *(ROLL, END, BUY, DECLINE, PASS, PAY_FINE, USE_CARD, ACCEPT, REFUSE, BANKRUPT),
    *(DRAW_CARD, PAY_TAX, PAY_SHARE, ASK_RENT, WAIVE_RENT),
)
ON_DEEDS = (BUILD, SELL, MORTGAGE, UNMORTGAGE, KEEP)
BIDS = QUARTERS + 1
NONE = -1  # no such number, or no such part under the rules
NO_ACTION = -1  # a kind that is never legal
PRICES = len(DEAL_HALVES)


class TableRecord(Record):
    """Where each part of the action table begins."""

    players: Int64
    length: Int64  # of the table
    deeds: Int64  # the number of deeds
    square_of: Annotated[Numbers, "i8", (MOST_SQUARES,)]  # the square of a deed by its number
    deed_on: Annotated[Numbers, "i8", (MOST_SQUARES,)]  # the number of the deed on a square
    plain_of: Annotated[Numbers, "i8", (len(KINDS),)]  # the index of a kind in PLAIN
    on_deeds_of: Annotated[Numbers, "i8", (len(KINDS),)]  # the index of a kind in ON_DEEDS
    bids: Int64
    counters: Int64
    offers: Int64  # those to the next player, followed by those to the others
    each: Int64  # the number of offers to one player
    # within the offers to one player; NONE: not under these rules
    swaps: Int64
    sales: Int64
    purchases: Int64
    cards: Int64
    loans: Int64
    free_rents: Int64


TABLE = record_type(layout(TableRecord))
MASK = types.Array(types.int8, 1, "C")


def action_table(box: BoxRecord, players: int, *, offers: bool = True) -> TableRecord:
    """Return the table for some rules and a number of players; without offers, those of others can still be answered."""
    table: Any = new(TableRecord)
    squares = [square for square in range(int(box.squares)) if int(box.deeds) >> square & 1]
    table.players, table.deeds = players, len(squares)
    table.deed_on[:] = table.plain_of[:] = table.on_deeds_of[:] = NONE
    table.square_of[: len(squares)] = squares
    table.deed_on[squares] = range(len(squares))
    table.plain_of[list(PLAIN)] = range(len(PLAIN))
    table.on_deeds_of[list(ON_DEEDS)] = range(len(ON_DEEDS))
    table.bids = len(PLAIN) + len(ON_DEEDS) * len(squares)
    table.counters = table.bids + BIDS
    table.offers = table.counters + (COUNTER_HALVES if box.trade_menu != MENU_NONE else 0)
    table.each = _plan_offers(table, box, int(box.trade_menu) if offers else MENU_NONE)
    table.length = table.offers + (players - 1) * table.each
    result: TableRecord = table
    return result


def _plan_offers(table: TableRecord, box: BoxRecord, menu: int) -> int:
    """Set where the parts of the offers to one player begin; return how many such offers there are."""
    deeds = table.deeds
    full = menu == MENU_FULL
    swaps = menu in (MENU_ONE_FOR_ONE, MENU_FULL)
    cash = menu in (MENU_PROPERTY_FOR_CASH, MENU_FULL)
    size = 0
    for name, there, length in (
        ("swaps", swaps, deeds * (deeds - 1)),
        ("sales", cash, deeds * PRICES),
        ("purchases", cash, deeds * PRICES),
        ("cards", full, 2),
        ("loans", full and box.loans == 1, 2),
        ("free_rents", full and box.immunity == 1, deeds),
    ):
        setattr(table, name, size if there else NONE)
        size += length if there else 0
    return size


@compiled
def seat_after(game: GameRecord, places: int) -> int:
    """Return the seat `places` places to the left of the player to act."""
    return (wide(game.actor) + places) % wide(game.players)


@compiled
def number_of_bid(box: BoxRecord, game: GameRecord, table: TableRecord, amount: int) -> int:
    """Return the number of a bid."""
    if amount == least_bid(box, game):
        return table.bids + 0
    for quarter in range(1, QUARTERS + 1):
        if bid_at(box, game, quarter) == amount:
            return table.bids + quarter
    return NONE


@compiled
def number_of_counter(box: BoxRecord, game: GameRecord, table: TableRecord, action: Action) -> int:
    """Return the number of a counter-offer."""
    for halves in range(1, COUNTER_HALVES + 1):
        if counter_offer(box, game, halves) == action:
            return table.counters + halves - 1
    return NONE


@compiled
def price_of(box: BoxRecord, game: GameRecord, action: Action, square: int) -> int:
    """Return the index of the price at which a deed is sold or bought; NONE if it is none of the prices."""
    for place in range(PRICES):
        if cash_deal(box, game, game.actor, action.target, square, DEAL_HALVES[place]) == action:
            return place
    return NONE


@compiled
def number_of_cash_deal(box: BoxRecord, game: GameRecord, table: TableRecord, action: Action) -> int:
    """Return the number of an offer of one deed or jail card for cash, within those to one player."""
    moved = action.give | action.take
    if moved & box.deeds == 0:
        bought = 1 if action.take != 0 else 0
        is_there = table.cards != NONE and jail_card_deal(box, game, game.actor, action.target, bought) == action
        return table.cards + bought if is_there else NONE
    square = lowest(moved)
    place = price_of(box, game, action, square)
    if place == NONE or table.sales == NONE:
        return NONE
    return (table.sales if action.give != 0 else table.purchases) + PRICES * table.deed_on[square] + place


@compiled
def number_of_swap(table: TableRecord, action: Action) -> int:
    """Return the number of an offer of one deed for one deed, within those to one player."""
    gives = table.deed_on[lowest(action.give)]
    takes = table.deed_on[lowest(action.take)]
    return table.swaps + gives * (table.deeds - 1) + takes - (1 if takes > gives else 0)


@compiled
def number_of_promise(box: BoxRecord, game: GameRecord, table: TableRecord, action: Action) -> int:
    """Return the number of an offer of a loan or of free rent, within those to one player."""
    if action.iou != 0:
        lent = 1 if action.iou < 0 else 0
        return table.loans + lent if table.loans != NONE and loan(box, action.target, lent) == action else NONE
    square = lowest(action.free_rent)
    is_there = table.free_rents != NONE and free_rent_deal(box, game, game.actor, action.target, square) == action
    return table.free_rents + table.deed_on[square] if is_there else NONE


@compiled
def number_of_offer(box: BoxRecord, game: GameRecord, table: TableRecord, action: Action) -> int:
    """Return the number of an offer."""
    if action.iou != 0 or action.free_rent != 0:
        within = number_of_promise(box, game, table, action)
    elif action.give == 0 or action.take == 0:
        within = number_of_cash_deal(box, game, table, action)
    else:
        one_each = action.give & (action.give - 1) == 0 and action.take & (action.take - 1) == 0
        deeds = (action.give | action.take) & ~box.deeds == 0
        is_there = table.swaps != NONE and action.amount == 0 and one_each and deeds
        within = number_of_swap(table, action) if is_there else NONE
    if within == NONE:
        return NONE
    places = (action.target - wide(game.actor) + wide(game.players)) % wide(game.players)
    return table.offers + (places - 1) * table.each + within


@entry(types.int64(BOX, GAME, TABLE, ACTION))
def number_of(box: BoxRecord, game: GameRecord, table: TableRecord, action: Action) -> int:
    """Return the number of a legal action in the table; NONE if the table does not have it."""
    kind = action.kind
    if kind == BID:
        return number_of_bid(box, game, table, action.amount)
    if kind == COUNTER:
        return number_of_counter(box, game, table, action)
    if kind == OFFER:
        return number_of_offer(box, game, table, action) if table.each > 0 else NONE
    if table.plain_of[kind] != NONE:
        return wide(table.plain_of[kind])
    return len(PLAIN) + table.on_deeds_of[kind] * table.deeds + table.deed_on[action.target]


@compiled
def swap_numbered(table: TableRecord, other: int, within: int) -> Action:
    """Return the one-for-one swap with the number `within` among all swaps with a player."""
    gives = within // (table.deeds - 1)
    takes = within % (table.deeds - 1)
    if takes >= gives:
        takes += 1
    return offer_of(other, 0, bit(table.square_of[gives]), bit(table.square_of[takes]))


@compiled
def cash_deal_numbered(box: BoxRecord, game: GameRecord, table: TableRecord, other: int, within: int, sale: bool) -> Action:
    """Return the sale or purchase of one deed with the number `within`; no action if the wrong player owns the deed."""
    square = wide(table.square_of[within // PRICES])
    if (game.owner[square] == game.actor) != sale:
        return plain(NO_ACTION, 0, 0)
    return cash_deal(box, game, game.actor, other, square, DEAL_HALVES[within % PRICES])


@compiled
def offer_numbered(box: BoxRecord, game: GameRecord, table: TableRecord, number: int) -> Action:
    """Return the offer with a number, counted from the first offer."""
    other = seat_after(game, 1 + number // table.each)
    within = number % table.each
    if table.free_rents != NONE and within >= table.free_rents:
        return free_rent_deal(box, game, game.actor, other, table.square_of[within - table.free_rents])
    if table.loans != NONE and within >= table.loans:
        return loan(box, other, within - table.loans)
    if table.cards != NONE and within >= table.cards:
        return jail_card_deal(box, game, game.actor, other, within - table.cards)
    if table.purchases != NONE and within >= table.purchases:
        return cash_deal_numbered(box, game, table, other, within - table.purchases, False)
    if table.sales != NONE and within >= table.sales:
        return cash_deal_numbered(box, game, table, other, within - table.sales, True)
    return swap_numbered(table, other, within)


@entry(ACTION(BOX, GAME, TABLE, types.int64))
def action_of(box: BoxRecord, game: GameRecord, table: TableRecord, number: int) -> Action:
    """Return the action that a number stands for now, legal or not; NO_ACTION if it stands for none."""
    if number < 0 or number >= table.length:
        return plain(NO_ACTION, 0, 0)
    if number >= table.offers:
        return offer_numbered(box, game, table, number - table.offers)
    if number >= table.counters:
        return counter_offer(box, game, number - table.counters + 1)
    if number >= table.bids:
        if game.lot == NOTHING:
            return plain(NO_ACTION, 0, 0)
        return plain(BID, 0, least_bid(box, game) if number == table.bids else bid_at(box, game, number - table.bids))
    if number >= len(PLAIN):
        on_deeds = number - len(PLAIN)
        return plain(ON_DEEDS[on_deeds // table.deeds], table.square_of[on_deeds % table.deeds], 0)
    return plain(PLAIN[number], 0, 0)


@entry(types.int64(BOX, GAME, TABLE, ACTIONS, MASK))
def write_mask(box: BoxRecord, game: GameRecord, table: TableRecord, actions: Numbers, mask: Numbers) -> int:
    """Set the mask to 1 for the actions allowed now; return how many there are. `actions`: a buffer for the list."""
    mask[:] = 0
    number = legal(box, game, actions) if table.each > 0 else legal_but_offers(box, game, actions)
    marked = 0
    for row in range(number):
        place = number_of(box, game, table, read_action(actions[row]))
        if place != NONE and mask[place] == 0:
            mask[place] = 1
            marked += 1
    return marked
