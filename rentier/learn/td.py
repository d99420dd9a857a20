"""TD(lambda): a network learns to value states (Berry 2013) by playing itself, against others, or from saved games.

Once a turn the network values the state for every seat from whose view it learns. The TD error is the change in value since the
last turn, and at the end the difference between the payoff and the last value. It moves all weights along the seat's
eligibility trace: the sum of the gradients of its values so far, each decayed by lambda per turn (Sutton & Barto 1998, chapter
8; Berry 2013, sections 2.1 and 6.2.3). The update itself is in `td_updates`.

A few games are played at once. Each begins with the same weights and learns on its own copy; its changes are then added to the
common weights, in the order of the games. So a seed gives the same network wherever the games are played, and with one game at
once this is the textbook algorithm.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rentier.agents.specs import Agent, parse_agent
from rentier.agents.step import carry_out, decide, is_allowed
from rentier.agents.table import TABLE, AgentsTable, Table, begin_game
from rentier.agents.td import EXPLORE
from rentier.arena.database import GamesFile, SavedGame
from rentier.arena.executors import Jobs, executor_of
from rentier.arena.play import ROWS
from rentier.arena.replay_check import check_game
from rentier.box import Box, load_box
from rentier.compiled import entry
from rentier.errors import RentierError
from rentier.game.legal import read_action
from rentier.game.luck import key_of
from rentier.game.words import OVER
from rentier.layout import Numbers, new, wide
from rentier.learn.course import Method
from rentier.learn.settings import as_saved
from rentier.learn.td_settings import KIND, PAYOFFS, STARTS, TdSettings, deal_words, player_kind
from rentier.learn.td_updates import LEARNER, TRACES, LearnerRecord, begin_learning, td_update, update_once_a_turn
from rentier.network.shape import SEATS
from rentier.network.weights import Network
from rentier.pools import Pool
from rentier.selfplay.starts import lay_start

TABLE_STREAM = 1  # the stream of random numbers that seats the agents


# the games


@entry(types.int64(TABLE, LEARNER, TRACES, types.int64, types.int64, types.int64, types.uint64))
def learn_by_playing(
    table: Table, learner: LearnerRecord, traces: Numbers, players: int, views: int, start: int, key: Any
) -> int:
    """Play a game to its end and learn from it; return its number of decisions, -1 on an illegal action."""
    box, game = table.box, table.game
    begin_game(table, players, key)
    lay_start(box, game, key, start)
    begin_learning(learner, traces, views)
    while game.decision != OVER:
        update_once_a_turn(box, game, learner, traces)
        action = decide(table)
        if not is_allowed(table, action):
            return -1
        carry_out(table, action)
    td_update(box, game, learner, traces)
    return wide(table.progress.made)


@entry(types.int64(TABLE, LEARNER, TRACES, types.int64, types.int64, types.uint64, ROWS))
def learn_from_actions(
    table: Table, learner: LearnerRecord, traces: Numbers, players: int, views: int, key: Any, actions: Numbers
) -> int:
    """Replay a saved game and learn from it; return how many of its actions could be carried out."""
    box, game = table.box, table.game
    begin_game(table, players, key)
    begin_learning(learner, traces, views)
    for row in range(len(actions)):
        action = read_action(actions[row])
        if game.decision == OVER or not is_allowed(table, action):
            return row
        update_once_a_turn(box, game, learner, traces)
        carry_out(table, action)
    td_update(box, game, learner, traces)
    return len(actions)


class Step(NamedTuple):
    """A game to learn from: its number, its record if it was saved, and the weights to begin with."""

    number: int
    saved: SavedGame | None
    weights: Numbers


class GameUpdate(NamedTuple):
    """The changes of the weights by one game, and the sum and number of its squared TD errors."""

    change: Numbers
    squared_errors: float
    errors: int


@dataclass(frozen=True)
class TdJob:
    """A training run, for workers that learn from some of its games."""

    boxes: tuple[Box, ...]
    settings: TdSettings
    network: Network
    others: tuple[Agent, ...]

    def worker(self) -> Worker:
        """Return a worker."""
        return Worker(self)


class Worker:
    """Learns from games on one thread: it has a table, its own weights, and traces."""

    def __init__(self, job: TdJob) -> None:
        self.boxes, self.settings, self.others = job.boxes, job.settings, job.others
        self.weights = job.network.weights.copy()
        self.network = replace(job.network, weights=self.weights)
        self.learning_agent = agent_of(self.network, self.settings, self.settings.explore)
        most = max(self.others, key=lambda agent: len(agent.inner), default=self.learning_agent)
        self.table = AgentsTable(self.boxes[0], [most] * self.settings.players)
        self.traces = np.zeros((SEATS, len(self.weights)), np.float32)
        self.learner = new(LearnerRecord)
        self.network.fill(self.learner.network)
        self.learner.lambda_ = self.settings.lambda_
        self.learner.payoff = PAYOFFS.index(self.settings.payoff)

    def do(self, step: Step) -> GameUpdate:
        """Learn from a game and return the changes."""
        self.weights[:] = step.weights
        learner = self.learner
        learner.rate = self.settings.rate_of(step.number)
        learner.squared_errors, learner.errors = 0.0, 0
        if step.saved is None:
            self._play(step.number)
        else:
            self._replay(step.saved)
        return GameUpdate(self.weights - step.weights, float(learner.squared_errors), int(learner.errors))

    def stop(self) -> None:
        """Do nothing: a game is always finished."""

    def _play(self, number: int) -> None:
        box, settings = self.boxes[number % len(self.boxes)], self.settings
        start = settings.starts[number // len(self.boxes) % len(settings.starts)]
        agents = self._choose_agents(number)
        self.table.seat(box, agents, settings.players)
        views = sum(1 << seat for seat, agent in enumerate(agents) if settings.views == "all" or agent is self.learning_agent)
        key = key_of(np.uint64(settings.seed), number)
        lesson = (self.table.table, self.learner, self.traces)
        if learn_by_playing(*lesson, settings.players, views, STARTS.index(start), key) < 0:
            raise self.table.refusal(f"game {number} of seed {settings.seed}")

    def _choose_agents(self, number: int) -> list[Agent]:
        """Choose the agents of a game: the learner in a random seat, and in each other seat a random opponent or itself."""
        table = [self.learning_agent] * self.settings.players
        if self.others:
            luck = np.random.default_rng([self.settings.seed, TABLE_STREAM, number])
            first = luck.integers(len(table))
            for seat in range(len(table)):
                if seat != first and luck.random() < self.settings.share:
                    table[seat] = self.others[int(luck.integers(len(self.others)))]
        return table

    def _replay(self, saved: SavedGame) -> None:
        box, players = self.boxes[0], len(saved.seats)
        views = (1 << players) - 1
        lesson = (self.table.table, self.learner, self.traces)
        if learn_from_actions(*lesson, players, views, np.uint64(saved.key), saved.actions) < len(saved.actions):
            raise RentierError(f"{self.settings.database}: game {saved.number}: {check_game(box, saved)}")


# the method


class Td(Method):
    """TD(lambda), with as many workers as there are jobs."""

    settings_file = "training.json"
    kind = KIND

    def __init__(self, settings: TdSettings, jobs: Jobs = 1) -> None:
        self.settings: TdSettings = settings
        self.jobs = self.executor = executor_of(jobs)
        self.before: dict[str, Any] = {}  # how the network that it began with was trained
        self.squared_errors, self.errors = 0.0, 0

    def begin(self, checkpoint: Network | None = None) -> None:
        """Take the network of a checkpoint or of a file, or a new one."""
        settings = self.settings
        self.boxes = _boxes_of(settings)
        if checkpoint is not None:
            self.network, self.before = checkpoint, dict(checkpoint.trained["before"])
        elif settings.begin:
            self.network = _read_network(settings)
            self.before = {name: value for name, value in self.network.trained.items() if name != "curve"}
        else:
            self.network = Network.new(self.boxes[0], settings.features, settings.hidden, settings.activation, settings.seed)
        for box in self.boxes:
            self.network.check_fits(box, settings.players)

    def waves(self, games: int) -> Generator[int, None, None]:
        """Learn from a few games at once, each separately, and add up their changes."""
        settings, weights = self.settings, self.network.weights
        others = tuple(parse_agent(spec) for spec in settings.against)
        job = TdJob(self.boxes, settings, self.network, others)
        saved_games = self._saved_games(games)
        with Pool(self.executor.start_workers(job, min(self.executor.jobs, settings.at_once))) as pool:
            while games < settings.games:
                wave = range(games, min(games + settings.at_once, settings.games))
                steps = [Step(number, next(saved_games), weights) for number in wave]
                for update in list(pool.map(lambda worker, step: worker.do(step), steps)):
                    assert update is not None, "nobody is stopped"
                    weights += update.change
                    self.squared_errors += update.squared_errors
                    self.errors += update.errors
                games = wave.stop
                yield len(wave)

    def _saved_games(self, first: int) -> Iterator[SavedGame | None]:
        """Return the games of a database from game `first` on, over and over; None for each if games are played instead."""
        if not self.settings.database:
            return itertools.repeat(None)
        file = GamesFile(Path(self.settings.database))
        return itertools.islice(itertools.chain.from_iterable(itertools.repeat(file)), first % file.games, None)

    def td_error(self) -> float:
        """Return the root mean square of all TD errors since the last call."""
        error = (self.squared_errors / max(self.errors, 1)) ** 0.5
        self.squared_errors, self.errors = 0.0, 0
        return error

    def agent(self) -> Agent:
        """Return the network as a player with the settings of its training, but without exploring."""
        return agent_of(self.network, self.settings)

    def trained_by(self) -> dict[str, Any]:
        """Return the settings, and how the network that it began with was trained."""
        return {"learning": as_saved(self.settings), "before": self.before}


def agent_of(network: Network, settings: TdSettings, explore: float = 0.0) -> Agent:
    """Return a network as a player."""
    numbers = (float(deal_words().index(settings.deals)), 0.0, float(settings.offers), explore)
    assert len(numbers) == EXPLORE + 1
    return Agent(f"{KIND} (learning)", KIND, numbers, player_kind().target, network=network)


def _boxes_of(settings: TdSettings) -> tuple[Box, ...]:
    """Return the rules of a training run: those of its database, or those in its settings."""
    return (GamesFile(Path(settings.database)).box,) if settings.database else tuple(map(load_box, settings.rules))


def _read_network(settings: TdSettings) -> Network:
    """Read the network to continue from; it must have the same features and layers."""
    network = Network.read(Path(settings.begin))
    has = (network.features, network.hidden, network.activation)
    if has != (settings.features, settings.hidden, settings.activation):
        nodes = ",".join(map(str, network.hidden))
        shape = f"features {network.features}, hidden {nodes} and {network.activation}"
        raise RentierError(f"{settings.begin}: has {shape}; a training run that continues from it should have the same")
    return network
