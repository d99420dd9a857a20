"""The network that learns, in PyTorch: plain layers, and a chance for each seat and for a draw that add up to one.

Its weights are in the order of the project's files: for each layer the biases, then for each node before it a row of weights.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from rentier.layout import Numbers
from rentier.network.shape import CHANCES

Evaluate = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]  # rows, and where those of each slot end, to chances


class ValueNetwork(nn.Module):
    """Layers of nodes that answer what is positive (ReLU), then logits of the chances."""

    def __init__(self, inputs: int, hidden: Sequence[int]) -> None:
        super().__init__()
        sizes = [inputs, *hidden, CHANCES]
        self.layers: Any = nn.ModuleList(nn.Linear(before, after) for before, after in itertools.pairwise(sizes))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """The logits of some rows."""
        return self.finish(self.layers[0](rows))

    def finish(self, sums: torch.Tensor) -> torch.Tensor:
        """The logits, from what reaches the first hidden layer."""
        for layer in self.layers[1:]:
            sums = layer(torch.relu(sums))
        return sums

    def chances(self, rows: torch.Tensor) -> torch.Tensor:
        """The chances of some rows."""
        return torch.softmax(self(rows).float(), 1)

    def in_order(self) -> list[torch.Tensor]:
        """The parameters, biases before weights."""
        return [part for layer in self.layers for part in (layer.bias, layer.weight)]

    def numbers(self) -> Numbers:
        """All weights in the order of files."""
        parts = [part.detach().float().cpu().numpy().T.ravel() for part in self.in_order()]
        return np.concatenate(parts).astype(np.float32)

    def load(self, numbers: Numbers) -> None:
        """Take over weights in the order of files."""
        first = 0
        with torch.no_grad():
            for part in self.in_order():
                some = torch.from_numpy(np.array(numbers[first : first + part.numel()], np.float32))
                part.copy_(some.view(part.T.shape).T if part.dim() == 2 else some)
                first += part.numel()
