"""A table: what one thread needs to play, and the errors of agents who break the rules at it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.agents.fouls import foul
from rentier.agents.mind import wake_mind
from rentier.agents.seating import seat_minds
from rentier.agents.specs import Agent
from rentier.agents.thinkers import Thinker, answer, ask, is_waiting
from rentier.arena.chunks import Chunk
from rentier.arena.limits import check_players, check_seed
from rentier.arena.play import COLUMNS, PACE, play_games
from rentier.arena.seating import SHUFFLE, seatings
from rentier.arena.tally import TallyRecord
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.luck import key_of
from rentier.game.reasons import FINE
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, Action
from rentier.records import Numbers, new


class Table:
    """A game, its luck, the agents' functions and minds, who sits where, and what is counted; `closely`: see `tally`."""

    def __init__(self, box: Box, agents: Sequence[Agent], seed: int, seats: str, closely: int) -> None:
        self.box = box
        self.agents = agents
        self.seed = seed
        self.closely = closely
        self.game = new(GameRecord)
        self.luck = new(LuckRecord)
        self.tally = new(TallyRecord)
        self.minds = seat_minds(box, agents)
        self.functions = tuple(agents[seat % len(agents)].decide for seat in range(MOST_SEATS))
        self.agent_of = np.zeros(len(agents), np.int64)
        self.seatings = seatings(seats, len(agents))
        self.shuffled = int(seats == SHUFFLE)
        self.illegal = np.zeros(ACTION_NUMBERS, np.int64)
        self.pace = np.zeros(PACE, np.int64)
        self.thinkers = thinkers_of(agents)
        self.stopped = threading.Event()  # then a game with thinkers is dropped at its next question

    def do(self, games: range) -> Chunk:
        """Play some games."""
        rows = np.zeros((len(games), COLUMNS), np.int64)
        played, foul = self.play(games.start, rows)
        return Chunk(games.start, rows[:played], self.take_tally(), foul)

    def stop(self) -> None:
        """Drop a game with thinkers at its next question; compiled ones are played to their end."""
        self.stopped.set()

    def play(self, first: int, results: Numbers) -> tuple[int, RentierError | None]:
        """Play games from the first-th on into `results`; how many were finished, and the error where one breaks the rules."""
        played = self._play(first, results)
        if played == len(results) or self.asked is not None:
            return played, None
        return played, self._foul(first + played)

    def _play(self, first: int, results: Numbers) -> int:
        """Play games in one go where all agents are compiled, else question by question; how many were finished."""
        if self.thinkers:
            from rentier.arena.relay import play_with_thinkers

            return play_with_thinkers(self, first, results)
        table = (self.box.record, self.game, self.luck, self.functions, self.minds)
        places = (self.agent_of, self.seatings, self.shuffled, np.uint64(self.seed))
        return play_games(*table, *places, first, results, self.tally, self.closely, self.illegal, self.pace)

    @property
    def asked(self) -> int | None:
        """The number of the agent who is to think in Python now, if there is one."""
        who = int(self.agent_of[self.game.actor])
        return who if who in self.thinkers and is_waiting(self.minds[who]) else None

    def ask(self) -> None:
        """Let the agent who is asked think; its answer is ready for the loop of play."""
        who = int(self.agent_of[self.game.actor])
        answer(self.minds[who], ask(self.thinkers[who], self.box, self.game))

    def take_tally(self) -> Any:
        """What was counted since the last time."""
        tally, self.tally = self.tally, new(TallyRecord)
        return tally

    def _foul(self, number: int) -> RentierError:
        """The error that says who played what against the rules, and where."""
        seat = int(self.game.actor)
        action = Action(*self.illegal.tolist())
        return foul(self.box, self.agents[self.agent_of[seat]].spec, self.game, action, f"game {number} of seed {self.seed}")


@dataclass(frozen=True)
class TableTrade:
    """The games of a match, for whoever plays some of them."""

    box: Box
    agents: tuple[Agent, ...]
    seed: int
    seats: str
    closely: int

    def worker(self) -> Table:
        """A table to play them at."""
        return Table(self.box, self.agents, self.seed, self.seats, self.closely)


def thinkers_of(agents: Sequence[Agent]) -> dict[int, Thinker]:
    """The thinkers among the agents of a table, by their numbers."""
    return {number: agent.thinker() for number, agent in enumerate(agents) if agent.thinks}


class Sitting:
    """The agents at one table whose game is played from Python: that of a block of a match, in one of its seatings.

    `seating`: which agent sits in each seat; each in the seat of its number unless said.
    """

    def __init__(
        self, box: Box, agents: Sequence[Agent], seed: int, block: int = 0, seating: Sequence[int] | None = None
    ) -> None:
        check_players(agents)
        check_seed(seed)
        self.box = box
        self.agents = agents
        self.seed = seed
        self.seating = range(len(agents)) if seating is None else seating
        self.key = key_of(np.uint64(seed), block)
        self.minds = seat_minds(box, agents)
        for number in range(len(agents)):
            wake_mind(self.minds[number], self.key, number)
        self.thinkers = thinkers_of(agents)
        for number, thinker in self.thinkers.items():
            thinker.begin(self.minds[number].key)

    def decide(self, game: GameRecord) -> Action:
        """What the agent whose turn it is does; the error where it breaks the rules."""
        who = self.seating[int(game.actor)]
        if who in self.thinkers:
            action = ask(self.thinkers[who], self.box, game)
        else:
            action = Action(*map(int, self.agents[who].decide(self.box.record, game, self.minds[who])))
        if check(self.box.record, game, action) != FINE:
            raise foul(self.box, self.agents[who].spec, game, action, f"the game of seed {self.seed}")
        return action
