"""Events: what happened while an action was carried out, in order, as the rules report it.

Every rule that can report takes `events`: an `EventsRecord`, or None if nobody listens. For None, Numba leaves the reports out,
and they cost nothing. Money moves only in `debts`, deeds only in `deeds`, tokens only in `movement` and `jail`, buildings only
in `buildings`. Each of them reports what it does, so everything that the table sees of a game follows from its events. They
hold nothing that the table cannot see: no sealed bid, no face-down card.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from rentier.box.record import BoxRecord
from rentier.compiled import compiled, record_type
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, NOTHING
from rentier.layout import Int64, Numbers, Record, layout, wide

MOST_EVENTS = 512  # of one action; many times the highest number ever seen

# fmt: off
EVENT_KINDS = (
    "rolled",          # seat; amount: the faces as digits, 36 for a three and a six; why: to move, in jail, for rent
    "moved",           # seat; other: the square it left; square; amount: steps, negative backwards; why: dice, card
    "passed-go",       # seat
    "drew",            # seat; other: the deck; square: where; amount: the card
    "kept-card",       # seat; other: the deck
    "jailed",          # seat; other: the square it left; square; why: third double, square, card
    "stayed-in-jail",  # seat
    "freed",           # seat; why: double, fine, jail card, last roll
    "paid",            # seat: the payer, negative: bank or pot; other: the payee; square; amount; why; now: the payer's cash
    "owes",            # the same, for a payment that the payer's cash does not cover
    "rent-free",       # seat: the visitor; other: the owner; square; why: mortgaged, promised, owner in jail
    "waived",          # seat: the owner; other: the visitor; square; amount: the rent
    "preferred-card",  # seat
    "deed-moved",      # seat: the new owner; other: the old one; square; why: bought, auctioned, traded, inherited
    "declined",        # seat; square
    "auction-began",   # seat: the leader, or nobody; square: the lot; amount: the leader's bid, else the minimum
    "bid",             # seat; square: the lot; amount, 0 for a sealed bid
    "left-auction",    # seat; square: the lot
    "knocked-down",    # seat; square: the lot; amount
    "unsold",          # square: the lot
    "scarce",          # seat; square: where it would build; auctioned, as others want the last buildings too
    "built",           # seat; square; amount: what it cost; now: the buildings there
    "sold-buildings",  # seat; square; amount: what they brought; now: the buildings left there
    "mortgaged",       # seat; square; amount
    "unmortgaged",     # seat; square; amount, or 0 if forced: then a payment follows
    "offered",         # seat; other; the terms
    "countered",       # seat; other; the terms
    "accepted",        # seat: the proposer; other: the player who accepts; the terms
    "refused",         # seat: the proposer; other: the player who refuses
    "gave-up",         # seat
    "bankrupted",      # seat; other: who gets its possessions, or nobody; amount: its rank; gives: its deeds and jail cards
    "turn-began",      # seat; amount: the turn; now: the round
    "ended",           # gives: the seats that win, as bits
)
(
    ROLLED, MOVED, PASSED_GO, DREW, KEPT_CARD, JAILED, STAYED_IN_JAIL, FREED, PAID, OWES, RENT_FREE, WAIVED, PREFERRED_CARD,
    DEED_MOVED, DECLINED, AUCTION_BEGAN, BID_MADE, LEFT_AUCTION, KNOCKED_DOWN, UNSOLD, SCARCE, BUILT, SOLD_BUILDINGS,
    MORTGAGED, UNMORTGAGED, OFFERED, COUNTERED, ACCEPTED, REFUSED, GAVE_UP, BANKRUPTED, TURN_BEGAN, ENDED,
) = range(len(EVENT_KINDS))

CAUSES = (
    "to-move", "in-jail", "for-rent",
    "dice", "card", "third-double", "square",
    "double", "fine", "jail-card", "last-roll",
    "is-mortgaged", "promised", "owner-in-jail",
    "bought", "auctioned", "traded", "inherited",
    "salary", "go-bonus", "all-ones", "parking", "price", "winning-bid", "rent", "tax", "share-of-worth", "each",
    "building", "sale", "mortgage", "unmortgaging", "interest", "keeping-mortgage", "forced-unmortgaging", "iou", "trade",
    "debt", "estate",
)
(
    TO_MOVE, IN_JAIL, FOR_RENT,
    BY_DICE, BY_CARD, BY_THIRD_DOUBLE, BY_SQUARE,
    BY_DOUBLE, BY_FINE, BY_JAIL_CARD, BY_LAST_ROLL,
    IS_MORTGAGED, PROMISED, OWNER_IN_JAIL,
    BOUGHT, AUCTIONED, TRADED, INHERITED,
    SALARY, GO_BONUS, ALL_ONES, PARKED, PRICE, WINNING_BID, RENT, TAXED, SHARE_OF_WORTH, EACH,
    BUILDING, SALE, MORTGAGE_LOAN, UNMORTGAGING, INTEREST, KEEPING_MORTGAGE, FORCED_UNMORTGAGING, IOU, TRADE_CASH,
    DEBT, ESTATE,
) = range(len(CAUSES))
# fmt: on

NO_REASON = -1


class Event(NamedTuple):
    """One event. The meaning of each number depends on the kind, see `EVENT_KINDS`; the last four are the terms of an offer."""

    kind: int
    seat: int
    other: int
    square: int
    amount: int
    why: int
    now: int
    gives: int
    takes: int
    iou: int
    free_rent: int


EVENT_NUMBERS = len(Event._fields)
KIND, SEAT, OTHER, SQUARE, AMOUNT, WHY, NOW, GIVES, TAKES, IOU_GIVEN, RENT_FREED = range(EVENT_NUMBERS)


class EventsRecord(Record):
    """The events of one action."""

    count: Int64
    rows: Annotated[Numbers, "i8", (MOST_EVENTS, EVENT_NUMBERS)]


EVENTS = record_type(layout(EventsRecord))
Events = EventsRecord | None


@compiled
def report(events: Events, kind: int, seat: int, other: int, square: int, amount: int, why: int, now: int) -> None:
    """Report an event. Once the record is full, events are dropped."""
    if events is not None:
        if events.count < MOST_EVENTS:
            row = events.rows[events.count]
            row[KIND] = kind
            row[SEAT] = seat
            row[OTHER] = other
            row[SQUARE] = square
            row[AMOUNT] = amount
            row[WHY] = why
            row[NOW] = now
            for place in range(GIVES, EVENT_NUMBERS):
                row[place] = 0
            events.count += 1


@compiled
def report_of(events: Events, kind: int, seat: int, square: int, amount: int) -> None:
    """Report an event of one seat at a square or a lot."""
    report(events, kind, seat, NOBODY, square, amount, NO_REASON, 0)


@compiled
def report_roll(box: BoxRecord, game: GameRecord, events: Events, seat: int, why: int) -> None:
    """Report a roll of the dice."""
    if events is not None:
        faces = 0
        for die in range(box.dice):
            faces = 10 * faces + wide(game.dice[die])
        report(events, ROLLED, seat, NOBODY, NOTHING, faces, why, 0)


@compiled
def report_offer(events: Events, kind: int, game: GameRecord) -> None:
    """Report an event of the current offer, with its terms."""
    if events is not None and events.count < MOST_EVENTS:
        report(events, kind, game.offer_from, game.offer_to, NOTHING, game.offer_cash, NO_REASON, 0)
        row = events.rows[events.count - 1]
        row[GIVES] = game.offer_give
        row[TAKES] = game.offer_take
        row[IOU_GIVEN] = game.offer_iou
        row[RENT_FREED] = game.offer_free_rent


@compiled
def report_set(events: Events, kind: int, seat: int, other: int, amount: int, members: int) -> None:
    """Report an event with a set of squares or seats."""
    if events is not None and events.count < MOST_EVENTS:
        report(events, kind, seat, other, NOTHING, amount, NO_REASON, 0)
        events.rows[events.count - 1, GIVES] = members
