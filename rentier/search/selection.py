"""The selection of the choice to try next: exploitation of good choices against exploration of little-known ones.

UCT (Kocsis and Szepesvari 2006; Sammul 2018, equation 3.1), polynomial UCT (Auger, Couetoux and Teytaud 2013), and UCT with
rapid action value estimation (Gelly and Silver 2007). Choices that were never tried come first. With progressive widening
(Coulom 2007) further choices join as the visits grow: as many as the visits to the power of `widen`. The values of games that
were cut are closer together than those of won and lost games, so exploration is then scaled by their spread.
"""

from __future__ import annotations

import math
from typing import Any

from rentier.compiled import compiled, record_type
from rentier.game.luck import below, mix
from rentier.layout import Float64, Int64, Record, Word, layout
from rentier.search.tree import Tree

UCT, PUCT, RAVE = range(3)
PICK_STREAM = 1 << 21  # far from the streams of rules, agents and seatings
RAVE_VISITS = 1000.0  # after this many visits to a node, the RAVE mean counts half


class SettingsRecord(Record):
    """The settings of a search."""

    seat: Int64  # the searcher's seat
    typed: Int64
    selection: Int64
    c: Float64
    widen: Float64
    depth: Int64  # the most decisions of the searcher on one path of the tree
    cut: Int64  # rollouts end after this many turns; 0: with the game
    key: Word


SETTINGS = record_type(layout(SettingsRecord))


@compiled
def allowed(settings: SettingsRecord, number: int, fixed: int, visits: int) -> int:
    """Return how many of the choices may be tried by now."""
    if fixed == number:
        return number
    return min(number, fixed + max(int(float(visits) ** settings.widen), 1))


@compiled
def score(settings: SettingsRecord, tree: Tree, place: int, visits: int, exploration: float) -> float:
    """Return the score of a choice that was tried: its mean value plus the exploration term."""
    choice = tree.choices[place]
    mean: float = choice.value / choice.visits
    if settings.selection == RAVE and choice.rave_visits > 0:
        trust = math.sqrt(RAVE_VISITS / (3.0 * visits + RAVE_VISITS))
        mean = (1.0 - trust) * mean + trust * choice.rave_value / choice.rave_visits
    return mean + settings.c * math.sqrt(exploration / choice.visits)


@compiled
def untried(tree: Tree, first: int, number: int, pick: int) -> int:
    """Return the choice at index `pick` among those never tried."""
    place = first
    for candidate in range(first, first + number):
        if tree.choices[candidate].visits == 0:
            place = candidate
            if pick == 0:
                break
            pick -= 1
    return place


@compiled
def spread(tree: Tree, first: int, number: int) -> float:
    """Return twice the standard deviation of the values of some choices: 1 for as many won as lost games.

    One won and one lost game are added, so that a few equal values do not make the spread too small.
    """
    visits, total, squares = 2.0, 1.0, 1.0
    for place in range(first, first + number):
        choice = tree.choices[place]
        visits += choice.visits
        total += choice.value
        squares += choice.square
    mean = total / visits
    return 2.0 * math.sqrt(max(squares / visits - mean * mean, 0.0))


@compiled
def exploration_weight(settings: SettingsRecord, tree: Tree, first: int, number: int, visits: int) -> float:
    """Return the weight of exploration after this many visits to the parent; if games are cut, scaled by their spread."""
    weight = math.sqrt(visits) if settings.selection == PUCT else 2.0 * math.log(max(visits, 1))
    return weight * spread(tree, first, number) ** 2 if settings.cut > 0 else weight


@compiled
def select(settings: SettingsRecord, tree: Tree, first: int, number: int, visits: int, key: Any, draw: int) -> int:
    """Select one of `number` choices from `first` on; `key` and `draw` determine the random choice among untried ones."""
    exploration = exploration_weight(settings, tree, first, number, visits)
    new = 0
    best = first
    highest = -1.0
    for place in range(first, first + number):
        if tree.choices[place].visits == 0:
            new += 1
        elif new == 0:
            points = score(settings, tree, place, visits, exploration)
            if points > highest:
                highest = points
                best = place
    if new > 0:
        return untried(tree, first, number, below(mix(key, PICK_STREAM, draw), new))
    return best
