"""A network learns to value states by TD(lambda) (Berry 2013): by playing itself, against others, or from kept games.

Once a turn the network values the state for every seat whose view it learns from. The TD error, the difference to the value a
turn before, at the end the difference from there to the payoff, moves all weights along the seat's eligibility trace: the sum
of the gradients of its values so far, each faded by lambda a turn (Sutton & Barto 1998, chapter 8; Berry 2013, sections 2.1 and
6.2.3).

Games are played a few at once. Each begins with the same weights, learns while it is played with weights of its own, and what
it has changed is added to the common weights, in the order of the games: so the same seed gives the same network wherever they
are played, and with one game at once this is the algorithm as it stands in the books.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numba import types

from rentier.agents.specs import Agent, parse_agent
from rentier.agents.step import carry_out, decide, is_allowed
from rentier.agents.table import TABLE, AgentsTable, Table, begin_game
from rentier.agents.td import EXPLORE
from rentier.arena.database import GamesFile, SavedGame
from rentier.arena.executors import Jobs, executor_of
from rentier.arena.play import ROWS, rank_of
from rentier.arena.rechecking import check_game
from rentier.box import Box, load_box
from rentier.box.record import END_LAST_PLAYER, BoxRecord
from rentier.compiled import compiled, entry, record_type
from rentier.errors import RentierError
from rentier.game.bits import bit, count
from rentier.game.deeds import worth
from rentier.game.legal import read_action
from rentier.game.luck import key_of
from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.layout import Float64, Int64, Numbers, Record, layout, new, wide
from rentier.learn.course import Method
from rentier.learn.rewards import is_out
from rentier.learn.settings import as_saved
from rentier.learn.td_settings import KIND, PAYOFFS, STARTS, TdSettings, deal_words, player_kind
from rentier.network.features import write_inputs
from rentier.network.layers import NetworkRecord, add_gradient, backpropagate, finish, first_sums, output_for
from rentier.network.memory import numbers_at
from rentier.network.shape import MOST_INPUTS, MOST_LAYERS, MOST_NODES, SEATS
from rentier.network.weights import Network
from rentier.pools import Pool
from rentier.selfplay.starts import lay_start

FLAT, LIMIT_HALF, SLIDING, BY_RANK, PUNISHED, BY_ASSETS = range(len(PAYOFFS))
SLOWEST_WIN = 0.2  # of a win at the limit where payoffs slide
NEAR = 2048  # weights that stay near the processor while all traces are gone through
TABLE_STREAM = 1  # of the random numbers that say who sits where


class LearnerRecord(Record):
    """How a network learns, and how far it is in a game."""

    network: Annotated[NetworkRecord, layout(NetworkRecord)]
    rate: Float64
    lambda_: Float64
    payoff: Int64
    views: Int64  # the seats it learns from, as bits
    begun: Int64  # the seats that have a value already, as bits
    turn: Int64  # of the last update
    before: Annotated[Numbers, "f4", (SEATS,)]  # the value a turn before
    changes: Annotated[Numbers, "f4", (SEATS,)]  # what moves the weights along each trace
    squared_errors: Float64  # the sum of all TD errors, squared
    errors: Int64  # how many there were
    inputs: Annotated[Numbers, "f4", (MOST_INPUTS,)]
    answers: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]
    deltas: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]


LEARNER = record_type(layout(LearnerRecord))
TRACES = types.Array(types.float32, 2, "C")


# the payoff


@compiled
def won_at_limit(box: BoxRecord, game: GameRecord, seat: int) -> bool:
    """A winner has won because the game was stopped, not by bankruptcies or the cash goal."""
    left = count(game.in_play)
    if left == 1 or (box.end != END_LAST_PLAYER and game.players - left >= box.end):
        return False
    return box.cash_goal == 0 or game.cash[seat] < box.cash_goal


@compiled
def share_of_assets(box: BoxRecord, game: GameRecord, seat: int) -> float:
    """The share of what all players are worth that a seat has; nothing once it is bankrupt."""
    total = 0
    own = 0
    for other in range(game.players):
        if game.in_play & bit(other) != 0:
            assets = worth(box, game, other, box.worth)
            total += assets
            own += assets if other == seat else 0
    return own / total if total > 0 else 0.0


@compiled
def payoff_of(box: BoxRecord, game: GameRecord, seat: int, payoff: int) -> float:
    """What the game was worth to a seat that it is over for (Berry 2013, sections 5.5 and 7.4; rank and assets: section 9)."""
    if payoff == BY_RANK:
        return (wide(game.players) - rank_of(box, game, seat)) / (wide(game.players) - 1)
    if payoff == BY_ASSETS:
        return share_of_assets(box, game, seat)
    lost = -1.0 if payoff == PUNISHED else 0.0
    if game.decision != OVER:
        return lost
    if game.winners == 0:
        return 1.0 / count(game.in_play) if game.in_play & bit(seat) != 0 else lost
    if game.winners & bit(seat) == 0:
        return lost
    share = 1.0 / count(game.winners)
    if (payoff == LIMIT_HALF or payoff == PUNISHED) and won_at_limit(box, game, seat):
        return 0.5 * share
    if payoff == SLIDING and box.round_cap > 0:
        return (1.0 - (1.0 - SLOWEST_WIN) * min(wide(game.rounds) / box.round_cap, 1.0)) * share
    return share


# the update


@compiled
def begin_learning(learner: LearnerRecord, traces: Numbers, views: int) -> None:
    """A game begins: no traces yet."""
    learner.views = views
    learner.begun = 0
    learner.turn = -1
    for seat in range(SEATS):
        if views & bit(seat) != 0:
            for place in range(learner.network.number):
                traces[seat, place] = np.float32(0.0)


@compiled
def value_seen(box: BoxRecord, game: GameRecord, learner: LearnerRecord, weights: Numbers, seat: int) -> Any:
    """The value of the state to a seat, with all that its gradient needs."""
    network = learner.network
    write_inputs(box, game, seat, network.features, learner.inputs)
    first_sums(network, weights, learner.inputs, learner.answers[0])
    return finish(network, weights, learner.answers, seat)


@compiled
def move_weights(learner: LearnerRecord, weights: Numbers, traces: Numbers, moved: int) -> None:
    """Move all weights along the traces of the seats that have a TD error, and let these traces fade.

    All seats take their turn with some of the weights before the next are read from memory.
    """
    lambda_ = np.float32(learner.lambda_)
    for first in range(0, learner.network.number, NEAR):
        last = min(first + NEAR, learner.network.number)
        near = weights[first:last]
        for seat in range(SEATS):
            if moved & bit(seat) != 0:
                change = learner.changes[seat]
                trace = traces[seat, first:last]
                for place in range(last - first):
                    eligible = trace[place]
                    near[place] += change * eligible
                    trace[place] = lambda_ * eligible


@compiled
def extend_trace(learner: LearnerRecord, weights: Numbers, trace: Numbers, seat: int, value: Any) -> None:
    """Add the gradient of the value just seen to the eligibility trace of a seat."""
    network = learner.network
    number = output_for(network, seat)
    backpropagate(network, weights, learner.answers, number, value, learner.deltas)
    add_gradient(network, learner.inputs, learner.answers, learner.deltas, number, value, np.float32(1.0), trace)


@compiled
def td_update(box: BoxRecord, game: GameRecord, learner: LearnerRecord, traces: Numbers) -> None:
    """Learn from the state, once a turn and at the end: the values of all views first, then the weights, then the traces."""
    weights = numbers_at(learner.network.weights, learner.network.number)
    moved = 0
    for seat in range(game.players):
        if learner.views & bit(seat) == 0:
            continue
        value = np.float32(payoff_of(box, game, seat, learner.payoff)) if is_out(game, seat) else np.float32(0.0)
        if not is_out(game, seat):
            value = value_seen(box, game, learner, weights, seat)
        if learner.begun & bit(seat) != 0:
            td_error = value - learner.before[seat]
            learner.changes[seat] = np.float32(learner.rate) * td_error
            learner.squared_errors += float(td_error) * float(td_error)
            learner.errors += 1
            moved |= bit(seat)
        learner.before[seat] = value
    move_weights(learner, weights, traces, moved)
    for seat in range(game.players):
        if learner.views & bit(seat) == 0:
            continue
        if is_out(game, seat):
            learner.views &= ~bit(seat)  # nothing more to learn from it
        else:
            value = value_seen(box, game, learner, weights, seat)
            extend_trace(learner, weights, traces[seat], seat, value)
            learner.begun |= bit(seat)
            learner.before[seat] = value


@compiled
def update_once_a_turn(box: BoxRecord, game: GameRecord, learner: LearnerRecord, traces: Numbers) -> None:
    """Learn when a turn has begun."""
    if game.turns != learner.turn:
        learner.turn = game.turns
        td_update(box, game, learner, traces)


# the games


@entry(types.int64(TABLE, LEARNER, TRACES, types.int64, types.int64, types.int64, types.uint64))
def learn_by_playing(
    table: Table, learner: LearnerRecord, traces: Numbers, players: int, views: int, start: int, key: Any
) -> int:
    """Play a game to its end and learn on the way; how many decisions it took, -1 where one is refused."""
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
    """Play a kept game again and learn on the way; how many of its actions could be carried out."""
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
    """A game to learn from: its number, how it went where it was kept, and the weights to begin with."""

    number: int
    saved: SavedGame | None
    weights: Numbers


class Taught(NamedTuple):
    """What a game has changed, and the sum of all TD errors, squared, with their number."""

    change: Numbers
    squared_errors: float
    errors: int


@dataclass(frozen=True)
class TdJob:
    """A training, for whoever learns from some of its games."""

    boxes: tuple[Box, ...]
    settings: TdSettings
    network: Network
    others: tuple[Agent, ...]

    def worker(self) -> Worker:
        """A table to learn at."""
        return Worker(self)


class Worker:
    """What one thread learns with: a table, weights of its own, traces, and room for the luck of a game."""

    def __init__(self, job: TdJob) -> None:
        self.boxes, self.settings, self.others = job.boxes, job.settings, job.others
        self.weights = job.network.weights.copy()
        self.network = replace(job.network, weights=self.weights)
        self.own = agent_of(self.network, self.settings, self.settings.explore)
        most = max(self.others, key=lambda agent: len(agent.inner), default=self.own)
        self.room = AgentsTable(self.boxes[0], [most] * self.settings.players)
        self.traces = np.zeros((SEATS, len(self.weights)), np.float32)
        self.learner = new(LearnerRecord)
        self.network.fill(self.learner.network)
        self.learner.lambda_ = self.settings.lambda_
        self.learner.payoff = PAYOFFS.index(self.settings.payoff)

    def do(self, step: Step) -> Taught:
        """Learn from a game."""
        self.weights[:] = step.weights
        learner = self.learner
        learner.rate = self.settings.rate_of(step.number)
        learner.squared_errors, learner.errors = 0.0, 0
        if step.saved is None:
            self._play(step.number)
        else:
            self._replay(step.saved)
        return Taught(self.weights - step.weights, float(learner.squared_errors), int(learner.errors))

    def stop(self) -> None:
        """A game is learnt from to its end."""

    def _play(self, number: int) -> None:
        box, settings = self.boxes[number % len(self.boxes)], self.settings
        start = settings.starts[number // len(self.boxes) % len(settings.starts)]
        agents = self._sit_down(number)
        self.room.seat(box, agents, settings.players)
        views = sum(1 << seat for seat, agent in enumerate(agents) if settings.views == "all" or agent is self.own)
        key = key_of(np.uint64(settings.seed), number)
        lesson = (self.room.table, self.learner, self.traces)
        if learn_by_playing(*lesson, settings.players, views, STARTS.index(start), key) < 0:
            raise self.room.refusal(f"game {number} of seed {settings.seed}")

    def _sit_down(self, number: int) -> list[Agent]:
        """Who plays a game: the learner in a seat by chance, and in the others one of those it learns against, or itself."""
        table = [self.own] * self.settings.players
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
        lesson = (self.room.table, self.learner, self.traces)
        if learn_from_actions(*lesson, players, views, np.uint64(saved.key), saved.actions) < len(saved.actions):
            raise RentierError(f"{self.settings.database}: game {saved.number}: {check_game(box, saved)}")


# the method


class Td(Method):
    """TD(lambda); games are learnt from on as many workers as there are jobs."""

    settings_file = "training.json"
    kind = KIND

    def __init__(self, settings: TdSettings, jobs: Jobs = 1) -> None:
        self.settings: TdSettings = settings
        self.jobs = self.executor = executor_of(jobs)
        self.before: dict[str, Any] = {}  # what the network that it began with had learnt from
        self.squared_errors, self.errors = 0.0, 0

    def begin(self, checkpoint: Network | None = None) -> None:
        """Take the network of a checkpoint, a new one, or that of a file."""
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
        """Learn from a few games at once, each on its own, and add up what they change."""
        settings, weights = self.settings, self.network.weights
        others = tuple(parse_agent(spec) for spec in settings.against)
        job = TdJob(self.boxes, settings, self.network, others)
        kept_games = self._kept_games(games)
        with Pool(self.executor.start_workers(job, min(self.executor.jobs, settings.at_once))) as pool:
            while games < settings.games:
                wave = range(games, min(games + settings.at_once, settings.games))
                steps = [Step(number, next(kept_games), weights) for number in wave]
                for taught in list(pool.map(lambda worker, step: worker.do(step), steps)):
                    assert taught is not None, "nobody is stopped"
                    weights += taught.change
                    self.squared_errors += taught.squared_errors
                    self.errors += taught.errors
                games = wave.stop
                yield len(wave)

    def _kept_games(self, first: int) -> Iterator[SavedGame | None]:
        """The games of a database from the first on, again and again; nothing where games are played."""
        if not self.settings.database:
            return itertools.repeat(None)
        file = GamesFile(Path(self.settings.database))
        return itertools.islice(itertools.chain.from_iterable(itertools.repeat(file)), first % file.games, None)

    def td_error(self) -> float:
        """The root mean square of all TD errors since it was asked before."""
        error = (self.squared_errors / max(self.errors, 1)) ** 0.5
        self.squared_errors, self.errors = 0.0, 0
        return error

    def agent(self) -> Agent:
        """The network as a player, as its training has it play but for exploring."""
        return agent_of(self.network, self.settings)

    def trained_by(self) -> dict[str, Any]:
        """The settings, and what the network that it began with had learnt from."""
        return {"learning": as_saved(self.settings), "before": self.before}


def agent_of(network: Network, settings: TdSettings, explore: float = 0.0) -> Agent:
    """A network as a player."""
    numbers = (float(deal_words().index(settings.deals)), 0.0, float(settings.offers), explore)
    assert len(numbers) == EXPLORE + 1
    return Agent(f"{KIND} (learning)", KIND, numbers, player_kind().home, network=network)


def _boxes_of(settings: TdSettings) -> tuple[Box, ...]:
    """The rules of a training: those of its database, or those it plays by."""
    return (GamesFile(Path(settings.database)).box,) if settings.database else tuple(map(load_box, settings.rules))


def _read_network(settings: TdSettings) -> Network:
    """The network of a file to go on from, which is to have the same features and layers."""
    network = Network.read(Path(settings.begin))
    has = (network.features, network.hidden, network.activation)
    if has != (settings.features, settings.hidden, settings.activation):
        nodes = ",".join(map(str, network.hidden))
        shape = f"features {network.features}, hidden {nodes} and {network.activation}"
        raise RentierError(f"{settings.begin}: has {shape}; a training that goes on from it should have the same")
    return network
