"""Reading the players of a position: money, places, jail, deeds and buildings, and what makes them impossible."""

from __future__ import annotations

import numpy as np

from rentier.box import Box
from rentier.box.reading import Table, describe, is_number
from rentier.box.record import DECKS, UNLIMITED
from rentier.errors import RentierError, unknown
from rentier.game import edge
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY
from rentier.record.writing import HOTEL, MORTGAGED

MOST_CASH = 10**15  # sums of it stay far within 64 bits
MOST_OFFERS = 1_000_000_000


def read_square(table: Table, name: str, box: Box, value: object) -> int:
    """A square given by name or number as the value of a key."""
    if not isinstance(value, str) and not is_number(value):
        raise table.wrong(name, f"{describe(value)} should be a square's name or number")
    try:
        return box.square_number(value if isinstance(value, str) else int(str(value)))
    except RentierError as error:
        raise table.wrong(name, str(error)) from None


def read_deed(table: Table, name: str, box: Box, value: object) -> int:
    """A square that can be owned."""
    square = read_square(table, name, box, value)
    if not box.board.squares[square].is_deed:
        raise table.wrong(name, f"{box.square_names[square]!r} has no deed")
    return square


def read_deeds(table: Table, name: str, box: Box) -> int:
    """A list of deeds, as bits."""
    table.read.add(name)
    values = table.values.get(name, [])
    if not isinstance(values, list):
        raise table.wrong(name, f"{describe(values)} should be a list of deeds")
    squares = 0
    for value in values:
        square = read_deed(table, name, box, value)
        if squares >> square & 1:
            raise table.wrong(name, f"{value!r} is there twice")
        squares |= 1 << square
    return squares


def read_yes_no(table: Table, name: str) -> bool:
    """A key that is true or false; false where it is absent."""
    table.read.add(name)
    value = table.values.get(name, False)
    if not isinstance(value, bool):
        raise table.wrong(name, f"{describe(value)} should be true or false")
    return value


def read_players(tables: list[Table], box: Box, game: GameRecord) -> None:
    """Every player of a position."""
    for seat, table in enumerate(tables):
        if "bankrupt" in table.values:
            _read_fallen(table, game, seat)
        else:
            _read_player(table, box, game, seat)
        table.finish()
    _check_falls(tables, game)
    _check_promises(tables, box, game)
    _check_supply(tables, box, game)
    for seat, table in enumerate(tables):
        _check_groups(table, box, game, seat)


def _read_fallen(table: Table, game: GameRecord, seat: int) -> None:
    """A player who is out of the game has nothing more."""
    game.fallen[seat] = table.number("bankrupt", 1, int(game.players) - 1)
    game.in_play &= ~(1 << seat)
    for name in table.values:
        if name != "bankrupt":
            raise table.wrong(name, "a bankrupt player has nothing more; leave it out")


def _check_falls(tables: list[Table], game: GameRecord) -> None:
    """The bankrupt went one after the other."""
    falls = game.fallen.tolist()
    gone = sum(fall != 0 for fall in falls)
    for seat, table in enumerate(tables):
        if falls[seat] and falls.index(falls[seat]) != seat:
            raise table.wrong("bankrupt", f"seat {falls.index(falls[seat])} was the {falls[seat]}. to go bankrupt already")
        if falls[seat] > gone:
            raise table.wrong("bankrupt", f"only {gone} went bankrupt, so it should be {gone} at most")


def _read_player(table: Table, box: Box, game: GameRecord, seat: int) -> None:
    """A player who is in the game."""
    game.cash[seat] = table.number("cash", 0, MOST_CASH, int(box.record.start_cash))
    game.offers_made[seat] = table.number("offers_made", 0, MOST_OFFERS, 0)
    if read_yes_no(table, "passed_go"):
        game.lapped |= 1 << seat
    table.read.add("square")
    if "square" in table.values:
        game.square[seat] = read_square(table, "square", box, table.values["square"])
    if "jail_turns" in table.values:
        _read_jail(table, box, game, seat)
    for deck in table.texts("jail_cards"):
        _read_jail_card(table, box, game, seat, deck)
    _read_promises(table, box, game, seat)
    deeds = table.table("deeds")
    for name in deeds.values:
        square = read_deed(deeds, f'"{name}"', box, name)
        if game.owner[square] != NOBODY:
            raise deeds.wrong(f'"{name}"', f"it belongs to seat {game.owner[square]} already; a deed has one owner")
        edge.lay_deed(box.record, game, square, seat, _read_level(deeds, name, box, square))


def _read_promises(table: Table, box: Box, game: GameRecord, seat: int) -> None:
    """What a player owes another by an IOU, and where the player lands free."""
    if "owes" in table.values or "owes_to" in table.values:
        if box.record.loans == 0:
            raise table.wrong("owes", "these rules have no loans")
        game.owes[seat] = table.number("owes", 1, MOST_CASH)
        game.owes_to[seat] = table.number("owes_to", 0, int(game.players) - 1)
    game.free_rent[seat] = read_deeds(table, "free_rent", box)
    if game.free_rent[seat] != 0 and box.record.immunity == 0:
        raise table.wrong("free_rent", "these rules know no promise of free rent")


def _check_promises(tables: list[Table], box: Box, game: GameRecord) -> None:
    """Promises are made by players in the game, and by nobody to himself."""
    for seat, table in enumerate(tables):
        holder = int(game.owes_to[seat])
        if holder == seat or (holder != NOBODY and game.fallen[holder] != 0):
            raise table.wrong("owes_to", f"seat {holder} should be another player who is in the game")
        for square, name in enumerate(box.square_names):
            if int(game.free_rent[seat]) >> square & 1 and game.owner[square] in (NOBODY, seat):
                raise table.wrong("free_rent", f"{name!r} should belong to another player")


def _read_jail(table: Table, box: Box, game: GameRecord, seat: int) -> None:
    """A player in jail stands on its square, whatever else is written."""
    if box.record.jail_square < 0:
        raise table.wrong("jail_turns", f"board {box.board.name!r} has no jail")
    game.jail_turns[seat] = table.number("jail_turns", 0, int(box.record.jail_max_turns) - 1)
    game.square[seat] = box.record.jail_square


def _read_jail_card(table: Table, box: Box, game: GameRecord, seat: int, name: str) -> None:
    """A jail card in a player's hand."""
    if name not in DECKS:
        raise table.wrong("jail_cards", unknown("deck", name, DECKS))
    deck = DECKS.index(name)
    if box.record.jail_card[deck] < 0:
        raise table.wrong("jail_cards", f"the {name} deck has no jail card")
    if game.card_holder[deck] != NOBODY:
        raise table.wrong("jail_cards", f"the {name} card is in the hand of seat {game.card_holder[deck]} already")
    game.card_holder[deck] = seat


def _read_level(deeds: Table, name: str, box: Box, square: int) -> int:
    """The level of a deed as the rules count it, or that it is mortgaged."""
    value = deeds.values[name]
    if value == MORTGAGED:
        return edge.MORTGAGED
    houses = int(box.record.hotel_level) - 1
    if not isinstance(value, int) or isinstance(value, bool) or not (0 <= value <= houses or value == HOTEL):
        expected = f"0 to {houses} for houses, {HOTEL} for a hotel, or 'mortgaged'"
        raise deeds.wrong(f'"{name}"', f"{describe(value)} should be {expected}")
    if value > 0 and box.board.squares[square].kind != "street":
        raise deeds.wrong(f'"{name}"', "only streets are built on; it should be 0 or 'mortgaged'")
    return houses + 1 if value == HOTEL else value


def _check_supply(tables: list[Table], box: Box, game: GameRecord) -> None:
    """No more buildings than the box has."""
    supplies = (("houses", box.record.houses, game.houses_left), ("hotels", box.record.hotels, game.hotels_left))
    for what, supply, left in supplies:
        if supply != UNLIMITED and left < 0:
            reason = f"there are {supply - left} {what} on the board; the box has {supply}"
            raise RentierError(f"{tables[0].file}: players: {reason}")


def _check_groups(table: Table, box: Box, game: GameRecord, seat: int) -> None:
    """Buildings stand on whole groups, free of mortgages, and evenly. Where groups need not be whole, lots come as they may."""
    if box.record.build_without_full_set == 1:
        return
    for group in box.board.groups:
        own = [square for square in group.squares if game.owner[square] == seat]
        levels = np.array([int(game.level[square]) for square in own])
        if not levels.any():
            continue
        built = box.square_names[own[int(levels.argmax())]]
        if len(own) < len(group.squares):
            raise table.wrong("deeds", f"{built!r} is built on, but the player does not own the whole group {group.name!r}")
        mortgaged = [square for square in own if int(game.mortgaged) >> square & 1]
        if mortgaged:
            name = box.square_names[mortgaged[0]]
            raise table.wrong("deeds", f"{built!r} is built on, but {name!r} of its group is mortgaged")
        if box.record.even_build == 1 and levels.max() - levels.min() > 1:
            raise table.wrong("deeds", f"the buildings of group {group.name!r} are uneven; they may differ by one at most")
