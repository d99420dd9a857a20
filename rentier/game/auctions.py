"""Auctions of deeds, by rising bids in turn or by sealed bids (rules 5).

They are held with any number of players, two included (rules 5.8). The bank's last buildings are sold in the same way (see
`shortage`).
"""

from __future__ import annotations

from rentier.box.record import (
    AUCTION_SEALED,
    BID_CASH,
    BID_RAISABLE,
    HALF_PRICE,
    TIE_FIRST,
    TIE_LAST,
    UNSOLD_TO_LAST,
    BoxRecord,
)
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest, next_seat
from rentier.game.debts import charge
from rentier.game.deeds import hand_over, raisable
from rentier.game.events import (
    AUCTION_BEGAN,
    AUCTIONED,
    BID_MADE,
    KNOCKED_DOWN,
    LEFT_AUCTION,
    UNSOLD,
    WINNING_BID,
    Events,
    report_of,
)
from rentier.game.reasons import ALLOWED, BID_TOO_HIGH, BID_TOO_LOW
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import MOST_MONEY, NOBODY, NOTHING


@compiled
def open_auction(game: GameRecord, luck: LuckRecord, lot: int, bidders: int, floor: int) -> None:
    """Start an auction of a lot. Bidding begins left of the mover and goes round (rules 5.3)."""
    game.lot = lot
    game.high_bid = 0
    game.bid_floor = floor
    game.bidders = bidders
    game.leader = NOBODY
    game.bid_turn = game.mover
    for seat in range(game.players):
        luck.sealed[seat] = 0


@compiled
def auction_deed(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, square: int) -> None:
    """Start the auction of a deed. Everybody may bid, also the player who declined and players in jail (rules 5.1, 5.2)."""
    floor = box.price[square] // 2 if box.auction_open_bid == HALF_PRICE else box.auction_open_bid
    open_auction(game, luck, square, game.in_play, floor)
    report_of(events, AUCTION_BEGAN, NOBODY, square, least_bid(box, game))


@compiled
def least_bid(box: BoxRecord, game: GameRecord) -> int:
    """Return the lowest bid allowed now, which is at least 1 (rules 5.2)."""
    least = game.bid_floor + 0
    if game.leader != NOBODY:
        least = game.high_bid + box.auction_increment
    return max(least, 1)


@compiled
def bid_limit(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the highest bid allowed to a seat (rules 5.6, edge case 31). Bids for a building never exceed the cash."""
    if game.lot < NOTHING or box.bid_limit == BID_CASH:
        return game.cash[seat] + 0
    return raisable(box, game, seat) if box.bid_limit == BID_RAISABLE else MOST_MONEY


@compiled
def may_bid(box: BoxRecord, game: GameRecord, seat: int, amount: int) -> int:
    """Return why a seat may not bid this amount, or ALLOWED."""
    if amount < least_bid(box, game):
        return BID_TOO_LOW
    return BID_TOO_HIGH if amount > min(bid_limit(box, game, seat), MOST_MONEY) else ALLOWED


@compiled
def goes_to_last(box: BoxRecord, game: GameRecord) -> bool:
    """Return whether the last seat that has not passed gets a deed without bids for nothing (rules 18.5)."""
    alone = game.bidders & (game.bidders - 1) == 0
    if box.auction == AUCTION_SEALED:
        return False
    return alone and box.auction_unsold == UNSOLD_TO_LAST and game.leader == NOBODY and game.lot >= 0


@compiled
def next_bidder(box: BoxRecord, game: GameRecord) -> bool:
    """Move on to the next seat that can still bid. Return False when the bidding is over."""
    while game.bidders != 0:
        if goes_to_last(box, game):
            game.leader = lowest(game.bidders)
            return False
        seat = next_seat(game.bidders, game.bid_turn, game.players)
        if seat == game.leader:
            return False
        game.bid_turn = seat
        if bid_limit(box, game, seat) >= least_bid(box, game):
            return True
        game.bidders &= ~bit(seat)
    return False


@compiled
def bid(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, amount: int) -> None:
    """Record the bid of the seat whose turn it is to bid, open or sealed."""
    if box.auction == AUCTION_SEALED:
        report_of(events, BID_MADE, game.bid_turn, game.lot, 0)
        luck.sealed[game.bid_turn] = amount
        game.bidders &= ~bit(game.bid_turn)
    else:
        report_of(events, BID_MADE, game.bid_turn, game.lot, amount)
        game.high_bid = amount
        game.leader = game.bid_turn


@compiled
def leave(game: GameRecord, events: Events) -> None:
    """Let the seat whose turn it is to bid drop out."""
    report_of(events, LEFT_AUCTION, game.bid_turn, game.lot, 0)
    game.bidders &= ~bit(game.bid_turn)


@compiled
def open_envelopes(box: BoxRecord, game: GameRecord, luck: LuckRecord) -> None:
    """Find the highest sealed bid. Ties are broken by `auction_tie`, in the order of bidding (rules 18.4)."""
    tied = False
    for step in range(1, game.players + 1):
        seat = (game.mover + step) % game.players
        sealed = luck.sealed[seat]
        if sealed == 0:
            continue
        if sealed > game.high_bid:
            game.high_bid = sealed
            game.leader = seat
            tied = False
        elif sealed == game.high_bid:
            tied = True
            if box.auction_tie == TIE_LAST:
                game.leader = seat
        luck.sealed[seat] = 0
    # a building is sold even in a tie: else the same request and the same tie would follow without end
    if tied and box.auction_tie != TIE_FIRST and box.auction_tie != TIE_LAST and game.lot > NOTHING:
        game.leader = NOBODY


@compiled
def close_auction(game: GameRecord) -> None:
    """Clear the auction from the game record."""
    game.lot = NOTHING
    game.high_bid = 0
    game.bid_floor = 0
    game.bidders = 0
    game.leader = NOBODY
    game.bid_turn = NOBODY


@compiled
def hammer(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> None:
    """Close the bidding: the winner pays the bank and gets the deed, or must place the building (rules 5.4).

    Without a bid the lot stays with the bank (rules 5.5, edge case 30). A deed won with a bid above the cash is handed over
    once it is paid, so it cannot be mortgaged to pay for itself (edge case 32).
    """
    if box.auction == AUCTION_SEALED:
        open_envelopes(box, game, luck)
    winner = game.leader
    lot = game.lot
    price = game.high_bid
    if winner == NOBODY:
        report_of(events, UNSOLD, NOBODY, lot, 0)
        close_auction(game)
        return
    report_of(events, KNOCKED_DOWN, winner, lot, price)
    if lot < NOTHING:
        game.placing = winner
        game.bidders = 0
    else:
        close_auction(game)
        charge(box, game, events, winner, NOBODY, price, WINNING_BID, lot)
        if game.debt > 0:
            game.debt_deed = lot
        else:
            hand_over(box, game, events, lot, winner, AUCTIONED)
