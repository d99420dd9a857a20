"""The scripted bot of Berry 2013 (section 7.6): it completes a set as fast as it can, builds on it and mortgages the rest.

The work describes the bot in two sentences, and lists in tables 5 and 6 what it decides: buying, jail, offers, bids, deeds of
bankrupts, mortgages, selling houses, building, unmortgaging, deals. The two sentences say:
- It tries to complete a set of streets as quickly as possible, and then builds houses on it.
- When its money runs low it mortgages deeds outside complete sets, to go on building.

The rest is our plainest reading of that aim. Below, "the rest" means its deeds outside complete sets.
- Buying: every deed that it can afford. For a deed that completes a set it mortgages the rest if necessary.
- Building: as long as it can, in board order, with no reserve; it unmortgages a deed of a complete set first. Money is low
  when it cannot pay for the next building or such an unmortgaging; it mortgages only if that raises enough.
- Unmortgaging: deeds of other groups once nothing is left to build or to deal for, as long as 200 stay in hand. So it never
  unmortgages a deed that it would mortgage again at once.
- Debts: it mortgages the rest first, then sells buildings, then mortgages the sets.
- Deals: for each set of which it lacks one deed, it makes the owner of that deed three kinds of offer, each once a turn: a deed
  that completes a set for the owner (section 6.4 finds it right to give one set for another); its cheapest other deed of no
  lower price; twice the price in cash. It gives away no deed of a complete set.
- Offers received: it breaks up no set of its own. It accepts an offer that completes a set for it if it pays at most twice the
  price of what it gets. It refuses an offer that completes a set for the other alone (section 7.8 checks the network's deals in
  the same way). Otherwise it accepts what is worth more at printed prices, with a mortgaged deed at its price less its mortgage
  and a jail card at the fine. It never makes a counter-offer, and refuses promises.
- Bids: up to the price, or twice the price for a deed that completes a set and for a house or hotel, by tenths of the price.
- Jail: it leaves at once, by card or else by the fine, while the bank has deeds to sell; later it rolls.
- Deeds of bankrupts: it unmortgages a deed that completes a set at once, and leaves others mortgaged.
"""

from __future__ import annotations

from rentier.agents.basics import bid_by_tenths, completed, first_sale, listed_worth, lot_price, plain_answer
from rentier.agents.mind import MindRecord, agent, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.buildings import can_place, is_building_time
from rentier.game.deals import offer_of
from rentier.game.debts import can_raise_debt
from rentier.game.deeds import bank_deeds
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.mortgages import interest_on, may_mortgage, may_unmortgage, unmortgage_cost
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.trades import may_offer
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    ACCEPT,
    BANKRUPT,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    DECLINE,
    END,
    MANAGE,
    MORTGAGE,
    NOTHING,
    PASS,
    PAY_FINE,
    RAISE,
    REFUSE,
    RESPOND,
    ROLL,
    SETTLE,
    START,
    UNMORTGAGE,
    USE_CARD,
    Action,
)
from rentier.layout import wide

UNMORTGAGE_RESERVE = 200
SET_FACTOR = 2  # the most it pays for the last deed of a set, in printed prices

# indices of its memory: the turn, and for each of the three kinds of offer the deeds already asked for this turn, as bits
TURN, ASKED_FOR = 0, 1
FOR_A_SET, FOR_A_DEED, FOR_CASH = range(3)
OFFER_KINDS = 3


# sets


@compiled
def completes_set(box: BoxRecord, game: GameRecord, seat: int, square: int) -> bool:
    """Whether the deed is the last one that this seat needs for a set."""
    return completed(box, game.deeds[seat], game.deeds[seat] | bit(square)) != 0


@compiled
def missing_deeds(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the deeds that would each complete a set of this seat, as bits."""
    squares = 0
    left = game.deeds[seat] & box.streets & ~game.sets[seat]
    while left != 0:
        group = box.group_of[lowest(left)]
        left &= ~group
        lacking = group & ~game.deeds[seat]
        if lacking & (lacking - 1) == 0:
            squares |= lacking
    return squares


# money


@compiled
def spare_deeds(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the deeds outside complete sets that may be mortgaged, as bits."""
    squares = 0
    left = game.deeds[seat] & ~game.sets[seat] & ~game.mortgaged
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if may_mortgage(box, game, seat, square) == ALLOWED:
            squares |= bit(square)
    return squares


@compiled
def mortgage_towards(box: BoxRecord, game: GameRecord, seat: int, cost: int) -> Action:
    """Mortgage the first spare deed if cash falls short of a cost but cash and spare deeds together cover it; else PASS."""
    spare = spare_deeds(box, game, seat)
    money = game.cash[seat]
    if money >= cost or spare == 0:
        return plain(PASS, 0, 0)
    left = spare
    while left != 0:
        money += box.mortgage[lowest(left)]
        left &= left - 1
    return plain(MORTGAGE, lowest(spare), 0) if money >= cost else plain(PASS, 0, 0)


@compiled
def raise_money(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Meet a debt from spare deeds first, then buildings, then sets; go bankrupt if all of them together are not enough."""
    if not can_raise_debt(box, game):
        return plain(BANKRUPT, 0, 0)
    spare = spare_deeds(box, game, seat)
    return plain(MORTGAGE, lowest(spare), 0) if spare != 0 else first_sale(box, game, seat)


# building


@compiled
def next_lot(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the first lot of its sets that may take a building, money and timing aside; NOTHING if there is none."""
    left = game.sets[seat]
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if can_place(box, game, seat, square) == ALLOWED:
            return square
    return NOTHING


@compiled
def house_to_build(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Build on the first lot if it can pay; else PASS."""
    lot = next_lot(box, game, seat)
    if lot == NOTHING or game.cash[seat] < box.house_cost[lot] or not is_building_time(box, game, seat):
        return plain(PASS, 0, 0)
    return plain(BUILD, lot, 0)


@compiled
def deed_to_mortgage(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Mortgage a spare deed in order to unmortgage a set or to build on one; else PASS."""
    held = game.sets[seat] & game.mortgaged
    if held != 0:
        return mortgage_towards(box, game, seat, unmortgage_cost(box, lowest(held)))
    lot = next_lot(box, game, seat)
    if lot == NOTHING or not is_building_time(box, game, seat):
        return plain(PASS, 0, 0)
    return mortgage_towards(box, game, seat, box.house_cost[lot])


@compiled
def set_to_free(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Unmortgage a deed of a complete set if it can pay; else PASS."""
    held = game.sets[seat] & game.mortgaged
    if held == 0 or may_unmortgage(box, game, seat, lowest(held)) != ALLOWED:
        return plain(PASS, 0, 0)
    return plain(UNMORTGAGE, lowest(held), 0)


@compiled
def mortgage_to_unmortgage(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Unmortgage another deed if no set needs money and the reserve is left afterwards; else PASS."""
    held = game.deeds[seat] & game.mortgaged
    if held == 0 or held & game.sets[seat] != 0 or next_lot(box, game, seat) != NOTHING:
        return plain(PASS, 0, 0)
    left = game.cash[seat] - unmortgage_cost(box, lowest(held))
    return plain(UNMORTGAGE, lowest(held), 0) if left >= UNMORTGAGE_RESERVE else plain(PASS, 0, 0)


# deals


@compiled
def deed_in_return(box: BoxRecord, game: GameRecord, seat: int, wanted: int, offer_kind: int) -> int:
    """Return the deed to give: one that completes a set for the other, or the cheapest of no lower price; NOTHING if none."""
    other = game.owner[wanted]
    left = game.deeds[seat] & ~game.sets[seat] & ~box.group_of[wanted]
    lacked = missing_deeds(box, game, other)
    left &= lacked if offer_kind == FOR_A_SET else ~lacked
    best = NOTHING
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if offer_kind == FOR_A_SET or box.price[square] >= box.price[wanted]:
            if best == NOTHING or box.price[square] < box.price[best]:
                best = square
    return best


@compiled
def proposal_for(box: BoxRecord, game: GameRecord, seat: int, wanted: int, offer_kind: int) -> Action:
    """Return an offer of this kind for the last deed of a set; PASS if the seat has nothing to give."""
    other = game.owner[wanted]
    if offer_kind == FOR_CASH:
        return offer_of(other, SET_FACTOR * box.price[wanted], 0, bit(wanted))
    given = deed_in_return(box, game, seat, wanted, offer_kind)
    return offer_of(other, 0, bit(given), bit(wanted)) if given != NOTHING else plain(PASS, 0, 0)


@compiled
def deal_to_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Ask for the last deed of a set, with each kind of offer once a turn; PASS when all have been tried."""
    if mind.memory[TURN] != game.turns:
        mind.memory[TURN] = game.turns
        for offer_kind in range(OFFER_KINDS):
            mind.memory[ASKED_FOR + offer_kind] = 0
    missing = missing_deeds(box, game, seat)
    for offer_kind in range(OFFER_KINDS):
        left = missing & ~mind.memory[ASKED_FOR + offer_kind]
        while left != 0:
            wanted = lowest(left)
            left &= left - 1
            if game.owner[wanted] < 0:
                continue
            proposal = proposal_for(box, game, seat, wanted, offer_kind)
            if proposal.kind != PASS and may_offer(box, game, seat, proposal) == ALLOWED:
                mind.memory[ASKED_FOR + offer_kind] |= bit(wanted)
                return proposal
    return plain(PASS, 0, 0)


@compiled
def worth_of(box: BoxRecord, game: GameRecord, things: int) -> int:
    """Return printed prices, less the mortgages of mortgaged deeds, plus the fine for each jail card."""
    money = listed_worth(box, things)
    left = things & game.mortgaged
    while left != 0:
        money -= box.mortgage[lowest(left)]
        left &= left - 1
    return money


@compiled
def answer_offer(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Accept a set for at most twice the price; refuse to give the other a set; else accept whatever is worth more."""
    give = game.offer_take & box.deeds
    take = game.offer_give & box.deeds
    other = game.offer_from
    cash = game.offer_cash - interest_on(box, game, take)
    if game.offer_iou != 0 or game.offer_free_rent != 0 or give & game.sets[seat] != 0:
        return plain(REFUSE, 0, 0)
    if completed(box, game.deeds[seat], (game.deeds[seat] & ~give) | take) != 0:
        return plain(ACCEPT if -cash <= SET_FACTOR * listed_worth(box, take) else REFUSE, 0, 0)
    if completed(box, game.deeds[other], (game.deeds[other] & ~take) | give) != 0:
        return plain(REFUSE, 0, 0)
    gain = worth_of(box, game, game.offer_give) - worth_of(box, game, game.offer_take) + cash
    return plain(ACCEPT if gain > 0 else REFUSE, 0, 0)


# decisions


@compiled
def leave_jail_or_roll(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Leave at once while deeds are for sale; else roll."""
    if bank_deeds(box, game) != 0:
        if may_use_card(game, seat) == ALLOWED:
            return plain(USE_CARD, 0, 0)
        if may_pay_fine(box, game, seat) == ALLOWED:
            return plain(PAY_FINE, 0, 0)
    return plain(ROLL, 0, 0)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Unmortgage sets, build, mortgage to build, deal, unmortgage other deeds, then go on."""
    if is_managing_time(box, game):
        chosen = set_to_free(box, game, seat)
        if chosen.kind == PASS:
            chosen = house_to_build(box, game, seat)
        if chosen.kind == PASS:
            chosen = deed_to_mortgage(box, game, seat)
        if chosen.kind == PASS:
            chosen = deal_to_offer(box, game, mind, seat)
        if chosen.kind == PASS:
            chosen = mortgage_to_unmortgage(box, game, seat)
        if chosen.kind != PASS:
            return chosen
    return leave_jail_or_roll(box, game, seat) if game.phase == START else plain(END, 0, 0)


@compiled
def buy_or_not(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Buy what it can afford; for the last deed of a set, mortgage spare deeds."""
    square = wide(game.square[seat])
    if game.cash[seat] >= box.price[square]:
        return plain(BUY, 0, 0)
    if completes_set(box, game, seat, square):
        mortgage = mortgage_towards(box, game, seat, box.price[square])
        if mortgage.kind != PASS:
            return mortgage
    return plain(DECLINE, 0, 0)


@compiled
def bid_or_pass(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Bid up to the price, or twice the price for the last deed of a set and for a house or hotel."""
    price = lot_price(box, game)
    most = price
    if game.lot < 0 or completes_set(box, game, seat, game.lot):
        most = SET_FACTOR * price
    return bid_by_tenths(box, game, seat, min(most, game.cash[seat]))


@agent
def bot(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Complete a set as fast as possible, build on it, and mortgage the rest to build more."""
    seat = game.actor
    decision = game.decision
    if decision == MANAGE:
        return manage(box, game, mind, seat)
    if decision == BUY_OR_NOT:
        return buy_or_not(box, game, seat)
    if decision == RAISE:
        return raise_money(box, game, seat)
    if decision == BID_OR_PASS:
        return bid_or_pass(box, game, seat)
    if decision == RESPOND:
        return answer_offer(box, game, seat)
    if decision == SETTLE and game.sets[seat] & game.unsettled & -game.unsettled != 0:
        return plain(UNMORTGAGE, lowest(game.unsettled), 0)
    return plain_answer(box, game, seat)
