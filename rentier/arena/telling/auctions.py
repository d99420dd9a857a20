"""Bids, the hammer, and what comes under it."""

from __future__ import annotations

from rentier.arena.telling.tale import Tale
from rentier.box.record import AUCTION_SEALED
from rentier.game.words import A_HOUSE, NOBODY, NOTHING, PASS


def tell_bid(tale: Tale, kind: int) -> None:
    """A bid, open or sealed, or none."""
    if kind == PASS:
        tale.say(f"seat {tale.actor} bids no more")
    elif tale.record.auction == AUCTION_SEALED:
        tale.say(f"seat {tale.actor} puts a bid into an envelope")
    else:
        tale.bid = tale.action.amount
        tale.say(f"seat {tale.actor} bids {tale.money(tale.bid)}")


def tell_hammer(tale: Tale) -> None:
    """An auction has ended: who has it, and for how much."""
    lot = int(tale.before.lot)
    if lot == NOTHING or tale.before.placing != NOBODY or (tale.after.lot == lot and tale.after.placing == NOBODY):
        return
    if lot < NOTHING:
        _tell_piece_won(tale)
        return
    winner = int(tale.after.owner[lot])
    if tale.after.debt > 0 and tale.after.debt_deed == lot:
        winner = int(tale.after.debtor)
    if winner == NOBODY:
        tale.say(f"nobody takes {tale.name(lot)}")
        return
    price = tale.unexplained(winner)
    if tale.cash[winner] >= price:
        tale.move_cash(winner, NOBODY, price)
        tale.say(f"{tale.name(lot)} goes to seat {winner} for {tale.money(price)}")
    else:
        tale.charge(winner, NOBODY, price, f"for {tale.name(lot)}")


def _tell_piece_won(tale: Tale) -> None:
    """A scarce house or hotel: placed at once where there is only one lot for it."""
    piece = "the house" if tale.before.lot == A_HOUSE else "the hotel"
    if tale.after.placing != NOBODY:
        tale.say(f"seat {tale.after.placing} has won {piece} for {tale.money(tale.after.high_bid)}")
        return
    for square in range(int(tale.record.squares)):
        if tale.after.level[square] != tale.before.level[square]:
            winner = int(tale.after.owner[square])
            price = tale.unexplained(winner)
            tale.move_cash(winner, NOBODY, price)
            where = f"{tale.name(square)}: {tale.standing(square)}"
            tale.say(f"seat {winner} has won {piece} for {tale.money(price)} and builds on {where}")


def tell_new_auction(tale: Tale) -> None:
    """Something comes under the hammer, or would have had there been a bidder."""
    lot = int(tale.after.lot)
    if lot not in (NOTHING, int(tale.before.lot)):
        what = tale.name(lot) if lot >= 0 else ("a house" if lot == A_HOUSE else "a hotel")
        lead = "" if tale.after.leader == NOBODY else f"; seat {tale.after.leader} leads with {tale.money(tale.after.high_bid)}"
        tale.say(f"{what} is auctioned, bids from {tale.money(max(int(tale.after.bid_floor), 1))}{lead}")
