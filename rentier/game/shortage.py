"""Shortage: when players want more houses or hotels than the bank has, it auctions them one by one (rules 11.7, edge case 60).

Players are not asked how many they want: it is the most that they could place now and pay in cash.
"""

from __future__ import annotations

from rentier.box.record import AUCTION_NONE, AUCTION_SEALED, LIST_PRICE, UNLIMITED, BoxRecord
from rentier.compiled import compiled
from rentier.game.auctions import close_auction, open_auction
from rentier.game.bits import bit, lowest
from rentier.game.buildings import can_place, lots, place
from rentier.game.debts import pay
from rentier.game.events import AUCTION_BEGAN, WINNING_BID, Events, report_of
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import A_HOTEL, A_HOUSE, NOBODY


@compiled
def piece_for(box: BoxRecord, game: GameRecord, square: int) -> int:
    """Return whether the next building of a lot is a house or a hotel."""
    return A_HOTEL if game.level[square] + 1 == box.hotel_level else A_HOUSE


@compiled
def could_place(box: BoxRecord, game: GameRecord, seat: int, piece: int) -> int:
    """Return the lots on which a seat could place such a piece now, as bits."""
    squares = 0
    left = game.deeds[seat] & box.streets if box.build_without_full_set == 1 else game.sets[seat]
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if piece_for(box, game, square) == piece and can_place(box, game, seat, square) == ALLOWED:
            squares |= bit(square)
    return squares


@compiled
def room_for(box: BoxRecord, game: GameRecord, lot: int, piece: int) -> int:
    """Return how many such pieces a lot can still take: all its missing houses, or a hotel once they stand."""
    houses = box.hotel_level - 1 - game.level[lot]
    if piece == A_HOTEL:
        return 1 if houses == 0 else 0
    return max(houses, 0)


@compiled
def cheapest(box: BoxRecord, squares: int) -> int:
    """Return the lowest list price of a building on these lots."""
    price = box.house_cost[lowest(squares)]
    while squares != 0:
        price = min(price, box.house_cost[lowest(squares)])
        squares &= squares - 1
    return price


@compiled
def wanted(box: BoxRecord, game: GameRecord, seat: int, piece: int) -> int:
    """Return the most pieces that a seat could place and pay in cash, on all groups where it could place one now."""
    open_lots = could_place(box, game, seat, piece)
    cash = game.cash[seat] + 0
    number = 0
    while open_lots != 0:
        square = lowest(open_lots)
        group = lots(box, game, seat, square)
        open_lots &= ~group
        while group != 0:
            lot = lowest(group)
            group &= group - 1
            room = min(room_for(box, game, lot, piece), cash // max(box.house_cost[lot], 1))
            cash -= room * box.house_cost[lot]
            number += room
    return number


@compiled
def is_scarce(box: BoxRecord, game: GameRecord, seat: int, piece: int) -> bool:
    """Return whether another player wants such a piece too, and the bank has fewer than all players want together.

    A player whom nobody rivals buys the last pieces at the list price (edge case 61).
    """
    if box.shortage_auction == 0 or box.auction == AUCTION_NONE:
        return False
    left = game.hotels_left if piece == A_HOTEL else game.houses_left
    if left == UNLIMITED:
        return False
    others = 0
    for other in range(game.players):
        if other != seat and game.in_play & bit(other) != 0:
            others += wanted(box, game, other, piece)
    return others > 0 and wanted(box, game, seat, piece) + others > left


@compiled
def auction_piece(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, seat: int, piece: int) -> None:
    """Auction one house or hotel. The request for it is the opening bid, at the lowest price, so it is always sold."""
    bidders = 0
    floor = box.house_cost[lowest(could_place(box, game, seat, piece))]
    for bidder in range(game.players):
        if game.in_play & bit(bidder) != 0:
            squares = could_place(box, game, bidder, piece)
            if squares != 0:
                bidders |= bit(bidder)
                floor = min(floor, cheapest(box, squares))
    if box.shortage_open_bid != LIST_PRICE:
        floor = min(box.shortage_open_bid, game.cash[seat] + 0)
    open_auction(game, luck, piece, bidders, floor)
    if box.auction == AUCTION_SEALED:
        luck.sealed[seat] = floor
    else:
        game.high_bid = floor
        game.leader = seat
        game.bid_turn = seat
    report_of(events, AUCTION_BEGAN, game.leader, piece, max(floor, 1))


@compiled
def place_won(box: BoxRecord, game: GameRecord, events: Events, square: int) -> None:
    """Let the winner pay the bid, not the list price, and place the piece (rules 11.8)."""
    pay(box, game, events, game.placing, NOBODY, game.high_bid, WINNING_BID, square)
    place(box, game, events, square, game.high_bid)
    game.placing = NOBODY
    close_auction(game)
