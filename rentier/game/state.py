"""The game and luck records: what everybody sees, and what nobody may see."""

from __future__ import annotations

from typing import Annotated

from rentier.box.record import MOST_CARDS, MOST_SEATS, MOST_SQUARES, BoxRecord
from rentier.compiled import record_type
from rentier.layout import Int8, Int16, Int32, Int64, Numbers, Record, Word, layout

MOST_LOADED = 128  # rolls that can be loaded by hand
MOST_HANDED = 32  # cards that can be handed out by hand

# what a game took first that nobody had loaded or handed out
TOOK_NOTHING, TOOK_DICE, TOOK_CARD = range(3)  # the last one and the next: a card of either deck


class GameRecord(Record):
    """What everybody at the table can see. Copying a game is one memory copy."""

    # who holds what
    deeds: Annotated[Numbers, "i8", (MOST_SEATS,)]  # squares as bits
    sets: Annotated[Numbers, "i8", (MOST_SEATS,)]  # squares of complete street groups, as bits
    mortgaged: Int64  # squares as bits
    built: Int64  # squares with buildings, as bits
    cash: Annotated[Numbers, "i8", (MOST_SEATS,)]
    owner: Annotated[Numbers, "i1", (MOST_SQUARES,)]
    level: Annotated[Numbers, "i1", (MOST_SQUARES,)]  # houses; box.hotel_level is a hotel
    card_holder: Annotated[Numbers, "i1", (2,)]  # who holds the jail card of each deck
    houses_left: Int16
    hotels_left: Int16
    pot: Int64
    # what players have promised one another
    owes: Annotated[Numbers, "i8", (MOST_SEATS,)]  # the sum of each seat's IOU
    owes_to: Annotated[Numbers, "i1", (MOST_SEATS,)]  # who holds it
    owes_now: Int8  # 1: the mover has passed GO and pays it back next
    free_rent: Annotated[Numbers, "i8", (MOST_SEATS,)]  # where each seat lands free, as bits
    # the players
    players: Int8
    in_play: Int16  # seats as bits
    lapped: Int16  # seats that have passed GO, as bits
    fallen: Annotated[Numbers, "i1", (MOST_SEATS,)]  # 0: in play; else the how-manieth to go bankrupt
    square: Annotated[Numbers, "i1", (MOST_SEATS,)]
    jail_turns: Annotated[Numbers, "i1", (MOST_SEATS,)]  # rolls already failed there; FREE: not in jail
    offers_made: Annotated[Numbers, "i4", (MOST_SEATS,)]  # since the seat's last turn began
    # the turn
    turns: Int32  # begun
    rounds: Int32  # begun
    first: Int8  # the seat that began the game
    mover: Int8
    phase: Int8
    windows: Int16  # seats still to be asked between turns, as bits
    dice_only: Int8  # 1: the mover has managed and only rolls
    doubles: Int8  # in a row, this turn; 0 also when the last roll was no double
    dice: Annotated[Numbers, "i1", (4,)]  # the last roll
    # the decision
    decision: Int8
    actor: Int8
    # an offer on the table
    offer_from: Int8  # NOBODY: none
    offer_to: Int8
    offer_depth: Int8  # how many counter-offers deep
    offer_cash: Int64
    offer_give: Int64
    offer_take: Int64
    offer_iou: Int64
    offer_free_rent: Int64
    # an auction
    lot: Int8  # NOTHING, a square, A_HOUSE or A_HOTEL
    high_bid: Int64
    bid_floor: Int64  # the least that may open
    bidders: Int16  # still bidding, as bits
    leader: Int8
    bid_turn: Int8
    placing: Int8  # who has won a building and must place it
    estate: Int64  # deeds of a bankrupt still to be auctioned, as bits
    # a debt, and the payments behind it
    debtor: Int8
    creditor: Int8
    debt: Int64
    debt_deed: Int8  # handed over when the debt is paid: a deed won with more than cash
    each_seats: Int16  # seats still to pay or to be paid by a pay-each or collect-each card, as bits
    each_amount: Int64
    each_collects: Int8  # 1: the mover collects
    unsettled: Int64  # mortgaged deeds just received, as bits
    claim: Int64  # rent the owner may ask for
    choice_deck: Int8  # the card that leaves a choice, while it does
    choice_card: Int8
    # the decks as seen from above
    deck_top: Annotated[Numbers, "i1", (2,)]
    deck_left: Annotated[Numbers, "i1", (2,)]  # cards in the deck now
    deck_fresh: Annotated[Numbers, "i1", (2,)]  # of these, not drawn since the last shuffle (card_draw = reshuffle)
    known: Annotated[Numbers, "i1", (2, MOST_CARDS)]  # which card lies where, UNSEEN where nobody knows
    # the end
    winners: Int16  # seats as bits; none with the game over is a draw


class LuckRecord(Record):
    """What nobody may see. Agents never receive it; a search draws its own."""

    key: Word
    rolls: Annotated[Numbers, "i4", (MOST_SEATS,)]  # how often each seat has rolled
    draws: Annotated[Numbers, "i4", (2,)]  # how often each deck was drawn from or shuffled
    order: Annotated[Numbers, "i1", (2, MOST_CARDS)]  # the cards of each deck, a ring that begins at game.deck_top
    sealed: Annotated[Numbers, "i4", (MOST_SEATS,)]  # bids in envelopes
    loaded: Int32  # rolls loaded by hand ...
    loaded_used: Int32  # ... and how many of them are used
    loaded_dice: Annotated[Numbers, "i1", (MOST_LOADED, 4)]
    handed: Int32  # cards handed out by hand at the moment they are drawn, of either deck ...
    handed_used: Int32  # ... and how many of them are used
    handed_cards: Annotated[Numbers, "i1", (MOST_HANDED,)]
    took: Int8


BOX = record_type(layout(BoxRecord))
GAME = record_type(layout(GameRecord))
LUCK = record_type(layout(LuckRecord))
