"""Looking ahead from the position on the sheet: expectiminimax with pruning, the last positions judged by Khan's value.

Every roll is a chance node; who lands on an unowned square it can pay for chooses between buying it at its printed price and
leaving it with the bank: the searcher for the best, everybody else for the worst of the searcher. Chance nodes are pruned by
what all values lie between (Ballard's Star1), choices by alpha and beta.

Of the rules the search knows rolls, the salary, taxes, purchases, rents and the end by the last round; who cannot pay hands
over all it has, and that line ends. Cards, jail, doubles, deals, auctions and building are not in it.
"""

from __future__ import annotations

from typing import NamedTuple

from rentier.agents.khan_sheet import (
    CASH,
    DEEDS,
    DEPTH,
    IN_PLAY,
    LEVELS,
    LOOKED_AT,
    MORTGAGED,
    SQUARE,
    TABLE,
    UNPRUNED,
    Weights,
    exchange,
    khan_value,
    purchase,
    rent_on,
    sale,
)
from rentier.box.record import MOST_SEATS, STREET, TAX, UTILITY, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest, next_seat
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, START
from rentier.layout import Numbers, wide

GOES_ON, MAY_BUY, BROKE = range(3)  # what has come of a roll


class Search(NamedTuple):
    """What stays the same throughout a search: whose it is, what all values lie between, and whether it prunes."""

    weights: Weights
    seat: int
    least: float
    most: float
    prunes: bool


@compiled
def ways(box: BoxRecord, total: int) -> int:
    """In how many ways one or two dice show a sum."""
    return 1 if box.dice == 1 else 6 - abs(7 - total)


@compiled
def owner_on(sheet: Numbers, square: int) -> int:
    """Who owns a square on the sheet; NOBODY: the bank."""
    for seat in range(MOST_SEATS):
        if sheet[seat, DEEDS] & bit(square) != 0:
            return seat
    return NOBODY


@compiled
def move(box: BoxRecord, sheet: Numbers, mover: int, total: int) -> None:
    """The token moves on, the salary is paid, and a tax as far as the cash goes."""
    square = sheet[mover, SQUARE] + total
    while square >= box.squares:
        square -= box.squares
        if box.go_square == 0:
            sheet[mover, CASH] += box.salary
    sheet[mover, SQUARE] = square
    if box.kind[square] == TAX:
        sheet[mover, CASH] -= min(box.tax[square], max(sheet[mover, CASH], 0))


@compiled
def visit(box: BoxRecord, sheet: Numbers, mover: int, owner: int) -> int:
    """The mover has reached its square: it may buy it, or has paid its rent, or has handed over all it had and is broke."""
    square = sheet[mover, SQUARE]
    if owner == NOBODY:
        return MAY_BUY if box.deeds & bit(square) != 0 and box.price[square] <= sheet[mover, CASH] else GOES_ON
    if owner == mover or sheet[TABLE, MORTGAGED] & bit(square) != 0:
        return GOES_ON
    rent = rent_on(box, sheet, square, sheet[owner, DEEDS])
    if rent <= sheet[mover, CASH]:
        exchange(sheet, sale(owner, mover, 0, rent))
        return GOES_ON
    exchange(sheet, sale(mover, owner, sheet[mover, DEEDS], -max(sheet[mover, CASH], 0)))
    return BROKE


@compiled
def judged(box: BoxRecord, sheet: Numbers, search: Search) -> float:
    """The value of a last position."""
    sheet[TABLE, LOOKED_AT] += 1
    return khan_value(box, sheet, search.weights, search.seat)


@compiled
def is_open(search: Search, mover: int, value: float, low: float, high: float) -> bool:
    """A choice whose first half has this value could still come out between the two."""
    return value < high if mover == search.seat else value > low


@compiled
def expected(box: BoxRecord, sheet: Numbers, search: Search, mover: int, depth: int, alpha: float, beta: float) -> float:
    """What the position is worth before the mover rolls, `depth` rolls being looked ahead.

    Exact when it lies between alpha and beta; else it is only known to lie beyond that one of them: as soon as no roll still
    to come could bring it back between the two, they are left out.
    """
    if depth == 0:
        return judged(box, sheet, search)
    least, most = search.least, search.most
    follower = next_seat(sheet[TABLE, IN_PLAY], mover, MOST_SEATS)
    rolls = 6 if box.dice == 1 else 36
    left = rolls
    known = 0.0
    for total in range(box.dice, 6 * box.dice + 1):
        weight = ways(box, total)
        left -= weight
        low = max((alpha * rolls - known - most * left) / weight, least) if search.prunes else least
        high = min((beta * rolls - known - least * left) / weight, most) if search.prunes else most
        cash, deeds, square = sheet[mover, CASH], sheet[mover, DEEDS], sheet[mover, SQUARE]
        move(box, sheet, mover, total)
        owner = owner_on(sheet, sheet[mover, SQUARE])
        other = mover if owner == NOBODY else owner
        others_cash, others_deeds = sheet[other, CASH], sheet[other, DEEDS]
        outcome = visit(box, sheet, mover, owner)
        value = judged(box, sheet, search) if outcome == BROKE else expected(box, sheet, search, follower, depth - 1, low, high)
        if outcome == MAY_BUY and is_open(search, mover, value, low, high):
            exchange(sheet, purchase(mover, sheet[mover, SQUARE], box.price[sheet[mover, SQUARE]]))
            if mover == search.seat:
                value = max(value, expected(box, sheet, search, follower, depth - 1, max(low, value), high))
            else:
                value = min(value, expected(box, sheet, search, follower, depth - 1, low, min(high, value)))
        sheet[other, CASH], sheet[other, DEEDS] = others_cash, others_deeds
        sheet[mover, CASH], sheet[mover, DEEDS], sheet[mover, SQUARE] = cash, deeds, square
        known += value * weight
        if value >= high and high < most:
            return (known + least * left) / rolls
        if value <= low and low > least:
            return (known + most * left) / rolls
    return known / rolls


@compiled
def most_rent(box: BoxRecord, sheet: Numbers, square: int) -> int:
    """No rent of a square is higher, whoever will own it."""
    if box.kind[square] == STREET:
        return 2 * box.rents[square, sheet[LEVELS + square, 0]]
    rent = box.rents[square, count(box.group_of[square]) - 1]
    return rent * (7 * box.dice // 2) if box.kind[square] == UTILITY else rent


@compiled
def span(box: BoxRecord, sheet: Numbers, weights: Weights, depth: int) -> tuple[float, float]:
    """What all values after `depth` rolls lie between."""
    money = depth * box.salary
    for seat in range(MOST_SEATS):
        money += abs(sheet[seat, CASH])
    rents = 0
    left = box.deeds
    while left != 0:
        rents += most_rent(box, sheet, lowest(left))
        left &= left - 1
    swing = money * (1.0 + weights.rivals_money)
    return -swing - rents * weights.rivals_rent - weights.jeopardy - weights.penalty, swing + rents * weights.rent


@compiled
def rolls_to_come(box: BoxRecord, game: GameRecord, roller: int) -> int:
    """How many rolls are left in a game of rounds, the next one being the roller's; without a last round, any number."""
    if box.round_cap == 0:
        return 1_000_000
    begins_round = game.phase != START and roller == game.first
    rounds = box.round_cap - game.rounds - begins_round
    return rounds * game.players + game.players - (roller - game.first) % game.players


@compiled
def value_ahead(box: BoxRecord, game: GameRecord, sheet: Numbers, weights: Weights, seat: int) -> float:
    """What the position on the sheet is worth to a seat when it looks ahead as far as the sheet says, or to the last roll."""
    if sheet[TABLE, DEPTH] == 0:
        return khan_value(box, sheet, weights, seat)
    roller = wide(game.mover if game.phase == START else next_seat(game.in_play, game.mover, game.players))
    depth = min(sheet[TABLE, DEPTH], rolls_to_come(box, game, roller))
    least, most = span(box, sheet, weights, depth)
    search = Search(weights, wide(seat), least, most, sheet[TABLE, UNPRUNED] == 0)
    return expected(box, sheet, search, roller, depth, least, most)
