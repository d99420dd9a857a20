"""Steps of some slots, compiled for a CPU."""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.compiled import entry
from rentier.game.state import BOX
from rentier.layout import Numbers
from rentier.selfplay.advance import advance
from rentier.selfplay.rows import write_rows
from rentier.selfplay.slots import PLAY, SLOT, START, STEP
from rentier.selfplay.targets import write_targets

BOXES, STARTS, SLOTS, STEPS = (types.Array(record, 1, "C") for record in (BOX, START, SLOT, STEP))
WINDOW = types.Array(STEP, 2, "C")
WHOLE_NUMBERS = types.Array(types.int64, 1, "C")
LIST, ROWS, CUBE = (types.Array(types.float32, dimensions, "C") for dimensions in (1, 2, 3))
RANGE = (types.int64, types.int64)


@entry(types.void(BOXES, STARTS, SLOTS, CUBE, WHOLE_NUMBERS, PLAY, STEPS, *RANGE))
def advance_some(
    boxes: Numbers,
    starts: Numbers,
    slots: Numbers,
    values: Numbers,
    firsts: Numbers,
    play: Any,
    steps: Numbers,
    low: int,
    high: int,
) -> None:
    """`advance` in some slots."""
    for number in range(low, high):
        advance(boxes, starts, slots[number], values, firsts[number], play, steps[number])


@entry(types.void(BOXES, SLOTS, WHOLE_NUMBERS, ROWS, *RANGE))
def write_some(boxes: Numbers, slots: Numbers, ends: Numbers, rows: Numbers, low: int, high: int) -> None:
    """`write_rows` for those of some slots whose rows have room."""
    for number in range(low, high):
        first = ends[number] - slots[number].number
        if ends[number] <= len(rows):
            write_rows(boxes, slots[number], rows, first, ends[number])


@entry(types.void(WINDOW, types.float64, LIST, CUBE, ROWS, *RANGE))
def target_some(steps: Numbers, lambda_: float, future: Numbers, targets: Numbers, mask: Numbers, low: int, high: int) -> None:
    """`write_targets` for some slots."""
    for number in range(low, high):
        write_targets(steps, number, lambda_, future, targets, mask)
