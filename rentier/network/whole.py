"""The features `whole`: the whole state and the board itself, so that one network can play any board of 28 deeds in 10 groups.

- For each deed: its owner, counted from the player whose view this is; its houses, its mortgage, whether it is being sold; its
  current rent; and what is printed on it: the price, the price of a house, the rent with three houses.
- For each player: whether in play; cash at three scales, less any debt that is due; what could be raised, net worth, the sum of
  the rents and the highest one; the mean rent of the next roll (not counting jail); who rolls next and whose turn it is; jail;
  complete groups.
- For all: rounds played, houses, hotels and deeds left, the pot, what the rules allow, the highest bid of an auction.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rentier.box.record import AUCTION_NONE, MENU_NONE, MOST_SQUARES, UNLIMITED, UTILITY, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.deeds import bank_deeds, raisable_from, worth
from rentier.game.rent import rent
from rentier.game.state import GameRecord
from rentier.game.words import BID_OR_PASS, BUY_OR_NOT, FREE, NOBODY, NOTHING, START
from rentier.layout import Int64, Numbers, Record, row_type, wide
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
from rentier.network.shape import SEATS, WHOLE_DEED, WHOLE_DEEDS, WHOLE_GROUPS, WHOLE_SEAT

ROLLS = 36  # equally likely rolls of two dice
LEAST_ROLL, MOST_ROLL = 2, 12
ROLLED = (1 << MOST_ROLL + 1) - (1 << LEAST_ROLL)  # these rolls, as bits
MOST_STEPS = 20  # the furthest that any input looks ahead
LARGE_RENT, LARGE_PRICE, LARGE_HOUSE, LARGE_POT = 1000.0, 400.0, 200.0, 1000.0
THIRD_HOUSE = 3
# indices of a deed's inputs, after those of its owner
LEVEL, MORTGAGED, SOLD, RENT, PRICE, HOUSE, THREE_HOUSES = range(SEATS, WHOLE_DEED)
# indices of a seat's inputs; those of its groups follow
PRESENT, LITTLE, MIDDLE, MUCH, RAISABLE, WORTH, INCOME, VISIT, DANGER, NEXT, MOVER, JAILED, JAIL_TURNS, JAIL_CARDS = range(14)
MONEY = (LITTLE, MIDDLE, MUCH, WORTH)  # the inputs that `write_money` writes
SEAT_GROUPS = WHOLE_SEAT - WHOLE_GROUPS
FIRST_SEAT = WHOLE_DEEDS * WHOLE_DEED  # the inputs of the seats come after those of the deeds
FIRST_TABLE = FIRST_SEAT + SEATS * WHOLE_SEAT


class RentsRecord(Record):
    """The rents of a state, and what else is computed only once for it."""

    unsold: Int64  # the deeds of the bank, as bits
    charging: Int64  # the deeds that are owned and not mortgaged, as bits
    sold: Int64  # the deed for sale, or NOTHING
    next: Int64  # the seat that rolls next
    visit: Annotated[Numbers, "i4", (MOST_SQUARES,)]  # the rent of one visit to each of these
    due: Annotated[Numbers, "i4", (SEATS, MOST_ROLL + 1)]  # the rent that a seat owes after each roll of two dice
    income: Annotated[Numbers, "i4", (SEATS,)]  # the sum of the rents of one visit to each deed of a seat
    highest: Annotated[Numbers, "i4", (SEATS,)]  # the highest of them
    raisable: Annotated[Numbers, "i4", (SEATS,)]  # what a seat could raise
    receives: Annotated[Numbers, "i4", (SEATS,)]  # the rents that a seat expects of the others' next rolls, in 36ths
    worst: Annotated[Numbers, "i4", (SEATS,)]  # the highest rent that a seat's next roll can cost
    assets: Annotated[Numbers, "i4", (SEATS,)]  # the worth of a seat without its cash
    landings: Annotated[Numbers, "i4", (MOST_SQUARES,)]  # the others expected to land on each with their next roll, in 36ths


RENTS = row_type(RentsRecord)


@compiled
def put_at(inputs: Numbers, number: int, value: float) -> None:
    """Write an input, unless it is 0: the inputs are all 0 at first, and most stay 0."""
    if value != 0.0:
        inputs[number] = np.float32(value)


@compiled
def capped(amount: float, scale: float, most: float) -> float:
    """Return an amount divided by its scale, at most `most`."""
    return min(amount / scale, most)


@compiled
def relative_seat(game: GameRecord, seat: int, other: int) -> int:
    """Return the place of another seat, counted from this one; without a modulo operation, which is slow on a GPU."""
    place = wide(other) - seat
    return place if place >= 0 else place + game.players


@compiled
def being_sold(game: GameRecord) -> int:
    """Return the deed for sale, to be bought or at auction; NOTHING if there is none."""
    if game.decision == BUY_OR_NOT:
        return wide(game.square[game.mover])
    return wide(game.lot) if game.decision == BID_OR_PASS and game.lot >= 0 else NOTHING


@compiled
def next_to_roll(game: GameRecord) -> int:
    """Return the seat that rolls next: the mover, or the next player once the mover has no roll left."""
    mover = wide(game.mover)
    if game.phase <= START or game.doubles > 0:
        return mover
    players = wide(game.players)
    for step in range(1, players):
        seat = (mover + step) % players
        if game.in_play & bit(seat) != 0:
            return seat
    return mover


@compiled
def note_deeds(box: BoxRecord, game: GameRecord, rents: RentsRecord) -> None:
    """Note whose deeds charge rent, which one is for sale, and who rolls next."""
    rents.unsold = bank_deeds(box, game)
    rents.charging = box.deeds & ~rents.unsold & ~game.mortgaged
    rents.sold = being_sold(game)
    rents.next = next_to_roll(game)


@compiled
def deed_number(box: BoxRecord, square: int) -> int:
    """Return how many deeds come before the one on a square."""
    return count(box.deeds & (bit(square) - 1))


@compiled
def first_of_deed(box: BoxRecord, square: int) -> int:
    """Return the index of the first input of a deed."""
    return deed_number(box, square) * WHOLE_DEED


@compiled
def write_deeds(box: BoxRecord, game: GameRecord, seat: int, squares: int, inputs: Numbers, rents: RentsRecord) -> None:
    """Write some deeds: their owners, buildings, current rents and what is printed on them; note their rents."""
    left = squares + 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        first = first_of_deed(box, square)
        owner = wide(game.owner[square])
        mortgaged = game.mortgaged & bit(square) != 0
        if owner != NOBODY:
            put_at(inputs, first + relative_seat(game, seat, owner), 1.0)
            if not mortgaged:
                visit = wide(rent(box, game, square, AVERAGE_ROLL))
                rents.visit[square] = visit
                put_at(inputs, first + RENT, capped(float(visit), LARGE_RENT, HIGH_CAP))
        put_at(inputs, first + LEVEL, wide(game.level[square]) / box.hotel_level)
        put_at(inputs, first + MORTGAGED, 1.0 if mortgaged else 0.0)
        put_at(inputs, first + SOLD, 1.0 if square == rents.sold else 0.0)
        put_at(inputs, first + PRICE, box.price[square] / LARGE_PRICE)
        if box.streets & bit(square) != 0:
            put_at(inputs, first + HOUSE, box.house_cost[square] / LARGE_HOUSE)
            put_at(inputs, first + THREE_HOUSES, capped(float(box.rents[square, THIRD_HOUSE]), LARGE_RENT, HIGH_CAP))


@compiled
def ahead_of(box: BoxRecord, game: GameRecord, seat: int, squares: int) -> int:
    """Return which numbers of steps lead from a seat's token to one of some squares, as bits; complete from 0 to 20."""
    size = wide(box.squares)
    while size <= MOST_STEPS:  # a small board: more than once round it
        squares |= squares << size
        size *= 2
    place = wide(game.square[seat])
    return (squares >> place) | (squares << (size - place))


@compiled
def after_steps(box: BoxRecord, game: GameRecord, seat: int, steps: int) -> int:
    """Return the square this number of steps ahead of a seat's token."""
    square = wide(game.square[seat]) + steps
    while square >= box.squares:
        square -= box.squares
    return square


@compiled
def ways_to_roll(game: GameRecord, seat: int, roll: int) -> int:
    """Return how many of the 36 rolls of two dice move a seat by this number of squares; in jail, only doubles do."""
    if game.jail_turns[seat] != FREE:
        return 1 - roll % 2
    return 6 - abs(roll - AVERAGE_ROLL)


@compiled
def note_income(box: BoxRecord, game: GameRecord, owner: int, rents: RentsRecord) -> None:
    """Note the sum of an owner's rents, the highest one, and what its deeds could raise, from the rents of the deeds."""
    income = 0
    highest = 0
    raisable = 0
    left = rents.charging & game.deeds[owner]
    while left != 0:
        square = lowest(left)
        left &= left - 1
        visit = wide(rents.visit[square])
        income += visit
        highest = max(highest, visit)
        raisable += raisable_from(box, game, square)
    rents.income[owner] = income
    rents.highest[owner] = highest
    rents.raisable[owner] = raisable


@compiled
def note_due(box: BoxRecord, game: GameRecord, seat: int, rents: RentsRecord) -> None:
    """Note the rent that a seat owes after each roll of two dice, and who receives it."""
    for roll in range(MOST_ROLL + 1):
        rents.due[seat, roll] = 0
    worst = 0
    left = ahead_of(box, game, seat, rents.charging & ~game.deeds[seat]) & ROLLED
    while left != 0:
        roll = lowest(left)
        left &= left - 1
        square = after_steps(box, game, seat, roll)
        is_utility = box.kind[square] == UTILITY
        due = wide(rent(box, game, square, roll) if is_utility else wide(rents.visit[square]))
        rents.due[seat, roll] = due
        ways = ways_to_roll(game, seat, roll)
        rents.receives[game.owner[square]] += ways * due
        worst = max(worst, due if ways > 0 else 0)
    rents.worst[seat] = worst


@compiled
def note_dues(box: BoxRecord, game: GameRecord, rents: RentsRecord) -> None:
    """Note what the next roll of each player may cost, and bring to the others."""
    for seat in range(SEATS):
        rents.receives[seat] = 0
    for seat in range(game.players):
        if game.in_play & bit(seat) != 0:
            note_due(box, game, seat, rents)


@compiled
def next_rent(seat: int, rents: RentsRecord) -> float:
    """Return the mean rent of a seat's next roll of two dice, as if it were not in jail."""
    total = 0
    for roll in range(LEAST_ROLL, MOST_ROLL + 1):
        total += (6 - abs(roll - AVERAGE_ROLL)) * rents.due[seat, roll]
    return total / ROLLS


@compiled
def write_danger(seat: int, inputs: Numbers, first: int, rents: RentsRecord) -> None:
    """Write, or write again, the mean rent of a seat's next roll."""
    inputs[first + DANGER] = np.float32(capped(next_rent(seat, rents), LARGE_DANGER, HIGH_CAP))


@compiled
def cash_left(game: GameRecord, seat: int) -> int:
    """Return a seat's cash, less any debt that is due."""
    cash = wide(game.cash[seat])
    return cash - game.debt if game.debt > 0 and game.debtor == seat else cash


@compiled
def write_money(game: GameRecord, seat: int, inputs: Numbers, first: int, rents: RentsRecord) -> None:
    """Write, or rewrite, the inputs that depend on a seat's cash; all but its net worth deduct a debt that is due."""
    cash = cash_left(game, seat)
    inputs[first + LITTLE] = np.float32(max(capped(float(cash), LITTLE_MONEY, CAP), -CAP))
    inputs[first + MIDDLE] = np.float32(max(capped(float(cash), START_MONEY, CAP), -CAP))
    inputs[first + MUCH] = np.float32(max(capped(float(cash), MUCH_MONEY, HIGH_CAP), -HIGH_CAP))
    inputs[first + WORTH] = np.float32(capped(float(game.cash[seat] + rents.assets[seat]), LARGE_WORTH, HIGH_CAP))


@compiled
def write_seat(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, first: int, rents: RentsRecord) -> None:
    """Write a seat: its money, what it could raise and earn, its risks, jail, and its complete groups."""
    own = game.deeds[seat]
    rents.assets[seat] = worth(box, game, seat, box.worth) - game.cash[seat]
    put_at(inputs, first + PRESENT, 1.0)
    write_money(game, seat, inputs, first, rents)
    put_at(inputs, first + RAISABLE, capped(float(rents.raisable[seat]), MUCH_RAISED, HIGH_CAP))
    put_at(inputs, first + INCOME, capped(float(rents.income[seat]), LARGE_INCOME, HIGH_CAP))
    put_at(inputs, first + VISIT, capped(float(rents.highest[seat]), LARGE_VISIT, CAP))
    write_danger(seat, inputs, first, rents)
    put_at(inputs, first + NEXT, 1.0 if rents.next == seat else 0.0)
    put_at(inputs, first + MOVER, 1.0 if game.mover == seat else 0.0)
    if game.jail_turns[seat] != FREE:
        put_at(inputs, first + JAILED, 1.0)
        put_at(inputs, first + JAIL_TURNS, wide(game.jail_turns[seat]) / max(box.jail_max_turns, 1))
    cards = (1 if game.card_holder[0] == seat else 0) + (1 if game.card_holder[1] == seat else 0)
    put_at(inputs, first + JAIL_CARDS, cards / 2.0)
    for group in range(box.groups):
        put_at(inputs, first + SEAT_GROUPS + group, 1.0 if box.group_squares[group] & ~own == 0 else 0.0)


@compiled
def first_of_seat(game: GameRecord, seat: int, other: int) -> int:
    """Return the index of the first input of another seat, from the view of a seat."""
    return FIRST_SEAT + relative_seat(game, seat, other) * WHOLE_SEAT


@compiled
def write_table(box: BoxRecord, game: GameRecord, inputs: Numbers, first: int) -> None:
    """Write the inputs that concern everybody."""
    limit = float(box.round_cap) if box.round_cap > 0 else DEFAULT_ROUNDS
    put_at(inputs, first, min(wide(game.rounds) / limit, 1.0))
    put_at(inputs, first + 1, 1.0 if box.round_cap > 0 else 0.0)
    put_at(inputs, first + 2, 1.0 if box.houses == UNLIMITED else wide(game.houses_left) / max(box.houses, 1))
    put_at(inputs, first + 3, 1.0 if box.hotels == UNLIMITED else wide(game.hotels_left) / max(box.hotels, 1))
    put_at(inputs, first + 4, count(bank_deeds(box, game)) / WHOLE_DEEDS)
    put_at(inputs, first + 5, capped(float(game.pot), LARGE_POT, HIGH_CAP))
    put_at(inputs, first + 6, 1.0 if box.auction != AUCTION_NONE else 0.0)
    put_at(inputs, first + 7, 1.0 if box.trade_menu != MENU_NONE else 0.0)
    put_at(inputs, first + 8, box.salary / LARGE_PRICE)
    put_at(inputs, first + 9, 1.0 if box.even_build == 1 else 0.0)
    put_at(inputs, first + 10, wide(game.players) / SEATS)
    put_at(inputs, first + 11, capped(float(game.high_bid), LARGE_PRICE, HIGH_CAP) if game.decision == BID_OR_PASS else 0.0)


@compiled
def write_whole(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, rents: RentsRecord) -> None:
    """Write all inputs from the view of a seat, into an array that is all 0, and note the rents."""
    note_deeds(box, game, rents)
    write_deeds(box, game, seat, box.deeds, inputs, rents)
    note_dues(box, game, rents)
    players = wide(game.players)
    for other in range(players):
        if game.in_play & bit(other) != 0:
            note_income(box, game, other, rents)
            write_seat(box, game, other, inputs, first_of_seat(game, seat, other), rents)
    write_table(box, game, inputs, FIRST_TABLE)
