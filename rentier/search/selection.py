"""Which choice to try next: what is good so far against what is little known.

UCT (Kocsis and Szepesvari 2006; Sammul 2018, equation 3.1), polynomial UCT (Auger, Couetoux and Teytaud 2013), and UCT with
rapid action value estimation (Gelly and Silver 2007). Choices that were never tried come first. Those that join by progressive
widening (Coulom 2007) do so as the visits grow: as many as visits to the power of `widen`. Values of games that are cut lie
closer together than won and lost ones: there the unknown counts by how far they lie apart.
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
RAVE_VISITS = 1000.0  # at a third of so many visits to a node, what was seen later counts half


class SettingsRecord(Record):
    """How a search searches."""

    seat: Int64  # who searches
    typed: Int64
    selection: Int64
    c: Float64
    widen: Float64
    depth: Int64  # so many own decisions are in the tree at most
    cut: Int64  # rollouts end after so many turns; 0: with the game
    key: Word


SETTINGS = record_type(layout(SettingsRecord))


@compiled
def allowed(settings: SettingsRecord, number: int, fixed: int, visits: int) -> int:
    """How many of the choices may be tried by now."""
    if fixed == number:
        return number
    return min(number, fixed + max(int(float(visits) ** settings.widen), 1))


@compiled
def score(settings: SettingsRecord, tree: Tree, place: int, visits: int, wide_open: float) -> float:
    """What speaks for a choice that was tried. `wide_open`: how much its parent asks for trying others."""
    choice = tree.choices[place]
    mean: float = choice.value / choice.visits
    if settings.selection == RAVE and choice.seen > 0:
        trust = math.sqrt(RAVE_VISITS / (3.0 * visits + RAVE_VISITS))
        mean = (1.0 - trust) * mean + trust * choice.seen_value / choice.seen
    return mean + settings.c * math.sqrt(wide_open / choice.visits)


@compiled
def untried(tree: Tree, first: int, number: int, pick: int) -> int:
    """The pick-th of the choices that were never tried."""
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
    """How far the values of some choices lie apart, from 0 to 1: as far as won and lost games of even odds is 1.

    Twice their standard deviation; a won and a lost game are counted in, so that a few values alike prove nothing.
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
def breadth(settings: SettingsRecord, tree: Tree, first: int, number: int, visits: int) -> float:
    """How much visits to their parent ask for trying choices less known; of games that are cut, by how far values lie apart."""
    asked = math.sqrt(visits) if settings.selection == PUCT else 2.0 * math.log(max(visits, 1))
    return asked * spread(tree, first, number) ** 2 if settings.cut > 0 else asked


@compiled
def select(settings: SettingsRecord, tree: Tree, first: int, number: int, visits: int, key: Any, draw: int) -> int:
    """The choice to try now, of so many from the first on; `key` and `draw` give the chance by which untried ones are taken."""
    wide_open = breadth(settings, tree, first, number, visits)
    new = 0
    best = first
    highest = -1.0
    for place in range(first, first + number):
        if tree.choices[place].visits == 0:
            new += 1
        elif new == 0:
            points = score(settings, tree, place, visits, wide_open)
            if points > highest:
                highest = points
                best = place
    if new > 0:
        return untried(tree, first, number, below(mix(key, PICK_STREAM, draw), new))
    return best
