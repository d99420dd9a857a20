"""Positions that games of a training run begin at, read from files in the notation of docs/notation.md.

`find_starts` checks all that can be checked before the rules of play are compiled. `read_starts` has the rules check the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rentier.box import Box, load_box
from rentier.box.reading import Table, read_table
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError
from rentier.file_kinds import POSITION, check_kind
from rentier.game.state import GameRecord
from rentier.game.words import DECISIONS, OVER


class Start(NamedTuple):
    """A position that games begin at, and the index of its rules in those of the training."""

    game: GameRecord
    box: int


def read_starts(files: Sequence[str], boxes: Sequence[Box], players: range) -> list[Start]:
    """Return the positions of some files; refuse those that games of this training run could not begin at."""
    found = find_starts(files, boxes, players)
    from rentier.record.position import read_position

    starts: list[Start] = []
    for table, box in found:
        try:
            position = read_position(table.values, np.uint64(0), boxes[box])  # its luck is never used
        except RentierError as error:
            raise RentierError(f"{table.file}: {error}") from None
        if position.violations:
            raise RentierError(f"{table.file}: the rules do not reach this position: {position.violations[0]}")
        starts.append(Start(position.game, box))
    return starts


def find_starts(files: Sequence[str], boxes: Sequence[Box], players: range) -> list[tuple[Table, int]]:
    """Return the table of each file and the index of its rules; refuse a file without a position, or one that does not fit."""
    return [_find_start(read_table(Path(file)), boxes, players) for file in files]


def _find_start(table: Table, boxes: Sequence[Box], players: range) -> tuple[Table, int]:
    check_kind(table.file, table.values, POSITION)
    seats = len(table.tables("players", 2, MOST_SEATS))
    if seats not in players:
        allowed = f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])
        raise table.wrong("players", f"there are {seats}; --min-players and --max-players allow {allowed}")
    if table.values.get("decision") == DECISIONS[OVER]:
        raise table.wrong("decision", "the game is over; a start should be a position that can be played on")
    return table, _find_rules(table, boxes)


def _find_rules(table: Table, boxes: Sequence[Box]) -> int:
    """Return the index of the first rules of the training that a position may be played on by."""
    rules, switches = table.text("rules", "uk-classic"), dict(table.table("switches").values)
    try:
        own = load_box(rules, switches)
    except RentierError as error:
        raise RentierError(f"{table.file}: {str(error).replace('overrides: ', 'switches: ', 1)}") from None
    for index, box in enumerate(boxes):
        if _are_same(own, box):
            return index
    changes = ", ".join(f"{name} = {value!r}" for name, value in switches.items())
    has = f"{rules!r} with {changes}" if changes else repr(rules)
    names = ", ".join(dict.fromkeys(box.source for box in boxes))
    raise table.wrong("rules", f"{has} should be among the rules of the training (--rules): {names}")


def _are_same(own: Box, box: Box) -> bool:
    """Whether a position has the rules of a training run, apart from its limit on turns and the deeds dealt at the start."""
    switches = {**own.switches, **box.overrides, "deal_properties": box.switches["deal_properties"]}
    played = own.board.squares, own.board.groups, own.decks, switches
    return played == (box.board.squares, box.board.groups, box.decks, dict(box.switches))
