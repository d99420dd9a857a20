"""The game record, which everybody sees, and the luck record, which nobody may see."""

from __future__ import annotations

from typing import Annotated

from rentier.box.record import MOST_CARDS, MOST_SEATS, MOST_SQUARES, BoxRecord
from rentier.compiled import record_type
from rentier.layout import Int8, Int16, Int32, Int64, Numbers, Record, Word, layout

MOST_LOADED = 128  # rolls that can be loaded
MOST_HANDED = 32  # cards that can be chosen in advance

# what luck decided first since `took` was cleared: nothing, a roll, or a card (TOOK_CARD + deck)
TOOK_NOTHING, TOOK_DICE, TOOK_CARD = range(3)


class GameRecord(Record):
    """Everything that the players at the table can see. Copying a game is one memory copy."""

    # who holds what
    deeds: Annotated[Numbers, "i8", (MOST_SEATS,)]  # squares as bits
    sets: Annotated[Numbers, "i8", (MOST_SEATS,)]  # squares of complete street groups, as bits
    mortgaged: Int64  # squares as bits
    built: Int64  # squares with buildings, as bits
    cash: Annotated[Numbers, "i8", (MOST_SEATS,)]
    owner: Annotated[Numbers, "i1", (MOST_SQUARES,)]
    level: Annotated[Numbers, "i1", (MOST_SQUARES,)]  # houses; box.hotel_level is a hotel
    card_holder: Annotated[Numbers, "i1", (2,)]  # the seat that holds the jail card of each deck
    houses_left: Int16
    hotels_left: Int16
    pot: Int64
    # promises between players
    owes: Annotated[Numbers, "i8", (MOST_SEATS,)]  # the amount of each seat's IOU
    owes_to: Annotated[Numbers, "i1", (MOST_SEATS,)]  # the seat that holds it
    owes_now: Int8  # 1: the mover has passed GO and must pay it back next
    free_rent: Annotated[Numbers, "i8", (MOST_SEATS,)]  # squares where each seat pays no rent, as bits
    # the players
    players: Int8
    in_play: Int16  # seats as bits
    lapped: Int16  # seats that have passed GO, as bits
    fallen: Annotated[Numbers, "i1", (MOST_SEATS,)]  # order of bankruptcy, 0 while in play
    square: Annotated[Numbers, "i1", (MOST_SEATS,)]  # of each token; several may share one (rules 2.6)
    jail_turns: Annotated[Numbers, "i1", (MOST_SEATS,)]  # failed rolls in jail; FREE: not in jail
    offers_made: Annotated[Numbers, "i4", (MOST_SEATS,)]  # since the seat's last turn or window began
    # the turn
    turns: Int32  # begun
    rounds: Int32  # begun
    first: Int8  # the seat that began the game
    mover: Int8
    phase: Int8
    windows: Int16  # seats still to be asked between turns, as bits
    dice_only: Int8  # 1: the mover has finished managing and can only roll
    doubles: Int8  # in a row this turn; 0 if the last roll was not a double
    dice: Annotated[Numbers, "i1", (4,)]  # the last roll
    # the decision
    decision: Int8
    actor: Int8
    # an offer on the table
    offer_from: Int8  # NOBODY: none
    offer_to: Int8
    offer_depth: Int8  # number of counter-offers so far
    offer_cash: Int64
    offer_give: Int64
    offer_take: Int64
    offer_iou: Int64
    offer_free_rent: Int64
    # an auction
    lot: Int8  # NOTHING, a square, A_HOUSE or A_HOTEL
    high_bid: Int64
    bid_floor: Int64  # the lowest opening bid
    bidders: Int16  # still bidding, as bits
    leader: Int8
    bid_turn: Int8
    placing: Int8  # the seat that has won a building and must place it
    estate: Int64  # deeds of a bankrupt player still to be auctioned, as bits
    # a debt, and the payments that follow it
    debtor: Int8
    creditor: Int8
    debt: Int64
    debt_deed: Int8  # a deed won with a bid above the cash, handed over when the debt is paid
    each_seats: Int16  # seats still to pay or to be paid by a pay-each or collect-each card, as bits
    each_amount: Int64
    each_collects: Int8  # 1: the mover collects
    unsettled: Int64  # mortgaged deeds just received, as bits
    claim: Int64  # rent the owner may ask for
    choice_deck: Int8  # the card that offers a choice, while the player chooses
    choice_card: Int8
    # what everybody knows of the decks
    deck_top: Annotated[Numbers, "i1", (2,)]
    deck_left: Annotated[Numbers, "i1", (2,)]  # cards in the deck now
    deck_fresh: Annotated[Numbers, "i1", (2,)]  # those not drawn since the last shuffle (card_draw = reshuffle)
    known: Annotated[Numbers, "i1", (2, MOST_CARDS)]  # the card at each position, or UNSEEN
    # the end
    winners: Int16  # seats as bits; none once the game is over: a draw


class LuckRecord(Record):
    """Everything that nobody may see. Agents never receive it; a search imagines its own."""

    key: Word
    rolls: Annotated[Numbers, "i4", (MOST_SEATS,)]  # number of rolls of each seat
    draws: Annotated[Numbers, "i4", (2,)]  # number of draws and shuffles of each deck
    order: Annotated[Numbers, "i1", (2, MOST_CARDS)]  # the cards of each deck, a ring that starts at game.deck_top
    sealed: Annotated[Numbers, "i4", (MOST_SEATS,)]  # sealed bids
    loaded: Int32  # number of loaded rolls ...
    loaded_used: Int32  # ... and of those already used
    loaded_dice: Annotated[Numbers, "i1", (MOST_LOADED, 4)]
    handed: Int32  # number of cards of either deck chosen in advance, in the order of draws ...
    handed_used: Int32  # ... and of those already drawn
    handed_cards: Annotated[Numbers, "i1", (MOST_HANDED,)]
    took: Int8  # TOOK_NOTHING, TOOK_DICE or TOOK_CARD + deck


BOX = record_type(layout(BoxRecord))
GAME = record_type(layout(GameRecord))
LUCK = record_type(layout(LuckRecord))
