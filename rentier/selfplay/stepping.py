"""Steps of some slots, compiled for a CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from rentier.compiled import entry
from rentier.game.state import BOX
from rentier.records import Numbers
from rentier.selfplay.advance import advance
from rentier.selfplay.rows import slot_of, write_row
from rentier.selfplay.slots import PLAY, SLOT, STEP
from rentier.selfplay.targets import write_targets

BOXES, SLOTS, STEPS = (types.Array(record, 1, "C") for record in (BOX, SLOT, STEP))
WINDOW = types.Array(STEP, 2, "C")
WHOLE_NUMBERS = types.Array(types.int64, 1, "C")
LIST, ROWS, CUBE = (types.Array(types.float32, dimensions, "C") for dimensions in (1, 2, 3))
RANGE = (types.int64, types.int64)


@entry(types.void(BOXES, SLOTS, CUBE, WHOLE_NUMBERS, PLAY, STEPS, *RANGE))
def advance_some(
    boxes: Numbers, slots: Numbers, values: Numbers, firsts: Numbers, play: Any, steps: Numbers, low: int, high: int
) -> None:
    """`advance` in some slots."""
    for number in range(low, high):
        advance(boxes, slots[number], values, firsts[number], play, steps[number])


@entry(types.void(BOXES, SLOTS, WHOLE_NUMBERS, ROWS, *RANGE))
def write_some(boxes: Numbers, slots: Numbers, ends: Numbers, rows: Numbers, low: int, high: int) -> None:
    """`write_row` for some rows."""
    for row in range(low, high):
        place = slot_of(ends, row)
        slot = slots[place]
        rows[row, :] = np.float32(0.0)
        write_row(boxes, slot, row - (ends[place] - slot.number), rows[row])


@entry(types.void(WINDOW, types.float64, LIST, CUBE, ROWS, *RANGE))
def target_some(steps: Numbers, lambda_: float, future: Numbers, targets: Numbers, mask: Numbers, low: int, high: int) -> None:
    """`write_targets` for some slots."""
    for number in range(low, high):
        write_targets(steps, number, lambda_, future, targets, mask)
