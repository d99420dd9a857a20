"""The numbers that a compiled agent is set by, each by its name: those of the catalogue, or those in the file that it reads."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from rentier.agents.catalogue import AgentKind, Setting, find, number_text
from rentier.box import load_box
from rentier.box.reading import Table, describe
from rentier.errors import RentierError, unknown

DATA = Path(__file__).parent / "data"
GENES_BOARD = "uk-classic"

Places = Mapping[str, tuple[int, Setting]]  # by name: where a number stands among the settings, and what it may be


def named_places(kind: AgentKind) -> Places:
    """What the numbers of an agent are called and where each of them stands."""
    if kind.reads:
        places: Places = find(kind.names)()
        return places
    return {setting.name: (place, setting) for place, setting in enumerate(kind.settings)}


def deed_genes() -> Places:
    """The genes of Pring 2015: a number from 0 to 1 for each deed of the London board, at the number of its square."""
    squares = load_box(GENES_BOARD).board.squares
    return {
        square.name: (number, Setting(square.name, None, 0.0, 1.0, range=(0.0, 1.0)))
        for number, square in enumerate(squares)
        if square.is_deed
    }


def numbers_by_name(kind: AgentKind, numbers: tuple[float, ...]) -> dict[str, float]:
    """The numbers of an agent by name, refused where names do not say all of them."""
    named = {name: numbers[place] for name, (place, _) in named_places(kind).items()}
    if any(map(math.isnan, named.values())) or (kind.reads and _with_names(kind, named) != numbers):
        raise RentierError(f"{kind.spec}: its file should have one number for each of {', '.join(list(named)[:2])} and so on")
    return named


def read_numbers(kind: AgentKind, table: Table) -> tuple[float, ...]:
    """All numbers of an agent from a table of a file, each checked; those with a default may be missing."""
    places = named_places(kind)
    for name in table.values:
        if name not in places:
            raise table.wrong(name, unknown("setting", name, list(places)))
    named = {name: _read_number(table, setting) for name, (_, setting) in places.items()}
    numbers = _with_names(kind, named)
    try:
        check_falling(kind, numbers)
    except RentierError as error:
        raise RentierError(f"{table.file}: {error}") from None
    return numbers


def check_falling(kind: AgentKind, numbers: tuple[float, ...]) -> None:
    """Refuse a number that exceeds the one before it, where none may."""
    for place in range(1, len(numbers) if kind.falling else 0):
        if numbers[place] > numbers[place - 1]:
            first, second = (setting.name for setting in kind.settings[place - 1 : place + 1])
            raise RentierError(f"{first!r} should be at least {second!r}, as in {kind.example}")


def _with_names(kind: AgentKind, named: Mapping[str, float]) -> tuple[float, ...]:
    """The settings with these numbers; of one that reads a file the rest is as in the file of its own."""
    places = named_places(kind)
    numbers = list(find(kind.reads)(DATA / kind.file)) if kind.reads else [0.0] * len(places)
    for name, value in named.items():
        numbers[places[name][0]] = value
    return tuple(numbers)


def _read_number(table: Table, setting: Setting) -> float:
    """One number as its setting allows it; yes and no are true and false."""
    if setting.name not in table.values and setting.default is not None:
        return float(setting.default)
    value = table.get(setting.name, setting.expected)
    if setting.yes_no:
        if isinstance(value, bool):
            return float(value)
    elif isinstance(value, int | float) and not isinstance(value, bool) and setting.allows(value):
        return float(value)
    raise table.wrong(setting.name, f"{describe(value)} should be {setting.expected}")


def number_texts(kind: AgentKind, numbers: tuple[float, ...]) -> dict[str, str]:
    """The numbers of an agent by name as people read them."""
    return {
        name: setting.text(numbers[place]) if setting.yes_no else number_text(numbers[place])
        for name, (place, setting) in named_places(kind).items()
    }
