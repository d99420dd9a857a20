"""Vector instructions: they give the same bits as their twins in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types
from numba.core.errors import TypingError

from rentier import vectors
from rentier.compiled import INTERPRETED, entry
from rentier.layout import Numbers
from rentier.network.shape import PROBABILITIES
from rentier.vectors import LANES, SEVEN, differing, seven_sums

pytestmark = pytest.mark.skipif(INTERPRETED, reason="compares compiled code with interpreted code")
ROW = types.Array(types.float32, 1, "C")


@entry(types.int64(ROW, ROW, types.int64))
def compare(one: Numbers, other: Numbers, first: int) -> int:
    """`differing`, for Python."""
    return differing(one, other, first)


@entry(types.void(ROW, types.int64, ROW, ROW))
def add_sevens(values: Numbers, number: int, weights: Numbers, sums: Numbers) -> None:
    """`seven_sums`, for Python."""
    seven_sums(values, number, weights, sums)


@given(st.sets(st.integers(0, 99)), st.integers(0, 36))
def test_the_numbers_that_differ_between_two_rows(changed: set[int], first: int) -> None:
    one = np.linspace(0, 1, 100, dtype=np.float32)
    other = one.copy()
    other[list(changed)] += 1
    bits = sum(1 << place - first for place in changed if first <= place < first + LANES)
    assert compare(one, other, first) % 2**64 == bits
    assert vectors._differing(one, other, first) == bits


@given(st.data(), st.integers(1, 70))
def test_seven_sums_are_added_in_order(data: Any, number: int) -> None:
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    values = random.normal(size=number + 3).astype(np.float32)
    weights = random.normal(size=SEVEN * (number + 1)).astype(np.float32)
    sums, expected = np.zeros(SEVEN, np.float32), np.zeros(SEVEN, np.float32)
    add_sevens(values, number, weights, sums)
    vectors._seven_sums(values, number, weights, expected)
    assert sums.tobytes() == expected.tobytes()
    by_matrix = weights[:SEVEN].astype(float) + values[:number].astype(float) @ weights[SEVEN:].reshape(number, SEVEN)
    assert sums == pytest.approx(by_matrix, abs=1e-4)


def test_only_rows_of_float32_values_are_read_as_vectors() -> None:
    for wrong in (types.Array(types.float64, 1, "C"), types.Array(types.float32, 1, "A"), types.Array(types.float16, 1, "C")):
        with pytest.raises(TypingError):
            entry(types.int64(wrong, ROW, types.int64))(compare.py_func)
        with pytest.raises(TypingError):
            entry(types.void(ROW, types.int64, wrong, ROW))(add_sevens.py_func)


def test_a_network_of_win_probabilities_has_seven_outputs() -> None:
    assert SEVEN == PROBABILITIES
