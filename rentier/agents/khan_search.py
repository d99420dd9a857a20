"""Search from the position on the sheet: expectiminimax with pruning, with leaf positions evaluated by Khan's value.

Every roll is a chance node. A player who lands on an unowned square and can afford it chooses between buying it at its printed
price and leaving it with the bank: the searcher chooses what is best for itself, everybody else what is worst for the searcher.
Chance nodes are pruned by bounds on all values (Ballard's Star1), choices by alpha and beta.

The search covers rolls, the salary, taxes, purchases, rents and the end of the game after the last round. A player who cannot
pay hands over everything, and that line ends. Cards, jail, doubles, deals, auctions and building are left out.
"""

from __future__ import annotations

from typing import NamedTuple

from rentier.agents.khan_sheet import (
    CASH,
    DEEDS,
    DEPTH,
    EVALUATIONS,
    IN_PLAY,
    LEVELS,
    MORTGAGED,
    SQUARE,
    TABLE,
    UNPRUNED,
    Deal,
    Weights,
    exchange,
    khan_value,
    purchase,
    rent_on,
    sale,
    undo,
)
from rentier.agents.mind import MindRecord
from rentier.box.record import MOST_SEATS, STREET, TAX, UTILITY, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest, next_seat
from rentier.game.mortgages import interest_on
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, START
from rentier.layout import Numbers, wide

GOES_ON, MAY_BUY, BROKE = range(3)  # outcomes of a roll


class Search(NamedTuple):
    """The constants of a search: the weights, whose search it is, the bounds of all values, and whether it prunes."""

    weights: Weights
    seat: int
    least: float
    most: float
    prunes: bool


@compiled
def ways_to_roll(box: BoxRecord, total: int) -> int:
    """Return the number of ways in which one or two dice show a sum."""
    return 1 if box.dice == 1 else 6 - abs(7 - total)


@compiled
def owner_on(sheet: Numbers, square: int) -> int:
    """Return the owner of a square on the sheet; NOBODY if the bank owns it."""
    for seat in range(MOST_SEATS):
        if sheet[seat, DEEDS] & bit(square) != 0:
            return seat
    return NOBODY


@compiled
def move(box: BoxRecord, sheet: Numbers, mover: int, total: int) -> None:
    """Move the token, pay the salary, and collect a tax as far as the cash goes."""
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
    """Settle the mover's arrival on a square: it may buy it, pays rent, or hands over everything and is broke."""
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
def evaluate(box: BoxRecord, sheet: Numbers, search: Search) -> float:
    """Return the value of a leaf position."""
    sheet[TABLE, EVALUATIONS] += 1
    return khan_value(box, sheet, search.weights, search.seat)


@compiled
def is_open(search: Search, mover: int, value: float, low: float, high: float) -> bool:
    """Whether a choice whose first option has this value could still end up between `low` and `high`."""
    return value < high if mover == search.seat else value > low


@compiled
def expected_value(box: BoxRecord, sheet: Numbers, search: Search, mover: int, depth: int, alpha: float, beta: float) -> float:
    """Return the value of the position before the mover rolls, looking `depth` rolls ahead.

    It is exact if it lies between alpha and beta; otherwise it is only a bound: as soon as no remaining roll could bring the
    value back between the two, the remaining rolls are skipped.
    """
    if depth == 0:
        return evaluate(box, sheet, search)
    least, most = search.least, search.most
    follower = next_seat(sheet[TABLE, IN_PLAY], mover, MOST_SEATS)
    rolls = 6 if box.dice == 1 else 36
    left = rolls
    known = 0.0
    for total in range(box.dice, 6 * box.dice + 1):
        weight = ways_to_roll(box, total)
        left -= weight
        low = max((alpha * rolls - known - most * left) / weight, least) if search.prunes else least
        high = min((beta * rolls - known - least * left) / weight, most) if search.prunes else most
        cash, deeds, square = sheet[mover, CASH], sheet[mover, DEEDS], sheet[mover, SQUARE]
        move(box, sheet, mover, total)
        owner = owner_on(sheet, sheet[mover, SQUARE])
        other = mover if owner == NOBODY else owner
        others_cash, others_deeds = sheet[other, CASH], sheet[other, DEEDS]
        outcome = visit(box, sheet, mover, owner)
        if outcome == BROKE:
            value = evaluate(box, sheet, search)
        else:
            value = expected_value(box, sheet, search, follower, depth - 1, low, high)
        if outcome == MAY_BUY and is_open(search, mover, value, low, high):
            exchange(sheet, purchase(mover, sheet[mover, SQUARE], box.price[sheet[mover, SQUARE]]))
            if mover == search.seat:
                value = max(value, expected_value(box, sheet, search, follower, depth - 1, max(low, value), high))
            else:
                value = min(value, expected_value(box, sheet, search, follower, depth - 1, low, min(high, value)))
        sheet[other, CASH], sheet[other, DEEDS] = others_cash, others_deeds
        sheet[mover, CASH], sheet[mover, DEEDS], sheet[mover, SQUARE] = cash, deeds, square
        known += value * weight
        if value >= high and high < most:
            return (known + least * left) / rolls
        if value <= low and low > least:
            return (known + most * left) / rolls
    return known / rolls


@compiled
def highest_rent(box: BoxRecord, sheet: Numbers, square: int) -> int:
    """Return an upper bound on the rent of a square, whatever its owner holds."""
    if box.kind[square] == STREET:
        return 2 * box.rents[square, sheet[LEVELS + square, 0]]
    rent = box.rents[square, count(box.group_of[square]) - 1]
    return rent * (7 * box.dice // 2) if box.kind[square] == UTILITY else rent


@compiled
def value_bounds(box: BoxRecord, sheet: Numbers, weights: Weights, depth: int) -> tuple[float, float]:
    """Return lower and upper bounds on all values after `depth` rolls."""
    money = depth * box.salary
    for seat in range(MOST_SEATS):
        money += abs(sheet[seat, CASH])
    rents = 0
    left = box.deeds
    while left != 0:
        rents += highest_rent(box, sheet, lowest(left))
        left &= left - 1
    swing = money * (1.0 + weights.rivals_money)
    return -swing - rents * weights.rivals_rent - weights.jeopardy - weights.penalty, swing + rents * weights.rent


@compiled
def rolls_to_come(box: BoxRecord, game: GameRecord, roller: int) -> int:
    """Return how many rolls are left when the roller rolls next; a very large number in a game without a last round."""
    if box.round_cap == 0:
        return 1_000_000
    begins_round = game.phase != START and roller == game.first
    rounds = box.round_cap - game.rounds - begins_round
    return rounds * game.players + game.players - (roller - game.first) % game.players


@compiled
def value_ahead(box: BoxRecord, game: GameRecord, sheet: Numbers, weights: Weights, seat: int) -> float:
    """Return a seat's value of the position on the sheet, looking ahead by the sheet's depth, but not past the last roll."""
    if sheet[TABLE, DEPTH] == 0:
        return khan_value(box, sheet, weights, seat)
    roller = wide(game.mover if game.phase == START else next_seat(game.in_play, game.mover, game.players))
    depth = min(sheet[TABLE, DEPTH], rolls_to_come(box, game, roller))
    least, most = value_bounds(box, sheet, weights, depth)
    search = Search(weights, wide(seat), least, most, sheet[TABLE, UNPRUNED] == 0)
    return expected_value(box, sheet, search, roller, depth, least, most)


@compiled
def value_of(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> float:
    """Return the value of the position on the mind's sheet to a seat."""
    return value_ahead(box, game, mind.actions, weights, seat)


@compiled
def value_if(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int, deal: Deal) -> float:
    """Return the value to a seat after a deal, with the bank's interest on mortgaged deeds paid."""
    sheet = mind.actions
    fees = interest_on(box, game, deal.take)
    others_fees = interest_on(box, game, deal.give)
    exchange(sheet, deal)
    sheet[deal.one, CASH] -= fees
    if deal.other != NOBODY:
        sheet[deal.other, CASH] -= others_fees
    value = value_of(box, game, mind, weights, seat)
    sheet[deal.one, CASH] += fees
    if deal.other != NOBODY:
        sheet[deal.other, CASH] += others_fees
    undo(sheet, deal)
    return value
