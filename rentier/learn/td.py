"""A network learns to value states by TD(lambda) (Berry 2013): by playing itself, against others, or from kept games.

Games are played a few at once. Each begins with the same weights, learns while it is played with weights of its own (see
`traces`), and what it has changed is added to the common weights, in the order of the games: so the same seed gives the same
network wherever they are played, and with one game at once this is the algorithm as it stands in the books.

    learning = Learning(hidden=(80,), games=5000)
    training = train(learning, jobs=2, out=Path("run"))
    training.network.write(Path("mine.npz"))
"""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rentier.agents.fouls import foul
from rentier.agents.mind import MindRecord
from rentier.agents.seating import minds_needed, sit_down
from rentier.agents.specs import Agent, parse_agent
from rentier.agents.td import EXPLORE
from rentier.arena.database import GamesFile, KeptGame
from rentier.arena.executors import Jobs, executor_of
from rentier.arena.rechecking import check_game
from rentier.arena.stopping import stopped_by_ctrl_c
from rentier.box import Box, load_box
from rentier.box.record import MOST_SEATS
from rentier.compiled import first_class_functions
from rentier.errors import RentierError
from rentier.files import open_keeping
from rentier.game.luck import key_of
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, Action
from rentier.learn.learning import KIND, PAYOFFS, STARTS, Learning, deal_words, player_kind
from rentier.learn.td_games import learn_by_playing, learn_from_actions
from rentier.learn.traces import LearnerRecord
from rentier.learn.trials import Progress, Trial, Watch, told
from rentier.network.shape import SEATS
from rentier.network.weights import Network
from rentier.records import Numbers, many, new

CHECKPOINT_SECONDS = 30.0
WEIGHTS_FILE = "weights.npz"
TABLE_STREAM = 1  # of the random numbers that say who sits where


@dataclass
class Training:
    """A training: its settings, the network as it is now, how many games it has learnt from, and how it went.

    `curve`: at every look the number of games, the root mean square of all differences since the one before (`surprise`), and
    the share of games won against each opponent of the test. `before`: what the network that it began with had learnt from.
    `kept`: how many games of it were kept from before.
    """

    learning: Learning
    network: Network
    games: int = 0
    seconds: float = 0.0
    before: Mapping[str, Any] = field(default_factory=dict)
    curve: list[dict[str, float]] = field(default_factory=list)
    kept: int = 0

    @property
    def is_finished(self) -> bool:
        return self.games >= self.learning.games

    def agent(self) -> Agent:
        """The network as a player, as its training has it play but for exploring."""
        return agent_of(self.network, self.learning)


def agent_of(network: Network, learning: Learning, explore: float = 0.0) -> Agent:
    """A network as a player."""
    settings = (float(deal_words().index(learning.deals)), 0.0, float(learning.offers), explore)
    assert len(settings) == EXPLORE + 1
    return Agent(f"{KIND} (learning)", KIND, settings, player_kind().home, network=network)


class Step(NamedTuple):
    """A game to learn from: its number, how it went where it was kept, and the weights to begin with."""

    number: int
    kept: KeptGame | None
    weights: Numbers


class Taught(NamedTuple):
    """What a game has changed, and the squares of all differences with their number."""

    change: Numbers
    surprise: float
    looks: int


@dataclass(frozen=True)
class TdTrade:
    """A training, for whoever learns from some of its games."""

    boxes: tuple[Box, ...]
    learning: Learning
    network: Network
    others: tuple[Agent, ...]

    def worker(self) -> Worker:
        """A table to learn at."""
        return Worker(self.boxes, self.learning, self.network, self.others)


class Worker:
    """What one thread learns with: a table, weights of its own, traces, and room for the luck of a game."""

    def __init__(self, boxes: Sequence[Box], learning: Learning, network: Network, others: Sequence[Agent]) -> None:
        self.boxes, self.learning, self.others = boxes, learning, others
        self.weights = network.weights.copy()
        self.network = replace(network, weights=self.weights)
        self.own = agent_of(self.network, learning, learning.explore)
        self.game, self.luck = new(GameRecord), new(LuckRecord)
        most = max(self.others, key=lambda agent: len(agent.inner), default=self.own)
        self.minds = many(MindRecord, minds_needed([most] * learning.players))
        self.illegal = np.zeros(ACTION_NUMBERS, np.int64)
        self.traces = np.zeros((SEATS, len(self.weights)), np.float32)
        self.learner = new(LearnerRecord)
        self.network.fill(self.learner.network)
        self.learner.fading = learning.fading
        self.learner.payoff = PAYOFFS.index(learning.payoff)

    def do(self, step: Step) -> Taught:
        """Learn from a game."""
        self.weights[:] = step.weights
        learner = self.learner
        learner.rate = self.learning.rate_of(step.number)
        learner.surprise, learner.looks = 0.0, 0
        if step.kept is None:
            self._play(step.number)
        else:
            self._replay(step.kept)
        return Taught(self.weights - step.weights, float(learner.surprise), int(learner.looks))

    def stop(self) -> None:
        """A game is learnt from to its end."""

    def _play(self, number: int) -> None:
        box, learning = self.boxes[number % len(self.boxes)], self.learning
        start = learning.starts[number // len(self.boxes) % len(learning.starts)]
        table = self._sit_down(number)
        sit_down(self.minds, box, table, learning.players)
        views = sum(1 << seat for seat, agent in enumerate(table) if learning.views == "all" or agent is self.own)
        functions = tuple(table[seat % len(table)].decide for seat in range(MOST_SEATS))
        key = key_of(np.uint64(learning.seed), number)
        rooms = (box.record, self.game, self.luck, functions, self.minds, self.learner, self.traces)
        if learn_by_playing(*rooms, learning.players, views, STARTS.index(start), key, self.illegal) < 0:
            spec = table[int(self.game.actor)].spec
            raise foul(box, spec, self.game, Action(*self.illegal.tolist()), f"game {number} of seed {learning.seed}")

    def _sit_down(self, number: int) -> list[Agent]:
        """Who plays a game: the learner in a seat by chance, and in the others one of those it learns against, or itself."""
        table = [self.own] * self.learning.players
        if self.others:
            luck = np.random.default_rng([self.learning.seed, TABLE_STREAM, number])
            first = luck.integers(len(table))
            for seat in range(len(table)):
                if seat != first and luck.random() < self.learning.share:
                    table[seat] = self.others[int(luck.integers(len(self.others)))]
        return table

    def _replay(self, kept: KeptGame) -> None:
        box, players = self.boxes[0], len(kept.seats)
        views = (1 << players) - 1
        rooms = (box.record, self.game, self.luck, self.learner, self.traces)
        if learn_from_actions(*rooms, players, views, np.uint64(kept.key), kept.actions) < len(kept.actions):
            raise RentierError(f"{self.learning.database}: game {kept.number}: {check_game(box, kept)}")


class Lesson:
    """A training under way."""

    def __init__(self, training: Training, boxes: Sequence[Box], jobs: Jobs, test: Trial | None) -> None:
        self.training, self.boxes, self.test = training, boxes, test
        self.executor = executor_of(jobs)
        learning = training.learning
        others = tuple(parse_agent(spec) for spec in learning.against)
        trade = TdTrade(tuple(boxes), learning, training.network, others)
        self.workers = self.executor.hire(trade, min(self.executor.jobs, learning.at_once))
        self.stopped = threading.Event()
        self.surprise, self.looks = 0.0, 0

    def run(self, keep: Callable[[], None], progress: Progress | None, watch: Watch | None) -> None:
        """Learn from wave after wave of games, until there are enough or it is stopped."""
        training, learning = self.training, self.training.learning
        every = 0 if self.test is None else self.test.every_of(learning.games)
        games = self._kept_games()
        kept_at = time.perf_counter()
        with ThreadPoolExecutor(len(self.workers)) as threads:
            while not training.is_finished and not self.stopped.is_set():
                start = time.perf_counter()
                first = training.games
                wave = range(first, min(first + learning.at_once, learning.games))
                self._learn(threads, wave, [next(games) for _ in wave])
                training.seconds += time.perf_counter() - start
                if progress is not None:
                    progress(len(wave))
                if every and (training.games // every > first // every or training.is_finished):
                    self._look(watch)
                if time.perf_counter() - kept_at > CHECKPOINT_SECONDS:
                    keep()
                    kept_at = time.perf_counter()

    def _kept_games(self) -> Iterator[KeptGame | None]:
        """The games of a database from where the training is, again and again; nothing where games are played."""
        learning = self.training.learning
        if not learning.database:
            return itertools.repeat(None)
        file = GamesFile(Path(learning.database))
        return itertools.islice(itertools.chain.from_iterable(itertools.repeat(file)), self.training.games % file.games, None)

    def _learn(self, threads: ThreadPoolExecutor, wave: range, kept: list[KeptGame | None]) -> None:
        """Learn from some games at once, each on its own, and add up what they change."""
        weights = self.training.network.weights
        free = list(self.workers)
        lock = threading.Lock()

        def learn(number: int, game: KeptGame | None) -> Taught | None:
            with lock:
                worker = free.pop()
            try:
                return worker.do(Step(number, game, weights))
            finally:
                with lock:
                    free.append(worker)

        for taught in list(threads.map(learn, wave, kept)):
            assert taught is not None, "nobody is stopped"
            weights += taught.change
            self.surprise += taught.surprise
            self.looks += taught.looks
        self.training.games = wave.stop

    def _look(self, watch: Watch | None) -> None:
        """Note how surprised the network was, and how often it wins."""
        assert self.test is not None
        training = self.training
        point = {"games": float(training.games), "surprise": (self.surprise / max(self.looks, 1)) ** 0.5}
        self.surprise, self.looks = 0.0, 0
        learning = training.learning
        shares = self.test.look(self.boxes[0], training.agent(), learning.players, learning.seed, self.executor)
        training.curve.append(point | shares)
        if watch is not None:
            watch(told(shares))


class Folder:
    """The folder that keeps a training: `training.json` says which it is, `weights.npz` how far it has come."""

    def __init__(self, path: Path, learning: Learning) -> None:
        open_keeping(path, "training.json", "training", asdict(learning))
        self.file = path / WEIGHTS_FILE

    def take_up(self, learning: Learning) -> Training:
        """The training as far as it was kept."""
        network = Network.read(self.file)
        try:
            trained = network.trained
            games, seconds = int(trained["games"]), float(trained["seconds"])
            before, curve = dict(trained["before"]), list(trained["curve"])
        except (KeyError, TypeError, ValueError):
            raise RentierError(f"{self.file}: does not say how far its training has come") from None
        return Training(learning, network, games, seconds, before, curve, games)

    def keep(self, training: Training, boxes: Sequence[Box]) -> None:
        """Keep the training as far as it has come: the weights with what they were trained on."""
        trained = {
            "rules": ", ".join(f"{box.name} {box.version}" for box in boxes),
            "games": training.games,
            "seed": training.learning.seed,
            "learning": json.loads(json.dumps(asdict(training.learning))),
            "before": training.before,
            "date": date.today().isoformat(),
            "seconds": round(training.seconds, 1),
            "curve": training.curve,
        }
        replace(training.network, trained=trained).write(self.file)


def _begin(learning: Learning, boxes: Sequence[Box]) -> Training:
    """A training at its beginning: with a new network, or that of a file, which is to have the same features and layers."""
    if not learning.begin:
        return Training(learning, Network.new(boxes[0], learning.features, learning.hidden, learning.activation, learning.seed))
    network = Network.read(Path(learning.begin))
    has = (network.features, network.hidden, network.activation)
    if has != (learning.features, learning.hidden, learning.activation):
        nodes = ",".join(map(str, network.hidden))
        shape = f"features {network.features}, hidden {nodes} and {network.activation}"
        raise RentierError(f"{learning.begin}: has {shape}; a training that goes on from it should have the same")
    before = {name: value for name, value in network.trained.items() if name != "curve"}
    return Training(learning, network, before=before)


def train(
    learning: Learning,
    jobs: Jobs = 1,
    *,
    out: Path | None = None,
    test: Trial | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Training:
    """Train a network; `out` keeps it while it learns, and a training kept there goes on. Ctrl-C ends it with what it has.

    `test`: how to look at its strength on the way; `progress` is told how many games were learnt from, `watch` what a look
    has seen.
    """
    learning.check()
    boxes = [GamesFile(Path(learning.database)).box] if learning.database else [load_box(rules) for rules in learning.rules]
    folder = Folder(out, learning) if out is not None and (out / WEIGHTS_FILE).exists() else None
    training = _begin(learning, boxes) if folder is None else folder.take_up(learning)
    for box in boxes:
        training.network.check_fits(box, learning.players)
    if folder is None and out is not None:  # not before all is known to fit
        folder = Folder(out, learning)
    if progress is not None:
        progress(training.kept)
    if training.is_finished:
        return training
    with first_class_functions():
        lesson = Lesson(training, boxes, jobs, test)

        def keep() -> None:
            if folder is not None:
                folder.keep(training, boxes)

        with stopped_by_ctrl_c(lesson.stopped.set):
            lesson.run(keep, progress, watch)
        keep()
    return training
