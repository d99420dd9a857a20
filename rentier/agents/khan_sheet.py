"""Khan's value of a position (Khan 2019, section 5.2), and the sheet on which an agent tries things out.

A player judges an outcome by the position after it. The sheet is a copy of what counts for that (cash, deeds, tokens,
mortgages, buildings) in the mind's room for actions, where it can be changed and changed back; the game is never touched.
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

# the sheet: a row a seat, a row for the table, then a row a square
CASH, DEEDS, SQUARE = range(3)  # of a seat
TABLE = MOST_SEATS
MORTGAGED, IN_PLAY, DEPTH, UNPRUNED, LOOKED_AT = range(5)  # of the table; the last three are for a search
LEVELS = MOST_SEATS + 1  # a square's buildings are the first number of row LEVELS + square


class Weights(NamedTuple):
    """What a player thinks of money, rents, danger and deals: the eight numbers of a strategy, in the order of the work."""

    rent: float  # times the rents of the own deeds
    rivals_money: float
    rivals_rent: float
    buy_margin: float  # the gain in value that a deal must bring the buyer
    sell_margin: float  # ... and the seller
    reserve: float
    penalty: float  # for having less money than the reserve
    jeopardy: float  # times the share of squares whose rent is beyond the money


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
    """A seat buys a square from the bank."""
    return Deal(wide(buyer), wide(NOBODY), wide(price), wide(0), bit(square))


@compiled
def sale(seller: int, buyer: int, deeds: int, price: int) -> Deal:
    """A seat sells deeds to another."""
    return Deal(wide(seller), wide(buyer), wide(-price), wide(deeds), wide(0))


@compiled
def copy_down(box: BoxRecord, game: GameRecord, sheet: Numbers, depth: int) -> None:
    """Copy the position onto the sheet, and how many rolls a search shall look ahead from it."""
    for seat in range(MOST_SEATS):
        sheet[seat, CASH] = game.cash[seat]
        sheet[seat, DEEDS] = game.deeds[seat]
        sheet[seat, SQUARE] = game.square[seat]
    sheet[TABLE, MORTGAGED] = game.mortgaged
    sheet[TABLE, IN_PLAY] = game.in_play
    sheet[TABLE, DEPTH] = depth
    sheet[TABLE, UNPRUNED] = 0
    sheet[TABLE, LOOKED_AT] = 0
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
def take_back(sheet: Numbers, deal: Deal) -> None:
    """Undo a deal on the sheet."""
    exchange(sheet, Deal(deal.one, deal.other, -deal.cash, deal.take, deal.give))


@compiled
def rent_on(box: BoxRecord, sheet: Numbers, square: int, holding: int) -> int:
    """The rent of a square on the sheet whose owner holds these deeds; with none, the least it could be."""
    if box.kind[square] == STREET:
        return printed_rent(box, square, sheet[LEVELS + square, 0], holding, sheet[TABLE, MORTGAGED])
    rent = box.rents[square, max(count(holding & box.group_of[square]), 1) - 1]
    return rent * (7 * box.dice // 2) if box.kind[square] == UTILITY else rent


@compiled
def visits(box: BoxRecord, sheet: Numbers, squares: int, holding: int, money: int) -> tuple[int, int]:
    """What one visit to each of these squares would cost, and how many of them so much money would not pay for."""
    rents = 0
    beyond = 0
    left = squares & ~sheet[TABLE, MORTGAGED]
    while left != 0:
        rent = rent_on(box, sheet, lowest(left), holding)
        left &= left - 1
        rents += rent
        beyond += rent > money
    return rents, beyond


@compiled
def khan_value(box: BoxRecord, sheet: Numbers, weights: Weights, seat: int) -> float:
    """What the position on the sheet is worth to a seat (section 5.2).

    Its money and weighted rents, less the weighted money and rents of its rivals, less its jeopardy, less a penalty below its
    reserve. Jeopardy is the share of all squares that are not its own and ask for more than its money. The text says "owned by
    others"; the program counts unowned ones too, by their printed rent, and so is it done here.
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
            rents, beyond = visits(box, sheet, deeds, deeds, money)
            rivals_money += sheet[rival, CASH]
            rivals_rents += rents
            deadly += beyond
            unowned &= ~deeds
    _, beyond = visits(box, sheet, unowned, 0, money)
    value = money + own_rents * weights.rent - rivals_money * weights.rivals_money - rivals_rents * weights.rivals_rent
    value -= (deadly + beyond) / box.squares * weights.jeopardy
    return value - weights.penalty if money < weights.reserve else value
