"""The scripted bot of Berry 2013 (section 7.6): it gets a set as fast as it can, builds on it, and mortgages the rest for that.

The work gives the bot in two sentences, and in tables 5 and 6 the list of what it decides: buying, jail, offers, bids, deeds of
bankrupts, mortgages, selling houses, building, lifting mortgages, deals. Said in the work:
- It tries to complete a set of streets as quickly as possible, and then builds houses on it.
- When its money is too low it mortgages deeds that are not of a complete set, to go on building.

The rest is the plainest reading of that aim:
- Buying: whatever it can pay. For the deed that completes a set it mortgages the rest too.
- Building: as long as it can, in board order, with no reserve; a mortgaged deed of a complete set is lifted first. Money is
  too low when the next building or such a lifting cannot be paid; it mortgages only where that will do.
- Lifting: deeds of other groups when nothing is left to build or to deal for, as long as 200 stay in hand. So it never lifts
  what it would mortgage again at once.
- Debts: the deeds that are not of a complete set are mortgaged first, then buildings sold, then the sets mortgaged.
- Deals: for each set that it lacks one deed of, it asks the owner of that deed three ways, each once a turn: for a deed that
  completes a set of the other (section 6.4 has it right to give one set for another); for its cheapest other deed of no lower
  price; for twice the price in cash. It gives no deed of a complete set.
- Offers: it breaks no set. One that completes a set it accepts if it pays at most twice the price of what it gets; one that
  completes a set of the other alone it refuses (section 7.8 checks the network's deals so); else it takes what is worth more at
  printed prices, a mortgaged deed less its mortgage, a jail card at the fine. It never counters; promises it refuses.
- Bids: up to the price, up to twice the price for what completes a set and for a scarce building, by tenths of the price.
- Jail: out at once, by card, else by the fine, while the bank has deeds to sell; later it rolls.
- Deeds of bankrupts: a mortgaged one that completes a set is lifted at once, others are kept as they are.
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
from rentier.game.reasons import FINE
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

KEPT_WHEN_LIFTING = 200
SET_FACTOR = 2  # the most it pays for the last deed of a set, in printed prices

# what it remembers of a turn: which it is, and for which deeds it has asked in each of three ways
TURN, ASKED = 0, 1
FOR_A_SET, FOR_A_DEED, FOR_CASH = range(3)
WAYS = 3


# sets


@compiled
def completes_set(box: BoxRecord, game: GameRecord, seat: int, square: int) -> bool:
    """The deed is the last of a set for this seat."""
    return completed(box, game.deeds[seat], game.deeds[seat] | bit(square)) != 0


@compiled
def missing_deeds(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """The last deeds that this seat lacks of a set it has begun, as bits."""
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
    """The deeds that may be mortgaged and are of no complete set, as bits."""
    squares = 0
    left = game.deeds[seat] & ~game.sets[seat] & ~game.mortgaged
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if may_mortgage(box, game, seat, square) == FINE:
            squares |= bit(square)
    return squares


@compiled
def mortgage_towards(box: BoxRecord, game: GameRecord, seat: int, cost: int) -> Action:
    """Mortgage the first of the rest, where they and the cash together meet a cost that the cash does not; else PASS."""
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
    """Meet a debt: the rest first, then the buildings, then the sets; bankrupt where all of it is too little."""
    if not can_raise_debt(box, game):
        return plain(BANKRUPT, 0, 0)
    spare = spare_deeds(box, game, seat)
    return plain(MORTGAGE, lowest(spare), 0) if spare != 0 else first_sale(box, game, seat)


# building


@compiled
def next_lot(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """The first lot of its sets on which the next building may stand, money and moment apart; NOTHING where there is none."""
    left = game.sets[seat]
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if can_place(box, game, seat, square) == FINE:
            return square
    return NOTHING


@compiled
def house_to_build(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Build on the first lot, if the cash is there; else PASS."""
    lot = next_lot(box, game, seat)
    if lot == NOTHING or game.cash[seat] < box.house_cost[lot] or not is_building_time(box, game, seat):
        return plain(PASS, 0, 0)
    return plain(BUILD, lot, 0)


@compiled
def deed_to_mortgage(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Mortgage the rest to free a set or to build on one; else PASS."""
    held = game.sets[seat] & game.mortgaged
    if held != 0:
        return mortgage_towards(box, game, seat, unmortgage_cost(box, lowest(held)))
    lot = next_lot(box, game, seat)
    if lot == NOTHING or not is_building_time(box, game, seat):
        return plain(PASS, 0, 0)
    return mortgage_towards(box, game, seat, box.house_cost[lot])


@compiled
def set_to_free(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Lift a mortgage in a complete set, if the cash is there; else PASS."""
    held = game.sets[seat] & game.mortgaged
    if held == 0 or may_unmortgage(box, game, seat, lowest(held)) != FINE:
        return plain(PASS, 0, 0)
    return plain(UNMORTGAGE, lowest(held), 0)


@compiled
def mortgage_to_unmortgage(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Lift another mortgage when no set asks for money, keeping something in hand; else PASS."""
    held = game.deeds[seat] & game.mortgaged
    if held == 0 or held & game.sets[seat] != 0 or next_lot(box, game, seat) != NOTHING:
        return plain(PASS, 0, 0)
    left = game.cash[seat] - unmortgage_cost(box, lowest(held))
    return plain(UNMORTGAGE, lowest(held), 0) if left >= KEPT_WHEN_LIFTING else plain(PASS, 0, 0)


# deals


@compiled
def deed_in_return(box: BoxRecord, game: GameRecord, seat: int, wanted: int, way: int) -> int:
    """What it gives for a deed: the last of a set of the other, or the cheapest of no lower price; NOTHING: it has none."""
    other = game.owner[wanted]
    left = game.deeds[seat] & ~game.sets[seat] & ~box.group_of[wanted]
    lacked = missing_deeds(box, game, other)
    left &= lacked if way == FOR_A_SET else ~lacked
    best = NOTHING
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if way == FOR_A_SET or box.price[square] >= box.price[wanted]:
            if best == NOTHING or box.price[square] < box.price[best]:
                best = square
    return best


@compiled
def proposal_for(box: BoxRecord, game: GameRecord, seat: int, wanted: int, way: int) -> Action:
    """The offer for the last deed of a set, made in one of three ways; PASS where it has nothing to offer so."""
    other = game.owner[wanted]
    if way == FOR_CASH:
        return offer_of(other, SET_FACTOR * box.price[wanted], 0, bit(wanted))
    given = deed_in_return(box, game, seat, wanted, way)
    return offer_of(other, 0, bit(given), bit(wanted)) if given != NOTHING else plain(PASS, 0, 0)


@compiled
def deal_to_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Ask for the last deed of a set, in each way once a turn; PASS when all has been tried."""
    if mind.memory[TURN] != game.turns:
        mind.memory[TURN] = game.turns
        for way in range(WAYS):
            mind.memory[ASKED + way] = 0
    missing = missing_deeds(box, game, seat)
    for way in range(WAYS):
        left = missing & ~mind.memory[ASKED + way]
        while left != 0:
            wanted = lowest(left)
            left &= left - 1
            if game.owner[wanted] < 0:
                continue
            proposal = proposal_for(box, game, seat, wanted, way)
            if proposal.kind != PASS and may_offer(box, game, seat, proposal) == FINE:
                mind.memory[ASKED + way] |= bit(wanted)
                return proposal
    return plain(PASS, 0, 0)


@compiled
def worth_of(box: BoxRecord, game: GameRecord, things: int) -> int:
    """Printed prices, the mortgages of mortgaged deeds taken off, and the fine for each jail card."""
    money = listed_worth(box, things)
    left = things & game.mortgaged
    while left != 0:
        money -= box.mortgage[lowest(left)]
        left &= left - 1
    return money


@compiled
def answer_offer(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Accept a set at twice the price at most; refuse the other a set; else accept what is worth more."""
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
    """Out at once while there is something to buy, else roll."""
    if bank_deeds(box, game) != 0:
        if may_use_card(game, seat) == FINE:
            return plain(USE_CARD, 0, 0)
        if may_pay_fine(box, game, seat) == FINE:
            return plain(PAY_FINE, 0, 0)
    return plain(ROLL, 0, 0)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Free the sets, build, mortgage to build, deal, lift the rest, then go on."""
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
    """Buy what it can pay; for the last deed of a set mortgage the rest."""
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
    """Up to the price; up to twice the price for the last deed of a set and for a scarce building."""
    price = lot_price(box, game)
    most = price
    if game.lot < 0 or completes_set(box, game, seat, game.lot):
        most = SET_FACTOR * price
    return bid_by_tenths(box, game, seat, min(most, game.cash[seat]))


@agent
def bot(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """A set as fast as can be, houses on it, and the rest mortgaged for more."""
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
