"""What a Q-learner knows while it learns: its settings, the decisions that wait for their outcome, and room to compute in."""

from __future__ import annotations

from typing import Annotated

from numba import types

from rentier.compiled import record_type
from rentier.network.layers import NetworkRecord
from rentier.network.shape import MOST_INPUTS, MOST_LAYERS, MOST_NETWORKS, MOST_NODES, SEATS
from rentier.records import Float64, Int64, Numbers, Record, Word, layout


class QLearnerRecord(Record):
    """How a network learns, and how far it is. What lasts beyond a game is `steps`, `stored` and `learnt`."""

    network: Annotated[NetworkRecord, layout(NetworkRecord)]
    old: Annotated[NetworkRecord, layout(NetworkRecord)]  # the same as it was a while ago, which targets are computed by
    rate: Float64
    discount: Float64  # gamma
    fading: Float64  # lambda
    ending: Float64  # how many times the last reward counts
    money: Float64  # what the share of all money counts in a reward
    by_turns: Int64  # 1: within a turn nothing is counted or discounted
    places: Int64  # of the memory; 0: none, it learns by traces
    batch: Int64
    every: Int64  # transitions between two batches
    refresh: Int64  # batches between two refreshments of the old network
    steps: Annotated[Numbers, "i8", (MOST_NETWORKS,)]  # of the optimiser, for each network
    stored: Int64  # transitions so far
    learnt: Int64  # batches so far
    # of the game
    key: Word
    draws: Int64
    waiting: Int64  # seats whose last decision waits for its outcome, as bits
    asked: Annotated[Numbers, "i8", (SEATS,)]  # decisions so far
    turn: Annotated[Numbers, "i8", (SEATS,)]  # of the last one
    kind: Annotated[Numbers, "i8", (SEATS,)]  # of the last one: its network, its option, what was seen, its value
    chosen: Annotated[Numbers, "i8", (SEATS,)]
    seen: Annotated[Numbers, "f4", (SEATS, MOST_INPUTS)]
    before: Annotated[Numbers, "f4", (SEATS,)]
    surprise: Float64  # the sum of all differences, squared
    looks: Int64
    answers: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]
    blames: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]


Q_LEARNER = record_type(layout(QLearnerRecord))
ROWS_OF_WEIGHTS = types.Array(types.float32, 2, "C")
SEEN = types.Array(types.float32, 3, "C")  # by place: before and after
FACTS = types.Array(types.int64, 2, "C")
REWARDS = types.Array(types.float32, 2, "C")
OVER_FOR_GOOD = -1  # the next kind where the game is over for the seat
EITHER_END = 2

# rows beside the weights: faded mean and mean square of the gradient, and the gradient of a batch
MEANS, SQUARES, GRADIENT = range(3)
TEACHING_ROWS = 3
# columns of what the memory keeps of a transition
KIND, CHOSEN, NEXT_KIND, NEXT_LEGAL = range(4)
FACT_COLUMNS = 4
REWARD, DISCOUNT = range(2)
REWARD_COLUMNS = 2
