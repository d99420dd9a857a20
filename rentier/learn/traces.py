"""TD(lambda) with eligibility traces, compiled: a network learns from one game while it is played.

Once a turn the network values the state for every seat whose view it learns from. The difference to the value a turn before,
at the end the difference to the payoff, moves all weights along the seat's trace: the sum of the gradients of its values so
far, each faded by lambda a turn (Sutton & Barto 1998, chapter 8; Berry 2013, sections 2.1 and 6.2.3).
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numba import types

from rentier.arena.play import rank_of
from rentier.box.record import END_LAST_PLAYER, BoxRecord
from rentier.compiled import compiled, record_type
from rentier.game.bits import bit, count
from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.network.features import write_inputs
from rentier.network.layers import NetworkRecord, add_gradient, blame, finish, first_sums
from rentier.network.memory import numbers_at
from rentier.network.shape import MOST_INPUTS, MOST_LAYERS, MOST_NODES, SEATS
from rentier.records import Float64, Int64, Numbers, Record, layout, wide

FLAT, LIMIT_HALF, SLIDING, BY_RANK = range(4)  # as in `learning.PAYOFFS`
SLOWEST_WIN = 0.2  # of a win at the limit where payoffs slide

TRACES = types.Array(types.float32, 2, "C")


class LearnerRecord(Record):
    """How a network learns, and how far it is in a game."""

    network: Annotated[NetworkRecord, layout(NetworkRecord)]
    rate: Float64
    fading: Float64  # lambda
    payoff: Int64
    views: Int64  # the seats it learns from, as bits
    begun: Int64  # the seats that have a value already, as bits
    turn: Int64  # of the last look
    before: Annotated[Numbers, "f4", (SEATS,)]  # the value a turn before
    changes: Annotated[Numbers, "f4", (SEATS,)]  # what moves the weights along each trace
    surprise: Float64  # the sum of all differences, squared
    looks: Int64
    inputs: Annotated[Numbers, "f4", (MOST_INPUTS,)]
    answers: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]
    blames: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]


LEARNER = record_type(layout(LearnerRecord))


@compiled
def won_at_limit(box: BoxRecord, game: GameRecord, seat: int) -> bool:
    """A winner has won because the game was stopped, not by bankruptcies or the cash goal."""
    left = count(game.in_play)
    if left == 1 or (box.end != END_LAST_PLAYER and game.players - left >= box.end):
        return False
    return box.cash_goal == 0 or game.cash[seat] < box.cash_goal


@compiled
def payoff_of(box: BoxRecord, game: GameRecord, seat: int, payoff: int) -> float:
    """What the game was worth to a seat that it is over for (Berry 2013, sections 5.5 and 7.4; by rank: section 9)."""
    if game.decision != OVER or payoff == BY_RANK:
        rank = rank_of(box, game, seat)
        return (wide(game.players) - rank) / (wide(game.players) - 1) if payoff == BY_RANK else 0.0
    if game.winners == 0:
        return 1.0 / count(game.in_play) if game.in_play & bit(seat) != 0 else 0.0
    if game.winners & bit(seat) == 0:
        return 0.0
    share = 1.0 / count(game.winners)
    if payoff == LIMIT_HALF and won_at_limit(box, game, seat):
        return 0.5 * share
    if payoff == SLIDING and box.round_cap > 0:
        return (1.0 - (1.0 - SLOWEST_WIN) * min(wide(game.rounds) / box.round_cap, 1.0)) * share
    return share


@compiled
def begin_learning(learner: LearnerRecord, traces: Numbers, views: int) -> None:
    """A game begins: no traces yet."""
    learner.views = views
    learner.begun = 0
    learner.turn = -1
    for seat in range(SEATS):
        if views & bit(seat) != 0:
            for place in range(learner.network.number):
                traces[seat, place] = np.float32(0.0)


@compiled
def is_out(game: GameRecord, seat: int) -> bool:
    """The game is over for a seat."""
    return game.decision == OVER or game.in_play & bit(seat) == 0


@compiled
def value_seen(box: BoxRecord, game: GameRecord, learner: LearnerRecord, weights: Numbers, seat: int) -> Any:
    """The value of the state to a seat, with all that its gradient needs."""
    network = learner.network
    write_inputs(box, game, seat, network.features, learner.inputs)
    first_sums(network, weights, learner.inputs, learner.answers[0])
    return finish(network, weights, learner.answers)


@compiled
def move_weights(learner: LearnerRecord, weights: Numbers, traces: Numbers, moved: int) -> None:
    """Move all weights along the traces of the seats that were surprised."""
    for seat in range(SEATS):
        if moved & bit(seat) != 0:
            change = learner.changes[seat]
            for place in range(learner.network.number):
                weights[place] += change * traces[seat, place]


@compiled
def extend_trace(learner: LearnerRecord, weights: Numbers, trace: Numbers, value: Any) -> None:
    """Let a trace fade and add the gradient of the value just seen."""
    network = learner.network
    fading = np.float32(learner.fading)
    for place in range(network.number):
        trace[place] *= fading
    blame(network, weights, learner.answers, 0, value, learner.blames)
    add_gradient(network, learner.inputs, learner.answers, learner.blames, 0, value, np.float32(1.0), trace)


@compiled
def look(box: BoxRecord, game: GameRecord, learner: LearnerRecord, traces: Numbers) -> None:
    """Learn from the state, once a turn and at the end: the values of all views first, then the weights, then the traces."""
    weights = numbers_at(learner.network.weights, learner.network.number)
    moved = 0
    for seat in range(game.players):
        if learner.views & bit(seat) == 0:
            continue
        value = np.float32(payoff_of(box, game, seat, learner.payoff)) if is_out(game, seat) else np.float32(0.0)
        if not is_out(game, seat):
            value = value_seen(box, game, learner, weights, seat)
        if learner.begun & bit(seat) != 0:
            difference = value - learner.before[seat]
            learner.changes[seat] = np.float32(learner.rate) * difference
            learner.surprise += float(difference) * float(difference)
            learner.looks += 1
            moved |= bit(seat)
        learner.before[seat] = value
    move_weights(learner, weights, traces, moved)
    for seat in range(game.players):
        if learner.views & bit(seat) == 0:
            continue
        if is_out(game, seat):
            learner.views &= ~bit(seat)  # nothing more to learn from it
        else:
            value = value_seen(box, game, learner, weights, seat)
            extend_trace(learner, weights, traces[seat], value)
            learner.begun |= bit(seat)
            learner.before[seat] = value
