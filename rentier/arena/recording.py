"""Games of a match played with every decision written down, into a file of games (see `database`).

They are the games of `play_match` with the same seed: a compiled loop writes each action into a room that is made larger
where it is needed. Threads play ahead by a few games; the file has them in order.
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

ROOM = 1 << 14  # decisions a table has room for at first; it is doubled where that is not enough
GAMES_AT_ONCE = 16  # that a thread plays in one go, one where somebody thinks; a call costs about a millisecond


@compiled
def write_plainly(action: Action, row: Numbers) -> None:
    """Write down an action; numbers that mean nothing in it are zero, whatever the agent has put there."""
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
    """Play on as `play.play_on` does, each decision's action written into its row of `actions`; False where it stops before.

    It stops where there is no room for the next action, or where one is refused.
    """
    while table.game.decision != OVER:
        if table.progress.made == len(actions):
            return False
        action = decide(table)
        if not is_allowed(table, action):
            return False
        write_plainly(action, actions[table.progress.made])
        carry_out(table, action)
    return True


@entry(types.int64(TABLE, SCHEDULE, types.int64, types.int64, ROWS, ROWS))
def record_many(table: Table, schedule: Schedule, first: int, begun: int, results: Numbers, actions: Numbers) -> int:
    """Play len(results) games from the first-th on, which is under way already where `begun` is 1.

    Their actions follow each other in `actions`. The row of a game has its result (see `play`), then who sat in each seat.
    Returns how many games were played to their end.
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
    """A game with the number of its turns."""

    game: SavedGame
    turns: int


class RecordingTable(MatchTable):
    """A table at which every decision is written down."""

    def __init__(self, box: Box, agents: Sequence[Agent], seed: int, seats: str) -> None:
        super().__init__(box, agents, seed, seats, NOT_WATCHED)
        self.actions = np.zeros((ROOM, ACTION_NUMBERS), np.int64)

    def record(self, numbers: range) -> list[Played]:
        """Play games, one only where somebody thinks; those finished, which are all unless the table was stopped.

        Whoever breaks the rules is an error.
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
                raise self.broken(numbers[done])
            elif self.stopped.is_set():
                break
            else:
                self.ask(who)
        return self._played(numbers, results[:done])

    def _record(self, first: int, begun: int, results: Numbers, actions: Numbers) -> int:
        """Play until all games are over, there is no more room, or somebody asks or breaks the rules; how many are over."""
        return record_many(self.table, self.schedule, first, begun, results, actions)

    def _played(self, numbers: range, results: Numbers) -> list[Played]:
        """The games with these results; they keep their actions when the room is used again."""
        found = []
        end = 0
        for number, result in zip(numbers, results.tolist(), strict=False):
            start, end = end, end + result[DECISIONS]
            key = int(key_of(np.uint64(self.seed), number // len(self.schedule.seatings)))
            seats = tuple(result[COLUMNS:])
            found.append(Played(SavedGame(number, key, seats, result[WINNER], self.actions[start:end].copy()), result[TURNS]))
        return found


class _Recording(Pool[RecordingTable]):
    """Games under way at some tables, handed over in order."""

    def stop(self) -> None:
        """Begin no more games; what is under way is played to its end, or dropped where somebody thinks."""
        super().stop()
        for table in self.workers:
            table.stopped.set()

    def games(self, count: int) -> Iterator[Played]:
        """The first games, in order, until it is stopped."""
        at_once = 1 if self.workers[0].thinkers else GAMES_AT_ONCE
        goes = (range(first, min(first + at_once, count)) for first in range(0, count, at_once))
        with contextlib.suppress(Stopped):
            for played in self.map(_record_all, goes):
                yield from played


def _record_all(table: RecordingTable, numbers: range) -> list[Played]:
    """Games that are all played: where one was dropped, later ones do not count, as a file has no gaps."""
    played = table.record(numbers)
    if len(played) < len(numbers):
        raise Stopped
    return played


@dataclass(frozen=True)
class Recorded:
    """What was written: games and decisions, and how long it took."""

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
    """Play the first games of a match and keep them in a file. Ctrl-C ends it with those played so far.

    `seats`: how a block is seated (see `seating`); `progress` is told how many games were played.
    """
    check_players(agents)
    check_number("count", count, 1, MOST_GAMES)
    check_seed(seed)
    check_number("jobs", jobs, 1, MOST_JOBS)
    check_seats(seats, len(agents))
    about = about_games(box, [agent.spec for agent in agents], seed, seats)
    with written_games(path, about) as writer:
        tables = [RecordingTable(box, agents, seed, seats) for _ in range(min(jobs, count))]
        start = time.perf_counter()  # what agents needed to be compiled does not count
        with _Recording(tables) as recording, stopped_by_ctrl_c(recording.stop):
            for played in recording.games(count):
                writer.add(played.game, played.turns)
                if progress is not None:
                    progress(1)
    return Recorded(writer.games, writer.decisions, time.perf_counter() - start)
