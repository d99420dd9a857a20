"""The options that a network considers in a decision, with the win probability that it expects after each.

They are the choices of the agent `selfplay`. Each deal is considered at one amount of cash: the best one for the player to act
at which the other player gains too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from rentier.agents.choices import choice_at
from rentier.agents.mind import MIND, MindRecord, wake_mind
from rentier.agents.seating import seat_minds
from rentier.agents.selfplay import NO_VALUE, list_own_choices, remember_offer, value_of_choice
from rentier.agents.specs import Agent, check_all_win_probabilities
from rentier.agents.td_values import see_now
from rentier.box import Box
from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.check import ACTION
from rentier.game.legal import write_action
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import MOST_ACTIONS, OFFER, Action
from rentier.layout import Numbers

MARGIN = 0.1  # an option is left out if its win probability is at least this much below the best one


class Option(NamedTuple):
    """An action and the win probability that the network expects after it."""

    action: Action
    value: float


@entry(types.int64(BOX, GAME, MIND, types.Array(types.float64, 1, "C")))
def value_choices(box: BoxRecord, game: GameRecord, mind: MindRecord, values: Numbers) -> int:
    """Write the choices to `mind.actions` and their win probabilities to `values`; return their number.

    The value is NO_VALUE for an offer that is out of the question, and 0 for an only choice, which is not evaluated.
    """
    number = list_own_choices(box, game, mind)
    if number > 1:
        see_now(box, game, mind, game.actor + 0)
    for row in range(number):
        choice = choice_at(mind.actions, row)
        values[row] = value_of_choice(box, game, mind, choice, NO_VALUE) if number > 1 else 0.0
        write_action(choice, mind.actions[row])
    return number


@entry(types.void(GAME, MIND, ACTION))
def remember(game: GameRecord, mind: MindRecord, offer: Action) -> None:
    """`remember_offer`, for Python."""
    remember_offer(game, mind, offer)


class Considered:
    """Lists the options that a network considers, and remembers the offers made in this game."""

    def __init__(self, box: Box, network: Agent, key: np.uint64) -> None:
        check_all_win_probabilities(network)
        self.box = box
        self.network = network  # kept, because its mind has the address of its weights
        self._minds = seat_minds(box, [network])
        self._mind: MindRecord = self._minds[0]
        self._values = np.zeros(MOST_ACTIONS)
        wake_mind(self._mind, key, 0)

    def options(self, game: GameRecord, most: int) -> list[Option]:
        """Return the most promising options, the best first; at least one, and at most `most`."""
        number = value_choices(self.box.record, game, self._mind, self._values)
        found: dict[tuple[int, ...], Option] = {}
        for row, value in zip(self._mind.actions[:number].tolist(), self._values[:number].tolist(), strict=True):
            option = Option(Action(*row), value)
            deal = (OFFER, option.action.target, option.action.give, option.action.take)
            key = deal if option.action.kind == OFFER else tuple(row)
            if value != NO_VALUE and (key not in found or value > found[key].value):
                found[key] = option
        ranked = sorted(found.values(), key=lambda option: -option.value)
        return [option for option in ranked[:most] if option.value > ranked[0].value - MARGIN]

    def remember(self, game: GameRecord, chosen: Action) -> None:
        """Remember a chosen offer, so that the same deal is not considered again soon."""
        if chosen.kind == OFFER:
            remember(game, self._mind, chosen)
