"""A network trained by self-play: it evaluates every choice and makes the one with the best chance to win.

Its choices, and what each is judged by, are those of its training: see `choices`. It considers all deals that training draws
from.
"""

from __future__ import annotations

import numpy as np

from rentier.agents.choices import ALL_SWAPS, choice_at, foresee, gains, is_sealed, list_choices
from rentier.agents.mind import MindRecord, agent, plain, valuing
from rentier.agents.td_values import ASIDE, see_now
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.bits import bit
from rentier.game.state import GameRecord
from rentier.game.words import OFFER, OVER, Action
from rentier.network.features import write_inputs
from rentier.network.layers import changed_sums, finish_hidden, first_sums, two_chances
from rentier.network.memory import numbers_at
from rentier.network.whole import turned


@compiled
def chances_then(box: BoxRecord, mind: MindRecord, seat: int, other: int) -> tuple[float, float]:
    """The chances of a seat and of another in the imagined state, updating the first layer from the sums of `see_now`."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, mind.imagined, seat, network.features, mind.seen[ASIDE])
    changed_sums(network, weights, mind.seen[seat], mind.sums[seat], mind.seen[ASIDE], mind.answers[0])
    finish_hidden(network, weights, mind.answers)
    return two_chances(network, weights, mind.answers, turned(mind.imagined, seat, other))


@compiled
def chances_now(game: GameRecord, mind: MindRecord, seat: int, other: int) -> tuple[float, float]:
    """The same in the state as it is, from the sums of `see_now`."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    for node in range(network.nodes[0]):
        mind.answers[0, node] = mind.sums[seat, node]
    finish_hidden(network, weights, mind.answers)
    return two_chances(network, weights, mind.answers, turned(game, seat, other))


@compiled
def best(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int) -> Action:
    """The choice with the best chance to win: offers only if the other gains; of sealed bids the highest that beats passing."""
    seat = game.actor + 0
    sealed = is_sealed(box, game)
    see_now(box, game, mind, seat)
    chosen = 0
    most = -1.0
    first = -1.0
    asked = -1
    now = 0.0
    for row in range(number):
        choice = choice_at(mind.actions, row)
        other = choice.target if choice.kind == OFFER else seat
        copy_record(mind.imagined, game)
        foresee(box, mind.imagined, mind.imagined_luck, choice)
        own, theirs = chances_then(box, mind, seat, other)
        if row == 0:
            first = own
        if own <= (first if sealed and row > 0 else most):
            continue
        if choice.kind == OFFER:
            if asked != other:
                asked = other
                now = chances_now(game, mind, seat, other)[1]
            if not gains(theirs, now):
                continue
        most = own
        chosen = row
    return choice_at(mind.actions, chosen)


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Evaluate every choice and make the best."""
    if mind.network.weights == 0:  # no network is loaded
        return plain(-1, 0, 0)
    number = list_choices(box, game, ALL_SWAPS, np.uint64(0), mind.actions)
    return best(box, game, mind, number) if number > 1 else choice_at(mind.actions, 0)


@valuing
def value(box: BoxRecord, game: GameRecord, seat: int, mind: MindRecord) -> float:
    """The chance to win that the network gives a seat."""
    if game.decision == OVER:
        return 1.0 if game.winners & bit(seat) != 0 else 0.0
    if mind.network.weights == 0:
        return 0.0
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, game, seat, network.features, mind.seen[ASIDE])
    first_sums(network, weights, mind.seen[ASIDE], mind.answers[0])
    finish_hidden(network, weights, mind.answers)
    return two_chances(network, weights, mind.answers, 0)[0]
