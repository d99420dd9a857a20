"""Which actions each decision allows."""

from __future__ import annotations

from rentier import Action
from rentier.rules import (
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
    MORTGAGE,
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
)
from tests.reference import auctions, building, debts, jail, mortgages, trades
from tests.reference.table import Table


def is_allowed(table: Table, action: Action) -> bool:
    """Whether the player to act may do this now."""
    seat, kind = table.actor, action.kind
    if table.decision == "manage":
        return may_manage(table, seat, action)
    if table.decision == "buy":
        return may_answer_sale(table, seat, action)
    if table.decision == "bid":
        return kind == PASS or (kind == BID and auctions.may_bid(table, seat, action.amount))
    if table.decision == "respond":
        assert table.offer is not None
        return kind in {ACCEPT, REFUSE} or (kind == COUNTER and trades.may_counter(table, table.offer, action))
    if table.decision == "raise":
        return may_raise(table, seat, action)
    if table.decision == "settle":
        square = min(table.unsettled)
        return action.target == square and (
            kind == KEEP or (kind == UNMORTGAGE and mortgages.may_unmortgage(table, seat, square))
        )
    if table.decision == "place":
        return kind == BUILD and action.target in building.lots_for(table, seat, table.placing)
    choices = {"card": {PAY_FINE, DRAW_CARD}, "tax": {PAY_TAX, PAY_SHARE}, "claim": {ASK_RENT, WAIVE_RENT}}
    return kind in choices.get(table.decision, set())


def may_manage(table: Table, seat: int, action: Action) -> bool:
    """Rules 2.7, 10.2, 18.9; resigning: edge case 89."""
    kind = action.kind
    if kind == BANKRUPT:
        return True
    if kind == ROLL:
        return table.before_roll and not table.in_window
    if kind == END:
        return table.in_window or not table.before_roll
    if kind in {PAY_FINE, USE_CARD}:
        if table.in_window or not table.before_roll:
            return False
        return jail.may_pay_fine(table, seat) if kind == PAY_FINE else jail.may_use_card(table, seat)
    if not table.in_window and table.before_roll and table.box.switches["manage_part"] == "after-roll" and not table.rolled:
        return False
    if kind == BUILD:
        return building.may_build(table, seat, action.target)
    if kind == UNMORTGAGE:
        return mortgages.may_unmortgage(table, seat, action.target)
    return may_turn_into_money(table, seat, action)


def may_turn_into_money(table: Table, seat: int, action: Action) -> bool:
    if action.kind == SELL:
        return building.may_sell(table, seat, action.target)
    if action.kind == MORTGAGE:
        return mortgages.may_mortgage(table, seat, action.target)
    return action.kind == OFFER and trades.may_offer(table, seat, trades.read_offer(seat, action))


def may_answer_sale(table: Table, seat: int, action: Action) -> bool:
    """A player who is short may raise the money first (rules 4.2, edge case 29)."""
    is_short = table.players[seat].cash < table.box.squares[table.players[seat].square].price
    if action.kind == DECLINE:
        return True
    if action.kind == BUY:
        return not is_short
    return is_short and may_turn_into_money(table, seat, action)


def may_raise(table: Table, seat: int, action: Action) -> bool:
    """A debtor sells and mortgages only if that can cover the debt (rules 15.8, edge cases 78, 79)."""
    assert table.debt is not None
    if action.kind == BANKRUPT:
        return True
    if action.kind in {SELL, MORTGAGE} and debts.raisable(table, seat) < table.debt.amount:
        return False
    return may_turn_into_money(table, seat, action)
