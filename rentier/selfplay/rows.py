"""Rows: the inputs of the state after each choice of a decision. Most are corrected copies of an earlier row."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rentier.agents.choices import choice_at, to_afterstate
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record, scratch_record
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import OFFER
from rentier.layout import Numbers, Record, layout, row_type, wide
from rentier.network.changes import clear, differ_little, write_changes
from rentier.network.layers import NetworkRecord, add_change, changed_sums
from rentier.network.reach import RISKS, first_of_reach, write_reach, write_risks
from rentier.network.shape import REACH_INPUTS, SCRIPTED_AGENTS, SCRIPTED_INPUTS, WHOLE_INPUTS
from rentier.network.whole import MONEY, RentsRecord, first_of_seat, relative_seat, write_money, write_whole
from rentier.selfplay.opponents import BOT
from rentier.selfplay.slots import SlotRecord

FEATURES, INPUTS = "whole+reach+scripted", WHOLE_INPUTS + REACH_INPUTS + SCRIPTED_INPUTS  # of every row
FIRST_SCRIPTED = WHOLE_INPUTS + REACH_INPUTS
TARGET, AMOUNT, GIVE, TAKE = range(1, 5)  # columns of a choice


class ImaginedRecord(Record):
    """The state after a choice, and what is computed on the way to its inputs.

    One record, because the compiler for NVIDIA GPUs gave two that were in use at once the same memory (libNVVM 12.9).
    """

    game: Annotated[GameRecord, layout(GameRecord)]
    luck: Annotated[LuckRecord, layout(LuckRecord)]  # the rules need one, although no choice here needs any luck
    rents: Annotated[RentsRecord, layout(RentsRecord)]


IMAGINED = row_type(ImaginedRecord)


@compiled
def slot_of(ends: Numbers, row: int) -> int:
    """Return the slot that a row belongs to; `ends`: where the rows of each slot end."""
    low = 0
    high = len(ends) - 1
    while low < high:
        middle = (low + high) // 2
        if ends[middle] > row:
            high = middle
        else:
            low = middle + 1
    return low


@compiled
def write_scripted(slot: SlotRecord, seat: int, inputs: Numbers) -> None:
    """Mark which scripted agent plays each seat, so that the network need not blame a position for its player's weakness."""
    for other in range(wide(slot.game.players)):
        number = wide(slot.who[other]) - BOT
        if number >= 0:
            inputs[FIRST_SCRIPTED + relative_seat(slot.game, seat, other) * SCRIPTED_AGENTS + number] = np.float32(1.0)


@compiled
def imagine(box: BoxRecord, slot: SlotRecord, number: int, imagined: ImaginedRecord) -> None:
    """Turn a record into the state after a choice of the slot."""
    copy_record(imagined.game, slot.game)
    to_afterstate(box, imagined.game, imagined.luck, choice_at(slot.choices, number))


@compiled
def write_imagined(box: BoxRecord, slot: SlotRecord, imagined: ImaginedRecord, inputs: Numbers) -> None:
    """Write the inputs of a state, as the player who chooses sees it, into a row that is all 0, and note its rents."""
    seat = wide(slot.game.actor)
    write_whole(box, imagined.game, seat, inputs, imagined.rents)
    write_reach(box, imagined.game, seat, inputs, imagined.rents)
    write_scripted(slot, seat, inputs)


@compiled
def write_row(boxes: Numbers, slot: SlotRecord, number: int, imagined: ImaginedRecord, inputs: Numbers) -> None:
    """Write the features of the state after a choice of the slot, as the player to act sees it; `inputs` must be all 0 before.

    `imagined` becomes that state and its rents.
    """
    box: BoxRecord = boxes[slot.box]
    imagine(box, slot, number, imagined)
    write_imagined(box, slot, imagined, inputs)


@compiled
def is_other_amount(slot: SlotRecord, number: int) -> bool:
    """Whether a choice is an offer that differs from the previous choice only in the amount of cash."""
    if number == 0 or slot.choices[number, 0] != OFFER or slot.choices[number - 1, 0] != OFFER:
        return False
    same = True
    for place in (TARGET, GIVE, TAKE):
        same &= slot.choices[number, place] == slot.choices[number - 1, place]
    return same


@compiled
def correct_amount(box: BoxRecord, slot: SlotRecord, number: int, imagined: ImaginedRecord, inputs: Numbers) -> None:
    """Turn the state, rents and inputs of the previous choice into those of an offer that `is_other_amount`."""
    game, rents = imagined.game, imagined.rents
    seat = wide(slot.game.actor)
    other = wide(slot.choices[number, TARGET])
    more = slot.choices[number, AMOUNT] - slot.choices[number - 1, AMOUNT]
    game.cash[seat] -= more
    game.cash[other] += more
    for who in (seat, other):
        write_money(game, who, inputs, first_of_seat(game, seat, who), rents)
        write_risks(box, game, who, inputs, first_of_reach(game, seat, who), rents)


@compiled
def copy_row(inputs: Numbers, known: Numbers) -> None:
    """Copy all inputs of a row."""
    for place in range(INPUTS):
        inputs[place] = known[place]


@compiled
def write_rows(boxes: Numbers, slot: SlotRecord, rows: Numbers, first: int, end: int) -> None:
    """Write the rows of all choices of a slot, most of them as corrected copies.

    If only an offer's cash differs, the previous row is copied; if the states differ little, the first row is.
    """
    if end == first:
        return
    box: BoxRecord = boxes[slot.box]
    seat = wide(slot.game.actor)
    before, imagined = scratch_record(IMAGINED), scratch_record(IMAGINED)
    clear(rows[first], 0, INPUTS)
    write_row(boxes, slot, 0, imagined, rows[first])
    copy_record(before.game, imagined.game)
    copy_record(before.rents, imagined.rents)
    for number in range(1, end - first):
        inputs = rows[first + number]
        if is_other_amount(slot, number):
            copy_row(inputs, rows[first + number - 1])
            correct_amount(box, slot, number, imagined, inputs)
            continue
        imagine(box, slot, number, imagined)
        if differ_little(box, before.game, imagined.game):
            copy_row(inputs, rows[first])
            write_changes(box, before.game, before.rents, imagined.game, imagined.rents, seat, inputs)
        else:
            clear(inputs, 0, INPUTS)
            write_imagined(box, slot, imagined, inputs)


@compiled
def sum_rows(network: NetworkRecord, weights: Numbers, slot: SlotRecord, rows: Numbers, sums: Numbers) -> None:
    """Compute the first layer's sums for each further row of a slot from those of an earlier row, by what differs."""
    seat = wide(slot.game.actor)
    for row in range(1, slot.number):
        if is_other_amount(slot, row):
            other = wide(slot.choices[row, TARGET])
            for node in range(network.nodes[0]):
                sums[row, node] = sums[row - 1, node]
            for who in (seat, other):
                first = first_of_seat(slot.game, seat, who)
                for money in MONEY:
                    add_change(network, weights, rows[row - 1], rows[row], first + money, sums[row])
                first = first_of_reach(slot.game, seat, who)
                for risk in RISKS:
                    add_change(network, weights, rows[row - 1], rows[row], first + risk, sums[row])
        else:
            changed_sums(network, weights, rows[0], sums[0], rows[row], sums[row])
