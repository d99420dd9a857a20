"""PyTorch's own threads, which are in the way of ours."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import torch


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Let PyTorch use a single thread meanwhile.

    Its further threads would wait for the next operation without leaving their cores, which games are played on.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
