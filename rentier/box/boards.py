"""Boards: their squares and groups in one edition, read from TOML and checked."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from pathlib import Path

from rentier.box.reading import MOST_MONEY, Table, check_schema, read_table
from rentier.box.record import MOST_GROUPS, MOST_SQUARES, SQUARE_KINDS
from rentier.errors import RentierError, unknown

FEWEST_SQUARES = 8
MOST_OF_ONE_OWNER = 6  # columns of the record's rents, which hold a figure for each number owned
DEED_KINDS = ("street", "station", "utility")
SINGLE_KINDS = ("go", "jail")


@dataclass(frozen=True)
class Square:
    """One square. `rents` are by building for a street, by number owned for a station, and multipliers for a utility."""

    name: str
    kind: str
    aliases: tuple[str, ...] = ()
    group: str | None = None
    price: int = 0
    mortgage: int = 0
    rents: tuple[int, ...] = ()
    tax: int = 0
    tax_percent: int = 0

    @property
    def is_deed(self) -> bool:
        """Whether the square can be owned."""
        return self.kind in DEED_KINDS


@dataclass(frozen=True)
class Group:
    """The squares of a group, with the colour that pictures give them. `house_cost` is 0 if nothing can be built."""

    id: str
    name: str
    colour: str
    house_cost: int
    squares: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """A board in one edition. `decks` is the file of its decks, if the board names one."""

    name: str
    title: str
    edition: str
    currency: str
    squares: tuple[Square, ...]
    groups: tuple[Group, ...]
    decks: Path | None

    def money(self, amount: int) -> str:
        """Return an amount in the currency of the board: `£1,500`."""
        return f"{'-' if amount < 0 else ''}{self.currency}{abs(int(amount)):,}"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the squares, in order."""
        return tuple(square.name for square in self.squares)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of the squares, in order."""
        return tuple(square.kind for square in self.squares)

    @functools.cached_property
    def _numbers_by_name(self) -> dict[str, list[int]]:
        """Squares by name and alias."""
        numbers: dict[str, list[int]] = {}
        for number, square in enumerate(self.squares):
            for name in {text.casefold() for text in (square.name, *square.aliases)}:
                numbers.setdefault(name, []).append(number)
        return numbers

    def square_number(self, name_or_number: str | int) -> int:
        """Return the number of a square given by name or alias, in upper or lower case, or by number."""
        text = str(name_or_number).strip()
        if re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
            if not 0 <= int(text) < len(self.squares):
                raise RentierError(f"no square {text}; this board has squares 0 to {len(self.squares) - 1}")
            return int(text)
        numbers = self._numbers_by_name.get(text.casefold())
        if numbers is None:
            aliases = [alias for square in self.squares for alias in square.aliases]
            raise RentierError(unknown("square", text, (*self.names, *aliases), "`rentier rules PRESET` lists them"))
        if len(numbers) > 1:
            listed = ", ".join(map(str, numbers))
            raise RentierError(f"{text!r} is the name of several squares; give one of their numbers: {listed}")
        return numbers[0]


def read_board(path: Path, edition: str | None = None) -> Board:
    """Read the board of a file in the edition named, or else in the first one of the file."""
    table = read_table(path)
    check_schema(table)
    edition, changes = _choose_edition(table, edition)
    square_tables = _with_changes(table, changes, "squares", "name")
    squares = _read_squares(square_tables)
    group_tables = _with_changes(table, changes, "groups", "id")
    _check_group_ids(group_tables, square_tables, squares)
    groups = tuple(_read_group(group_table, squares) for group_table in group_tables)
    board = Board(
        name=table.text("name"),
        title=table.text("title", table.text("name")),
        edition=edition,
        currency=table.text("currency", "$"),
        squares=squares,
        groups=groups,
        decks=_find_decks(table, changes),
    )
    changes.text("about", "")
    changes.finish()
    table.finish()
    return board


def _choose_edition(table: Table, edition: str | None) -> tuple[str, Table]:
    """Return the edition and its table of changes; an empty name and table for a board without editions."""
    editions = table.table("editions")
    known = list(editions.values)
    if edition is None:
        edition = known[0] if known else ""
    elif edition not in known:
        reason = unknown("edition", edition, known) if known else f"no edition {edition!r}; this board has no editions"
        raise table.wrong("editions", reason)
    return edition, editions.table(edition) if edition else Table(table.file, {})


def _find_decks(table: Table, changes: Table) -> Path | None:
    """Return the decks that an edition, or else the whole board, names."""
    table.read.add("decks")
    for source in (changes, table):
        if "decks" in source.values:
            return source.file_named("decks", "decks")
    return None


def _with_changes(table: Table, edition: Table, what: str, called: str) -> list[Table]:
    """Return the file's squares or groups with an edition's changes applied; the edition names them by name or id."""
    most = MOST_SQUARES if what == "squares" else MOST_GROUPS
    fewest = FEWEST_SQUARES if what == "squares" else 0
    entries = table.tables(what, fewest, most)
    changes = edition.table(what)
    for name in changes.values:
        matching = [entry for entry in entries if entry.values.get(called) == name]
        if len(matching) != 1:
            known = dict.fromkeys(str(entry.values.get(called)) for entry in entries)
            reason = "is the name of several squares" if matching else unknown(what.removesuffix("s"), name, known)
            raise changes.wrong(f'"{name}"', reason)
        matching[0].values = {**matching[0].values, **changes.table(name).values}
    return entries


def _read_squares(tables: list[Table]) -> tuple[Square, ...]:
    """Read the squares of a board, and check each of them and all together."""
    squares = tuple(_read_square(table) for table in tables)
    owners: dict[str, int] = {}
    for number, (square, table) in enumerate(zip(squares, tables, strict=True)):
        for name in dict.fromkeys(text.casefold() for text in (square.name, *square.aliases)):
            other = owners.setdefault(name, number)
            if other != number and (square.is_deed or squares[other].is_deed):
                raise table.wrong("name", f"{name!r} is also a name of squares[{other}]; deeds need names of their own")
    for kind in SINGLE_KINDS:
        numbers = [number for number, square in enumerate(squares) if square.kind == kind]
        if len(numbers) > 1:
            raise tables[numbers[1]].wrong("kind", f"squares[{numbers[0]}] is {kind!r} too; a board has one at most")
    if "gotojail" in (kinds := [square.kind for square in squares]) and "jail" not in kinds:
        raise tables[kinds.index("gotojail")].wrong("kind", "'gotojail' needs a square of kind 'jail'")
    _check_figures_by_number_owned(squares, tables)
    return squares


def _read_square(table: Table) -> Square:
    """Read one square with the figures that its kind needs."""
    name = table.text("name").strip()
    if re.fullmatch(r"-?\d{1,9}", name, re.ASCII):
        raise table.wrong("name", f"{name!r} should not be a number, which would mean the square of that number")
    kind = table.word("kind", "kind of square", SQUARE_KINDS)
    square = Square(name, kind, table.texts("aliases"))
    if kind == "tax":
        square = replace(square, tax=table.number("tax", 0, MOST_MONEY), tax_percent=table.number("tax_percent", 0, 100, 0))
    elif square.is_deed:
        square = _read_deed(table, square)
    table.finish()
    return square


def _read_deed(table: Table, square: Square) -> Square:
    """Read the figures of a square that can be owned."""
    price = table.number("price", 1, MOST_MONEY)
    if square.kind == "street":
        rents = table.numbers("rents", 1, 6)
        if len(rents) not in (1, 6):
            raise table.wrong("rents", f"a list of {len(rents)} should have six rents, or one where nothing is ever built")
    else:
        rents = table.numbers("rents" if square.kind == "station" else "multipliers", 1, MOST_OF_ONE_OWNER)
    mortgage = table.number("mortgage", 0, price, price // 2)
    return replace(square, group=table.text("group"), price=price, mortgage=mortgage, rents=rents)


def _check_figures_by_number_owned(squares: tuple[Square, ...], tables: list[Table]) -> None:
    """Refuse stations or utilities that lack a figure for some number owned."""
    for kind, key in (("station", "rents"), ("utility", "multipliers")):
        count = sum(square.kind == kind for square in squares)
        for square, table in zip(squares, tables, strict=True):
            if square.kind == kind and len(square.rents) < count:
                reason = f"a list of {len(square.rents)} should have a figure for each number owned, from 1 to {count}"
                if count > MOST_OF_ONE_OWNER:
                    reason = f"there are {count} squares of kind {kind!r}; a board has {MOST_OF_ONE_OWNER} at most"
                raise table.wrong(key, reason)


def _check_group_ids(group_tables: list[Table], square_tables: list[Table], squares: tuple[Square, ...]) -> None:
    """Refuse two groups with the same id, and a square of an unknown group."""
    known: list[str] = []
    for table in group_tables:
        if table.text("id") in known:
            raise table.wrong("id", f"{table.text('id')!r} is the id of two groups; ids should differ")
        known.append(table.text("id"))
    for square, table in zip(squares, square_tables, strict=True):
        if square.group is not None and square.group not in known:
            raise table.wrong("group", unknown("group", square.group, known))


def _read_group(table: Table, squares: tuple[Square, ...]) -> Group:
    """Read one group. Its squares must be of one kind, and streets must have a house cost."""
    id_ = table.text("id")
    members = tuple(number for number, square in enumerate(squares) if square.group == id_)
    if not members:
        raise table.wrong("id", f"no square has group = {id_!r}; a group needs one square at least")
    kinds = sorted({squares[member].kind for member in members})
    if len(kinds) > 1:
        raise table.wrong("id", f"the squares of {id_!r} are {' and '.join(kinds)}; a group should have one kind")
    colour = table.text("colour")
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise table.wrong("colour", f"{colour!r} should be a hex colour such as '#1d4ed8'")
    bare = {len(squares[member].rents) == 1 for member in members}
    if kinds == ["street"] and bare == {True, False}:
        raise table.wrong("id", f"some streets of {id_!r} have one rent and some six; a group is built on or not")
    if kinds == ["street"] and bare == {False}:
        house_cost = table.number("house_cost", 1, MOST_MONEY)
    elif "house_cost" in table.values:
        raise table.wrong("house_cost", "only streets with six rents are built on; leave it out")
    else:
        house_cost = 0
    group = Group(id_, table.text("name"), colour, house_cost, members)
    table.finish()
    return group
