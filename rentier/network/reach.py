"""The features `reach`, beside `whole`: what the next rolls may bring, to whom, and who could not pay for it.

- For each deed: the probability that the viewing player lands on it with its next roll, and the expected number of other
  players who do with theirs.
- For each player: the expected rent that it receives from the others' next rolls; the expected rent that it pays about two
  rolls ahead; the highest rent that its next roll can cost; the probabilities that the rent of its next roll exceeds its cash,
  that it exceeds its cash and all it could raise, that the next roll reaches GO, and that it lands on a deed of the bank; and
  how many houses its cash could pay for.

Rolls are of two dice. A player in jail needs a double on the next roll. Cards and further rolls after doubles are left out.
"""

from __future__ import annotations

import numpy as np

from rentier.box.record import MOST_SQUARES, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.state import GameRecord
from rentier.layout import Numbers, wide
from rentier.network.scales import CAP, HIGH_CAP, LARGE_DANGER, LARGE_VISIT
from rentier.network.shape import REACH_DEED, REACH_SEAT, WHOLE_DEEDS, WHOLE_INPUTS
from rentier.network.whole import (
    LEAST_ROLL,
    MOST_ROLL,
    ROLLED,
    ROLLS,
    RentsRecord,
    after_steps,
    ahead_of,
    capped,
    cash_left,
    deed_number,
    put_at,
    relative_seat,
    ways_to_roll,
)

MANY_HOUSES = 15.0
TWO_ROLLS, SPREAD = 14, 7  # the mean of two rolls; squares nearer to it than this count as two rolls ahead
LATER_STEPS = (1 << TWO_ROLLS + SPREAD) - (1 << TWO_ROLLS - SPREAD + 1)  # as bits
OWN_VISIT, OTHER_VISITS = range(REACH_DEED)
RECEIVES, LATER, WORST, GO, BUYS, SHORT, BROKE, HOUSES = range(REACH_SEAT)
RISKS = (SHORT, BROKE, HOUSES)  # the inputs that `write_risks` writes
FIRST_DEED = WHOLE_INPUTS
FIRST_SEAT = FIRST_DEED + WHOLE_DEEDS * REACH_DEED


@compiled
def houses_payable(box: BoxRecord, game: GameRecord, seat: int, cash: int) -> int:
    """Return how many houses a seat could pay for, filling one street of its complete groups after the other."""
    houses = 0
    left = game.sets[seat] + 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if box.group_squares[box.group[square]] & game.mortgaged == 0 and box.house_cost[square] > 0:
            more = min(wide(box.hotel_level) - game.level[square], max(cash, 0) // box.house_cost[square])
            houses += more
            cash -= more * box.house_cost[square]
    return houses


@compiled
def first_of_reach(game: GameRecord, seat: int, other: int) -> int:
    """Return the index of the first of these inputs about `other`, from the view of `seat`."""
    return FIRST_SEAT + relative_seat(game, seat, other) * REACH_SEAT


@compiled
def write_risks(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, first: int, rents: RentsRecord) -> None:
    """Write, or write again, the inputs that depend on a seat's cash, less any debt that is due."""
    cash = cash_left(game, seat)
    most = cash + rents.raisable[seat]
    short = 0
    broke = 0
    if rents.worst[seat] > cash:
        for roll in range(LEAST_ROLL, MOST_ROLL + 1):
            due = rents.due[seat, roll]
            ways = ways_to_roll(game, seat, roll)
            short += ways if due > cash else 0
            broke += ways if due > most else 0
    inputs[first + SHORT] = np.float32(short / ROLLS)
    inputs[first + BROKE] = np.float32(broke / ROLLS)
    inputs[first + HOUSES] = np.float32(capped(float(houses_payable(box, game, seat, cash)), MANY_HOUSES, HIGH_CAP))


@compiled
def later_rent(box: BoxRecord, game: GameRecord, seat: int, rents: RentsRecord) -> float:
    """Return the mean rent about two rolls ahead: squares nearer to 14 steps away count more."""
    total = 0
    left = ahead_of(box, game, seat, rents.charging & ~game.deeds[seat]) & LATER_STEPS
    while left != 0:
        steps = lowest(left)
        left &= left - 1
        total += (SPREAD - abs(steps - TWO_ROLLS)) * rents.visit[after_steps(box, game, seat, steps)]
    return total / (SPREAD * SPREAD)


@compiled
def write_landings(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, rents: RentsRecord) -> None:
    """Write for each deed who may land on it with the next roll, into inputs that are 0."""
    for square in range(MOST_SQUARES):
        rents.landings[square] = 0
    for other in range(game.players):
        left = ahead_of(box, game, other, box.deeds) & ROLLED if game.in_play & bit(other) != 0 else 0
        while left != 0:
            roll = lowest(left)
            left &= left - 1
            square = after_steps(box, game, other, roll)
            ways = ways_to_roll(game, other, roll)
            if other != seat:
                rents.landings[square] += ways
            elif ways > 0:
                inputs[FIRST_DEED + deed_number(box, square) * REACH_DEED + OWN_VISIT] += np.float32(ways / ROLLS)
    place = FIRST_DEED + OTHER_VISITS
    left = box.deeds + 0
    while left != 0:
        put_at(inputs, place, rents.landings[lowest(left)] / ROLLS)
        left &= left - 1
        place += REACH_DEED


@compiled
def rolls_to_go(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return how many of the 36 rolls bring a seat to GO or past it."""
    ways = 0
    for roll in range(max(LEAST_ROLL, box.squares - wide(game.square[seat])), MOST_ROLL + 1):
        ways += ways_to_roll(game, seat, roll)
    return ways


@compiled
def rolls_onto(box: BoxRecord, game: GameRecord, seat: int, squares: int) -> int:
    """Return how many of the 36 rolls bring a seat to one of some squares."""
    ways = 0
    left = ahead_of(box, game, seat, squares) & ROLLED
    while left != 0:
        ways += ways_to_roll(game, seat, lowest(left))
        left &= left - 1
    return ways


@compiled
def write_prospects(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, first: int, rents: RentsRecord) -> None:
    """Write what the next two rolls may cost or bring a seat, into inputs that are 0."""
    put_at(inputs, first + WORST, capped(float(rents.worst[seat]), LARGE_VISIT, CAP))
    put_at(inputs, first + GO, rolls_to_go(box, game, seat) / ROLLS)
    put_at(inputs, first + BUYS, rolls_onto(box, game, seat, rents.unsold) / ROLLS)
    write_risks(box, game, seat, inputs, first, rents)
    put_at(inputs, first + LATER, capped(later_rent(box, game, seat, rents), LARGE_DANGER, HIGH_CAP))


@compiled
def write_receipts(game: GameRecord, seat: int, inputs: Numbers, rents: RentsRecord) -> None:
    """Write, or write again, what each player expects from the others' next rolls."""
    for other in range(game.players):
        mean = capped(rents.receives[other] / ROLLS, LARGE_DANGER, HIGH_CAP)
        inputs[first_of_reach(game, seat, other) + RECEIVES] = np.float32(mean)


@compiled
def write_reach(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, rents: RentsRecord) -> None:
    """Write all inputs from the view of a seat, after those of `whole`, into an array that is all 0 there."""
    write_landings(box, game, seat, inputs, rents)
    for other in range(game.players):
        if game.in_play & bit(other) != 0:
            write_prospects(box, game, other, inputs, first_of_reach(game, seat, other), rents)
    write_receipts(game, seat, inputs, rents)
