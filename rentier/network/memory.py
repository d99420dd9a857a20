"""Numbers by their address: how compiled agents reach weights that are too many for their mind."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic

from rentier.compiled import INTERPRETED, compiled
from rentier.records import Numbers

if INTERPRETED:

    def numbers_at(address: int, length: int) -> Numbers:
        """The so many 32-bit numbers at an address."""
        return np.ctypeslib.as_array((ctypes.c_float * int(length)).from_address(int(address)))

else:

    @intrinsic
    def _pointer(context: Any, address: Any) -> Any:
        """An address as a pointer to 32-bit numbers."""
        kind = types.CPointer(types.float32)

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int64), build

    pointer: Any = _pointer  # which takes one argument less than it says

    @compiled
    def numbers_at(address: int, length: int) -> Numbers:
        """The so many 32-bit numbers at an address."""
        numbers: Numbers = carray(pointer(address), (length,))
        return numbers
