"""Houses and hotels: building, selling, the bank's supply (rules 11 and 12). `shortage` auctions the last ones.

Players build and sell one building at a time, as often as they like while they manage (rules 11.5 and 12.4). No action moves a
building to another lot or player (rules 11.9, edge case 63).
"""

from __future__ import annotations

from rentier.box.record import BUILD_ANY, BUILD_BETWEEN_TURNS, UNLIMITED, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.debts import bank_pays, pay
from rentier.game.deeds import resale
from rentier.game.events import BUILDING, BUILT, NO_REASON, SALE, SOLD_BUILDINGS, Events, report
from rentier.game.reasons import (
    ALLOWED,
    GROUP_MORTGAGED,
    HOTEL_ALREADY,
    NEVER_BUILT_ON,
    NO_BUILDING,
    NO_CASH,
    NO_HOTEL_LEFT,
    NO_HOUSE_LEFT,
    NO_SET,
    NOT_A_STREET,
    NOT_NOW,
    NOT_OWNED,
    UNEVEN,
)
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, START, WINDOW


@compiled
def lots(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return the lots of the square's group that the seat owns, as bits."""
    return box.group_of[square] & game.deeds[seat]


@compiled
def is_building_time(box: BoxRecord, game: GameRecord, seat: int) -> bool:
    """Return whether `build_window` lets the seat build now (rules 11.4).

    Nobody ever manages between an opponent's roll and the rent, so nobody builds there either (edge case 62).
    """
    if box.build_window == BUILD_ANY:
        return True
    if box.build_window == BUILD_BETWEEN_TURNS:
        return game.phase == WINDOW or (game.phase == START and game.doubles == 0)
    return game.mover == seat


@compiled
def can_place(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return why the next building may not stand on a lot, cash and time aside, or ALLOWED (rules 11.1 to 11.3, 11.6).

    It needs the whole group, unmortgaged (edge case 56), even levels (edge case 57) and a piece from the bank (edge cases 58
    and 59).
    """
    if game.deeds[seat] & bit(square) == 0:
        return NOT_OWNED
    if box.streets & bit(square) == 0:
        return NOT_A_STREET
    if box.house_cost[square] == 0:
        return NEVER_BUILT_ON
    if game.sets[seat] & bit(square) == 0 and box.build_without_full_set == 0:
        return NO_SET
    own = lots(box, game, seat, square)
    if own & game.mortgaged != 0:
        return GROUP_MORTGAGED
    level = game.level[square]
    if level == box.hotel_level:
        return HOTEL_ALREADY
    if box.even_build == 1:
        while own != 0:
            if game.level[lowest(own)] < level:
                return UNEVEN
            own &= own - 1
    if level + 1 == box.hotel_level:
        return NO_HOTEL_LEFT if game.hotels_left == 0 else ALLOWED
    return NO_HOUSE_LEFT if game.houses_left == 0 else ALLOWED


@compiled
def may_build(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return why a seat may not build on a square now, or ALLOWED."""
    reason = can_place(box, game, seat, square)
    if reason != ALLOWED:
        return reason
    if game.cash[seat] < box.house_cost[square]:
        return NO_CASH
    return ALLOWED if is_building_time(box, game, seat) else NOT_NOW


@compiled
def place(box: BoxRecord, game: GameRecord, events: Events, square: int, cost: int) -> None:
    """Put the next building on a lot: a house, or a hotel in exchange for the houses (rules 11.3)."""
    game.level[square] += 1
    report(events, BUILT, game.owner[square], NOBODY, square, cost, NO_REASON, game.level[square])
    game.built |= bit(square)
    if game.level[square] == box.hotel_level:
        if box.hotels != UNLIMITED:
            game.hotels_left -= 1
        if box.houses != UNLIMITED:
            game.houses_left += box.hotel_level - 1
    elif box.houses != UNLIMITED:
        game.houses_left -= 1


@compiled
def build(box: BoxRecord, game: GameRecord, events: Events, seat: int, square: int) -> None:
    """Buy the next building of a lot at its printed cost."""
    pay(box, game, events, seat, NOBODY, box.house_cost[square], BUILDING, square)
    place(box, game, events, square, box.house_cost[square])


@compiled
def may_sell(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return why a seat may not sell a building of a square, or ALLOWED (rules 12.1)."""
    if game.deeds[seat] & bit(square) == 0:
        return NOT_OWNED
    level = game.level[square]
    if level == 0:
        return NO_BUILDING
    if box.even_build == 1:
        own = lots(box, game, seat, square)
        while own != 0:
            if game.level[lowest(own)] > level:
                return UNEVEN
            own &= own - 1
    return ALLOWED


@compiled
def sell_down(box: BoxRecord, game: GameRecord, events: Events, square: int, level: int) -> None:
    """Sell buildings of a lot down to a level. The pieces return to the bank, which supplies the houses left by a hotel."""
    money = resale(box, square, game.level[square] - level)
    bank_pays(game, events, game.owner[square], money, SALE, square)
    report(events, SOLD_BUILDINGS, game.owner[square], NOBODY, square, money, NO_REASON, level)
    before = game.level[square]
    if before == box.hotel_level and box.hotels != UNLIMITED:
        game.hotels_left += 1
    if box.houses != UNLIMITED:
        standing = before if before < box.hotel_level else 0
        game.houses_left += standing - level
    game.level[square] = level
    if level == 0:
        game.built &= ~bit(square)


@compiled
def sell(box: BoxRecord, game: GameRecord, events: Events, seat: int, square: int) -> None:
    """Sell one building at half its cost. A hotel leaves its houses on the lot (rules 12.2, edge case 64).

    If the bank cannot supply those houses, the whole group is sold down. A sale is carried out at once, even while other
    players wait for houses (rules 12.5).
    """
    level = game.level[square]
    under = box.hotel_level - 1  # the houses that stand where the hotel was
    if level == box.hotel_level and box.houses != UNLIMITED and game.houses_left < under:
        strip(box, game, events, seat, square)
        return
    sell_down(box, game, events, square, level - 1)


@compiled
def strip(box: BoxRecord, game: GameRecord, events: Events, seat: int, square: int) -> None:
    """Sell a group down evenly to as many houses as there are, for half the cost of all it loses (rules 12.3).

    Without `even_build` only the one lot is sold down. Houses that do not divide evenly stay on the last lots of the group
    (edge cases 65 and 66).
    """
    own = lots(box, game, seat, square) & game.built if box.even_build == 1 else bit(square)
    supply = game.houses_left + 0
    number = 0
    left = own
    while left != 0:
        lot = lowest(left)
        left &= left - 1
        number += 1
        if game.level[lot] < box.hotel_level:
            supply += game.level[lot]
    left = own
    while left != 0:
        lot = lowest(left)
        left &= left - 1
        level = min(supply // number, game.level[lot] + 0)  # a lot that joined a built group may have fewer
        supply -= level
        number -= 1
        sell_down(box, game, events, lot, level)


@compiled
def sell_all(box: BoxRecord, game: GameRecord, events: Events, seat: int) -> None:
    """Sell every building of a seat to the bank at half its cost (edge case 80)."""
    left = game.deeds[seat] & game.built
    while left != 0:
        sell_down(box, game, events, lowest(left), 0)
        left &= left - 1
