"""Which candidate a search plays, by what was summed up for each. Ties go to instinct, then to the first listed.

Instinct is what the agent that plays the own moves in rollouts would do.
"""

from __future__ import annotations

from numba import types

from rentier.compiled import compiled, entry
from rentier.game.check import ACTION
from rentier.game.legal import ACTIONS
from rentier.game.words import Action
from rentier.records import Numbers

# columns of what is summed up for a candidate
VISITS, VALUE, SQUARE = range(3)

SUMS = types.Array(types.float64, 2, "C")
NO_ROW = -1
ANY_KIND = -1


@compiled
def mean(visits: float, total: float) -> float:
    """The mean value; 0 of what was never tried."""
    return total / visits if visits > 0 else 0.0


@compiled
def is_level(visits: float, value: float, best_visits: float, best_value: float) -> bool:
    """It ties with the best: the same value, and at most one visit fewer."""
    return best_visits == 0 or (visits > 0 and visits >= best_visits - 1 and value == best_value)


@compiled
def kind_sums(actions: Numbers, sums: Numbers, kind: int) -> tuple[float, float]:
    """Visits and mean value of all candidates of a kind together."""
    visits, total = 0.0, 0.0
    for row in range(len(actions)):
        if actions[row, 0] == kind:
            visits += sums[row, VISITS]
            total += sums[row, VALUE]
    return visits, mean(visits, total)


@compiled
def kind_goes_before(actions: Numbers, sums: Numbers, kind: int, other: int) -> bool:
    """A kind was visited more than another, or as often and to better effect."""
    if kind == other:
        return False
    visits, value = kind_sums(actions, sums, kind)
    other_visits, other_value = kind_sums(actions, sums, other)
    return visits > other_visits or (visits == other_visits and value > other_value)


@compiled
def best_kind(actions: Numbers, sums: Numbers, instinct: int) -> int:
    """The kind that is visited most; instinct's kind if it ties with that."""
    best = actions[0, 0]
    for row in range(1, len(actions)):
        if actions[row, 0] != actions[row - 1, 0] and kind_goes_before(actions, sums, actions[row, 0], best):
            best = actions[row, 0]
    visits, value = kind_sums(actions, sums, instinct)
    best_visits, best_value = kind_sums(actions, sums, best)
    return instinct if is_level(visits, value, best_visits, best_value) else best


@compiled
def goes_before(actions: Numbers, sums: Numbers, row: int, other: int) -> bool:
    """A candidate was visited more than another; or as often and to better effect; or it is of the better kind."""
    if sums[row, VISITS] != sums[other, VISITS]:
        return bool(sums[row, VISITS] > sums[other, VISITS])
    value = mean(sums[row, VISITS], sums[row, VALUE])
    other_value = mean(sums[other, VISITS], sums[other, VALUE])
    if value != other_value:
        return value > other_value
    return kind_goes_before(actions, sums, actions[row, 0], actions[other, 0])


@compiled
def row_of(actions: Numbers, action: Action) -> int:
    """Where an action is listed."""
    for row in range(len(actions)):
        listed = actions[row]
        same = listed[0] == action.kind and listed[1] == action.target and listed[2] == action.amount
        same = same and listed[3] == action.give and listed[4] == action.take
        if same and listed[5] == action.iou and listed[6] == action.free_rent:
            return row
    return NO_ROW


@entry(types.int64(ACTIONS, SUMS, ACTION, types.int64))
def best_row(actions: Numbers, sums: Numbers, instinct: Action, typed: int) -> int:
    """The row of the best candidate, of the kind visited most where the search was typed (1).

    Where the search finds no difference, instinct decides.
    """
    own = row_of(actions, instinct)
    kind = ANY_KIND
    if typed == 1:
        kind = best_kind(actions, sums, instinct.kind if own != NO_ROW else actions[0, 0])
    best = NO_ROW
    for row in range(len(actions)):
        if kind == ANY_KIND or actions[row, 0] == kind:
            if best == NO_ROW or goes_before(actions, sums, row, best):
                best = row
    if own == NO_ROW or (kind != ANY_KIND and instinct.kind != kind):
        return best
    value = mean(sums[own, VISITS], sums[own, VALUE])
    best_value = mean(sums[best, VISITS], sums[best, VALUE])
    return own if is_level(sums[own, VISITS], value, sums[best, VISITS], best_value) else best
