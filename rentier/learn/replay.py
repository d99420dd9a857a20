"""Replay for deep Q-learning, compiled: transitions are stored in a memory, and the networks learn from random batches.

The target of a decision is the reward at the seat's next decision plus the discounted value of the best legal option there, by
the target network of that kind of decision; if the game is over for the seat, it is the reward alone. (The code snippet of
Adjudicator 2018 looks ahead only if the reward is 0, contrary to the formula above it: `target` in the settings chooses.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types

from rentier.compiled import compiled
from rentier.game.bits import bit
from rentier.game.luck import below, mix
from rentier.layout import Numbers
from rentier.network.layers import add_gradient, backpropagate, output_of
from rentier.network.memory import numbers_at
from rentier.network.optimiser import adam
from rentier.network.options import best_value, see, weights_at

if TYPE_CHECKING:
    from rentier.learn.q import QLearnerRecord

# a memory: the inputs before and after each transition, and two tables with these columns
KIND, CHOSEN, NEXT_KIND, NEXT_LEGAL = range(4)
REWARD, DISCOUNT = range(2)
MEMORY = types.Tuple((types.Array(types.float32, 3, "C"), types.Array(types.int64, 2, "C"), types.Array(types.float32, 2, "C")))
GAME_OVER = -1  # the next kind if the game is over for the seat

# rows of the optimiser: running mean and mean square of the gradient, and the gradient of a batch
MEANS, SQUARES, GRADIENT = range(3)
OPTIMISER_ROWS = 3

BATCH_STREAM = 77  # the stream of random numbers that draws batches


class Outcome(NamedTuple):
    """The outcome of a seat's last decision: the reward, and the seat's next decision with its legal options."""

    seat: int
    reward: float
    discount: float
    next_kind: int
    next_legal: int


def new_memory(places: int, inputs: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return an empty memory for `places` transitions."""
    return (
        np.zeros((places, 2, inputs), np.float32),
        np.zeros((places, NEXT_LEGAL + 1), np.int64),
        np.zeros((places, DISCOUNT + 1), np.float32),
    )


@compiled
def store(learner: QLearnerRecord, memory: Any, outcome: Outcome, inputs: Numbers) -> None:
    """Store the transition from a seat's last decision in place of the oldest one; `inputs`: those at its next decision."""
    seen, facts, rewards = memory
    seat = outcome.seat
    place = learner.stored % learner.places
    for number in range(learner.network.inputs):
        seen[place, 0, number] = learner.seen[seat, number]
        seen[place, 1, number] = inputs[number]
    facts[place, KIND] = learner.kind[seat]
    facts[place, CHOSEN] = learner.chosen[seat]
    facts[place, NEXT_KIND] = outcome.next_kind
    facts[place, NEXT_LEGAL] = outcome.next_legal
    rewards[place, REWARD] = np.float32(outcome.reward)
    rewards[place, DISCOUNT] = np.float32(outcome.discount)
    learner.stored += 1


@compiled
def target_of(learner: QLearnerRecord, memory: Any, place: int) -> Any:
    """Return the target of a transition."""
    seen, facts, rewards = memory
    target = rewards[place, REWARD]
    kind = facts[place, NEXT_KIND]
    if kind != GAME_OVER:
        weights = numbers_at(weights_at(learner.old, kind), learner.old.number)
        best = best_value(learner.old, weights, seen[place, 1], learner.answers, facts[place, NEXT_LEGAL])
        target += rewards[place, DISCOUNT] * best
    return target


@compiled
def add_transition(learner: QLearnerRecord, memory: Any, place: int, gradient: Numbers) -> int:
    """Add the gradient of a transition's squared error; return its kind of decision, which determines the network."""
    seen, facts, _rewards = memory
    network = learner.network
    target = target_of(learner, memory, place)
    kind, chosen = facts[place, KIND], facts[place, CHOSEN]
    weights = numbers_at(weights_at(network, kind), network.number)
    see(network, weights, seen[place, 0], learner.answers)
    value = output_of(network, weights, learner.answers, chosen)
    td_error = value - target
    learner.squared_errors += float(td_error) * float(td_error)
    learner.errors += 1
    backpropagate(network, weights, learner.answers, chosen, value, learner.deltas)
    factor = td_error / np.float32(learner.batch)
    trace = gradient[kind * network.number : (kind + 1) * network.number]
    add_gradient(network, seen[place, 0], learner.answers, learner.deltas, chosen, value, factor, trace)
    return kind


@compiled
def refresh(learner: QLearnerRecord) -> None:
    """Copy the network into the target network."""
    size = learner.network.networks * learner.network.number
    weights = numbers_at(learner.network.weights, size)
    old = numbers_at(learner.old.weights, size)
    for place in range(size):
        old[place] = weights[place]


@compiled
def learn_batch(learner: QLearnerRecord, memory: Any, optimiser: Numbers) -> None:
    """Draw a batch from the memory, and take an optimiser step with each network that it concerns."""
    network = learner.network
    gradient = optimiser[GRADIENT]
    for place in range(network.networks * network.number):
        gradient[place] = np.float32(0.0)
    filled = min(learner.stored, learner.places)
    concerned = 0
    for _transition in range(learner.batch):
        place = below(mix(learner.key, BATCH_STREAM, learner.draws), filled)
        learner.draws += 1
        concerned |= bit(add_transition(learner, memory, place, gradient))
    for kind in range(network.networks):
        if concerned & bit(kind) != 0:
            learner.steps[kind] += 1
            first, last = kind * network.number, (kind + 1) * network.number
            means, squares = optimiser[MEANS, first:last], optimiser[SQUARES, first:last]
            weights = numbers_at(weights_at(network, kind), network.number)
            adam(weights, gradient[first:last], means, squares, learner.steps[kind], learner.rate)
    learner.learnt += 1
    if learner.learnt % learner.refresh == 0:
        refresh(learner)


@compiled
def learn_from_memory(learner: QLearnerRecord, memory: Any, optimiser: Numbers) -> None:
    """Learn from a batch if one is due."""
    if learner.stored >= learner.batch and learner.stored % learner.every == 0:
        learn_batch(learner, memory, optimiser)
