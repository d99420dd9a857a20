"""A network of full layers, computed, and its gradient. It has one output between 0 and 1, or several, which may be linear.

The weights lie in one row of 32-bit numbers: for each layer a bias for each of its nodes, then for each node of the layer
before the weights from it to all nodes of this one. So an input that is 0 costs nothing, and one that changes costs one row.
Several networks of one shape lie one behind the other.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np

from rentier.compiled import compiled, record_type
from rentier.layout import Int64, Numbers, Record, layout
from rentier.network.shape import FIXED_SEATS, MOST_LAYERS, RELU

_ZERO, _HALF, _ONE, _CLAMP = (np.float32(number) for number in (0.0, 0.5, 1.0, 7.90531110763549805))
# the rational function of degree 13 over 6 that Eigen computes the hyperbolic tangent by: within some units of the last place
_TOP = tuple(
    np.float32(number)
    for number in (
        *(4.89352455891786e-03, 6.37261928875436e-04, 1.48572235717979e-05, 5.12229709037114e-08),
        *(-8.60467152213735e-11, 2.00018790482477e-13, -2.76076847742355e-16),
    )
)
_BOTTOM = tuple(np.float32(n) for n in (4.89352518554385e-03, 2.26843463243900e-03, 1.18534705686654e-04, 1.19825839466702e-06))
_A1, _A3, _A5, _A7, _A9, _A11, _A13 = _TOP
_B0, _B2, _B4, _B6 = _BOTTOM


class NetworkRecord(Record):
    """A network as compiled code knows it: where its weights lie, what it sees, its layers."""

    weights: Int64  # their address
    number: Int64  # how many each network has
    features: Int64  # what it sees, as bits
    inputs: Int64
    layers: Int64  # hidden ones
    nodes: Annotated[Numbers, "i8", (MOST_LAYERS,)]  # of each of them
    activation: Int64
    outputs: Int64
    linear: Int64  # not 0: what reaches an output is what it answers; 2: chances are made of them
    networks: Int64


NETWORK = record_type(layout(NetworkRecord))


@compiled
def sigmoid(number: Any) -> Any:
    """1 / (1 + exp(-number)), without the exponential function, so that a whole layer is computed at once."""
    x = min(max(number * _HALF, -_CLAMP), _CLAMP)
    square = x * x
    top = _A13 * square + _A11
    top = top * square + _A9
    top = top * square + _A7
    top = top * square + _A5
    top = top * square + _A3
    top = (top * square + _A1) * x
    bottom = _B6 * square + _B4
    bottom = bottom * square + _B2
    bottom = bottom * square + _B0
    return _HALF * (top / bottom) + _HALF


@compiled
def add_times(value: Any, row: Numbers, sums: Numbers) -> None:
    """Add a row of weights, times a value, to sums.

    The row is a slice, not a range of indices: of `weights[first + node]` the compiler cannot tell that the index is not
    negative, and then it adds the numbers one by one instead of several at once.
    """
    for node in range(len(row)):
        sums[node] += value * row[node]


@compiled
def first_sums(network: NetworkRecord, weights: Numbers, inputs: Numbers, sums: Numbers) -> None:
    """What reaches each node of the first hidden layer."""
    nodes = network.nodes[0]
    for node in range(nodes):
        sums[node] = weights[node]
    for number in range(network.inputs):
        value = inputs[number]
        if value != _ZERO:
            row = (number + 1) * nodes
            add_times(value, weights[row : row + nodes], sums)


@compiled
def add_change(network: NetworkRecord, weights: Numbers, before: Numbers, inputs: Numbers, number: int, sums: Numbers) -> None:
    """Add to the sums what one input makes of its change."""
    value = inputs[number] - before[number]
    if value != _ZERO:
        nodes = network.nodes[0]
        row = (number + 1) * nodes
        add_times(value, weights[row : row + nodes], sums)


@compiled
def changed_sums(
    network: NetworkRecord, weights: Numbers, before: Numbers, known: Numbers, inputs: Numbers, sums: Numbers
) -> None:
    """`first_sums` where those for other inputs are known: only what differs is added."""
    for node in range(network.nodes[0]):
        sums[node] = known[node]
    for number in range(network.inputs):
        add_change(network, weights, before, inputs, number, sums)


@compiled
def activate(network: NetworkRecord, answers: Numbers, nodes: int) -> None:
    """Turn what reaches the nodes of a layer into what they answer."""
    if network.activation == RELU:
        for node in range(nodes):
            answers[node] = max(answers[node], _ZERO)
    else:
        for node in range(nodes):
            answers[node] = sigmoid(answers[node])


@compiled
def finish_hidden(network: NetworkRecord, weights: Numbers, answers: Numbers) -> None:
    """What each hidden node answers, from what reaches the first layer: `answers` has a row a layer."""
    nodes = network.nodes[0]
    activate(network, answers[0], nodes)
    first = (network.inputs + 1) * nodes
    for layer in range(1, network.layers):
        before = nodes
        nodes = network.nodes[layer]
        for node in range(nodes):
            answers[layer, node] = weights[first + node]
        for number in range(before):
            value = answers[layer - 1, number]
            if value == _ZERO:
                continue
            row = first + (number + 1) * nodes
            add_times(value, weights[row : row + nodes], answers[layer])
        activate(network, answers[layer], nodes)
        first += (before + 1) * nodes


@compiled
def output_of(network: NetworkRecord, weights: Numbers, answers: Numbers, number: int) -> Any:
    """An output by its number, where the hidden nodes have answered."""
    last = network.layers - 1
    outputs = network.outputs + 0
    first = weights_before(network, network.layers)
    total = weights[first + number]
    row = first + outputs + number
    for node in range(network.nodes[last]):
        total += answers[last, node] * weights[row + node * outputs]
    return total if network.linear != 0 else sigmoid(total)


@compiled
def output_for(network: NetworkRecord, seat: int) -> int:
    """The number of the output that values a state for a seat: the only one, unless every seat has its own."""
    return seat if network.features & FIXED_SEATS != 0 else 0


@compiled
def finish(network: NetworkRecord, weights: Numbers, answers: Numbers, seat: int) -> Any:
    """What a state is worth to a seat, from what reaches the first layer."""
    finish_hidden(network, weights, answers)
    return output_of(network, weights, answers, output_for(network, seat))


@compiled
def write_outputs(network: NetworkRecord, weights: Numbers, answers: Numbers) -> None:
    """All outputs, linear, where the hidden nodes have answered: `answers` has a row for them after those of the layers."""
    outputs = network.outputs + 0
    last = network.layers - 1
    first = weights_before(network, network.layers)
    for number in range(outputs):
        answers[last + 1, number] = weights[first + number]
    for node in range(network.nodes[last]):
        value = answers[last, node]
        if value != _ZERO:
            row = first + (node + 1) * outputs
            add_times(value, weights[row : row + outputs], answers[last + 1])


@compiled
def two_chances(network: NetworkRecord, weights: Numbers, answers: Numbers, place: int) -> tuple[float, float]:
    """The chances of who asks and of another place, where the hidden nodes have answered and the outputs are chances."""
    write_outputs(network, weights, answers)
    logits = answers[network.layers]
    highest = logits[0]
    for number in range(1, network.outputs):
        highest = max(highest, logits[number])
    total = 0.0
    for number in range(network.outputs):
        total += math.exp(float(logits[number] - highest))
    return math.exp(float(logits[0] - highest)) / total, math.exp(float(logits[place] - highest)) / total


@compiled
def weights_before(network: NetworkRecord, layer: int) -> int:
    """How many weights come before those of a layer; the output is the layer after the hidden ones."""
    first = 0
    before = network.inputs + 0
    for number in range(layer):
        first += (before + 1) * network.nodes[number]
        before = network.nodes[number]
    return first


@compiled
def slope(network: NetworkRecord, answer: Any) -> Any:
    """How fast a node's answer rises with what reaches it."""
    if network.activation == RELU:
        return _ONE if answer > _ZERO else _ZERO
    return answer * (_ONE - answer)


@compiled
def rise_of(network: NetworkRecord, output: Any) -> Any:
    """How fast an output rises with what reaches it."""
    return _ONE if network.linear != 0 else output * (_ONE - output)


@compiled
def blame(network: NetworkRecord, weights: Numbers, answers: Numbers, number: int, output: Any, blames: Numbers) -> None:
    """By how much an output, given by its number, rises with what reaches each hidden node: `blames` has a row a layer."""
    last = network.layers - 1
    row = weights_before(network, network.layers) + network.outputs + number
    rise = rise_of(network, output)
    for node in range(network.nodes[last]):
        blames[last, node] = rise * weights[row + node * network.outputs] * slope(network, answers[last, node])
    for layer in range(last - 1, -1, -1):
        nodes = network.nodes[layer + 1]
        first = weights_before(network, layer + 1)
        for place in range(network.nodes[layer]):
            row = first + (place + 1) * nodes
            total = _ZERO
            for node in range(nodes):
                total += weights[row + node] * blames[layer + 1, node]
            blames[layer, place] = total * slope(network, answers[layer, place])


@compiled
def add_gradient(
    network: NetworkRecord,
    inputs: Numbers,
    answers: Numbers,
    blames: Numbers,
    number: int,
    output: Any,
    factor: Any,
    trace: Numbers,
) -> None:
    """Add to a trace, times a factor, how an output, given by its number, rises with every weight."""
    nodes = network.nodes[0]
    for node in range(nodes):
        trace[node] += factor * blames[0, node]
    for place in range(network.inputs):
        value = factor * inputs[place]
        if value != _ZERO:
            row = (place + 1) * nodes
            add_times(value, blames[0, :nodes], trace[row : row + nodes])
    first = (network.inputs + 1) * nodes
    for layer in range(1, network.layers):
        before = nodes
        nodes = network.nodes[layer]
        for node in range(nodes):
            trace[first + node] += factor * blames[layer, node]
        for place in range(before):
            value = factor * answers[layer - 1, place]
            row = first + (place + 1) * nodes
            add_times(value, blames[layer, :nodes], trace[row : row + nodes])
        first += (before + 1) * nodes
    rise = factor * rise_of(network, output)
    trace[first + number] += rise
    row = first + network.outputs + number
    for node in range(nodes):
        trace[row + node * network.outputs] += rise * answers[network.layers - 1, node]
