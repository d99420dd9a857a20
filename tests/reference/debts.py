"""Payments, debts, and how a debtor raises money (rules 15.1, 15.2, 15.8, 15.10)."""

from __future__ import annotations

from rentier import Action
from rentier.rules import BANKRUPT, MORTGAGE, NOBODY, OFFER, POT, SELL
from tests.reference import bankruptcy, building, mortgages, trades
from tests.reference.table import Debt, Flow, Table, ask


def raisable(table: Table, seat: int) -> int:
    """The most that a player can pay without a trade (rules 15.10)."""
    total = table.players[seat].cash
    for square in table.deeds_of(seat):
        total += building.resale(table, square, table.level[square])
        if square not in table.mortgaged and table.box.is_yes("mortgages"):
            total += table.box.squares[square].mortgage
    return total


def hand_over(table: Table, payer: int, payee: int, amount: int) -> None:
    """Move cash. The bank has any amount (edge case 88); fines go to the pot if there is one (rules 9.8)."""
    if payer >= 0:
        table.players[payer].cash -= amount
    if payee >= 0:
        table.players[payee].cash += amount
    elif payee == POT and table.box.switches["free_parking"] == "pot":
        table.pot += amount


def pay(table: Table, debtor: int, creditor: int, amount: int, deed: int | None = None) -> Flow:
    """Pay in full, raising money as needed, or go bankrupt (edge cases 78, 79)."""
    if table.players[debtor].cash < amount:
        table.debt = Debt(debtor, creditor, amount, deed)
        yield from raise_money(table, debtor)
        if not table.in_play(debtor):
            return
        table.debt = None
    hand_over(table, debtor, creditor, amount)
    if deed is not None:
        table.owner[deed] = debtor
    yield from mortgages.settle(table)


def pay_iou(table: Table) -> Flow:
    """Pay back an IOU after passing GO: after what the square costs, before the mover buys or bids (rules 14.4)."""
    if table.owes_now:
        player = table.players[table.mover]
        table.owes_now = False
        amount, holder = player.owes, player.owes_to
        player.owes, player.owes_to = 0, NOBODY
        yield from pay(table, table.mover, holder, amount)


def raise_money(table: Table, debtor: int) -> Flow:
    """Let the debtor raise the money. Received deeds are settled meanwhile, as far as the cash goes (rules 13.4)."""
    assert table.debt is not None
    yield from mortgages.settle(table)
    while table.players[debtor].cash < table.debt.amount:
        if raisable(table, debtor) < table.debt.amount and not trades.could_offer(table, debtor):
            yield from bankruptcy.go_bankrupt(table, debtor)
            return
        action = yield from ask(table, debtor, "raise")
        if action.kind == BANKRUPT:
            yield from bankruptcy.go_bankrupt(table, debtor)
            return
        yield from raise_by(table, debtor, action)
        yield from mortgages.settle(table)


def raise_by(table: Table, seat: int, action: Action) -> Flow:
    """Sell, mortgage or offer a trade."""
    if action.kind == SELL:
        building.sell(table, seat, action.target)
    elif action.kind == MORTGAGE:
        mortgages.mortgage(table, seat, action.target)
    elif action.kind == OFFER:
        yield from trades.negotiate(table, trades.read_offer(seat, action))
