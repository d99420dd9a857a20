"""Khan's value of a position (Khan 2019, section 5.2), and the sheet on which an agent tries actions out.

A player judges an outcome by the position after it. The sheet is a copy of what the value depends on (cash, deeds, tokens,
mortgages, buildings). It is stored in the mind's `actions`, where changes can be made and undone; the game itself is never
changed.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import types

from rentier.box.record import MOST_SEATS, STREET, UTILITY, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.rent import printed_rent
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY
from rentier.layout import Numbers, wide

# the sheet has one row per seat, one for the table, then one per square
CASH, DEEDS, SQUARE = range(3)  # columns of a seat
TABLE = MOST_SEATS
MORTGAGED, IN_PLAY, DEPTH, UNPRUNED, EVALUATIONS = range(5)  # columns of the table; the last three are for a search
LEVELS = MOST_SEATS + 1  # a square's buildings are the first number of row LEVELS + square


class Weights(NamedTuple):
    """How a player weighs money, rents, danger and deals: the eight numbers of a strategy, in Khan's order."""

    rent: float  # times the rents of its own deeds
    rivals_money: float
    rivals_rent: float
    buy_margin: float  # the gain in value that a deal must bring the buyer
    sell_margin: float  # ... and the seller
    reserve: float
    penalty: float  # for having less money than the reserve
    jeopardy: float  # times the share of squares whose rent exceeds its money


WEIGHTS = types.NamedUniTuple(types.float64, len(Weights._fields), Weights)


class Deal(NamedTuple):
    """Cash and deeds that change hands: `one` gives `cash` and the deeds `give` to `other` (or the bank) and gets `take`."""

    one: int
    other: int
    cash: int
    give: int
    take: int


@compiled
def purchase(buyer: int, square: int, price: int) -> Deal:
    """Return the deal in which a seat buys a square from the bank."""
    return Deal(wide(buyer), wide(NOBODY), wide(price), wide(0), bit(square))


@compiled
def sale(seller: int, buyer: int, deeds: int, price: int) -> Deal:
    """Return the deal in which a seat sells deeds to another."""
    return Deal(wide(seller), wide(buyer), wide(-price), wide(deeds), wide(0))


@compiled
def copy_down(box: BoxRecord, game: GameRecord, sheet: Numbers, depth: int) -> None:
    """Copy the position onto the sheet, with the number of rolls that a search looks ahead from it."""
    for seat in range(MOST_SEATS):
        sheet[seat, CASH] = game.cash[seat]
        sheet[seat, DEEDS] = game.deeds[seat]
        sheet[seat, SQUARE] = game.square[seat]
    sheet[TABLE, MORTGAGED] = game.mortgaged
    sheet[TABLE, IN_PLAY] = game.in_play
    sheet[TABLE, DEPTH] = depth
    sheet[TABLE, UNPRUNED] = 0
    sheet[TABLE, EVALUATIONS] = 0
    for square in range(box.squares):
        sheet[LEVELS + square, 0] = game.level[square]


@compiled
def exchange(sheet: Numbers, deal: Deal) -> None:
    """Carry a deal out on the sheet."""
    sheet[deal.one, CASH] -= deal.cash
    sheet[deal.one, DEEDS] = (sheet[deal.one, DEEDS] & ~deal.give) | deal.take
    if deal.other != NOBODY:
        sheet[deal.other, CASH] += deal.cash
        sheet[deal.other, DEEDS] = (sheet[deal.other, DEEDS] & ~deal.take) | deal.give


@compiled
def undo(sheet: Numbers, deal: Deal) -> None:
    """Undo a deal on the sheet."""
    exchange(sheet, Deal(deal.one, deal.other, -deal.cash, deal.take, deal.give))


@compiled
def rent_on(box: BoxRecord, sheet: Numbers, square: int, holding: int) -> int:
    """Return the rent of a square whose owner holds these deeds; its lowest rent if there are none."""
    if box.kind[square] == STREET:
        return printed_rent(box, square, sheet[LEVELS + square, 0], holding, sheet[TABLE, MORTGAGED])
    rent = box.rents[square, max(count(holding & box.group_of[square]), 1) - 1]
    return rent * (7 * box.dice // 2) if box.kind[square] == UTILITY else rent


@compiled
def visits(box: BoxRecord, sheet: Numbers, squares: int, holding: int, money: int) -> tuple[int, int]:
    """Return the total rent of one visit to each of these squares, and how many of the rents exceed the money."""
    rents = 0
    unpayable = 0
    left = squares & ~sheet[TABLE, MORTGAGED]
    while left != 0:
        rent = rent_on(box, sheet, lowest(left), holding)
        left &= left - 1
        rents += rent
        unpayable += rent > money
    return rents, unpayable


@compiled
def khan_value(box: BoxRecord, sheet: Numbers, weights: Weights, seat: int) -> float:
    """Return the value of the position on the sheet to a seat (section 5.2).

    The value is its money and weighted rents, less the weighted money and rents of its rivals, less its weighted jeopardy, less
    a penalty if it is below its reserve. Jeopardy is the share of all squares that are not its own and whose rent exceeds its
    money. The text says "owned by others"; the program also counts unowned ones, by their printed rent, and so do we.
    """
    money = sheet[seat, CASH]
    own_rents, _ = visits(box, sheet, sheet[seat, DEEDS], sheet[seat, DEEDS], money)
    unowned = box.deeds & ~sheet[seat, DEEDS]
    deadly = 0
    rivals_money = 0
    rivals_rents = 0
    for rival in range(MOST_SEATS):
        if rival != seat and sheet[TABLE, IN_PLAY] & bit(rival) != 0:
            deeds = sheet[rival, DEEDS]
            rents, unpayable = visits(box, sheet, deeds, deeds, money)
            rivals_money += sheet[rival, CASH]
            rivals_rents += rents
            deadly += unpayable
            unowned &= ~deeds
    _, unpayable = visits(box, sheet, unowned, 0, money)
    value = money + own_rents * weights.rent - rivals_money * weights.rivals_money - rivals_rents * weights.rivals_rent
    value -= (deadly + unpayable) / box.squares * weights.jeopardy
    return value - weights.penalty if money < weights.reserve else value
