"""Many games stepped in place: compiled opponents play until the learner must decide, and games that end begin anew.

What an opponent remembers of a game is small; the mind it thinks with is large. So the games keep only the memories, and the
opponents of one thread share a mind each, which takes up the memory of the game it is asked about and puts it back.
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
NO_FOUL = -1


class MemoryRecord(Record):
    """What an opponent remembers of one game."""

    key: Word
    draws: Int64
    memory: Annotated[Numbers, "i8", (MEMORY,)]


class SlotRecord(Record):
    """Where one of the games stands: it is followed by another when it ends."""

    seat: Int64  # the learner's
    played: Int64  # how many games have begun here
    made: Int64  # decisions of this game, of all players
    made_before: Int64  # ... and of the games before
    fortune: Int64  # of the learner, when it was last rewarded


class PlanRecord(Record):
    """What is the same for all games."""

    seed: Word
    games: Int64
    players: Int64
    seat: Int64  # or ANY_SEAT
    reward: Int64
    most: Int64  # decisions of a game
    skips: Int64  # 1: where only one thing can be done it is done, and the learner is not asked
    first_inner: Annotated[Numbers, "i8", (8,)]  # of each opponent, the first of the minds that it is made of ...
    inner: Annotated[Numbers, "i8", (8,)]  # ... and how many they are


class Setup(NamedTuple):
    """What all games share: the rules, what the numbers of actions stand for, and the plan."""

    box: BoxRecord
    numbering: TableRecord
    plan: PlanRecord


class Batch(NamedTuple):
    """Arrays with a place for each game: the games themselves, and what the learner is shown of them."""

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
def take_up(mind: MindRecord, memory: MemoryRecord) -> None:
    """Remember a game."""
    mind.key = memory.key
    mind.draws = memory.draws
    for place in range(MEMORY):
        mind.memory[place] = memory.memory[place]


@compiled
def put_back(mind: MindRecord, memory: MemoryRecord) -> None:
    """Leave what is remembered with the game."""
    memory.key = mind.key
    memory.draws = mind.draws
    for place in range(MEMORY):
        memory.memory[place] = mind.memory[place]


@compiled
def seat_opponents(table: Table, plan: PlanRecord, slot: SlotRecord) -> None:
    """The opponents sit to the learner's left, in their order."""
    for seat in range(plan.players):
        table.seats.agent[seat] = (seat - wide(slot.seat) + plan.players) % plan.players - 1
    table.progress.made = slot.made
    table.progress.turn = -1


@compiled
def decide_with(table: Table, plan: PlanRecord, memories: Any) -> Action:
    """What the opponent to act does, with what it remembers of this game."""
    minds = wide(table.seats.minds)
    who = wide(table.seats.agent[table.game.actor])
    first = wide(plan.first_inner[who])
    take_up(mind_at(minds, who), memories[who])
    for inner in range(first, first + plan.inner[who]):
        take_up(mind_at(minds, inner), memories[inner])
    action = decide(table)
    put_back(mind_at(minds, who), memories[who])
    for inner in range(first, first + plan.inner[who]):
        put_back(mind_at(minds, inner), memories[inner])
    return action


@compiled
def play_opponents(table: Table, plan: PlanRecord, slot: SlotRecord, memories: Any) -> bool:
    """Let opponents play until the learner is asked, the game ends for it or is cut off; False where one breaks the rules."""
    game, seat = table.game, slot.seat
    while not has_ended_for(game, seat) and game.actor != seat and table.progress.made < plan.most:
        action = decide_with(table, plan, memories)
        if not is_allowed(table, action):
            return False
        carry_out(table, action)
    return True


@compiled
def only_one(mask: Numbers) -> int:
    """The first number that is allowed."""
    number = 0
    while mask[number] == 0:
        number += 1
    return number


@compiled
def is_asked(game: GameRecord, plan: PlanRecord, slot: SlotRecord) -> bool:
    """Whether the learner has a decision to make in this game."""
    return not has_ended_for(game, slot.seat) and slot.made < plan.most


@compiled
def come_to_decision(setup: Setup, table: Table, slot: SlotRecord, memories: Any, rows: Numbers, mask: Numbers) -> bool:
    """Play on until the learner has a choice, with the mask of it, or the game is over; False: an opponent breaks rules."""
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
            carry_out(table, action_of(setup.box, table.game, setup.numbering, only_one(mask)))
    return True


@compiled
def begin_slot(setup: Setup, table: Table, slot: SlotRecord, memories: Any, place: int) -> None:
    """Begin the next game of a place: its key follows from the seed, the place and how many games were played there."""
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
        put_back(mind, memories[who])


@entry(types.int64(SETUP, BATCH, TABLE, ACTIONS, NUMBERS, types.int64, types.int64, types.int64))
def step_games(
    setup: Setup, batch: Batch, room: Table, rows: Numbers, actions: Numbers, first: int, last: int, afresh: int
) -> int:
    """Step the games from the first to the last, not included; `afresh`: begin new games instead (1).

    The opponents are those of the table `room`, whose game is none of these; `rows` is room for a list. Actions are to be
    allowed. Returns the place of a game in which an opponent breaks the rules, or NO_FOUL.
    """
    games, lucks, slots, memories, seen, masks, rewards, ended, cut = batch
    for place in range(first, last):
        game, slot = games[place], slots[place]
        table = Table(setup.box, game, lucks[place], room.seats, room.progress)
        renewed = afresh == 1
        if not renewed:
            seat_opponents(table, setup.plan, slot)
            carry_out(table, action_of(setup.box, game, setup.numbering, actions[place]))
            if not come_to_decision(setup, table, slot, memories[place], rows, masks[place]):
                return place
            rewards[place] = reward_of(setup.box, game, slot.seat, setup.plan.reward, slot.fortune)
            slot.fortune = fortune(setup.box, game, slot.seat)
            ended[place] = has_ended_for(game, slot.seat)
            cut[place] = not ended[place] and slot.made >= setup.plan.most
            renewed = ended[place] or cut[place]
        while renewed:
            begin_slot(setup, table, slot, memories[place], place)
            seat_opponents(table, setup.plan, slot)
            if not come_to_decision(setup, table, slot, memories[place], rows, masks[place]):
                return place
            renewed = not is_asked(game, setup.plan, slot)
        write_observation(setup.box, game, slot.seat, seen[place])
    return NO_FOUL
