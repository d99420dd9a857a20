"""What the searching player did in one imagined game, and when it did it last: for rapid action value estimation (RAVE)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from rentier.compiled import compiled, wrapping
from rentier.game.words import KINDS, Action
from rentier.layout import Numbers, wide
from rentier.search.tree import Tree

PAGES = 1024  # a power of two
MOST_ENTRIES = PAGES // 2  # later actions of a long game are not entered
NEVER = -1

_STEP = np.uint64(0x9E3779B97F4A7C15)
_29, _32 = np.uint64(29), np.uint64(32)


class ActionTrace(NamedTuple):
    """Marks of actions with the decision at which each was played last, the pages in use, and the same for kinds."""

    marks: Any
    when: Any
    pages: Any
    kinds: Any
    entries: Any


ACTION_TRACE = types.NamedTuple(
    (
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 1, "C"),
    ),
    ActionTrace,
)


def new_action_trace() -> ActionTrace:
    """An empty trace."""
    pages = [np.zeros(PAGES, np.int64), np.zeros(MOST_ENTRIES, np.int64), np.full(len(KINDS), NEVER), np.zeros(1, np.int64)]
    return ActionTrace(np.zeros(PAGES, np.uint64), *pages)


@wrapping
@compiled
def action_mark(kind: int, target: int, amount: int, give: int, take: int, promised: int) -> Any:
    """A number that tells actions apart; never 0."""
    mark = np.uint64(1)
    for number in (kind, target, amount, give, take, promised):
        mark = (mark ^ np.uint64(number)) * _STEP
        mark ^= mark >> _29
    return mark | np.uint64(1)


@compiled
def page_of(trace: ActionTrace, mark: Any) -> int:
    """The page of a mark: its own, or the free one where it belongs."""
    page = wide(mark >> _32) & (PAGES - 1)
    while trace.marks[page] != 0 and trace.marks[page] != mark:
        page = (page + 1) & (PAGES - 1)
    return page


@compiled
def enter(trace: ActionTrace, action: Action, decision: int) -> None:
    """The player has played an action at its so-manieth decision."""
    trace.kinds[action.kind] = decision
    mark = action_mark(
        action.kind, action.target, action.amount, action.give, action.take, action.iou ^ (action.free_rent << 20)
    )
    page = page_of(trace, mark)
    if trace.marks[page] == 0:
        if trace.entries[0] == MOST_ENTRIES:
            return
        trace.marks[page] = mark
        trace.pages[trace.entries[0]] = page
        trace.entries[0] += 1
    trace.when[page] = decision


@compiled
def last_played(trace: ActionTrace, row: Numbers) -> int:
    """At which decision an action was played last; NEVER where it was not."""
    page = page_of(trace, action_mark(row[0], row[1], row[2], row[3], row[4], row[5] ^ (row[6] << 20)))
    return trace.when[page] + 0 if trace.marks[page] != 0 else NEVER


@compiled
def wipe(trace: ActionTrace) -> None:
    """A new game."""
    for entry in range(trace.entries[0]):
        trace.marks[trace.pages[entry]] = 0
    trace.entries[0] = 0
    for kind in range(len(trace.kinds)):
        trace.kinds[kind] = NEVER


@compiled
def credit(tree: Tree, trace: ActionTrace, first: int, number: int, since: int, value: float) -> None:
    """Credit the choices whose action, or kind, was played at this decision or later with what the game was worth."""
    for place in range(first, first + number):
        choice = tree.choices[place]
        if choice.number > 0:
            when = trace.kinds[choice.action[0]] + 0
            credit_actions(tree, trace, choice.first, choice.number, since, value)
        else:
            when = last_played(trace, choice.action)
        if when >= since:
            choice.seen += 1
            choice.seen_value += value


@compiled
def credit_actions(tree: Tree, trace: ActionTrace, first: int, number: int, since: int, value: float) -> None:
    """The same for the actions of a kind."""
    for place in range(first, first + number):
        choice = tree.choices[place]
        if last_played(trace, choice.action) >= since:
            choice.seen += 1
            choice.seen_value += value
