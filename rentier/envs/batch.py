"""Many games stepped in place: compiled opponents play until the learner must decide, and games that end begin anew.

What an opponent remembers of a game is small; the mind it thinks with is large. So the games keep only the memories, and the
opponents of one thread share a mind each, which takes up the memory of the game it is asked about and puts it back.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from numba import types

from rentier.agents.mind import MEMORY, MINDS, MindRecord, wake
from rentier.agents.step import REFUSED, carry_out, decide
from rentier.agents.table import NUMBERS, PROGRESS, ProgressRecord, Table
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
from rentier.records import Int64, Numbers, Record, Word, layout, wide

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


class Room(NamedTuple):
    """What one thread needs to step games: the opponents' minds, who sits where in the game it is at, and room for a list."""

    minds: Any
    seating: Numbers
    progress: ProgressRecord
    rows: Numbers


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
ROOM = types.NamedTuple((MINDS, NUMBERS, PROGRESS, ACTIONS), Room)


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
def table_at(setup: Setup, batch: Batch, room: Room, place: int) -> Table:
    """The table of one of the games, its opponents seated to the learner's left."""
    plan, slot = setup.plan, batch.slots[place]
    for seat in range(plan.players):
        room.seating[seat] = (seat - wide(slot.seat) + plan.players) % plan.players - 1
    room.progress.made = slot.made
    room.progress.turn = -1
    return Table(setup.box, batch.games[place], batch.lucks[place], room.minds, room.seating, room.progress)


@compiled
def decide_with(table: Table, plan: PlanRecord, memories: Any) -> Action:
    """What the opponent to act does, with what it remembers of this game."""
    who = wide(table.seating[table.game.actor])
    first = wide(plan.first_inner[who])
    take_up(table.minds[who], memories[who])
    for inner in range(first, first + plan.inner[who]):
        take_up(table.minds[inner], memories[inner])
    action = decide(table)
    put_back(table.minds[who], memories[who])
    for inner in range(first, first + plan.inner[who]):
        put_back(table.minds[inner], memories[inner])
    return action


@compiled
def play_opponents(table: Table, plan: PlanRecord, slot: SlotRecord, memories: Any) -> bool:
    """Let opponents play until the learner is asked, the game ends for it or is cut off; False where one breaks the rules."""
    game, seat = table.game, slot.seat
    while not has_ended_for(game, seat) and game.actor != seat and table.progress.made < plan.most:
        action = decide_with(table, plan, memories)
        if action.kind == REFUSED:
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
def come_to_decision(setup: Setup, batch: Batch, room: Room, table: Table, place: int) -> bool:
    """Play on until the learner has a choice, with the mask of it, or the game is over; False: an opponent breaks rules."""
    plan, slot, mask = setup.plan, batch.slots[place], batch.masks[place]
    choices = 1
    while choices == 1:
        allowed = play_opponents(table, plan, slot, batch.memories[place])
        slot.made = table.progress.made
        if not allowed:
            return False
        if not is_asked(table.game, plan, slot):
            return True
        choices = write_mask(setup.box, table.game, setup.numbering, room.rows, mask)
        if choices == 1 and plan.skips == 0:
            return True
        if choices == 1:
            carry_out(table, action_of(setup.box, table.game, setup.numbering, only_one(mask)))
    return True


@compiled
def begin_slot(setup: Setup, batch: Batch, room: Room, place: int) -> None:
    """Begin the next game of a place: its key follows from the seed, the place and how many games were played there."""
    plan, slot, game = setup.plan, batch.slots[place], batch.games[place]
    key = key_of(plan.seed, place + slot.played * plan.games)
    slot.seat = below(mix(key, SEAT_STREAM, 0), plan.players) if plan.seat == ANY_SEAT else plan.seat
    slot.played += 1
    slot.made_before += slot.made
    slot.made = 0
    begin(setup.box, game, batch.lucks[place], plan.players, key)
    slot.fortune = fortune(setup.box, game, slot.seat)
    for who in range(plan.players - 1):
        wake(room.minds[who], key, who)
        put_back(room.minds[who], batch.memories[place, who])


@compiled
def settle_step(setup: Setup, batch: Batch, place: int) -> bool:
    """Reward the learner and note whether the game has ended for it or is cut off; True when another is to begin."""
    game, slot = batch.games[place], batch.slots[place]
    seat = wide(slot.seat)
    batch.rewards[place] = reward_of(setup.box, game, seat, setup.plan.reward, slot.fortune)
    slot.fortune = fortune(setup.box, game, seat)
    ended = has_ended_for(game, seat)
    cut = not ended and slot.made >= setup.plan.most
    batch.ended[place] = ended
    batch.cut[place] = cut
    return ended or cut


@entry(types.int64(SETUP, BATCH, ROOM, NUMBERS, types.int64, types.int64, types.int64))
def step_games(setup: Setup, batch: Batch, room: Room, actions: Numbers, first: int, last: int, afresh: int) -> int:
    """Step the games from the first to the last, not included; `afresh`: begin new games instead (1).

    Actions are to be allowed. Returns the place of a game in which an opponent breaks the rules, or NO_FOUL.
    """
    for place in range(first, last):
        renewed = afresh == 1
        if not renewed:
            table = table_at(setup, batch, room, place)
            carry_out(table, action_of(setup.box, table.game, setup.numbering, actions[place]))
            if not come_to_decision(setup, batch, room, table, place):
                return place
            renewed = settle_step(setup, batch, place)
        while renewed:
            begin_slot(setup, batch, room, place)
            if not come_to_decision(setup, batch, room, table_at(setup, batch, room, place), place):
                return place
            renewed = not is_asked(batch.games[place], setup.plan, batch.slots[place])
        write_observation(setup.box, batch.games[place], batch.slots[place].seat, batch.seen[place])
    return NO_FOUL
