"""Sets as the bits of one number: processor instructions in compiled code and plain Python find the same members."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from numba import types

from rentier.compiled import entry
from rentier.game.bits import count, lowest

SETS = st.integers(-(1 << 63), (1 << 63) - 1)


@entry(types.int64(types.int64))
def lowest_of(bits: int) -> int:
    """Return the lowest member, compiled."""
    return lowest(bits)


@entry(types.int64(types.int64))
def count_of(bits: int) -> int:
    """Return the number of members, compiled."""
    return count(bits)


@given(SETS)
@example(0)
@example(-1)
@example(-(1 << 63))
def test_members_are_found_and_counted(bits: int) -> None:
    members = [place for place in range(64) if bits >> place & 1]
    assert lowest_of(bits) == (members or [0])[0]
    assert count_of(bits) == len(members)
