"""Many tables that step together, the same on a CPU and on a GPU.

A step asks every table for its next choice, writes down what the network sees of each option, values all of them with one call
of the network, and leaves in a window of steps what learning needs. Nothing goes through the host.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from rentier.box import Box
from rentier.game.luck import key_of
from rentier.network.shape import CHANCES, WHOLE_INPUTS
from rentier.records import Numbers, as_records, many
from rentier.selfplay.tables import PlayRecord, StepRecord, TableRecord

Values = Callable[[torch.Tensor], torch.Tensor]  # rows to chances
ROWS_A_TABLE = 18  # that there is room for, on average: a table that finds none waits for the next step


@dataclass(frozen=True)
class Play:
    """How games are played while learning."""

    fewest: int = 4  # players
    most: int = 4
    swaps: int = 3  # of deeds that are thought of in a turn
    explore: float = 0.02  # the share of choices made at random


class Field:
    """Tables, the rows of their choices, and a window of steps to learn from.

    `seen`, `targets`, `weights`: of each step and table the state that was chosen, what it should have been valued at, and 1
    where there is such a state, else 0.
    """

    def __init__(self, boxes: Sequence[Box], play: Play, tables: int, window: int, seed: int, device: str) -> None:
        self.device = torch.device(device)
        kept = as_records(np.array([box.record for box in boxes], boxes[0].record.dtype))
        places = many(TableRecord, tables)
        places["key"] = [key_of(np.uint64(seed), number) for number in range(tables)]
        settings = many(PlayRecord, 1)
        settings[0] = (play.fewest, play.most, play.swaps, len(boxes), play.explore)
        self.tables = _tables_on(self.device)(kept, places, settings, many(StepRecord, window, tables))
        rows = ROWS_A_TABLE * tables
        self.rows = self._room(rows, WHOLE_INPUTS, kind=self.tables.kind)
        self.values = self._room(rows, CHANCES)
        self.seen = self._room(window, tables, WHOLE_INPUTS, kind=self.tables.kind)
        self.targets = self._room(window, tables, CHANCES)
        self.weights = self._room(window, tables)
        self.counts = self._room(tables, kind=torch.int64)
        self.ends = self._room(tables, kind=torch.int64)
        self.firsts = self._room(tables, kind=torch.int64)

    def _room(self, *shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.zeros(shape, dtype=kind, device=self.device)

    def begin(self, value: Values) -> None:
        """Value what there is to choose from at every table, with a new network; a table without a game begins one."""
        self.firsts.fill_(-1)
        self.step(0, value)

    def step(self, time: int, value: Values) -> None:
        """One choice at every table, noted as this step of the window."""
        self.tables.advance(self.values, self.firsts, time, self.counts)
        torch.index_select(self.rows, 0, self.tables.rows_chosen(time).clamp(min=0), out=self.seen[time])
        torch.cumsum(self.counts, 0, out=self.ends)
        self.firsts = torch.where(self.ends <= len(self.rows), self.ends - self.counts, -1)
        self.tables.write(self.ends, self.rows)
        self.values.copy_(value(self.rows))

    def work_out_targets(self, lambda_: float) -> None:
        """Work out what every state of the window should have been valued at."""
        self.tables.target(lambda_, self.targets, self.weights)


def _tables_on(device: torch.device) -> Any:
    """The kind of tables for a device."""
    if device.type == "cuda":
        from rentier.selfplay.gpu import GpuTables

        return GpuTables
    from rentier.selfplay.cpu import CpuTables

    return CpuTables


def kept_tables(field: Field) -> Numbers:
    """The bytes of all tables of a field on a CPU."""
    tables: Numbers = field.tables.tables
    return tables.view(np.ndarray).view(np.uint8)
