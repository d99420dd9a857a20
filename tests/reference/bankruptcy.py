"""Bankruptcy to a player or to the bank (rules 15, edge cases 78 to 89)."""

from __future__ import annotations

from rentier.rules import NOBODY
from tests.reference import auctions, building, debts, ending, jail, mortgages, trades
from tests.reference.box import DECKS
from tests.reference.table import Flow, MoverIsOut, Table


def go_bankrupt(table: Table, seat: int) -> Flow:
    """Leave the game: to the creditor of the player's debt, else to the bank (rules 15.2, edge case 89)."""
    debt, table.debt = table.debt, None
    creditor = debt.creditor if debt is not None and debt.debtor == seat and debt.creditor >= 0 else NOBODY
    if debt is not None and debt.debtor == seat and debt.deed is not None and auctions_follow(table):
        table.estate.add(debt.deed)  # edge case 34
    table.bankruptcies_open += 1
    player = table.players[seat]
    player.fallen = 1 + max(other.fallen for other in table.players)
    player.jail_turns = None
    sell_all_buildings(table, seat)
    end_promises(table, seat, heir_of(table, creditor))
    give_estate(table, seat, creditor)
    if seat == table.mover:
        table.each_seats.clear()
    ending.check_after_bankruptcy(table)
    yield from mortgages.settle(table)
    if table.bankruptcies_open == 1 and not table.each_seats:
        yield from auction_estate(table)
    table.bankruptcies_open -= 1
    if table.bankruptcies_open == 0 and not table.in_play(table.mover):
        raise MoverIsOut


def sell_all_buildings(table: Table, seat: int) -> None:
    """The bank buys all buildings at half their cost (rules 15.3, edge case 80)."""
    for square in table.deeds_of(seat):
        if table.level[square]:
            building.take_down(table, square, 0)


def end_promises(table: Table, seat: int, heir: int) -> None:
    """IOUs of the bankrupt end; those the bankrupt holds pass to the heir, if there is one (rules 14.4)."""
    player = table.players[seat]
    player.owes, player.owes_to = 0, NOBODY
    player.free_rent.clear()
    for borrower, other in enumerate(table.players):
        if other.owes_to != seat:
            continue
        amount, other.owes, other.owes_to = other.owes, 0, NOBODY
        if heir >= 0 and heir != borrower:
            trades.owe(table, borrower, heir, amount)
    if table.players[table.mover].owes == 0:
        table.owes_now = False


def give_estate(table: Table, seat: int, creditor: int) -> None:
    """Cash, deeds and jail cards go to the creditor or to the bank (rules 15.3, 15.6, 18.11)."""
    player = table.players[seat]
    deeds = table.deeds_of(seat)
    rule = table.box.switches["player_bankruptcy"]
    if creditor >= 0:
        table.players[creditor].cash += player.cash
        if rule == "bank-after-mortgages" and table.box.is_yes("mortgages"):
            values = [table.box.squares[square].mortgage for square in deeds if square not in table.mortgaged]
            table.players[creditor].cash += sum(values)
    player.cash = 0
    heir = heir_of(table, creditor)
    for deck in DECKS:
        if table.card_holder[deck] == seat:
            jail.give_card(table, deck, heir)
    for square in deeds:
        trades.change_owner(table, square, heir)
    if heir >= 0:
        mortgages.receive(table, set(deeds))
        return
    table.mortgaged -= set(deeds)  # edge case 84
    if auctions_follow(table):
        table.estate |= set(deeds)


def auctions_follow(table: Table) -> bool:
    return bool(table.box.switches["bank_bankruptcy"] == "auction" and table.box.switches["auction"] != "none")


def heir_of(table: Table, creditor: int) -> int:
    """Who receives all but the cash: the creditor, or nobody, which is the bank (rules 15.3, 18.11)."""
    return creditor if table.box.switches["player_bankruptcy"] == "creditor" else NOBODY


def auction_estate(table: Table) -> Flow:
    """Auction the deeds one by one, in board order (edge case 33)."""
    if table.estate:
        yield from debts.pay_iou(table)
    while table.estate:
        square = min(table.estate)
        table.estate.remove(square)
        yield from auctions.auction_deed(table, square)
