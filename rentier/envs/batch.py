"""Many games stepped in place: compiled opponents play until the learner must decide, and games that end begin anew.

What an opponent remembers of a game is small; the mind it thinks with is large. So the games keep only the memories, and the
opponents of one thread share a mind each, which takes up the memory of the game it is asked about and puts it back.
"""

from __future__ import annotations

from typing import Annotated, Any

from numba import types

from rentier.agents.mind import AGENTS, MEMORY, MINDS, MindRecord, wake
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry, record_type
from rentier.envs.actions import TABLE, TableRecord, action_of, write_mask
from rentier.envs.observation import write_observation
from rentier.envs.rewards import fortune, has_ended_for, reward_of
from rentier.game.apply import apply, begin
from rentier.game.check import check
from rentier.game.legal import ACTIONS, write_action
from rentier.game.luck import below, key_of, mix
from rentier.game.reasons import FINE
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
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


SLOT = record_type(layout(SlotRecord))
PLAN = record_type(layout(PlanRecord))
MEMORIES = types.Array(record_type(layout(MemoryRecord)), 2, "C")
FLOATS = types.Array(types.float32, 1, "C")
FLAGS = types.Array(types.boolean, 1, "C")


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
def ask(box: BoxRecord, game: GameRecord, plan: PlanRecord, agents: Any, minds: Any, memories: Any, who: int) -> Action:
    """What an opponent does."""
    first = wide(plan.first_inner[who])
    take_up(minds[who], memories[who])
    for inner in range(first, first + plan.inner[who]):
        take_up(minds[inner], memories[inner])
    action = agents[who](box, game, minds[who])
    put_back(minds[who], memories[who])
    for inner in range(first, first + plan.inner[who]):
        put_back(minds[inner], memories[inner])
    return action


@compiled
def play_opponents(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    plan: PlanRecord,
    slot: SlotRecord,
    agents: Any,
    minds: Any,
    memories: Any,
    illegal: Numbers,
) -> bool:
    """Let opponents play until the learner is asked, the game ends for it or is cut off; False where one breaks the rules."""
    seat = slot.seat
    while not has_ended_for(game, seat) and game.actor != seat and slot.made < plan.most:
        who = (wide(game.actor) - seat + plan.players) % plan.players - 1
        action = ask(box, game, plan, agents, minds, memories, who)
        if check(box, game, action) != FINE:
            write_action(action, illegal)
            return False
        apply(box, game, luck, action)
        slot.made += 1
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
def come_to_decision(
    box: BoxRecord,
    table: TableRecord,
    game: GameRecord,
    luck: LuckRecord,
    plan: PlanRecord,
    slot: SlotRecord,
    agents: Any,
    minds: Any,
    memories: Any,
    rows: Numbers,
    mask: Numbers,
    illegal: Numbers,
) -> bool:
    """Play on until the learner has a choice, with the mask of it, or the game is over; False: an opponent breaks rules."""
    choices = 1
    while choices == 1:
        if not play_opponents(box, game, luck, plan, slot, agents, minds, memories, illegal):
            return False
        if not is_asked(game, plan, slot):
            return True
        choices = write_mask(box, game, table, rows, mask)
        if choices == 1 and plan.skips == 0:
            return True
        if choices == 1:
            apply(box, game, luck, action_of(box, game, table, only_one(mask)))
            slot.made += 1
    return True


@compiled
def begin_slot(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    plan: PlanRecord,
    slot: SlotRecord,
    memories: Any,
    minds: Any,
    place: int,
) -> None:
    """Begin the next game of a place: its key follows from the seed, the place and how many games were played there."""
    key = key_of(plan.seed, place + slot.played * plan.games)
    slot.seat = below(mix(key, SEAT_STREAM, 0), plan.players) if plan.seat == ANY_SEAT else plan.seat
    slot.played += 1
    slot.made_before += slot.made
    slot.made = 0
    begin(box, game, luck, plan.players, key)
    slot.fortune = fortune(box, game, slot.seat)
    for who in range(plan.players - 1):
        wake(minds[who], key, who)
        put_back(minds[who], memories[who])


@compiled
def settle_step(
    box: BoxRecord,
    game: GameRecord,
    plan: PlanRecord,
    slot: SlotRecord,
    rewards: Numbers,
    ended: Numbers,
    cut: Numbers,
    place: int,
) -> bool:
    """Reward the learner and note whether the game has ended for it or is cut off; True when another is to begin."""
    seat = wide(slot.seat)
    rewards[place] = reward_of(box, game, seat, plan.reward, slot.fortune)
    slot.fortune = fortune(box, game, seat)
    ended[place] = has_ended_for(game, seat)
    cut[place] = not ended[place] and slot.made >= plan.most
    return ended[place] or cut[place]


@entry(
    types.int64(
        *(BOX, TABLE, PLAN, types.Array(GAME, 1, "C"), types.Array(LUCK, 1, "C"), types.Array(SLOT, 1, "C"), MEMORIES),
        *(AGENTS, MINDS, ACTIONS, types.Array(types.int64, 1, "C"), types.int64, types.int64, types.int64),
        *(types.Array(types.float32, 2, "C"), types.Array(types.int8, 2, "C"), FLOATS, FLAGS, FLAGS),
        types.Array(types.int64, 1, "C"),
    )
)
def step_games(
    box: BoxRecord,
    table: TableRecord,
    plan: PlanRecord,
    games: Any,
    lucks: Any,
    slots: Any,
    memories: Any,
    agents: Any,
    minds: Any,
    rows: Numbers,
    actions: Numbers,
    first: int,
    last: int,
    afresh: int,
    seen: Numbers,
    masks: Numbers,
    rewards: Numbers,
    ended: Numbers,
    cut: Numbers,
    illegal: Numbers,
) -> int:
    """Step the games from the first to the last, not included; `afresh`: begin new games instead (1).

    Actions are to be allowed. Returns the place of a game in which an opponent breaks the rules, or NO_FOUL.
    """
    for place in range(first, last):
        game, luck, slot = games[place], lucks[place], slots[place]
        renewed = afresh == 1
        if not renewed:
            apply(box, game, luck, action_of(box, game, table, actions[place]))
            slot.made += 1
            if not come_to_decision(
                box, table, game, luck, plan, slot, agents, minds, memories[place], rows, masks[place], illegal
            ):
                return place
            renewed = settle_step(box, game, plan, slot, rewards, ended, cut, place)
        while renewed:
            begin_slot(box, game, luck, plan, slot, memories[place], minds, place)
            if not come_to_decision(
                box, table, game, luck, plan, slot, agents, minds, memories[place], rows, masks[place], illegal
            ):
                return place
            renewed = not is_asked(game, plan, slot)
        write_observation(box, game, slot.seat, seen[place])
    return NO_FOUL
