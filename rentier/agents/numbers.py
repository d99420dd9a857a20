"""The numeric settings of a compiled agent by name: those in the catalogue, or those in the file that it reads."""

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

Places = Mapping[str, tuple[int, Setting]]  # by name: the index of a number among the settings, and its valid values


def named_places(kind: AgentKind) -> Places:
    """Return the names of an agent's numbers, each with its index and its setting."""
    if kind.reads:
        places: Places = find(kind.names)()
        return places
    return {setting.name: (place, setting) for place, setting in enumerate(kind.settings)}


def deed_genes() -> Places:
    """Return the genes of Pring 2015: a number from 0 to 1 for each deed of the London board, indexed by its square."""
    squares = load_box(GENES_BOARD).board.squares
    return {
        square.name: (number, Setting(square.name, None, 0.0, 1.0, range=(0.0, 1.0)))
        for number, square in enumerate(squares)
        if square.is_deed
    }


def numbers_by_name(kind: AgentKind, numbers: tuple[float, ...]) -> dict[str, float]:
    """Return an agent's numbers by name; raise an error if the names do not cover all of them."""
    named = {name: numbers[place] for name, (place, _) in named_places(kind).items()}
    if any(map(math.isnan, named.values())) or (kind.reads and _with_names(kind, named) != numbers):
        raise RentierError(f"{kind.spec}: its file should have one number for each of {', '.join(list(named)[:2])} and so on")
    return named


def read_numbers(kind: AgentKind, table: Table) -> tuple[float, ...]:
    """Read and check all numbers of an agent from a table of a file; those with a default may be missing."""
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
    """Refuse a number that exceeds the one before it, if the agent's numbers must not rise."""
    for place in range(1, len(numbers) if kind.non_increasing else 0):
        if numbers[place] > numbers[place - 1]:
            first, second = (setting.name for setting in kind.settings[place - 1 : place + 1])
            raise RentierError(f"{first!r} should be at least {second!r}, as in {kind.example}")


def _with_names(kind: AgentKind, named: Mapping[str, float]) -> tuple[float, ...]:
    """Return the settings with these numbers; for an agent that reads a file, the others come from its bundled file."""
    places = named_places(kind)
    numbers = list(find(kind.reads)(DATA / kind.file)) if kind.reads else [0.0] * len(places)
    for name, value in named.items():
        numbers[places[name][0]] = value
    return tuple(numbers)


def _read_number(table: Table, setting: Setting) -> float:
    """Read one number and check it; yes and no are written as true and false."""
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
    """Return an agent's numbers by name, as text for display."""
    return {
        name: setting.text(numbers[place]) if setting.yes_no else number_text(numbers[place])
        for name, (place, setting) in named_places(kind).items()
    }
