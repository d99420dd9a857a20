"""Rents of streets, stations and utilities (rules 6 to 8)."""

from __future__ import annotations

from tests.reference.table import Table


def rent(table: Table, square: int, roll: int) -> int:
    """What a visitor owes the owner of a deed that is not mortgaged."""
    deed = table.box.squares[square]
    owner = table.owner[square]
    if deed.kind == "street":
        return street_rent(table, square, owner)
    same_kind = [other for other in table.deeds_of(owner) if table.box.squares[other].kind == deed.kind]
    if deed.kind == "station":
        if not table.box.is_yes("stations_count_mortgaged"):  # rules 7.2
            same_kind = [other for other in same_kind if other not in table.mortgaged]
        return deed.rents[len(same_kind) - 1]  # rules 7.1
    return deed.rents[len(same_kind) - 1] * roll  # rules 8.1


def street_rent(table: Table, square: int, owner: int) -> int:
    rents = table.box.squares[square].rents
    level = table.level[square]
    if level == table.box.hotel:
        return rents[-1]
    if level > 0:
        return rents[level]  # rules 6.5
    doubled = table.box.is_yes("double_rent_full_set") and table.owns_group(owner, square)  # rules 6.2
    if not table.box.is_yes("double_rent_with_mortgaged_member"):  # rules 6.4
        doubled = doubled and not any(member in table.mortgaged for member in table.box.group_of(square))
    return rents[0] * 2 if doubled else rents[0]


def is_free(table: Table, visitor: int, square: int) -> bool:
    """Whether the visitor owes the owner nothing (rules 6.1, 6.3, 6.7, 14.5)."""
    owner = table.owner[square]
    return (
        owner == visitor
        or square in table.mortgaged
        or square in table.players[visitor].free_rent
        or (not table.box.is_yes("rent_in_jail") and table.players[owner].jail_turns is not None)
    )
