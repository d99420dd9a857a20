"""The tree: a node for every state in which the searching player decides, and the choices there.

A choice is an action, or where the search is typed first a kind of action, which has actions of its own. Between a choice and
the next node lies chance: dice, cards, and what the others do. The node that follows is found by the state reached, so that a
choice has as many successors as outcomes were met, and two ways to one state meet in one node.

A node is entered when its state is first reached and gets its choices when it is reached again. When the room for either is
used up nothing more is entered, and the search goes on with what there is.
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
from rentier.search.menu import COMPLETES_BOTH, NO_USE, list_actions, promise

NOT_LISTED = -1  # a node whose choices are not known yet
NO_NODE = -1
NODES, CHOICES = range(2)  # what `used` counts
CHOICES_A_NODE = 4  # room, on average: most nodes never get any

_STEP = np.uint64(0x9E3779B97F4A7C15)
_29, _32 = np.uint64(29), np.uint64(32)


class NodeRecord(Record):
    """A state in which the searching player decides."""

    mark: Word  # of the state
    visits: Int64
    first: Int32  # of its choices, or NOT_LISTED
    number: Int32
    fixed: Int32  # how many of them are there from the start; the others join one by one
    slot: Int32  # where it is found by its mark


class ChoiceRecord(Record):
    """A kind of action, or an action."""

    action: Annotated[Numbers, "i8", (ACTION_NUMBERS,)]
    visits: Int64
    value: Float64  # summed up
    square: Float64  # squares of values summed up
    seen: Int64  # how often the action was played here or later in a game (RAVE) ...
    seen_value: Float64  # ... and what these games were worth
    first: Int32  # of the actions of a kind
    number: Int32  # 0: it is an action
    fixed: Int32


class Tree(NamedTuple):
    """Nodes, choices, where to find a node by its mark, and how many there are of either."""

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


def plant(nodes: int) -> Tree:
    """An empty tree with room for so many nodes."""
    slots = 1 << (2 * nodes).bit_length()
    choices = CHOICES_A_NODE * nodes + 2 * MOST_ACTIONS
    return Tree(many(NodeRecord, nodes), many(ChoiceRecord, choices), np.zeros(slots, np.int32), np.zeros(2, np.int64))


def _without_dice() -> Numbers:
    """For every word of a game the bits that tell states apart: the last roll does not, once the token has moved."""
    bits = np.full(layout(GameRecord).itemsize, 0xFF, np.uint8)
    start = layout(GameRecord).fields["dice"][1]  # type: ignore[index]
    bits[start : start + 4] = 0
    return bits.view(np.uint64)


_TELLING = _without_dice()


@wrapping
@compiled
def state_mark(game: GameRecord, words: Numbers) -> Any:
    """A number that tells states of the game apart; never 0. `words` are the memory of `game`."""
    mark = np.uint64(1)
    all_tells = game.phase == LEAVING_JAIL
    for place in range(len(words)):
        word = words[place] if all_tells else words[place] & _TELLING[place]
        mark = (mark ^ word) * _STEP
        mark ^= mark >> _29
    return mark | np.uint64(1)


@compiled
def find(tree: Tree, mark: Any) -> int:
    """The slot of a mark: its own, or the free one where it belongs."""
    last = len(tree.slots) - 1
    slot = wide(mark >> _32) & last
    while tree.slots[slot] != 0 and tree.nodes[tree.slots[slot] - 1].mark != mark:
        slot = (slot + 1) & last
    return slot


@compiled
def node_of(tree: Tree, mark: Any) -> int:
    """The node of a state, entered if it is new; NO_NODE where there is no more room."""
    slot = find(tree, mark)
    if tree.slots[slot] != 0:
        return wide(tree.slots[slot]) - 1
    number = tree.used[NODES]
    if number == len(tree.nodes):
        return NO_NODE
    tree.used[NODES] += 1
    tree.slots[slot] = number + 1
    node = tree.nodes[number]
    node.mark = mark
    node.visits = 0
    node.first = NOT_LISTED
    node.slot = slot
    return wide(number)


@compiled
def clear(tree: Tree) -> None:
    """Cut the tree down. Most slots are empty: only those of its nodes are looked at."""
    for node in range(tree.used[NODES]):
        tree.slots[tree.nodes[node].slot] = 0
    tree.used[NODES] = 0
    tree.used[CHOICES] = 0


@compiled
def add_choice(tree: Tree, row: Numbers) -> None:
    """Enter a choice that nobody has tried; the caller has made sure that there is room."""
    choice = tree.choices[tree.used[CHOICES]]
    tree.used[CHOICES] += 1
    for place in range(ACTION_NUMBERS):
        choice.action[place] = row[place]
    choice.visits = 0
    choice.value = 0.0
    choice.square = 0.0
    choice.seen = 0
    choice.seen_value = 0.0
    choice.first = 0
    choice.number = 0
    choice.fixed = 0


@compiled
def add_plain(tree: Tree, actions: Numbers, plain: int, kind: int) -> int:
    """Enter the actions of one kind that are no offers, or with -1 of all kinds; how many."""
    number = 0
    for row in range(plain):
        if kind < 0 or actions[row, 0] == kind:
            add_choice(tree, actions[row])
            number += 1
    return number


@compiled
def add_offers(tree: Tree, box: BoxRecord, game: GameRecord, actions: Numbers, plain: int, number: int) -> None:
    """Enter the offers, the most promising first."""
    for wanted in range(COMPLETES_BOTH, NO_USE - 1, -1):
        for row in range(plain, number):
            if promise(box, game, actions[row]) == wanted:
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
    """Give a node the kinds of action as its choices, and each kind its actions. Kinds come as they are first listed."""
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
    """The action that a choice is."""
    return read_action(tree.choices[choice].action)
