"""Read the players of a position: money, squares, jail, deeds and buildings, and check that they are possible."""

from __future__ import annotations

from collections.abc import Mapping

from rentier.box import Box
from rentier.box.reading import Table, describe, is_number
from rentier.box.record import DECKS, UNLIMITED
from rentier.errors import RentierError, unknown
from rentier.game.state import GameRecord
from rentier.game.words import FREE, NOBODY
from rentier.record.leniency import Leniency
from rentier.record.writing import HOTEL, MORTGAGED, buildings_standing, members

MOST_CASH = 10**15  # sums of it stay far within 64 bits
MOST_OFFERS = 1_000_000_000
MOST_PIECES = 10_000  # houses or hotels in the bank
MOST_JAIL_TURNS = 100
PROMISES = {"owes", "owes_to", "free_rent"}
PLAYER_KEYS = {"cash", "square", "jail_turns", "jail_cards", "offers_made", "passed_go", "deeds", *PROMISES}


def read_square(table: Table, name: str, box: Box, value: object) -> int:
    """Read a square given by name or number as the value of a key."""
    if isinstance(value, int) and 0 <= value < len(box.board.squares) and not isinstance(value, bool):
        return value
    if not isinstance(value, str) and not is_number(value):
        raise table.wrong(name, f"{describe(value)} should be a square's name or number")
    try:
        return box.square_number(value if isinstance(value, str) else int(str(value)))
    except RentierError as error:
        raise table.wrong(name, str(error)) from None


def read_deed(table: Table, name: str, box: Box, value: object) -> int:
    """Read a square that can be owned."""
    square = read_square(table, name, box, value)
    if not box.board.squares[square].is_deed:
        raise table.wrong(name, f"{box.square_names[square]!r} has no deed")
    return square


def read_deeds(table: Table, name: str, box: Box) -> int:
    """Read a list of deeds, as bits."""
    table.read.add(name)
    values = table.values.get(name, [])
    if not isinstance(values, list):
        raise table.wrong(name, f"{describe(values)} should be a list of deeds")
    squares = 0
    for value in values:
        square = read_deed(table, name, box, value)
        if squares >> square & 1:
            raise table.wrong(name, f"{value!r} is listed twice")
        squares |= 1 << square
    return squares


def read_yes_no(table: Table, name: str) -> bool:
    """Read a key that is true or false; by default false."""
    table.read.add(name)
    value = table.values.get(name, False)
    if not isinstance(value, bool):
        raise table.wrong(name, f"{describe(value)} should be true or false")
    return value


def read_players(tables: list[Table], box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read every player of a position."""
    numbers = {square.name: number for number, square in enumerate(box.board.squares) if square.group is not None}
    for seat, table in enumerate(tables):
        if "bankrupt" in table.values:
            _read_fallen(table, game, seat)
        else:
            _read_player(table, box, game, seat, leniency)
            _read_place(table, box, game, seat, numbers)
            _read_holdings(table.table("deeds"), box, game, seat, numbers)
        table.finish()
    if len(members(game.in_play)) < len(tables):
        _check_falls(tables, game)
    _check_promises(tables, box, game)
    _find_sets(box, game)
    if game.built != 0 and box.record.build_without_full_set == 0:  # otherwise any combination is possible
        _check_groups(tables, box, game, leniency)


def _read_fallen(table: Table, game: GameRecord, seat: int) -> None:
    """Read a bankrupt player, who has nothing else."""
    game.fallen[seat] = table.number("bankrupt", 1, game.players - 1)
    game.in_play &= ~(1 << seat)
    for name in table.values:
        if name != "bankrupt":
            raise table.wrong(name, "a bankrupt player has nothing else; leave it out")


def _check_falls(tables: list[Table], game: GameRecord) -> None:
    """Check the order of bankruptcies: 1, 2, 3 without gaps or repeats."""
    falls = list(game.fallen)
    gone = len(tables) - len(members(game.in_play))
    for seat, table in enumerate(tables):
        if falls[seat] and falls.index(falls[seat]) != seat:
            raise table.wrong("bankrupt", f"seat {falls.index(falls[seat])} has {falls[seat]} too; number bankruptcies from 1")
        if falls[seat] > gone:
            raise table.wrong("bankrupt", f"only {gone} went bankrupt, so it should be at most {gone}")


def _read_player(table: Table, box: Box, game: GameRecord, seat: int, leniency: Leniency) -> None:
    """Read a player who is in the game."""
    given = table.values
    table.read.update(PLAYER_KEYS)
    game.cash[seat] = table.number("cash", 0, MOST_CASH, None if "cash" in given else int(box.record.start_cash))
    if "offers_made" in given:
        game.offers_made[seat] = table.number("offers_made", 0, MOST_OFFERS)
    if "passed_go" in given and read_yes_no(table, "passed_go"):
        game.lapped |= 1 << seat
    if "jail_turns" in given:
        _read_jail(table, box, game, seat, leniency)
    for deck in table.texts("jail_cards") if "jail_cards" in given else ():
        _read_jail_card(table, box, game, seat, deck)
    if given.keys() & PROMISES:
        _read_promises(table, box, game, seat, leniency)


def _read_place(table: Table, box: Box, game: GameRecord, seat: int, numbers: Mapping[str, int]) -> None:
    """Read where a player stands; one in jail stands on the jail's square, whatever is written."""
    value = table.values.get("square", 0)
    square = numbers[value] if isinstance(value, str) and value in numbers else read_square(table, "square", box, value)
    game.square[seat] = square if game.jail_turns[seat] == FREE else int(box.record.jail_square)


def _read_holdings(table: Table, box: Box, game: GameRecord, seat: int, numbers: Mapping[str, int]) -> None:
    """Read a player's deeds and the buildings on them; `numbers` has the squares by the names that the board prints."""
    for name, value in table.values.items():
        square = numbers[name] if name in numbers else read_deed(table, f'"{name}"', box, name)
        if game.owner[square] != NOBODY:
            raise table.wrong(f'"{name}"', f"it already belongs to seat {game.owner[square]}; a deed has one owner")
        game.owner[square] = seat
        game.deeds[seat] |= 1 << square
        if value == MORTGAGED:
            game.mortgaged |= 1 << square
        elif value != 0 or not is_number(value):
            game.level[square] = _read_level(table, name, box, square)
            game.built |= 1 << square


def _read_level(deeds: Table, name: str, box: Box, square: int) -> int:
    """Read the level of a deed with buildings, as the rules count it."""
    value, hotel = deeds.values[name], int(box.switches["hotel_after"]) + 1
    if not isinstance(value, int) or isinstance(value, bool) or not (0 <= value < hotel or value == HOTEL):
        expected = f"0 to {hotel - 1} for houses, {HOTEL} for a hotel, or 'mortgaged'"
        raise deeds.wrong(f'"{name}"', f"{describe(value)} should be {expected}")
    if box.board.squares[square].kind != "street":
        raise deeds.wrong(f'"{name}"', "only streets are built on; it should be 0 or 'mortgaged'")
    return hotel if value == HOTEL else value


def _find_sets(box: Box, game: GameRecord) -> None:
    """Find the players who own all streets of a group."""
    for group in box.board.groups:
        first, last = group.squares[0], group.squares[-1]
        owner = game.owner[first]
        if owner != NOBODY and owner == game.owner[last] and box.board.squares[first].kind == "street":
            streets = sum(1 << square for square in group.squares)
            if streets & ~game.deeds[owner] == 0:
                game.sets[owner] |= streets


def _read_promises(table: Table, box: Box, game: GameRecord, seat: int, leniency: Leniency) -> None:
    """Read what a player owes another by an IOU, and the deeds on which it pays no rent."""
    if "owes" in table.values or "owes_to" in table.values:
        owes, holder = table.number("owes", 1, MOST_CASH), table.number("owes_to", 0, game.players - 1)
        if box.record.loans == 0:
            leniency.note(table, "owes", "these rules have no loans; nothing is owed")
        else:
            game.owes[seat], game.owes_to[seat] = owes, holder
    free_rent = read_deeds(table, "free_rent", box)
    if free_rent != 0 and box.record.immunity == 0:
        leniency.note(table, "free_rent", "these rules have no promises of free rent; rent is due")
    else:
        game.free_rent[seat] = free_rent


def _check_promises(tables: list[Table], box: Box, game: GameRecord) -> None:
    """Check that promises are made between different players who are in the game."""
    for seat, table in enumerate(tables):
        holder = game.owes_to[seat]
        if holder == seat or (holder != NOBODY and game.fallen[holder] != 0):
            raise table.wrong("owes_to", f"seat {holder} should be another player who is in the game")
        for square in members(game.free_rent[seat]):
            if game.owner[square] in (NOBODY, seat):
                raise table.wrong("free_rent", f"{box.square_names[square]!r} should belong to another player")


def _read_jail(table: Table, box: Box, game: GameRecord, seat: int, leniency: Leniency) -> None:
    """Read how often a player in jail has failed to roll a double."""
    if box.record.jail_square < 0:
        raise table.wrong("jail_turns", f"board {box.board.name!r} has no jail")
    turns = int(box.record.jail_max_turns)
    game.jail_turns[seat] = min(leniency.number(table, "jail_turns", range(turns), MOST_JAIL_TURNS), turns - 1)


def _read_jail_card(table: Table, box: Box, game: GameRecord, seat: int, name: str) -> None:
    """Read a jail card that a player holds."""
    if name not in DECKS:
        raise table.wrong("jail_cards", unknown("deck", name, DECKS))
    deck = DECKS.index(name)
    if box.record.jail_card[deck] < 0:
        raise table.wrong("jail_cards", f"the {name} deck has no jail card")
    if game.card_holder[deck] != NOBODY:
        raise table.wrong("jail_cards", f"the {name} card is already held by seat {game.card_holder[deck]}")
    game.card_holder[deck] = seat


def read_supply(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read what the bank has left: the buildings of the box that are not on the board."""
    houses, hotels = buildings_standing(box, game)
    game.houses_left = _read_left(table, "houses", int(box.record.houses), houses, leniency)
    game.hotels_left = _read_left(table, "hotels", int(box.record.hotels), hotels, leniency)


def _read_left(table: Table, what: str, supply: int, on_board: int, leniency: Leniency) -> int:
    """Read how many houses or hotels the bank has left: none if there are too many on the board."""
    if supply == UNLIMITED:
        return UNLIMITED
    if on_board > supply:
        leniency.note(table, "players", f"there are {on_board} {what} on the board; the box has {supply}")
    left = max(supply - on_board, 0)
    given = table.number(f"{what}_left", 0, MOST_PIECES, left)
    if given != left:
        leniency.note(table, f"{what}_left", f"{given} should be {left}: {on_board} of {supply} are on the board")
    return given


def _check_groups(tables: list[Table], box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Check that buildings are on whole groups without mortgages, and evenly distributed."""
    even, squares = box.record.even_build == 1, box.board.squares
    built_groups = {squares[square].group for square in members(game.built)}
    for group in (group for group in box.board.groups if group.id in built_groups):
        for seat in sorted({game.owner[square] for square in group.squares if game.level[square] > 0}):
            own = [square for square in group.squares if game.owner[square] == seat]
            levels = [game.level[square] for square in own]
            built = squares[own[levels.index(max(levels))]].name
            mortgaged = [squares[square].name for square in own if game.mortgaged >> square & 1]
            if len(own) < len(group.squares):
                reason = f"{built!r} is built on, but the player does not own the whole group {group.name!r}"
                leniency.note(tables[seat], "deeds", reason)
            if mortgaged:
                leniency.note(tables[seat], "deeds", f"{built!r} is built on, but {mortgaged[0]!r} of its group is mortgaged")
            elif even and max(levels) - min(levels) > 1:
                reason = f"the buildings of group {group.name!r} are uneven; they may differ by at most one"
                leniency.note(tables[seat], "deeds", reason)
