"""Buildings and auctions, event by event."""

from __future__ import annotations

from rentier.box import record as of
from rentier.game import events as ev
from rentier.game import words
from rentier.game.events import Event
from rentier.game.words import NOBODY, NOTHING

from .payments import Payments, Script, event


class Sales(Payments):
    """What the bank sells and buys back."""

    def build(self, seat: int, square: int) -> Script:
        """Yield a purchase at the price of the board, or an auction if others want the last pieces too."""
        if self.game.placing != NOBODY:
            yield from self.place_won(square)
        elif self.is_scarce(seat, self.next_piece(square)):
            yield event(ev.SCARCE, seat, square=square)
            yield from self.auction_piece(seat, self.next_piece(square))
        else:
            yield from self.put_up(square, self.box.house_cost[square], ev.BUILDING)

    def put_up(self, square: int, cost: int, why: int) -> Script:
        owner, level = self.game.owner[square], self.game.level[square] + 1
        yield from self.pay(owner, NOBODY, cost, why, square)
        yield event(ev.BUILT, owner, square=square, amount=cost, now=level)

    def sell(self, square: int) -> Script:
        """Yield the sale of a building; if houses are short for a hotel's place, the group is sold down evenly."""
        levels, hotel, houses = self.game.level, self.box.hotel_level, self.pieces_left(words.A_HOUSE)
        if levels[square] < hotel or houses >= hotel - 1:
            yield from self.sell_down(square, levels[square] - 1)
            return
        lots = sorted(lot for lot in self.own_group(square) if levels[lot]) if self.box.even_build else [square]
        houses += sum(levels[lot] for lot in lots if levels[lot] < hotel)
        for number, lot in enumerate(lots):
            level = min(int(houses) // (len(lots) - number), levels[lot])
            houses -= level
            yield from self.sell_down(lot, level)

    # auctions

    def auction_deed(self, square: int) -> Script:
        floor = self.box.price[square] // 2 if self.box.auction_open_bid == of.HALF_PRICE else self.box.auction_open_bid
        yield event(ev.AUCTION_BEGAN, square=square, amount=max(floor, 1))
        self.game.lot = square

    def auction_piece(self, seat: int, piece: int) -> Script:
        """Yield the auction of a scarce building; the player who asked for it has already made the lowest bid."""
        box, game = self.box, self.game
        floor = min(box.house_cost[lot] for bidder in game.in_play for lot in self.lots_for(bidder, piece))
        if box.shortage_open_bid != of.LIST_PRICE:
            floor = min(box.shortage_open_bid, game.cash[seat])
        leader = NOBODY if box.auction == of.AUCTION_SEALED else seat
        yield event(ev.AUCTION_BEGAN, leader, square=piece, amount=max(floor, 1))
        game.lot = piece
        self.note_bid(seat, floor)

    def bid(self, seat: int, amount: int) -> Script:
        sealed = self.box.auction == of.AUCTION_SEALED
        yield event(ev.BID_MADE, seat, square=self.game.lot, amount=0 if sealed else amount)
        self.note_bid(seat, amount)

    def note_bid(self, seat: int, amount: int) -> None:
        if self.box.auction == of.AUCTION_SEALED:
            self.luck.sealed[seat] = amount
        else:
            self.game.high_bid, self.game.leader = amount, seat

    def hammer(self, said: Event) -> Script:
        """Yield the end of an auction: the highest bidder wins, or by some rules the last one left for an unwanted deed."""
        game, lot = self.game, self.game.lot
        assert lot != NOTHING
        if self.box.auction == of.AUCTION_SEALED:
            self.open_envelopes()
        elif game.leader == NOBODY and self.box.auction_unsold == of.UNSOLD_TO_LAST and said.kind == ev.KNOCKED_DOWN:
            game.leader = said.seat
        winner, price = game.leader, game.high_bid
        if winner == NOBODY:
            self.close_auction()
            yield event(ev.UNSOLD, square=lot)
            return
        yield event(ev.KNOCKED_DOWN, winner, square=lot, amount=price)
        if lot < NOTHING:
            game.placing = winner
            return
        self.close_auction()
        yield from self.charge(winner, NOBODY, price, ev.WINNING_BID, lot)
        if game.debt:
            game.debt_deed = lot
        else:
            yield from self.hand_over(lot, winner, ev.AUCTIONED)

    def open_envelopes(self) -> None:
        """Find the winner of a sealed auction; of equal bids the first or last from the mover's left, or for a deed none."""
        game, bids, tie = self.game, self.luck.sealed, self.box.auction_tie
        best = sorted((seat for seat in game.in_play if bids[seat] == max(bids)), key=self.from_mover)
        unsold = len(best) > 1 and tie == of.TIE_NOBODY and game.lot >= 0
        game.high_bid = max(bids)
        game.leader = NOBODY if game.high_bid == 0 or unsold else best[-1 if tie == of.TIE_LAST else 0]
        self.luck.sealed = [0] * len(bids)

    def close_auction(self) -> None:
        self.game.lot, self.game.high_bid, self.game.leader, self.game.placing = NOTHING, 0, NOBODY, NOBODY

    def place_won(self, square: int) -> Script:
        """Yield the placing of a building won at auction, which costs the bid."""
        assert self.game.placing != NOBODY
        assert square in self.lots_for(self.game.placing, self.game.lot)
        yield from self.put_up(square, self.game.high_bid, ev.WINNING_BID)
        self.close_auction()
