"""The win probabilities of all seats in a state, by one forward pass of a network with an output per seat."""

from __future__ import annotations

from rentier.agents.mind import MindRecord
from rentier.agents.td_values import IMAGINED, see_now
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.layout import Numbers, wide
from rentier.network.features import write_inputs
from rentier.network.layers import changed_sums, finish_hidden, softmax_of, softmax_scale, write_outputs
from rentier.network.memory import numbers_at
from rentier.network.whole import relative_seat
from rentier.search.values import result


@compiled
def write_result(game: GameRecord, chances: Numbers) -> None:
    """Write the result of a game that is over: 1 for the winner, shared among several winners, 0 for all in a draw."""
    for seat in range(game.players):
        chances[seat] = result(game, seat)


@compiled
def write_softmax(game: GameRecord, mind: MindRecord, view: int, chances: Numbers) -> None:
    """Write each seat's softmax probability: 0 for a bankrupt seat; what is left is the probability of a draw."""
    outputs = mind.answers[mind.network.layers]
    highest, total = softmax_scale(mind.network, outputs)
    for seat in range(game.players):
        place = relative_seat(game, view, seat)
        share = softmax_of(outputs[place], highest, total)
        chances[seat] = share if game.fallen[seat] == 0 else 0.0


@compiled
def write_chances(box: BoxRecord, game: GameRecord, mind: MindRecord, view: int, chances: Numbers) -> None:
    """Write the win probability of every seat, or the result of a game that is over.

    `view`: a seat for which `see_now` stored a state. The first layer is recomputed only for inputs that differ from that
    state.
    """
    if game.decision == OVER:
        write_result(game, chances)
        return
    network = mind.network
    weights = numbers_at(network.weights, network.number)
    write_inputs(box, game, view, network.features, mind.seen[IMAGINED])
    changed_sums(network, weights, mind.seen[view], mind.sums[view], mind.seen[IMAGINED], mind.answers[0])
    finish_hidden(network, weights, mind.answers)
    write_outputs(network, weights, mind.answers)
    write_softmax(game, mind, view, chances)


@compiled
def write_chances_now(box: BoxRecord, game: GameRecord, mind: MindRecord, chances: Numbers) -> None:
    """Write the win probability of every seat from the mover's view, or the result of a game that is over."""
    view = wide(game.mover)
    if game.decision != OVER:
        see_now(box, game, mind, view)
    write_chances(box, game, mind, view, chances)
