"""The options that a network considers in a decision, with the win probability that it expects after each.

They are the choices of the agent `selfplay` or `champion`; only the latter considers counter-offers. Each deal is considered at
one amount of cash: the one with the highest expected gain for the player to act. `selfplay` assumes that the other player
accepts any deal from which it gains too; `champion` has learnt how likely the other is to accept, and considers the deal that
it would propose itself at the price that it would ask.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rentier.agents import champion
from rentier.agents.acceptance import learn_answer
from rentier.agents.best_choice import (
    LEAST_VALUE,
    NO_OFFER,
    OWN,
    as_proposed,
    bargain_terms,
    best_offer,
    best_plain,
    best_price,
    evaluate,
    list_own_choices,
    note_offer,
    terms,
)
from rentier.agents.choices import choice_at, is_sealed_bid
from rentier.agents.mind import MIND, MindRecord, wake_mind
from rentier.agents.seating import seat_minds
from rentier.agents.specs import Agent, check_all_win_probabilities
from rentier.box import Box
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.check import ACTION
from rentier.game.deals import offer_of
from rentier.game.legal import write_action
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import COUNTER, MOST_ACTIONS, OFFER, PROPOSALS, REFUSE, Action
from rentier.layout import Numbers, wide

BARGAINER = f"{champion.__name__}:{champion.decide.__name__}"
MARGIN = 0.1  # an option is left out if what it is worth is at least this much below the best one
TOLERANCE = 0.002  # a gain in win probability that is not worth any rollouts


class Option(NamedTuple):
    """An action, and the win probability that the network expects after it.

    For an action that proposes a deal, `value` is the win probability if the other player accepts, and `acceptance` how likely
    that is. `cost`, for a counter-offer only: what it costs if it is refused, since then the first offer is refused too.
    """

    action: Action
    value: float
    acceptance: float = 1.0
    cost: float = 0.0

    @property
    def proposes(self) -> bool:
        """Whether it proposes a deal."""
        return self.action.kind in PROPOSALS

    def mean(self, value: Any, base: Any) -> Any:
        """Return what it is worth if it leads to `value`.

        A refused offer leaves `base`, the value of the best option that proposes nothing; a refused counter-offer `cost` less.
        """
        left = base - self.cost
        return left + self.acceptance * (value - left) if self.proposes else value

    def expected(self, value: float, base: float) -> float:
        """Return `mean`, but the value itself for a deal that is worth less than a refusal: it is not worth proposing."""
        return min(float(self.mean(value, base)), value)


VALUES = types.Array(types.float64, 1, "C")


@compiled
def propose(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int, values: Numbers, probabilities: Numbers) -> int:
    """Put the price that the player would ask into the offer that it would make, and return its row; or NO_OFFER."""
    _chosen, base = best_plain(box, game, mind, number)
    row, gain = best_offer(box, game, mind, number, True, base)
    if row != NO_OFFER:
        offer = best_price(box, game, mind, choice_at(mind.actions, row), base, gain)
        values[row], probabilities[row] = bargain_terms(box, game, mind, offer)
        write_action(offer, mind.actions[row])
    return row


@entry(types.int64(BOX, GAME, MIND, types.boolean, VALUES, VALUES))
def value_choices(
    box: BoxRecord, game: GameRecord, mind: MindRecord, bargains: bool, values: Numbers, probabilities: Numbers
) -> int:
    """Write the choices to `mind.actions`, their values, and how likely each is to be accepted; return their number.

    Other choices have probability 1. A single choice is not evaluated.
    """
    learn_answer(game, mind)
    number = list_own_choices(box, game, mind, bargains)
    if number > 1:
        evaluate(box, game, mind, number, bargains)
    proposed = propose(box, game, mind, number, values, probabilities) if bargains and number > 1 else NO_OFFER
    for row in range(number):
        choice = choice_at(mind.actions, row)
        if row != proposed:
            values[row], probabilities[row] = mind.values[row, OWN] if number > 1 else 0.0, 1.0
            if choice.kind == OFFER:
                probabilities[row] = terms(box, game, mind, row, bargains, LEAST_VALUE)[1]
        write_action(as_proposed(game, choice) if choice.kind == OFFER else choice, mind.actions[row])
    return number


@entry(types.void(BOX, GAME, MIND, types.boolean, ACTION))
def remember(box: BoxRecord, game: GameRecord, mind: MindRecord, bargains: bool, proposal: Action) -> None:
    """Remember an offer or counter-offer that is made now, in the state of the last `value_choices`."""
    other = proposal.target if proposal.kind == OFFER else wide(game.offer_from)
    note_offer(box, game, mind, offer_of(other, proposal.amount, proposal.give, proposal.take), bargains)


class Considered:
    """Lists the options that a network considers, and remembers the offers made in this game."""

    def __init__(self, box: Box, network: Agent, key: np.uint64) -> None:
        check_all_win_probabilities(network)
        self.box = box
        self.network = network  # kept, because its mind has the address of its weights
        self._minds = seat_minds(box, [network])
        self._mind: MindRecord = self._minds[0]
        self._bargains = network.target == BARGAINER
        self._values, self._probabilities = np.zeros(MOST_ACTIONS), np.zeros(MOST_ACTIONS)
        wake_mind(self._mind, key, 0)

    def options(self, game: GameRecord, most: int) -> list[Option]:
        """Return the most promising options, the best first; at least one, and at most `most`.

        An option is left out if it is plainly worse than the best, or if it could hardly be better: an offer that is almost
        never accepted changes little, even if the network misjudges it.
        """
        values, probabilities = self._values, self._probabilities
        number = value_choices(self.box.record, game, self._mind, self._bargains, values, probabilities)
        rows = zip(self._mind.actions[:number].tolist(), values.tolist(), probabilities.tolist(), strict=False)
        options = [Option(Action(*row), value, probability) for row, value, probability in rows if probability > 0.0]
        if is_sealed_bid(self.box.record, game):
            return options[:: math.ceil(len(options) / most)]  # passing, and bids from low to high: none is plainly better
        rest = max((option for option in options if not option.proposes), key=lambda option: option.value)
        cost = rest.value - next((option.value for option in options if option.action.kind == REFUSE), rest.value)
        options = [option._replace(cost=cost) if option.action.kind == COUNTER else option for option in options]

        def worth(option: Option) -> float:
            return option.expected(option.value, rest.value)

        def worth_at(option: Option, error: float) -> float:
            """Return what an option is worth if the network is wrong about its gain over `rest` by this much."""
            return rest.value if option is rest else float(option.mean(option.value + error, rest.value))

        found: dict[tuple[int, ...], Option] = {}
        for option in options:
            kind, target, amount, give, take, *_promises = option.action
            key = (kind, target, 0 if option.proposes else amount, give, take)
            if key not in found or worth(option) > worth(found[key]):
                found[key] = option
        best, *others = sorted(found.values(), key=worth, reverse=True)
        least = worth_at(best, -MARGIN)
        likely = [option for option in others[: most - 1] if worth(option) > worth(best) - MARGIN]
        chosen = [best, *(option for option in likely if worth_at(option, MARGIN) > max(least, rest.value) + TOLERANCE)]
        if rest in chosen or (len(chosen) == 1 and rest.value <= least + TOLERANCE):
            return chosen
        return sorted([*chosen[: most - 1], rest], key=worth, reverse=True)

    def remember(self, game: GameRecord, chosen: Action) -> None:
        """Remember a deal that is proposed, so that it is not considered again soon."""
        if chosen.kind in PROPOSALS:
            remember(self.box.record, game, self._mind, self._bargains, chosen)
