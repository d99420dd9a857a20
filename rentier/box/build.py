"""Building a box: a preset, its board and its decks become one checked, read-only record."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rentier.box.boards import Board, Square, read_board
from rentier.box.decks import Cards, check_decks, read_decks
from rentier.box.presets import lay_overrides_over, read_overrides, read_preset
from rentier.box.reading import built_in_names, describe, is_path
from rentier.box.record import CARD_EFFECTS, DECKS, SQUARE_KINDS, BoxRecord
from rentier.box.switches import Setting, switch_definitions
from rentier.errors import RentierError, unknown
from rentier.layout import as_records, layout, many

DEFAULT_TAX_PERCENT = 10  # of the worth, if the payer may choose and the board prints no share


def plain_name(name: str) -> str:
    """Return a name in lower case, with straight apostrophes and single spaces."""
    return " ".join(name.casefold().replace("\u2019", "'").split())


@dataclass(frozen=True)
class Box:
    """A board, decks and rules: the record that the rules read, and the names that people use."""

    record: Any
    source: str  # the preset or file it was loaded from
    name: str
    version: int
    title: str
    about: str
    switches: Mapping[str, Setting]
    overrides: Mapping[str, Setting]
    board: Board
    decks: tuple[Cards, Cards]

    @property
    def square_names(self) -> tuple[str, ...]:
        """Names of the squares, in order."""
        return self.board.names

    def square_number(self, name_or_number: str | int) -> int:
        """Return the number of a square given by name, alias or number.

        A name exactly as printed takes precedence over one with other spaces or apostrophes.
        """
        text = str(name_or_number)
        return self.board.square_number(text if text in self._printed else self._printed.get(plain_name(text), text))

    @functools.cached_property
    def _printed(self) -> dict[str, str]:
        """Printed names of the squares, by themselves and by their plain form."""
        names = [name for square in self.board.squares for name in (square.name, *square.aliases)]
        return {plain_name(name): name for name in names} | {name: name for name in names}

    def deed_name(self, square: int) -> str:
        """Return the name of a square that can be owned."""
        named = self.board.squares[self.board.square_number(square)]
        if not named.is_deed:
            raise RentierError(f"square {square}, {named.name!r}, has no deed; it is of kind {named.kind!r}")
        return named.name

    def card_number(self, deck: int | str, id: str) -> int:
        """Return the number of a card in a deck, which is given by name or number."""
        if deck not in (*DECKS, *range(len(DECKS))):
            raise RentierError(unknown("deck", str(deck), DECKS))
        number = DECKS.index(deck) if isinstance(deck, str) else deck
        ids = [card.id for card in self.decks[number]]
        if id not in ids:
            raise RentierError(unknown(f"{DECKS[number]} card", id, ids))
        return ids.index(id)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a box in another process, with a read-only record."""
        self.__dict__.update(state)
        self.__dict__["record"] = _protect(as_records(np.array([state["record"]], layout(BoxRecord))))


def load_box(rules: str | Path = "uk-classic", overrides: Mapping[str, object] | None = None) -> Box:
    """Load the box of a built-in preset or a file. `overrides` may set switches, the board, its edition and the decks."""
    if not isinstance(rules, str | Path):
        raise RentierError(f"rules: {describe(rules)} should be a preset's name or a file")
    settings = read_overrides({} if overrides is None else overrides)
    files = [rules, *(str(settings[part]) for part in ("board", "decks") if part in settings)]
    if any(is_path(file) for file in files):
        return _build_box(rules, settings)
    # only built-in boxes are cached: a user's file may change while the program runs
    return _load_built_in_box(str(rules), tuple(sorted(settings.items())))


@functools.cache
def _load_built_in_box(name: str, overrides: tuple[tuple[str, Setting], ...]) -> Box:
    """Return the cached box of a built-in preset."""
    return _build_box(name, dict(overrides))


def _build_box(rules: str | Path, overrides: dict[str, Setting]) -> Box:
    """Read, check and build a box."""
    preset = lay_overrides_over(read_preset(rules), overrides)
    if preset.board is None:
        raise RentierError(f"{rules}: board: missing; expected a file or one of {', '.join(built_in_names('boards'))}")
    board = read_board(preset.board, preset.edition)
    decks_file = preset.decks or board.decks
    decks: tuple[Cards, Cards] = read_decks(decks_file, board) if decks_file else ((), ())
    check_decks(board, decks, str(decks_file or preset.board))
    _check_switches(str(rules), preset.switches, board)
    return Box(
        record=_build_record(board, decks, preset.switches),
        source=str(rules),
        name=preset.name,
        version=preset.version,
        title=preset.title,
        about=preset.about,
        switches=dict(preset.switches),
        overrides=overrides,
        board=board,
        decks=decks,
    )


def _check_switches(source: str, switches: Mapping[str, Setting], board: Board) -> None:
    """Refuse switches that contradict the board or each other."""
    deeds = sum(square.is_deed for square in board.squares)
    dealt = switches["deal_properties"]
    if isinstance(dealt, int) and dealt > deeds:
        raise RentierError(f"{source}: deal_properties: {dealt} should be {deeds} at most, the deeds of board {board.name!r}")
    if switches["buying"] == "auction" and switches["auction"] == "none":
        raise RentierError(f"{source}: buying: 'auction' needs auctions; auction should be 'ascending' or 'sealed'")
    if switches["second_tax"] != "board" and "tax" not in board.kinds:
        raise RentierError(f"{source}: second_tax: board {board.name!r} has no tax square; it should be 'board'")


def _build_record(board: Board, decks: tuple[Cards, Cards], switches: Mapping[str, Setting]) -> Any:
    """Build the record of a board, decks and switches."""
    array = many(BoxRecord, 1)
    record = array[0]
    _fill_switches(record, switches)
    _fill_board(record, board)
    _fill_groups(record, board)
    _fill_taxes(record, board, switches)
    _fill_decks(record, decks)
    return _protect(array)


def _protect(array: Any) -> Any:
    """Make an array of one record read-only, and return the record."""
    array.flags.writeable = False
    return array[0]


def _fill_switches(record: Any, switches: Mapping[str, Setting]) -> None:
    """Fill in every switch as a number, except the two that change taxes: `_fill_taxes` does these."""
    for name, switch in switch_definitions().items():
        if name == "building_supply":
            record.houses, record.hotels = switch.supply(switches[name])
        elif name == "hotel_after":
            record.hotel_level = switch.number(switches[name]) + 1
        elif name not in ("second_tax", "income_tax"):
            setattr(record, name, switch.number(switches[name]))


def _fill_board(record: Any, board: Board) -> None:
    """Fill in the squares."""
    record.squares = len(board.squares)
    record.go_square = board.kinds.index("go") if "go" in board.kinds else -1
    record.jail_square = board.kinds.index("jail") if "jail" in board.kinds else -1
    record.kind[:] = -1
    for number, square in enumerate(board.squares):
        record.kind[number] = SQUARE_KINDS.index(square.kind)
        record.price[number] = square.price
        record.mortgage[number] = square.mortgage
        figures = _rents_by_level(square, int(record.hotel_level))
        record.rents[number, : len(figures)] = figures
    record.streets = _bits(number for number, kind in enumerate(board.kinds) if kind == "street")
    record.stations = _bits(number for number, kind in enumerate(board.kinds) if kind == "station")
    record.utilities = _bits(number for number, kind in enumerate(board.kinds) if kind == "utility")
    record.deeds = record.streets | record.stations | record.utilities
    prices = {number: square.price for number, square in enumerate(board.squares) if int(record.deeds) >> number & 1}
    for number, price in prices.items():
        record.cheaper[number] = _bits(other for other in prices if prices[other] < price)


def _rents_by_level(square: Square, hotel_level: int) -> tuple[int, ...]:
    """Return the rents of a square. On a street the hotel's rent follows that of the last house allowed."""
    if square.kind != "street" or len(square.rents) == 1:
        return square.rents
    return (*square.rents[:hotel_level], square.rents[-1])


def _bits(squares: Any) -> int:
    """Return a set of squares as bits."""
    return sum(1 << int(square) for square in squares)


def _fill_groups(record: Any, board: Board) -> None:
    """Fill in the groups, and the group of each square."""
    record.groups = len(board.groups)
    record.group[:] = -1
    for number, group in enumerate(board.groups):
        members = _bits(group.squares)
        record.group_squares[number] = members
        for square in group.squares:
            record.group[square] = number
            record.group_of[square] = members
            record.house_cost[square] = group.house_cost


def _fill_taxes(record: Any, board: Board, switches: Mapping[str, Setting]) -> None:
    """Fill in the taxes that the board prints, as changed by the switches (rules 9.6, 9.7)."""
    taxed = [number for number, kind in enumerate(board.kinds) if kind == "tax"]
    for number in taxed:
        record.tax[number] = board.squares[number].tax
    second_tax = switches["second_tax"]
    if second_tax != "board":
        record.tax[taxed[-1]] = second_tax
    if switches["income_tax"] == "choice" and taxed:
        shares = {number: board.squares[number].tax_percent for number in taxed}
        if not any(shares.values()):
            shares[taxed[0]] = DEFAULT_TAX_PERCENT
        for number, share in shares.items():
            record.tax_percent[number] = share


def _fill_decks(record: Any, decks: tuple[Cards, Cards]) -> None:
    """Fill in the cards of both decks."""
    for deck, cards in enumerate(decks):
        record.deck_size[deck] = len(cards)
        record.jail_card[deck] = -1
        for number, card in enumerate(cards):
            record.card_effect[deck, number] = CARD_EFFECTS.index(card.effect)
            record.card_first[deck, number] = card.first
            record.card_second[deck, number] = card.second
            if card.effect == "jail_card":
                record.jail_card[deck] = number
