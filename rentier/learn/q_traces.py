"""Watkins' Q(lambda), compiled: a network learns online, along eligibility traces (Watkins 1989; Sutton & Barto 1998, 7.6).

At a seat's next decision the difference between the reward with the best legal option, discounted, and the value of the last
decision moves all weights along the seat's trace. The trace fades by discount and lambda, and is cut where the seat strays from
what it thinks best: what follows says nothing then about the decisions before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.compiled import compiled
from rentier.learn.q_record import OVER_FOR_GOOD, QLearnerRecord
from rentier.network.layers import add_gradient, blame, output_of
from rentier.network.memory import numbers_at
from rentier.network.options import best_value, see, weights_of
from rentier.records import Numbers


@compiled
def clear_trace(learner: QLearnerRecord, trace: Numbers) -> None:
    """Forget what was done."""
    for place in range(learner.network.networks * learner.network.number):
        trace[place] = np.float32(0.0)


@compiled
def move_along(
    learner: QLearnerRecord,
    trace: Numbers,
    seat: int,
    reward: float,
    discount: float,
    next_kind: int,
    next_legal: int,
    inputs: Numbers,
) -> None:
    """Move the weights by what a seat's last decision has led to."""
    network = learner.network
    target = np.float32(reward)
    if next_kind != OVER_FOR_GOOD:
        weights = weights_of(network, next_kind)
        target += np.float32(discount) * best_value(network, weights, inputs, learner.answers, next_legal)
    difference = target - learner.before[seat]
    learner.surprise += float(difference) * float(difference)
    learner.looks += 1
    every = numbers_at(network.weights, network.networks * network.number)
    change = np.float32(learner.rate) * difference
    for place in range(len(every)):
        every[place] += change * trace[place]


@compiled
def value_and_gradient(learner: QLearnerRecord, kind: int, chosen: int, inputs: Numbers, trace: Numbers) -> Any:
    """The value of an option, its gradient being added to the trace."""
    network = learner.network
    weights = weights_of(network, kind)
    see(network, weights, inputs, learner.answers)
    value = output_of(network, weights, learner.answers, chosen)
    blame(network, weights, learner.answers, chosen, value, learner.blames)
    part = trace[kind * network.number : (kind + 1) * network.number]
    add_gradient(network, inputs, learner.answers, learner.blames, chosen, value, np.float32(1.0), part)
    return value


@compiled
def extend_trace(
    learner: QLearnerRecord, trace: Numbers, seat: int, discount: float, kind: int, chosen: int, strayed: bool, inputs: Numbers
) -> None:
    """Let a trace fade, or cut it, and add the decision just taken."""
    fading = np.float32(0.0) if strayed else np.float32(discount * learner.fading)
    for place in range(learner.network.networks * learner.network.number):
        trace[place] *= fading
    learner.before[seat] = value_and_gradient(learner, kind, chosen, inputs, trace)
