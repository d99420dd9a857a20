"""Sets of squares and of seats as the bits of one number."""

from __future__ import annotations

import numpy as np

from rentier.compiled import compiled, wrapping
from rentier.records import wide

# In a de Bruijn sequence every run of six bits is another one, so that the top bits of its product with a power of two tell the
# power: one product and one table find the bit.
_SEQUENCE = 0x03F79D71B4CB0A89
_PLACE = np.zeros(64, np.int64)
for _place in range(63):
    _PLACE[(_SEQUENCE << _place >> 58) & 63] = _place


@compiled
def bit(number: int) -> int:
    """The set of this one square or seat."""
    return wide(1) << wide(number)


@wrapping
@compiled
def lowest(bits: int) -> int:
    """The lowest square or seat of a set that is not empty."""
    bits = wide(bits)
    return _PLACE[((bits & -bits) * _SEQUENCE >> 58) & 63]


@compiled
def count(bits: int) -> int:
    """How many are in the set."""
    number = 0
    while bits != 0:
        bits &= bits - 1
        number += 1
    return number


@compiled
def next_seat(seats: int, after: int, players: int) -> int:
    """The first seat of the set going left from `after`; `after` itself comes last. -1 when the set is empty."""
    seat = after
    for _step in range(players):
        seat = seat + 1 if seat + 1 < players else 0  # a remainder would cost more than all the rest
        if seats & bit(seat) != 0:
            return seat
    return -1
