"""Houses and hotels: building, selling, and what is scarce (rules 11 and 12)."""

from __future__ import annotations

from tests.reference import auctions
from tests.reference.table import Auction, Flow, Table, ask


def resale(table: Table, square: int, number: int) -> int:
    """What the bank pays for buildings: half their cost (rules 12.1)."""
    return table.box.squares[square].house_cost * number // 2


def next_building(table: Table, square: int) -> str:
    """What comes next on a street: a house, or the hotel after the last house (rules 11.3)."""
    return "hotel" if table.level[square] == table.box.hotel - 1 else "house"


def left(table: Table, building: str) -> int | None:
    return table.hotels if building == "hotel" else table.houses


def own_lots(table: Table, seat: int, square: int) -> list[int]:
    """The lots of a group that the player owns: all of them, save where parts of groups may be built on."""
    return [member for member in table.box.group_of(square) if table.owner[member] == seat]


def is_ready(table: Table, seat: int, square: int) -> bool:
    """Whether the next building could stand here, the bank's supply and the player's cash aside (rules 11.1 to 11.3)."""
    box = table.box
    if box.squares[square].kind != "street" or box.squares[square].house_cost == 0 or table.owner[square] != seat:
        return False
    if not box.is_yes("build_without_full_set") and not table.owns_group(seat, square):
        return False
    group = own_lots(table, seat, square)
    if any(member in table.mortgaged for member in group) or table.level[square] == box.hotel:
        return False
    return not box.is_yes("even_build") or table.level[square] == min(table.level[member] for member in group)


def build_time(table: Table, seat: int) -> bool:
    """Whether the player may build at this part of the turn (rules 11.4)."""
    window = table.box.switches["build_window"]
    if window == "own-turn":
        return not table.in_window
    if window == "between-turns":
        return table.in_window or not table.rolled
    return True


def may_build(table: Table, seat: int, square: int) -> bool:
    """Rules 11.1 to 11.6, edge cases 56 to 59."""
    if square not in table.owner or not build_time(table, seat) or not is_ready(table, seat, square):
        return False
    supply = left(table, next_building(table, square))
    return supply != 0 and table.players[seat].cash >= table.box.squares[square].house_cost


def put(table: Table, square: int) -> None:
    """Move a building from the bank to a street; a hotel sends its houses back (rules 11.3)."""
    if next_building(table, square) == "hotel":
        if table.hotels is not None:
            table.hotels -= 1
        if table.houses is not None:
            table.houses += table.level[square]
    elif table.houses is not None:
        table.houses -= 1
    table.level[square] += 1


def build(table: Table, seat: int, square: int) -> Flow:
    """Build, or auction the building if others want the last ones too (rules 11.7, edge case 60)."""
    building = next_building(table, square)
    if is_contested(table, seat, building):
        yield from auction_building(table, seat, building)
    else:
        table.players[seat].cash -= table.box.squares[square].house_cost
        put(table, square)


def wanted(table: Table, seat: int, building: str) -> int:
    """How many of these a player could place now and pay in cash (edge cases 60, 61)."""
    box = table.box
    costs: list[int] = []
    streets = [s for s in table.deeds_of(seat) if box.squares[s].kind == "street" and box.squares[s].house_cost]
    for square in streets:
        if any(member in table.mortgaged and table.owner[member] == seat for member in box.group_of(square)):
            continue
        if not box.is_yes("build_without_full_set") and not table.owns_group(seat, square):
            continue
        cost = box.squares[square].house_cost
        if building == "house":
            costs += [cost] * max(0, box.hotel - 1 - table.level[square])
        elif table.level[square] == box.hotel - 1 and is_ready(table, seat, square):
            costs.append(cost)
    cash, number = table.players[seat].cash, 0
    for cost in sorted(costs):
        if cash < cost:
            break
        cash -= cost
        number += 1
    return number


def is_contested(table: Table, seat: int, building: str) -> bool:
    supply = left(table, building)
    if supply is None or not table.box.is_yes("shortage_auction") or table.box.switches["auction"] == "none":
        return False
    wishes = {other: wanted(table, other, building) for other in table.seats_from(seat)}
    return sum(wishes.values()) > supply and any(number > 0 for other, number in wishes.items() if other != seat)


def lots_for(table: Table, seat: int, building: str) -> list[int]:
    """Where a player could put a building of this kind now."""
    return [s for s in table.deeds_of(seat) if is_ready(table, seat, s) and next_building(table, s) == building]


def auction_building(table: Table, seat: int, building: str) -> Flow:
    """Auction one building among those who could place it; the request is the opening bid (rules 11.7, 11.8)."""
    floor = table.box.switches["shortage_open_bid"]
    if floor == "list":
        floor = min(
            table.box.squares[lot].house_cost
            for other in table.seats_from(seat)
            if wanted(table, other, building)
            for lot in lots_for(table, other, building)
        )
    floor = min(floor, table.players[seat].cash)
    is_sealed = table.box.switches["auction"] == "sealed"
    order = table.seats_from(table.mover + 1) if is_sealed else table.seats_from(seat + 1)
    table.auction = Auction(building, floor, [other for other in order if lots_for(table, other, building)])
    if is_sealed:
        table.auction.sealed[seat] = floor
    else:
        table.auction.high_bid, table.auction.leader = floor, seat
    winner, price = yield from auctions.hold(table)
    lots = lots_for(table, winner, building)
    lot = lots[0]
    if len(lots) > 1:  # with one lot there is nothing to choose
        table.placing = building
        action = yield from ask(table, winner, "place")
        table.placing = ""
        lot = action.target
    table.players[winner].cash -= price
    put(table, lot)


def may_sell(table: Table, seat: int, square: int) -> bool:
    """Buildings are sold evenly, in reverse of building (rules 12.1)."""
    if table.owner.get(square) != seat or table.level[square] == 0:
        return False
    if not table.box.is_yes("even_build"):
        return True
    return all(table.level[square] >= table.level[member] for member in own_lots(table, seat, square))


def sell(table: Table, seat: int, square: int) -> None:
    """Sell a house, or a hotel for the houses below it, as far as the bank has them (rules 12.2, 12.3)."""
    box = table.box
    if table.level[square] < box.hotel:
        take_down(table, square, table.level[square] - 1)
        return
    below = box.hotel - 1
    if table.houses is None or table.houses >= below:
        take_down(table, square, below)
        return
    if not box.is_yes("even_build"):
        take_down(table, square, table.houses)
        return
    group = own_lots(table, seat, square)
    houses = table.houses + sum(table.level[member] for member in group if table.level[member] < box.hotel)
    share, rest = divmod(min(houses, below * len(group)), len(group))
    for place, member in enumerate(reversed(group)):  # where they cannot be equal, the last lots keep one more
        take_down(table, member, share + (1 if place < rest else 0))


def take_down(table: Table, square: int, level: int) -> None:
    """Leave this many houses on a street; the bank pays half of what is gone."""
    before = table.level[square]
    table.players[table.owner[square]].cash += resale(table, square, before - level)
    table.level[square] = level
    houses_back = -level if before == table.box.hotel else before - level
    if table.houses is not None:
        table.houses += houses_back
    if table.hotels is not None and before == table.box.hotel:
        table.hotels += 1
