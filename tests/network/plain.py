"""A network in plain NumPy with 64-bit numbers, slow and easy to read, for comparison with the compiled one."""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.layout import Numbers
from rentier.network.weights import Network


def exact_sigmoid(numbers: Any) -> Any:
    """The logistic function."""
    return 1 / (1 + np.exp(-np.asarray(numbers, float)))


class PlainNetwork:
    """A network whose weights are in one row, as in the compiled one."""

    def __init__(
        self,
        inputs: int,
        hidden: tuple[int, ...],
        activation: str,
        weights: Numbers,
        outputs: int = 1,
        output: str = "sigmoid",
    ) -> None:
        self.sizes = (inputs, *hidden, outputs)
        self.activation, self.output = activation, output
        self.weights = weights.astype(float)

    @classmethod
    def of(cls, network: Network, number: int = 0) -> PlainNetwork:
        """Return a copy of a network, or of network `number` of several."""
        size = len(network.weights) // network.networks
        weights = network.weights[number * size : (number + 1) * size]
        return cls(network.inputs, network.hidden, network.activation, weights, network.outputs, network.output)

    def layers(self) -> list[tuple[Numbers, Numbers]]:
        """Return for each layer its biases, and the weights from each node of the previous layer to each of its nodes."""
        found = []
        start = 0
        for before, nodes in zip(self.sizes, self.sizes[1:], strict=False):
            middle, end = start + nodes, start + (before + 1) * nodes
            found.append((self.weights[start:middle], self.weights[middle:end].reshape(before, nodes)))
            start = end
        assert start == len(self.weights)
        return found

    def answers(self, inputs: Numbers) -> list[Numbers]:
        """Return the activations of each layer, the inputs first; for many inputs at once if they are rows."""
        found = [np.asarray(inputs, float)]
        layers = self.layers()
        for number, (biases, weights) in enumerate(layers):
            sums = biases + found[-1] @ weights
            kind = self.activation if number < len(layers) - 1 else self.output
            found.append({"relu": np.maximum(sums, 0), "linear": sums, "sigmoid": exact_sigmoid(sums)}[kind])
        return found

    def values(self, inputs: Numbers) -> Numbers:
        """The output for each row of inputs."""
        return self.answers(inputs)[-1][..., 0]

    def value(self, inputs: Numbers, number: int = 0) -> float:
        """An output."""
        return float(self.answers(inputs)[-1][number])

    def gradient(self, inputs: Numbers, number: int = 0) -> Numbers:
        """Return the gradient of an output, by the chain rule from the last layer to the first."""
        answers = self.answers(inputs)
        parts: list[Numbers] = []
        asked = np.arange(len(answers[-1])) == number
        delta = asked * (1.0 if self.output == "linear" else answers[-1] * (1 - answers[-1]))
        for layer in range(len(self.sizes) - 2, -1, -1):
            before = answers[layer]
            parts[:0] = [delta, np.outer(before, delta).ravel()]
            slopes = np.where(before > 0, 1, 0) if self.activation == "relu" else before * (1 - before)
            delta = (self.layers()[layer][1] @ delta) * slopes
        return np.concatenate(parts)

    def measured_gradient(self, inputs: Numbers, step: float = 1e-6, number: int = 0) -> Numbers:
        """Return the gradient by finite differences: every weight a little higher and a little lower."""
        rises = np.zeros_like(self.weights)
        for place, weight in enumerate(self.weights.copy()):
            self.weights[place] = weight + step
            above = self.value(inputs, number)
            self.weights[place] = weight - step
            rises[place] = (above - self.value(inputs, number)) / (2 * step)
            self.weights[place] = weight
        return rises
