"""The network of Berry 2013 as a player (section 6.2): every option is tried on a copy, and the best one is done.

Doing nothing is an option, valued as the state is now. So the network buys, builds, sells, mortgages, lifts, leaves jail,
accepts an offer. What the work says besides:
- Auctions: it bids where owning the lot, at the least bid and 50 more, is better than the mean over the other bidders of seeing
  them own it at the least bid; else it leaves.
- Deals: see `td_deals`.
- The three checks of section 7.8 (`checks`): it gives nobody a set, neither by its own offer nor by accepting one, unless it
  gets one itself; and one deed short of a set it looks first for a deal that completes it.

What the work leaves open is read so: a debt is met by the sale or mortgage that leaves the best state; a scarce building is
bid for where building it at that price is better than doing nothing; into an envelope goes the highest tenth of the price, up
to three times the price, at which owning is still better; taxes and cards with a choice are answered as usual.
"""

from __future__ import annotations

from rentier.agents.basics import bid_up_to, lot_price, plain_answer
from rentier.agents.mind import MindRecord, action, agent, chance, plain, valuing
from rentier.agents.td_deals import answer_offer, deal_to_offer
from rentier.agents.td_values import imagine, see_now, value_imagined, value_now, value_of_state
from rentier.box.record import AUCTION_SEALED, BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.auctions import bid_limit, least_bid
from rentier.game.bits import bit, lowest
from rentier.game.buildings import build
from rentier.game.deeds import hand_over
from rentier.game.events import AUCTIONED
from rentier.game.legal import legal_but_offers
from rentier.game.shortage import could_place
from rentier.game.state import GameRecord
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    BID,
    BID_OR_PASS,
    BUY_OR_NOT,
    DECLINE,
    END,
    KEEP,
    MANAGE,
    OVER,
    PASS,
    PLACE,
    RAISE,
    RESPOND,
    ROLL,
    SETTLE,
    START,
    Action,
)

# its settings, as the catalogue lists them; then how often it explores, in training
DEALS, CHECKS, OFFERS, EXPLORE = range(4)
BID_STEP = 50
CERTAIN = 1_000_000  # chances are drawn in millionths
SEALED_TENTHS = 30


@compiled
def best_listed(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, number: int, least: float) -> Action:
    """The best of the first so many actions on the list that is better than `least`; PASS where none is."""
    best = -1
    for row in range(number):
        option = action(mind.actions, row)
        if option.kind == ROLL or option.kind == END or option.kind == DECLINE or option.kind == KEEP:
            continue
        imagine(box, game, mind, option)
        value = value_imagined(box, mind, seat)
        if value > least:
            least = value
            best = row
    return action(mind.actions, best) if best >= 0 else plain(PASS, 0, 0)


@compiled
def go_on(game: GameRecord) -> Action:
    """Do nothing more."""
    return plain(ROLL if game.phase == START else END, 0, 0)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """What is better than doing nothing, else a deal, else go on."""
    number = legal_but_offers(box, game, mind.actions[:])
    chosen = best_listed(box, game, mind, seat, number, value_now(mind, seat))
    if chosen.kind == PASS and is_managing_time(box, game):
        chosen = deal_to_offer(box, game, mind, seat)
    return chosen if chosen.kind != PASS else go_on(game)


@compiled
def value_of_lot(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, owner: int, price: int) -> float:
    """What it is worth to a seat that an owner gets the deed under the hammer at a price."""
    copy_record(mind.imagined, game)
    mind.imagined.cash[owner] -= price
    hand_over(box, mind.imagined, None, game.lot, owner, AUCTIONED)
    return value_imagined(box, mind, seat)


@compiled
def value_of_losing(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, price: int) -> float:
    """What it is worth to a seat that another bidder gets the deed, each as likely as the others."""
    total = 0.0
    others = 0
    for other in range(game.players):
        if other != seat and game.bidders & bit(other) != 0 and game.cash[other] >= price:
            total += value_of_lot(box, game, mind, seat, other, price)
            others += 1
    return total / others if others > 0 else value_now(mind, seat)


@compiled
def bid_for_deed(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Bid while owning is better than losing."""
    least = least_bid(box, game)
    most = min(bid_limit(box, game, seat), game.cash[seat])
    losing = value_of_losing(box, game, mind, seat, least)
    if box.auction == AUCTION_SEALED:
        price = lot_price(box, game)
        for tenths in range(SEALED_TENTHS, 0, -1):
            amount = price * tenths // 10
            if least <= amount <= most and value_of_lot(box, game, mind, seat, seat, amount) > losing:
                return plain(BID, 0, amount)
        return plain(PASS, 0, 0)
    if least > most or value_of_lot(box, game, mind, seat, seat, min(least + BID_STEP, most)) <= losing:
        return plain(PASS, 0, 0)
    return bid_up_to(box, game, seat, most, BID_STEP)


@compiled
def bid_for_building(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Bid for a scarce building where it is better to have it on the first lot that it fits."""
    least = least_bid(box, game)
    lots = could_place(box, game, seat, game.lot)
    if lots == 0 or least > game.cash[seat]:
        return plain(PASS, 0, 0)
    lot = lowest(lots)
    copy_record(mind.imagined, game)
    build(box, mind.imagined, None, seat, lot)
    mind.imagined.cash[seat] += box.house_cost[lot] - least
    if value_imagined(box, mind, seat) <= value_now(mind, seat):
        return plain(PASS, 0, 0)
    return bid_up_to(box, game, seat, game.cash[seat], lot_price(box, game) // 10)


@compiled
def explore(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Anything that is allowed besides offers, each with equal chance."""
    number = legal_but_offers(box, game, mind.actions[:])
    return action(mind.actions, chance(mind, number))


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Try every option and do the best."""
    if mind.network.weights == 0:  # it never sat down
        return plain(-1, 0, 0)
    seat = game.actor + 0
    decision = game.decision
    if mind.settings[EXPLORE] > 0 and chance(mind, CERTAIN) < mind.settings[EXPLORE] * CERTAIN:
        return explore(box, game, mind)
    see_now(box, game, mind, seat)
    if decision == MANAGE:
        return manage(box, game, mind, seat)
    if decision == BUY_OR_NOT:
        chosen = best_listed(box, game, mind, seat, legal_but_offers(box, game, mind.actions[:]), value_now(mind, seat))
        return chosen if chosen.kind != PASS else plain(DECLINE, 0, 0)
    if decision == RAISE:
        return best_listed(box, game, mind, seat, legal_but_offers(box, game, mind.actions[:]), -1.0)
    if decision == BID_OR_PASS:
        return bid_for_deed(box, game, mind, seat) if game.lot >= 0 else bid_for_building(box, game, mind, seat)
    if decision == RESPOND:
        return answer_offer(box, game, mind, seat)
    if decision == SETTLE or decision == PLACE:
        chosen = best_listed(box, game, mind, seat, legal_but_offers(box, game, mind.actions[:]), -1.0)
        return chosen if chosen.kind != PASS else plain_answer(box, game, seat)
    return plain_answer(box, game, seat)


@valuing
def value(box: BoxRecord, game: GameRecord, seat: int, mind: MindRecord) -> float:
    """The chance to win that the network gives a seat."""
    if game.decision == OVER:
        return 1.0 if game.winners & bit(seat) != 0 else 0.0
    return value_of_state(box, game, mind, seat) if mind.network.weights != 0 else 0.0
