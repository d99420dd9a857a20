"""The actions of the searching player in one simulated game, each with its last decision: for RAVE.

RAVE is rapid action value estimation (see `selection`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from rentier.compiled import compiled, wrapping
from rentier.game.words import KINDS, Action
from rentier.layout import Numbers, wide
from rentier.search.tree import Tree

SLOTS = 1024  # a power of two
MOST_ENTRIES = SLOTS // 2  # further actions of a long game are not stored
NEVER = -1

_STEP = np.uint64(0x9E3779B97F4A7C15)
_29, _32 = np.uint64(29), np.uint64(32)


class ActionTrace(NamedTuple):
    """A hash table of actions: by slot the hash of an action and the decision at which it was last played.

    `slots` lists the slots in use, `entries` holds their number, and `kinds` the last decision of each kind of action.
    """

    hashes: Any
    when: Any
    slots: Any
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
    """Return an empty trace."""
    others = [np.zeros(SLOTS, np.int64), np.zeros(MOST_ENTRIES, np.int64), np.full(len(KINDS), NEVER), np.zeros(1, np.int64)]
    return ActionTrace(np.zeros(SLOTS, np.uint64), *others)


@wrapping
@compiled
def action_hash(kind: int, target: int, amount: int, give: int, take: int, promised: int) -> Any:
    """Return a hash of an action; never 0."""
    hashed = np.uint64(1)
    for number in (kind, target, amount, give, take, promised):
        hashed = (hashed ^ np.uint64(number)) * _STEP
        hashed ^= hashed >> _29
    return hashed | np.uint64(1)


@compiled
def slot_of(trace: ActionTrace, hashed: Any) -> int:
    """Return the slot that holds a hash, or the free slot where it belongs."""
    slot = wide(hashed >> _32) & (SLOTS - 1)
    while trace.hashes[slot] != 0 and trace.hashes[slot] != hashed:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@compiled
def note_action(trace: ActionTrace, action: Action, decision: int) -> None:
    """Note that the player has played an action at this decision."""
    trace.kinds[action.kind] = decision
    hashed = action_hash(
        action.kind, action.target, action.amount, action.give, action.take, action.iou ^ (action.free_rent << 20)
    )
    slot = slot_of(trace, hashed)
    if trace.hashes[slot] == 0:
        if trace.entries[0] == MOST_ENTRIES:
            return
        trace.hashes[slot] = hashed
        trace.slots[trace.entries[0]] = slot
        trace.entries[0] += 1
    trace.when[slot] = decision


@compiled
def last_played(trace: ActionTrace, row: Numbers) -> int:
    """Return the decision at which an action was last played, or NEVER."""
    slot = slot_of(trace, action_hash(row[0], row[1], row[2], row[3], row[4], row[5] ^ (row[6] << 20)))
    return trace.when[slot] + 0 if trace.hashes[slot] != 0 else NEVER


@compiled
def clear_trace(trace: ActionTrace) -> None:
    """Empty the trace for a new game."""
    for entry in range(trace.entries[0]):
        trace.hashes[trace.slots[entry]] = 0
    trace.entries[0] = 0
    for kind in range(len(trace.kinds)):
        trace.kinds[kind] = NEVER


@compiled
def credit(tree: Tree, trace: ActionTrace, first: int, number: int, since: int, value: float) -> None:
    """Credit the value of the game to the choices whose action, or kind, was played at decision `since` or later."""
    for place in range(first, first + number):
        choice = tree.choices[place]
        if choice.number > 0:
            when = trace.kinds[choice.action[0]] + 0
            credit_actions(tree, trace, choice.first, choice.number, since, value)
        else:
            when = last_played(trace, choice.action)
        if when >= since:
            choice.rave_visits += 1
            choice.rave_value += value


@compiled
def credit_actions(tree: Tree, trace: ActionTrace, first: int, number: int, since: int, value: float) -> None:
    """Do the same for the actions of one kind."""
    for place in range(first, first + number):
        choice = tree.choices[place]
        if last_played(trace, choice.action) >= since:
            choice.rave_visits += 1
            choice.rave_value += value
