"""Turn the inputs of `whole` and `reach` for one state into those for a similar state, by rewriting only what differs.

Most choices change a deed or two and the cash of one player, so their inputs are written faster this way.
"""

from __future__ import annotations

import numpy as np

from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.bits import bit, lowest
from rentier.game.state import GameRecord
from rentier.layout import Numbers
from rentier.network.reach import first_of_reach, write_prospects, write_receipts
from rentier.network.shape import REACH_SEAT, WHOLE_DEED, WHOLE_SEAT, WHOLE_TABLE
from rentier.network.whole import (
    FIRST_TABLE,
    MOST_STEPS,
    RentsRecord,
    ahead_of,
    being_sold,
    first_of_deed,
    first_of_seat,
    next_to_roll,
    note_deeds,
    note_dues,
    note_income,
    write_danger,
    write_deeds,
    write_seat,
    write_table,
)

STEPS_AHEAD = (1 << MOST_STEPS + 1) - 1  # all steps that the inputs of a seat look ahead, as bits


@compiled
def differ_little(box: BoxRecord, before: GameRecord, after: GameRecord) -> bool:
    """Whether `write_changes` can be used: nothing differs but deeds, buildings, cash and the pending decision.

    So the same players are in play, with the same positions, jail turns, jail cards and debts, the same one rolls next, and the
    rules have no loans.
    """
    same = box.loans == 0 and before.in_play == after.in_play and before.mover == after.mover
    same &= before.debt == after.debt and before.debtor == after.debtor
    same &= before.card_holder[0] == after.card_holder[0] and before.card_holder[1] == after.card_holder[1]
    for seat in range(after.players):
        same &= before.square[seat] == after.square[seat] and before.jail_turns[seat] == after.jail_turns[seat]
    return bool(same and next_to_roll(before) == next_to_roll(after))


@compiled
def changed_deeds(box: BoxRecord, before: GameRecord, after: GameRecord) -> int:
    """Return the deeds whose owner, buildings or mortgage changed, or that are or were for sale, as bits."""
    changed = before.mortgaged ^ after.mortgaged
    for seat in range(after.players):
        changed |= before.deeds[seat] ^ after.deeds[seat]
    built = before.built | after.built
    while built != 0:
        square = lowest(built)
        built &= built - 1
        changed |= bit(square) if before.level[square] != after.level[square] else 0
    for sold in (being_sold(before), being_sold(after)):
        changed |= bit(sold) if sold >= 0 else 0
    return changed & box.deeds


@compiled
def groups_of(box: BoxRecord, deeds: int) -> int:
    """Return all deeds of the groups of some deeds, as bits."""
    groups = 0
    left = deeds + 0
    while left != 0:
        group = box.group_of[lowest(left)] & box.deeds | (left & -left)
        groups |= group
        left &= ~group
    return groups


@compiled
def changed_rents(known: RentsRecord, rents: RentsRecord, groups: int) -> int:
    """Return the deeds whose rent has changed, or that the bank has bought or sold, as bits."""
    changed = (known.charging ^ rents.charging) | (known.unsold ^ rents.unsold)
    left = groups & known.charging & rents.charging
    while left != 0:
        changed |= left & -left if known.visit[lowest(left)] != rents.visit[lowest(left)] else 0
        left &= left - 1
    return changed


@compiled
def clear(inputs: Numbers, first: int, number: int) -> None:
    """Set some inputs to 0."""
    for place in range(first, first + number):
        inputs[place] = np.float32(0.0)


@compiled
def rewrite_deeds(box: BoxRecord, game: GameRecord, seat: int, groups: int, inputs: Numbers, rents: RentsRecord) -> None:
    """Rewrite some deeds, and note what the next rolls now cost and bring."""
    left = groups + 0
    while left != 0:
        clear(inputs, first_of_deed(box, lowest(left)), WHOLE_DEED)
        left &= left - 1
    write_deeds(box, game, seat, groups, inputs, rents)
    note_dues(box, game, rents)


@compiled
def write_changes(
    box: BoxRecord,
    before: GameRecord,
    known: RentsRecord,
    after: GameRecord,
    rents: RentsRecord,
    seat: int,
    inputs: Numbers,
) -> None:
    """Turn the inputs of the state `before`, as a seat sees it, into those of `after`; these must `differ_little`.

    `known`: the rents of `before`; `rents` become those of `after`.
    """
    changed = changed_deeds(box, before, after)
    groups = groups_of(box, changed)  # the rent of a deed depends on the whole group
    copy_record(rents, known)
    note_deeds(box, after, rents)
    if groups != 0:
        rewrite_deeds(box, after, seat, groups, inputs, rents)
    changed_rent = changed_rents(known, rents, groups)
    for other in range(after.players):
        if after.in_play & bit(other) == 0:
            continue
        first_whole, first_reach = first_of_seat(after, seat, other), first_of_reach(after, seat, other)
        owns = (before.deeds[other] | after.deeds[other]) & (changed | changed_rent) != 0
        if owns:
            note_income(box, after, other, rents)
        if owns or before.cash[other] != after.cash[other]:
            clear(inputs, first_whole, WHOLE_SEAT)
            write_seat(box, after, other, inputs, first_whole, rents)
        elif changed_rent == 0 or ahead_of(box, after, other, changed_rent) & STEPS_AHEAD == 0:
            continue
        else:
            write_danger(other, inputs, first_whole, rents)
        clear(inputs, first_reach, REACH_SEAT)
        write_prospects(box, after, other, inputs, first_reach, rents)
    write_receipts(after, seat, inputs, rents)
    clear(inputs, FIRST_TABLE, WHOLE_TABLE)
    write_table(box, after, inputs, FIRST_TABLE)
