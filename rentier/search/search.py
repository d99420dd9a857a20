"""The search itself: games imagined from a decision on, first through the tree, then by rollout, and what they teach it.

All that is known of the luck is what the table has seen: every imagined game begins with fresh luck that agrees with it. The
first game of each action at the root is played on the same luck, so is the second, and so on (common random numbers): what
differs between actions is then less often luck alone.
"""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.agents.mind import AGENTS, MINDS
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.apply import apply
from rentier.game.luck import mix
from rentier.game.state import BOX, LUCK, GameRecord, LuckRecord
from rentier.records import Numbers, wide
from rentier.search.diary import DIARY, Diary, credit, enter, wipe
from rentier.search.imagined import GAMES, ILLEGAL, IMAGINED, KNOWN, WORDS, start_over
from rentier.search.rollouts import CUT, FOUL, GOES_ON, NO_LIMIT, imagine_world, play_on
from rentier.search.selection import RAVE, SETTINGS, SettingsRecord, allowed, select
from rentier.search.tree import NO_NODE, NOT_LISTED, TREE, Tree, action_of, clear, list_choices, node_of, state_mark
from rentier.search.values import VALUE, WEIGHTS, result

WORLD_STREAM = (1 << 21) + 1
ACTIONS = types.Array(types.int64, 2, "C")
PATH = types.Array(types.int64, 1, "C")


@entry(types.int64(BOX, GAMES, WORDS, TREE, SETTINGS, ACTIONS, types.int64))
def open_root(
    box: BoxRecord, games: Any, words: Numbers, tree: Tree, settings: SettingsRecord, actions: Numbers, keep: int
) -> int:
    """The node of the game that is searched, with its choices; the tree is cut down unless it is to be kept and has room."""
    game = games[KNOWN]
    mark = state_mark(game, words[KNOWN])
    for attempt in range(2):
        if keep == 0 or attempt == 1:
            clear(tree)
        node = node_of(tree, mark)
        if node != NO_NODE:
            if tree.nodes[node].first != NOT_LISTED:
                return node
            if list_choices(tree, box, game, node, settings.typed, actions):
                return node
    return NO_NODE


@compiled
def pick(settings: SettingsRecord, tree: Tree, node: int, picks: Numbers, picked: int, draw: int) -> int:
    """Choose at a node: a kind where there are kinds, and an action. They go into `picks`; the new number of these."""
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
def learn(
    settings: SettingsRecord, tree: Tree, diary: Diary, path: Numbers, nodes: int, picks: Numbers, picked: int, value: float
) -> None:
    """What an imagined game was worth goes to all nodes and choices it came through."""
    for step in range(nodes):
        node = tree.nodes[path[step]]
        node.visits += 1
        if settings.selection == RAVE and node.first != NOT_LISTED:
            credit(tree, diary, node.first, node.number, step, value)
    for step in range(picked):
        choice = tree.choices[picks[step]]
        choice.visits += 1
        choice.value += value
        choice.square += value * value


@compiled
def is_leaf(box: BoxRecord, game: GameRecord, tree: Tree, node: int, settings: SettingsRecord, actions: Numbers) -> bool:
    """The tree ends here: the state is new, or there is no room for its choices."""
    record = tree.nodes[node]
    if record.first != NOT_LISTED:
        return False
    return record.visits == 0 or not list_choices(tree, box, game, node, settings.typed, actions)


@compiled
def descend(
    box: BoxRecord,
    game: GameRecord,
    words: Numbers,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    tree: Tree,
    diary: Diary,
    settings: SettingsRecord,
    path: Numbers,
    picks: Numbers,
    illegal: Numbers,
    root: int,
    rollout: int,
    last_turn: int,
) -> tuple[int, int, int]:
    """Play a game through the tree, the others by their agents: how it came to a stop, through how many nodes and picks.

    The luck is that of so many games after the same action at the root: equal for all actions there.
    """
    seat = settings.seat
    actions = minds[seat].actions
    node = root
    nodes = 0
    picked = 0
    while node != NO_NODE:
        path[nodes] = node
        nodes += 1
        if is_leaf(box, game, tree, node, settings, actions[:]) or nodes > settings.depth:
            break
        picked = pick(settings, tree, node, picks, picked, (rollout << 11) + 2 * nodes)
        place = picks[picked - 1]
        if nodes == 1:
            imagine_world(box, game, luck, agents, minds, mix(settings.key, WORLD_STREAM, tree.choices[place].visits))
        action = action_of(tree, place)
        if settings.selection == RAVE:
            enter(diary, action, nodes - 1)
        apply(box, game, luck, action)
        stop = play_on(box, game, luck, agents, minds, seat, last_turn, settings.checked, illegal, True, diary, -1)
        if stop != GOES_ON:
            return stop, nodes, picked
        node = node_of(tree, state_mark(game, words))
    return GOES_ON, nodes, picked


@entry(
    types.boolean(
        BOX,
        GAMES,
        WORDS,
        LUCK,
        AGENTS,
        MINDS,
        types.FunctionType(VALUE),
        WEIGHTS,
        TREE,
        DIARY,
        SETTINGS,
        PATH,
        PATH,
        ILLEGAL,
        types.int64,
        types.int64,
        types.int64,
    )
)
def think(
    box: BoxRecord,
    games: Any,
    words: Numbers,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    value: Any,
    weights: Numbers,
    tree: Tree,
    diary: Diary,
    settings: SettingsRecord,
    path: Numbers,
    picks: Numbers,
    illegal: Numbers,
    root: int,
    first: int,
    rollouts: int,
) -> bool:
    """Imagine so many games from the root on; False where somebody breaks the rules in one.

    `first`: how many there were before, so that every one draws its own numbers.
    """
    seat = settings.seat
    game = games[IMAGINED]
    noted = settings.selection == RAVE
    last_turn = wide(games[KNOWN].turns) + settings.cut if settings.cut > 0 else NO_LIMIT
    for rollout in range(first, first + rollouts):
        start_over(words)
        if noted:
            wipe(diary)
        stop, nodes, picked = descend(
            box,
            game,
            words[IMAGINED],
            luck,
            agents,
            minds,
            tree,
            diary,
            settings,
            path,
            picks,
            illegal,
            root,
            rollout,
            last_turn,
        )
        if stop == GOES_ON:
            decision = nodes if noted else -1
            stop = play_on(box, game, luck, agents, minds, seat, last_turn, settings.checked, illegal, False, diary, decision)
        if stop == FOUL:
            return False
        worth = value(box, game, seat, weights) if stop == CUT else result(game, seat)
        learn(settings, tree, diary, path, nodes, picks, picked, worth)
    return True
