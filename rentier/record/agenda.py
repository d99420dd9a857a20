"""Read the agenda of a position: an offer, an auction, a debt, payments in turn, a claim, a card's choice."""

from __future__ import annotations

from rentier.box import Box
from rentier.box.reading import Table, describe, is_number
from rentier.box.record import AUCTION_NONE, AUCTION_SEALED, DECKS, MOST_SQUARES, PAY_OR_DRAW
from rentier.errors import RentierError
from rentier.game import python_api
from rentier.game.check import check
from rentier.game.reasons import ALLOWED, OUT_OF_RANGE, REASONS
from rentier.game.state import GameRecord
from rentier.game.words import BID_OR_PASS, MANAGE, NOBODY, NOTHING, PLACE, POT, Action
from rentier.record.actions import read_terms
from rentier.record.draft import record_of
from rentier.record.leniency import Leniency
from rentier.record.players import MOST_CASH, read_deed, read_deeds, read_yes_no
from rentier.record.writing import BANK, PIECES, TO_POT, default_floor, members

MOST_DEPTH = 100


def read_seat(table: Table, name: str, game: GameRecord, default: int | None = None) -> int:
    """Read a seat that is in the game."""
    seat = table.number(name, 0, game.players - 1, default)
    if not game.in_play >> seat & 1:
        raise table.wrong(name, f"seat {seat} is bankrupt")
    return seat


def read_seats(table: Table, name: str, game: GameRecord, default: int) -> int:
    """Read a list of seats that are in the game, as bits."""
    table.read.add(name)
    if name not in table.values:
        return default
    values = table.values[name]
    if not isinstance(values, list) or not all(is_number(seat) and 0 <= seat < game.players for seat in values):
        raise table.wrong(name, f"{describe(values)} should be a list of seats from 0 to {game.players - 1}")
    for seat in values:
        if not game.in_play >> seat & 1:
            raise table.wrong(name, f"seat {seat} is bankrupt")
    if len(set(values)) < len(values):
        raise table.wrong(name, "a seat is listed twice")
    return sum(1 << seat for seat in values)


def read_agenda(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read everything that is still to be done."""
    _lists(table, box, game)
    # the debt comes first, because it decides whether an offer of the debtor is legal
    readers = {"debt": _debt, "offer": _offer, "each": _each, "auction": _auction, "claim": _claim, "choice": _choice}
    table.read.update(readers)
    for name, reader in readers.items():
        if name in table.values:
            inner = table.table(name)
            reader(inner, box, game, leniency)
            inner.finish()


def _lists(table: Table, box: Box, game: GameRecord) -> None:
    """Read a bankrupt player's deeds still to be auctioned, mortgaged deeds just received, and whether an IOU is due."""
    game.estate = read_deeds(table, "estate", box)
    game.unsettled = read_deeds(table, "unsettled", box)
    game.owes_now = int(read_yes_no(table, "owes_now"))
    if game.owes_now == 1 and game.owes[game.mover] == 0:
        raise table.wrong("owes_now", f"seat {game.mover}, whose turn it is, owes nothing")
    for square in members(game.estate):
        if game.owner[square] != NOBODY:
            raise table.wrong("estate", f"{box.square_names[square]!r} belongs to seat {game.owner[square]}, not to the bank")
    for square in members(game.unsettled & ~game.mortgaged):
        raise table.wrong("unsettled", f"{box.square_names[square]!r} is not mortgaged")


def _offer(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read an offer on the table, checked as if it were made now."""
    seat, other = read_seat(table, "from", game), read_seat(table, "to", game)
    game.offer_depth = leniency.number(table, "depth", range(int(box.record.counter_offers) + 1), MOST_DEPTH, 0)
    text = table.text("terms")
    try:
        offer = read_terms(box, text)._replace(target=other)
    except RentierError as error:
        raise table.wrong("terms", str(error)) from None
    before = record_of(game)
    before.decision, before.actor = MANAGE, seat
    before.offers_made[seat] = 0
    reason = OUT_OF_RANGE
    if abs(offer.amount) <= MOST_CASH and abs(offer.iou) <= MOST_CASH:
        reason = check(box.record, before, offer)
    if reason != ALLOWED and not _could_exchange(game, seat, offer):
        raise table.wrong("terms", REASONS[reason])
    if reason != ALLOWED:
        leniency.note(table, "terms", REASONS[reason])
    game.offer_from, game.offer_to = seat, other
    game.offer_cash, game.offer_give, game.offer_take = offer.amount, offer.give, offer.take
    game.offer_iou, game.offer_free_rent = offer.iou, offer.free_rent


def _could_exchange(game: GameRecord, seat: int, offer: Action) -> bool:
    """Whether both sides have what they would give, whatever else is illegal about the offer; promises are never accepted."""
    if offer.target == seat or offer.iou != 0 or offer.free_rent != 0:
        return False
    if offer.give & ~_possessions(game, seat) or offer.take & ~_possessions(game, offer.target):
        return False
    return -game.cash[offer.target] <= offer.amount <= game.cash[seat]


def _possessions(game: GameRecord, seat: int) -> int:
    """Return the deeds and jail cards of a seat, as bits of an offer."""
    cards = sum(1 << MOST_SQUARES + deck for deck in range(len(DECKS)) if game.card_holder[deck] == seat)
    return int(game.deeds[seat]) | cards


def _debt(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read a debt that must be paid before the game goes on."""
    game.debtor = read_seat(table, "debtor", game)
    game.debt = table.number("amount", 1, MOST_CASH)
    creditors = {BANK: NOBODY, TO_POT: POT}
    to = table.values.get("creditor", BANK)
    if isinstance(to, str) and to in creditors:
        table.read.add("creditor")
        game.creditor = creditors[to]
    elif isinstance(to, str):
        raise table.wrong("creditor", f"{to!r} should be a seat, {BANK!r} or {TO_POT!r}")
    else:
        game.creditor = read_seat(table, "creditor", game)
    if game.creditor == game.debtor:
        raise table.wrong("creditor", "a player cannot owe itself")
    if "deed" in table.values:
        table.read.add("deed")
        game.debt_deed = read_deed(table, "deed", box, table.values["deed"])
        if game.owner[game.debt_deed] != NOBODY:
            raise table.wrong("deed", "it has an owner; it should be a deed of the bank that is still to be paid")


def _each(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read a card by which one player pays all others, or is paid by them."""
    table.get("seats", "a list of seats")
    game.each_seats = read_seats(table, "seats", game, 0)
    game.each_amount = table.number("amount", 0, MOST_CASH)
    game.each_collects = int(read_yes_no(table, "collects"))
    if game.each_seats >> game.mover & 1 or game.each_seats == 0:
        raise table.wrong("seats", "it should list at least one player, and not the one to move")


def _auction(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read the auction of a deed or of a house or hotel."""
    if box.record.auction == AUCTION_NONE:
        leniency.note(table, "lot", "these rules have no auctions")
    lot = table.get("lot", "a deed, 'house' or 'hotel'")
    game.lot = PIECES[lot] if isinstance(lot, str) and lot in PIECES else read_deed(table, "lot", box, lot)
    if game.lot >= 0 and (game.owner[game.lot] != NOBODY or game.estate >> game.lot & 1):
        raise table.wrong("lot", f"{lot!r} should be a deed of the bank that is no longer in the estate")
    game.bid_floor = table.number("floor", 0, MOST_CASH, default_floor(box, int(game.lot)))
    game.bidders = read_seats(table, "bidders", game, 0 if game.decision == PLACE else game.in_play)
    game.bid_turn = game.actor if game.decision == BID_OR_PASS else NOBODY
    if "leader" in table.values:
        leader, high_bid = read_seat(table, "leader", game), table.number("high_bid", 1, MOST_CASH)
        if box.record.auction == AUCTION_SEALED and game.decision != PLACE:
            leniency.note(table, "leader", "bids are sealed, so nobody leads")
        else:
            game.leader, game.high_bid = leader, high_bid
    if game.decision == PLACE:
        _won(table, game)
    if game.lot < NOTHING:
        _check_pieces(table, box, game, leniency)


def _won(table: Table, game: GameRecord) -> None:
    """Set the player who has won the auction of a building and must place it."""
    if game.lot >= NOTHING or game.leader == NOBODY or game.bidders != 0:
        raise table.wrong("lot", "the decision 'place' needs a house or a hotel, its leader and high_bid, and no bidders")
    game.placing = game.leader


def _check_pieces(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Check that every bidder for a building could place it, and that the leader could pay for it."""
    state = record_of(game)
    for seat in members(game.bidders):
        if python_api.places_for(box.record, state, seat, game.lot) == 0:
            leniency.note(table, "bidders", f"seat {seat} has no lot for it, so it passes")
            game.bidders &= ~(1 << seat)
    reason = ""
    if game.offer_from != NOBODY or game.debt != 0 or game.unsettled != 0 or game.owes_now == 1:
        reason = "a building is auctioned only when nothing else is pending; its auction is called off"
    elif game.leader != NOBODY and python_api.places_for(box.record, state, game.leader, game.lot) == 0:
        reason = f"seat {game.leader} has no lot for it, and may not bid; its auction is called off"
    elif game.leader != NOBODY and game.cash[game.leader] < game.high_bid:
        reason = f"seat {game.leader} has only {game.cash[game.leader]} in cash; the auction is called off"
    if reason:
        leniency.note(table, "leader" if game.leader != NOBODY else "lot", reason)
        game.lot, game.leader, game.high_bid, game.bid_floor, game.bidders = NOTHING, NOBODY, 0, 0, 0
        game.placing = game.bid_turn = NOBODY


def _claim(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read the rent that is due if its owner asks for it."""
    game.claim = table.number("rent", 0, MOST_CASH)


def _choice(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read a card that offers a choice."""
    deck = DECKS.index(table.word("deck", "deck", DECKS))
    try:
        card = box.card_number(deck, table.text("card"))
    except RentierError as error:
        raise table.wrong("card", str(error)) from None
    if box.record.card_effect[deck, card] != PAY_OR_DRAW:
        raise table.wrong("card", "the card offers no choice")
    game.choice_deck, game.choice_card = deck, card
