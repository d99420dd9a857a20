"""The slots on a CPU: every core plays its share of them, one slot after another, each for a whole window.

The slots can also be advanced step by step as on a GPU, so that the games of both can be compared.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch

from rentier.network.shape import PROBABILITIES
from rentier.selfplay.network import ValueNetwork
from rentier.selfplay.rows import INPUTS
from rentier.selfplay.slots import MOST_CHOICES
from rentier.selfplay.stepping import advance_some, target_some, write_some
from rentier.selfplay.windows import buffers_for, play_some


class CpuSlots:
    """The games in their slots, their rules and given starts, and their steps, in the memory of a CPU."""

    dtype = torch.float32  # of the inputs

    def __init__(self, boxes: Any, starts: Any, slots: Any, play: Any, steps: Any) -> None:
        self.boxes, self.starts, self.slots, self.play, self.steps = boxes, starts, slots, play[0], steps
        self.cores = len(os.sched_getaffinity(0))
        self._threads = ThreadPoolExecutor(self.cores)

    def load(self, slots: Any) -> None:
        """Replace all games by those of other slots."""
        self.slots = slots

    def room_for_rows(self, rows: int) -> torch.Tensor:
        """Return memory for this number of rows."""
        return torch.zeros(rows, INPUTS, dtype=self.dtype)

    def advance(self, values: torch.Tensor, firsts: torch.Tensor, time: int, counts: torch.Tensor) -> None:
        """Choose by the values of the rows, play on to the next choice, and count its options."""
        shared = (self.boxes, self.starts, self.slots, values.numpy(), firsts.numpy(), self.play, self.steps[time])
        self._share(lambda low, high: advance_some(*shared, low, high), len(self.slots))
        counts.numpy()[:] = self.slots["number"]

    def play_window(self, network: ValueNetwork, past: ValueNetwork, seen: torch.Tensor) -> None:
        """Play a window, and record in `seen` the inputs of each chosen afterstate; `past` plays the seats of past versions."""
        record = network.record()
        weights = np.stack([network.numbers(), past.numbers()])
        play = self.play.copy()
        play.past_rows = MOST_CHOICES  # wherever a past version decides, all rows have its values
        shared = (record, weights, self.boxes, self.starts, self.slots, play, self.steps, seen.numpy())
        self._share(lambda low, high: play_some(*shared, buffers_for(record), low, high), len(self.slots))

    def rows_chosen(self, time: int) -> torch.Tensor:
        """Return the row that was chosen in each slot; -1 for none."""
        return torch.from_numpy(np.ascontiguousarray(self.steps[time]["row"]))

    def field(self, name: str, kind: torch.dtype, numbers: int) -> torch.Tensor:
        """Return a field of all steps; `numbers`: how many each step has in it."""
        values = np.ascontiguousarray(self.steps[name])
        return torch.from_numpy(values.reshape(*self.steps.shape, numbers)).to(kind)

    def rows_used(self, ends: torch.Tensor, rows: int) -> int:
        """Return how many rows to evaluate: those that are used."""
        return min(rows, int(ends[-1]))

    def games_ended(self) -> int:
        """Return how many games ended in the window."""
        return int(self.steps["ended"].sum())

    def write(self, ends: torch.Tensor, rows: torch.Tensor) -> None:
        """Write the inputs of each option."""
        shared = (self.boxes, self.slots, ends.numpy(), rows.numpy())
        self._share(lambda low, high: write_some(*shared, low, high), len(ends))

    def target(self, lambda_: float, targets: torch.Tensor, mask: torch.Tensor) -> None:
        """Compute the targets of the whole window."""
        shared = (targets.numpy(), mask.numpy())

        def some(low: int, high: int) -> None:
            target_some(self.steps, lambda_, np.zeros(PROBABILITIES, np.float32), *shared, low, high)

        self._share(some, len(self.slots))

    def _share(self, work: Callable[[int, int], None], number: int) -> None:
        """Split a range evenly across the cores, and wait for all of them."""
        bounds = [number * core // self.cores for core in range(self.cores + 1)]
        list(self._threads.map(work, bounds[:-1], bounds[1:]))
