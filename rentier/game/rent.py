"""What a visitor owes the owner of a square (rules 6, 7 and 8)."""

from __future__ import annotations

from rentier.box.record import STATION, STREET, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count
from rentier.game.state import GameRecord
from rentier.game.words import FREE, NOBODY


@compiled
def owes_rent(box: BoxRecord, game: GameRecord, seat: int, square: int) -> bool:
    """Return whether a visitor owes rent: another player owns the square, which is not mortgaged (rules 6.1, 6.3).

    The owner collects from jail too (rules 6.7, edge case 25), unless `rent_in_jail` is off. Free rent may have been promised.
    """
    owner = game.owner[square]
    if owner == NOBODY or owner == seat or game.mortgaged & bit(square) != 0:
        return False
    if game.free_rent[seat] & bit(square) != 0:
        return False
    return box.rent_in_jail == 1 or game.jail_turns[owner] == FREE


@compiled
def street_rent(box: BoxRecord, game: GameRecord, square: int) -> int:
    """Return the rent of an owned street."""
    return printed_rent(box, square, game.level[square], game.deeds[game.owner[square]], game.mortgaged)


@compiled
def printed_rent(box: BoxRecord, square: int, level: int, holding: int, mortgaged: int) -> int:
    """Return the printed rent of a street at this level, doubled for a bare lot of a complete group (rules 6.2, 6.4, 6.5).

    `holding` are the owner's deeds. Mortgaged deeds count as owned (rules 13.5), but by UK rules the rent is not doubled while
    a deed of the group is mortgaged (edge case 36). Buildings on other lots do not matter (edge case 37).
    """
    rent = box.rents[square, level]
    group = box.group_of[square]
    if level == 0 and box.double_rent_full_set == 1 and group & ~holding == 0:
        if box.double_rent_with_mortgaged_member == 1 or mortgaged & group == 0:
            rent *= 2
    return rent


@compiled
def station_rent(box: BoxRecord, game: GameRecord, square: int) -> int:
    """Return the rent by the owner's number of stations; mortgaged ones count too by default (rules 7.1, 7.2, edge case 39)."""
    owned = game.deeds[game.owner[square]] & box.group_of[square]
    if box.stations_count_mortgaged == 0:
        owned &= ~game.mortgaged
    return box.rents[square, count(owned) - 1]


@compiled
def utility_rent(box: BoxRecord, game: GameRecord, square: int, total: int) -> int:
    """Return the roll times a factor by the owner's number of utilities, mortgaged or not (rules 8.1, edge case 40)."""
    owned = game.deeds[game.owner[square]] & box.group_of[square]
    return box.rents[square, count(owned) - 1] * total


@compiled
def rent(box: BoxRecord, game: GameRecord, square: int, total: int) -> int:
    """Return the rent of an owned square. A utility multiplies the roll `total`."""
    if box.kind[square] == STREET:
        return street_rent(box, game, square)
    if box.kind[square] == STATION:
        return station_rent(box, game, square)
    return utility_rent(box, game, square, total)
