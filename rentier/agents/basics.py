"""Building blocks that several agents share: building, unmortgaging, selling and mortgaging, bidding, plain answers."""

from __future__ import annotations

from rentier.agents.mind import MindRecord, chance, plain
from rentier.box.record import AUCTION_SEALED, MOST_SQUARES, BoxRecord
from rentier.compiled import compiled
from rentier.game.auctions import bid_limit, least_bid
from rentier.game.bits import count, lowest
from rentier.game.legal import squares_for
from rentier.game.shortage import could_place
from rentier.game.state import GameRecord
from rentier.game.words import (
    ASK_RENT,
    BID,
    BUILD,
    CHOOSE_CARD,
    CHOOSE_TAX,
    CLAIM,
    COUNTER,
    END,
    JAIL_CARDS,
    KEEP,
    MANAGE,
    MORTGAGE,
    PASS,
    PAY_FINE,
    PAY_TAX,
    PLACE,
    REFUSE,
    RESPOND,
    ROLL,
    SELL,
    SETTLE,
    START,
    UNMORTGAGE,
    Action,
)
from rentier.layout import wide


@compiled
def random_of(mind: MindRecord, bits: int) -> int:
    """Return a random member of a non-empty set of bits, each with equal probability."""
    for _skip in range(chance(mind, count(bits))):
        bits &= bits - 1
    return lowest(bits)


@compiled
def any_of_squares(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, kind: int) -> Action:
    """Build, unmortgage, sell or mortgage on a random square where that is allowed; PASS if it is allowed nowhere."""
    squares = squares_for(box, game, seat, kind)
    return plain(kind, random_of(mind, squares), 0) if squares != 0 else plain(PASS, 0, 0)


@compiled
def listed_worth(box: BoxRecord, things: int) -> int:
    """Return the printed prices of deeds plus the fine for each jail card."""
    money = box.jail_fine * count(things & JAIL_CARDS)
    left = things & box.deeds
    while left != 0:
        money += box.price[lowest(left)]
        left &= left - 1
    return money


@compiled
def completed(box: BoxRecord, before: int, after: int) -> int:
    """Return the streets of sets that are complete with the deeds after but not with those before, as bits."""
    squares = 0
    left = after & ~before & box.streets
    while left != 0:
        group = box.group_of[lowest(left)]
        left &= ~group
        if group & ~after == 0:
            squares |= group
    return squares


@compiled
def fewest_lacking(box: BoxRecord, deeds: int, touched: int) -> int:
    """Return the fewest deeds that any group of the touched squares lacks; 0 if one is complete."""
    fewest = MOST_SQUARES
    while touched != 0:
        group = box.group_of[lowest(touched)]
        touched &= ~group
        fewest = min(fewest, count(group & ~deeds))
    return fewest


@compiled
def bundle(box: BoxRecord, game: GameRecord, group: int, seat: int, other: int, free: int) -> int:
    """Return the deeds that the seat lacks of a group, as bits, if the other can trade all of them; else 0."""
    lacking = box.group_squares[group] & ~game.deeds[seat]
    return lacking if lacking & game.deeds[other] & free == lacking else 0


@compiled
def counter(cash: int, give: int, take: int) -> Action:
    """Return a counter-offer: this cash and these deeds for those."""
    return Action(wide(COUNTER), wide(0), wide(cash), wide(give), wide(take), wide(0), wide(0))


@compiled
def first_sale(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Sell the first building that may be sold, else mortgage the first deed that may be mortgaged; if neither, PASS."""
    return first_of(squares_for(box, game, seat, SELL), SELL, squares_for(box, game, seat, MORTGAGE), MORTGAGE)


@compiled
def first_investment(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Build on the first lot of a set that may be built on, else unmortgage the first deed; if neither is possible, PASS."""
    return first_of(
        squares_for(box, game, seat, BUILD) & game.sets[seat], BUILD, squares_for(box, game, seat, UNMORTGAGE), UNMORTGAGE
    )


@compiled
def first_of(squares: int, kind: int, other_squares: int, other_kind: int) -> Action:
    """Do `kind` on the first of `squares`, else `other_kind` on the first of `other_squares`; if both are empty, PASS."""
    if squares != 0:
        return plain(kind, lowest(squares), 0)
    return plain(other_kind, lowest(other_squares), 0) if other_squares != 0 else plain(PASS, 0, 0)


@compiled
def bid_up_to(box: BoxRecord, game: GameRecord, seat: int, most: int, step: int) -> Action:
    """Bid `step` above the minimum bid but at most `most`; pass if even the minimum is too high."""
    least = least_bid(box, game)
    if least > min(most, bid_limit(box, game, seat)):
        return plain(PASS, 0, 0)
    return plain(BID, 0, min(most, least + step))


@compiled
def bid_by_tenths(box: BoxRecord, game: GameRecord, seat: int, most: int) -> Action:
    """Bid up to `most`: the whole amount at once if bids are sealed, else in raises of a tenth of the price."""
    most = min(most, bid_limit(box, game, seat))
    return bid_up_to(box, game, seat, most, most if box.auction == AUCTION_SEALED else lot_price(box, game) // 10)


@compiled
def lot_price(box: BoxRecord, game: GameRecord) -> int:
    """Return the printed price of the deed at auction; for a house or hotel, the minimum bid."""
    return box.price[game.lot] if game.lot >= 0 else game.bid_floor + 0


@compiled
def plain_answer(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Go on; refuse offers, keep received mortgages, place a building on the first lot, pay fixed amounts, collect rent."""
    decision = game.decision
    if decision == SETTLE:
        return plain(KEEP, lowest(game.unsettled), 0)
    if decision == PLACE:
        return plain(BUILD, lowest(could_place(box, game, seat, game.lot)), 0)
    kind = ROLL
    if decision == MANAGE and game.phase != START:
        kind = END
    elif decision == RESPOND:
        kind = REFUSE
    elif decision == CHOOSE_CARD:
        kind = PAY_FINE
    elif decision == CHOOSE_TAX:
        kind = PAY_TAX
    elif decision == CLAIM:
        kind = ASK_RENT
    return plain(kind, 0, 0)
