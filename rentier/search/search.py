"""The search itself: it simulates games from a decision, first through the tree, then by rollout, and updates the tree.

The search knows only as much of the luck as the table has seen: every simulated game begins with fresh luck that agrees with
it. The first game of each action at the root has the same luck, and so has the second, and so on (common random numbers), so
that differences between actions are less often due to luck alone.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from numba import types

from rentier.agents.inner import mind_at
from rentier.agents.step import carry_out
from rentier.agents.table import TABLE, Table
from rentier.compiled import compiled, entry, record_type
from rentier.game.legal import write_action
from rentier.game.luck import mix
from rentier.game.state import GAME, GameRecord
from rentier.game.words import ACTION_NUMBERS
from rentier.layout import Int64, Numbers, Record, layout, wide
from rentier.search.action_trace import ACTION_TRACE, ActionTrace, clear_trace, credit, note_action
from rentier.search.rollouts import CUT, GOES_ON, ILLEGAL, NO_LIMIT, Until, default_action, imagine_world, play_on, start_over
from rentier.search.selection import RAVE, SETTINGS, SettingsRecord, allowed, select
from rentier.search.tree import NO_NODE, NOT_LISTED, TREE, Tree, action_of, clear, list_choices, node_of, state_hash
from rentier.search.values import WEIGHTS, result, value_at

WORLD_STREAM = (1 << 21) + 1
PATH = types.Array(types.int64, 1, "C")
WORDS = types.Array(types.uint64, 1, "C")


class DecisionRecord(Record):
    """The decision that is searched: its place in the tree, and how far the search has come."""

    root: Int64
    first: Int64  # the first of its actions among the choices; in a typed tree they come right after their kinds
    number: Int64
    imagined: Int64  # games simulated so far, so that each draws its own random numbers
    default_action: Annotated[Numbers, "i8", (ACTION_NUMBERS,)]  # that of the agent that plays the searcher's moves in rollouts


DECISION = record_type(layout(DecisionRecord))


class Search(NamedTuple):
    """The data of one search: the known game, the table on which games are simulated, the tree, and the settings.

    `known_words` and `words` are views of both games' memory. `path` and `picks` hold the nodes and choices of one game.
    """

    known: GameRecord
    known_words: Numbers
    table: Table
    words: Numbers
    tree: Tree
    trace: ActionTrace
    settings: SettingsRecord
    value: int  # the address of the value function
    weights: Numbers
    path: Numbers
    picks: Numbers
    decision: DecisionRecord


_MEMORY = (TREE, ACTION_TRACE, SETTINGS, types.int64, WEIGHTS, PATH, PATH, DECISION)
SEARCH = types.NamedTuple((GAME, WORDS, TABLE, WORDS, *_MEMORY), Search)


@compiled
def find_root(search: Search, keep: int) -> int:
    """Return the node of the known game, with its choices; clear the tree first unless `keep` is set and it has room."""
    tree, game, settings = search.tree, search.known, search.settings
    actions = mind_at(search.table.seats.minds, settings.seat).actions[:]
    hashed = state_hash(game, search.known_words)
    for attempt in range(2):
        if keep == 0 or attempt == 1:
            clear(tree)
        node = node_of(tree, hashed)
        if node != NO_NODE:
            if tree.nodes[node].first != NOT_LISTED:
                return node
            if list_choices(tree, search.table.box, game, node, settings.typed, actions):
                return node
    return NO_NODE


@compiled
def open_decision(search: Search, keep: int) -> None:
    """Prepare the decision: find its node, its actions and the default action."""
    tree, table, settings, decision = search.tree, search.table, search.settings, search.decision
    decision.root = find_root(search, keep)
    decision.imagined = 0
    root = tree.nodes[decision.root]
    decision.first, decision.number = root.first, root.number
    if settings.typed == 1:
        last = tree.choices[root.first + root.number - 1]
        decision.first = tree.choices[root.first].first
        decision.number = last.first + last.number - decision.first
    write_action(default_action(table, search.known, settings.seat, settings.key), decision.default_action)


@compiled
def visits(search: Search) -> int:
    """Return how many games chose an action here; those that reached the node before it had choices do not count."""
    number = 0
    for place in range(search.decision.first, search.decision.first + search.decision.number):
        number += search.tree.choices[place].visits
    return number


@compiled
def pick(settings: SettingsRecord, tree: Tree, node: int, picks: Numbers, picked: int, draw: int) -> int:
    """Choose at a node, first a kind if there are kinds, then an action; add both to `picks` and return their new number."""
    record = tree.nodes[node]
    number = allowed(settings, record.number, record.fixed, record.visits)
    place = select(settings, tree, record.first, number, record.visits, settings.key, draw)
    picks[picked] = place
    choice = tree.choices[place]
    if choice.number == 0:
        return picked + 1
    number = allowed(settings, choice.number, choice.fixed, choice.visits)
    picks[picked + 1] = select(settings, tree, choice.first, number, choice.visits, settings.key, draw + 1)
    return picked + 2


@compiled
def learn(search: Search, nodes: int, picked: int, value: float) -> None:
    """Add the value of a simulated game to all nodes and choices on its path."""
    tree = search.tree
    for step in range(nodes):
        node = tree.nodes[search.path[step]]
        node.visits += 1
        if search.settings.selection == RAVE and node.first != NOT_LISTED:
            credit(tree, search.trace, node.first, node.number, step, value)
    for step in range(picked):
        choice = tree.choices[search.picks[step]]
        choice.visits += 1
        choice.value += value
        choice.square += value * value


@compiled
def is_leaf(search: Search, node: int) -> bool:
    """Whether the tree ends here: the state is new, or there is no room for its choices."""
    record = search.tree.nodes[node]
    if record.first != NOT_LISTED:
        return False
    table, settings = search.table, search.settings
    actions = mind_at(table.seats.minds, settings.seat).actions[:]
    return record.visits == 0 or not list_choices(search.tree, table.box, table.game, node, settings.typed, actions)


@compiled
def descend(search: Search, root: int, rollout: int, last_turn: int) -> tuple[int, int, int]:
    """Play a game through the tree, with the opponents' agents; return why it stopped and the numbers of nodes and picks.

    The luck depends on how many games have begun with the chosen action at the root, so it is equal for all actions there.
    """
    table, tree, settings = search.table, search.tree, search.settings
    until = Until(wide(settings.seat), last_turn, True, -1)
    node = root
    nodes = 0
    picked = 0
    while node != NO_NODE:
        search.path[nodes] = node
        nodes += 1
        if is_leaf(search, node) or nodes > settings.depth:
            break
        picked = pick(settings, tree, node, search.picks, picked, (rollout << 11) + 2 * nodes)
        place = search.picks[picked - 1]
        if nodes == 1:
            imagine_world(table, mix(settings.key, WORLD_STREAM, tree.choices[place].visits))
        action = action_of(tree, place)
        if settings.selection == RAVE:
            note_action(search.trace, action, nodes - 1)
        carry_out(table, action)
        stop = play_on(table, until, search.trace)
        if stop != GOES_ON:
            return stop, nodes, picked
        node = node_of(tree, state_hash(table.game, search.words))
    return GOES_ON, nodes, picked


@compiled
def imagine_game(search: Search, last_turn: int) -> bool:
    """Simulate one game from the root and learn from it; return False if an agent breaks the rules."""
    table, settings, decision = search.table, search.settings, search.decision
    seat = wide(settings.seat)
    traced = settings.selection == RAVE
    start_over(table, search.known)
    if traced:
        clear_trace(search.trace)
    stop, nodes, picked = descend(search, decision.root, decision.imagined, last_turn)
    if stop == GOES_ON:
        stop = play_on(table, Until(seat, last_turn, False, nodes if traced else -1), search.trace)
    if stop == ILLEGAL:
        return False
    worth = value_at(search.value, table.box, table.game, seat, search.weights) if stop == CUT else result(table.game, seat)
    learn(search, nodes, picked, worth)
    decision.imagined += 1
    return True


@entry(types.boolean(SEARCH, types.int64))
def think(search: Search, rollouts: int) -> bool:
    """Simulate `rollouts` more games; return False if an agent breaks the rules in one."""
    settings = search.settings
    last_turn = wide(search.known.turns) + settings.cut if settings.cut > 0 else NO_LIMIT
    for _rollout in range(rollouts):  # noqa: SIM110 - compiled code cannot use generators
        if not imagine_game(search, last_turn):
            return False
    return True


@entry(types.boolean(SEARCH, types.int64, types.int64))
def begin(search: Search, keep: int, rollouts: int) -> bool:
    """Prepare a decision and simulate games until there are `rollouts`, kept ones included; none if there is no choice."""
    open_decision(search, keep)
    return search.decision.number < 2 or think(search, max(rollouts - visits(search), 0))
