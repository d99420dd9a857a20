"""The network that learns, in PyTorch: linear layers, and a softmax over the players' win probabilities and a draw.

Its weights are in the order of weights files: for each layer the biases, then a row of weights for each node that it reads.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from rentier.layout import Numbers, new
from rentier.network.layers import NetworkRecord
from rentier.network.shape import PROBABILITIES, RELU
from rentier.network.weights import Network
from rentier.selfplay.rows import FEATURES, INPUTS

Evaluate = Callable[[torch.Tensor], torch.Tensor]  # the values of rows


class ValueNetwork(nn.Module):
    """Hidden layers with ReLU, then logits of the probabilities."""

    def __init__(self, inputs: int, hidden: Sequence[int]) -> None:
        super().__init__()
        sizes = [inputs, *hidden, PROBABILITIES]
        self.layers: Any = nn.ModuleList(nn.Linear(before, after) for before, after in itertools.pairwise(sizes))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Return the logits of some rows."""
        for layer in self.layers[:-1]:
            rows = torch.relu(layer(rows))
        logits: torch.Tensor = self.layers[-1](rows)
        return logits

    def chances(self, rows: torch.Tensor) -> torch.Tensor:
        """Return the probabilities of some rows, without gradients.

        `_addmm_activation` applies ReLU within the matrix product. On a GPU that takes two thirds of the time that a layer and
        a ReLU after it take, since the sums need not be read and written once more.
        """
        fused: Any = torch._addmm_activation  # not part of PyTorch's public API, which has nothing like it
        for layer in self.layers[:-1]:
            rows = fused(layer.bias, rows, layer.weight.T)
        return torch.softmax(self.layers[-1](rows).float(), 1)

    def in_order(self) -> list[torch.Tensor]:
        """Return the parameters, biases before weights."""
        return [part for layer in self.layers for part in (layer.bias, layer.weight)]

    def record(self) -> NetworkRecord:
        """Return the network's shape, for compiled code."""
        record = new(NetworkRecord)
        hidden = [layer.out_features for layer in self.layers[:-1]]
        record.inputs, record.outputs = self.layers[0].in_features, self.layers[-1].out_features
        record.layers, record.nodes[: len(hidden)] = len(hidden), hidden
        record.activation = RELU
        return record

    def numbers(self) -> Numbers:
        """Return all weights in the order of weights files."""
        parts = [part.detach().float().cpu().numpy().T.ravel() for part in self.in_order()]
        return np.concatenate(parts).astype(np.float32)

    def load(self, numbers: Numbers) -> None:
        """Load weights in the order of weights files."""
        first = 0
        with torch.no_grad():
            for part in self.in_order():
                some = torch.from_numpy(np.array(numbers[first : first + part.numel()], np.float32))
                part.copy_(some.view(part.T.shape).T if part.dim() == 2 else some)
                first += part.numel()


def reading_rows(network: Network) -> Network:
    """Return the same network, reading rows (see `rows`); one of `whole` alone gets further inputs, without influence."""
    return network if network.features == FEATURES else network.widened(FEATURES, INPUTS)


def value_network(network: Network) -> ValueNetwork:
    """Return a network of a weights file in PyTorch, reading rows."""
    trained = reading_rows(network)
    values = ValueNetwork(trained.inputs, trained.hidden)
    values.load(trained.weights)
    return values
