"""Compiles the kernels for an H200 without a GPU, to find errors that Numba's simulator cannot, as it compiles nothing.

Prints the size of each kernel's code and the conversions from unsigned integers to floats in it: there should be none, since
they come from adding an unsigned to a signed integer. Needs the extra `gpu`. Run: python -m tests.selfplay.for_gpu
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numba.cuda
from numba.cuda import dispatcher, types

from rentier.game.state import BOX
from rentier.selfplay import gpu
from rentier.selfplay.slots import PLAY, SLOT, START, STEP

H200 = (9, 0)  # its compute capability
FROM_UNSIGNED = re.compile(r"cvt\S*\.f\d+\.u\d+")
cuda: Any = numba.cuda  # has no type hints


def array(kind: Any, dimensions: int = 1, order: str = "C") -> Any:
    """Return the type of an array."""
    return types.Array(kind, dimensions, order)


NUMBERS = array(types.int64)
VALUES = array(types.float32, 3)
ROWS = array(types.float16, 2, "A")  # transposed
ARGUMENTS = {
    gpu.advance_all: (array(BOX), array(START), array(SLOT), VALUES, NUMBERS, array(PLAY), array(STEP), NUMBERS),
    gpu.write_all: (array(BOX), array(SLOT), NUMBERS, ROWS),
    gpu.target_all: (array(STEP, 2), types.float64, VALUES, array(types.float32, 2)),
}


def main() -> None:
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=H200)  # Numba asks the GPU, and there is none
    for kernel, arguments in ARGUMENTS.items():
        code, _ = cuda.compile(kernel.py_func, types.void(*arguments), cc=H200)
        print(f"{kernel.py_func.__name__}: {len(code):,} bytes, {len(FROM_UNSIGNED.findall(code))} from unsigned to float")


if __name__ == "__main__":
    main()
