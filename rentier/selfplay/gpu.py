"""The slots on a GPU: kernels with one thread per slot or per row. All arrays stay on the GPU."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numba.cuda
import numpy as np
import torch
from numba import float32

from rentier.compile_cache import checked
from rentier.compiled import cache_folder, caching_in, scratch_record
from rentier.layout import Numbers
from rentier.network.shape import PROBABILITIES
from rentier.selfplay.advance import advance
from rentier.selfplay.network import Evaluate, ValueNetwork
from rentier.selfplay.rows import IMAGINED, INPUTS, slot_of, write_row
from rentier.selfplay.targets import write_targets

try:
    from numba.cuda.core import caching  # numba-cuda has its own settings and caches
    from numba.cuda.core import config as cuda_config
    from numba.cuda.dispatcher import CUDACache

    KernelCache: Any = checked(CUDACache, caching.IndexDataCacheFile)
except ImportError:  # plain Numba has only a simulator, which compiles nothing
    KernelCache = None

cuda: Any = numba.cuda  # has no type hints
THREADS = 128  # of a block


def kernel(function: Callable[..., None]) -> Any:
    """Return a kernel that is compiled when it is first launched, and cached on disk."""
    work = cuda.jit(function)
    if KernelCache is not None:
        with caching_in(cache_folder("selfplay"), cuda_config):
            work._cache = KernelCache(function)
    return work


@kernel
def advance_all(
    boxes: Numbers,
    starts: Numbers,
    slots: Numbers,
    values: Numbers,
    firsts: Numbers,
    plays: Numbers,
    steps: Numbers,
    counts: Numbers,
) -> None:
    """`advance` in every slot; `counts` gets the number of choices listed in each."""
    number = cuda.grid(1)
    if number < len(slots):
        advance(boxes, starts, slots[number], values, firsts[number], plays[0], steps[number])
        counts[number] = slots[number].number


@kernel
def write_all(boxes: Numbers, slots: Numbers, ends: Numbers, rows: Numbers) -> None:
    """`write_row` for every row that has room."""
    row = cuda.grid(1)
    if row < len(rows) and row < ends[len(ends) - 1]:
        place = slot_of(ends, row)
        slot = slots[place]
        write_row(boxes, slot, row - (ends[place] - slot.number), scratch_record(IMAGINED), rows[row])


@kernel
def target_all(steps: Numbers, lambda_: float, targets: Numbers, mask: Numbers) -> None:
    """`write_targets` for every slot."""
    number = cuda.grid(1)
    if number < steps.shape[1]:
        future: Any = cuda.local.array(PROBABILITIES, float32)
        write_targets(steps, number, lambda_, future, targets, mask)


class GpuSlots:
    """The games in their slots, their rules and given starts, and their steps, in the memory of a GPU."""

    dtype = torch.float16  # of the inputs

    def __init__(self, boxes: Any, starts: Any, slots: Any, play: Any, steps: Any) -> None:
        self.number = len(slots)
        self.boxes, self.starts, self.slots = map(cuda.to_device, (boxes, starts, slots))
        self.play, self.steps = map(cuda.to_device, (play, steps))
        self._rows = self.field("row", torch.int32, 1)[..., 0]

    def load(self, slots: Any) -> None:
        """Replace all games by those of other slots, in the memory of the host."""
        self.slots.copy_to_device(slots)

    def room_for_rows(self, rows: int) -> torch.Tensor:
        """Return memory for this number of rows; the same input of all rows is contiguous, as threads write it."""
        return torch.zeros(INPUTS, rows, dtype=self.dtype, device="cuda").T

    def advance(self, values: torch.Tensor, firsts: torch.Tensor, time: int, counts: torch.Tensor) -> None:
        """Choose by the values of the rows, play on to the next choice, and count its options."""
        numbers = shared(values), shared(firsts), self.play, self.steps[time], shared(counts)
        launch(advance_all, self.number)(self.boxes, self.starts, self.slots, *numbers)

    def evaluator(self, network: ValueNetwork) -> Evaluate:
        """Return a function that evaluates rows with a network, in float16."""
        fast = copy.deepcopy(network).to(self.dtype)
        return fast.chances

    def rows_chosen(self, time: int) -> torch.Tensor:
        """Return the row that was chosen in each slot; -1 for none."""
        return self._rows[time]

    def rows_used(self, _ends: torch.Tensor, rows: int) -> int:
        """Return how many rows to evaluate: all, since reading how many are used would stall the GPU."""
        return rows

    def games_ended(self) -> int:
        """Return how many games ended in the window."""
        return int(self.field("ended", torch.int16, 1).sum())

    def write(self, ends: torch.Tensor, rows: torch.Tensor) -> None:
        """Write the inputs of each option."""
        rows.zero_()
        launch(write_all, len(rows))(self.boxes, self.slots, shared(ends), shared(rows))

    def target(self, lambda_: float, targets: torch.Tensor, mask: torch.Tensor) -> None:
        """Compute the targets of the whole window."""
        launch(target_all, self.number)(self.steps, lambda_, shared(targets), shared(mask))

    def field(self, name: str, kind: torch.dtype, numbers: int) -> torch.Tensor:
        """Return a field of all steps as a tensor that shares their memory; `numbers`: how many each step has in it."""
        layout: Any = self.steps.dtype
        words = torch.as_tensor(self.steps.view(np.uint8).reshape(-1), device="cuda").view(kind)
        first = layout.fields[name][1] // kind.itemsize
        return words.view(*self.steps.shape, -1)[..., first : first + numbers]


def launch(work: Any, number: int) -> Any:
    """Return a kernel with at least this number of threads, in PyTorch's current stream, so that both run in order."""
    stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
    return work[(number + THREADS - 1) // THREADS, THREADS, stream]


def shared(tensor: torch.Tensor) -> Any:
    """Return a tensor as an array for a kernel, in the same memory."""
    return cuda.as_cuda_array(tensor)
