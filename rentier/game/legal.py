"""`legal`: list what the player to act may do. Of offers and bids it lists a selection; `check` judges all others."""

from __future__ import annotations

from numba import types

from rentier.box.record import MENU_FULL, MENU_NONE, MENU_ONE_FOR_ONE, MENU_PROPERTY_FOR_CASH, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.auctions import bid_limit, least_bid
from rentier.game.bits import bit, lowest
from rentier.game.buildings import may_build, may_sell
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
from rentier.game.debts import can_raise_debt, has_offers_left
from rentier.game.deeds import tradable
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.mortgages import (
    interest_on,
    may_mortgage,
    may_unmortgage,
    must_settle,
    price_of_receiving,
    unmortgage_cost,
)
from rentier.game.reasons import ALLOWED
from rentier.game.shortage import could_place
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.trades import jail_cards_of, may_counter, may_trade
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    ACCEPT,
    ACTION_NUMBERS,
    ASK_RENT,
    BANKRUPT,
    BID,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    CHOOSE_TAX,
    CLAIM,
    DECLINE,
    DRAW_CARD,
    END,
    KEEP,
    MANAGE,
    MORTGAGE,
    OVER,
    PASS,
    PAY_FINE,
    PAY_SHARE,
    PAY_TAX,
    PLACE,
    RAISE,
    REFUSE,
    RESPOND,
    ROLL,
    ROLL_DICE,
    SELL,
    SETTLE,
    START,
    UNMORTGAGE,
    USE_CARD,
    WAIVE_RENT,
    Action,
)
from rentier.layout import Numbers

ACTIONS = types.Array(types.int64, 2, "C")
QUARTERS = 8  # bids are listed at each quarter of the price, up to twice the price


@compiled
def put(actions: Numbers, number: int, kind: int, target: int, amount: int) -> int:
    """Append an action without terms of trade. Return the new length of the list."""
    actions[number, 0] = kind
    actions[number, 1] = target
    actions[number, 2] = amount
    for place in range(3, ACTION_NUMBERS):
        actions[number, place] = 0
    return number + 1


@compiled
def write_action(action: Action, row: Numbers) -> None:
    """Write the numbers of an action into a row."""
    row[0] = action.kind
    row[1] = action.target
    row[2] = action.amount
    row[3] = action.give
    row[4] = action.take
    row[5] = action.iou
    row[6] = action.free_rent


@compiled
def read_action(row: Numbers) -> Action:
    """Return the action written in a row."""
    return Action(row[0], row[1], row[2], row[3], row[4], row[5], row[6])


@compiled
def put_trade(actions: Numbers, number: int, offer: Action) -> int:
    """Append an offer or counter-offer. Return the new length of the list."""
    write_action(offer, actions[number])
    return number + 1


@compiled
def may_do(box: BoxRecord, game: GameRecord, seat: int, kind: int, square: int) -> int:
    """Return why a seat may not build on, unmortgage, sell a building of or mortgage a square, or ALLOWED."""
    if kind == BUILD:
        return may_build(box, game, seat, square)
    if kind == UNMORTGAGE:
        return may_unmortgage(box, game, seat, square)
    if kind == SELL:
        return may_sell(box, game, seat, square)
    return may_mortgage(box, game, seat, square)


@compiled
def squares_for(box: BoxRecord, game: GameRecord, seat: int, kind: int) -> int:
    """Return where the seat may build, unmortgage, sell or mortgage, as bits."""
    left = game.deeds[seat] & ~game.mortgaged
    if kind == BUILD:
        left &= box.streets if box.build_without_full_set == 1 else game.sets[seat]
    elif kind == UNMORTGAGE:
        left = game.deeds[seat] & game.mortgaged
    elif kind == SELL:
        left &= game.built
    else:
        left &= ~game.built
    squares = 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if may_do(box, game, seat, kind, square) == ALLOWED:
            squares |= bit(square)
    return squares


@compiled
def list_for(box: BoxRecord, game: GameRecord, seat: int, kind: int, actions: Numbers, number: int) -> int:
    """List every square where the seat may build, unmortgage, sell or mortgage."""
    left = squares_for(box, game, seat, kind)
    while left != 0:
        number = put(actions, number, kind, lowest(left), 0)
        left &= left - 1
    return number


@compiled
def list_sales(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers, number: int) -> int:
    """List the buildings to sell and the deeds to mortgage."""
    number = list_for(box, game, seat, SELL, actions, number)
    return list_for(box, game, seat, MORTGAGE, actions, number)


@compiled
def list_building(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers, number: int) -> int:
    """List the lots to build on and the deeds to unmortgage."""
    number = list_for(box, game, seat, BUILD, actions, number)
    return list_for(box, game, seat, UNMORTGAGE, actions, number)


@compiled
def receivable(box: BoxRecord, game: GameRecord, squares: int, cash: int) -> int:
    """Return those of the deeds for which this cash covers what a mortgage costs the receiver, as bits."""
    left = squares & game.mortgaged if must_settle(box) else 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if price_of_receiving(box, square) > cash:
            squares &= ~bit(square)
    return squares


@compiled
def put_if_fine(box: BoxRecord, game: GameRecord, seat: int, offer: Action, actions: Numbers, number: int) -> int:
    """Append an offer if the trade is allowed. Return the new length of the list."""
    if may_trade(box, game, seat, offer.target, offer) == ALLOWED:
        return put_trade(actions, number, offer)
    return number


@compiled
def list_swaps(box: BoxRecord, game: GameRecord, seat: int, other: int, free: int, actions: Numbers, number: int) -> int:
    """List the offers of one deed for one deed. While nobody is in debt, every deed that can be received can be traded."""
    gives = receivable(box, game, game.deeds[seat] & free, game.cash[other])
    all_takes = receivable(box, game, game.deeds[other] & free, game.cash[seat])
    while gives != 0:
        give = gives & -gives
        gives &= gives - 1
        takes = all_takes
        while takes != 0:
            take = takes & -takes
            takes &= takes - 1
            offer = offer_of(other, 0, give, take)
            if game.debt == 0 or may_trade(box, game, seat, other, offer) == ALLOWED:
                number = put_trade(actions, number, offer)
    return number


@compiled
def list_cash_deals(box: BoxRecord, game: GameRecord, seat: int, other: int, free: int, actions: Numbers, number: int) -> int:
    """List the offers to sell or buy one deed at half its printed price, the price, or twice the price."""
    left = (game.deeds[seat] | game.deeds[other]) & free
    while left != 0:
        square = lowest(left)
        left &= left - 1
        purse = game.cash[other if game.owner[square] == seat else seat] - interest_on(box, game, bit(square))
        for halves in DEAL_HALVES:
            offer = cash_deal(box, game, seat, other, square, halves)
            if offer.amount == 0 or abs(offer.amount) > purse:
                continue
            if game.debt == 0 or may_trade(box, game, seat, other, offer) == ALLOWED:
                number = put_trade(actions, number, offer)
    return number


@compiled
def list_jail_card_deals(box: BoxRecord, game: GameRecord, seat: int, other: int, actions: Numbers, number: int) -> int:
    """List the offers to sell or buy a jail card for the amount of the fine."""
    for buys in range(2):
        if jail_cards_of(game, other if buys == 1 else seat) != 0:
            number = put_if_fine(box, game, seat, jail_card_deal(box, game, seat, other, buys), actions, number)
    return number


@compiled
def list_loans(box: BoxRecord, game: GameRecord, seat: int, other: int, actions: Numbers, number: int) -> int:
    """List the offers of a loan from the other player, and of one to the other player."""
    for lends in range(2):
        offer = loan(box, other, lends)
        if offer.iou != 0:
            number = put_if_fine(box, game, seat, offer, actions, number)
    return number


@compiled
def list_free_rents(box: BoxRecord, game: GameRecord, seat: int, other: int, actions: Numbers, number: int) -> int:
    """List the offers of free rent on each deed of the two players."""
    left = (game.deeds[other] & ~game.free_rent[seat]) | (game.deeds[seat] & ~game.free_rent[other])
    while left != 0:
        square = lowest(left)
        left &= left - 1
        number = put_if_fine(box, game, seat, free_rent_deal(box, game, seat, other, square), actions, number)
    return number


@compiled
def list_offers(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers, number: int) -> int:
    """List the offers of the preset's `trade_menu` to every other player."""
    menu = box.trade_menu
    if menu == MENU_NONE or not has_offers_left(box, game, seat):
        return number
    free = tradable(box, game)
    for other in range(game.players):
        if other == seat or game.in_play & bit(other) == 0:
            continue
        if menu == MENU_ONE_FOR_ONE or menu == MENU_FULL:
            number = list_swaps(box, game, seat, other, free, actions, number)
        if menu == MENU_PROPERTY_FOR_CASH or menu == MENU_FULL:
            number = list_cash_deals(box, game, seat, other, free, actions, number)
        if menu == MENU_FULL:
            number = list_jail_card_deals(box, game, seat, other, actions, number)
        if menu == MENU_FULL and box.loans == 1:
            number = list_loans(box, game, seat, other, actions, number)
        if menu == MENU_FULL and box.immunity == 1:
            number = list_free_rents(box, game, seat, other, actions, number)
    return number


@compiled
def list_manage(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers) -> int:
    """List the actions while managing."""
    number = 0
    if game.phase == START:
        number = put(actions, number, ROLL, 0, 0)
        if may_pay_fine(box, game, seat) == ALLOWED:
            number = put(actions, number, PAY_FINE, 0, 0)
        if may_use_card(game, seat) == ALLOWED:
            number = put(actions, number, USE_CARD, 0, 0)
    else:
        number = put(actions, number, END, 0, 0)
    if not is_managing_time(box, game):
        return number
    number = list_building(box, game, seat, actions, number)
    return list_sales(box, game, seat, actions, number)


@compiled
def list_buy(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers) -> int:
    """List the actions at an unowned square."""
    number = put(actions, 0, DECLINE, 0, 0)
    if game.cash[seat] >= box.price[game.square[seat]]:
        return put(actions, number, BUY, 0, 0)
    return list_sales(box, game, seat, actions, number)


@compiled
def bid_at(box: BoxRecord, game: GameRecord, quarter: int) -> int:
    """Return a bid as a number of quarters of the price, which for a building is the lowest opening bid."""
    price = box.price[game.lot] if game.lot >= 0 else game.bid_floor
    return price * quarter // 4


@compiled
def list_bids(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers) -> int:
    """List pass, the lowest bid allowed, and each quarter of the price above it."""
    number = put(actions, 0, PASS, 0, 0)
    least = least_bid(box, game)
    most = bid_limit(box, game, seat)
    if least <= most:
        number = put(actions, number, BID, 0, least)
    for quarter in range(1, QUARTERS + 1):
        amount = bid_at(box, game, quarter)
        if amount > least and amount <= most:
            number = put(actions, number, BID, 0, amount)
    return number


@compiled
def list_responses(box: BoxRecord, game: GameRecord, actions: Numbers) -> int:
    """List accept, refuse, and counter-offers that ask for half or all of the printed price of what one gives."""
    number = put(actions, 0, ACCEPT, 0, 0)
    number = put(actions, number, REFUSE, 0, 0)
    for halves in range(1, COUNTER_HALVES + 1):
        counter = counter_offer(box, game, halves)
        if may_counter(box, game, counter) == ALLOWED:
            number = put_trade(actions, number, counter)
    return number


@compiled
def list_raising(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers) -> int:
    """List the ways to meet a debt. Bankruptcy is listed only if sales and mortgages cannot cover it."""
    if can_raise_debt(box, game):
        return list_sales(box, game, seat, actions, 0)
    return put(actions, 0, BANKRUPT, 0, 0)


@compiled
def list_settling(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers) -> int:
    """List what can be done with a mortgaged deed just received."""
    square = lowest(game.unsettled)
    number = put(actions, 0, KEEP, square, 0)
    if game.cash[seat] >= unmortgage_cost(box, square):
        number = put(actions, number, UNMORTGAGE, square, 0)
    return number


@compiled
def list_places(box: BoxRecord, game: GameRecord, seat: int, actions: Numbers) -> int:
    """List the lots for a building won at auction."""
    number = 0
    left = could_place(box, game, seat, game.lot)
    while left != 0:
        number = put(actions, number, BUILD, lowest(left), 0)
        left &= left - 1
    return number


@entry(types.int64(BOX, GAME, ACTIONS))
def legal_but_offers(box: BoxRecord, game: GameRecord, actions: Numbers) -> int:
    """List what the player to act may do besides making offers. Return the number of actions."""
    decision = game.decision
    seat = game.actor
    if decision == MANAGE:
        return list_manage(box, game, seat, actions)
    if decision == BUY_OR_NOT:
        return list_buy(box, game, seat, actions)
    if decision == BID_OR_PASS:
        return list_bids(box, game, seat, actions)
    if decision == RESPOND:
        return list_responses(box, game, actions)
    if decision == RAISE:
        return list_raising(box, game, seat, actions)
    if decision == SETTLE:
        return list_settling(box, game, seat, actions)
    if decision == PLACE:
        return list_places(box, game, seat, actions)
    if decision == OVER:
        return 0
    if decision == ROLL_DICE:
        return put(actions, 0, ROLL, 0, 0)
    first, second = PAY_FINE, DRAW_CARD
    if decision == CHOOSE_TAX:
        first, second = PAY_TAX, PAY_SHARE
    elif decision == CLAIM:
        first, second = ASK_RENT, WAIVE_RENT
    return put(actions, put(actions, 0, first, 0, 0), second, 0, 0)


@compiled
def may_think_of_offers(box: BoxRecord, game: GameRecord, seat: int) -> bool:
    """Return whether this decision allows offers: managing, being in debt, or lacking the price of a square."""
    if game.decision == MANAGE:
        return is_managing_time(box, game)
    if game.decision == BUY_OR_NOT:
        return game.cash[seat] < box.price[game.square[seat]]
    return game.decision == RAISE


@entry(types.int64(BOX, GAME, ACTIONS))
def legal_offers(box: BoxRecord, game: GameRecord, actions: Numbers) -> int:
    """List the offers that the player to act may make. Return the number of offers."""
    return list_offers(box, game, game.actor, actions, 0) if may_think_of_offers(box, game, game.actor) else 0


@entry(types.int64(BOX, GAME, ACTIONS))
def legal(box: BoxRecord, game: GameRecord, actions: Numbers) -> int:
    """List what the player to act may do in `actions`, of at least MOST_ACTIONS rows. Return the number of actions."""
    number = legal_but_offers(box, game, actions)
    if may_think_of_offers(box, game, game.actor):
        return list_offers(box, game, game.actor, actions, number)
    return number
