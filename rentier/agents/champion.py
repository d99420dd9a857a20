"""The champion: it plays by the network of `selfplay`, and bargains.

`selfplay` offers only deals from which both sides gain by the network's estimate. Other agents value deals differently: some
refuse such a deal, others accept one that is much better for the player who offers it. The champion estimates how likely each
opponent is to accept (see `bargaining`), and offers the deal with the highest expected gain. After a refusal it may offer the
same deeds again on terms better for the other player.

`hard`, `medium` and `easy` are the same player with prejudices: in each game they value some deeds too highly and others too
little, and misjudge cash and houses. They also make fewer offers.
"""

from __future__ import annotations

from rentier.agents.bargaining import acceptance, kind_of_deal, learn_answer, remember_offer, was_offered
from rentier.agents.choices import choice_at, is_sealed, to_afterstate
from rentier.agents.mind import MindRecord, agent, plain
from rentier.agents.selfplay import (
    list_own_choices,
    win_probabilities_imagined,
    win_probabilities_now,
)
from rentier.agents.td_values import see_now
from rentier.box.record import MOST_SQUARES, BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.bits import lowest
from rentier.game.luck import mix, unit
from rentier.game.state import GameRecord
from rentier.game.words import OFFER, Action

LEAST_GAIN = 0.0005  # in win probability, expected of an offer; for less it makes none
NO_OFFER = -1
NO_KIND = -1
PREJUDICE = 1  # the index of its setting: by how much it misjudges each deed, in percentage points of win probability
LEAST_VALUE = -1e9  # below the value of any state, with prejudices too
PREJUDICE_STREAM = 1
HOUSES, CASH = MOST_SQUARES, MOST_SQUARES + 1  # the numbers of two prejudices; those about deeds are their squares
SOME_HOUSES, SOME_CASH = 3, 500  # this many houses, or this much cash, are misjudged by as much as one deed


@compiled
def prejudice(mind: MindRecord, number: int) -> float:
    """Return how much too highly a player values something in this game, from -1 to 1."""
    return 2.0 * unit(mix(mind.key, PREJUDICE_STREAM, number)) - 1.0


@compiled
def misjudged(game: GameRecord, mind: MindRecord, seat: int, value: float) -> float:
    """Return the value of a state to a seat: its win probability plus the player's prejudices, so it may leave 0 to 1.

    Prejudices stay the same for a whole game, so a player never undoes and redoes the same action because of them.
    """
    if mind.settings[PREJUDICE] == 0.0:
        return value
    error = prejudice(mind, CASH) * game.cash[seat] / SOME_CASH
    left = game.deeds[seat] + 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        error += prejudice(mind, square) + prejudice(mind, HOUSES) * game.level[square] / SOME_HOUSES
    return value + error * mind.settings[PREJUDICE] / 100.0


@compiled
def value_of_plain(box: BoxRecord, game: GameRecord, mind: MindRecord, choice: Action) -> float:
    """Return the value to the player to act of a choice that is not an offer, by the sums of `see_now`."""
    seat = game.actor + 0
    copy_record(mind.imagined, game)
    to_afterstate(box, mind.imagined, mind.imagined_luck, choice)
    return misjudged(mind.imagined, mind, seat, win_probabilities_imagined(box, mind, seat, seat)[0])


@compiled
def value_of_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action, least: float) -> tuple[float, int]:
    """Return the value to the player to act if the deal is made, and the kind of the deal.

    The kind is NO_KIND if the value is at most `least`, or if the same deeds were offered recently at this price or better.
    """
    seat = game.actor + 0
    copy_record(mind.imagined, game)
    to_afterstate(box, mind.imagined, mind.imagined_luck, offer)
    own, theirs = win_probabilities_imagined(box, mind, seat, offer.target)
    own = misjudged(mind.imagined, mind, seat, own)
    if own <= least or was_offered(game, mind, offer):
        return own, NO_KIND
    return own, kind_of_deal(box, game, offer, theirs - win_probabilities_now(game, mind, seat, offer.target)[1])


@compiled
def best_choice(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int) -> tuple[int, float]:
    """Return the choice with the highest value, offers apart, and that value.

    Of sealed bids it is the highest that beats passing.
    """
    sealed = is_sealed(box, game)
    chosen = 0
    most = first = value_of_plain(box, game, mind, choice_at(mind.actions, 0))
    for row in range(1, number):
        choice = choice_at(mind.actions, row)
        if choice.kind == OFFER:
            continue
        own = value_of_plain(box, game, mind, choice)
        if own > (first if sealed else most):
            most = own
            chosen = row
    return chosen, most


@compiled
def best_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int, least: float) -> int:
    """Return the offer with the highest expected gain over `least`, or NO_OFFER if none is worth making."""
    chosen = NO_OFFER
    most = LEAST_GAIN
    for row in range(number):
        choice = choice_at(mind.actions, row)
        if choice.kind != OFFER:
            continue
        own, kind = value_of_offer(box, game, mind, choice, least + most)
        if kind != NO_KIND and acceptance(mind, choice.target, kind) * (own - least) > most:
            most = acceptance(mind, choice.target, kind) * (own - least)
            chosen = row
    return chosen


@compiled
def note_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action) -> None:
    """Remember an offer that is made now, after `see_now`."""
    kind = value_of_offer(box, game, mind, offer, LEAST_VALUE)[1]
    if kind != NO_KIND:
        remember_offer(game, mind, offer, kind)


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Make the offer with the highest expected gain, if any; else the best of the other choices."""
    if mind.network.weights == 0:  # no network is loaded
        return plain(-1, 0, 0)
    learn_answer(game, mind)
    number = list_own_choices(box, game, mind)
    if number == 1:
        return choice_at(mind.actions, 0)
    see_now(box, game, mind, game.actor + 0)
    chosen, value = best_choice(box, game, mind, number)
    offer = best_offer(box, game, mind, number, value)
    if offer == NO_OFFER:
        return choice_at(mind.actions, chosen)
    note_offer(box, game, mind, choice_at(mind.actions, offer))
    return choice_at(mind.actions, offer)
