"""The box as the rules see it: one flat record of the board, the decks and every switch. Built by `rentier.box.build`.

Everything is a 64-bit number, so that arithmetic is the same interpreted and compiled. Truth is 0 or 1, absence is -1.
Switches that are words are numbered in the order of their `values` in `data/switches.toml`; the names of those numbers
that the rules need are below.
"""

from __future__ import annotations

from typing import Annotated

from rentier.layout import Int64, Numbers, Record

MOST_SQUARES = 48
MOST_GROUPS = 24
MOST_CARDS = 32
MOST_SEATS = 8

# kinds of square
GO, STREET, STATION, UTILITY, TAX, CHANCE, CHEST, PARKING, JAIL, GO_TO_JAIL = range(10)
SQUARE_KINDS = ("go", "street", "station", "utility", "tax", "chance", "chest", "parking", "jail", "gotojail")

# decks
CHANCE_DECK, CHEST_DECK = range(2)
DECKS = ("chance", "chest")

# what a card does, and what its two numbers mean
ADVANCE_TO = 0  # square
BACK_TO = 1  # square
MOVE_BY = 2  # steps, negative is back
NEAREST = 3  # kind of square; station: times the rent; utility: times a fresh roll
CARD_TO_JAIL = 4
JAIL_CARD = 5
BANK_PAYS = 6  # amount
PAY_BANK = 7  # amount
PAY_EACH = 8  # amount
COLLECT_EACH = 9  # amount
REPAIRS = 10  # for a house; for a hotel
PAY_OR_DRAW = 11  # amount; deck
CARD_EFFECTS = (
    "advance_to",
    "back_to",
    "move_by",
    "nearest",
    "go_to_jail",
    "jail_card",
    "bank_pays",
    "pay_bank",
    "pay_each",
    "collect_each",
    "repairs",
    "pay_or_draw",
)

# switches that are words
AUCTION_NONE, AUCTION_ASCENDING, AUCTION_SEALED = range(3)
TIE_FIRST, TIE_LAST, TIE_NOBODY = range(3)
UNSOLD_TO_BANK, UNSOLD_TO_LAST = range(2)
BID_CASH, BID_RAISABLE, BID_UNLIMITED = range(3)
MANAGE_OWN_TURN, MANAGE_BETWEEN_TURNS = range(2)
WHOLE_TURN, BEFORE_ROLL, AFTER_ROLL = range(3)
BUYING_CHOICE, BUYING_AUCTION = range(2)
BUILD_ANY, BUILD_OWN_TURN, BUILD_BETWEEN_TURNS = range(3)
MENU_NONE, MENU_ONE_FOR_ONE, MENU_PROPERTY_FOR_CASH, MENU_FULL = range(4)
DRAW_CYCLE, DRAW_REPLACE, DRAW_RESHUFFLE = range(3)
UTILITY_ARRIVAL, UTILITY_FRESH = range(2)
RENT_AUTOMATIC, RENT_ASKED = range(2)
PARKING_NONE, PARKING_POT = range(2)
BANK_AUCTIONS, BANK_KEEPS = range(2)
TO_CREDITOR, TO_BANK, TO_BANK_AFTER_MORTGAGES = range(3)
END_LAST_PLAYER, END_FIRST_BANKRUPTCY, END_SECOND_BANKRUPTCY = range(3)
CAP_DRAW, CAP_WORTH = range(2)
WORTH_END, WORTH_TAX, WORTH_CASH, WORTH_RENTS = range(4)
FIRST_HIGHEST_ROLL, FIRST_SEAT = range(2)
HALF_PRICE = -1  # auction_open_bid: half the printed price
LIST_PRICE = -1  # shortage_open_bid: the lowest list price among those who could build
UNLIMITED = -1  # building supply, offers
ALL_DEEDS = -1  # deal_properties


class BoxRecord(Record):
    """The board, the decks and every switch of the rules, as flat numbers; the same for all games under these rules."""

    # the board
    squares: Int64
    kind: Annotated[Numbers, "i8", (MOST_SQUARES,)]
    price: Annotated[Numbers, "i8", (MOST_SQUARES,)]
    mortgage: Annotated[Numbers, "i8", (MOST_SQUARES,)]
    house_cost: Annotated[Numbers, "i8", (MOST_SQUARES,)]
    # streets: by level, the hotel right after the last house; stations and utilities: by number owned, from one
    rents: Annotated[Numbers, "i8", (MOST_SQUARES, 6)]
    tax: Annotated[Numbers, "i8", (MOST_SQUARES,)]
    tax_percent: Annotated[Numbers, "i8", (MOST_SQUARES,)]  # of the worth, as a choice; 0: none
    group: Annotated[Numbers, "i8", (MOST_SQUARES,)]  # -1: none
    group_of: Annotated[Numbers, "i8", (MOST_SQUARES,)]  # the squares of its whole group as bits
    cheaper: Annotated[Numbers, "i8", (MOST_SQUARES,)]  # the deeds with a lower price, as bits
    groups: Int64
    group_squares: Annotated[Numbers, "i8", (MOST_GROUPS,)]  # as bits
    streets: Int64  # as bits, like the next two
    stations: Int64
    utilities: Int64
    deeds: Int64
    go_square: Int64
    jail_square: Int64  # -1: there is no jail
    # the decks
    deck_size: Annotated[Numbers, "i8", (2,)]
    card_effect: Annotated[Numbers, "i8", (2, MOST_CARDS)]
    card_first: Annotated[Numbers, "i8", (2, MOST_CARDS)]
    card_second: Annotated[Numbers, "i8", (2, MOST_CARDS)]
    jail_card: Annotated[Numbers, "i8", (2,)]  # which card of the deck it is; -1: none
    # the switches, in the order of data/switches.toml
    start_cash: Int64
    deal_properties: Int64
    deal_paid: Int64
    first_player: Int64
    dice: Int64
    salary: Int64
    go_exact_bonus: Int64
    snake_eyes_bonus: Int64
    free_parking: Int64
    free_parking_bonus: Int64
    first_lap_no_buying: Int64
    buying: Int64
    auction: Int64
    auction_on_decline: Int64
    auction_open_bid: Int64
    auction_increment: Int64
    auction_tie: Int64
    auction_unsold: Int64
    bid_limit: Int64
    rent_in_jail: Int64
    rent_claim: Int64
    double_rent_full_set: Int64
    double_rent_with_mortgaged_member: Int64
    stations_count_mortgaged: Int64
    utility_roll: Int64
    manage_window: Int64
    manage_part: Int64
    build_window: Int64
    even_build: Int64
    build_without_full_set: Int64
    houses: Int64  # building_supply, first number; -1: unlimited
    hotels: Int64  # building_supply, second number; -1: unlimited
    hotel_level: Int64  # hotel_after + 1
    shortage_auction: Int64
    shortage_open_bid: Int64
    mortgages: Int64
    mortgage_interest: Int64  # percent
    mortgage_transfer_fee: Int64
    unmortgage_on_transfer: Int64
    trade_menu: Int64
    offers_per_turn: Int64  # -1: unlimited
    counter_offers: Int64
    trade_built_sets: Int64
    loans: Int64
    immunity: Int64
    jail_fine: Int64
    jail_max_turns: Int64
    jail_pay_third_turn_before_roll: Int64
    jail_exit_double_rolls_again: Int64
    card_draw: Int64
    bank_bankruptcy: Int64
    player_bankruptcy: Int64
    end: Int64
    turn_cap: Int64  # 0: none
    round_cap: Int64  # 0: none
    cap: Int64
    worth: Int64
    cash_goal: Int64  # 0: none
