"""The reserve agent, `reserve:B,S`: it spends if it has more than B, raises money if it has less than S, and never trades."""

from __future__ import annotations

from rentier.agents.basics import bid_up_to, first_investment, first_sale, lot_price, plain_answer
from rentier.agents.mind import MindRecord, agent, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.debts import can_raise_debt
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    BANKRUPT,
    BID_OR_PASS,
    BUY,
    BUY_OR_NOT,
    DECLINE,
    END,
    MANAGE,
    PASS,
    PAY_FINE,
    RAISE,
    ROLL,
    START,
    USE_CARD,
    Action,
)

SPEND_ABOVE, RAISE_BELOW = range(2)  # indices of its settings


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Restore the reserve, or invest what is above it; leave jail by a card, or by the fine if rich enough."""
    cash = game.cash[seat]
    if is_managing_time(box, game):
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
    if may_use_card(game, seat) == ALLOWED:
        return plain(USE_CARD, 0, 0)
    if cash > mind.settings[SPEND_ABOVE] and may_pay_fine(box, game, seat) == ALLOWED:
        return plain(PAY_FINE, 0, 0)
    return plain(ROLL, 0, 0)


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Buy above B, raise money below S, bid up to the printed price out of the money above B, by tenths of the price."""
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
        price = lot_price(box, game)
        return bid_up_to(box, game, seat, min(price, game.cash[seat] - int(mind.settings[SPEND_ABOVE])), price // 10)
    return plain_answer(box, game, seat)
