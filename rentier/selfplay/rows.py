"""What the network sees of a choice: the game is copied, the choice foreseen on the copy, and its features are written down."""

from __future__ import annotations

from rentier.agents.choices import choice_at, foresee
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record, room_for
from rentier.game.state import GameRecord, LuckRecord
from rentier.network.whole import write_whole
from rentier.records import Numbers, row_type, wide
from rentier.selfplay.slots import SlotRecord

GAME, LUCK = row_type(GameRecord), row_type(LuckRecord)


@compiled
def slot_of(ends: Numbers, row: int) -> int:
    """The slot that a row belongs to; `ends` says where the rows of each slot end."""
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
def write_row(boxes: Numbers, slot: SlotRecord, number: int, inputs: Numbers) -> None:
    """Write down what the player to act sees if this choice is made, into inputs that are all 0."""
    seat = wide(slot.game.actor)
    box: BoxRecord = boxes[slot.box]
    imagined = room_for(GAME)
    copy_record(imagined, slot.game)
    foresee(box, imagined, room_for(LUCK), choice_at(slot.choices, number))
    write_whole(box, imagined, seat, inputs)
