"""Steps of some tables, compiled for a CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from rentier.compiled import entry
from rentier.game.state import BOX, GAME, LUCK
from rentier.records import Numbers
from rentier.selfplay.advance import advance
from rentier.selfplay.rows import table_of, write_row
from rentier.selfplay.tables import PLAY, STEP, TABLE
from rentier.selfplay.targets import write_targets

BOXES, TABLES, STEPS = (types.Array(record, 1, "C") for record in (BOX, TABLE, STEP))
GAMES, LUCKS, WINDOW = types.Array(GAME, 1, "C"), types.Array(LUCK, 1, "C"), types.Array(STEP, 2, "C")
WHOLE_NUMBERS = types.Array(types.int64, 1, "C")
LIST, ROWS, TARGETS = (types.Array(types.float32, dimensions, "C") for dimensions in (1, 2, 3))
RANGE = (types.int64, types.int64)


@entry(types.void(BOXES, TABLES, ROWS, WHOLE_NUMBERS, PLAY, STEPS, *RANGE))
def advance_some(
    boxes: Numbers, tables: Numbers, values: Numbers, firsts: Numbers, play: Any, steps: Numbers, low: int, high: int
) -> None:
    """`advance` at some tables."""
    for number in range(low, high):
        advance(boxes, tables[number], values, firsts[number], play, steps[number])


@entry(types.void(BOXES, TABLES, WHOLE_NUMBERS, ROWS, GAMES, LUCKS, *RANGE))
def write_some(
    boxes: Numbers, tables: Numbers, ends: Numbers, rows: Numbers, games: Numbers, lucks: Numbers, low: int, high: int
) -> None:
    """`write_row` for some rows; there is room to imagine one game."""
    for row in range(low, high):
        place = table_of(ends, row)
        table = tables[place]
        rows[row, :] = np.float32(0.0)
        write_row(boxes, table, row - (ends[place] - table.number), games[0], lucks[0], rows[row])


@entry(types.void(WINDOW, types.float64, LIST, TARGETS, ROWS, *RANGE))
def target_some(
    steps: Numbers, lambda_: float, later: Numbers, targets: Numbers, weights: Numbers, low: int, high: int
) -> None:
    """`write_targets` for some tables."""
    for number in range(low, high):
        write_targets(steps, number, lambda_, later, targets, weights)
