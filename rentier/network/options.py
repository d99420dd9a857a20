"""Choosing the best of several options, each an output of a network; several networks are stored one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.compiled import compiled
from rentier.game.bits import bit
from rentier.layout import Numbers
from rentier.network.layers import NetworkRecord, finish_hidden, first_sums, output_of

BYTES = 4  # of a weight
_LEAST = np.float32(-3e38)


@compiled
def weights_at(network: NetworkRecord, number: int) -> int:
    """Return the address of the weights of network `number`."""
    return network.weights + BYTES * number * network.number


@compiled
def see(network: NetworkRecord, weights: Numbers, inputs: Numbers, answers: Numbers) -> None:
    """Compute the activations of all hidden nodes for these inputs."""
    first_sums(network, weights, inputs, answers[0])
    finish_hidden(network, weights, answers)


@compiled
def best_option(network: NetworkRecord, weights: Numbers, answers: Numbers, options: int) -> int:
    """Return the option with the highest output, given the hidden activations; ties go to the first. `options`: as bits."""
    best = -1
    most = _LEAST
    for number in range(network.outputs):
        if options & bit(number) != 0:
            value = output_of(network, weights, answers, number)
            if best < 0 or value > most:
                best = number
                most = value
    return best


@compiled
def best_value(network: NetworkRecord, weights: Numbers, inputs: Numbers, answers: Numbers, options: int) -> Any:
    """Return the highest output among these options for these inputs."""
    see(network, weights, inputs, answers)
    return output_of(network, weights, answers, best_option(network, weights, answers, options))
