"""Arrays at an address: how compiled agents access weights, which are too many to be stored in their mind."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numba import types
from numba.core.cgutils import create_struct_proxy
from numba.extending import intrinsic

from rentier.compiled import INTERPRETED
from rentier.layout import Numbers

NUMBERS = types.Array(types.float32, 1, "C")


def _interpreted(address: int, length: int) -> Numbers:
    """View `length` float32 values at an address as an array."""
    return np.ctypeslib.as_array((ctypes.c_float * int(length)).from_address(int(address)))


def _compiled(typing: Any, address: Any, length: Any) -> Any:
    """Do the same in compiled code, with an array that owns no memory: Numba's `carray` would be reference-counted."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = create_struct_proxy(NUMBERS)(context, builder)
        size = context.get_constant(types.intp, 4)
        array.data = builder.inttoptr(arguments[0], array.data.type)
        array.nitems = arguments[1]
        array.itemsize = size
        array.shape = context.make_tuple(builder, types.UniTuple(types.intp, 1), [arguments[1]])
        array.strides = context.make_tuple(builder, types.UniTuple(types.intp, 1), [size])
        array.meminfo = context.get_constant_null(types.MemInfoPointer(types.voidptr))
        array.parent = context.get_constant_null(types.pyobject)
        return array._getvalue()

    return NUMBERS(types.int64, types.int64), generate


numbers_at: Any = _interpreted if INTERPRETED else intrinsic(_compiled)
