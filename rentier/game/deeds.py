"""Deeds: who owns them, which groups are complete, what a player can raise and is worth."""

from __future__ import annotations

from rentier.box.record import WORTH_CASH, WORTH_RENTS, WORTH_TAX, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.events import DEED_MOVED, Events, report
from rentier.game.rent import rent
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY
from rentier.layout import wide


@compiled
def hand_over(box: BoxRecord, game: GameRecord, events: Events, square: int, owner: int, why: int) -> None:
    """Give a deed to a seat, or to NOBODY, the bank. It keeps its mortgage."""
    before = game.owner[square]
    report(events, DEED_MOVED, owner, before, square, 0, why, 0)
    group = box.group_of[square] & box.streets
    if before != NOBODY:
        game.deeds[before] &= ~bit(square)
        game.sets[before] &= ~group
        if box.immunity == 1:
            for seat in range(game.players):
                game.free_rent[seat] &= ~bit(square)  # the promise was the old owner's
    game.owner[square] = owner
    if owner != NOBODY:
        game.deeds[owner] |= bit(square)
        if group & ~game.deeds[owner] == 0:
            game.sets[owner] |= group


@compiled
def bank_deeds(box: BoxRecord, game: GameRecord) -> int:
    """Return the deeds that no player owns, as bits."""
    deeds = box.deeds + 0
    for seat in range(game.players):
        deeds &= ~game.deeds[seat]
    return deeds


@compiled
def built_groups(box: BoxRecord, game: GameRecord) -> int:
    """Return the squares of every group with a building on any lot, as bits."""
    squares = 0
    left = game.built
    while left != 0:
        group = box.group_of[lowest(left)]
        squares |= group
        left &= ~group
    return squares


@compiled
def tradable(box: BoxRecord, game: GameRecord) -> int:
    """Return the deeds that may be traded, as bits: of groups without buildings, and with no interest still to be settled."""
    return ~(built_groups(box, game) | game.unsettled)


@compiled
def buildings_cost(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the cost of a seat's buildings. A hotel counts as one house more than were handed in for it (rules 16.4)."""
    cost = 0
    left = game.deeds[seat] & game.built
    while left != 0:
        square = lowest(left)
        left &= left - 1
        cost += game.level[square] * box.house_cost[square]
    return cost


@compiled
def resale(box: BoxRecord, square: int, levels: int) -> int:
    """Return what the bank pays for a number of buildings of a lot: half the cost of each (rules 12.1)."""
    return levels * (box.house_cost[square] // 2)


@compiled
def raisable_from(box: BoxRecord, game: GameRecord, square: int) -> int:
    """Return what selling the buildings of a deed that is not mortgaged, and mortgaging it, would bring."""
    return resale(box, square, game.level[square]) + (wide(box.mortgage[square]) if box.mortgages == 1 else 0)


@compiled
def raisable_on(box: BoxRecord, game: GameRecord, squares: int) -> int:
    """Return what selling the buildings of these deeds and mortgaging them would bring."""
    money = 0
    left = squares & box.deeds & ~game.mortgaged
    while left != 0:
        money += raisable_from(box, game, lowest(left))
        left &= left - 1
    return money


@compiled
def raisable(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the most a seat can pay (rules 15.10).

    That is its cash, half the cost of its buildings and the mortgage values of its unmortgaged deeds.
    """
    return game.cash[seat] + raisable_on(box, game, game.deeds[seat])


@compiled
def owed_to(game: GameRecord, seat: int) -> int:
    """Return the sum of the IOUs that a seat holds."""
    money = 0
    for borrower in range(game.players):
        if game.owes_to[borrower] == seat:
            money += game.owes[borrower]
    return money


@compiled
def rents_of(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the rents of one visit to each deed of a seat, with the most common roll for utilities (Khan 2019)."""
    money = 0
    left = game.deeds[seat] & ~game.mortgaged
    while left != 0:
        money += rent(box, game, lowest(left), 7 * box.dice // 2)
        left &= left - 1
    return money


@compiled
def worth(box: BoxRecord, game: GameRecord, seat: int, measure: int) -> int:
    """Return the worth of a seat: cash, deeds, buildings and IOUs, or what another measure counts (rules 18.12).

    Mortgaged deeds count in full for income tax (rules 9.6, 17.1) and half at the end of a game (rules 16.4, 17.2).
    """
    money = game.cash[seat] + 0
    if measure == WORTH_CASH:
        return money
    if measure == WORTH_RENTS:
        return money + rents_of(box, game, seat)
    money += buildings_cost(box, game, seat)
    if box.loans == 1:
        money += owed_to(game, seat) - game.owes[seat]
    left = game.deeds[seat]
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if measure != WORTH_TAX and game.mortgaged & bit(square) != 0:
            money += box.price[square] // 2
        else:
            money += box.price[square]
    return money
