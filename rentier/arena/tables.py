"""Tables at which games of a match are played: in one go if all agents are compiled, otherwise step by step.

Agents that think in Python are asked at every decision they want to think about.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.agents.seated import SeatedAgent
from rentier.agents.specs import Agent
from rentier.agents.table import AgentsTable
from rentier.agents.thinkers import Thinker, answer, ask, is_waiting
from rentier.arena.chunks import Chunk
from rentier.arena.limits import check_players, check_seed
from rentier.arena.play import COLUMNS, Schedule, begin_one, play_games
from rentier.arena.seating import SHUFFLE, seatings
from rentier.arena.tally import NOT_WATCHED, WATCHED_WITH_CHOICES, TallyRecord
from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.events import EventsRecord
from rentier.game.luck import key_of
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import Numbers, new


class MatchTable(AgentsTable):
    """The table at which one thread plays games of a match. `watch_level`: what is counted (see `tally`)."""

    def __init__(self, box: Box, agents: Sequence[Agent], seed: int, seats: str, watch_level: int) -> None:
        super().__init__(box, agents)
        self.seed = seed
        self.watch_level = watch_level
        self.schedule = Schedule(np.uint64(seed), seatings(seats, len(agents)), int(seats == SHUFFLE))
        self.events = new(EventsRecord)
        self.tally = self.new_tally()
        self.thinkers = thinkers_of(agents)
        self.stopped = threading.Event()  # if set, a game with thinkers is dropped at its next question

    def new_tally(self) -> Any:
        """Return an empty tally."""
        tally = new(TallyRecord)
        tally.with_choices = int(self.watch_level == WATCHED_WITH_CHOICES)
        return tally

    def do(self, games: range) -> Chunk:
        """Play games and return them as a chunk."""
        rows = np.zeros((len(games), COLUMNS), np.int64)
        played, error = self.play(games.start, rows)
        return Chunk(games.start, rows[:played], self.take_tally(), error)

    def stop(self) -> None:
        """Drop a game with thinkers at its next question; compiled games are played to the end."""
        self.stopped.set()

    def play(self, first: int, results: Numbers) -> tuple[int, RentierError | None]:
        """Play games from number `first` on and fill `results`; return how many were finished, and the error, if any."""
        played = self._play(first, results)
        if played == len(results) or self.asked is not None:
            return played, None
        return played, self.illegal_action(first + played)

    def _play(self, first: int, results: Numbers) -> int:
        """Play games, in one go if all agents are compiled, otherwise question by question; return how many were finished.

        It stops when an agent breaks the rules, or at the next question for a thinker once the table is stopped.
        """
        if not self.thinkers:
            return self._games(first, 0, results)
        for row in range(len(results)):
            counted = self.tally.copy()
            self.begin(first + row)
            while self._games(first + row, 1, results[row : row + 1]) == 0:
                who = self.asked
                if who is None or self.stopped.is_set():
                    self.tally = counted  # a dropped game does not count
                    return row
                self.ask(who)
        return len(results)

    def _games(self, first: int, begun: int, results: Numbers) -> int:
        """Run the compiled loop until an agent must think or breaks the rules; return how many games were finished."""
        if self.watch_level == NOT_WATCHED:
            return play_games(self.table, self.schedule, first, begun, results)
        from rentier.arena.watched import watch_games

        return watch_games(self.table, self.schedule, first, begun, results, self.tally, self.events)

    def begin(self, number: int) -> None:
        """Begin a game, for the thinkers too."""
        begin_one(self.table, self.schedule, number)
        for who, thinker in self.thinkers.items():
            thinker.begin(self.minds[who].key)

    @property
    def asked(self) -> int | None:
        """The number of the agent that must think in Python now, or None."""
        who = int(self.table.seats.agent[self.table.game.actor])
        return who if who in self.thinkers and is_waiting(self.minds[who]) else None

    def ask(self, who: int) -> None:
        """Ask a Python agent and store its answer for the compiled loop."""
        answer(self.minds[who], ask(self.thinkers[who], self.box, self.table.game))

    def take_tally(self) -> Any:
        """Return the tally since the last call, and start a new one."""
        tally, self.tally = self.tally, self.new_tally()
        return tally

    def illegal_action(self, number: int) -> RentierError:
        """Return the error that says which agent played which illegal action in a game."""
        return self.refusal(f"game {number} of seed {self.seed}")


@dataclass(frozen=True)
class TableJob:
    """What a worker needs to know to play games of a match."""

    box: Box
    agents: tuple[Agent, ...]
    seed: int
    seats: str
    watch_level: int

    def worker(self) -> MatchTable:
        """Create a table to play them at."""
        return MatchTable(self.box, self.agents, self.seed, self.seats, self.watch_level)


def thinkers_of(agents: Sequence[Agent]) -> dict[int, Thinker]:
    """Return the thinkers of those agents of a table that think, by their numbers."""
    return {number: agent.thinker() for number, agent in enumerate(agents) if agent.is_python}


class Sitting:
    """The agents of one game that is played from Python. The game has the luck of a block of a match and a given seating.

    `seating`: the index of the agent in each seat; by default agent 0 sits in seat 0, and so on.
    """

    def __init__(
        self, box: Box, agents: Sequence[Agent], seed: int, block: int = 0, seating: Sequence[int] | None = None
    ) -> None:
        check_players(agents)
        check_seed(seed)
        self.seed = seed
        self.seating = range(len(agents)) if seating is None else seating
        self.key = key_of(np.uint64(seed), block)
        self.seats = [SeatedAgent(box, agent, len(agents), self.key, number) for number, agent in enumerate(agents)]

    def decide(self, game: GameRecord) -> Action:
        """Return the action of the agent to act; raise an error if it is illegal."""
        return self.seats[self.seating[int(game.actor)]].decide(game, f"the game of seed {self.seed}")
