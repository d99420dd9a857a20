"""How `phase3` of the 2018 referee thinks (Adjudicator 2018, section 5.2): values, a threshold of cash, offers in five steps.

Value of a deed to a player: a railroad 200 and a utility 150 for each the player would then own; the first street of a set its
price, a further one twice the price (light blue 50 more), the one that completes the set three times the price and the constant
of its colour. The threshold of cash is one and a half times the most that a square 2 to 12 steps ahead can cost.

- Buys, pays the fine and accepts offers only where the threshold stays in hand; of offers, those that are no loss in value.
- Builds one house on the most valuable lot with five times the threshold in hand.
- Mortgages only for a debt, the least valuable deed whose mortgage meets it; sells houses when nothing is left to mortgage.
- Offers at most once each time it may manage: half the value for the most valuable deed of the other, then 0.6 and 0.75 for the
  same; then its own least valuable deed for twice its value, then for 1.5 times it; then from the beginning again.
- Bids one more than the cash of an opponent who could not pay the price; else the value, where the threshold stays in hand.
- In jail rolls after turn 35; before that uses a card, else pays.

How it is read here, where the work leaves it open:
- Its three cases of a street are all worded as the first of its set: they are read as the first, a further one, the last.
  Brown has a constant, so the second of a set of two is its last. Dark blue is not in its table: 0.
- "A bid based on retaining the threshold" is the value or nothing: elsewhere in the work the threshold is a condition too, and
  so it never bids for what it has just declined. With `part_bids` it bids what the threshold leaves of the value: then it
  declines what it cannot pay in full and gets it for less from whoever does not bid.
- Turns are those of the whole game, both players' counted; with `rounds` each player's own.
- Only what must be paid costs: rent, tax, and 200 for a Chance or Community Chest square. An unsold deed costs nothing.
- A house each time it may manage, not one after the other; the top of the queue is the top among lots that may be built on.
- Where no one mortgage meets a debt, the least valuable deed goes first, and on from there; houses go singly from the least
  valuable lot. Mortgages are never lifted: the work has no such step.
- An offer asks of the threshold nothing, only that both sides can pay. A step that cannot be made is passed over; they begin
  again when the deed has changed hands.

Beyond the work's rules: with several opponents it asks for the most valuable deed of all of theirs and sells to the richest; a
jail card counts at the fine; interest due on a mortgaged deed counts as cash paid; offers with promises are refused; a house at
auction is worth its list price; in a rising auction it bids by tenths of the price; a board's groups take the constants in the
order of the classic colours.
"""

from __future__ import annotations

from rentier.agents.basics import lot_price
from rentier.agents.mind import MindRecord, plain
from rentier.box.record import CHANCE, CHEST, STATION, TAX, UTILITY, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.deals import offer_of
from rentier.game.debts import can_raise_debt
from rentier.game.deeds import tradable
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.legal import squares_for
from rentier.game.mortgages import interest_on
from rentier.game.reasons import FINE
from rentier.game.rent import owes_rent, rent
from rentier.game.state import GameRecord
from rentier.game.trades import may_offer
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    ACCEPT,
    BANKRUPT,
    BUILD,
    BUY,
    DECLINE,
    END,
    JAIL_CARDS,
    MORTGAGE,
    NOTHING,
    PASS,
    PAY_FINE,
    REFUSE,
    ROLL,
    SELL,
    START,
    USE_CARD,
    Action,
)
from rentier.layout import wide

SOLD_OUT = 35  # the turn after which it rather stays in jail
RAILROAD_VALUE, UTILITY_VALUE = 200, 150
SET_CONSTANTS = (200, 300, 150, 250, 100, 100, -50, 0)  # brown, light blue, pink, orange, red, yellow, green, dark blue
LIGHT_BLUE, LIGHT_BLUE_MORE = 1, 50
CARD_COST = 200
BUILD_ABOVE = 5  # thresholds
STEPS, ASKING_STEPS = 5, 3
PERCENT_OF_VALUE = (50, 60, 75, 200, 150)  # offered or asked at each step
DIE_FACES = 6

PART_BIDS, BY_ROUNDS = range(2)  # its settings; those of phase2 stand in the same places

# what it remembers of a game
OPPORTUNITY, HAS_BUILT, HAS_OFFERED, STEP, DEED = range(5)


# values


@compiled
def property_value(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """What a deed is worth to a seat that has it or would get it (getPropertyValue)."""
    group = box.group_of[square]
    held = count((game.deeds[seat] | bit(square)) & group)
    if box.kind[square] == STATION:
        return RAILROAD_VALUE * held
    if box.kind[square] == UTILITY:
        return UTILITY_VALUE * held
    price = box.price[square]
    colour = box.group[square]
    if held == count(group):
        return 3 * price + (SET_CONSTANTS[colour] if colour < len(SET_CONSTANTS) else 0)
    if held > 1:
        return 2 * price + (LIGHT_BLUE_MORE if colour == LIGHT_BLUE else 0)
    return price


@compiled
def value_of(box: BoxRecord, game: GameRecord, seat: int, things: int) -> int:
    """What deeds and jail cards are worth to a seat together, each as things stand now."""
    value = box.jail_fine * count(things & JAIL_CARDS)
    left = things & box.deeds
    while left != 0:
        value += property_value(box, game, seat, lowest(left))
        left &= left - 1
    return value


@compiled
def best_of(box: BoxRecord, game: GameRecord, seat: int, squares: int, sign: int) -> int:
    """The most valuable of these deeds, or with sign -1 the least valuable; NOTHING of none, the first of equals."""
    best = NOTHING
    most = 0
    while squares != 0:
        square = lowest(squares)
        squares &= squares - 1
        value = sign * property_value(box, game, seat, square)
        if best == NOTHING or value > most:
            best = square
            most = value
    return best


@compiled
def cost_of_landing(box: BoxRecord, game: GameRecord, seat: int, square: int, steps: int) -> int:
    """What a seat would have to pay on a square that it reaches by so many steps."""
    kind = box.kind[square]
    if kind == CHANCE or kind == CHEST:
        return CARD_COST
    if kind == TAX:
        return box.tax[square]
    if box.deeds & bit(square) != 0 and owes_rent(box, game, seat, square):
        return rent(box, game, square, steps)
    return 0


@compiled
def threshold_cash(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """One and a half times the dearest of the squares that the next roll can reach (getThresholdCash)."""
    most = 0
    here = wide(game.square[seat])
    for steps in range(box.dice, DIE_FACES * box.dice + 1):
        most = max(most, cost_of_landing(box, game, seat, (here + steps) % box.squares, steps))
    return most * 3 // 2


# building, mortgaging, selling


@compiled
def house_to_build(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """A house on the most valuable lot, with five times the threshold in hand; else PASS."""
    if game.sets[seat] == 0 or game.cash[seat] < BUILD_ABOVE * threshold_cash(box, game, seat):
        return plain(PASS, 0, 0)
    lot = best_of(box, game, seat, squares_for(box, game, seat, BUILD), 1)
    return plain(BUILD, lot, 0) if lot != NOTHING else plain(PASS, 0, 0)


@compiled
def meeting(box: BoxRecord, squares: int, missing: int) -> int:
    """Of these deeds, those whose mortgage alone brings what is missing, as bits."""
    enough = 0
    while squares != 0:
        square = lowest(squares)
        squares &= squares - 1
        if box.mortgage[square] >= missing:
            enough |= bit(square)
    return enough


@compiled
def raise_money(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Mortgage the least valuable deed that meets the debt; with nothing to mortgage sell a house; beyond that go bankrupt."""
    if not can_raise_debt(box, game):
        return plain(BANKRUPT, 0, 0)
    free = squares_for(box, game, seat, MORTGAGE)
    if free != 0:
        enough = meeting(box, free, game.debt - game.cash[seat])
        return plain(MORTGAGE, best_of(box, game, seat, enough if enough != 0 else free, -1), 0)
    lot = best_of(box, game, seat, squares_for(box, game, seat, SELL), -1)
    return plain(SELL, lot, 0) if lot != NOTHING else plain(BANKRUPT, 0, 0)


# trading


@compiled
def others_deeds(game: GameRecord, seat: int) -> int:
    """The deeds of all other players, as bits."""
    squares = 0
    for other in range(game.players):
        if other != seat:
            squares |= game.deeds[other]
    return squares


@compiled
def richest_other(game: GameRecord, seat: int) -> int:
    """The other player with the most cash."""
    richest = NOTHING
    for other in range(game.players):
        if other != seat and game.in_play & bit(other) != 0:
            if richest == NOTHING or game.cash[other] > game.cash[richest]:
                richest = other
    return richest


@compiled
def steps_made(game: GameRecord, mind: MindRecord, seat: int) -> int:
    """How many of the five steps are behind it; none when the last offer was accepted or all were made."""
    step = wide(mind.memory[STEP])
    owner = game.owner[mind.memory[DEED]]
    asked = step <= ASKING_STEPS
    if step == STEPS or owner < 0 or (owner == seat) == asked:
        return 0
    return step


@compiled
def offer_at(box: BoxRecord, game: GameRecord, seat: int, step: int, deed: int) -> Action:
    """The offer of a step: cash for the other's deed, or the own deed for cash."""
    cash = property_value(box, game, seat, deed) * PERCENT_OF_VALUE[step] // 100
    if step < ASKING_STEPS:
        return offer_of(game.owner[deed], cash, 0, bit(deed))
    return offer_of(richest_other(game, seat), -cash, bit(deed), 0)


@compiled
def next_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """The first of the remaining steps that can be made; PASS where there is none, and the steps begin again next time."""
    free = tradable(box, game)
    deed = wide(mind.memory[DEED])
    for step in range(steps_made(game, mind, seat), STEPS):
        if step == 0:
            deed = best_of(box, game, seat, others_deeds(game, seat) & free, 1)
        elif step == ASKING_STEPS:
            deed = best_of(box, game, seat, game.deeds[seat] & free, -1)
        if deed == NOTHING:
            continue
        proposal = offer_at(box, game, seat, step, deed)
        if may_offer(box, game, seat, proposal) == FINE:
            mind.memory[STEP] = step + 1
            mind.memory[DEED] = deed
            return proposal
    mind.memory[STEP] = 0
    return plain(PASS, 0, 0)


@compiled
def answer_offer(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Accept what is no loss in value and leaves the threshold in hand (respondTrade)."""
    cash = game.offer_cash - interest_on(box, game, game.offer_give)
    gain = value_of(box, game, seat, game.offer_give) - value_of(box, game, seat, game.offer_take) + cash
    if game.offer_iou != 0 or game.offer_free_rent != 0 or gain < 0:
        return plain(REFUSE, 0, 0)
    return plain(ACCEPT if game.cash[seat] + cash >= threshold_cash(box, game, seat) else REFUSE, 0, 0)


# decisions


@compiled
def turn_now(game: GameRecord, mind: MindRecord) -> int:
    """The turn of the game as the work's agents count: everybody's, or each player's own."""
    return wide(game.rounds) if mind.settings[BY_ROUNDS] == 1 else wide(game.turns)


@compiled
def leave_jail_or_roll(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Roll late in the game; before that a card, else the fine where the threshold stays in hand (jailDecision)."""
    if turn_now(game, mind) <= SOLD_OUT:
        if may_use_card(game, seat) == FINE:
            return plain(USE_CARD, 0, 0)
        if may_pay_fine(box, game, seat) == FINE and game.cash[seat] - box.jail_fine >= threshold_cash(box, game, seat):
            return plain(PAY_FINE, 0, 0)
    return plain(ROLL, 0, 0)


@compiled
def is_new_opportunity(game: GameRecord, mind: MindRecord) -> bool:
    """Whether this is the first time it is asked in this window or on this side of this roll."""
    now = wide(game.turns) * 64 + wide(game.phase) * 4 + wide(game.doubles)
    new = mind.memory[OPPORTUNITY] != now
    mind.memory[OPPORTUNITY] = now
    return new


@compiled
def offer_once(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """The next offer, where it has made none yet this time; else PASS."""
    if mind.memory[HAS_OFFERED] == 1:
        return plain(PASS, 0, 0)
    mind.memory[HAS_OFFERED] = 1
    return next_offer(box, game, mind, seat)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """One house and one offer each time it may manage, then on (getBMSTDecision)."""
    if is_new_opportunity(game, mind):
        mind.memory[HAS_BUILT] = 0
        mind.memory[HAS_OFFERED] = 0
    if is_managing_time(box, game):
        if mind.memory[HAS_BUILT] == 0:
            mind.memory[HAS_BUILT] = 1
            house = house_to_build(box, game, seat)
            if house.kind != PASS:
                return house
        proposal = offer_once(box, game, mind, seat)
        if proposal.kind != PASS:
            return proposal
    return leave_jail_or_roll(box, game, mind, seat) if game.phase == START else plain(END, 0, 0)


@compiled
def buy_or_not(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Buy where the threshold stays in hand (buyProperty)."""
    left = game.cash[seat] - box.price[game.square[seat]]
    return plain(BUY if left >= threshold_cash(box, game, seat) else DECLINE, 0, 0)


@compiled
def most_to_bid(box: BoxRecord, game: GameRecord, seat: int, in_part: bool) -> int:
    """One more than the cash of who could not pay the price; else the value, or `in_part` what the threshold leaves of it.

    (auctionProperty.) Where the threshold would not stay in hand it is nothing.
    """
    cash = game.cash[seat]
    lot = game.lot
    mover = game.mover
    if lot >= 0 and mover != seat and lot == game.square[mover]:
        short = game.cash[mover]
        if short < box.price[lot] and short < cash:
            return short + 1
    value = property_value(box, game, seat, lot) if lot >= 0 else lot_price(box, game)
    free = cash - threshold_cash(box, game, seat)
    if in_part:
        return min(value, free)
    return value if value <= free else 0
