"""A table: everything needed to play a game, in one tuple, for matches, recordings, rollouts, training and environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from numba import types

from rentier.agents.illegal import illegal_action
from rentier.agents.inner import mind_at
from rentier.agents.mind import MindRecord, wake
from rentier.agents.seating import minds_needed, seat_agents
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.box.record import MOST_SEATS, BoxRecord
from rentier.compiled import compiled, record_type
from rentier.errors import RentierError
from rentier.game.apply import begin
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, Action
from rentier.layout import Int64, Numbers, Record, layout, many, new

MOST_DECISIONS_A_TURN = 100_000  # with more, an agent is stuck in a loop, say of unmortgaging and mortgaging where that is free


class SeatsRecord(Record):
    """Which agent plays in which seat; `minds` is the address of the array of the agents' minds (see `mind_at`)."""

    minds: Int64
    agent: Annotated[Numbers, "i8", (MOST_SEATS,)]  # of each seat


class ProgressRecord(Record):
    """How far a game has come, and how far it may go."""

    made: Int64  # the decisions made in this game
    turn: Int64  # the turn of the last decision
    last: Int64  # the most decisions that may be made by the end of that turn
    trusted: Int64  # 1: the agents are known to follow the rules, and their actions are not checked
    illegal: Annotated[Numbers, "i8", (ACTION_NUMBERS,)]  # the action that stopped the game


class Table(NamedTuple):
    """The rules, a game, its luck, its agents and its progress. Only records: arrays would be reference-counted."""

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
    """A table with its agents, each in the seat of its number. It owns the minds that `table` points to."""

    def __init__(self, box: Box, agents: Sequence[Agent], players: int | None = None, game: GameRecord | None = None) -> None:
        """`players`: the number of players, by default one per agent; `game`: the record to play on, by default a new one."""
        self.minds = many(MindRecord, minds_needed(agents))
        state = new(GameRecord) if game is None else game
        self.table = Table(box.record, state, new(LuckRecord), new(SeatsRecord), new(ProgressRecord))
        self.table.seats.minds = int(self.minds.ctypes.data)
        self.table.seats.agent[:] = range(MOST_SEATS)
        self.seat(box, agents, len(agents) if players is None else players)

    def seat(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        """Seat other agents, under other rules; no more of them than at first."""
        self.box = box
        self.agents = agents
        self.table = self.table._replace(box=box.record)
        seat_agents(self.minds, box, agents, players)

    def refusal(self, where: str) -> RentierError:
        """Return the error for the action that stopped the game."""
        table = self.table
        agent = self.agents[table.seats.agent[table.game.actor]]
        return illegal_action(self.box, agent.spec, table.game, Action(*table.progress.illegal.tolist()), where)


@compiled
def reset_progress(table: Table) -> None:
    """Start counting decisions from zero."""
    table.progress.made = 0
    table.progress.turn = table.game.turns
    table.progress.last = MOST_DECISIONS_A_TURN


@compiled
def begin_game(table: Table, players: int, key: Any) -> None:
    """Begin a new game under a key, with fresh minds."""
    begin(table.box, table.game, table.luck, players, key)
    for number in range(players):
        wake(mind_at(table.seats.minds, number), key, number)
    reset_progress(table)
