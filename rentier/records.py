"""Flat records: a class whose annotations are both the types a checker sees and the layout in memory.

    class Purse(Record):
        owner: Int8
        coins: Int32s[8]        # written as Annotated[Numbers, "i4", (8,)]

`layout(Purse)` is the NumPy layout; `new(Purse)` an empty record of it. The same attribute names work interpreted and compiled.
"""

from __future__ import annotations

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
        """A number as 64 bits wide as compiled code computes with: what is read from a record may be narrower."""
        return int(number)

else:
    wide = np.int64


class Record:
    """The base of every record layout. Never instantiated: see `new`."""


AnyRecord = TypeVar("AnyRecord", bound=Record)
_LAYOUTS: dict[type[Record], np.dtype[Any]] = {}


def layout(record: type[Record]) -> np.dtype[Any]:
    """The NumPy layout of a record class, fields in the order they are written, aligned."""
    if record in _LAYOUTS:
        return _LAYOUTS[record]
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{record.__name__}.{name} has no storage type")
        fields.append((name, *get_args(hint)[1:]))
    _LAYOUTS[record] = np.dtype(fields, align=True)
    return _LAYOUTS[record]


def new(record: type[AnyRecord]) -> AnyRecord:
    """One record, all zero."""
    return cast(AnyRecord, np.zeros(1, layout(record)).view(np.recarray)[0])


def many(record: type[AnyRecord], count: int) -> Any:
    """An array of records, all zero: `many(GameRecord, 8)[3]` is a record."""
    return np.zeros(count, layout(record)).view(np.recarray)
