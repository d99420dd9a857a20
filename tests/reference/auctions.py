"""Auctions by rising or by sealed bids (rules 5, 18.4, 18.5)."""

from __future__ import annotations

from collections.abc import Generator

from rentier import Action
from rentier.rules import BID, MOST_MONEY, NOBODY
from tests.reference import debts
from tests.reference.table import Auction, Flow, Table, ask


def least_bid(table: Table, auction: Auction) -> int:
    """The lowest bid allowed now (rules 5.2)."""
    if auction.leader == NOBODY:
        return auction.floor
    return auction.high_bid + int(table.box.switches["auction_increment"])


def most_bid(table: Table, seat: int) -> int:
    """The highest bid that a player may make (rules 5.6, 5.7)."""
    limit = table.box.switches["bid_limit"]
    assert table.auction is not None
    if limit == "cash" or isinstance(table.auction.lot, str):
        return table.players[seat].cash
    return debts.raisable(table, seat) if limit == "raisable" else MOST_MONEY


def may_bid(table: Table, seat: int, amount: int) -> bool:
    assert table.auction is not None
    return least_bid(table, table.auction) <= amount <= most_bid(table, seat)


def open_bid(table: Table, square: int) -> int:
    """The lowest opening bid for a deed (rules 5.2)."""
    floor = table.box.switches["auction_open_bid"]
    if floor == "any":
        return 1
    if floor == "half-price":
        return max(1, table.box.squares[square].price // 2)
    return int(floor)


def auction_deed(table: Table, square: int) -> Flow:
    """Auction a deed of the bank. The winner pays at once; without bids it stays (rules 5.1, 5.4, 5.5)."""
    table.auction = Auction(square, open_bid(table, square), table.left_of(table.mover))
    if table.in_play(table.mover):
        table.auction.bidders.append(table.mover)
    winner, price = yield from hold(table)
    if winner != NOBODY:
        yield from debts.pay(table, winner, NOBODY, price, deed=square)


def hold(table: Table) -> Generator[None, Action, tuple[int, int]]:
    """Hold the auction on the table. Return who wins, and the price."""
    assert table.auction is not None
    if table.box.switches["auction"] == "sealed":
        result = yield from sealed(table, table.auction)
    else:
        result = yield from rising(table, table.auction)
    table.auction = None
    return result


def rising(table: Table, auction: Auction) -> Generator[None, Action, tuple[int, int]]:
    """Bids go round from the left of the mover until nobody raises; passing is final (rules 5.3, 18.5)."""
    queue = list(auction.bidders)
    to_last = table.box.switches["auction_unsold"] == "last"
    while queue:
        seat = queue.pop(0)
        if seat == auction.leader:
            if not queue:
                break
            queue.append(seat)
            continue
        if to_last and auction.leader == NOBODY and not queue:
            return seat, 0
        if most_bid(table, seat) < least_bid(table, auction):
            auction.bidders.remove(seat)
            continue
        action = yield from ask(table, seat, "bid")
        if action.kind == BID:
            auction.high_bid, auction.leader = action.amount, seat
            queue.append(seat)
        else:
            auction.bidders.remove(seat)
    return auction.leader, auction.high_bid


def sealed(table: Table, auction: Auction) -> Generator[None, Action, tuple[int, int]]:
    """Everybody bids once, unseen; a tie goes as the switch says (rules 18.4)."""
    for seat in list(auction.bidders):
        if most_bid(table, seat) < auction.floor:
            auction.bidders.remove(seat)
            continue
        action = yield from ask(table, seat, "bid")
        auction.bidders.remove(seat)
        if action.kind == BID:
            auction.sealed[seat] = action.amount
    if not auction.sealed:
        return NOBODY, 0
    price = max(auction.sealed.values())
    best = [seat for seat in table.seats_from(table.mover + 1) if auction.sealed.get(seat) == price]
    tie = table.box.switches["auction_tie"]
    if len(best) > 1 and tie == "nobody" and not isinstance(auction.lot, str):  # a building is wanted, so it is sold
        return NOBODY, 0
    return (best[-1] if tie == "last" else best[0]), price
