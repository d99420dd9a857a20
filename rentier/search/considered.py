"""The options that a network considers in a decision, with the win probability that it expects after each.

They are the choices of the agent `selfplay` or `champion`. Each deal is considered at one amount of cash: the one with the
highest expected gain for the player to act. `selfplay` assumes that the other player accepts any deal from which it gains too;
`champion` has learnt how likely the other is to accept.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import types

from rentier.agents.bargaining import acceptance, learn_answer
from rentier.agents.champion import LEAST_VALUE, NO_KIND, note_offer, value_of_offer, value_of_plain
from rentier.agents.choices import choice_at
from rentier.agents.mind import MIND, MindRecord, wake_mind
from rentier.agents.seating import seat_minds
from rentier.agents.selfplay import NO_VALUE, list_own_choices, remember_offer, value_of_choice
from rentier.agents.specs import Agent, check_all_win_probabilities
from rentier.agents.td_values import see_now
from rentier.box import Box
from rentier.box.record import AUCTION_SEALED, BoxRecord
from rentier.compiled import entry
from rentier.game.check import ACTION
from rentier.game.legal import write_action
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import BID_OR_PASS, MOST_ACTIONS, OFFER, Action
from rentier.layout import Numbers

BARGAINER = "rentier.agents.champion:decide"
MARGIN = 0.1  # an option is left out if its win probability is at least this much below the best one


class Option(NamedTuple):
    """An action, the win probability that the network expects after it, and how likely an offer is to be accepted."""

    action: Action
    value: float
    acceptance: float = 1.0

    def expected(self, value: float, base: float) -> float:
        """Return what it is worth if it leads to `value`; a refused offer leaves `base`, the best that is no offer."""
        return base + self.acceptance * (value - base) if value > base else value


VALUES = types.Array(types.float64, 1, "C")


@entry(types.int64(BOX, GAME, MIND, VALUES, VALUES))
def value_choices(box: BoxRecord, game: GameRecord, mind: MindRecord, values: Numbers, accepted: Numbers) -> int:
    """Write the choices to `mind.actions`, their win probabilities to `values`, and how likely each is to be accepted.

    Return their number. What is no offer counts as accepted.

    The value is NO_VALUE for an offer that is out of the question, and 0 for an only choice, which is not evaluated.
    """
    number = list_own_choices(box, game, mind)
    if number > 1:
        see_now(box, game, mind, game.actor + 0)
    for row in range(number):
        choice = choice_at(mind.actions, row)
        values[row] = value_of_choice(box, game, mind, choice, NO_VALUE) if number > 1 else 0.0
        accepted[row] = 1.0
        write_action(choice, mind.actions[row])
    return number


@entry(types.int64(BOX, GAME, MIND, VALUES, VALUES))
def value_bargains(box: BoxRecord, game: GameRecord, mind: MindRecord, values: Numbers, accepted: Numbers) -> int:
    """`value_choices` for an agent that bargains."""
    learn_answer(game, mind)
    number = list_own_choices(box, game, mind)
    if number > 1:
        see_now(box, game, mind, game.actor + 0)
    for row in range(number):
        choice = choice_at(mind.actions, row)
        values[row] = 0.0
        accepted[row] = 1.0
        if choice.kind == OFFER:
            values[row], kind = value_of_offer(box, game, mind, choice, LEAST_VALUE)
            if kind == NO_KIND:
                values[row] = NO_VALUE
            else:
                accepted[row] = acceptance(mind, choice.target, kind)
        elif number > 1:
            values[row] = value_of_plain(box, game, mind, choice)
        write_action(choice, mind.actions[row])
    return number


@entry(types.void(BOX, GAME, MIND, ACTION))
def remember_plainly(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action) -> None:
    """Remember an offer of `selfplay`."""
    remember_offer(game, mind, offer)


@entry(types.void(BOX, GAME, MIND, ACTION))
def remember_bargain(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action) -> None:
    """Remember an offer of `champion`."""
    see_now(box, game, mind, game.actor + 0)
    note_offer(box, game, mind, offer)


WITHOUT_BARGAINING, BARGAINING = (value_choices, remember_plainly), (value_bargains, remember_bargain)


def is_sealed_bid(box: BoxRecord, game: GameRecord) -> bool:
    """Whether a sealed bid is due."""
    return bool(game.decision == BID_OR_PASS and box.auction == AUCTION_SEALED)


class Considered:
    """Lists the options that a network considers, and remembers the offers made in this game."""

    def __init__(self, box: Box, network: Agent, key: np.uint64) -> None:
        check_all_win_probabilities(network)
        self.box = box
        self.network = network  # kept, because its mind has the address of its weights
        self._minds = seat_minds(box, [network])
        self._mind: MindRecord = self._minds[0]
        self._value, self._remember = BARGAINING if network.target == BARGAINER else WITHOUT_BARGAINING
        self._values, self._accepted = np.zeros(MOST_ACTIONS), np.zeros(MOST_ACTIONS)
        wake_mind(self._mind, key, 0)

    def options(self, game: GameRecord, most: int) -> list[Option]:
        """Return the most promising options, the best first; at least one, and at most `most`."""
        number = self._value(self.box.record, game, self._mind, self._values, self._accepted)
        rows = zip(self._mind.actions[:number].tolist(), self._values.tolist(), self._accepted.tolist(), strict=False)
        options = [Option(Action(*row), value, accepted) for row, value, accepted in rows if value != NO_VALUE]
        if is_sealed_bid(self.box.record, game):
            return options[:: math.ceil(len(options) / most)]  # passing, and bids from low to high: none is plainly better
        rest = max((option for option in options if option.action.kind != OFFER), key=lambda option: option.value)

        def worth(option: Option) -> float:
            return option.expected(option.value, rest.value)

        found: dict[tuple[int, ...], Option] = {}
        for option in options:
            kind, target, amount, give, take, *_promises = option.action
            key = (kind, target, 0 if kind == OFFER else amount, give, take)
            if key not in found or worth(option) > worth(found[key]):
                found[key] = option
        ranked = sorted(found.values(), key=worth, reverse=True)
        chosen = [option for option in ranked[:most] if worth(option) > worth(ranked[0]) - MARGIN]
        return chosen if rest in chosen else [*chosen[: most - 1], rest]

    def remember(self, game: GameRecord, chosen: Action) -> None:
        """Remember a chosen offer, so that the same deal is not considered again soon."""
        if chosen.kind == OFFER:
            self._remember(self.box.record, game, self._mind, chosen)
