"""Sets of squares and of seats as the bits of one number."""

from __future__ import annotations

from rentier.compiled import compiled, count_bits, lowest_bit
from rentier.layout import wide


@compiled
def bit(number: int) -> int:
    """The set of this one square or seat."""
    return wide(1) << wide(number)


@compiled
def lowest(bits: int) -> int:
    """The lowest square or seat of a set; 0 where it is empty."""
    return lowest_bit(bits)


@compiled
def count(bits: int) -> int:
    """How many are in the set."""
    return count_bits(bits)


@compiled
def next_seat(seats: int, after: int, players: int) -> int:
    """The first seat of the set going left from `after`; `after` itself comes last. -1 when the set is empty."""
    seat = after
    for _step in range(players):
        seat = seat + 1 if seat + 1 < players else 0  # a remainder would cost more than all the rest
        if seats & bit(seat) != 0:
            return seat
    return -1
