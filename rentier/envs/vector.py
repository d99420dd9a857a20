"""`VectorGames`: thousands of games, stepped in place by compiled code on all cores; one learner against compiled opponents.

games = VectorGames(1000, ["bailis", "random"])
observations = games.reset()
while True:
    observations, rewards, terminated, truncated = games.step(choose(observations, games.masks))

Nothing is copied: `observations`, `masks` (1 for legal actions), `rewards`, `terminated` and `truncated` are always the same
arrays, overwritten by every step. A game that ends is replaced by a new one in the same step, and the observation is that of
its first decision.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from rentier.agents.illegal import illegal_action
from rentier.agents.seating import minds_needed
from rentier.agents.specs import Agent, parse_agent
from rentier.agents.table import AgentsTable
from rentier.arena.limits import MOST_JOBS, MOST_SEED, check_number, cores
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.envs.batch import ANY_SEAT, NO_ILLEGAL, Batch, MemoryRecord, PlanRecord, Setup, SlotRecord, step_games
from rentier.envs.rewards import read_reward
from rentier.envs.stage import EnvOptions, Stage, read_options
from rentier.errors import RentierError
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, MOST_ACTIONS, Action
from rentier.layout import Numbers, many, new
from rentier.pools import Pool

MOST_GAMES = 1_000_000


class VectorGames:
    """A number of games of one learner against the same opponents, who sit to its left in order.

    `forced`: whether the learner is asked if it has only one legal action. `jobs`: the number of threads, by default one per
    core; it does not affect the games. For the other options see `EnvOptions`.
    """

    def __init__(
        self,
        games: int,
        opponents: Sequence[str],
        rules: str | Path | Box = "uk-classic",
        overrides: Mapping[str, object] | None = None,
        *,
        forced: bool = True,
        seed: int = 0,
        jobs: int | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        wanted = read_options(options)
        seat = wanted["seat"]
        check_number("games", games, 1, MOST_GAMES)
        check_number("jobs", cores() if jobs is None else jobs, 1, MOST_JOBS)
        self.opponents = compiled_opponents(opponents)
        self.players = len(self.opponents) + 1
        check_seat(seat, self.players)
        self.stage = Stage(rules, self.players, overrides, offers=wanted["offers"])
        self.games = games
        self.jobs = min(cores() if jobs is None else jobs, games)
        self.observations = np.zeros((games, self.stage.size), np.float32)
        self.masks = np.zeros((games, self.stage.actions), np.int8)
        self.rewards = np.zeros(games, np.float32)
        self.terminated = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self.states = many(GameRecord, games)
        self._slots = many(SlotRecord, games)
        self._plan: Any = new(PlanRecord)
        self._plan.games, self._plan.players = games, self.players
        self._plan.seat = ANY_SEAT if seat is None else seat
        self._plan.reward, self._plan.most = read_reward(wanted["reward"]), wanted["most_decisions"]
        self._plan.skips = not forced
        self._seat_opponents()
        self._setup = Setup(self.stage.box.record, self.stage.table, self._plan)
        lucks, memories = many(LuckRecord, games), many(MemoryRecord, games, minds_needed(self.opponents))
        shown = (self.observations, self.masks, self.rewards, self.terminated, self.truncated)
        self._batch = Batch(self.states, lucks, self._slots, memories, *shown)
        self._pool = Pool([_Workspace(self.stage.box, self.opponents) for _ in range(self.jobs)])
        self._began = False
        self._seed = seed

    def _seat_opponents(self) -> None:
        """Set where the inner minds of opponents that are made of other agents begin."""
        behind = MOST_SEATS
        for who, agent in enumerate(self.opponents):
            self._plan.first_inner[who], self._plan.inner[who] = behind, len(agent.inner)
            behind += len(agent.inner)

    def reset(self, seed: int | None = None) -> Numbers:
        """Start all games over, with the same seed or another; return what the learner sees."""
        self._seed = self._seed if seed is None else seed
        check_number("seed", self._seed, 0, MOST_SEED)
        self._plan.seed = self._seed
        self._slots[:] = 0
        self.rewards[:], self.terminated[:], self.truncated[:] = 0, False, False
        self._run(np.zeros(self.games, np.int64), 1)
        self._began = True
        return self.observations

    def step(self, actions: Any) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Take an action in every game; return observations, rewards, which games have ended, and which were cut off."""
        if not self._began:
            raise RentierError("step: the games have not begun; call reset first")
        numbers = self._read(actions)
        self._run(numbers, 0)
        return self.observations, self.rewards, self.terminated, self.truncated

    @property
    def seats(self) -> Numbers:
        """The learner's seat in each game."""
        seats: Numbers = self._slots.seat.copy()
        return seats

    @property
    def decisions(self) -> int:
        """The number of decisions that all players have made in all games since `reset`."""
        return int(self._slots.made.sum() + self._slots.made_before.sum())

    def close(self) -> None:
        """End the threads."""
        self._pool.close()

    def _read(self, actions: Any) -> Numbers:
        """Return the actions as an array; raise an error unless all are legal."""
        numbers = np.ascontiguousarray(actions)
        if numbers.shape != (self.games,) or numbers.dtype.kind not in "iu":
            raise RentierError(f"actions: there should be {self.games} whole numbers, one per game")
        numbers = numbers.astype(np.int64, copy=False)
        inside = (numbers >= 0) & (numbers < self.stage.actions)
        allowed = inside & (self.masks[np.arange(self.games), np.where(inside, numbers, 0)] == 1)
        if not allowed.all():
            place = int(np.flatnonzero(~allowed)[0])
            try:
                self.stage.action(self.states[place], numbers[place])
            except RentierError as error:
                raise RentierError(f"game {place}: {error}") from None
        return numbers

    def _run(self, numbers: Numbers, afresh: int) -> None:
        """Step all games, an equal share of them in each thread."""
        edges = [job * self.games // self.jobs for job in range(self.jobs + 1)]

        def step(room: _Workspace, share: tuple[int, int]) -> tuple[int, Action]:
            place = step_games(self._setup, self._batch, room.table, room.rows, numbers, *share, afresh)
            return place, Action(*room.table.progress.illegal.tolist())

        steps = list(self._pool.map(step, itertools.pairwise(edges)))
        for place, action in steps:
            if place != NO_ILLEGAL:
                self._began = False
                raise self._illegal_action(place, action)

    def _illegal_action(self, place: int, action: Action) -> RentierError:
        """Return the error for an opponent that breaks the rules."""
        game = self.states[place]
        who = (int(game.actor) - int(self._slots[place].seat)) % self.players - 1
        return illegal_action(self.stage.box, self.opponents[who].spec, game, action, f"game {place} of seed {self._seed}")


class _Workspace(AgentsTable):
    """What one thread needs to step games: a table with the opponents, and a buffer for lists of actions."""

    def __init__(self, box: Box, opponents: Sequence[Agent]) -> None:
        super().__init__(box, opponents)
        self.rows = np.empty((MOST_ACTIONS, ACTION_NUMBERS), np.int64)


def compiled_opponents(specs: Sequence[str]) -> list[Agent]:
    """Return the opponents that specs name; refuse those that think in Python."""
    agents = [parse_agent(spec) for spec in specs]
    if not 1 <= len(agents) < MOST_SEATS:
        raise RentierError(f"opponents: there are {len(agents)}; there should be 1 to {MOST_SEATS - 1}")
    for agent in agents:
        if agent.is_python:
            raise RentierError(f"opponents: agent {agent.spec!r} thinks in Python; only compiled agents can play here")
    return agents


def check_seat(seat: int | None, players: int) -> None:
    """Refuse a seat that does not exist."""
    if seat is not None and not 0 <= seat < players:
        raise RentierError(f"seat: {seat!r} should be a seat from 0 to {players - 1}, or None for any")
