"""Deals of a network: what it offers and what it accepts (Berry 2013, section 6.2), by one of three methods.

- `random`, the work's second method and its default: of 40 random deals, those that leave the other worse off by this network's
  values are dropped; the best of the rest is offered if it beats doing nothing.
- `aggressive`, the work's first method: it finds the deed that would be most valuable to own. Of all deals for that deed, for
  one of its own deeds or none and cash in steps of 50, it considers those by which the owner gains, and offers the one that
  leaves the owner with the least.
- `sets`, ours: it considers every deal that completes a group on either side: the missing deeds for a single deed, for what
  completes a group of the other, or for cash alone; each with the least cash by which the other gains.

The work does not define a random deal: here it is with any other player, with up to two deeds from either side, and in half of
the deals cash up to 1000 either way in steps of 50. `offers` is the number of deals sought in a turn; it is one in the work.
"""

from __future__ import annotations

from rentier.agents.basics import bundle, completed, random_of
from rentier.agents.mind import MindRecord, chance, plain
from rentier.agents.td_values import see_now, value_imagined, value_now
from rentier.box.record import MENU_FULL, BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.bits import bit, lowest
from rentier.game.deals import offer_of
from rentier.game.deeds import hand_over, tradable
from rentier.game.events import TRADED
from rentier.game.mortgages import interest_on
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.trades import exchange, may_offer, put_offer
from rentier.game.words import ACCEPT, NOTHING, PASS, REFUSE, Action

DEALS, CHECKS, OFFERS = range(3)  # indices of its settings
RANDOM, AGGRESSIVE, FOR_SETS = range(3)  # methods
TURN, MADE, SEEN, ASKED = range(4)  # memory: the turn, its offers, the seats whose value was computed, the deeds asked for

RANDOM_DEALS = 40
CASH_STEP = 50
MOST_STEPS = 20  # of cash in a random deal, either way
AGGRESSIVE_STEPS = 10  # of cash asked for; twice as many are offered
HALVINGS = 7  # bisection steps to find the least cash by which the other gains


@compiled
def imagine_deal(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, deal: Action) -> None:
    """Carry out a deal on a copy, with the interest on the mortgaged deeds received."""
    copy_record(mind.imagined, game)
    put_offer(mind.imagined, seat, deal.target, deal, 0)
    exchange(box, mind.imagined, None)
    mind.imagined.cash[seat] -= interest_on(box, game, deal.take)
    mind.imagined.cash[deal.target] -= interest_on(box, game, deal.give)


@compiled
def gives_set_away(box: BoxRecord, game: GameRecord, seat: int, other: int, give: int, take: int) -> bool:
    """Whether the other gets a set by the deal and the seat gets none (section 7.8)."""
    theirs = game.deeds[other]
    own = game.deeds[seat]
    give &= box.deeds
    take &= box.deeds
    return completed(box, theirs, (theirs & ~take) | give) != 0 and completed(box, own, (own & ~give) | take) == 0


@compiled
def value_to_other(box: BoxRecord, game: GameRecord, mind: MindRecord, other: int) -> float:
    """Return the value of the state to another player by this network, computed once per decision."""
    if mind.memory[SEEN] & bit(other) == 0:
        mind.memory[SEEN] |= bit(other)
        see_now(box, game, mind, other)
    return value_now(mind, other)


@compiled
def worth_offering(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, deal: Action) -> float:
    """Return the value of a deal to the seat if it is legal and the other gains by it; else -1."""
    other = deal.target
    if may_offer(box, game, seat, deal) != ALLOWED:
        return -1.0
    if mind.settings[CHECKS] != 0 and gives_set_away(box, game, seat, other, deal.give, deal.take):
        return -1.0
    now = value_to_other(box, game, mind, other)
    imagine_deal(box, game, mind, seat, deal)
    if value_imagined(box, mind, other) <= now:
        return -1.0
    return value_imagined(box, mind, seat)


# random


@compiled
def some_deeds(mind: MindRecord, deeds: int) -> int:
    """Draw none, one or two of these deeds."""
    chosen = 0
    for _deed in range(chance(mind, 3)):
        left = deeds & ~chosen
        if left != 0:
            chosen |= bit(random_of(mind, left))
    return chosen


@compiled
def random_deal(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, free: int) -> Action:
    """Draw a random deal with a random other player."""
    other = random_of(mind, game.in_play & ~bit(seat))
    give = some_deeds(mind, game.deeds[seat] & free)
    take = some_deeds(mind, game.deeds[other] & free)
    cash = 0
    if chance(mind, 2) == 0:
        cash = (chance(mind, 2 * MOST_STEPS + 1) - MOST_STEPS) * CASH_STEP
    return offer_of(other, cash, give, take)


@compiled
def best_random_deal(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Return the best of 40 random deals by which both gain; PASS if there is none."""
    best = plain(PASS, 0, 0)
    least = value_now(mind, seat)
    free = tradable(box, game)
    for _deal in range(RANDOM_DEALS):
        deal = random_deal(box, game, mind, seat, free)
        value = worth_offering(box, game, mind, seat, deal)
        if value > least:
            least = value
            best = deal
    return best


# aggressive


@compiled
def most_wanted(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, free: int) -> int:
    """Return the other players' deed that would be most valuable to own; NOTHING if nobody can trade one."""
    best = NOTHING
    most = -1.0
    for other in range(game.players):
        left = game.deeds[other] & free if other != seat else 0
        while left != 0:
            square = lowest(left)
            left &= left - 1
            copy_record(mind.imagined, game)
            hand_over(box, mind.imagined, None, square, seat, TRADED)
            value = value_imagined(box, mind, seat)
            if value > most:
                most = value
                best = square
    return best


@compiled
def aggressive_deal(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Return the deal for the most wanted deed that leaves its owner with the least; PASS if there is none."""
    free = tradable(box, game)
    wanted = most_wanted(box, game, mind, seat, free)
    best = plain(PASS, 0, 0)
    if wanted == NOTHING:
        return best
    other = game.owner[wanted]
    least = 2.0
    now = value_now(mind, seat)
    gives = game.deeds[seat] & free
    while True:
        for step in range(-AGGRESSIVE_STEPS, 2 * AGGRESSIVE_STEPS + 1):
            deal = offer_of(other, step * CASH_STEP, gives & -gives, bit(wanted))
            if worth_offering(box, game, mind, seat, deal) > now:
                theirs = value_imagined(box, mind, other)
                if theirs < least:
                    least = theirs
                    best = deal
        if gives == 0:
            return best
        gives &= gives - 1


# for sets


@compiled
def least_cash(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, deal: Action, high: int) -> int:
    """Return about the least cash, between that of a deal and `high`, by which the other gains, found by bisection."""
    low = deal.amount
    for _halving in range(HALVINGS):
        middle = (low + high) // 2
        if worth_offering(box, game, mind, seat, offer_of(deal.target, middle, deal.give, deal.take)) < 0:
            low = middle
        else:
            high = middle
    return high


@compiled
def better_deal(
    box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, swap: Action, best: Action, least: float
) -> tuple[Action, float]:
    """Return the better of the best deal so far and a swap with the least cash by which the other gains; with its value."""
    other, give, take = swap.target, swap.give, swap.take
    cash = 0
    if box.trade_menu == MENU_FULL:
        cash = game.cash[seat] - interest_on(box, game, take)
        cheapest = offer_of(other, interest_on(box, game, give) - game.cash[other], give, take)
        imagine_deal(box, game, mind, seat, cheapest)
        if cash <= cheapest.amount or value_imagined(box, mind, seat) <= least:
            return best, least  # not worth it even for all of the other's cash
        if worth_offering(box, game, mind, seat, offer_of(other, cash, give, take)) < 0:
            return best, least  # the other would refuse even for all of our cash
        cash = least_cash(box, game, mind, seat, cheapest, cash)
    deal = offer_of(other, cash, give, take)
    value = worth_offering(box, game, mind, seat, deal)
    if value > least:
        return deal, value
    return best, least


@compiled
def deal_for_sets(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Return the best deal that completes a group on either side and was not offered this turn; PASS if there is none."""
    best = plain(PASS, 0, 0)
    least = value_now(mind, seat)
    free = tradable(box, game)
    for other in range(game.players):
        if other == seat or game.in_play & bit(other) == 0:
            continue
        for group in range(box.groups):
            if box.group_squares[group] & box.streets == 0:
                continue
            take = bundle(box, game, group, seat, other, free)
            if take != 0 and mind.memory[ASKED + 1 + other] & take == 0:
                best, least = better_deal(box, game, mind, seat, offer_of(other, 0, 0, take), best, least)
                left = game.deeds[seat] & free & ~box.group_squares[group]
                while left != 0:
                    best, least = better_deal(box, game, mind, seat, offer_of(other, 0, left & -left, take), best, least)
                    left &= left - 1
            give = bundle(box, game, group, other, seat, free)
            if give != 0 and mind.memory[ASKED + 1 + other] & give == 0:
                best, least = better_deal(box, game, mind, seat, offer_of(other, 0, give, 0), best, least)
                left = game.deeds[other] & free & ~box.group_squares[group]
                while left != 0:
                    best, least = better_deal(box, game, mind, seat, offer_of(other, 0, give, left & -left), best, least)
                    left &= left - 1
    if best.kind != PASS:
        mind.memory[ASKED + 1 + best.target] |= best.give | best.take
    return best


# offering and answering


@compiled
def deal_to_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Offer a deal by the agent's method, up to `offers` times a turn; else PASS."""
    if mind.memory[TURN] != game.turns:
        mind.memory[TURN] = game.turns
        mind.memory[MADE] = 0
        for other in range(game.players):
            mind.memory[ASKED + 1 + other] = 0
    if mind.memory[MADE] >= mind.settings[OFFERS] or game.in_play & ~bit(seat) == 0:
        return plain(PASS, 0, 0)
    mind.memory[MADE] += 1
    mind.memory[SEEN] = bit(seat)
    method = mind.settings[DEALS]
    if mind.settings[CHECKS] != 0 and method != FOR_SETS:
        deal = deal_for_sets(box, game, mind, seat)
        if deal.kind != PASS:
            return deal
    if method == AGGRESSIVE:
        return aggressive_deal(box, game, mind, seat)
    if method == FOR_SETS:
        return deal_for_sets(box, game, mind, seat)
    return best_random_deal(box, game, mind, seat)


@compiled
def answer_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Accept an offer that beats the current state; refuse promises of free rent and loans, which the network does not see."""
    other = game.offer_from
    if game.offer_iou != 0 or game.offer_free_rent != 0:
        return plain(REFUSE, 0, 0)
    if mind.settings[CHECKS] != 0 and gives_set_away(box, game, seat, other, game.offer_take, game.offer_give):
        return plain(REFUSE, 0, 0)
    copy_record(mind.imagined, game)
    exchange(box, mind.imagined, None)
    mind.imagined.cash[seat] -= interest_on(box, game, game.offer_give)
    mind.imagined.cash[other] -= interest_on(box, game, game.offer_take)
    return plain(ACCEPT if value_imagined(box, mind, seat) > value_now(mind, seat) else REFUSE, 0, 0)
