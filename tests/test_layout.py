"""Records: Python and compiled code share their memory, however they were created."""

from __future__ import annotations

import gc
import weakref
from typing import Annotated, Any

import numpy as np
import pytest
from numba import types

from rentier.compiled import entry, record_type
from rentier.layout import Int32, Numbers, Record, as_records, layout, many, new


class Purse(Record):
    """Coins."""

    owner: Int32
    memory: Int32
    coins: Annotated[Numbers, "i8", (3,)]


class Table(Record):
    """A purse, and the number of people who have opened it."""

    looks: Int32
    purse: Annotated[Purse, layout(Purse)]


@entry(types.int64(record_type(layout(Purse))))
def take_coin(purse: Purse) -> int:
    """Take a coin of the second kind; return how many are left."""
    purse.coins[1] -= 1
    left: int = purse.coins[1]
    return left


def purses() -> dict[str, Any]:
    """Purses created in every possible way."""
    table = new(Table)
    read = np.frombuffer(bytes(layout(Purse).itemsize), layout(Purse)).copy()
    return {
        "new": new(Purse),
        "one of many": many(Purse, 4)[2],
        "of a row of many": many(Purse, 2, 3)[1][2],
        "of some of many": many(Purse, 4)[1:3][1],
        "inside another": table.purse,
        "read": as_records(read)[0],
    }


@pytest.mark.parametrize("name", purses())
def test_python_and_compiled_code_see_the_same_memory(name: str) -> None:
    purse = purses()[name]
    purse.coins[1] = 7
    assert take_coin(purse) == 6
    assert purse.coins[1] == 6
    purse.coins[1] = 3
    assert [take_coin(purse), take_coin(purse)] == [2, 1]


def test_a_field_may_have_any_name() -> None:
    purse = new(Purse)
    purse.memory = 3
    take_coin(purse)
    assert purse.memory == 3


def test_a_field_of_many_records_is_an_array_of_their_memory() -> None:
    several = many(Purse, 3)
    several[1].owner = 5
    assert several.owner.tolist() == [0, 5, 0]
    several.owner[2] = 6
    assert several[2].owner == 6


def test_only_declared_fields_exist() -> None:
    purse: Any = new(Purse)
    with pytest.raises(AttributeError, match="has no 'thief'"):
        _ = purse.thief
    with pytest.raises(AttributeError):
        purse.thief = 1
    with pytest.raises(AttributeError, match="have no 'thief'"):
        _ = many(Purse, 2).thief


def test_memory_is_given_back_with_the_last_record_of_it() -> None:
    memory = many(Purse, 2)
    purse, known = memory[1], weakref.ref(memory)
    take_coin(purse)
    gc.disable()
    try:
        del memory
        assert known() is not None
        del purse
        assert known() is None, "it should be freed without the garbage collector"
    finally:
        gc.enable()
