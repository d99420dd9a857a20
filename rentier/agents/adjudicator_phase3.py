"""The rules of `phase3` of the 2018 referee (Adjudicator 2018, section 5.2): values, a cash threshold, offers in five steps.

The value of a deed to a player: a railroad is worth 200 and a utility 150 for each of that kind which the player would then
own. The first street of a set is worth its price, a further one twice its price (light blue 50 more), and the one that
completes the set three times its price plus the constant of its colour. The cash threshold is one and a half times the most
that a square 2 to 12 steps ahead can cost.

- It buys, pays the fine and accepts offers only if the threshold stays in hand; an accepted offer must not lose value.
- It builds one house on the most valuable lot if it has five times the threshold.
- It mortgages only to pay a debt: the least valuable deed whose mortgage covers it. It sells houses when nothing is left to
  mortgage.
- It makes at most one offer each time it may manage: half the value for the opponent's most valuable deed, then 0.6 and 0.75
  of the value for the same deed; then its own least valuable deed for twice its value, then for 1.5 times; then it starts over.
- It bids one more than the cash of an opponent who could not pay the price; else the value, if the threshold stays in hand.
- In jail it rolls after turn 35; before that it uses a card or else pays.

Our readings, where the work leaves a choice:
- The work words all three cases of a street as the first of its set; we read them as the first, a further one and the last.
  Brown has a constant, so the second of a set of two is its last. Dark blue is not in the work's table: 0.
- "A bid based on retaining the threshold" means the value or nothing. The threshold is a condition elsewhere in the work too,
  so the agent never bids for a deed that it has just declined. With `part_bids` it bids as much of the value as the threshold
  leaves: then it declines a deed that it cannot pay in full and gets it for less if nobody else bids.
- Turns are counted across both players; with `rounds`, only each player's own.
- Only compulsory payments count as costs: rent, tax, and 200 for a Chance or Community Chest square. An unsold deed costs
  nothing.
- It builds one house each time it may manage, not several in a row; the top of the queue is the top among lots that may be
  built on.
- If no single mortgage covers a debt, it mortgages the least valuable deed first, then the next; it sells houses one at a time
  from the least valuable lot. It never unmortgages: the work has no such step.
- The threshold does not limit the offers it makes; both sides only have to be able to pay. It skips a step that cannot be made,
  and starts over when the deed has changed hands.

Beyond the work's rules: with several opponents it asks for the most valuable of all their deeds and sells to the richest; a
jail card is worth the fine; interest due on a mortgaged deed counts as cash paid; it refuses offers with promises; a house at
auction is worth its list price; in an ascending auction it raises by tenths of the price; a board's groups take the constants
in the order of the classic colours.
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
from rentier.game.reasons import ALLOWED
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

SOLD_OUT = 35  # the turn after which it prefers to stay in jail
RAILROAD_VALUE, UTILITY_VALUE = 200, 150
SET_CONSTANTS = (200, 300, 150, 250, 100, 100, -50, 0)  # brown, light blue, pink, orange, red, yellow, green, dark blue
LIGHT_BLUE, LIGHT_BLUE_MORE = 1, 50
CARD_COST = 200
BUILD_ABOVE = 5  # cash needed to build, in thresholds
STEPS, ASKING_STEPS = 5, 3
PERCENT_OF_VALUE = (50, 60, 75, 200, 150)  # offered or asked at each step
DIE_FACES = 6

PART_BIDS, BY_ROUNDS = range(2)  # indices of its settings; phase2 has the same order

# indices of its memory of a game
OPPORTUNITY, HAS_BUILT, HAS_OFFERED, STEP, DEED = range(5)


# values


@compiled
def property_value(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return what a deed is worth to a seat that owns it or would get it (getPropertyValue)."""
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
    """Return the total value of deeds and jail cards to a seat, each valued separately by what it owns now."""
    value = box.jail_fine * count(things & JAIL_CARDS)
    left = things & box.deeds
    while left != 0:
        value += property_value(box, game, seat, lowest(left))
        left &= left - 1
    return value


@compiled
def best_of(box: BoxRecord, game: GameRecord, seat: int, squares: int, sign: int) -> int:
    """Return the most valuable of these deeds, or with sign -1 the least valuable; ties go to the first, NOTHING if none."""
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
    """Return what a seat would have to pay on a square that is `steps` ahead of it."""
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
    """Return one and a half times the cost of the dearest square that the next roll can reach (getThresholdCash)."""
    most = 0
    here = wide(game.square[seat])
    for steps in range(box.dice, DIE_FACES * box.dice + 1):
        most = max(most, cost_of_landing(box, game, seat, (here + steps) % box.squares, steps))
    return most * 3 // 2


# building, mortgaging, selling


@compiled
def house_to_build(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Build on the most valuable lot with five times the threshold in hand; else PASS."""
    if game.sets[seat] == 0 or game.cash[seat] < BUILD_ABOVE * threshold_cash(box, game, seat):
        return plain(PASS, 0, 0)
    lot = best_of(box, game, seat, squares_for(box, game, seat, BUILD), 1)
    return plain(BUILD, lot, 0) if lot != NOTHING else plain(PASS, 0, 0)


@compiled
def deeds_covering(box: BoxRecord, squares: int, missing: int) -> int:
    """Return those of these deeds whose mortgage alone covers the missing money, as bits."""
    enough = 0
    while squares != 0:
        square = lowest(squares)
        squares &= squares - 1
        if box.mortgage[square] >= missing:
            enough |= bit(square)
    return enough


@compiled
def raise_money(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Go bankrupt if the debt cannot be raised; else mortgage the least valuable deed; with nothing to mortgage, sell a house.

    If any deed alone covers the debt, it chooses among those that do.
    """
    if not can_raise_debt(box, game):
        return plain(BANKRUPT, 0, 0)
    free = squares_for(box, game, seat, MORTGAGE)
    if free != 0:
        enough = deeds_covering(box, free, game.debt - game.cash[seat])
        return plain(MORTGAGE, best_of(box, game, seat, enough if enough != 0 else free, -1), 0)
    lot = best_of(box, game, seat, squares_for(box, game, seat, SELL), -1)
    return plain(SELL, lot, 0) if lot != NOTHING else plain(BANKRUPT, 0, 0)


# trading


@compiled
def others_deeds(game: GameRecord, seat: int) -> int:
    """Return the deeds of all other players, as bits."""
    squares = 0
    for other in range(game.players):
        if other != seat:
            squares |= game.deeds[other]
    return squares


@compiled
def richest_other(game: GameRecord, seat: int) -> int:
    """Return the other player with the most cash."""
    richest = NOTHING
    for other in range(game.players):
        if other != seat and game.in_play & bit(other) != 0:
            if richest == NOTHING or game.cash[other] > game.cash[richest]:
                richest = other
    return richest


@compiled
def steps_made(game: GameRecord, mind: MindRecord, seat: int) -> int:
    """Return how many of the five steps it has made; 0 when the last offer was accepted or all five were made."""
    step = wide(mind.memory[STEP])
    owner = game.owner[mind.memory[DEED]]
    was_buying = step <= ASKING_STEPS
    if step == STEPS or owner < 0 or (owner == seat) == was_buying:
        return 0
    return step


@compiled
def offer_at(box: BoxRecord, game: GameRecord, seat: int, step: int, deed: int) -> Action:
    """Return the offer of a step: cash for the opponent's deed, or its own deed for cash."""
    cash = property_value(box, game, seat, deed) * PERCENT_OF_VALUE[step] // 100
    if step < ASKING_STEPS:
        return offer_of(game.owner[deed], cash, 0, bit(deed))
    return offer_of(richest_other(game, seat), -cash, bit(deed), 0)


@compiled
def next_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Return the offer of the first remaining step that can be made; if there is none, PASS and start over next time."""
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
        if may_offer(box, game, seat, proposal) == ALLOWED:
            mind.memory[STEP] = step + 1
            mind.memory[DEED] = deed
            return proposal
    mind.memory[STEP] = 0
    return plain(PASS, 0, 0)


@compiled
def answer_offer(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Accept an offer that loses no value and leaves the threshold in hand (respondTrade)."""
    cash = game.offer_cash - interest_on(box, game, game.offer_give)
    gain = value_of(box, game, seat, game.offer_give) - value_of(box, game, seat, game.offer_take) + cash
    if game.offer_iou != 0 or game.offer_free_rent != 0 or gain < 0:
        return plain(REFUSE, 0, 0)
    return plain(ACCEPT if game.cash[seat] + cash >= threshold_cash(box, game, seat) else REFUSE, 0, 0)


# decisions


@compiled
def turn_now(game: GameRecord, mind: MindRecord) -> int:
    """Return the turn number as the work's agents count it: everybody's turns, or each player's own."""
    return wide(game.rounds) if mind.settings[BY_ROUNDS] == 1 else wide(game.turns)


@compiled
def leave_jail_or_roll(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Roll late in the game; before that use a card, else pay the fine if the threshold stays in hand (jailDecision)."""
    if turn_now(game, mind) <= SOLD_OUT:
        if may_use_card(game, seat) == ALLOWED:
            return plain(USE_CARD, 0, 0)
        if may_pay_fine(box, game, seat) == ALLOWED and game.cash[seat] - box.jail_fine >= threshold_cash(box, game, seat):
            return plain(PAY_FINE, 0, 0)
    return plain(ROLL, 0, 0)


@compiled
def is_new_opportunity(game: GameRecord, mind: MindRecord) -> bool:
    """Whether this is its first decision since the turn, the phase or the number of doubles changed."""
    now = wide(game.turns) * 64 + wide(game.phase) * 4 + wide(game.doubles)
    new = mind.memory[OPPORTUNITY] != now
    mind.memory[OPPORTUNITY] = now
    return new


@compiled
def offer_once(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Return the next offer if it has made none yet since `is_new_opportunity` was last true; else PASS."""
    if mind.memory[HAS_OFFERED] == 1:
        return plain(PASS, 0, 0)
    mind.memory[HAS_OFFERED] = 1
    return next_offer(box, game, mind, seat)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Build one house and make one offer each time it may manage, then go on (getBMSTDecision)."""
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
    """Buy if the threshold stays in hand (buyProperty)."""
    left = game.cash[seat] - box.price[game.square[seat]]
    return plain(BUY if left >= threshold_cash(box, game, seat) else DECLINE, 0, 0)


@compiled
def most_to_bid(box: BoxRecord, game: GameRecord, seat: int, in_part: bool) -> int:
    """Return one more than the cash of an opponent who could not pay the price; else the value (auctionProperty).

    If the threshold would not stay in hand the value becomes 0, or with `in_part` as much of it as the threshold leaves.
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
