"""The best of several options, each an output of a network; several networks lie one behind the other."""

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
    """The address of the weights of one of several networks."""
    return network.weights + BYTES * number * network.number


@compiled
def see(network: NetworkRecord, weights: Numbers, inputs: Numbers, answers: Numbers) -> None:
    """What every hidden node answers to the inputs."""
    first_sums(network, weights, inputs, answers[0])
    finish_hidden(network, weights, answers)


@compiled
def best_option(network: NetworkRecord, weights: Numbers, answers: Numbers, options: int) -> int:
    """The highest output of those whose numbers are in the set, the first of equals; the hidden nodes have answered."""
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
    """The value of the best of some options where these inputs are seen."""
    see(network, weights, inputs, answers)
    return output_of(network, weights, answers, best_option(network, weights, answers, options))
