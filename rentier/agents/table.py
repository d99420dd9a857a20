"""A table: all that a game is played with, in one record, for matches, recordings, rollouts, training and environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
from numba import types

from rentier.agents.mind import MINDS, MindRecord, wake
from rentier.agents.seating import minds_needed, sit_down
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.box.record import MOST_SEATS, BoxRecord
from rentier.compiled import compiled, record_type
from rentier.game.apply import begin
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS
from rentier.records import Int64, Numbers, Record, layout, many, new

MOST_DECISIONS_A_TURN = 100_000  # beyond it an agent goes round in circles, say by lifting and mortgaging where that is free


class ProgressRecord(Record):
    """How far a game has come, and how far it may go."""

    made: Int64  # decisions of this game
    turn: Int64  # the turn of the last one
    last: Int64  # how many decisions there may be by the end of that turn
    trusted: Int64  # 1: the agents are known to keep to the rules, and their actions are not checked
    illegal: Annotated[Numbers, "i8", (ACTION_NUMBERS,)]  # the action that stopped it


class Table(NamedTuple):
    """The rules, a game and its luck; the minds of the agents, and which of them sits in each seat."""

    box: BoxRecord
    game: GameRecord
    luck: LuckRecord
    minds: Any
    seating: Numbers
    progress: ProgressRecord


NUMBERS = types.Array(types.int64, 1, "C")
PROGRESS = record_type(layout(ProgressRecord))
TABLE = types.NamedTuple((BOX, GAME, LUCK, MINDS, NUMBERS, PROGRESS), Table)


def new_table(box: Box, agents: Sequence[Agent], players: int | None = None, game: GameRecord | None = None) -> Table:
    """A table at which these agents sit, each in the seat of its number.

    `players`: how many play, as many as there are agents unless said; `game`: the record to play on, a new one unless given.
    The agents are to be kept as long as the table, which knows networks and functions by address.
    """
    minds = many(MindRecord, minds_needed(agents))
    sit_down(minds, box, agents, len(agents) if players is None else players)
    state = new(GameRecord) if game is None else game
    return Table(box.record, state, new(LuckRecord), minds, np.arange(MOST_SEATS), new(ProgressRecord))


@compiled
def reset_progress(table: Table) -> None:
    """No decisions yet."""
    table.progress.made = 0
    table.progress.turn = table.game.turns
    table.progress.last = MOST_DECISIONS_A_TURN


@compiled
def begin_game(table: Table, players: int, key: Any) -> None:
    """A new game under a key, with fresh minds."""
    begin(table.box, table.game, table.luck, players, key)
    for who in range(players):
        wake(table.minds[who], key, who)
    reset_progress(table)
