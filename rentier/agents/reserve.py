"""The reserve agent, `reserve:B,S`: it spends while it has more than B, raises money while it has less than S, never trades."""

from __future__ import annotations

from rentier.agents.mind import MindRecord, agent, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.auctions import bid_limit, least_bid
from rentier.game.bits import lowest
from rentier.game.buildings import may_build, may_sell
from rentier.game.debts import can_raise_debt
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.mortgages import may_lift, may_mortgage
from rentier.game.reasons import FINE
from rentier.game.shortage import could_place
from rentier.game.state import GameRecord
from rentier.game.words import (
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
    END,
    KEEP,
    LIFT,
    MANAGE,
    MORTGAGE,
    PASS,
    PAY_FINE,
    PAY_TAX,
    PLACE,
    RAISE,
    REFUSE,
    RESPOND,
    ROLL,
    SELL,
    SETTLE,
    START,
    USE_CARD,
    Action,
)

SPEND_ABOVE, RAISE_BELOW = range(2)  # its settings


@compiled
def first_sale(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Sell the first building that may go, else mortgage the first deed that may; with neither, pass the moment by."""
    left = game.deeds[seat] & game.built
    while left != 0:
        square = lowest(left)
        if may_sell(box, game, seat, square) == FINE:
            return plain(SELL, square, 0)
        left &= left - 1
    left = game.deeds[seat] & ~game.mortgaged
    while left != 0:
        square = lowest(left)
        if may_mortgage(box, game, seat, square) == FINE:
            return plain(MORTGAGE, square, 0)
        left &= left - 1
    return plain(PASS, 0, 0)


@compiled
def first_investment(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Build on the first lot that may be built on, else lift the first mortgage; with neither, pass the moment by."""
    left = game.sets[seat]
    while left != 0:
        square = lowest(left)
        if may_build(box, game, seat, square) == FINE:
            return plain(BUILD, square, 0)
        left &= left - 1
    left = game.deeds[seat] & game.mortgaged
    while left != 0:
        square = lowest(left)
        if may_lift(box, game, seat, square) == FINE:
            return plain(LIFT, square, 0)
        left &= left - 1
    return plain(PASS, 0, 0)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Restore the reserve, or invest what is above it; leave jail by card, or by the fine when rich enough."""
    cash = game.cash[seat]
    if cash < mind.settings[RAISE_BELOW]:
        sale = first_sale(box, game, seat)
        if sale.kind != PASS:
            return sale
    elif cash > mind.settings[SPEND_ABOVE]:
        investment = first_investment(box, game, seat)
        if investment.kind != PASS:
            return investment
    if game.phase != START:
        return plain(END, 0, 0)
    if may_use_card(game, seat) == FINE:
        return plain(USE_CARD, 0, 0)
    if cash > mind.settings[SPEND_ABOVE] and may_pay_fine(box, game, seat) == FINE:
        return plain(PAY_FINE, 0, 0)
    return plain(ROLL, 0, 0)


@compiled
def bid(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Bid up to the printed price out of the money above the reserve, raising by a tenth of the price."""
    price = box.price[game.lot] if game.lot >= 0 else game.bid_floor
    most = min(price, game.cash[seat] - int(mind.settings[SPEND_ABOVE]))
    least = least_bid(box, game)
    if least > min(most, bid_limit(box, game, seat)):
        return plain(PASS, 0, 0)
    return plain(BID, 0, min(most, least + price // 10))


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Buy above B, raise below S; refuse every offer, keep mortgages that come along, pay what is fixed."""
    seat = game.actor
    decision = game.decision
    if decision == MANAGE:
        return manage(box, game, mind, seat)
    if decision == BUY_OR_NOT:
        price = box.price[game.square[seat]]
        affordable = game.cash[seat] > mind.settings[SPEND_ABOVE] and game.cash[seat] >= price
        return plain(BUY if affordable else DECLINE, 0, 0)
    if decision == RAISE:
        return first_sale(box, game, seat) if can_raise_debt(box, game) else plain(BANKRUPT, 0, 0)
    if decision == BID_OR_PASS:
        return bid(box, game, mind, seat)
    if decision == SETTLE:
        return plain(KEEP, lowest(game.unsettled), 0)
    if decision == PLACE:
        return plain(BUILD, lowest(could_place(box, game, seat, game.lot)), 0)
    kind = ROLL
    if decision == RESPOND:
        kind = REFUSE
    elif decision == CHOOSE_CARD:
        kind = PAY_FINE
    elif decision == CHOOSE_TAX:
        kind = PAY_TAX
    elif decision == CLAIM:
        kind = ASK_RENT
    return plain(kind, 0, 0)
