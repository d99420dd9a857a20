"""The tree: a node for every state in which the searching player decides, and its choices there.

A choice is an action or, if the search is typed, first a kind of action, which has its own actions. Between a choice and the
next node come random events: dice, cards, and what the others do. The next node is found by the state reached, so a choice has
as many successors as outcomes were met, and two paths to one state meet in one node.

A node is added when its state is first reached, and gets its choices when it is reached again. When there is no room left for
either, nothing more is added, and the search continues with the existing tree.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from numba import types

from rentier.box.record import BoxRecord
from rentier.compiled import compiled, record_type, wrapping
from rentier.game.legal import read_action
from rentier.game.state import GameRecord
from rentier.game.words import ACTION_NUMBERS, LEAVING_JAIL, MOST_ACTIONS, OFFER, Action
from rentier.layout import Float64, Int32, Int64, Numbers, Record, Word, layout, many, wide
from rentier.search.menu import COMPLETES_BOTH, NO_USE, list_actions, rank_offer

NOT_LISTED = -1  # a node that has no choices yet
NO_NODE = -1
NODES, CHOICES = range(2)  # indices of `used`
CHOICES_PER_NODE = 4  # the room for choices: most nodes never get any

_STEP = np.uint64(0x9E3779B97F4A7C15)
_29, _32 = np.uint64(29), np.uint64(32)


class NodeRecord(Record):
    """A state in which the searching player decides."""

    hash: Word  # of the state
    visits: Int64
    first: Int32  # the first of its choices, or NOT_LISTED
    number: Int32
    fixed: Int32  # how many choices may be tried from the start; the others join one by one
    slot: Int32  # its slot in the hash table


class ChoiceRecord(Record):
    """A kind of action, or an action."""

    action: Annotated[Numbers, "i8", (ACTION_NUMBERS,)]
    visits: Int64
    value: Float64  # the sum of values
    square: Float64  # the sum of squared values
    rave_visits: Int64  # how often the action was played here or later in a game (RAVE) ...
    rave_value: Float64  # ... and the sum of the values of these games
    first: Int32  # the first action of a kind
    number: Int32  # the number of actions of a kind; 0: it is an action
    fixed: Int32


class Tree(NamedTuple):
    """The nodes, the choices, the hash table that finds nodes, and the numbers of nodes and choices in use."""

    nodes: Any
    choices: Any
    slots: Any
    used: Any


TREE = types.NamedTuple(
    (
        types.Array(record_type(layout(NodeRecord)), 1, "C"),
        types.Array(record_type(layout(ChoiceRecord)), 1, "C"),
        types.Array(types.int32, 1, "C"),
        types.Array(types.int64, 1, "C"),
    ),
    Tree,
)


def new_tree(nodes: int) -> Tree:
    """Return an empty tree with room for `nodes` nodes."""
    slots = 1 << (2 * nodes).bit_length()
    choices = CHOICES_PER_NODE * nodes + 2 * MOST_ACTIONS
    return Tree(many(NodeRecord, nodes), many(ChoiceRecord, choices), np.zeros(slots, np.int32), np.zeros(2, np.int64))


def _without_dice() -> Numbers:
    """Return for every word of a game the bits that distinguish states: the last roll does not, once the token has moved."""
    bits = np.full(layout(GameRecord).itemsize, 0xFF, np.uint8)
    start = layout(GameRecord).fields["dice"][1]  # type: ignore[index]
    bits[start : start + 4] = 0
    return bits.view(np.uint64)


_STATE_BITS = _without_dice()


@wrapping
@compiled
def state_hash(game: GameRecord, words: Numbers) -> Any:
    """Return a hash of the state; never 0. `words` is a view of the memory of `game`."""
    hashed = np.uint64(1)
    with_dice = game.phase == LEAVING_JAIL
    for place in range(len(words)):
        word = words[place] if with_dice else words[place] & _STATE_BITS[place]
        hashed = (hashed ^ word) * _STEP
        hashed ^= hashed >> _29
    return hashed | np.uint64(1)


@compiled
def find(tree: Tree, hashed: Any) -> int:
    """Return the slot that holds a hash, or the free slot where it belongs."""
    last = len(tree.slots) - 1
    slot = wide(hashed >> _32) & last
    while tree.slots[slot] != 0 and tree.nodes[tree.slots[slot] - 1].hash != hashed:
        slot = (slot + 1) & last
    return slot


@compiled
def node_of(tree: Tree, hashed: Any) -> int:
    """Return the node of a state, adding it if it is new; NO_NODE if there is no more room."""
    slot = find(tree, hashed)
    if tree.slots[slot] != 0:
        return wide(tree.slots[slot]) - 1
    number = tree.used[NODES]
    if number == len(tree.nodes):
        return NO_NODE
    tree.used[NODES] += 1
    tree.slots[slot] = number + 1
    node = tree.nodes[number]
    node.hash = hashed
    node.visits = 0
    node.first = NOT_LISTED
    node.slot = slot
    return wide(number)


@compiled
def clear(tree: Tree) -> None:
    """Empty the tree. Most slots are empty, so only those of its nodes are cleared."""
    for node in range(tree.used[NODES]):
        tree.slots[tree.nodes[node].slot] = 0
    tree.used[NODES] = 0
    tree.used[CHOICES] = 0


@compiled
def add_choice(tree: Tree, row: Numbers) -> None:
    """Add an untried choice; the caller has made sure that there is room."""
    choice = tree.choices[tree.used[CHOICES]]
    tree.used[CHOICES] += 1
    for place in range(ACTION_NUMBERS):
        choice.action[place] = row[place]
    choice.visits = 0
    choice.value = 0.0
    choice.square = 0.0
    choice.rave_visits = 0
    choice.rave_value = 0.0
    choice.first = 0
    choice.number = 0
    choice.fixed = 0


@compiled
def add_plain(tree: Tree, actions: Numbers, plain: int, kind: int) -> int:
    """Add the actions of one kind that are not offers, or with -1 those of all kinds, and return how many."""
    number = 0
    for row in range(plain):
        if kind < 0 or actions[row, 0] == kind:
            add_choice(tree, actions[row])
            number += 1
    return number


@compiled
def add_offers(tree: Tree, box: BoxRecord, game: GameRecord, actions: Numbers, plain: int, number: int) -> None:
    """Add the offers, the most promising first."""
    for wanted in range(COMPLETES_BOTH, NO_USE - 1, -1):
        for row in range(plain, number):
            if rank_offer(box, game, actions[row]) == wanted:
                add_choice(tree, actions[row])


@compiled
def list_uniform(tree: Tree, box: BoxRecord, game: GameRecord, node: int, actions: Numbers, plain: int, number: int) -> None:
    """Give a node all actions as its choices."""
    record = tree.nodes[node]
    record.first = tree.used[CHOICES]
    record.number = number
    record.fixed = plain if number > plain else number
    add_plain(tree, actions, plain, -1)
    add_offers(tree, box, game, actions, plain, number)


@compiled
def list_typed(tree: Tree, box: BoxRecord, game: GameRecord, node: int, actions: Numbers, plain: int, number: int) -> None:
    """Give a node the kinds of action as its choices, in the order of their first action, and each kind its actions."""
    record = tree.nodes[node]
    first = wide(tree.used[CHOICES])
    record.first = first
    kinds = 0
    seen = 0
    for row in range(number):
        kind = wide(1) << actions[row, 0]
        if seen & kind == 0:
            seen |= kind
            kinds += 1
            add_choice(tree, actions[row])
    record.number = kinds
    record.fixed = kinds
    for place in range(first, first + kinds):
        choice = tree.choices[place]
        choice.first = tree.used[CHOICES]
        if choice.action[0] == OFFER:
            choice.number = number - plain
            choice.fixed = 0
            add_offers(tree, box, game, actions, plain, number)
        else:
            choice.number = add_plain(tree, actions, plain, choice.action[0])
            choice.fixed = choice.number


@compiled
def list_choices(tree: Tree, box: BoxRecord, game: GameRecord, node: int, typed: int, actions: Numbers) -> bool:
    """Give a node its choices, if there is room for them."""
    plain, number = list_actions(box, game, actions)
    if tree.used[CHOICES] + 2 * number > len(tree.choices):
        return False
    if typed == 1:
        list_typed(tree, box, game, node, actions, plain, number)
    else:
        list_uniform(tree, box, game, node, actions, plain, number)
    return True


@compiled
def action_of(tree: Tree, choice: int) -> Action:
    """Return the action of a choice."""
    return read_action(tree.choices[choice].action)
