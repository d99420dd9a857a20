"""What a network sees of a state: numbers from 0 to about 1, the board turned so that the player who is asked sits first.

Sets of features have names, joined by `+`, and a version that weights files carry:

- `berry` (Berry 2013, section 6.2.2): for each deed who owns it, one number a seat, its houses and its mortgage; for each seat
  its money over 7500, whether and how long it is in jail, its jail cards; and the share of the rounds that are played.
- `sets`: for each group of streets, whether anybody holds all of it; `one-short`: whether anybody lacks one deed of it;
  `groups`: which of four states it is in (all free; one owner and some free; several owners and some free; one owner of all).
  In the work the first two were tried and the third was too slow.
- Other ways of the work to write down `berry` (sections 6.2.2 and 6.2.3). `one-owner`: the owner of a deed as one number, 1 for
  the first seat and so on, 0 for nobody. `money-1500`, `money-6000`, `money-log`: money over what one begins with, over 6000,
  or by logarithms. `fixed-seats`: the board is not turned, and the network has an output for each seat. The work says neither
  which numbers owners had nor which logarithm it took: ours is log(1 + m) / log(1 + 7500).
- `rentier`, our own: for each seat what its groups, its money and its rents come to, and what its next roll may cost it.
- `coverage` (Bailis, Fachantidis & Vlahavas 2014; Adjudicator 2018, section 5): for each group the share the seat owns and the
  share all others own, without what is mortgaged; where the seat stands; its share of all deeds that players own, and its money
  m as m / (m + 1500), which is a half with the money one begins with, and stays below 1.
- `matter`, our own, beside it: what the decision is about. For each group the share the seat would gain, less what it would
  give; the money it would get or pay; what its next roll may cost; its houses and those of others. Without these a network
  answers every offer alike, since `coverage` does not show what is offered.
- `whole`, our own: see the module `whole`. It shows the board's prices and rents, so that one network plays on every board.

Berry's work has room for six seats, and so has this.
"""

from __future__ import annotations

import math

import numpy as np
from numba import types

from rentier.box.record import UNLIMITED, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.bits import bit, count, lowest
from rentier.game.deeds import bank_deeds, raisable_on, worth
from rentier.game.rent import owes_rent, rent
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.trades import jail_cards_of
from rentier.game.words import BID_OR_PASS, BUY_OR_NOT, FREE, RAISE, RESPOND
from rentier.layout import Numbers, wide
from rentier.network.scales import (
    AVERAGE_ROLL,
    BEYOND,
    FULL,
    LARGE_DANGER,
    LARGE_INCOME,
    LARGE_VISIT,
    LARGE_WORTH,
    LITTLE_MONEY,
    MUCH_MONEY,
    MUCH_RAISED,
    USUAL_MONEY,
    USUAL_ROUNDS,
)
from rentier.network.shape import (
    BERRY,
    COVERAGE,
    FIXED_SEATS,
    FORTUNE,
    GROUPS,
    MATTER,
    MONEY_1500,
    MONEY_6000,
    MONEY_LOG,
    ONE_OWNER,
    ONE_SHORT,
    RENTIER,
    SEATS,
    SETS,
    WHOLE,
    WHOLE_INPUTS,
)
from rentier.network.whole import turned, write_whole

MONEY = 7500.0  # the work's divisor
LOG_MONEY = math.log(1.0 + MONEY)
JAIL_CARDS_IN_ALL = 2.0
USUAL_HOUSES = 10.0
USUAL_RENT = 100.0

INPUTS = types.Array(types.float32, 1, "C")


@compiled
def put(inputs: Numbers, number: int, value: float) -> int:
    """Write down the next input; how many there are now."""
    inputs[number] = np.float32(value)
    return number + 1


@compiled
def share(part: int, whole: int) -> float:
    """The share that a part is of the whole; of nothing it is 0."""
    return wide(part) / whole if whole > 0 else 0.0


@compiled
def seat_at(game: GameRecord, seat: int, place: int) -> int:
    """The seat at a place where this one sits first; -1 where nobody sits or plays any more."""
    if place >= game.players:
        return -1
    other = (seat + place) % wide(game.players)
    return other if game.in_play & bit(other) != 0 else -1


@compiled
def jail_card_share(game: GameRecord, seat: int) -> float:
    """The share of the jail cards that a seat has."""
    return count(jail_cards_of(game, seat)) / JAIL_CARDS_IN_ALL


@compiled
def rounds_played(box: BoxRecord, game: GameRecord) -> float:
    """The share of the rounds that are played; where there is no limit as if there was the usual one, and then 1."""
    limit = float(box.round_cap) if box.round_cap > 0 else USUAL_ROUNDS
    return min(wide(game.rounds) / limit, 1.0)


@compiled
def put_owner(game: GameRecord, seat: int, owner: int, features: int, inputs: Numbers, number: int) -> int:
    """Who owns a deed: one number a seat, or the number of the seat."""
    if features & ONE_OWNER != 0:
        return put(inputs, number, 1.0 + turned(game, seat, owner) if owner >= 0 else 0.0)
    for place in range(SEATS):
        inputs[number + place] = 0.0
    if owner >= 0:
        inputs[number + turned(game, seat, owner)] = 1.0
    return number + SEATS


@compiled
def money_seen(cash: int, features: int) -> float:
    """Money as the network sees it."""
    if features & MONEY_LOG != 0:
        return math.log(1.0 + max(cash, 0)) / LOG_MONEY
    if features & MONEY_6000 != 0:
        return cash / MUCH_MONEY
    return cash / USUAL_MONEY if features & MONEY_1500 != 0 else cash / MONEY


@compiled
def put_deeds(box: BoxRecord, game: GameRecord, seat: int, features: int, inputs: Numbers, number: int) -> int:
    """Who owns each deed, its houses and its mortgage."""
    left = box.deeds + 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        number = put_owner(game, seat, wide(game.owner[square]), features, inputs, number)
        if box.streets & bit(square) != 0:
            number = put(inputs, number, wide(game.level[square]) / box.hotel_level)
        number = put(inputs, number, 1.0 if game.mortgaged & bit(square) != 0 else 0.0)
    return number


@compiled
def put_seats(box: BoxRecord, game: GameRecord, seat: int, features: int, inputs: Numbers, number: int) -> int:
    """Each seat's money, its time in jail and its jail cards."""
    for place in range(SEATS):
        other = seat_at(game, seat, place)
        jailed = other >= 0 and game.jail_turns[other] != FREE
        number = put(inputs, number, money_seen(wide(game.cash[other]), features) if other >= 0 else 0.0)
        number = put(inputs, number, 1.0 if jailed else 0.0)
        number = put(inputs, number, wide(game.jail_turns[other]) / max(box.jail_max_turns, 1) if jailed else 0.0)
        number = put(inputs, number, jail_card_share(game, other) if other >= 0 else 0.0)
    return put(inputs, number, rounds_played(box, game))


@compiled
def owners_of(game: GameRecord, group: int) -> int:
    """The seats that own something of a group, as bits."""
    seats = 0
    for seat in range(game.players):
        if game.deeds[seat] & group != 0:
            seats |= bit(seat)
    return seats


@compiled
def is_one_short(game: GameRecord, group: int) -> bool:
    """Somebody lacks one deed of a group."""
    for seat in range(game.players):  # noqa: SIM110 - compiled code knows no generators
        if count(group & ~game.deeds[seat]) == 1:
            return True
    return False


@compiled
def put_groups(box: BoxRecord, game: GameRecord, features: int, inputs: Numbers, number: int) -> int:
    """What the work tried, or would have, to make the network see groups."""
    free = bank_deeds(box, game)
    for place in range(box.groups):
        group = box.group_squares[place]
        if group & box.streets == 0:
            continue
        owners = owners_of(game, group)
        alone = owners & (owners - 1) == 0 and owners != 0
        some_free = group & free != 0
        if features & SETS != 0:
            number = put(inputs, number, 1.0 if alone and not some_free else 0.0)
        if features & ONE_SHORT != 0:
            number = put(inputs, number, 1.0 if is_one_short(game, group) else 0.0)
        if features & GROUPS != 0:
            number = put(inputs, number, 1.0 if owners == 0 else 0.0)
            number = put(inputs, number, 1.0 if alone and some_free else 0.0)
            number = put(inputs, number, 1.0 if owners != 0 and not alone and some_free else 0.0)
            number = put(inputs, number, 1.0 if alone and not some_free else 0.0)
    return number


@compiled
def levels_on(game: GameRecord, deeds: int) -> int:
    """The houses on some deeds, a hotel as the step above the last house."""
    levels = 0
    left = deeds & game.built
    while left != 0:
        levels += wide(game.level[lowest(left)])
        left &= left - 1
    return levels


@compiled
def put_holdings(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, number: int) -> int:
    """Of each group: the share a seat has, whether that is all, how high it is built, and the share that is mortgaged."""
    deeds = game.deeds[seat] if seat >= 0 else 0
    for place in range(box.groups):
        group = box.group_squares[place]
        own = deeds & group
        size = count(group)
        levels = levels_on(game, own)
        number = put(inputs, number, count(own) / size)
        number = put(inputs, number, 1.0 if own == group else 0.0)
        if group & box.streets != 0:
            number = put(inputs, number, levels / (size * box.hotel_level))
        number = put(inputs, number, count(own & game.mortgaged) / size)
    return number


@compiled
def next_rent(box: BoxRecord, game: GameRecord, seat: int) -> float:
    """What the next roll of a seat costs it in rent on average; not worked out for more than two dice."""
    if box.dice > 2:
        return 0.0
    total = 0
    for roll in range(box.dice, 6 * box.dice + 1):
        square = (wide(game.square[seat]) + roll) % box.squares
        if box.deeds & bit(square) != 0 and owes_rent(box, game, seat, square):
            ways = 6 - abs(roll - AVERAGE_ROLL) if box.dice == 2 else 1
            total += ways * rent(box, game, square, roll)
    return total / (36 if box.dice == 2 else 6)


@compiled
def put_fortunes(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, number: int) -> int:
    """For each seat: its groups, money at three scales, what it could raise, worth, rents, dangers, and whose turn it is."""
    for place in range(SEATS):
        other = seat_at(game, seat, place)
        number = put_holdings(box, game, other, inputs, number)
        if other < 0:
            for _missing in range(FORTUNE):
                number = put(inputs, number, 0.0)
            continue
        income = 0
        highest = 0
        left = game.deeds[other] & ~game.mortgaged
        while left != 0:
            visit = rent(box, game, lowest(left), AVERAGE_ROLL)
            left &= left - 1
            income += visit
            highest = max(highest, visit)
        cash = game.cash[other]
        number = put(inputs, number, 1.0)
        number = put(inputs, number, min(cash / LITTLE_MONEY, FULL))
        number = put(inputs, number, min(cash / USUAL_MONEY, FULL))
        number = put(inputs, number, min(cash / MUCH_MONEY, BEYOND))
        number = put(inputs, number, min(raisable_on(box, game, game.deeds[other]) / MUCH_RAISED, BEYOND))
        number = put(inputs, number, min(worth(box, game, other, box.worth) / LARGE_WORTH, BEYOND))
        number = put(inputs, number, min(income / LARGE_INCOME, BEYOND))
        number = put(inputs, number, min(highest / LARGE_VISIT, FULL))
        number = put(inputs, number, min(next_rent(box, game, other) / LARGE_DANGER, BEYOND))
        number = put(inputs, number, 1.0 if game.mover == other else 0.0)
        number = put(inputs, number, 1.0 if game.jail_turns[other] != FREE else 0.0)
        number = put(inputs, number, jail_card_share(game, other))
    number = put(inputs, number, rounds_played(box, game))
    number = put(inputs, number, 1.0 if box.round_cap > 0 else 0.0)
    number = put(inputs, number, share(count(bank_deeds(box, game)), count(box.deeds)))
    return put_supplies(box, game, inputs, number)


@compiled
def put_supplies(box: BoxRecord, game: GameRecord, inputs: Numbers, number: int) -> int:
    """The shares of houses and hotels that the bank has left."""
    number = put(inputs, number, 1.0 if box.houses == UNLIMITED else share(game.houses_left, box.houses))
    return put(inputs, number, 1.0 if box.hotels == UNLIMITED else share(game.hotels_left, box.hotels))


@compiled
def bounded(amount: float, usual: float) -> float:
    """An amount of any size as a number between -1 and 1, a half where it is the usual one."""
    return amount / (abs(amount) + usual)


@compiled
def deeds_of_others(game: GameRecord, seat: int) -> int:
    """What all other players own, as bits."""
    deeds = 0
    for other in range(game.players):
        if other != seat:
            deeds |= game.deeds[other]
    return deeds


@compiled
def put_coverage(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, number: int) -> int:
    """The state of the Q-learners: group coverage, position, finance."""
    own = game.deeds[seat] + 0
    others = deeds_of_others(game, seat)
    for place in range(box.groups):
        group = box.group_squares[place]
        size = count(group)
        number = put(inputs, number, share(count(own & group & ~game.mortgaged), size))
        number = put(inputs, number, share(count(others & group & ~game.mortgaged), size))
    number = put(inputs, number, share(game.square[seat], box.squares))
    number = put(inputs, number, share(count(own), count(own | others)))
    return put(inputs, number, bounded(float(game.cash[seat]), USUAL_MONEY))


@compiled
def gained(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """The deeds that the seat could gain by what it decides now, as bits."""
    if game.decision == BUY_OR_NOT:
        return bit(game.square[seat])
    if game.decision == BID_OR_PASS and game.lot >= 0:
        return bit(game.lot)
    return game.offer_give & box.deeds if game.decision == RESPOND else 0


@compiled
def money_at_stake(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """What the seat would get, or negative pay, by what it decides now: a price as printed, the cash of an offer, a debt."""
    if game.decision == BUY_OR_NOT:
        return wide(-box.price[game.square[seat]])
    if game.decision == BID_OR_PASS and game.lot >= 0:
        return wide(-box.price[game.lot])
    if game.decision == RESPOND:
        return game.offer_cash + 0
    return game.cash[seat] - game.debt if game.decision == RAISE else 0


@compiled
def put_matter(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, number: int) -> int:
    """What the decision is about."""
    gets = gained(box, game, seat)
    gives = game.offer_take & box.deeds if game.decision == RESPOND else 0
    for place in range(box.groups):
        group = box.group_squares[place]
        number = put(inputs, number, share(count(gets & group) - count(gives & group), count(group)))
    number = put(inputs, number, bounded(float(money_at_stake(box, game, seat)), USUAL_MONEY))
    number = put(inputs, number, bounded(next_rent(box, game, seat), USUAL_RENT))
    number = put(inputs, number, bounded(float(levels_on(game, game.deeds[seat])), USUAL_HOUSES))
    return put(inputs, number, bounded(float(levels_on(game, deeds_of_others(game, seat))), USUAL_HOUSES))


@compiled
def write_inputs(box: BoxRecord, game: GameRecord, seat: int, features: int, inputs: Numbers) -> int:
    """Write down what the network sees when a seat asks; how many inputs there are."""
    number = 0
    if features & BERRY != 0:
        first = 0 if features & FIXED_SEATS != 0 else seat
        number = put_deeds(box, game, first, features, inputs, number)
        number = put_seats(box, game, first, features, inputs, number)
    if features & (SETS | ONE_SHORT | GROUPS) != 0:
        number = put_groups(box, game, features, inputs, number)
    if features & RENTIER != 0:
        number = put_fortunes(box, game, seat, inputs, number)
    if features & COVERAGE != 0:
        number = put_coverage(box, game, seat, inputs, number)
    if features & MATTER != 0:
        number = put_matter(box, game, seat, inputs, number)
    if features & WHOLE != 0:
        end = number + WHOLE_INPUTS
        inputs[number:end] = np.float32(0.0)
        write_whole(box, game, seat, inputs[number:end])
        number = end
    return number


@entry(types.int64(BOX, GAME, types.int64, types.int64, INPUTS))
def see(box: BoxRecord, game: GameRecord, seat: int, features: int, inputs: Numbers) -> int:
    """`write_inputs`, for Python."""
    return write_inputs(box, game, seat, features, inputs)
