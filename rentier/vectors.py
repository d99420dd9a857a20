"""Vector instructions that Numba does not generate by itself, for the inner loops of networks on a CPU.

Each has a twin in Python, which interpreted code uses and which adds in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from rentier.compiled import INTERPRETED
from rentier.layout import Numbers

LANES = 64  # numbers compared at once, one for each bit of the result
SEVEN = 7  # sums computed at once
_FLOAT, _INDEX, _LANE = ir.FloatType(), ir.IntType(64), ir.IntType(32)
_FLOAT_BYTES = 4
_EIGHT = ir.VectorType(_FLOAT, SEVEN + 1)  # a row of seven and the first number of the next row, whose sum is not used
_BROADCAST = ir.Constant(ir.VectorType(_LANE, SEVEN + 1), [0] * (SEVEN + 1))


def _differing(one: Numbers, other: Numbers, first: int) -> int:
    """Return which of the 64 numbers from `first` on differ between two rows, as bits."""
    differ = one[first : first + LANES] != other[first : first + LANES]
    return int(np.packbits(differ, bitorder="little").view(np.uint64)[0])


def _compare(typing: Any, one: Any, other: Any, first: Any) -> Any:
    """Generate `_differing` as a few vector instructions."""
    if not (_is_row(one) and _is_row(other)):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *rows, start = arguments
        lanes = ir.VectorType(_FLOAT, LANES)
        vectors = [
            _load(builder, _address(context, builder, kind, row, start), lanes)
            for kind, row in zip(signature.args, rows, strict=False)
        ]
        return builder.bitcast(builder.fcmp_unordered("!=", *vectors), _INDEX)

    return types.int64(one, other, types.int64), generate


def _seven_sums(values: Numbers, number: int, weights: Numbers, sums: Numbers) -> None:
    """Compute the sums of seven nodes from the first `number` values; `weights`: their biases, then seven per value."""
    total = weights[:SEVEN].copy()
    for place in range(number):
        total += values[place] * weights[SEVEN * (place + 1) : SEVEN * (place + 2)]
    sums[:SEVEN] = total


def _add_sevens(typing: Any, values: Any, number: Any, weights: Any, sums: Any) -> Any:
    """Generate `_seven_sums` with all sums in one vector; there must be at least one value.

    Each load reads eight numbers. Nothing follows the last row, so its seven are added one by one.
    """
    if not (_is_row(values) and _is_row(weights) and _is_row(sums)):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero, seven = ir.Constant(_INDEX, 0), ir.Constant(_INDEX, SEVEN)
        value_at, weight_at, sum_at = (
            _address(context, builder, signature.args[which], arguments[which], zero) for which in (0, 2, 3)
        )
        last = builder.sub(arguments[1], ir.Constant(_INDEX, 1))
        total = cgutils.alloca_once_value(builder, _load(builder, weight_at, _EIGHT))
        with cgutils.for_range(builder, last) as loop:
            value = builder.load(builder.gep(value_at, [loop.index]))
            alone = builder.insert_element(ir.Constant(_EIGHT, ir.Undefined), value, ir.Constant(_LANE, 0))
            values = builder.shuffle_vector(alone, ir.Constant(_EIGHT, ir.Undefined), _BROADCAST)
            row = _load(builder, builder.gep(weight_at, [builder.add(builder.mul(loop.index, seven), seven)]), _EIGHT)
            builder.store(builder.fadd(builder.load(total), builder.fmul(values, row)), total)
        final, row_at = builder.load(builder.gep(value_at, [last])), builder.mul(arguments[1], seven)
        for node in range(SEVEN):
            weight = builder.load(builder.gep(weight_at, [builder.add(row_at, ir.Constant(_INDEX, node))]))
            before = builder.extract_element(builder.load(total), ir.Constant(_LANE, node))
            after = builder.fadd(before, builder.fmul(final, weight))
            builder.store(after, builder.gep(sum_at, [ir.Constant(_INDEX, node)]))
        return context.get_dummy_value()

    return types.none(values, types.int64, weights, sums), generate


def _is_row(kind: Any) -> bool:
    """Whether a type is that of contiguous float32 values, which vectors can be loaded from; Numba refuses others."""
    return isinstance(kind, types.Array) and kind.dtype == types.float32 and kind.ndim == 1 and kind.layout == "C"


def _address(context: Any, builder: Any, kind: Any, row: Any, first: Any) -> Any:
    """Generate the address of a number of a row."""
    return builder.gep(context.make_array(kind)(context, builder, row).data, [first])


def _load(builder: Any, address: Any, vector: Any) -> Any:
    """Generate the load of a vector from an address that need not be aligned to its size."""
    loaded = builder.load(builder.bitcast(address, vector.as_pointer()))
    loaded.align = _FLOAT_BYTES
    return loaded


if TYPE_CHECKING or INTERPRETED:
    differing, seven_sums = _differing, _seven_sums
else:
    differing, seven_sums = intrinsic(_compare), intrinsic(_add_sevens)
