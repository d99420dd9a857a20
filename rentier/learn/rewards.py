"""The reward of the Q-learners (Bailis, Fachantidis & Vlahavas 2014; Adjudicator 2018, section 5): how good a state is.

For a seat: 1 for each of its deeds and houses and -1 for each of other players', a hotel counting as five houses; the weight of
each group that it owns completely, and minus the weight of those that others own. The sum, divided by five times the number of
players, is bounded as x / (1 + |x|). The seat's share of all players' money is added, times a factor; so with a factor of 1 a
reward is between -1 and 2.

A mortgaged deed counts nothing here and makes its group incomplete, since it earns no rent; the works do not mention it. If it
counted like any other, mortgaging would be money for nothing, and a learner would mortgage everything.

The work gives the weights only as "1-10, prioritised". Here they fall in the order of its constants for complete sets
(`adjudicator_phase3.SET_CONSTANTS`), followed by the groups without one: dark blue, stations, utilities.
"""

from __future__ import annotations

from numba import types

from rentier.box.record import STATION, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.bits import bit, count, lowest
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import OVER
from rentier.network.features import levels_on

GROUP_WEIGHTS = (8, 10, 7, 9, 6, 6, 5, 3)  # brown, light blue, pink, orange, red, yellow, green, dark blue
STATIONS_WEIGHT, UTILITIES_WEIGHT = 2, 1
PLAYERS_FACTOR = 5


@compiled
def is_out(game: GameRecord, seat: int) -> bool:
    """Whether the game is over for a seat."""
    return game.decision == OVER or game.in_play & bit(seat) == 0


@compiled
def group_weight(box: BoxRecord, group: int) -> int:
    """Return the weight of a complete group; the colours of a board are taken in the order of the classic ones."""
    square = lowest(box.group_squares[group])
    if box.group_squares[group] & box.streets == 0:
        return STATIONS_WEIGHT if box.kind[square] == STATION else UTILITIES_WEIGHT
    return GROUP_WEIGHTS[group] if group < len(GROUP_WEIGHTS) else 1


@compiled
def holdings(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return the points of a seat for unmortgaged deeds, houses and complete groups."""
    deeds = game.deeds[seat] & ~game.mortgaged
    points = count(deeds) + levels_on(game, deeds)
    for group in range(box.groups):
        if box.group_squares[group] & ~deeds == 0:
            points += group_weight(box, group)
    return points


@compiled
def reward_of(box: BoxRecord, game: GameRecord, seat: int, factor: float) -> float:
    """Return the reward of a seat in a state; `factor` is that of its share of the money."""
    points = 0
    money = 0
    for other in range(game.players):
        money += game.cash[other]
        points += holdings(box, game, other) if other == seat else -holdings(box, game, other)
    x = points / (PLAYERS_FACTOR * game.players)
    return x / (1.0 + abs(x)) + (factor * game.cash[seat] / money if money > 0 else 0.0)


@entry(types.float64(BOX, GAME, types.int64, types.float64))
def reward(box: BoxRecord, game: GameRecord, seat: int, factor: float) -> float:
    """`reward_of`, for Python."""
    return reward_of(box, game, seat, factor)
