"""A fully connected network and its gradient. It has one output between 0 and 1, or several, which may be linear.

The weights are stored in one row of 32-bit numbers: for each layer the biases of its nodes, then for each node of the previous
layer the weights from it to all nodes of this one. So an input of 0 costs nothing, and a changed input costs one row. Several
networks of one shape are stored one after the other.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np

from rentier.compiled import compiled, lowest_bit, record_type, scratch_record
from rentier.layout import Int64, Numbers, Record, layout, row_type, wide
from rentier.network.shape import FIXED_SEATS, MOST_INPUTS, MOST_LAYERS, RELU
from rentier.vectors import LANES, differing, seven_sums

_ZERO, _HALF, _ONE, _CLAMP = (np.float32(number) for number in (0.0, 0.5, 1.0, 7.90531110763549805))
# the rational function of degree 13 over 6 by which Eigen computes the hyperbolic tangent, to a few units in the last place
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


class FoundRecord(Record):
    """The inputs of a network that are not 0, or that changed: their numbers, and their values or changes."""

    inputs: Annotated[Numbers, "i4", (MOST_INPUTS,)]
    values: Annotated[Numbers, "f4", (MOST_INPUTS,)]


FOUND = row_type(FoundRecord)


class NetworkRecord(Record):
    """A network for compiled code: the address of its weights, its features, its layers."""

    weights: Int64  # their address
    number: Int64  # the number of weights of each network
    features: Int64  # as bits
    inputs: Int64
    layers: Int64  # the number of hidden layers
    nodes: Annotated[Numbers, "i8", (MOST_LAYERS,)]  # of each hidden layer
    activation: Int64
    outputs: Int64
    linear: Int64  # 0: sigmoid outputs; 1: linear outputs; 2: logits of probabilities (softmax)
    networks: Int64


NETWORK = record_type(layout(NetworkRecord))


@compiled
def sigmoid(number: Any) -> Any:
    """Return 1 / (1 + exp(-number)), without the exponential function, so that a whole layer can be vectorised."""
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

    The row is a slice, not a range of indices: for `weights[first + node]` the compiler cannot rule out a negative index, and
    then it adds the numbers one by one instead of several at once.
    """
    for node in range(len(row)):
        sums[node] += value * row[node]


@compiled
def add_four_times(found: FoundRecord, place: int, nodes: int, weights: Numbers, sums: Numbers) -> None:
    """Add to the sums the rows of weights of four found inputs, times their values; each sum is read and written only once."""
    one, two, three, four = found.values[place], found.values[place + 1], found.values[place + 2], found.values[place + 3]
    first, second = (found.inputs[place] + 1) * nodes, (found.inputs[place + 1] + 1) * nodes
    third, fourth = (found.inputs[place + 2] + 1) * nodes, (found.inputs[place + 3] + 1) * nodes
    one_row, two_row = weights[first : first + nodes], weights[second : second + nodes]
    three_row, four_row = weights[third : third + nodes], weights[fourth : fourth + nodes]
    for node in range(len(one_row)):
        total = sums[node] + one * one_row[node] + two * two_row[node]
        sums[node] = total + three * three_row[node] + four * four_row[node]


@compiled
def add_found(found: FoundRecord, number_found: int, nodes: int, weights: Numbers, sums: Numbers) -> None:
    """Add to the sums the rows of weights of all found inputs, times their values."""
    for place in range(0, number_found - 3, 4):
        add_four_times(found, place, nodes, weights, sums)
    for place in range(number_found - number_found % 4, number_found):
        row = (found.inputs[place] + 1) * nodes
        add_times(found.values[place], weights[row : row + nodes], sums)


@compiled
def layer_sums(values: Numbers, number: int, nodes: int, weights: Numbers, sums: Numbers) -> None:
    """Compute the input sums of a layer from the first `number` values; `weights` begins with the biases of its nodes."""
    for node in range(nodes):
        sums[node] = weights[node]
    found = scratch_record(FOUND)
    number_found = 0
    for place in range(number):
        found.inputs[number_found] = place
        found.values[number_found] = values[place]
        number_found += 1 if values[place] != _ZERO else 0
    add_found(found, number_found, nodes, weights, sums)


@compiled
def first_sums(network: NetworkRecord, weights: Numbers, inputs: Numbers, sums: Numbers) -> None:
    """Compute the input sums of the nodes of the first hidden layer."""
    layer_sums(inputs, wide(network.inputs), wide(network.nodes[0]), weights, sums)


@compiled
def add_change(network: NetworkRecord, weights: Numbers, before: Numbers, inputs: Numbers, number: int, sums: Numbers) -> None:
    """Add the effect of a change in one input to the sums."""
    value = inputs[number] - before[number]
    if value != _ZERO:
        nodes = network.nodes[0]
        row = (number + 1) * nodes
        add_times(value, weights[row : row + nodes], sums)


@compiled
def changed_sums(
    network: NetworkRecord, weights: Numbers, before: Numbers, known: Numbers, inputs: Numbers, sums: Numbers
) -> None:
    """Compute `first_sums` of inputs from the known sums of the inputs `before`, adding only the differences.

    Most inputs are the same, so 64 are compared at once.
    """
    nodes = network.nodes[0]
    for node in range(nodes):
        sums[node] = known[node]
    found = scratch_record(FOUND)
    number_found = 0
    compared_at_once = network.inputs - network.inputs % LANES
    for first in range(0, compared_at_once, LANES):
        left = differing(before, inputs, first)
        while left != 0:
            number = first + lowest_bit(left)
            left &= left - 1
            found.inputs[number_found] = number
            found.values[number_found] = inputs[number] - before[number]
            number_found += 1
    for number in range(compared_at_once, network.inputs):
        change = inputs[number] - before[number]
        found.inputs[number_found] = number
        found.values[number_found] = change
        number_found += 1 if change != _ZERO else 0
    add_found(found, number_found, nodes, weights, sums)


@compiled
def activate(network: NetworkRecord, answers: Numbers, nodes: int) -> None:
    """Apply the activation function to the sums of a layer."""
    if network.activation == RELU:
        for node in range(nodes):
            answers[node] = max(answers[node], _ZERO)
    else:
        for node in range(nodes):
            answers[node] = sigmoid(answers[node])


@compiled
def finish_hidden(network: NetworkRecord, weights: Numbers, answers: Numbers) -> None:
    """Compute the activations of all hidden nodes from the sums of the first layer: `answers` has one row per layer."""
    nodes = network.nodes[0]
    activate(network, answers[0], nodes)
    first = (network.inputs + 1) * nodes
    for layer in range(1, network.layers):
        before = nodes
        nodes = network.nodes[layer]
        layer_sums(answers[layer - 1], before, nodes, weights[first:], answers[layer])
        activate(network, answers[layer], nodes)
        first += (before + 1) * nodes


@compiled
def output_of(network: NetworkRecord, weights: Numbers, answers: Numbers, number: int) -> Any:
    """Return the output with this number, given the hidden activations."""
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
    """Return the number of the output that values a state for a seat: 0, unless every seat has its own."""
    return seat if network.features & FIXED_SEATS != 0 else 0


@compiled
def finish(network: NetworkRecord, weights: Numbers, answers: Numbers, seat: int) -> Any:
    """Return the value of a state to a seat, from the sums of the first layer."""
    finish_hidden(network, weights, answers)
    return output_of(network, weights, answers, output_for(network, seat))


@compiled
def write_outputs(network: NetworkRecord, weights: Numbers, answers: Numbers) -> None:
    """Compute the seven logits of a softmax network from the hidden activations, into the row of `answers` after theirs."""
    last = network.layers - 1
    first = weights_before(network, network.layers)
    seven_sums(answers[last], wide(network.nodes[last]), weights[first:], answers[last + 1])


@compiled
def softmax_scale(network: NetworkRecord, logits: Numbers) -> tuple[Any, float]:
    """Return the highest logit, and the sum of exp(logit - highest) over all logits."""
    highest = logits[0]
    for number in range(1, network.outputs):
        highest = max(highest, logits[number])
    total = 0.0
    for number in range(network.outputs):
        total += math.exp(float(logits[number] - highest))
    return highest, total


@compiled
def softmax_of(logit: Any, highest: Any, total: float) -> float:
    """Return the probability of a logit, given the results of `softmax_scale`."""
    return math.exp(float(logit - highest)) / total


@compiled
def two_win_probabilities(network: NetworkRecord, weights: Numbers, answers: Numbers, place: int) -> tuple[float, float]:
    """Return the win probabilities at place 0 and at another place, given the hidden activations of a softmax network."""
    write_outputs(network, weights, answers)
    logits = answers[network.layers]
    highest, total = softmax_scale(network, logits)
    return softmax_of(logits[0], highest, total), softmax_of(logits[place], highest, total)


@compiled
def weights_before(network: NetworkRecord, layer: int) -> int:
    """Return the number of weights before those of a layer; the output is the layer after the hidden ones."""
    first = 0
    before = network.inputs + 0
    for number in range(layer):
        first += (before + 1) * network.nodes[number]
        before = network.nodes[number]
    return first


@compiled
def slope(network: NetworkRecord, answer: Any) -> Any:
    """Return the derivative of a hidden node's activation with respect to its sum."""
    if network.activation == RELU:
        return _ONE if answer > _ZERO else _ZERO
    return answer * (_ONE - answer)


@compiled
def output_slope(network: NetworkRecord, output: Any) -> Any:
    """Return the derivative of an output with respect to its sum."""
    return _ONE if network.linear != 0 else output * (_ONE - output)


@compiled
def backpropagate(
    network: NetworkRecord, weights: Numbers, answers: Numbers, number: int, output: Any, deltas: Numbers
) -> None:
    """Compute the derivative of output `number` with respect to each hidden node's sum: `deltas` has one row per layer."""
    last = network.layers - 1
    row = weights_before(network, network.layers) + network.outputs + number
    rise = output_slope(network, output)
    for node in range(network.nodes[last]):
        deltas[last, node] = rise * weights[row + node * network.outputs] * slope(network, answers[last, node])
    for layer in range(last - 1, -1, -1):
        nodes = network.nodes[layer + 1]
        first = weights_before(network, layer + 1)
        for place in range(network.nodes[layer]):
            row = first + (place + 1) * nodes
            total = _ZERO
            for node in range(nodes):
                total += weights[row + node] * deltas[layer + 1, node]
            deltas[layer, place] = total * slope(network, answers[layer, place])


@compiled
def add_gradient(
    network: NetworkRecord,
    inputs: Numbers,
    answers: Numbers,
    deltas: Numbers,
    number: int,
    output: Any,
    factor: Any,
    trace: Numbers,
) -> None:
    """Add the gradient of output `number` with respect to the weights, times a factor, to a trace."""
    nodes = network.nodes[0]
    for node in range(nodes):
        trace[node] += factor * deltas[0, node]
    for place in range(network.inputs):
        value = factor * inputs[place]
        if value != _ZERO:
            row = (place + 1) * nodes
            add_times(value, deltas[0, :nodes], trace[row : row + nodes])
    first = (network.inputs + 1) * nodes
    for layer in range(1, network.layers):
        before = nodes
        nodes = network.nodes[layer]
        for node in range(nodes):
            trace[first + node] += factor * deltas[layer, node]
        for place in range(before):
            value = factor * answers[layer - 1, place]
            row = first + (place + 1) * nodes
            add_times(value, deltas[layer, :nodes], trace[row : row + nodes])
        first += (before + 1) * nodes
    rise = factor * output_slope(network, output)
    trace[first + number] += rise
    row = first + network.outputs + number
    for node in range(nodes):
        trace[row + node * network.outputs] += rise * answers[network.layers - 1, node]
