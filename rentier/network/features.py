"""The inputs of a network: numbers from 0 to about 1, with the seats rotated so that the player whose view it is comes first.

Sets of features have names, joined by `+`, and a version that is stored in weights files:

- `berry` (Berry 2013, section 6.2.2): for each deed its owner (one number per seat), its houses and its mortgage; for each seat
  its money over 7500, whether and how long it is in jail, its jail cards; and the share of the rounds that have been played.
- `sets`: for each group of streets, whether anybody owns all of it; `one-short`: whether anybody lacks one deed of it;
  `groups`: which of four states it is in (all free; one owner and some free; several owners and some free; one owner of all).
  The work tried the first two and found the third too slow.
- Other encodings of `berry` in the work (sections 6.2.2 and 6.2.3). `one-owner`: the owner of a deed as one number, 1 for the
  first seat and so on, 0 for nobody. `money-1500`, `money-6000`, `money-log`: money over the starting money, over 6000, or on a
  logarithmic scale. `fixed-seats`: the seats are not rotated, and the network has an output for each seat. The work says
  neither which numbers owners had nor which logarithm it took: ours is log(1 + m) / log(1 + 7500).
- `rentier`, our own: for each seat figures of its groups, its money and its rents, and the expected rent of its next roll.
- `coverage` (Bailis, Fachantidis & Vlahavas 2014; Adjudicator 2018, section 5): for each group the share that the seat owns and
  the share that all others own, leaving out mortgaged deeds; the seat's position; its share of all deeds that players own, and
  its money m as m / (m + 1500), which is a half for the starting money and stays below 1.
- `matter`, our own, used with `coverage`: what the decision is about. For each group the share that the seat would gain, less
  the share that it would give; the money it would get or pay; the expected rent of its next roll; its houses and those of
  others. Without these a network answers every offer alike, since `coverage` does not show what is offered.
- `whole`, our own: see the module `whole`. It includes the board's prices and rents, so one network can play on every board.
- `reach`, our own, beside `whole`: see the module `reach`. What the next rolls may bring.
- `scripted`, our own, beside `reach`: which scripted agent plays each seat. `selfplay.rows` writes it where games are
  played in parallel, for training or for rollouts; elsewhere it is all 0, as if networks played every seat.

Berry's work has room for six seats, and so have these features.
"""

from __future__ import annotations

import math

import numpy as np
from numba import types

from rentier.box.record import UNLIMITED, BoxRecord
from rentier.compiled import compiled, entry, scratch_record
from rentier.game.bits import bit, count, lowest
from rentier.game.deeds import bank_deeds, raisable_on, worth
from rentier.game.rent import owes_rent, rent
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.trades import jail_cards_of
from rentier.game.words import BID_OR_PASS, BUY_OR_NOT, FREE, RAISE, RESPOND
from rentier.layout import Numbers, wide
from rentier.network.reach import write_reach
from rentier.network.scales import (
    AVERAGE_ROLL,
    CAP,
    DEFAULT_ROUNDS,
    HIGH_CAP,
    LARGE_DANGER,
    LARGE_INCOME,
    LARGE_VISIT,
    LARGE_WORTH,
    LITTLE_MONEY,
    MUCH_MONEY,
    MUCH_RAISED,
    START_MONEY,
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
    REACH,
    REACH_INPUTS,
    RENTIER,
    SCRIPTED,
    SCRIPTED_INPUTS,
    SEATS,
    SETS,
    WHOLE,
    WHOLE_INPUTS,
)
from rentier.network.whole import RENTS, relative_seat, write_whole

MONEY = 7500.0  # the work's divisor for money
LOG_MONEY = math.log(1.0 + MONEY)
ALL_JAIL_CARDS = 2.0
TYPICAL_HOUSES = 10.0
TYPICAL_RENT = 100.0

INPUTS = types.Array(types.float32, 1, "C")


@compiled
def put(inputs: Numbers, number: int, value: float) -> int:
    """Write the next input and return the new number of inputs."""
    inputs[number] = np.float32(value)
    return number + 1


@compiled
def share(part: int, whole: int) -> float:
    """Return the share of a part in the whole; 0 if the whole is 0."""
    return wide(part) / whole if whole > 0 else 0.0


@compiled
def seat_at(game: GameRecord, seat: int, place: int) -> int:
    """Return the seat at a place, counted from this seat; -1 if there is none or it is out of the game."""
    if place >= game.players:
        return -1
    other = (seat + place) % wide(game.players)
    return other if game.in_play & bit(other) != 0 else -1


@compiled
def jail_card_share(game: GameRecord, seat: int) -> float:
    """Return the share of the jail cards that a seat has."""
    return count(jail_cards_of(game, seat)) / ALL_JAIL_CARDS


@compiled
def rounds_played(box: BoxRecord, game: GameRecord) -> float:
    """Return the share of the rounds that have been played, at most 1; without a limit, relative to a default number."""
    limit = float(box.round_cap) if box.round_cap > 0 else DEFAULT_ROUNDS
    return min(wide(game.rounds) / limit, 1.0)


@compiled
def put_owner(game: GameRecord, seat: int, owner: int, features: int, inputs: Numbers, number: int) -> int:
    """Write the owner of a deed: one number per seat, or the number of the seat."""
    if features & ONE_OWNER != 0:
        return put(inputs, number, 1.0 + relative_seat(game, seat, owner) if owner >= 0 else 0.0)
    for place in range(SEATS):
        inputs[number + place] = 0.0
    if owner >= 0:
        inputs[number + relative_seat(game, seat, owner)] = 1.0
    return number + SEATS


@compiled
def money_seen(cash: int, features: int) -> float:
    """Return money on the scale of the features."""
    if features & MONEY_LOG != 0:
        return math.log(1.0 + max(cash, 0)) / LOG_MONEY
    if features & MONEY_6000 != 0:
        return cash / MUCH_MONEY
    return cash / START_MONEY if features & MONEY_1500 != 0 else cash / MONEY


@compiled
def put_deeds(box: BoxRecord, game: GameRecord, seat: int, features: int, inputs: Numbers, number: int) -> int:
    """Write each deed's owner, houses and mortgage."""
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
    """Write each seat's money, its time in jail and its jail cards."""
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
    """Return the seats that own a deed of a group, as bits."""
    seats = 0
    for seat in range(game.players):
        if game.deeds[seat] & group != 0:
            seats |= bit(seat)
    return seats


@compiled
def is_one_short(game: GameRecord, group: int) -> bool:
    """Whether some player lacks one deed of a group."""
    for seat in range(game.players):  # noqa: SIM110 - compiled code cannot use generators
        if count(group & ~game.deeds[seat]) == 1:
            return True
    return False


@compiled
def put_groups(box: BoxRecord, game: GameRecord, features: int, inputs: Numbers, number: int) -> int:
    """Write the features about groups that the work tried, or would have tried."""
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
    """Return the number of houses on these deeds, a hotel counting as one more than the last house."""
    levels = 0
    left = deeds & game.built
    while left != 0:
        levels += wide(game.level[lowest(left)])
        left &= left - 1
    return levels


@compiled
def put_holdings(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, number: int) -> int:
    """Write for each group the share that a seat owns, whether that is all, its buildings, and the mortgaged share."""
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
    """Return the mean rent of a seat's next roll; 0 with more than two dice."""
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
    """Write for each seat its groups, money at three scales, what it could raise, worth, rents, risks, and whose turn it is."""
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
        number = put(inputs, number, min(cash / LITTLE_MONEY, CAP))
        number = put(inputs, number, min(cash / START_MONEY, CAP))
        number = put(inputs, number, min(cash / MUCH_MONEY, HIGH_CAP))
        number = put(inputs, number, min(raisable_on(box, game, game.deeds[other]) / MUCH_RAISED, HIGH_CAP))
        number = put(inputs, number, min(worth(box, game, other, box.worth) / LARGE_WORTH, HIGH_CAP))
        number = put(inputs, number, min(income / LARGE_INCOME, HIGH_CAP))
        number = put(inputs, number, min(highest / LARGE_VISIT, CAP))
        number = put(inputs, number, min(next_rent(box, game, other) / LARGE_DANGER, HIGH_CAP))
        number = put(inputs, number, 1.0 if game.mover == other else 0.0)
        number = put(inputs, number, 1.0 if game.jail_turns[other] != FREE else 0.0)
        number = put(inputs, number, jail_card_share(game, other))
    number = put(inputs, number, rounds_played(box, game))
    number = put(inputs, number, 1.0 if box.round_cap > 0 else 0.0)
    number = put(inputs, number, share(count(bank_deeds(box, game)), count(box.deeds)))
    return put_supplies(box, game, inputs, number)


@compiled
def put_supplies(box: BoxRecord, game: GameRecord, inputs: Numbers, number: int) -> int:
    """Write the shares of houses and hotels that the bank has left."""
    number = put(inputs, number, 1.0 if box.houses == UNLIMITED else share(game.houses_left, box.houses))
    return put(inputs, number, 1.0 if box.hotels == UNLIMITED else share(game.hotels_left, box.hotels))


@compiled
def bounded(amount: float, typical: float) -> float:
    """Return an amount of any size as a number between -1 and 1; it is a half for the typical amount."""
    return amount / (abs(amount) + typical)


@compiled
def deeds_of_others(game: GameRecord, seat: int) -> int:
    """Return the deeds of all other players, as bits."""
    deeds = 0
    for other in range(game.players):
        if other != seat:
            deeds |= game.deeds[other]
    return deeds


@compiled
def put_coverage(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, number: int) -> int:
    """Write the state of the Q-learners: group coverage, position, finance."""
    own = game.deeds[seat] + 0
    others = deeds_of_others(game, seat)
    for place in range(box.groups):
        group = box.group_squares[place]
        size = count(group)
        number = put(inputs, number, share(count(own & group & ~game.mortgaged), size))
        number = put(inputs, number, share(count(others & group & ~game.mortgaged), size))
    number = put(inputs, number, share(game.square[seat], box.squares))
    number = put(inputs, number, share(count(own), count(own | others)))
    return put(inputs, number, bounded(float(game.cash[seat]), START_MONEY))


@compiled
def gained(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the deeds that the seat could gain by this decision, as bits."""
    if game.decision == BUY_OR_NOT:
        return bit(game.square[seat])
    if game.decision == BID_OR_PASS and game.lot >= 0:
        return bit(game.lot)
    return game.offer_give & box.deeds if game.decision == RESPOND else 0


@compiled
def money_at_stake(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return what the seat would get (or pay, if negative) by this decision: a printed price, the cash of an offer, a debt."""
    if game.decision == BUY_OR_NOT:
        return wide(-box.price[game.square[seat]])
    if game.decision == BID_OR_PASS and game.lot >= 0:
        return wide(-box.price[game.lot])
    if game.decision == RESPOND:
        return game.offer_cash + 0
    return game.cash[seat] - game.debt if game.decision == RAISE else 0


@compiled
def put_matter(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, number: int) -> int:
    """Write what the decision is about."""
    gets = gained(box, game, seat)
    gives = game.offer_take & box.deeds if game.decision == RESPOND else 0
    for place in range(box.groups):
        group = box.group_squares[place]
        number = put(inputs, number, share(count(gets & group) - count(gives & group), count(group)))
    number = put(inputs, number, bounded(float(money_at_stake(box, game, seat)), START_MONEY))
    number = put(inputs, number, bounded(next_rent(box, game, seat), TYPICAL_RENT))
    number = put(inputs, number, bounded(float(levels_on(game, game.deeds[seat])), TYPICAL_HOUSES))
    return put(inputs, number, bounded(float(levels_on(game, deeds_of_others(game, seat))), TYPICAL_HOUSES))


@compiled
def write_inputs(box: BoxRecord, game: GameRecord, seat: int, features: int, inputs: Numbers) -> int:
    """Write the inputs of the network from the view of a seat and return their number."""
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
        end = number + WHOLE_INPUTS + (REACH_INPUTS if features & REACH != 0 else 0)
        inputs[number:end] = np.float32(0.0)
        rents = scratch_record(RENTS)
        write_whole(box, game, seat, inputs[number:end], rents)
        if features & REACH != 0:
            write_reach(box, game, seat, inputs[number:end], rents)
        number = end
    if features & SCRIPTED != 0:
        inputs[number : number + SCRIPTED_INPUTS] = np.float32(0.0)
        number += SCRIPTED_INPUTS
    return number


@entry(types.int64(BOX, GAME, types.int64, types.int64, INPUTS))
def see(box: BoxRecord, game: GameRecord, seat: int, features: int, inputs: Numbers) -> int:
    """`write_inputs`, for Python."""
    return write_inputs(box, game, seat, features, inputs)
