"""Compares steps of the kernels in Numba's CUDA simulator with direct calls: prints `same` if no byte differs.

Run in a separate process, interpreted: NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m tests.selfplay.simulated
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.box import load_box
from rentier.game.luck import key_of
from rentier.layout import as_records, many, new
from rentier.network.shape import PROBABILITIES
from rentier.record.position import read_position
from rentier.selfplay import gpu
from rentier.selfplay.advance import advance
from rentier.selfplay.opponents import BOT
from rentier.selfplay.parallel import start_records
from rentier.selfplay.positions import Start
from rentier.selfplay.rows import INPUTS, ImaginedRecord, slot_of, write_row
from rentier.selfplay.scripted import SCRIPTED
from rentier.selfplay.slots import PlayRecord, SlotRecord, StepRecord
from rentier.selfplay.targets import write_targets

SLOTS, WINDOW, ROWS = 3, 12, 64
LAMBDA = 0.75
ALL_SCRIPTED = sum(1 << BOT + number for number in range(len(SCRIPTED)))
ROUND = 10
POSITION = {"round": ROUND, "turn": 30, "players": [{"jail_cards": ["chance"]}, {"deeds": {"Mayfair": 0}}, {"cash": 9}]}


class ParallelGames:
    """Some slots with all that a step needs."""

    def __init__(self) -> None:
        box = load_box("uk-classic", {"deal_properties": 5, "turn_cap": 40})
        self.boxes = as_records(np.array([box.record], box.record.dtype))
        self.starts = start_records([Start(read_position(POSITION, np.uint64(0), box).game, 0)])
        self.slots = many(SlotRecord, SLOTS)
        self.slots["key"] = [key_of(np.uint64(5), number) for number in range(SLOTS)]
        self.play = many(PlayRecord, 1)
        self.play[0] = (3, 4, 1, 1, ALL_SCRIPTED, 1, ROWS // 2, 1.0, 0.1, 0.3, 0.7)
        self.slots["opponents"] = range(SLOTS)
        self.steps = many(StepRecord, WINDOW, SLOTS)
        self.values = np.zeros((2, ROWS, PROBABILITIES), np.float32)
        self.rows = np.zeros((ROWS, INPUTS), np.float32)
        self.firsts = np.full(SLOTS, -1)
        self.counts = np.zeros(SLOTS, np.int64)
        self.targets = np.zeros((WINDOW, SLOTS, PROBABILITIES), np.float32)
        self.mask = np.zeros((WINDOW, SLOTS), np.float32)

    def step(self, time: int, way: Any) -> None:
        """A step by the kernels or directly; values are drawn at random."""
        way.advance(self, time)
        ends = np.cumsum(self.counts)
        self.firsts = np.where(ends <= ROWS, ends - self.counts, -1)
        self.rows[:] = 0
        way.write(self, ends)
        chances = np.random.default_rng(time).random((2, ROWS, PROBABILITIES), np.float32)
        self.values[:] = chances / chances.sum(2, keepdims=True)

    def everything(self) -> list[Any]:
        return [self.slots, self.steps, self.rows, self.targets, self.mask]


class Kernels:
    """A step by the kernels."""

    def advance(self, field: ParallelGames, time: int) -> None:
        gpu.advance_all[1, SLOTS](
            field.boxes, field.starts, field.slots, field.values, field.firsts, field.play, field.steps[time], field.counts
        )

    def write(self, field: ParallelGames, ends: Any) -> None:
        gpu.write_all[1, ROWS](field.boxes, field.slots, ends, field.rows)

    def target(self, field: ParallelGames) -> None:
        gpu.target_all[1, SLOTS](field.steps, LAMBDA, field.targets, field.mask)


class Direct:
    """A step by the functions that the kernels are made of."""

    def advance(self, field: ParallelGames, time: int) -> None:
        for number in range(SLOTS):
            slot, step = field.slots[number], field.steps[time][number]
            advance(field.boxes, field.starts, slot, field.values, field.firsts[number], field.play[0], step)
            field.counts[number] = slot.number

    def write(self, field: ParallelGames, ends: Any) -> None:
        for row in range(min(ROWS, int(ends[-1]))):
            place = slot_of(ends, row)
            slot = field.slots[place]
            write_row(field.boxes, slot, row - (ends[place] - slot.number), new(ImaginedRecord), field.rows[row])

    def target(self, field: ParallelGames) -> None:
        for number in range(SLOTS):
            write_targets(field.steps, number, LAMBDA, np.zeros(PROBABILITIES, np.float32), field.targets, field.mask)


def main() -> None:
    fields = ParallelGames(), ParallelGames()
    for field, way in zip(fields, (Kernels(), Direct()), strict=True):
        for time in range(WINDOW):
            field.step(time, way)
        way.target(field)
    pairs = zip(fields[0].everything(), fields[1].everything(), strict=True)
    assert fields[0].mask.any(), "nothing was chosen"
    assert {bool(slot.game.rounds >= ROUND) for slot in fields[0].slots} == {False, True}, "games began alike"
    print("same" if all(one.tobytes() == other.tobytes() for one, other in pairs) else "they differ")


if __name__ == "__main__":
    main()
