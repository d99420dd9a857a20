"""The agents of Khan 2019, `khan:optimal` or `khan:3,0,1,10,10,0,900,20000`: what leads to the position of highest value.

What the work leaves unclear is read so:

- Buying (section 5.3): a square is bought unless owning it is worse than to see the worst rival own it at that price, be that
  rival able to pay or not. The text also asks for a "positive" value; the program has that only in a comment, and it would
  forbid what the text goes on to say, that one buys to keep a square from others.
- Auctions: a bid of one more as long as owning the square at the bid that stands beats the worst rival owning it at that bid.
- Deals: before the roll each own deed is offered once, in board order. Every rival names the highest price that still gains it
  its buy margin; the seller takes what is best for itself of what gains it its sell margin. By our rules a price is named like
  this: the seller asks for all the money a rival has, and the rival answers with a counter-offer. The seller asks first where
  most could be gained, and nobody who cannot match what it has heard; so who says yes at once has named the best price of all.

Beyond the small game the same value decides. A set is built on when at some height that it can pay for it gains the buy margin,
and a mortgage lifted when that does; a debt is met by the sale or mortgage that leaves most value; a trade of any shape is
judged by its gain, jail cards counting nothing and promises being refused; jail is left by a card or by the dice. A sealed bid
is the highest price wanted. Without counter-offers in the rules no rival can name a price, and few deals are made.
"""

from __future__ import annotations

from math import inf

from numba import types

from rentier.agents.basics import counter, plain_answer
from rentier.agents.khan_search import value_ahead
from rentier.agents.khan_sheet import (
    CASH,
    LEVELS,
    MORTGAGED,
    TABLE,
    WEIGHTS,
    Deal,
    Weights,
    copy_down,
    exchange,
    khan_value,
    purchase,
    sale,
    take_back,
)
from rentier.agents.mind import MIND, MindRecord, agent, plain, valuing
from rentier.box.record import AUCTION_SEALED, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.auctions import least_bid
from rentier.game.bits import bit, lowest
from rentier.game.buildings import may_build, may_sell
from rentier.game.check import ACTION
from rentier.game.deals import offer_of
from rentier.game.debts import can_raise_debt
from rentier.game.deeds import resale
from rentier.game.jail import may_use_card
from rentier.game.mortgages import interest_on, may_mortgage, may_unmortgage, unmortgage_cost
from rentier.game.reasons import FINE
from rentier.game.shortage import could_place
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.trades import may_counter, may_offer
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    ACCEPT,
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
    REFUSE,
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

# its memory: the deeds offered for sale this turn, the deed on sale now and what was heard for it; the auction under way
TURN, OFFERED, ON_SALE, ASKED, BEST_RIVAL, BEST_PRICE, LOT_TURN, LOT, LOT_WORTH = range(9)


@compiled
def value_of(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> float:
    """What the position on the sheet is worth to a seat."""
    return value_ahead(box, game, mind.actions, weights, seat)


@compiled
def value_if(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int, deal: Deal) -> float:
    """The value to a seat after a deal, the bank's interest on mortgaged deeds being paid."""
    sheet = mind.actions
    fees = interest_on(box, game, deal.take)
    others_fees = interest_on(box, game, deal.give)
    exchange(sheet, deal)
    sheet[deal.one, CASH] -= fees
    if deal.other != NOBODY:
        sheet[deal.other, CASH] -= others_fees
    value = value_of(box, game, mind, weights, seat)
    sheet[deal.one, CASH] += fees
    if deal.other != NOBODY:
        sheet[deal.other, CASH] += others_fees
    take_back(sheet, deal)
    return value


# buying and bidding


@compiled
def lead_in_owning(
    box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int, square: int, price: int
) -> float:
    """How much better it is to own a square at a price than to see the worst rival own it at that price."""
    own = value_if(box, game, mind, weights, seat, purchase(seat, square, price))
    lead = -inf
    for rival in range(game.players):
        if rival != seat and game.in_play & bit(rival) != 0:
            lead = max(lead, own - value_if(box, game, mind, weights, seat, purchase(rival, square, price)))
    return lead


@compiled
def highest_wanted(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> int:
    """The highest price, up to its cash, at which a seat would rather own the lot than see a rival own it; -1: at none.

    A higher price never makes owning better, so halving finds where the bidding would stop.
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
    """Whether a scarce building at a price, on the first lot where it fits, gains the buy margin."""
    target = value_of(box, game, mind, weights, seat) + weights.buy_margin
    square = lowest(could_place(box, game, seat, game.lot))
    mind.actions[LEVELS + square, 0] += 1
    mind.actions[seat, CASH] -= price
    return value_of(box, game, mind, weights, seat) >= target


@compiled
def bid_or_pass(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Bid the least there is while what stands is a price at which the lot is wanted; never more than the cash."""
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


# deals


@compiled
def highest_price(
    box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, buyer: int, seller: int, deeds: int
) -> int:
    """The highest price for deeds that still gains the buyer its margin; 0 when none does (section 5.3, Dealing)."""
    target = value_of(box, game, mind, weights, buyer) + weights.buy_margin
    if value_if(box, game, mind, weights, buyer, sale(seller, buyer, deeds, 0)) < target:
        return 0
    low = 0
    high = max(game.cash[buyer] - interest_on(box, game, deeds), 0)
    if value_if(box, game, mind, weights, buyer, sale(seller, buyer, deeds, high)) >= target:
        return high
    while low + 1 < high:
        middle = (low + high) // 2
        if value_if(box, game, mind, weights, buyer, sale(seller, buyer, deeds, middle)) < target:
            high = middle
        else:
            low = middle
    return low


@compiled
def whole_purse(box: BoxRecord, game: GameRecord, rival: int, deed: int) -> int:
    """All that a rival could pay for a deed."""
    return game.cash[rival] - interest_on(box, game, deed)


@compiled
def least_welcome(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> float:
    """The value that selling the deed on sale must reach: the sell margin above now, or the best price heard."""
    best = mind.memory[BEST_PRICE]
    if best == 0:
        return value_of(box, game, mind, weights, seat) + weights.sell_margin
    heard = sale(seat, mind.memory[BEST_RIVAL], mind.memory[ON_SALE], best)
    return value_if(box, game, mind, weights, seat, heard)


@compiled
def next_to_ask(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> int:
    """The rival not asked yet whose whole purse would gain most for the deed on sale; NOBODY when none could do better."""
    deed = mind.memory[ON_SALE]
    chosen = NOBODY
    least = least_welcome(box, game, mind, weights, seat)
    for rival in range(game.players):
        if rival == seat or mind.memory[ASKED] & bit(rival) != 0:
            continue
        price = whole_purse(box, game, rival, deed)
        if price <= 0 or may_offer(box, game, seat, offer_of(rival, -price, deed, 0)) != FINE:
            continue
        value = value_if(box, game, mind, weights, seat, sale(seat, rival, deed, price))
        if value >= least:
            chosen = rival
            least = value
    return chosen


@compiled
def begin_turn(game: GameRecord, mind: MindRecord) -> None:
    """In a new turn no deed has been offered yet."""
    if mind.memory[TURN] != game.turns + 1:
        mind.memory[TURN] = game.turns + 1
        mind.memory[OFFERED] = 0
        mind.memory[ON_SALE] = 0


@compiled
def put_on_sale(game: GameRecord, mind: MindRecord, seat: int) -> bool:
    """The next deed not offered this turn goes on sale; False when there is none."""
    left = game.deeds[seat] & ~mind.memory[OFFERED]
    if left == 0:
        return False
    mind.memory[ON_SALE] = left & -left
    mind.memory[OFFERED] |= left & -left
    mind.memory[ASKED] = 0
    mind.memory[BEST_PRICE] = 0
    return True


@compiled
def next_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Ask the next rival for a price, or sell to the one with the best; PASS when every deed has been offered."""
    memory = mind.memory
    begin_turn(game, mind)
    while True:
        if memory[ON_SALE] & game.deeds[seat] == 0 and not put_on_sale(game, mind, seat):
            return plain(PASS, 0, 0)
        deed = memory[ON_SALE]
        rival = next_to_ask(box, game, mind, weights, seat)
        if rival != NOBODY:
            memory[ASKED] |= bit(rival)
            return offer_of(rival, -whole_purse(box, game, rival, deed), deed, 0)
        memory[ON_SALE] = 0
        if memory[BEST_PRICE] > 0:
            best = offer_of(memory[BEST_RIVAL], -memory[BEST_PRICE], deed, 0)
            if may_offer(box, game, seat, best) == FINE:
                return best


@compiled
def names_price(game: GameRecord, mind: MindRecord, seat: int) -> bool:
    """The offer on the table is a rival's price for the deed on sale."""
    if game.mover != seat or game.offer_depth == 0 or game.offer_give != 0 or game.offer_cash <= 0:
        return False
    return mind.memory[ON_SALE] != 0 and game.offer_take == mind.memory[ON_SALE]


@compiled
def hear_price(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Remember the price if it is the best so far; say yes only when nobody is left who could do better."""
    memory = mind.memory
    named = sale(seat, game.offer_from, memory[ON_SALE], game.offer_cash)
    value = value_if(box, game, mind, weights, seat, named)
    if value < least_welcome(box, game, mind, weights, seat):
        return plain(REFUSE, 0, 0)
    memory[BEST_RIVAL] = game.offer_from
    memory[BEST_PRICE] = game.offer_cash
    last = next_to_ask(box, game, mind, weights, seat) == NOBODY
    return plain(ACCEPT if last else REFUSE, 0, 0)


@compiled
def respond(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Accept what gains the margin, to sell where a deed is given, else to buy; too high a price is answered by the highest."""
    if game.offer_iou != 0 or game.offer_free_rent != 0:
        return plain(REFUSE, 0, 0)
    if names_price(game, mind, seat):
        return hear_price(box, game, mind, weights, seat)
    gives = game.offer_take & box.deeds
    gets = game.offer_give & box.deeds
    offered = Deal(wide(game.offer_from), wide(seat), wide(game.offer_cash), wide(gets), wide(gives))
    margin = weights.sell_margin if gives != 0 else weights.buy_margin
    value = value_if(box, game, mind, weights, seat, offered)
    if value >= value_of(box, game, mind, weights, seat) + margin:
        return plain(ACCEPT, 0, 0)
    if gets == game.offer_give and gets != 0 and game.offer_take == 0 and game.offer_cash < 0:
        price = highest_price(box, game, mind, weights, seat, game.offer_from, gets)
        answer = counter(price, 0, gets)
        if price > 0 and may_counter(box, game, answer) == FINE:
            return answer
    return plain(REFUSE, 0, 0)


# the full rules


@compiled
def next_lot(box: BoxRecord, game: GameRecord, seat: int, group: int) -> int:
    """The first lot of a group that may be built on now; -1 when none may."""
    left = group
    while left != 0:
        if may_build(box, game, seat, lowest(left)) == FINE:
            return lowest(left)
        left &= left - 1
    return -1


@compiled
def cost_of_height(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, group: int, height: int) -> int:
    """Build a group up to a height on the sheet, unpaid: what that costs."""
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
    """Whether a set, built up evenly to some height that the cash pays for, gains the buy margin."""
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
    """The next building or lifted mortgage that gains the buy margin; PASS when there is none."""
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
        if may_unmortgage(box, game, seat, square) == FINE:
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
    """The sale of a building, or the mortgage, after which the position is worth most; PASS when there is nothing to sell."""
    sheet = mind.actions
    chosen = plain(PASS, 0, 0)
    best = 0.0
    left = game.deeds[seat] & ~game.mortgaged
    while left != 0:
        square = lowest(left)
        left &= left - 1
        sells = may_sell(box, game, seat, square) == FINE
        if not sells and may_mortgage(box, game, seat, square) != FINE:
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
    """In the own turn offer every deed for sale, then invest; then roll the dice, or end."""
    if game.phase != WINDOW and is_managing_time(box, game):
        deal = next_offer(box, game, mind, weights, seat)
        if deal.kind != PASS:
            return deal
        investment = next_investment(box, game, mind, weights, seat)
        if investment.kind != PASS:
            return investment
    if game.phase != START:
        return plain(END, 0, 0)
    return plain(USE_CARD if may_use_card(game, seat) == FINE else ROLL, 0, 0)


@entry(ACTION(BOX, GAME, MIND, WEIGHTS, types.int64))
def play_by_value(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, depth: int) -> Action:
    """Whatever is to be decided, by the value, looking so many rolls ahead."""
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
    """The weights of a spec, the own rents weighing so many times as much."""
    given = mind.settings
    return Weights(given[0] * rent, given[1], given[2], given[3], given[4], given[5], given[6], given[7])


@compiled
def rounds_left(box: BoxRecord, game: GameRecord) -> float:
    """The share of the game's rounds still to be finished, this one included; 1 in a game without a last round."""
    if box.round_cap == 0:
        return 1.0
    return (box.round_cap - game.rounds + 1) / box.round_cap


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """By the value of the position."""
    return play_by_value(box, game, mind, weights_of(mind, 1.0), 0)


@agent
def decide_by_rounds(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """By the value of the position, own rents weighing less the fewer rounds are left to collect them.

    The work names time as what its value lacks (section 8.3) and leaves open how to add it. This is the plainest way: the
    weight of the own rents is multiplied by the share of the rounds that are left.
    """
    return play_by_value(box, game, mind, weights_of(mind, rounds_left(box, game)), 0)


@valuing
def value(box: BoxRecord, game: GameRecord, seat: int, mind: MindRecord) -> float:
    """The value of the position to a seat."""
    copy_down(box, game, mind.actions, 0)
    return khan_value(box, mind.actions, weights_of(mind, 1.0), seat)


@valuing
def value_by_rounds(box: BoxRecord, game: GameRecord, seat: int, mind: MindRecord) -> float:
    """The same as `decide_by_rounds` sees it."""
    copy_down(box, game, mind.actions, 0)
    return khan_value(box, mind.actions, weights_of(mind, rounds_left(box, game)), seat)
