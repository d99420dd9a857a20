"""Prejudices: in each game a weaker level overvalues some deeds, undervalues others, and misjudges its cash and its houses."""

from __future__ import annotations

import math

from rentier.agents.mind import MindRecord
from rentier.box.record import MOST_SQUARES
from rentier.compiled import compiled
from rentier.game.bits import lowest
from rentier.game.luck import mix, unit
from rentier.game.state import GameRecord
from rentier.layout import wide

PREJUDICE = 1  # the index of its setting: by how much it misjudges each deed, in percentage points of win probability
PREJUDICE_STREAM = 1
HOUSES, CASH = MOST_SQUARES, MOST_SQUARES + 1  # the numbers of two prejudices; those about deeds are their squares
SOME_HOUSES, SOME_CASH = 6, 1000  # at this number of houses, or this much cash, the error is half of its maximum
LEAST = 1e-6  # no win probability counts as nearer to 0 or 1 than this
LOGIT_SLOPE = 4.0  # the slope of the logit at a probability of one half


@compiled
def prejudice(mind: MindRecord, number: int) -> float:
    """Return how much too highly a player values something in this game, from -1 to 1."""
    return 2.0 * unit(mix(mind.key, PREJUDICE_STREAM, number)) - 1.0


@compiled
def share_of(amount: int, half: int) -> float:
    """Return a number from 0 to 1 that grows with an amount, more and more slowly; it is 0.5 at `half`."""
    return amount / (amount + half)


@compiled
def misjudged(game: GameRecord, mind: MindRecord, seat: int, value: float) -> float:
    """Return the value of a state to a seat: its win probability, moved by the player's prejudices.

    The errors are added to the logit of the value, so they matter most in an even game, and hardly in one that is nearly
    decided. Whatever their amount, cash and houses are misjudged by as much as one deed at most. Prejudices stay the same for a
    whole game, so a player never undoes and redoes the same action because of them.
    """
    if mind.settings[PREJUDICE] == 0.0:
        return value
    cash = max(wide(game.cash[seat]), 0)
    error = prejudice(mind, CASH) * share_of(cash, SOME_CASH)
    houses = 0
    left = game.deeds[seat] + 0
    while left != 0:
        square = lowest(left)
        left &= left - 1
        error += prejudice(mind, square)
        houses += wide(game.level[square])
    error += prejudice(mind, HOUSES) * share_of(houses, SOME_HOUSES)
    odds = max(value, LEAST) / max(1.0 - value, LEAST)
    odds *= math.exp(LOGIT_SLOPE * error * mind.settings[PREJUDICE] / 100.0)
    return odds / (1.0 + odds)
