"""Flat records: a class whose annotations are both the types a checker sees and the layout in memory.

    class Purse(Record):
        owner: Int8
        coins: Int32s[8]        # written as Annotated[Numbers, "i4", (8,)]

`layout(Purse)` is the NumPy layout; `new(Purse)` an empty record of it. The same attribute names work interpreted and compiled.
"""

from __future__ import annotations

import copy
import ctypes
import functools
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
Int8 = Annotated[int, "i1"]
Int16 = Annotated[int, "i2"]
Int32 = Annotated[int, "i4"]
Int64 = Annotated[int, "i8"]
Float64 = Annotated[float, "f8"]
Word = Annotated[Any, "u8"]


if TYPE_CHECKING:

    def wide(number: Any) -> int:
        """Return a number as 64 bits, with which compiled code computes: numbers in a record may be narrower."""
        return int(number)

else:
    wide = np.int64


class Record:
    """The base of every record layout. Never instantiated: see `new`."""

    if TYPE_CHECKING:

        @property
        def data(self) -> Any:
            """The memory of the record."""


AnyRecord = TypeVar("AnyRecord", bound=Record)
_LAYOUTS: dict[type[Record], np.dtype[Any]] = {}


def layout(record: type[Record]) -> np.dtype[Any]:
    """Return the NumPy layout of a record class: its fields in the order they are written, aligned."""
    if record in _LAYOUTS:
        return _LAYOUTS[record]
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{record.__name__}.{name} has no storage type")
        fields.append((name, *get_args(hint)[1:]))
    _LAYOUTS[record] = np.dtype(fields, align=True)
    return _LAYOUTS[record]


_field: Any = np.void.__getitem__


class Row(np.record):  # type: ignore[misc]  # final only in NumPy's published types
    """One record in memory.

    Compiled code asks a record for its address. NumPy describes all its fields again before it answers, which takes ten times
    as long as the rest of a call into compiled code; here the answer is stored.
    """

    __getattribute__ = np.void.__getattribute__  # that of np.record does everything in Python

    def __getattr__(self, name: str) -> Any:
        """Return a field."""
        try:
            field = _field(self, name)  # quicker than `self[name]`, which is for records within records
        except ValueError:
            raise AttributeError(f"the record has no {name!r}") from None
        if type(field) is np.ndarray and field.dtype.names is not None:
            return as_records(field)
        return self[name] if type(field) is np.void else field

    @functools.cached_property
    def data(self) -> Any:
        """The memory of the record, which is valid as long as the record exists."""
        return (ctypes.c_char * self.nbytes).from_address(np.frombuffer(super().data, np.uint8).ctypes.data)

    def __copy__(self) -> Any:
        """Return an independent record, equal to the last byte: `record.copy()` would leave garbage between the fields."""
        return _in_own_memory(self.dtype, bytes(self.data))

    def __deepcopy__(self, _memo: Any) -> Any:
        return copy.copy(self)


class Rows(np.ndarray[Any, Any]):
    """An array of records; an attribute is a field of all of them."""

    def __getattr__(self, name: str) -> Any:
        """Return a field of all records."""
        if name not in (self.dtype.fields or ()):
            raise AttributeError(f"the records have no {name!r}")
        return self[name]


def as_records(array: Numbers) -> Any:
    """Return the same memory as records: `as_records(array)[0]` is one."""
    return array.view(np.dtype((Row, array.dtype))).view(Rows)


@functools.cache
def row_type(record: Any) -> np.dtype[Any]:
    """Return the layout of a record, always the same object: Numba recognises the type faster if it has seen that object."""
    return np.dtype((Row, layout(record)))


def _in_own_memory(kind: np.dtype[Any], content: bytes) -> Any:
    """Return a record with this content. It stores its address, so that NumPy need not find it."""
    memory: Any = (ctypes.c_char * kind.itemsize)()
    memory.raw = content
    record: Any = np.frombuffer(memory, kind)[0]
    record.__dict__["data"] = memory
    return record


def new(record: type[AnyRecord], content: bytes = b"") -> AnyRecord:
    """Return one record, with the given bytes as its memory, by default all zero."""
    return cast(AnyRecord, _in_own_memory(row_type(cast(Any, record)), content))


def many(record: type[AnyRecord], *counts: int) -> Any:
    """Return an array of records, all zero: `many(GameRecord, 8)[3]` is a record."""
    return as_records(np.zeros(counts, layout(record)))
