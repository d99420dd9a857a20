"""A table: all that a game is played with, in one tuple, for matches, recordings, rollouts, training and environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from numba import types

from rentier.agents.illegal import illegal_action
from rentier.agents.inner import mind_at
from rentier.agents.mind import MindRecord, wake
from rentier.agents.seating import minds_needed, sit_down
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.box.record import MOST_SEATS, BoxRecord
from rentier.compiled import compiled, record_type
from rentier.errors import RentierError
from rentier.game.apply import begin
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, Action
from rentier.layout import Int64, Numbers, Record, layout, many, new

MOST_DECISIONS_A_TURN = 100_000  # beyond it an agent goes round in circles, say by lifting and mortgaging where that is free


class SeatsRecord(Record):
    """Which agent sits where; `minds` is the address of the first agent's mind, the others lie behind it (see `mind_at`)."""

    minds: Int64
    agent: Annotated[Numbers, "i8", (MOST_SEATS,)]  # of each seat


class ProgressRecord(Record):
    """How far a game has come, and how far it may go."""

    made: Int64  # decisions of this game
    turn: Int64  # the turn of the last one
    last: Int64  # how many decisions there may be by the end of that turn
    trusted: Int64  # 1: the agents are known to keep to the rules, and their actions are not checked
    illegal: Annotated[Numbers, "i8", (ACTION_NUMBERS,)]  # the action that stopped it


class Table(NamedTuple):
    """The rules, a game and its luck, the agents, and how far it has come. Only records: arrays would be reference-counted."""

    box: BoxRecord
    game: GameRecord
    luck: LuckRecord
    seats: SeatsRecord
    progress: ProgressRecord


NUMBERS = types.Array(types.int64, 1, "C")
SEATS_RECORD = record_type(layout(SeatsRecord))
PROGRESS = record_type(layout(ProgressRecord))
TABLE = types.NamedTuple((BOX, GAME, LUCK, SEATS_RECORD, PROGRESS), Table)


class AgentsTable:
    """A table with the agents who sit at it, each in the seat of its number. It keeps the minds that `table` points to."""

    def __init__(self, box: Box, agents: Sequence[Agent], players: int | None = None, game: GameRecord | None = None) -> None:
        """`players`: how many play, one for each agent unless said; `game`: the record to play on, a new one unless given."""
        self.minds = many(MindRecord, minds_needed(agents))
        state = new(GameRecord) if game is None else game
        self.table = Table(box.record, state, new(LuckRecord), new(SeatsRecord), new(ProgressRecord))
        self.table.seats.minds = int(self.minds.ctypes.data)
        self.table.seats.agent[:] = range(MOST_SEATS)
        self.seat(box, agents, len(agents) if players is None else players)

    def seat(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        """Seat other agents, under other rules; no more than at first."""
        self.box = box
        self.agents = agents
        self.table = self.table._replace(box=box.record)
        sit_down(self.minds, box, agents, players)

    def refusal(self, where: str) -> RentierError:
        """The error for the action that stopped the game."""
        table = self.table
        agent = self.agents[table.seats.agent[table.game.actor]]
        return illegal_action(self.box, agent.spec, table.game, Action(*table.progress.illegal.tolist()), where)


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
        wake(mind_at(table.seats.minds, who), key, who)
    reset_progress(table)
