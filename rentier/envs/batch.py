"""Step many games in place: compiled opponents play until the learner must decide, and games that end are replaced by new ones.

What an opponent remembers of a game is small; the mind it thinks with is large. So a game stores only the memories, and each
opponent has one mind per thread, which loads the memory of the game it is asked about and saves it back.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from numba import types

from rentier.agents.inner import mind_at
from rentier.agents.mind import MEMORY, MindRecord, wake
from rentier.agents.step import carry_out, decide, is_allowed
from rentier.agents.table import NUMBERS, TABLE, Table
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry, record_type
from rentier.envs.actions import TABLE as TABLE_OF_ACTIONS
from rentier.envs.actions import TableRecord, action_of, write_mask
from rentier.envs.observation import write_observation
from rentier.envs.rewards import fortune, has_ended_for, reward_of
from rentier.game.apply import begin
from rentier.game.legal import ACTIONS
from rentier.game.luck import below, key_of, mix
from rentier.game.state import BOX, GAME, LUCK, GameRecord
from rentier.game.words import Action
from rentier.layout import Int64, Numbers, Record, Word, layout, wide

SEAT_STREAM = (1 << 20) + 1  # far from the streams that the rules, the agents and the arena draw from
ANY_SEAT = -1
NO_ILLEGAL = -1  # no opponent broke the rules


class MemoryRecord(Record):
    """What an opponent remembers of one game."""

    key: Word
    draws: Int64
    memory: Annotated[Numbers, "i8", (MEMORY,)]


class SlotRecord(Record):
    """The state of one slot of the batch; when its game ends, another begins there."""

    seat: Int64  # the learner's
    played: Int64  # games that have begun here
    made: Int64  # decisions in this game, of all players
    made_before: Int64  # decisions in the games before
    fortune: Int64  # the learner's, when it was last rewarded


class PlanRecord(Record):
    """What is the same for all games."""

    seed: Word
    games: Int64
    players: Int64
    seat: Int64  # or ANY_SEAT
    reward: Int64
    most: Int64  # decisions in a game
    skips: Int64  # 1: an only legal action is carried out without asking the learner
    first_inner: Annotated[Numbers, "i8", (8,)]  # for each opponent, the first of its inner minds ...
    inner: Annotated[Numbers, "i8", (8,)]  # ... and the number of them


class Setup(NamedTuple):
    """What all games share: the rules, the action table, and the plan."""

    box: BoxRecord
    numbering: TableRecord
    plan: PlanRecord


class Batch(NamedTuple):
    """Arrays with an entry for each game: the games themselves, and what the learner sees of them."""

    games: Any
    lucks: Any
    slots: Any
    memories: Any  # of the opponents
    seen: Numbers
    masks: Numbers
    rewards: Numbers
    ended: Numbers
    cut: Numbers


SETUP = types.NamedTuple((BOX, TABLE_OF_ACTIONS, record_type(layout(PlanRecord))), Setup)
BATCH = types.NamedTuple(
    (
        types.Array(GAME, 1, "C"),
        types.Array(LUCK, 1, "C"),
        types.Array(record_type(layout(SlotRecord)), 1, "C"),
        types.Array(record_type(layout(MemoryRecord)), 2, "C"),
        types.Array(types.float32, 2, "C"),
        types.Array(types.int8, 2, "C"),
        types.Array(types.float32, 1, "C"),
        types.Array(types.boolean, 1, "C"),
        types.Array(types.boolean, 1, "C"),
    ),
    Batch,
)


@compiled
def load_memory(mind: MindRecord, memory: MemoryRecord) -> None:
    """Load what an opponent remembers of a game into its mind."""
    mind.key = memory.key
    mind.draws = memory.draws
    for place in range(MEMORY):
        mind.memory[place] = memory.memory[place]


@compiled
def save_memory(mind: MindRecord, memory: MemoryRecord) -> None:
    """Save what an opponent remembers back to the game."""
    memory.key = mind.key
    memory.draws = mind.draws
    for place in range(MEMORY):
        memory.memory[place] = mind.memory[place]


@compiled
def seat_opponents(table: Table, plan: PlanRecord, slot: SlotRecord) -> None:
    """Seat the opponents to the learner's left, in order."""
    for seat in range(plan.players):
        table.seats.agent[seat] = (seat - wide(slot.seat) + plan.players) % plan.players - 1
    table.progress.made = slot.made
    table.progress.turn = -1


@compiled
def decide_with(table: Table, plan: PlanRecord, memories: Any) -> Action:
    """Return the action of the opponent to act, with its memory of this game."""
    minds = wide(table.seats.minds)
    who = wide(table.seats.agent[table.game.actor])
    first = wide(plan.first_inner[who])
    load_memory(mind_at(minds, who), memories[who])
    for inner in range(first, first + plan.inner[who]):
        load_memory(mind_at(minds, inner), memories[inner])
    action = decide(table)
    save_memory(mind_at(minds, who), memories[who])
    for inner in range(first, first + plan.inner[who]):
        save_memory(mind_at(minds, inner), memories[inner])
    return action


@compiled
def play_opponents(table: Table, plan: PlanRecord, slot: SlotRecord, memories: Any) -> bool:
    """Let opponents play until the learner is asked or the game ends for it; return False if one breaks the rules."""
    game, seat = table.game, slot.seat
    while not has_ended_for(game, seat) and game.actor != seat and table.progress.made < plan.most:
        action = decide_with(table, plan, memories)
        if not is_allowed(table, action):
            return False
        carry_out(table, action)
    return True


@compiled
def first_allowed(mask: Numbers) -> int:
    """Return the first number that is allowed."""
    number = 0
    while mask[number] == 0:
        number += 1
    return number


@compiled
def is_asked(game: GameRecord, plan: PlanRecord, slot: SlotRecord) -> bool:
    """Whether the learner has a decision to make in this game."""
    return not has_ended_for(game, slot.seat) and slot.made < plan.most


@compiled
def play_to_decision(setup: Setup, table: Table, slot: SlotRecord, memories: Any, rows: Numbers, mask: Numbers) -> bool:
    """Play until the learner has a choice, and write its mask, or the game is over; False if an opponent breaks the rules."""
    plan = setup.plan
    choices = 1
    while choices == 1:
        allowed = play_opponents(table, plan, slot, memories)
        slot.made = table.progress.made
        if not allowed:
            return False
        if not is_asked(table.game, plan, slot):
            return True
        choices = write_mask(setup.box, table.game, setup.numbering, rows, mask)
        if choices == 1 and plan.skips == 0:
            return True
        if choices == 1:
            carry_out(table, action_of(setup.box, table.game, setup.numbering, first_allowed(mask)))
    return True


@compiled
def begin_slot(setup: Setup, table: Table, slot: SlotRecord, memories: Any, place: int) -> None:
    """Begin the next game of a place; its key follows from the seed, the place and the number of games played there."""
    plan = setup.plan
    key = key_of(plan.seed, place + slot.played * plan.games)
    slot.seat = below(mix(key, SEAT_STREAM, 0), plan.players) if plan.seat == ANY_SEAT else plan.seat
    slot.played += 1
    slot.made_before += slot.made
    slot.made = 0
    begin(setup.box, table.game, table.luck, plan.players, key)
    slot.fortune = fortune(setup.box, table.game, slot.seat)
    for who in range(plan.players - 1):
        mind = mind_at(table.seats.minds, who)
        wake(mind, key, who)
        save_memory(mind, memories[who])


@entry(types.int64(SETUP, BATCH, TABLE, ACTIONS, NUMBERS, types.int64, types.int64, types.int64))
def step_games(
    setup: Setup, batch: Batch, room: Table, rows: Numbers, actions: Numbers, first: int, last: int, afresh: int
) -> int:
    """Step the games from `first` up to but not including `last`; if `afresh` is 1, begin new games instead.

    The opponents are those of the table `room`, which has another game; `rows` is a buffer for a list. Actions must be allowed.
    Return the place of a game in which an opponent breaks the rules, or NO_ILLEGAL.
    """
    games, lucks, slots, memories, seen, masks, rewards, ended, cut = batch
    for place in range(first, last):
        game, slot = games[place], slots[place]
        table = Table(setup.box, game, lucks[place], room.seats, room.progress)
        renewed = afresh == 1
        if not renewed:
            seat_opponents(table, setup.plan, slot)
            carry_out(table, action_of(setup.box, game, setup.numbering, actions[place]))
            if not play_to_decision(setup, table, slot, memories[place], rows, masks[place]):
                return place
            rewards[place] = reward_of(setup.box, game, slot.seat, setup.plan.reward, slot.fortune)
            slot.fortune = fortune(setup.box, game, slot.seat)
            ended[place] = has_ended_for(game, slot.seat)
            cut[place] = not ended[place] and slot.made >= setup.plan.most
            renewed = ended[place] or cut[place]
        while renewed:
            begin_slot(setup, table, slot, memories[place], place)
            seat_opponents(table, setup.plan, slot)
            if not play_to_decision(setup, table, slot, memories[place], rows, masks[place]):
                return place
            renewed = not is_asked(game, setup.plan, slot)
        write_observation(setup.box, game, slot.seat, seen[place])
    return NO_ILLEGAL
