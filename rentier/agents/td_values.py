"""A network's value of a state as it is, and of one that is imagined from it, which costs only what differs."""

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

IMAGINED = SEATS  # where is written what is seen of an imagined state


@compiled
def see_now(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> None:
    """Look at the state as it is, with the eyes of a seat."""
    network = mind.network
    write_inputs(box, game, seat, network.features, mind.seen[seat])
    first_sums(network, numbers_at(network.weights, network.number), mind.seen[seat], mind.sums[seat])


@compiled
def value_now(mind: MindRecord, seat: int) -> float:
    """The value to a seat of the state that it has looked at."""
    network = mind.network
    for node in range(network.nodes[0]):
        mind.answers[0, node] = mind.sums[seat, node]
    return float(finish(network, numbers_at(network.weights, network.number), mind.answers, seat))


@compiled
def value_imagined(box: BoxRecord, mind: MindRecord, seat: int) -> float:
    """The value of the imagined state to a seat that has looked at the one it comes from."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, mind.imagined, seat, network.features, mind.seen[IMAGINED])
    changed_sums(network, weights, mind.seen[seat], mind.sums[seat], mind.seen[IMAGINED], mind.answers[0])
    return float(finish(network, weights, mind.answers, seat))


@compiled
def value_of_state(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> float:
    """The value of a state to a seat, whatever was looked at before."""
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, game, seat, network.features, mind.seen[IMAGINED])
    first_sums(network, weights, mind.seen[IMAGINED], mind.answers[0])
    return float(finish(network, weights, mind.answers, seat))


@compiled
def imagine(box: BoxRecord, game: GameRecord, mind: MindRecord, action: Action) -> None:
    """Carry out an action on a copy, without what follows from it."""
    copy_record(mind.imagined, game)
    carry_out(box, mind.imagined, mind.imagined_luck, None, action)
