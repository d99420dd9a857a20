"""What the network sees of a choice: the game is copied, the choice foreseen on the copy, and the features are written down."""

from __future__ import annotations

from typing import Any

from rentier.agents.choices import choice_at, foresee
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.state import GameRecord, LuckRecord
from rentier.network.whole import write_whole
from rentier.records import Numbers, wide
from rentier.selfplay.tables import TableRecord


@compiled
def table_of(ends: Numbers, row: int) -> int:
    """The table whose rows end after this one: `ends` says for each table where its rows end."""
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
def write_row(boxes: Any, table: TableRecord, number: int, imagined: GameRecord, luck: LuckRecord, inputs: Numbers) -> None:
    """Write down what the player to act sees if this choice is made, into inputs that are all 0."""
    seat = wide(table.game.actor)
    box: BoxRecord = boxes[table.box]
    copy_record(imagined, table.game)
    foresee(box, imagined, luck, choice_at(table.choices, number))
    write_whole(box, imagined, seat, inputs)
