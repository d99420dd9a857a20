"""A network's value of the current state, and of a state imagined from it, computed from their differences alone."""

from __future__ import annotations

from rentier.agents.mind import MindRecord
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.apply import carry_out
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.network.features import write_inputs
from rentier.network.layers import changed_sums, finish, first_sums
from rentier.network.memory import numbers_at
from rentier.network.shape import SEATS

IMAGINED = SEATS  # the row of a mind's `seen` that holds the inputs of an imagined state


@compiled
def see_now(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> None:
    """Store the inputs and first-layer sums of the current state from the view of a seat."""
    network = mind.network
    write_inputs(box, game, seat, network.features, mind.seen[seat])
    first_sums(network, numbers_at(network.weights, network.number), mind.seen[seat], mind.sums[seat])


@compiled
def value_now(mind: MindRecord, seat: int) -> float:
    """Return the value to a seat of the state stored by `see_now`."""
    network = mind.network
    for node in range(network.nodes[0]):
        mind.answers[0, node] = mind.sums[seat, node]
    return float(finish(network, numbers_at(network.weights, network.number), mind.answers, seat))


@compiled
def value_imagined(box: BoxRecord, mind: MindRecord, seat: int) -> float:
    """Return the value of the imagined state to a seat, after `see_now` for the state that it comes from."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, mind.imagined, seat, network.features, mind.seen[IMAGINED])
    changed_sums(network, weights, mind.seen[seat], mind.sums[seat], mind.seen[IMAGINED], mind.answers[0])
    return float(finish(network, weights, mind.answers, seat))


@compiled
def value_of_state(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> float:
    """Return the value of any state to a seat; needs no `see_now`."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, game, seat, network.features, mind.seen[IMAGINED])
    first_sums(network, weights, mind.seen[IMAGINED], mind.answers[0])
    return float(finish(network, weights, mind.answers, seat))


@compiled
def imagine(box: BoxRecord, game: GameRecord, mind: MindRecord, action: Action) -> None:
    """Carry out an action on a copy of the game, without continuing to the next decision."""
    copy_record(mind.imagined, game)
    carry_out(box, mind.imagined, mind.imagined_luck, None, action)
