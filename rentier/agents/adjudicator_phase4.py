"""`phase4` of the 2018 referee (Adjudicator 2018, section 5.2): `phase3` with its simple decisions learnt by Q-learning.

Each of six kinds of decision has its own network, with one output per numbered option; the agent takes the best legal option:
- buying: no, yes;
- jail: roll, pay, card, numbered as in the work;
- an offer: refuse, accept;
- an auction: nothing, or one of 50, 100 ... 400, the coarser of the work's choices;
- building: none, or one to three houses at a time, each on the most valuable lot, evenly as the rules demand;
- selling houses for a debt: none, so that a deed is mortgaged, or one to three at a time, from the least valuable lot.

It leaves the rest to `phase3`: the offers it makes (the work: the most complicated action), what it mortgages for a debt (only
one action), houses and hotels at auction. If only one option is legal there is nothing to decide. In an ascending auction it
chooses an amount once and bids up to it; it refuses offers with promises. `phase4-as-printed` is the same agent with a network
that learnt as the work's program does (see `rentier.learn.q_settings`).
"""

from __future__ import annotations

from rentier.agents.adjudicator_phase3 import (
    HAS_BUILT,
    HAS_OFFERED,
    best_of,
    is_new_opportunity,
    most_to_bid,
    offer_once,
    raise_money,
)
from rentier.agents.basics import bid_by_tenths, plain_answer
from rentier.agents.mind import MindRecord, agent, plain
from rentier.agents.q_choices import choose
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.auctions import bid_limit, least_bid
from rentier.game.bits import bit, lowest
from rentier.game.debts import can_raise_debt
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.legal import squares_for
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    ACCEPT,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    DECLINE,
    END,
    MANAGE,
    MORTGAGE,
    NOTHING,
    PASS,
    PAY_FINE,
    RAISE,
    REFUSE,
    RESPOND,
    ROLL,
    SELL,
    START,
    USE_CARD,
    Action,
)
from rentier.layout import wide

BUYING, LEAVING_JAIL, ANSWERING, BIDDING, BUILDING, SELLING = range(6)  # kinds of decision; each has a network
BID_STEP, BIDS = 50, 8
MOST_AT_ONCE = 3  # houses built or sold by one choice
LEFT_TO_BUILD, LEFT_TO_SELL, AUCTION, MOST_BID = range(5, 9)  # indices of its memory, after those of phase3


@compiled
def houses_to_build(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> int:
    """Choose how many houses to build now."""
    left = squares_for(box, game, seat, BUILD) if game.deeds[seat] != 0 else 0
    if left == 0:
        return 0
    cheapest = box.house_cost[lowest(left)]
    while left != 0:
        cheapest = min(cheapest, box.house_cost[lowest(left)])
        left &= left - 1
    options = 1
    for houses in range(1, MOST_AT_ONCE + 1):
        if houses * cheapest <= game.cash[seat]:
            options |= bit(houses)
    return choose(box, game, mind, seat, BUILDING, options)


@compiled
def next_house(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Build the next of the houses it has decided on; PASS if none is left."""
    if mind.memory[HAS_BUILT] == 0:
        mind.memory[HAS_BUILT] = 1
        mind.memory[LEFT_TO_BUILD] = houses_to_build(box, game, mind, seat)
    if mind.memory[LEFT_TO_BUILD] == 0:
        return plain(PASS, 0, 0)
    mind.memory[LEFT_TO_BUILD] -= 1
    lot = best_of(box, game, seat, squares_for(box, game, seat, BUILD), 1)
    return plain(BUILD, lot, 0) if lot != NOTHING else plain(PASS, 0, 0)


@compiled
def leave_jail_or_roll(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Roll, pay, or use a card."""
    options = 1
    if may_pay_fine(box, game, seat) == ALLOWED:
        options |= 2
    if may_use_card(game, seat) == ALLOWED:
        options |= 4
    chosen = choose(box, game, mind, seat, LEAVING_JAIL, options)
    if chosen == 0:
        return plain(ROLL, 0, 0)
    return plain(PAY_FINE if chosen == 1 else USE_CARD, 0, 0)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Build some houses and make one offer each time it may manage, then go on."""
    if is_new_opportunity(game, mind):
        mind.memory[HAS_BUILT] = 0
        mind.memory[HAS_OFFERED] = 0
    if is_managing_time(box, game):
        house = next_house(box, game, mind, seat)
        if house.kind != PASS:
            return house
        proposal = offer_once(box, game, mind, seat)
        if proposal.kind != PASS:
            return proposal
    return leave_jail_or_roll(box, game, mind, seat) if game.phase == START else plain(END, 0, 0)


@compiled
def buy_or_not(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Let the network choose whether to buy, if it can pay."""
    options = 3 if game.cash[seat] >= box.price[game.square[seat]] else 1
    return plain(BUY if choose(box, game, mind, seat, BUYING, options) == 1 else DECLINE, 0, 0)


@compiled
def amount_to_bid(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> int:
    """Choose the highest bid for a deed: a multiple of fifty that its cash covers, or nothing."""
    most = min(bid_limit(box, game, seat), game.cash[seat])
    options = 1
    for number in range(1, BIDS + 1):
        if least_bid(box, game) <= BID_STEP * number <= most:
            options |= bit(number)
    return BID_STEP * choose(box, game, mind, seat, BIDDING, options)


@compiled
def bid_or_pass(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Bid up to the amount chosen when the auction of a deed began."""
    if game.lot < 0:
        return bid_by_tenths(box, game, seat, most_to_bid(box, game, seat, False))
    auction = wide(game.turns) * 64 + wide(game.lot)
    if mind.memory[AUCTION] != auction:
        mind.memory[AUCTION] = auction
        mind.memory[MOST_BID] = amount_to_bid(box, game, mind, seat)
    return bid_by_tenths(box, game, seat, min(mind.memory[MOST_BID], game.cash[seat]))


@compiled
def meet_debt(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Sell some houses, or raise money as phase3 does."""
    houses = squares_for(box, game, seat, SELL)
    if houses == 0 or not can_raise_debt(box, game):
        return raise_money(box, game, seat)
    if mind.memory[LEFT_TO_SELL] == 0:
        options = 14 if squares_for(box, game, seat, MORTGAGE) == 0 else 15
        mind.memory[LEFT_TO_SELL] = choose(box, game, mind, seat, SELLING, options)
    if mind.memory[LEFT_TO_SELL] == 0:
        return raise_money(box, game, seat)
    mind.memory[LEFT_TO_SELL] -= 1
    return plain(SELL, best_of(box, game, seat, houses, -1), 0)


@compiled
def answer_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Refuse or accept."""
    if game.offer_iou != 0 or game.offer_free_rent != 0:
        return plain(REFUSE, 0, 0)
    return plain(ACCEPT if choose(box, game, mind, seat, ANSWERING, 3) == 1 else REFUSE, 0, 0)


@agent
def phase4(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Decide by the network for this kind of decision, or as phase3 where there is none."""
    if mind.network.weights == 0:  # the agent was never seated
        return plain(-1, 0, 0)
    seat = game.actor + 0
    decision = game.decision
    if decision == RAISE:
        return meet_debt(box, game, mind, seat)
    mind.memory[LEFT_TO_SELL] = 0
    if decision == MANAGE:
        return manage(box, game, mind, seat)
    if decision == BUY_OR_NOT:
        return buy_or_not(box, game, mind, seat)
    if decision == BID_OR_PASS:
        return bid_or_pass(box, game, mind, seat)
    if decision == RESPOND:
        return answer_offer(box, game, mind, seat)
    return plain_answer(box, game, seat)
