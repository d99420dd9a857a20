"""The features `reach`, beside `whole`: what the next rolls may bring, to whom, and who could not pay for it.

- For each deed: the probability that the viewing player lands on it with its next roll, and the expected number of other
  players who do with theirs.
- For each player: the expected rent that it receives from the others' next rolls; the expected rent that it pays about two
  rolls ahead; the highest rent that its next roll can cost; the probabilities that the rent of its next roll exceeds its cash,
  that it exceeds all that the player could raise, that the next roll reaches GO, and that it lands on a deed of the bank; and
  how many houses its cash could pay for.

Rolls are of two dice. A player in jail moves only with a double. Cards and further rolls after doubles are left out.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rentier.box.record import MOST_SQUARES, BoxRecord
from rentier.compiled import compiled, scratch_record
from rentier.game.bits import bit, count, lowest
from rentier.game.state import GameRecord
from rentier.game.words import FREE
from rentier.layout import Numbers, Record, row_type, wide
from rentier.network.scales import AVERAGE_ROLL, CAP, HIGH_CAP, LARGE_DANGER, LARGE_VISIT
from rentier.network.shape import REACH_DEED, REACH_SEAT, SEATS, WHOLE_DEEDS, WHOLE_INPUTS
from rentier.network.whole import (
    LEAST_ROLL,
    MOST_ROLL,
    ROLLS,
    RentsRecord,
    after_steps,
    ahead_of,
    capped,
    cash_left,
    put_at,
    relative_seat,
)

MANY_HOUSES = 15.0
TWO_ROLLS, SPREAD = 14, 7  # the mean of two rolls; squares nearer to it than this count as two rolls ahead
LATER_STEPS = (1 << TWO_ROLLS + SPREAD) - (1 << TWO_ROLLS - SPREAD + 1)  # as bits
OWN_VISIT, OTHER_VISITS = range(REACH_DEED)
RECEIVES, LATER, WORST, GO, BUYS, SHORT, BROKE, HOUSES = range(REACH_SEAT)
RISKS = (SHORT, BROKE, HOUSES)  # the inputs that `write_risks` writes
FIRST_DEED = WHOLE_INPUTS
FIRST_SEAT = FIRST_DEED + WHOLE_DEEDS * REACH_DEED


class VisitsRecord(Record):
    """What the next rolls of several players bring, in 36ths."""

    visits: Annotated[Numbers, "i4", (MOST_SQUARES,)]
    income: Annotated[Numbers, "i4", (SEATS,)]


VISITS = row_type(VisitsRecord)


@compiled
def weight(game: GameRecord, seat: int, roll: int) -> int:
    """Return how many of the 36 rolls of two dice move a seat by this number of squares."""
    if game.jail_turns[seat] != FREE:
        return 1 - roll % 2
    return 6 - abs(roll - AVERAGE_ROLL)


@compiled
def houses_payable(box: BoxRecord, game: GameRecord, seat: int, cash: int) -> int:
    """Return how many houses a seat could pay for on its sets, filling one lot after the other."""
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
    for roll in range(LEAST_ROLL, MOST_ROLL + 1):
        due = rents.due[seat, roll]
        ways = weight(game, seat, roll)
        short += ways if due > cash else 0
        broke += ways if due > most else 0
    inputs[first + SHORT] = np.float32(short / ROLLS)
    inputs[first + BROKE] = np.float32(broke / ROLLS)
    inputs[first + HOUSES] = np.float32(capped(float(houses_payable(box, game, seat, cash)), MANY_HOUSES, HIGH_CAP))


@compiled
def write_next_roll(
    box: BoxRecord,
    game: GameRecord,
    seat: int,
    is_viewer: bool,
    inputs: Numbers,
    first: int,
    rents: RentsRecord,
    found: VisitsRecord,
) -> None:
    """Write where a seat may land with its next roll, and add what that brings to others."""
    worst = 0
    reaches = 0
    buys = 0
    for roll in range(LEAST_ROLL, MOST_ROLL + 1):
        ways = weight(game, seat, roll)
        if ways == 0:
            continue
        square = after_steps(box, game, seat, roll)
        reaches += ways if square < roll else 0
        buys += ways if rents.unsold & bit(square) != 0 else 0
        if is_viewer:
            if box.deeds & bit(square) != 0:
                inputs[FIRST_DEED + count(box.deeds & (bit(square) - 1)) * REACH_DEED + OWN_VISIT] += np.float32(ways / ROLLS)
        else:
            found.visits[square] += ways
        due = wide(rents.due[seat, roll])
        if due > 0:
            worst = max(worst, due)
            found.income[game.owner[square]] += ways * due
    put_at(inputs, first + WORST, capped(float(worst), LARGE_VISIT, CAP))
    put_at(inputs, first + GO, reaches / ROLLS)
    put_at(inputs, first + BUYS, buys / ROLLS)


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
def write_reach(box: BoxRecord, game: GameRecord, seat: int, inputs: Numbers, rents: RentsRecord) -> None:
    """Write all inputs from the view of a seat, after those of `whole`, into an array that is all 0 there."""
    found = scratch_record(VISITS)
    for square in range(MOST_SQUARES):
        found.visits[square] = 0
    for other in range(SEATS):
        found.income[other] = 0
    players = wide(game.players)
    for other in range(players):
        if game.in_play & bit(other) != 0:
            first = first_of_reach(game, seat, other)
            write_next_roll(box, game, other, other == seat, inputs, first, rents, found)
            write_risks(box, game, other, inputs, first, rents)
            put_at(inputs, first + LATER, capped(later_rent(box, game, other, rents), LARGE_DANGER, HIGH_CAP))
    for other in range(players):
        if found.income[other] != 0:
            mean = capped(found.income[other] / ROLLS, LARGE_DANGER, HIGH_CAP)
            put_at(inputs, first_of_reach(game, seat, other) + RECEIVES, mean)
    place = FIRST_DEED + OTHER_VISITS
    left = box.deeds + 0
    while left != 0:
        put_at(inputs, place, found.visits[lowest(left)] / ROLLS)
        left &= left - 1
        place += REACH_DEED
