"""Records in plain numbers, lists and sets."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np

SETS = {"deeds", "mortgaged", "unsettled", "estate", "free_rent", "in_play", "lapped", "each_seats"}


def squares_in(bits: int) -> list[int]:
    """Return the members of a set given as bits."""
    return [place for place in range(int(bits).bit_length()) if int(bits) >> place & 1]


def bits_of(members: Iterable[int]) -> int:
    """Return a set as bits."""
    return sum(1 << member for member in members)


def plain(record: Any) -> SimpleNamespace:
    """Return all fields of a record."""
    values = zip(record.dtype.names, record.tolist(), strict=True)
    fields = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}
    for name in SETS & fields.keys():
        bits = fields[name]
        fields[name] = [set(squares_in(part)) for part in bits] if isinstance(bits, list) else set(squares_in(bits))
    return SimpleNamespace(**fields)
