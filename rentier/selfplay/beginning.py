"""How the next game of a slot begins: its rules, its state, and who plays each seat."""

from __future__ import annotations

from typing import Any

from rentier.agents import reserve
from rentier.compiled import compiled, copy_record
from rentier.game import luck
from rentier.game.bits import count, lowest
from rentier.game.luck import one_way
from rentier.game.setup import set_up
from rentier.layout import Numbers, wide
from rentier.selfplay.draws import draw_below, draw_unit
from rentier.selfplay.opponents import (
    AGGRESSIVE,
    BAILIS,
    CAUTIOUS,
    LEARNER,
    MIND_MEMORY,
    MIND_SETTINGS,
    MOST_RESERVE,
    NO_OPPONENTS,
    PAST,
    PAST_VERSIONS,
    RESERVE,
    SAMMUL_SETTINGS,
    SmallMindRecord,
)
from rentier.selfplay.recompiled import recompiled
from rentier.selfplay.slots import PlayRecord, SlotRecord, StartRecord
from rentier.selfplay.starts import GIFTS, RANDOM, lay_start

STARTS = GIFTS + 1
GAME_STREAM, MIND_STREAM = 1, 2

_imagine = recompiled(luck.imagine)


@compiled
def draw_learner(slot: SlotRecord) -> int:
    """Draw a seat for the learner, of those still in play."""
    seats = wide(slot.game.in_play)
    for _skip in range(draw_below(slot, count(seats))):
        seats &= seats - 1
    return lowest(seats)


@compiled
def wake_small(slot: SlotRecord, mind: SmallMindRecord, who: int) -> None:
    """Begin a game for an agent of the works; a reserve agent draws its reserve."""
    slot.draws += 1
    mind.key = one_way(slot.key, MIND_STREAM, slot.draws)
    mind.draws = 0
    for place in range(MIND_MEMORY):
        mind.memory[place] = 0
    for place in range(MIND_SETTINGS):
        mind.settings[place] = 0.0
    if who == RESERVE:
        cash = draw_below(slot, MOST_RESERVE + 1)
        mind.settings[reserve.SPEND_ABOVE] = cash
        mind.settings[reserve.RAISE_BELOW] = cash // 2
    elif who == AGGRESSIVE or who == BAILIS or who == CAUTIOUS:
        place = 0 if who == AGGRESSIVE else 1 + who - BAILIS
        for number in range(MIND_SETTINGS):
            mind.settings[number] = SAMMUL_SETTINGS[place, number]


@compiled
def draw_scripted(slot: SlotRecord, play: PlayRecord) -> int:
    """Draw one of the agents of the works that play."""
    agents = play.scripted + 0
    for _skip in range(draw_below(slot, count(agents))):
        agents &= agents - 1
    return lowest(agents)


@compiled
def seat_opponents(slot: SlotRecord, play: PlayRecord) -> None:
    """Draw who plays each seat; at least one is the network that learns."""
    learner = draw_learner(slot)
    for seat in range(wide(slot.game.players)):
        slot.who[seat] = LEARNER
        if slot.opponents == NO_OPPONENTS or seat == learner or draw_below(slot, 4) == 0:
            continue
        if slot.opponents == PAST_VERSIONS:
            slot.who[seat] = PAST
            continue
        slot.who[seat] = draw_scripted(slot, play)
        wake_small(slot, slot.minds[seat], wide(slot.who[seat]))


@compiled
def begin_new(boxes: Numbers, slot: SlotRecord, play: PlayRecord, key: Any) -> None:
    """Begin a new game: rules, players and start are drawn at random."""
    slot.box = draw_below(slot, play.boxes)
    players = play.least_players + draw_below(slot, play.most_players - play.least_players + 1)
    set_up(boxes[slot.box], slot.game, slot.luck, players, key)
    if draw_unit(slot) < play.scatter:
        lay_start(boxes[slot.box], slot.game, key, RANDOM + draw_below(slot, STARTS - RANDOM))


@compiled
def begin_at(boxes: Numbers, slot: SlotRecord, start: StartRecord, key: Any) -> None:
    """Begin at a given position, with new dice and a new order of the cards that nobody has seen."""
    slot.box = start.box
    copy_record(slot.game, start.game)
    _imagine(boxes[slot.box], slot.game, slot.luck, key)


@compiled
def begin_game(boxes: Numbers, starts: Numbers, slot: SlotRecord, play: PlayRecord) -> None:
    """Begin the next game of this slot, at a given position or at the start."""
    slot.begun += 1
    slot.made = 0
    key = one_way(slot.key, GAME_STREAM, wide(slot.begun))
    if play.starts > 0 and draw_unit(slot) < play.start_share:
        begin_at(boxes, slot, starts[draw_below(slot, play.starts)], key)
    else:
        begin_new(boxes, slot, play, key)
    seat_opponents(slot, play)
