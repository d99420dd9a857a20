"""Sets of squares and of seats as the bits of one number."""

from __future__ import annotations

from rentier.compiled import compiled, count_bits, lowest_bit
from rentier.layout import wide


@compiled
def bit(number: int) -> int:
    """Return the set of this one square or seat."""
    return wide(1) << wide(number)


@compiled
def lowest(bits: int) -> int:
    """Return the lowest square or seat of a set, or 0 if it is empty."""
    return lowest_bit(bits)


@compiled
def count(bits: int) -> int:
    """Return the size of a set."""
    return count_bits(bits)


@compiled
def next_seat(seats: int, after: int, players: int) -> int:
    """Return the first seat of a set to the left of `after`, where `after` itself comes last; -1 if the set is empty."""
    seat = after
    for _step in range(players):
        seat = seat + 1 if seat + 1 < players else 0  # faster than a remainder
        if seats & bit(seat) != 0:
            return seat
    return -1
