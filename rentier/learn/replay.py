"""Replay for deep Q-learning, compiled: transitions are kept in a memory, and batches drawn from it teach the networks.

The target of a decision is the reward at the seat's next decision and, discounted, the best legal option there by the network
of its kind as it was a while ago; where the game is over for the seat it is the reward alone. (The snippet of Adjudicator 2018
looks ahead only where the reward is 0, against the formula above it: `target` in the settings says which of them is meant.)
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

# a memory: what was seen before and after each transition, and columns of what else is kept of it
KIND, CHOSEN, NEXT_KIND, NEXT_LEGAL = range(4)
REWARD, DISCOUNT = range(2)
MEMORY = types.Tuple((types.Array(types.float32, 3, "C"), types.Array(types.int64, 2, "C"), types.Array(types.float32, 2, "C")))
OVER_FOR_GOOD = -1  # the next kind where the game is over for the seat

# rows beside the weights: faded mean and mean square of the gradient, and the gradient of a batch
MEANS, SQUARES, GRADIENT = range(3)
TEACHING_ROWS = 3

BATCH_STREAM = 77  # of the random numbers that say what a batch is


class Outcome(NamedTuple):
    """What the last decision of a seat has led to: its reward, and the seat's next decision with what is legal there."""

    seat: int
    reward: float
    discount: float
    next_kind: int
    next_legal: int


def new_memory(places: int, inputs: int) -> tuple[Numbers, Numbers, Numbers]:
    """An empty memory for so many transitions."""
    return (
        np.zeros((places, 2, inputs), np.float32),
        np.zeros((places, NEXT_LEGAL + 1), np.int64),
        np.zeros((places, DISCOUNT + 1), np.float32),
    )


@compiled
def store(learner: QLearnerRecord, memory: Any, outcome: Outcome, inputs: Numbers) -> None:
    """Keep the transition from a seat's last decision in place of the oldest one; `inputs`: what it sees at the next."""
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
    """What the decision of a transition has turned out to be worth."""
    seen, facts, rewards = memory
    target = rewards[place, REWARD]
    kind = facts[place, NEXT_KIND]
    if kind != OVER_FOR_GOOD:
        weights = numbers_at(weights_at(learner.old, kind), learner.old.number)
        best = best_value(learner.old, weights, seen[place, 1], learner.answers, facts[place, NEXT_LEGAL])
        target += rewards[place, DISCOUNT] * best
    return target


@compiled
def add_lesson(learner: QLearnerRecord, memory: Any, place: int, gradient: Numbers) -> int:
    """Add to the gradient what a transition teaches; which network it teaches."""
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
    """The old network becomes what the other is now."""
    size = learner.network.networks * learner.network.number
    weights = numbers_at(learner.network.weights, size)
    old = numbers_at(learner.old.weights, size)
    for place in range(size):
        old[place] = weights[place]


@compiled
def learn_batch(learner: QLearnerRecord, memory: Any, teaching: Numbers) -> None:
    """Draw a batch from the memory, and take a step with each network it is about."""
    network = learner.network
    gradient = teaching[GRADIENT]
    for place in range(network.networks * network.number):
        gradient[place] = np.float32(0.0)
    filled = min(learner.stored, learner.places)
    taught = 0
    for _lesson in range(learner.batch):
        place = below(mix(learner.key, BATCH_STREAM, learner.draws), filled)
        learner.draws += 1
        taught |= bit(add_lesson(learner, memory, place, gradient))
    for kind in range(network.networks):
        if taught & bit(kind) != 0:
            learner.steps[kind] += 1
            first, last = kind * network.number, (kind + 1) * network.number
            means, squares = teaching[MEANS, first:last], teaching[SQUARES, first:last]
            weights = numbers_at(weights_at(network, kind), network.number)
            adam(weights, gradient[first:last], means, squares, learner.steps[kind], learner.rate)
    learner.learnt += 1
    if learner.learnt % learner.refresh == 0:
        refresh(learner)


@compiled
def learn_from_memory(learner: QLearnerRecord, memory: Any, teaching: Numbers) -> None:
    """A batch where it is time for one."""
    if learner.stored >= learner.batch and learner.stored % learner.every == 0:
        learn_batch(learner, memory, teaching)
