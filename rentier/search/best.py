"""The final choice of a search, by the sums for each candidate. Ties go to the default action, then to the first listed.

The default action is what the agent that plays the searcher's moves in rollouts would do.
"""

from __future__ import annotations

from numba import types

from rentier.compiled import compiled, entry
from rentier.game.check import ACTION
from rentier.game.legal import ACTIONS
from rentier.game.words import Action
from rentier.layout import Numbers

# columns of the sums for a candidate: visits, values, and squares of values
VISITS, VALUE, SQUARE = range(3)

SUMS = types.Array(types.float64, 2, "C")
BY_VISITS, BY_VALUE = range(2)  # criteria of the final choice
NO_ROW = -1
ANY_KIND = -1


@compiled
def mean(visits: float, total: float) -> float:
    """Return the mean value; 0 for a candidate that was never tried."""
    return total / visits if visits > 0 else 0.0


@compiled
def is_better(visits: float, value: float, other_visits: float, other_value: float, final: int) -> bool:
    """Whether one candidate beats another: by visits and then by value, or by value and then by visits."""
    if final == BY_VALUE:
        return value > other_value or (value == other_value and visits > other_visits)
    return visits > other_visits or (visits == other_visits and value > other_value)


@compiled
def ties(visits: float, value: float, best_visits: float, best_value: float, final: int) -> bool:
    """Whether a candidate ties with the best: it has the same value and, if visits decide, at most one visit fewer."""
    if best_visits == 0:
        return True
    return visits > 0 and value == best_value and (final == BY_VALUE or visits >= best_visits - 1)


@compiled
def kind_sums(actions: Numbers, sums: Numbers, kind: int) -> tuple[float, float]:
    """Return the visits and the mean value of all candidates of a kind together."""
    visits, total = 0.0, 0.0
    for row in range(len(actions)):
        if actions[row, 0] == kind:
            visits += sums[row, VISITS]
            total += sums[row, VALUE]
    return visits, mean(visits, total)


@compiled
def kind_goes_before(actions: Numbers, sums: Numbers, kind: int, other: int, final: int) -> bool:
    """Whether one kind of action beats another, by the sums of its candidates."""
    if kind == other:
        return False
    visits, value = kind_sums(actions, sums, kind)
    other_visits, other_value = kind_sums(actions, sums, other)
    return is_better(visits, value, other_visits, other_value, final)


@compiled
def best_kind(actions: Numbers, sums: Numbers, default_action: int, final: int) -> int:
    """Return the kind that beats all others, or the default action's kind if it ties with that."""
    best = actions[0, 0]
    for row in range(1, len(actions)):
        if actions[row, 0] != actions[row - 1, 0] and kind_goes_before(actions, sums, actions[row, 0], best, final):
            best = actions[row, 0]
    visits, value = kind_sums(actions, sums, default_action)
    best_visits, best_value = kind_sums(actions, sums, best)
    return default_action if ties(visits, value, best_visits, best_value, final) else best


@compiled
def goes_before(actions: Numbers, sums: Numbers, row: int, other: int, final: int) -> bool:
    """Whether one candidate beats another; of two with equal sums, the one of the better kind does."""
    visits, other_visits = sums[row, VISITS], sums[other, VISITS]
    value, other_value = mean(visits, sums[row, VALUE]), mean(other_visits, sums[other, VALUE])
    if visits != other_visits or value != other_value:
        return is_better(visits, value, other_visits, other_value, final)
    return kind_goes_before(actions, sums, actions[row, 0], actions[other, 0], final)


@compiled
def row_of(actions: Numbers, action: Action) -> int:
    """Return the row of an action in the list, or NO_ROW."""
    for row in range(len(actions)):
        listed = actions[row]
        same = listed[0] == action.kind and listed[1] == action.target and listed[2] == action.amount
        same = same and listed[3] == action.give and listed[4] == action.take
        if same and listed[5] == action.iou and listed[6] == action.free_rent:
            return row
    return NO_ROW


@entry(types.int64(ACTIONS, SUMS, ACTION, types.int64, types.int64))
def best_row(actions: Numbers, sums: Numbers, default_action: Action, typed: int, final: int) -> int:
    """Return the row of the best candidate, of the best kind if the search was `typed` (1).

    `final`: BY_VISITS or BY_VALUE. If the search finds no difference, the default action wins.
    """
    default_row = row_of(actions, default_action)
    kind = ANY_KIND
    if typed == 1:
        kind = best_kind(actions, sums, default_action.kind if default_row != NO_ROW else actions[0, 0], final)
    best = NO_ROW
    for row in range(len(actions)):
        if kind == ANY_KIND or actions[row, 0] == kind:
            if best == NO_ROW or goes_before(actions, sums, row, best, final):
                best = row
    if default_row == NO_ROW or (kind != ANY_KIND and default_action.kind != kind):
        return best
    value = mean(sums[default_row, VISITS], sums[default_row, VALUE])
    best_value = mean(sums[best, VISITS], sums[best, VALUE])
    return default_row if ties(sums[default_row, VISITS], value, sums[best, VISITS], best_value, final) else best
