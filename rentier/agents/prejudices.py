"""Prejudices: in each game a weaker level values some deeds too highly and others too little, and misjudges cash and houses."""

from __future__ import annotations

from rentier.agents.mind import MindRecord
from rentier.box.record import MOST_SQUARES
from rentier.compiled import compiled
from rentier.game.bits import lowest
from rentier.game.luck import mix, unit
from rentier.game.state import GameRecord

PREJUDICE = 1  # the index of its setting: by how much it misjudges each deed, in percentage points of win probability
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
