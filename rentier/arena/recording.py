"""Play the games of a match and write every decision into a file of games (see `database`).

The games are those of `play_match` with the same seed. A compiled loop writes each action into a buffer, which grows when
needed. Threads play a few games ahead; the file has the games in order.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import types

from rentier.agents.specs import Agent
from rentier.agents.step import carry_out, decide, is_allowed
from rentier.agents.table import TABLE, Table
from rentier.arena.database import SavedGame, about_games, written_games
from rentier.arena.limits import MOST_GAMES, MOST_JOBS, check_number, check_players, check_seed
from rentier.arena.match import Progress
from rentier.arena.play import (
    COLUMNS,
    DECISIONS,
    ROWS,
    SCHEDULE,
    TURNS,
    WINNER,
    Schedule,
    begin_scheduled,
    write_result,
)
from rentier.arena.seating import ROTATE, check_seats
from rentier.arena.stopping import stopped_by_ctrl_c
from rentier.arena.tables import MatchTable
from rentier.arena.tally import NOT_WATCHED
from rentier.box import Box
from rentier.compiled import compiled, entry
from rentier.errors import Stopped
from rentier.game.check import has_target
from rentier.game.luck import key_of
from rentier.game.words import ACTION_NUMBERS, BID, COUNTER, OFFER, OVER, Action
from rentier.layout import Numbers
from rentier.pools import Pool

BUFFER_DECISIONS = 1 << 14  # the initial size of a table's buffer; it is doubled when full
GAMES_AT_ONCE = 16  # that a thread plays in one call, which costs about a millisecond; only one if an agent thinks


@compiled
def write_normalized(action: Action, row: Numbers) -> None:
    """Write an action into a row; numbers without a meaning in it become zero, whatever the agent put there."""
    trades = action.kind == OFFER or action.kind == COUNTER
    row[0] = action.kind
    row[1] = action.target if action.kind == OFFER or has_target(action.kind) else 0
    row[2] = action.amount if trades or action.kind == BID else 0
    row[3] = action.give if trades else 0
    row[4] = action.take if trades else 0
    row[5] = action.iou if trades else 0
    row[6] = action.free_rent if trades else 0


@compiled
def record_on(table: Table, actions: Numbers) -> bool:
    """Play on as `play.play_on` does and write each action into `actions`; return whether the game was finished.

    It stops early if `actions` is full or an action is illegal.
    """
    while table.game.decision != OVER:
        if table.progress.made == len(actions):
            return False
        action = decide(table)
        if not is_allowed(table, action):
            return False
        write_normalized(action, actions[table.progress.made])
        carry_out(table, action)
    return True


@entry(types.int64(TABLE, SCHEDULE, types.int64, types.int64, ROWS, ROWS))
def record_many(table: Table, schedule: Schedule, first: int, begun: int, results: Numbers, actions: Numbers) -> int:
    """Play len(results) games from game `first` on, which has already begun if `begun` is 1.

    Their actions follow each other in `actions`. The row of a game has its result (see `play`), then the agent in each seat.
    Return how many games were finished.
    """
    start = 0
    for row in range(len(results)):
        if row > 0 or begun == 0:
            begin_scheduled(table, schedule, first + row)
        if not record_on(table, actions[start:]):
            return row
        write_result(table, results[row])
        for seat in range(schedule.seatings.shape[1]):
            results[row, COLUMNS + seat] = table.seats.agent[seat]
        start += table.progress.made
    return len(results)


class Played(NamedTuple):
    """A game and its number of turns."""

    game: SavedGame
    turns: int


class RecordingTable(MatchTable):
    """A table at which every decision is recorded."""

    def __init__(self, box: Box, agents: Sequence[Agent], seed: int, seats: str) -> None:
        super().__init__(box, agents, seed, seats, NOT_WATCHED)
        self.actions = np.zeros((BUFFER_DECISIONS, ACTION_NUMBERS), np.int64)

    def record(self, numbers: range) -> list[Played]:
        """Play games, only one if an agent thinks; return those finished: all of them unless the table was stopped.

        Raise an error if an agent breaks the rules.
        """
        results = np.zeros((len(numbers), COLUMNS + len(self.agents)), np.int64)
        begun = int(bool(self.thinkers))
        if begun:
            self.begin(numbers.start)
        done = start = 0
        while (done := done + self._record(numbers[done], begun, results[done:], self.actions[start:])) < len(numbers):
            begun, start = 1, int(results[:done, DECISIONS].sum())
            if start + self.table.progress.made == len(self.actions):
                self.actions = np.concatenate([self.actions, np.zeros_like(self.actions)])
            elif (who := self.asked) is None:
                raise self.illegal_action(numbers[done])
            elif self.stopped.is_set():
                break
            else:
                self.ask(who)
        return self._played(numbers, results[:done])

    def _record(self, first: int, begun: int, results: Numbers, actions: Numbers) -> int:
        """Play until all games are over, the buffer is full, or an agent thinks or breaks a rule; return how many are over."""
        return record_many(self.table, self.schedule, first, begun, results, actions)

    def _played(self, numbers: range, results: Numbers) -> list[Played]:
        """Return the games with these results; their actions are copied out of the buffer."""
        found = []
        end = 0
        for number, result in zip(numbers, results.tolist(), strict=False):
            start, end = end, end + result[DECISIONS]
            key = int(key_of(np.uint64(self.seed), number // len(self.schedule.seatings)))
            seats = tuple(result[COLUMNS:])
            found.append(Played(SavedGame(number, key, seats, result[WINNER], self.actions[start:end].copy()), result[TURNS]))
        return found


class _Recording(Pool[RecordingTable]):
    """Games in progress at several tables, handed over in order."""

    def stop(self) -> None:
        """Begin no more games. Games in progress are finished, or dropped if an agent decides in Python."""
        super().stop()
        for table in self.workers:
            table.stopped.set()

    def games(self, count: int) -> Iterator[Played]:
        """Yield the first `count` games, in order, until it is stopped."""
        at_once = 1 if self.workers[0].thinkers else GAMES_AT_ONCE
        parts = (range(first, min(first + at_once, count)) for first in range(0, count, at_once))
        with contextlib.suppress(Stopped):
            for played in self.map(_record_all, parts):
                yield from played


def _record_all(table: RecordingTable, numbers: range) -> list[Played]:
    """Play games; raise `Stopped` if one was dropped: later games do not count, because a file has no gaps."""
    played = table.record(numbers)
    if len(played) < len(numbers):
        raise Stopped
    return played


@dataclass(frozen=True)
class Recorded:
    """The number of games and decisions written, and the time it took."""

    games: int
    decisions: int
    seconds: float


def record_games(
    path: Path,
    box: Box,
    agents: Sequence[Agent],
    count: int,
    seed: int = 0,
    jobs: int = 1,
    *,
    seats: str = ROTATE,
    progress: Progress | None = None,
) -> Recorded:
    """Play the first games of a match and save them in a file. After Ctrl-C the file has those played so far.

    `seats`: how the agents of a block are seated (see `seating`); `progress` is called with 1 after each game.
    """
    check_players(agents)
    check_number("count", count, 1, MOST_GAMES)
    check_seed(seed)
    check_number("jobs", jobs, 1, MOST_JOBS)
    check_seats(seats, len(agents))
    about = about_games(box, [agent.spec for agent in agents], seed, seats)
    with written_games(path, about) as writer:
        tables = [RecordingTable(box, agents, seed, seats) for _ in range(min(jobs, count))]
        start = time.perf_counter()  # without the time to compile agents
        with _Recording(tables) as recording, stopped_by_ctrl_c(recording.stop):
            for played in recording.games(count):
                writer.add(played.game, played.turns)
                if progress is not None:
                    progress(1)
    return Recorded(writer.games, writer.decisions, time.perf_counter() - start)
