"""Mortgages, their interest, and deeds that are received mortgaged (rules 13)."""

from __future__ import annotations

from rentier.rules import KEEP, NOBODY
from tests.reference import building, debts
from tests.reference.table import Flow, Table, ask


def interest(table: Table, square: int) -> int:
    """The interest on a mortgage, rounded up (rules 13.2, edge case 69)."""
    percent = int(table.box.switches["mortgage_interest"])
    return -(-table.box.squares[square].mortgage * percent // 100)


def unmortgage_cost(table: Table, square: int) -> int:
    return table.box.squares[square].mortgage + interest(table, square)


def price_of_receiving(table: Table, square: int) -> int:
    """What the receiver of this deed must pay at once (rules 13.4, 18.7)."""
    if square not in table.mortgaged:
        return 0
    if table.box.is_yes("unmortgage_on_transfer"):
        return unmortgage_cost(table, square)
    return interest(table, square) if table.box.is_yes("mortgage_transfer_fee") else 0


def may_mortgage(table: Table, seat: int, square: int) -> bool:
    """Rules 13.1, 13.3, 18.6, edge case 67."""
    return (
        table.box.is_yes("mortgages")
        and table.owner.get(square) == seat
        and square not in table.mortgaged
        and not any(table.level[lot] for lot in building.own_lots(table, seat, square))
    )


def mortgage(table: Table, seat: int, square: int) -> None:
    table.mortgaged.add(square)
    table.players[seat].cash += table.box.squares[square].mortgage


def may_unmortgage(table: Table, seat: int, square: int) -> bool:
    """Rules 13.2, 13.3."""
    return (
        table.owner.get(square) == seat
        and square in table.mortgaged
        and table.players[seat].cash >= unmortgage_cost(table, square)
    )


def unmortgage(table: Table, seat: int, square: int) -> None:
    table.mortgaged.remove(square)
    table.players[seat].cash -= unmortgage_cost(table, square)


def receive(table: Table, squares: set[int]) -> None:
    """Note which of the deeds just received are to be settled (rules 13.4, 15.4)."""
    for square in squares & table.mortgaged:
        if table.box.is_yes("unmortgage_on_transfer") or table.box.is_yes("mortgage_transfer_fee"):
            table.unsettled.add(square)


def settle(table: Table) -> Flow:
    """Let the receivers of mortgaged deeds unmortgage them or pay the interest, deed by deed in board order."""
    while table.unsettled:
        square = min(table.unsettled)
        seat = table.owner[square]
        if table.debt is not None and table.players[seat].cash < price_of_receiving(table, square):
            return  # one debt at a time: this one waits until the other is paid
        if table.box.is_yes("unmortgage_on_transfer"):  # rules 18.7
            table.unsettled.remove(square)
            cost = unmortgage_cost(table, square)
            table.mortgaged.remove(square)
            yield from debts.pay(table, seat, NOBODY, cost)
            continue
        keeps = True
        if may_unmortgage(table, seat, square):  # without the cash there is nothing to choose
            action = yield from ask(table, seat, "settle")
            keeps = action.kind == KEEP
        table.unsettled.remove(square)
        if keeps:
            yield from debts.pay(table, seat, NOBODY, interest(table, square))
        else:
            unmortgage(table, seat, square)
