"""The TD(lambda) update of a network (Berry 2013, sections 2.1 and 6.2.3), and the payoff at the end of a game."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numba import types

from rentier.arena.play import rank_of
from rentier.box.record import END_LAST_PLAYER, BoxRecord
from rentier.compiled import compiled, record_type
from rentier.game.bits import bit, count
from rentier.game.deeds import worth
from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.layout import Float64, Int64, Numbers, Record, layout, wide
from rentier.learn.rewards import is_out
from rentier.learn.td_settings import PAYOFFS
from rentier.network.features import write_inputs
from rentier.network.layers import NetworkRecord, add_gradient, backpropagate, finish, first_sums, output_for
from rentier.network.memory import numbers_at
from rentier.network.shape import MOST_INPUTS, MOST_LAYERS, MOST_NODES, SEATS

FLAT, LIMIT_HALF, SLIDING, BY_RANK, PUNISHED, BY_ASSETS = range(len(PAYOFFS))
SLOWEST_WIN = 0.2  # the sliding payoff of a win at the limit
CACHE_BLOCK = 2048  # weights that stay in the processor's cache while all traces are applied to them


class LearnerRecord(Record):
    """The settings of a learner, and its state in a game."""

    network: Annotated[NetworkRecord, layout(NetworkRecord)]
    rate: Float64
    lambda_: Float64
    payoff: Int64
    views: Int64  # the seats it learns from, as bits
    begun: Int64  # the seats that already have a value, as bits
    turn: Int64  # the turn of the last update
    before: Annotated[Numbers, "f4", (SEATS,)]  # the value one turn earlier
    changes: Annotated[Numbers, "f4", (SEATS,)]  # the learning rate times the TD error of each seat
    squared_errors: Float64  # the sum of all squared TD errors
    errors: Int64  # the number of TD errors
    inputs: Annotated[Numbers, "f4", (MOST_INPUTS,)]
    answers: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]
    deltas: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]


LEARNER = record_type(layout(LearnerRecord))
TRACES = types.Array(types.float32, 2, "C")


# the payoff


@compiled
def won_at_limit(box: BoxRecord, game: GameRecord, seat: int) -> bool:
    """Whether a winner won because the game reached its limit, not by bankruptcies or the cash goal."""
    left = count(game.in_play)
    if left == 1 or (box.end != END_LAST_PLAYER and game.players - left >= box.end):
        return False
    return box.cash_goal == 0 or game.cash[seat] < box.cash_goal


@compiled
def share_of_assets(box: BoxRecord, game: GameRecord, seat: int) -> float:
    """Return a seat's share of the total worth of all players; 0 once it is bankrupt."""
    total = 0
    own = 0
    for other in range(game.players):
        if game.in_play & bit(other) != 0:
            assets = worth(box, game, other, box.worth)
            total += assets
            own += assets if other == seat else 0
    return own / total if total > 0 else 0.0


@compiled
def payoff_of(box: BoxRecord, game: GameRecord, seat: int, payoff: int) -> float:
    """Return the payoff of a seat whose game is over (Berry 2013, sections 5.5 and 7.4; rank and assets: section 9)."""
    if payoff == BY_RANK:
        return (wide(game.players) - rank_of(box, game, seat)) / (wide(game.players) - 1)
    if payoff == BY_ASSETS:
        return share_of_assets(box, game, seat)
    lost = -1.0 if payoff == PUNISHED else 0.0
    if game.decision != OVER:
        return lost
    if game.winners == 0:
        return 1.0 / count(game.in_play) if game.in_play & bit(seat) != 0 else lost
    if game.winners & bit(seat) == 0:
        return lost
    share = 1.0 / count(game.winners)
    if (payoff == LIMIT_HALF or payoff == PUNISHED) and won_at_limit(box, game, seat):
        return 0.5 * share
    if payoff == SLIDING and box.round_cap > 0:
        return (1.0 - (1.0 - SLOWEST_WIN) * min(wide(game.rounds) / box.round_cap, 1.0)) * share
    return share


# the update


@compiled
def begin_learning(learner: LearnerRecord, traces: Numbers, views: int) -> None:
    """Begin a game with empty traces."""
    learner.views = views
    learner.begun = 0
    learner.turn = -1
    for seat in range(SEATS):
        if views & bit(seat) != 0:
            for place in range(learner.network.number):
                traces[seat, place] = np.float32(0.0)


@compiled
def value_seen(box: BoxRecord, game: GameRecord, learner: LearnerRecord, weights: Numbers, seat: int) -> Any:
    """Return the value of the state to a seat, and store what its gradient needs."""
    network = learner.network
    write_inputs(box, game, seat, network.features, learner.inputs)
    first_sums(network, weights, learner.inputs, learner.answers[0])
    return finish(network, weights, learner.answers, seat)


@compiled
def move_weights(learner: LearnerRecord, weights: Numbers, traces: Numbers, moved: int) -> None:
    """Move all weights along the traces of the seats that have a TD error, and let these traces decay.

    The traces of all seats are applied to one block of weights before the next block is read from memory.
    """
    lambda_ = np.float32(learner.lambda_)
    for first in range(0, learner.network.number, CACHE_BLOCK):
        last = min(first + CACHE_BLOCK, learner.network.number)
        block = weights[first:last]
        for seat in range(SEATS):
            if moved & bit(seat) != 0:
                change = learner.changes[seat]
                trace = traces[seat, first:last]
                for place in range(last - first):
                    eligible = trace[place]
                    block[place] += change * eligible
                    trace[place] = lambda_ * eligible


@compiled
def extend_trace(learner: LearnerRecord, weights: Numbers, trace: Numbers, seat: int, value: Any) -> None:
    """Add the gradient of the value just computed to the eligibility trace of a seat."""
    network = learner.network
    number = output_for(network, seat)
    backpropagate(network, weights, learner.answers, number, value, learner.deltas)
    add_gradient(network, learner.inputs, learner.answers, learner.deltas, number, value, np.float32(1.0), trace)


@compiled
def td_update(box: BoxRecord, game: GameRecord, learner: LearnerRecord, traces: Numbers) -> None:
    """Learn from a state: first compute the values of all views, then move the weights, then extend the traces."""
    weights = numbers_at(learner.network.weights, learner.network.number)
    moved = 0
    for seat in range(game.players):
        if learner.views & bit(seat) == 0:
            continue
        value = np.float32(payoff_of(box, game, seat, learner.payoff)) if is_out(game, seat) else np.float32(0.0)
        if not is_out(game, seat):
            value = value_seen(box, game, learner, weights, seat)
        if learner.begun & bit(seat) != 0:
            td_error = value - learner.before[seat]
            learner.changes[seat] = np.float32(learner.rate) * td_error
            learner.squared_errors += float(td_error) * float(td_error)
            learner.errors += 1
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
            extend_trace(learner, weights, traces[seat], seat, value)
            learner.begun |= bit(seat)
            learner.before[seat] = value


@compiled
def update_once_a_turn(box: BoxRecord, game: GameRecord, learner: LearnerRecord, traces: Numbers) -> None:
    """Learn if a new turn has begun."""
    if game.turns != learner.turn:
        learner.turn = game.turns
        td_update(box, game, learner, traces)
