"""The choices of a player that evaluates states, and the state by which each choice is evaluated.

The agent `selfplay` and its training use the same functions, on a CPU and in a CUDA kernel. A choice is a row of five numbers:
kind, target, amount, give, take. Most choices are evaluated by their afterstate, the state they lead to. Some are evaluated by
what they aim at: a bid by owning the lot at that price, a pass by the highest bidder getting it, an offer by the completed
deal. In training, and by `selfplay`, an offer is made only if the other player gains by it too.

Not considered: building and trading before the roll where that can be done after it; selling buildings unless a debt is due;
mortgaging unless a debt is due, cash is short for a deed, or there is a set to build on.
"""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.agents.basics import bundle, lot_price
from rentier.box.record import (
    AUCTION_SEALED,
    BEFORE_ROLL,
    MENU_NONE,
    BoxRecord,
)
from rentier.compiled import compiled, entry
from rentier.game.apply import carry_out
from rentier.game.auctions import bid_limit, least_bid
from rentier.game.bits import bit, count, lowest
from rentier.game.buildings import build
from rentier.game.deals import offer_of
from rentier.game.debts import can_raise_debt
from rentier.game.deeds import hand_over, tradable
from rentier.game.events import AUCTIONED
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.legal import squares_for
from rentier.game.luck import below, mix
from rentier.game.mortgages import interest_on, unmortgage_cost
from rentier.game.reasons import ALLOWED
from rentier.game.shortage import could_place
from rentier.game.state import BOX, GAME, GameRecord, LuckRecord
from rentier.game.trades import exchange, may_counter, may_offer, put_offer
from rentier.game.words import (
    ACCEPT,
    ASK_RENT,
    BANKRUPT,
    BID,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    CHOOSE_CARD,
    CHOOSE_TAX,
    CLAIM,
    DECLINE,
    DRAW_CARD,
    END,
    KEEP,
    MANAGE,
    MORTGAGE,
    NOBODY,
    NOTHING,
    OFFER,
    PASS,
    PAY_FINE,
    PAY_SHARE,
    PAY_TAX,
    PLACE,
    RAISE,
    REFUSE,
    RESPOND,
    ROLL,
    SELL,
    SETTLE,
    START,
    UNMORTGAGE,
    USE_CARD,
    Action,
)
from rentier.layout import Numbers, wide

CHOICE_NUMBERS = 5
CASH_TENTHS = (-9, -5, -2, 0, 1, 2, 5, 9)  # cash in an offer, in tenths of what its payer has; negative: the other pays
TENTHS = 10
SEALED_TENTHS = 30  # of the price: the highest sealed bid
ALL_SWAPS = -1
MARGIN = 1e-4  # an offer is made only if the other player's win probability gains more than this


@compiled
def put(choices: Numbers, number: int, kind: int, target: int, amount: int) -> int:
    """Append a choice if there is room, and return the new number of choices."""
    if number >= len(choices):
        return number
    choices[number, 0] = kind
    choices[number, 1] = target
    choices[number, 2] = amount
    choices[number, 3] = 0
    choices[number, 4] = 0
    return number + 1


@compiled
def put_action(choices: Numbers, action: Action) -> None:
    """Store an action as the first choice, without its promises."""
    choices[0, 0] = action.kind
    choices[0, 1] = action.target
    choices[0, 2] = action.amount
    choices[0, 3] = action.give
    choices[0, 4] = action.take


@compiled
def choice_at(choices: Numbers, number: int) -> Action:
    """Return a choice as an action."""
    row = choices[number]
    return Action(wide(row[0]), wide(row[1]), wide(row[2]), wide(row[3]), wide(row[4]), wide(0), wide(0))


@compiled
def put_squares(choices: Numbers, number: int, kind: int, squares: int) -> int:
    """Append a choice of this kind for each of the squares, and return the new number of choices."""
    while squares != 0:
        number = put(choices, number, kind, lowest(squares), 0)
        squares &= squares - 1
    return number


# managing


@compiled
def manages_now(box: BoxRecord, game: GameRecord) -> bool:
    """Whether this is the part of the turn for building and trading: after the roll, if the rules allow it then."""
    return game.phase != START or box.manage_part == BEFORE_ROLL


@compiled
def worth_mortgaging(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the deeds outside sets that may be mortgaged if some set has room for buildings, as bits; else 0."""
    left = game.sets[seat] + 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if game.level[square] < box.hotel_level and game.mortgaged & bit(square) == 0:
            return squares_for(box, game, seat, MORTGAGE) & ~game.sets[seat]
    return 0


@compiled
def list_managing(box: BoxRecord, game: GameRecord, seat: int, choices: Numbers) -> int:
    """List rolling or ending the turn first, then ways out of jail, building, unmortgaging and mortgaging."""
    if game.phase == START:
        number = put(choices, 0, ROLL, 0, 0)
        if may_pay_fine(box, game, seat) == ALLOWED:
            number = put(choices, number, PAY_FINE, 0, 0)
        if may_use_card(game, seat) == ALLOWED:
            number = put(choices, number, USE_CARD, 0, 0)
    else:
        number = put(choices, 0, END, 0, 0)
    if not manages_now(box, game):
        return number
    number = put_squares(choices, number, BUILD, squares_for(box, game, seat, BUILD))
    number = put_squares(choices, number, UNMORTGAGE, squares_for(box, game, seat, UNMORTGAGE))
    return put_squares(choices, number, MORTGAGE, worth_mortgaging(box, game, seat))


# deals


@compiled
def swaps_with(box: BoxRecord, game: GameRecord, seat: int, other: int, free: int, wanted: int) -> tuple[int, int, int]:
    """Return the deeds that swap number `wanted` gives and takes, as the last two numbers; for -1: (number of swaps, 0, 0).

    The swaps are: the deeds that complete a group for one side, for nothing or for one deed of that side; and any other single
    deed of either side for nothing. Cash comes on top.
    """
    own = game.deeds[seat] & free
    theirs = game.deeds[other] & free
    number = 0
    completing = 0
    for group in range(box.groups):
        if box.group_squares[group] & box.streets == 0:
            continue
        for side in range(2):
            if side == 0:
                gets = bundle(box, game, group, seat, other, free)
                pays = own & ~box.group_squares[group]
            else:
                gets = bundle(box, game, group, other, seat, free)
                pays = theirs & ~box.group_squares[group]
            if gets == 0:
                continue
            if count(gets) == 1:
                completing |= gets
            swaps = 1 + count(pays)
            if number <= wanted < number + swaps:
                for _skip in range(wanted - number):
                    pays &= pays - 1
                paid = pays & -pays if wanted - number < swaps - 1 else 0
                return (number, paid, gets) if side == 0 else (number, gets, paid)
            number += swaps
    either = (own | theirs) & ~completing
    if number <= wanted < number + count(either):
        for _skip in range(wanted - number):
            either &= either - 1
        deed = either & -either
        return number, deed & own, deed & theirs
    return number + count(either), 0, 0


@compiled
def may_propose(box: BoxRecord, game: GameRecord, deal: Action) -> int:
    """Return why the player to act may not propose a deal, as an offer or as an answer to one, or ALLOWED."""
    return may_counter(box, game, deal) if game.decision == RESPOND else may_offer(box, game, game.actor, deal)


@compiled
def is_gift(deal: Action) -> bool:
    """Whether one side gets nothing. Such deals are never proposed: they look good only where the network errs."""
    return bool((deal.give == 0 and deal.amount <= 0) or (deal.take == 0 and deal.amount >= 0))


@compiled
def put_proposal(box: BoxRecord, game: GameRecord, offer: Action, choices: Numbers, number: int) -> int:
    """Append an offer if the rules allow it and there is room, and return the new number of choices."""
    if number >= len(choices) or is_gift(offer) or may_propose(box, game, offer) != ALLOWED:
        return number
    choices[number, 0] = OFFER
    choices[number, 1] = offer.target
    choices[number, 2] = offer.amount
    choices[number, 3] = offer.give
    choices[number, 4] = offer.take
    return number + 1


@compiled
def put_deal(box: BoxRecord, game: GameRecord, seat: int, deal: Action, choices: Numbers, number: int) -> int:
    """Append a deal once for each amount of cash that the rules allow."""
    before = wide(1) << 40
    for tenths in CASH_TENTHS:
        cash = game.cash[seat] - interest_on(box, game, deal.take)
        if tenths < 0:
            cash = game.cash[deal.target] - interest_on(box, game, deal.give)
        amount = cash * tenths // TENTHS
        if amount != before:
            number = put_proposal(box, game, offer_of(deal.target, amount, deal.give, deal.take), choices, number)
        before = amount
    return number


@compiled
def list_deals(box: BoxRecord, game: GameRecord, seat: int, swaps: int, key: Any, choices: Numbers, number: int) -> int:
    """Append offers for `swaps` randomly drawn swaps, or for all of them."""
    if swaps == 0 or box.trade_menu == MENU_NONE or not manages_now(box, game):
        return number
    free = tradable(box, game)
    total = 0
    for other in range(game.players):
        if other != seat and game.in_play & bit(other) != 0:
            total += swaps_with(box, game, seat, other, free, -1)[0]
    for place in range(total if swaps == ALL_SWAPS else min(swaps, total)):
        wanted = place if swaps == ALL_SWAPS else below(mix(key, place, 0), total)
        for other in range(game.players):
            if other == seat or game.in_play & bit(other) == 0:
                continue
            with_other = swaps_with(box, game, seat, other, free, -1)[0]
            if wanted < with_other:
                _first, give, take = swaps_with(box, game, seat, other, free, wanted)
                number = put_deal(box, game, seat, offer_of(other, 0, give, take), choices, number)
                break
            wanted -= with_other
    return number


@compiled
def list_counters(box: BoxRecord, game: GameRecord, choices: Numbers, number: int) -> int:
    """Append counter-offers, listed as offers to whoever made the offer: its deeds at other prices, then all swaps."""
    seat, other = wide(game.actor), wide(game.offer_from)
    things = game.offer_give | game.offer_take
    if things != 0 and things & ~box.deeds == 0:
        number = put_deal(box, game, seat, offer_of(other, 0, game.offer_take, game.offer_give), choices, number)
    free = tradable(box, game)
    for wanted in range(swaps_with(box, game, seat, other, free, -1)[0]):
        _first, give, take = swaps_with(box, game, seat, other, free, wanted)
        number = put_deal(box, game, seat, offer_of(other, 0, give, take), choices, number)
    return number


# the other decisions


@compiled
def would_consider(game: GameRecord) -> bool:
    """Whether the player considers accepting the offer: it must contain no promises, and the player must get something."""
    promises = game.offer_iou != 0 or game.offer_free_rent != 0
    return bool(not promises and (game.offer_give != 0 or game.offer_cash > 0))


@compiled
def list_bids(box: BoxRecord, game: GameRecord, seat: int, choices: Numbers) -> int:
    """List passing and one bid: the minimum, plus a tenth of the price once somebody leads.

    In a sealed auction, list bids in steps of a tenth of the price.
    """
    number = put(choices, 0, PASS, 0, 0)
    least = least_bid(box, game)
    most = min(bid_limit(box, game, seat), wide(game.cash[seat]))
    price = lot_price(box, game)
    if least > most or (game.lot < NOTHING and could_place(box, game, seat, game.lot) == 0):
        return number
    if box.auction != AUCTION_SEALED:
        step = price // TENTHS if game.leader != NOBODY else 0
        return put(choices, number, BID, 0, min(least + step, most))
    for tenths in range(1, SEALED_TENTHS + 1):
        amount = price * tenths // TENTHS
        if least <= amount <= most:
            number = put(choices, number, BID, 0, amount)
    return number


@compiled
def list_choices(box: BoxRecord, game: GameRecord, swaps: int, key: Any, choices: Numbers) -> int:
    """List the choices of the player to act and return their number. The key draws `swaps` swaps, unless that is ALL_SWAPS."""
    decision = game.decision
    seat = wide(game.actor)
    if decision == MANAGE:
        return list_deals(box, game, seat, swaps, key, choices, list_managing(box, game, seat, choices))
    if decision == BUY_OR_NOT:
        number = put(choices, 0, DECLINE, 0, 0)
        if game.cash[seat] >= box.price[game.square[seat]]:
            return put(choices, number, BUY, 0, 0)
        return put_squares(choices, number, MORTGAGE, squares_for(box, game, seat, MORTGAGE))
    if decision == BID_OR_PASS:
        return list_bids(box, game, seat, choices)
    if decision == RESPOND:
        number = put(choices, 0, REFUSE, 0, 0)
        return put(choices, number, ACCEPT, 0, 0) if would_consider(game) else number
    if decision == RAISE:
        if not can_raise_debt(box, game):
            return put(choices, 0, BANKRUPT, 0, 0)
        number = put_squares(choices, 0, SELL, squares_for(box, game, seat, SELL))
        return put_squares(choices, number, MORTGAGE, squares_for(box, game, seat, MORTGAGE))
    if decision == SETTLE:
        square = lowest(game.unsettled)
        number = put(choices, 0, KEEP, square, 0)
        return put(choices, number, UNMORTGAGE, square, 0) if game.cash[seat] >= unmortgage_cost(box, square) else number
    if decision == PLACE:
        return put_squares(choices, 0, BUILD, could_place(box, game, seat, game.lot))
    if decision == CHOOSE_TAX:
        return put(choices, put(choices, 0, PAY_TAX, 0, 0), PAY_SHARE, 0, 0)
    if decision == CHOOSE_CARD:
        return put(choices, put(choices, 0, DRAW_CARD, 0, 0), PAY_FINE, 0, 0)
    return put(choices, 0, ASK_RENT if decision == CLAIM else ROLL, 0, 0)


# the state by which a choice is evaluated


@compiled
def has_afterstate(game: GameRecord, kind: int) -> bool:
    """Whether a choice leads to the state by which it is evaluated."""
    return kind != OFFER and game.decision != BID_OR_PASS


@compiled
def win_lot(box: BoxRecord, game: GameRecord, seat: int, price: int) -> None:
    """Give the lot at auction to a seat at a price; a house or hotel goes on the first lot where it fits."""
    game.cash[seat] -= price
    if game.lot >= 0:
        hand_over(box, game, None, game.lot, seat, AUCTIONED)
    else:
        lots = could_place(box, game, seat, game.lot)
        if lots != 0:
            lot = lowest(lots)
            game.cash[seat] += box.house_cost[lot]
            build(box, game, None, seat, lot)
    game.lot = NOTHING
    game.decision = MANAGE


@compiled
def complete_deal(box: BoxRecord, game: GameRecord) -> None:
    """Carry out the offer, with the interest on mortgaged deeds paid."""
    giver, taker = wide(game.offer_from), wide(game.offer_to)
    give, take = game.offer_give + 0, game.offer_take + 0
    exchange(box, game, None)
    game.cash[giver] -= interest_on(box, game, take)
    game.cash[taker] -= interest_on(box, game, give)


@compiled
def to_afterstate(box: BoxRecord, game: GameRecord, luck: LuckRecord, choice: Action) -> None:
    """Turn a copy of the game into the state by which a choice is evaluated. Random events are not simulated."""
    kind = choice.kind
    if kind == ROLL or kind == END or kind == DECLINE or kind == REFUSE or kind == DRAW_CARD:
        return
    if kind == OFFER:
        put_offer(game, game.actor, choice.target, choice, 0)
        complete_deal(box, game)
    elif kind == ACCEPT:
        complete_deal(box, game)
    elif kind == BID:
        win_lot(box, game, game.actor, choice.amount)
    elif kind == PASS:
        if game.leader != NOBODY:
            win_lot(box, game, game.leader, game.high_bid)
    else:
        carry_out(box, game, luck, None, choice)


# choosing


@compiled
def is_sealed(box: BoxRecord, game: GameRecord) -> bool:
    """Whether a sealed bid is due. The caller then makes the highest bid that beats passing."""
    return bool(game.decision == BID_OR_PASS and box.auction == AUCTION_SEALED)


@entry(types.boolean(BOX, GAME))
def is_sealed_bid(box: BoxRecord, game: GameRecord) -> bool:
    """`is_sealed`, for Python."""
    return is_sealed(box, game)


@compiled
def gains(after: float, before: float) -> bool:
    """Whether a deal raises the other player's win probability enough to offer it."""
    return after > before + MARGIN
