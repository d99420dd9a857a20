"""The outputs of a network and its gradient: against plain NumPy, and against finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types

from rentier.compiled import entry
from rentier.layout import Numbers, new
from rentier.network.layers import (
    NETWORK,
    NetworkRecord,
    add_gradient,
    backpropagate,
    changed_sums,
    finish,
    finish_hidden,
    first_sums,
    output_of,
    sigmoid,
    weights_before,
)
from rentier.network.memory import numbers_at
from rentier.network.optimiser import adam
from rentier.network.options import best_option, see, weights_at
from rentier.network.shape import ACTIVATIONS, MOST_LAYERS, count_weights
from rentier.network.weights import Network

from .plain import PlainNetwork, exact_sigmoid

ROW = types.Array(types.float32, 1, "C")
ROWS = types.Array(types.float32, 2, "C")


@entry(types.void(ROW, ROW))
def compute_sigmoids(numbers: Numbers, answers: Numbers) -> None:
    """`sigmoid` of each number."""
    for place in range(len(numbers)):
        answers[place] = sigmoid(numbers[place])


@entry(types.float32(NETWORK, ROW, ROW, ROWS))
def compute_value(network: NetworkRecord, weights: Numbers, inputs: Numbers, answers: Numbers) -> Any:
    """The first output."""
    first_sums(network, weights, inputs, answers[0])
    return finish(network, weights, answers, 0)


@entry(types.float32(NETWORK, ROW, ROW, ROWS, ROWS, types.int64, types.float32, ROW))
def compute_gradient(
    network: NetworkRecord,
    weights: Numbers,
    inputs: Numbers,
    answers: Numbers,
    deltas: Numbers,
    number: int,
    factor: Any,
    trace: Numbers,
) -> Any:
    """Return an output, and add its gradient times a factor to a trace."""
    first_sums(network, weights, inputs, answers[0])
    finish_hidden(network, weights, answers)
    output = output_of(network, weights, answers, number)
    backpropagate(network, weights, answers, number, output, deltas)
    add_gradient(network, inputs, answers, deltas, number, output, factor, trace)
    return output


@entry(types.int64(NETWORK, ROW, ROWS, types.int64, types.int64))
def compute_best(network: NetworkRecord, inputs: Numbers, answers: Numbers, number: int, options: int) -> int:
    """The best option by one of several networks."""
    weights = numbers_at(weights_at(network, number), network.number)
    see(network, weights, inputs, answers)
    return best_option(network, weights, answers, options)


@entry(types.void(ROW, ROW, ROW, ROW, types.int64, types.float64))
def take_step(weights: Numbers, gradient: Numbers, means: Numbers, squares: Numbers, step: int, rate: float) -> None:
    """`adam`, for Python."""
    adam(weights, gradient, means, squares, step, rate)


@entry(types.void(NETWORK, ROW, ROW, ROW, ROW, ROW))
def compute_sums(
    network: NetworkRecord, weights: Numbers, before: Numbers, known: Numbers, inputs: Numbers, sums: Numbers
) -> None:
    """Compute the sums of the first layer for some inputs, then from these for other inputs."""
    first_sums(network, weights, before, known)
    changed_sums(network, weights, before, known, inputs, sums)


@entry(types.int64(NETWORK, types.int64))
def count_before(network: NetworkRecord, layer: int) -> int:
    """`weights_before`, for Python."""
    return weights_before(network, layer)


class Case:
    """A network with random weights, some inputs, and the same network in plain NumPy."""

    def __init__(
        self,
        inputs: int,
        hidden: tuple[int, ...],
        activation: str,
        seed: int,
        outputs: int = 1,
        output: str = "sigmoid",
        networks: int = 1,
    ) -> None:
        luck = np.random.default_rng(seed)
        number = networks * count_weights(inputs, hidden, outputs)
        weights = luck.normal(0, 0.7, number).astype(np.float32)
        self.network = Network("berry", inputs, hidden, activation, "", weights, {}, outputs, output, networks)
        self.weights = self.network.weights
        self.record = new(NetworkRecord)
        self.network.fill(self.record)
        self.plain = PlainNetwork.of(self.network)
        self.luck = luck
        self.inputs = self.some_inputs()
        self.answers, self.deltas = np.zeros((2, MOST_LAYERS, max(hidden)), np.float32)

    def some_inputs(self) -> Numbers:
        """Inputs like those of a game: about half of them are 0."""
        size = self.network.inputs
        return np.where(self.luck.random(size) < 0.5, 0, self.luck.uniform(-0.1, 1.5, size)).astype(np.float32)

    def gradient(self, trace: Numbers, factor: float = 1.0, number: int = 0) -> float:
        """Add the gradient of an output to a trace, and return the output."""
        places = (self.weights, self.inputs, self.answers, self.deltas)
        return float(compute_gradient(self.record, *places, number, np.float32(factor), trace))


cases = st.builds(
    Case,
    st.integers(1, 24),
    st.lists(st.integers(1, 12), min_size=1, max_size=MOST_LAYERS).map(tuple),
    st.sampled_from(ACTIVATIONS),
    st.integers(0, 1 << 30),
)
every_kind = pytest.mark.parametrize("activation", ACTIVATIONS)
every_depth = pytest.mark.parametrize("hidden", [(7,), (9, 4), (3, 8, 5)])


def close(found: Any, expected: Any) -> None:
    """Whether numbers are equal to 32-bit precision."""
    np.testing.assert_allclose(found, expected, rtol=2e-4, atol=2e-6)


def test_the_sigmoid_is_that_of_the_books() -> None:
    numbers = np.concatenate([np.linspace(-30, 30, 20_001), [0, -1e9, 1e9, 15.81, -15.81]]).astype(np.float32)
    answers = np.zeros_like(numbers)
    compute_sigmoids(numbers, answers)
    assert np.abs(answers - exact_sigmoid(np.clip(numbers, -700, 700))).max() < 1e-6
    assert answers.min() >= 0
    assert answers.max() <= 1
    assert answers[numbers == 0].tolist() == [0.5, 0.5]


@every_kind
@every_depth
def test_the_output(hidden: tuple[int, ...], activation: str) -> None:
    case = Case(11, hidden, activation, 3)
    for _time in range(5):
        case.inputs = case.some_inputs()
        output = compute_value(case.record, case.weights, case.inputs, case.answers)
        close(output, case.plain.value(case.inputs))
        for layer, answers in enumerate(case.plain.answers(case.inputs)[1:-1]):
            close(case.answers[layer, : hidden[layer]], answers)


@every_kind
@every_depth
def test_the_gradient(hidden: tuple[int, ...], activation: str) -> None:
    """The plain gradient agrees with finite differences, and the compiled one with the plain one."""
    case = Case(11, hidden, activation, 4)
    expected = case.plain.gradient(case.inputs)
    np.testing.assert_allclose(expected, case.plain.measured_gradient(case.inputs), rtol=1e-5, atol=1e-8)
    trace = np.zeros_like(case.weights)
    output = case.gradient(trace)
    close(output, case.plain.value(case.inputs))
    close(trace, expected)


def test_gradients_are_added_times_a_factor() -> None:
    case = Case(11, (9, 4), "sigmoid", 5)
    trace = np.ones_like(case.weights)
    case.gradient(trace, -2.5)
    close(trace, 1 - 2.5 * case.plain.gradient(case.inputs))


@every_kind
@every_depth
@pytest.mark.parametrize("output", ["sigmoid", "linear"])  # softmax networks are trained by PyTorch
def test_the_gradients_of_several_outputs(hidden: tuple[int, ...], activation: str, output: str) -> None:
    case = Case(11, hidden, activation, 7, 4, output)
    for number in range(4):
        expected = case.plain.gradient(case.inputs, number)
        measured = case.plain.measured_gradient(case.inputs, number=number)
        np.testing.assert_allclose(expected, measured, rtol=1e-5, atol=1e-8)
        trace = np.zeros_like(case.weights)
        close(case.gradient(trace, 1.0, number), case.plain.value(case.inputs, number))
        close(trace, expected)


def test_the_best_of_some_options_by_each_of_several_networks() -> None:
    case = Case(11, (9, 4), "relu", 8, 5, "linear", 3)
    for number in range(3):
        values = PlainNetwork.of(case.network, number).answers(case.inputs)[-1]
        for options in range(1, 1 << 5):
            best = max((option for option in range(5) if options >> option & 1), key=lambda option: values[option])
            assert compute_best(case.record, case.inputs, case.answers, number, options) == best


def test_the_optimiser_is_that_of_the_books() -> None:
    """It agrees with Adam as in its paper, with 64-bit numbers."""
    luck = np.random.default_rng(9)
    weights = luck.normal(0, 1, 50).astype(np.float32)
    means, squares = np.zeros((2, 50), np.float32)
    plain, mean, square = weights.astype(float), np.zeros(50), np.zeros(50)
    for step in range(1, 40):
        gradient = (luck.normal(0, 1, 50) * 10.0 ** luck.integers(-3, 3, 50)).astype(np.float32)
        take_step(weights, gradient, means, squares, step, 0.01)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient.astype(float) ** 2
        plain -= 0.01 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        np.testing.assert_allclose(weights, plain, rtol=1e-3, atol=1e-5)


def test_where_the_weights_of_a_layer_begin() -> None:
    case = Case(11, (3, 8, 5), "relu", 6)
    assert [count_before(case.record, layer) for layer in range(4)] == [0, 12 * 3, 12 * 3 + 4 * 8, 12 * 3 + 4 * 8 + 9 * 5]


@given(cases)
def test_any_shape(case: Case) -> None:
    trace = np.zeros_like(case.weights)
    output = case.gradient(trace)
    assert output == compute_value(case.record, case.weights, case.inputs, case.answers)
    close(output, case.plain.value(case.inputs))
    close(trace, case.plain.gradient(case.inputs))


@given(cases)
def test_sums_from_those_for_other_inputs(case: Case) -> None:
    """Only differences are added: from any inputs to any others, including equal ones and zeros."""
    biases, weights = case.plain.layers()[0]
    for before in (case.some_inputs(), case.inputs, np.zeros_like(case.inputs)):
        known, sums = np.zeros((2, case.network.hidden[0]), np.float32)
        compute_sums(case.record, case.weights, before, known, case.inputs, sums)
        close(known, biases + before @ weights)
        np.testing.assert_allclose(sums, biases + case.inputs @ weights, rtol=1e-4, atol=1e-5)
