"""Play all steps of a window in one slot before the next slot, compiled for a CPU: rows stay in the cache, and no core waits.

The sums of the first hidden layer are updated only for inputs that changed. The first row of a decision is compared with the
first row of the last decision in the same seat, every other row with an earlier row of the same decision.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from rentier.compiled import compiled, entry
from rentier.layout import Numbers, wide
from rentier.network.layers import (
    NETWORK,
    NetworkRecord,
    changed_sums,
    finish_hidden,
    softmax_of,
    softmax_scale,
    write_outputs,
)
from rentier.network.shape import PROBABILITIES, SEATS
from rentier.selfplay.advance import advance
from rentier.selfplay.opponents import PAST
from rentier.selfplay.rows import INPUTS, copy_row, sum_rows, write_rows
from rentier.selfplay.slots import MOST_CHOICES, PLAY, SlotRecord
from rentier.selfplay.stepping import BOXES, CUBE, RANGE, ROWS, SLOTS, STARTS, WINDOW

NETWORKS = 2  # the one that learns, and its past version


class Buffers(NamedTuple):
    """Memory of a core, reused for each slot. `known`: for each network and seat, the first row of its last decision."""

    rows: Numbers
    sums: Numbers
    answers: Numbers  # a row per layer
    values: Numbers  # of each network
    known: Numbers
    known_sums: Numbers


BUFFERS = types.NamedTuple((ROWS, ROWS, ROWS, CUBE, CUBE, CUBE), Buffers)


def buffers_for(network: NetworkRecord) -> Buffers:
    """Return memory for networks of this shape."""
    first, layers = int(network.nodes[0]), int(network.layers)
    shapes = (
        (MOST_CHOICES, INPUTS),
        (MOST_CHOICES, first),
        (layers + 1, max(PROBABILITIES, *network.nodes[:layers])),
        (NETWORKS, MOST_CHOICES, PROBABILITIES),
        (NETWORKS, SEATS, INPUTS),
        (NETWORKS, SEATS, first),
    )
    return Buffers(*(np.zeros(shape, np.float32) for shape in shapes))


@compiled
def forget(network: NetworkRecord, weights: Numbers, buffers: Buffers) -> None:
    """Reset the known rows before a new slot: to inputs of 0, whose sums are the biases."""
    for which in range(NETWORKS):
        for seat in range(SEATS):
            for place in range(INPUTS):
                buffers.known[which, seat, place] = np.float32(0.0)
            for node in range(network.nodes[0]):
                buffers.known_sums[which, seat, node] = weights[which, node]


@compiled
def evaluate(network: NetworkRecord, weights: Numbers, slot: SlotRecord, buffers: Buffers, which: int) -> None:
    """Evaluate the rows of a slot with one of the networks, and write their values."""
    seat = wide(slot.game.actor)
    rows, sums, answers, values = buffers.rows, buffers.sums, buffers.answers, buffers.values[which]
    known, known_sums = buffers.known[which, seat], buffers.known_sums[which, seat]
    changed_sums(network, weights, known, known_sums, rows[0], sums[0])
    copy_row(known, rows[0])
    for node in range(network.nodes[0]):
        known_sums[node] = sums[0, node]
    sum_rows(network, weights, slot, rows, sums)
    for row in range(slot.number):
        for node in range(network.nodes[0]):
            answers[0, node] = sums[row, node]
        finish_hidden(network, weights, answers)
        write_outputs(network, weights, answers)
        logits = answers[network.layers]
        highest, total = softmax_scale(network, logits)
        for place in range(PROBABILITIES):
            values[row, place] = softmax_of(logits[place], highest, total)


@entry(types.void(NETWORK, ROWS, BOXES, STARTS, SLOTS, PLAY, WINDOW, CUBE, BUFFERS, *RANGE))
def play_some(
    network: NetworkRecord,
    weights: Numbers,
    boxes: Numbers,
    starts: Numbers,
    slots: Numbers,
    play: Any,
    steps: Numbers,
    seen: Numbers,
    buffers: Buffers,
    low: int,
    high: int,
) -> None:
    """Play a window in some slots; `weights` of both networks, `seen` gets the row of each choice."""
    for number in range(low, high):
        slot = slots[number]
        forget(network, weights, buffers)
        for time in range(len(steps)):
            step = steps[time, number]
            if slot.number > 0:
                write_rows(boxes, slot, buffers.rows, 0, slot.number)
                for which in range(NETWORKS if slot.who[slot.game.actor] == PAST else 1):
                    evaluate(network, weights[which], slot, buffers, which)
            advance(boxes, starts, slot, buffers.values, 0, play, step)
            if step.row >= 0:
                copy_row(seen[time, number], buffers.rows[step.row])
