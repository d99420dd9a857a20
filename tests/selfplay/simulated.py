"""Steps of the kernels in Numba's CUDA simulator beside the same functions called directly: prints `same` if no byte differs.

Run in a process of its own, interpreted: NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m tests.selfplay.simulated
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.box import load_box
from rentier.game.luck import key_of
from rentier.game.state import GameRecord, LuckRecord
from rentier.network.shape import CHANCES, WHOLE_INPUTS
from rentier.records import as_records, many
from rentier.selfplay import gpu
from rentier.selfplay.advance import advance
from rentier.selfplay.rows import table_of, write_row
from rentier.selfplay.tables import PlayRecord, StepRecord, TableRecord
from rentier.selfplay.targets import write_targets

TABLES, WINDOW, ROWS = 3, 12, 64
LAMBDA = 0.75


class Field:
    """Some tables with all that a step needs."""

    def __init__(self) -> None:
        box = load_box("uk-classic", {"deal_properties": 5, "turn_cap": 40})
        self.boxes = as_records(np.array([box.record], box.record.dtype))
        self.tables = many(TableRecord, TABLES)
        self.tables["key"] = [key_of(np.uint64(5), number) for number in range(TABLES)]
        self.play = many(PlayRecord, 1)
        self.play[0] = (3, 4, 1, 1, 0.1)
        self.steps = many(StepRecord, WINDOW, TABLES)
        self.values = np.zeros((ROWS, CHANCES), np.float32)
        self.rows = np.zeros((ROWS, WHOLE_INPUTS), np.float32)
        self.firsts = np.full(TABLES, -1)
        self.counts = np.zeros(TABLES, np.int64)
        self.targets = np.zeros((WINDOW, TABLES, CHANCES), np.float32)
        self.weights = np.zeros((WINDOW, TABLES), np.float32)

    def step(self, time: int, way: Any) -> None:
        """A step by the kernels or directly; values are drawn at random."""
        way.advance(self, time)
        ends = np.cumsum(self.counts)
        self.firsts = np.where(ends <= ROWS, ends - self.counts, -1)
        self.rows[:] = 0
        way.write(self, ends)
        chances = np.random.default_rng(time).random((ROWS, CHANCES), np.float32)
        self.values[:] = chances / chances.sum(1, keepdims=True)

    def everything(self) -> list[Any]:
        return [self.tables, self.steps, self.rows, self.targets, self.weights]


class Kernels:
    """A step by the kernels."""

    def advance(self, field: Field, time: int) -> None:
        gpu.advance_all[1, TABLES](
            field.boxes, field.tables, field.values, field.firsts, field.play, field.steps[time], field.counts
        )

    def write(self, field: Field, ends: Any) -> None:
        gpu.write_all[1, ROWS](field.boxes, field.tables, ends, field.rows)

    def target(self, field: Field) -> None:
        gpu.target_all[1, TABLES](field.steps, LAMBDA, field.targets, field.weights)


class Direct:
    """A step by the functions that the kernels are made of."""

    def advance(self, field: Field, time: int) -> None:
        for number in range(TABLES):
            table = field.tables[number]
            advance(field.boxes, table, field.values, field.firsts[number], field.play[0], field.steps[time][number])
            field.counts[number] = table.number

    def write(self, field: Field, ends: Any) -> None:
        for row in range(min(ROWS, int(ends[-1]))):
            place = table_of(ends, row)
            table = field.tables[place]
            number = row - (ends[place] - table.number)
            write_row(field.boxes, table, number, many(GameRecord, 1)[0], many(LuckRecord, 1)[0], field.rows[row])

    def target(self, field: Field) -> None:
        for number in range(TABLES):
            write_targets(field.steps, number, LAMBDA, np.zeros(CHANCES, np.float32), field.targets, field.weights)


def main() -> None:
    fields = Field(), Field()
    for field, way in zip(fields, (Kernels(), Direct()), strict=True):
        for time in range(WINDOW):
            field.step(time, way)
        way.target(field)
    pairs = zip(fields[0].everything(), fields[1].everything(), strict=True)
    assert fields[0].weights.any(), "nothing was chosen"
    print("same" if all(one.tobytes() == other.tobytes() for one, other in pairs) else "they differ")


if __name__ == "__main__":
    main()
