"""The agents of Khan 2019, `khan:optimal` or `khan:3,0,1,10,10,0,900,20000`: they choose the position of highest value.

Our readings, where the work is unclear:

- Buying (section 5.3): it buys a square unless owning it is worse than seeing the worst rival own it at that price, whether or
  not that rival can pay. The text also asks for a "positive" value; the program has that only in a comment, and it would rule
  out what the text goes on to say: that one buys to keep a square from others.
- Auctions: it bids one more as long as owning the square at the current bid beats the worst rival owning it at that bid.
- Deals: see `khan_deals`.

Beyond the work's small game the same value decides. It builds on a set if some height that it can afford gains the buy margin,
and unmortgages a deed if that gains it; it meets a debt by the sale or mortgage that leaves the highest value; it judges a
trade of any shape by its gain, jail cards counting nothing, and refuses promises; it leaves jail by a card or by the dice. A
sealed bid is the highest price at which it wants the lot.
"""

from __future__ import annotations

from math import inf

from numba import types

from rentier.agents.basics import plain_answer
from rentier.agents.khan_deals import FIRST_UNUSED, next_offer, respond
from rentier.agents.khan_search import value_if, value_of
from rentier.agents.khan_sheet import (
    CASH,
    LEVELS,
    MORTGAGED,
    TABLE,
    WEIGHTS,
    Weights,
    copy_down,
    khan_value,
    purchase,
)
from rentier.agents.mind import MIND, MindRecord, agent, plain, valuing
from rentier.box.record import AUCTION_SEALED, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.auctions import least_bid
from rentier.game.bits import bit, lowest
from rentier.game.buildings import may_build, may_sell
from rentier.game.check import ACTION
from rentier.game.debts import can_raise_debt
from rentier.game.deeds import resale
from rentier.game.jail import may_use_card
from rentier.game.mortgages import may_mortgage, may_unmortgage, unmortgage_cost
from rentier.game.reasons import ALLOWED
from rentier.game.shortage import could_place
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    BANKRUPT,
    BID,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    DECLINE,
    END,
    MANAGE,
    MORTGAGE,
    NOBODY,
    PASS,
    RAISE,
    RESPOND,
    ROLL,
    SELL,
    START,
    UNMORTGAGE,
    USE_CARD,
    WINDOW,
    Action,
)
from rentier.layout import wide

LOT_TURN, LOT, LOT_WORTH = range(FIRST_UNUSED, FIRST_UNUSED + 3)  # its memory of the current auction


# buying and bidding


@compiled
def lead_in_owning(
    box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int, square: int, price: int
) -> float:
    """Return how much better it is to own a square at a price than to see the worst rival own it at that price."""
    own = value_if(box, game, mind, weights, seat, purchase(seat, square, price))
    lead = -inf
    for rival in range(game.players):
        if rival != seat and game.in_play & bit(rival) != 0:
            lead = max(lead, own - value_if(box, game, mind, weights, seat, purchase(rival, square, price)))
    return lead


@compiled
def highest_wanted(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> int:
    """Return the highest affordable price at which a seat would rather own the lot than see a rival own it; -1 if none.

    A higher price never makes owning better, so bisection finds where the bidding would stop.
    """
    low = -1
    high = game.cash[seat] + 1
    while low + 1 < high:
        middle = (low + high) // 2
        if lead_in_owning(box, game, mind, weights, seat, game.lot, middle) > 0:
            low = middle
        else:
            high = middle
    return low


@compiled
def wants_building(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int, price: int) -> bool:
    """Whether a house or hotel at a price, on the first lot where it fits, improves the value by the buy margin."""
    target = value_of(box, game, mind, weights, seat) + weights.buy_margin
    square = lowest(could_place(box, game, seat, game.lot))
    mind.actions[LEVELS + square, 0] += 1
    mind.actions[seat, CASH] -= price
    return value_of(box, game, mind, weights, seat) >= target


@compiled
def bid_or_pass(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Bid the minimum, never above its cash, as long as it wants the lot at the current price."""
    least = least_bid(box, game)
    memory = mind.memory
    if least > game.cash[seat]:
        return plain(PASS, 0, 0)
    if game.lot < 0:
        return plain(BID, 0, least) if wants_building(box, game, mind, weights, seat, least) else plain(PASS, 0, 0)
    if memory[LOT_TURN] != game.turns + 1 or memory[LOT] != game.lot or game.leader == NOBODY:
        memory[LOT_TURN] = game.turns + 1
        memory[LOT] = game.lot
        memory[LOT_WORTH] = highest_wanted(box, game, mind, weights, seat)
    worth = memory[LOT_WORTH]
    sealed = box.auction == AUCTION_SEALED
    if worth < (least if sealed else least - 1):
        return plain(PASS, 0, 0)
    return plain(BID, 0, worth if sealed else least)


# the full rules


@compiled
def next_lot(box: BoxRecord, game: GameRecord, seat: int, group: int) -> int:
    """Return the first lot of a group that may be built on now; -1 if there is none."""
    left = group
    while left != 0:
        if may_build(box, game, seat, lowest(left)) == ALLOWED:
            return lowest(left)
        left &= left - 1
    return -1


@compiled
def cost_of_height(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, group: int, height: int) -> int:
    """Build a group up to a height on the sheet, without paying, and return the cost."""
    cost = 0
    left = group
    while left != 0:
        square = lowest(left)
        left &= left - 1
        level = wide(game.level[square])
        mind.actions[LEVELS + square, 0] = max(level, height)
        cost += max(height - level, 0) * box.house_cost[square]
    return cost


@compiled
def is_worth_building(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int, group: int) -> bool:
    """Whether a set, built evenly to some affordable height, gains the buy margin."""
    sheet = mind.actions
    target = value_of(box, game, mind, weights, seat) + weights.buy_margin
    worth = False
    for height in range(1, box.hotel_level + 1):
        cost = cost_of_height(box, game, mind, seat, group, height)
        if cost > game.cash[seat]:
            break
        sheet[seat, CASH] -= cost
        worth = worth or (cost > 0 and value_of(box, game, mind, weights, seat) >= target)
        sheet[seat, CASH] += cost
    cost_of_height(box, game, mind, seat, group, 0)
    return worth


@compiled
def next_investment(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Build or unmortgage where that gains the buy margin; PASS if nothing does."""
    sheet = mind.actions
    left = game.sets[seat]
    while left != 0:
        group = box.group_of[lowest(left)]
        left &= ~group
        lot = next_lot(box, game, seat, group)
        if lot >= 0 and is_worth_building(box, game, mind, weights, seat, group):
            return plain(BUILD, lot, 0)
    target = value_of(box, game, mind, weights, seat) + weights.buy_margin
    left = game.deeds[seat] & game.mortgaged
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if may_unmortgage(box, game, seat, square) == ALLOWED:
            sheet[TABLE, MORTGAGED] &= ~bit(square)
            sheet[seat, CASH] -= unmortgage_cost(box, square)
            value = value_of(box, game, mind, weights, seat)
            sheet[TABLE, MORTGAGED] |= bit(square)
            sheet[seat, CASH] += unmortgage_cost(box, square)
            if value >= target:
                return plain(UNMORTGAGE, square, 0)
    return plain(PASS, 0, 0)


@compiled
def cheapest_sale(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Sell the building or mortgage the deed that leaves the highest value; PASS if there is nothing to sell."""
    sheet = mind.actions
    chosen = plain(PASS, 0, 0)
    best = 0.0
    left = game.deeds[seat] & ~game.mortgaged
    while left != 0:
        square = lowest(left)
        left &= left - 1
        sells = may_sell(box, game, seat, square) == ALLOWED
        if not sells and may_mortgage(box, game, seat, square) != ALLOWED:
            continue
        money = resale(box, square, 1) if sells else box.mortgage[square]
        sheet[seat, CASH] += money
        if sells:
            sheet[LEVELS + square, 0] -= 1
        else:
            sheet[TABLE, MORTGAGED] |= bit(square)
        value = value_of(box, game, mind, weights, seat)
        sheet[seat, CASH] -= money
        if sells:
            sheet[LEVELS + square, 0] += 1
        else:
            sheet[TABLE, MORTGAGED] &= ~bit(square)
        if chosen.kind == PASS or value > best:
            chosen = plain(SELL if sells else MORTGAGE, square, 0)
            best = value
    return chosen


# all decisions


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """In its own turn offer every deed for sale, then invest; then roll the dice or end the turn."""
    if game.phase != WINDOW and is_managing_time(box, game):
        deal = next_offer(box, game, mind, weights, seat)
        if deal.kind != PASS:
            return deal
        investment = next_investment(box, game, mind, weights, seat)
        if investment.kind != PASS:
            return investment
    if game.phase != START:
        return plain(END, 0, 0)
    return plain(USE_CARD if may_use_card(game, seat) == ALLOWED else ROLL, 0, 0)


@entry(ACTION(BOX, GAME, MIND, WEIGHTS, types.int64))
def play_by_value(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, depth: int) -> Action:
    """Make any decision by the value of the position, looking `depth` rolls ahead."""
    seat = wide(game.actor)
    decision = game.decision
    copy_down(box, game, mind.actions, depth)
    if decision == MANAGE:
        return manage(box, game, mind, weights, seat)
    if decision == BUY_OR_NOT:
        square = wide(game.square[seat])
        price = box.price[square]
        wanted = game.cash[seat] >= price and lead_in_owning(box, game, mind, weights, seat, square, price) >= 0
        return plain(BUY if wanted else DECLINE, 0, 0)
    if decision == BID_OR_PASS:
        return bid_or_pass(box, game, mind, weights, seat)
    if decision == RESPOND:
        return respond(box, game, mind, weights, seat)
    if decision == RAISE:
        raises = can_raise_debt(box, game)
        return cheapest_sale(box, game, mind, weights, seat) if raises else plain(BANKRUPT, 0, 0)
    return plain_answer(box, game, seat)


@compiled
def weights_of(mind: MindRecord, rent: float) -> Weights:
    """Return the weights of a spec, with that of its own rents multiplied by `rent`."""
    spec = mind.settings
    return Weights(spec[0] * rent, spec[1], spec[2], spec[3], spec[4], spec[5], spec[6], spec[7])


@compiled
def rounds_left(box: BoxRecord, game: GameRecord) -> float:
    """Return the share of the game's rounds still to be finished, including this one; 1 in a game without a last round."""
    if box.round_cap == 0:
        return 1.0
    return (box.round_cap - game.rounds + 1) / box.round_cap


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Decide by the value of the position."""
    return play_by_value(box, game, mind, weights_of(mind, 1.0), 0)


@agent
def decide_by_rounds(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Decide by the value of the position, with its own rents weighing less the fewer rounds are left to collect them.

    The work says that its value lacks a sense of time (section 8.3) and leaves open how to add one. This is the simplest way:
    the weight of its own rents is multiplied by the share of the rounds that are left.
    """
    return play_by_value(box, game, mind, weights_of(mind, rounds_left(box, game)), 0)


@valuing
def value(box: BoxRecord, game: GameRecord, seat: int, mind: MindRecord) -> float:
    """Return the value of the position to a seat."""
    copy_down(box, game, mind.actions, 0)
    return khan_value(box, mind.actions, weights_of(mind, 1.0), seat)


@valuing
def value_by_rounds(box: BoxRecord, game: GameRecord, seat: int, mind: MindRecord) -> float:
    """Return the value by which `decide_by_rounds` decides."""
    copy_down(box, game, mind.actions, 0)
    return khan_value(box, mind.actions, weights_of(mind, rounds_left(box, game)), seat)
