"""The network of Berry 2013 as a player (section 6.2): it tries every option on a copy of the game and chooses the best.

Doing nothing is an option, with the value of the current state. This is how the network buys, builds, sells, mortgages,
unmortgages, leaves jail and accepts offers. The work adds:
- Auctions: it bids if owning the lot at the minimum bid plus 50 is better than the mean, over the other bidders, of seeing them
  own it at the minimum bid; else it drops out.
- Deals: see `td_deals`.
- The three checks of section 7.8 (`checks`): it gives nobody a set, neither by its own offer nor by accepting one, unless it
  gets one itself; and if it is one deed short of a set, it first looks for a deal that completes it.

Our readings, where the work leaves a choice: it meets a debt by the sale or mortgage that leaves the best state; it bids for a
house or hotel if building it at that price is better than doing nothing; a sealed bid is the highest multiple of a tenth of
the price, up to three times the price, at which owning is still better; taxes and cards with a choice get the plain answer.
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

# indices of its settings in the order of the catalogue; last, for training, the probability of a random action
DEALS, CHECKS, OFFERS, EXPLORE = range(4)
BID_STEP = 50
CERTAIN = 1_000_000  # probabilities are drawn in millionths
SEALED_TENTHS = 30


@compiled
def best_listed(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, number: int, least: float) -> Action:
    """Return the best of the first `number` listed actions if its value exceeds `least`; else PASS."""
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
    """Roll or end the turn."""
    return plain(ROLL if game.phase == START else END, 0, 0)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Do the best action that beats doing nothing, else offer a deal, else go on."""
    number = legal_but_offers(box, game, mind.actions[:])
    chosen = best_listed(box, game, mind, seat, number, value_now(mind, seat))
    if chosen.kind == PASS and is_managing_time(box, game):
        chosen = deal_to_offer(box, game, mind, seat)
    return chosen if chosen.kind != PASS else go_on(game)


@compiled
def value_of_lot(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, owner: int, price: int) -> float:
    """Return the value to a seat if `owner` gets the deed at auction at a price."""
    copy_record(mind.imagined, game)
    mind.imagined.cash[owner] -= price
    hand_over(box, mind.imagined, None, game.lot, owner, AUCTIONED)
    return value_imagined(box, mind, seat)


@compiled
def value_of_losing(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, price: int) -> float:
    """Return the value to a seat if another bidder gets the deed, averaged over the bidders who can pay."""
    total = 0.0
    others = 0
    for other in range(game.players):
        if other != seat and game.bidders & bit(other) != 0 and game.cash[other] >= price:
            total += value_of_lot(box, game, mind, seat, other, price)
            others += 1
    return total / others if others > 0 else value_now(mind, seat)


@compiled
def bid_for_deed(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Bid while owning the deed is better than losing it."""
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
    """Bid for a house or hotel if having it on the first lot where it fits is better."""
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
    """Draw any legal action except offers, with equal probability."""
    number = legal_but_offers(box, game, mind.actions[:])
    return action(mind.actions, chance(mind, number))


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Try every option and choose the best."""
    if mind.network.weights == 0:  # the agent was never seated
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
    """Return the win probability of a seat according to the network."""
    if game.decision == OVER:
        return 1.0 if game.winners & bit(seat) != 0 else 0.0
    return value_of_state(box, game, mind, seat) if mind.network.weights != 0 else 0.0
