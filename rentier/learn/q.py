"""Networks learn what options are worth by Q-learning: `phase4` (Adjudicator 2018, section 5) and `bailis-q` (2014).

Games are played one after the other on one thread, and a game depends on the settings and on what was learnt before alone. So
a training that was broken off goes on as if it was not: what it needs besides the weights (the target network, the memory, the
moments of the optimiser) is kept beside them while it is under way.

    training = train(QLearning(games=5000), out=Path("run"))
    training.network.write(Path("mine.npz"))
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from rentier.agents.fouls import foul
from rentier.agents.mind import MindRecord
from rentier.agents.q_choices import EXPLORE
from rentier.agents.seating import minds_needed, sit_down
from rentier.agents.specs import Agent, parse_agent
from rentier.arena.stopping import stopped_by_ctrl_c
from rentier.box import Box, load_box
from rentier.box.record import MOST_SEATS
from rentier.compiled import first_class_functions
from rentier.errors import RentierError
from rentier.files import open_keeping, written_whole
from rentier.game.luck import key_of
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, Action
from rentier.learn.q_games import learn_by_playing
from rentier.learn.q_learning import CLOCKS, ITSELF, QLearning
from rentier.learn.q_record import EITHER_END, FACT_COLUMNS, REWARD_COLUMNS, TEACHING_ROWS, QLearnerRecord
from rentier.learn.trials import Progress, Trial, Watch, told
from rentier.network.shape import SEATS
from rentier.network.weights import Network
from rentier.records import many, new

CHECKPOINT_SECONDS = 30.0
SETTINGS_FILE, WEIGHTS_FILE, STATE_FILE = "q.json", "weights.npz", "state.npz"
TABLE_STREAM = 2  # of the random numbers that say who sits where
TEST_AGAINST = {"phase4": ("phase1", "phase2", "phase3"), "bailis-q": ("random", "bailis:trades=no")}


@dataclass
class QTraining:
    """A training: its settings, the network as it is now, how many games it has learnt from, and how it went.

    `curve`: at every look the number of games, the root mean square of all differences since the one before (`surprise`), and
    the share of games won against each opponent of the test. `kept`: how many games of it were kept from before.
    """

    learning: QLearning
    network: Network
    games: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)
    kept: int = 0

    @property
    def is_finished(self) -> bool:
        return self.games >= self.learning.games

    def agent(self) -> Agent:
        """The network as a player."""
        return agent_of(self.network, self.learning)


def agent_of(network: Network, learning: QLearning) -> Agent:
    """A network as a player, which does not explore unless it is told."""
    kind = learning.kind
    return Agent(f"{kind.spec} (learning)", kind.spec, (0.0,), kind.home, network=network)


class Pupil:
    """What learns: the network as it is and as it was, the memory, what the optimiser keeps, traces, and a table to sit at."""

    def __init__(self, box: Box, learning: QLearning, network: Network) -> None:
        self.box, self.learning, self.network = box, learning, network
        self.old = replace(network, weights=network.weights.copy())
        size, places = len(network.weights), learning.replay
        self.teaching = np.zeros((TEACHING_ROWS, size if places else 0), np.float32)
        self.traces = np.zeros((SEATS, 0 if places else size), np.float32)
        self.memory = (
            np.zeros((places, EITHER_END, network.inputs), np.float32),
            np.zeros((places, FACT_COLUMNS), np.int64),
            np.zeros((places, REWARD_COLUMNS), np.float32),
        )
        self.learner = new(QLearnerRecord)
        network.fill(self.learner.network)
        self.old.fill(self.learner.old)
        for name in ("discount", "fading", "ending", "money", "batch", "every", "refresh"):
            setattr(self.learner, name, getattr(learning, name))
        self.learner.places = places
        self.learner.by_turns = CLOCKS.index(learning.clock)
        self.own = agent_of(network, learning)
        self.others = [self.own if spec == ITSELF else parse_agent(spec) for spec in learning.against]
        self.game, self.luck = new(GameRecord), new(LuckRecord)
        most = max(self.others, key=lambda agent: len(agent.inner), default=self.own)
        self.minds = many(MindRecord, minds_needed([most] * learning.players))
        self.illegal = np.zeros(ACTION_NUMBERS, np.int64)

    def learn(self, number: int) -> None:
        """Play the number-th game and learn from it."""
        learning, learner = self.learning, self.learner
        learner.rate = learning.rate_of(number)
        table = self._table(number)
        sit_down(self.minds, self.box, table, learning.players)
        views = 0
        for seat, agent in enumerate(table):
            if agent is self.own:
                views |= 1 << seat
                self.minds[seat].settings[EXPLORE] = learning.explore_of(number)
        functions = tuple(table[seat % len(table)].decide for seat in range(MOST_SEATS))
        key = key_of(np.uint64(learning.seed), number)
        rooms = (self.box.record, self.game, self.luck, functions, self.minds, learner, self.memory, self.teaching, self.traces)
        if learn_by_playing(*rooms, learning.players, views, key, self.illegal) < 0:
            spec = table[int(self.game.actor)].spec
            raise foul(self.box, spec, self.game, Action(*self.illegal.tolist()), f"game {number} of seed {learning.seed}")

    def _table(self, number: int) -> list[Agent]:
        """Who plays a game: the learner in a seat by chance, and in the others one of those it learns against."""
        luck = np.random.default_rng([self.learning.seed, TABLE_STREAM, number])
        first = luck.integers(self.learning.players)
        table = [self.others[luck.integers(len(self.others))] for _seat in range(self.learning.players)]
        table[first] = self.own
        return table

    def arrays(self) -> dict[str, Any]:
        """All that a training needs to go on, besides its settings."""
        seen, facts, rewards = self.memory
        learner = self.learner
        counts = np.array([int(learner.stored), int(learner.learnt), *learner.steps.tolist()], np.int64)
        return {
            "weights": self.network.weights,
            "old": self.old.weights,
            "teaching": self.teaching,
            "seen": seen,
            "facts": facts,
            "rewards": rewards,
            "counts": counts,
            "surprise": np.array([float(learner.surprise), float(learner.looks)]),
        }

    def take_up(self, kept: Any) -> None:
        """Go on from what `arrays` has kept."""
        for name, array in self.arrays().items():
            array[...] = kept[name]
            if name == "counts":
                self.learner.stored, self.learner.learnt = int(array[0]), int(array[1])
                self.learner.steps[:] = array[2:]
            if name == "surprise":
                self.learner.surprise, self.learner.looks = float(array[0]), int(array[1])


class Folder:
    """The folder that keeps a training: `q.json` says which it is, `weights.npz` what it has come to.

    While it is under way there is `state.npz` too, all that it needs to go on: one file, so that it is whole whenever it stops.
    """

    def __init__(self, path: Path, learning: QLearning) -> None:
        open_keeping(path, SETTINGS_FILE, "training", asdict(learning))
        self.weights, self.state = path / WEIGHTS_FILE, path / STATE_FILE

    def take_up(self, training: QTraining, pupil: Pupil) -> None:
        """Bring a training to where it was kept."""
        if self.state.exists():
            try:
                with np.load(self.state, allow_pickle=False) as kept:
                    pupil.take_up(kept)
                    about = json.loads(str(kept["about"]))
                training.games, training.seconds = int(about["games"]), float(about["seconds"])
                training.curve = list(about["curve"])
            except Exception as error:  # a damaged archive breaks its readers in a dozen ways
                raise RentierError(f"{self.state}: is damaged; --out should be a new folder") from error
        elif self.weights.exists():
            network = Network.read(self.weights)
            try:
                training.games, training.seconds = int(network.trained["games"]), float(network.trained["seconds"])
                training.curve = list(network.trained["curve"])
                training.network.weights[:] = network.weights
            except (KeyError, TypeError, ValueError):
                raise RentierError(f"{self.weights}: does not say how far its training has come") from None
            if not training.is_finished:
                raise RentierError(f"{self.state}: is missing, and without it this training cannot go on")
        training.kept = training.games

    def keep(self, training: QTraining, pupil: Pupil) -> None:
        """Keep a training as far as it has come."""
        if not training.is_finished:
            about = {"games": training.games, "seconds": training.seconds, "curve": training.curve}
            with written_whole(self.state) as draft, open(draft, "wb") as file:
                np.savez(file, about=np.array(json.dumps(about)), **pupil.arrays())
        trained = {
            "rules": f"{pupil.box.name} {pupil.box.version}",
            "games": training.games,
            "seed": training.learning.seed,
            "q": json.loads(json.dumps(asdict(training.learning))),
            "date": date.today().isoformat(),
            "seconds": round(training.seconds, 1),
            "curve": training.curve,
        }
        replace(training.network, trained=trained).write(self.weights)
        if training.is_finished:
            self.state.unlink(missing_ok=True)


class Lesson:
    """A training under way."""

    def __init__(self, training: QTraining, pupil: Pupil, test: Trial | None) -> None:
        self.training, self.pupil, self.test = training, pupil, test
        self.stopped = threading.Event()

    def run(self, keep: Callable[[], None], progress: Progress | None, watch: Watch | None) -> None:
        """Learn from game after game, until there are enough or it is stopped."""
        training = self.training
        every = 0 if self.test is None else self.test.every_of(training.learning.games)
        kept_at = time.perf_counter()
        while not training.is_finished and not self.stopped.is_set():
            start = time.perf_counter()
            self.pupil.learn(training.games)
            training.games += 1
            training.seconds += time.perf_counter() - start
            if progress is not None:
                progress(1)
            if every and (training.games % every == 0 or training.is_finished):
                self._look(watch)
            if time.perf_counter() - kept_at > CHECKPOINT_SECONDS:
                keep()
                kept_at = time.perf_counter()

    def _look(self, watch: Watch | None) -> None:
        """Note how surprised the network was, and how often it wins."""
        assert self.test is not None
        training, learner = self.training, self.pupil.learner
        point = {"games": float(training.games), "surprise": (float(learner.surprise) / max(int(learner.looks), 1)) ** 0.5}
        learner.surprise, learner.looks = 0.0, 0
        learning = training.learning
        shares = self.test.look(load_box(learning.rules), training.agent(), learning.players, learning.seed, 1)
        training.curve.append(point | shares)
        if watch is not None:
            watch(told(shares))


def train(
    learning: QLearning,
    *,
    out: Path | None = None,
    test: Trial | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> QTraining:
    """Train a network; `out` keeps it while it learns, and a training kept there goes on. Ctrl-C ends it with what it has.

    `test`: how to look at its strength on the way; `progress` is told how many games were learnt from, `watch` what a look
    has seen.
    """
    learning.check()
    box = load_box(learning.rules, {"turn_cap": learning.turns} if learning.turns else None)
    answers = learning.answers
    network = Network.new(box, learning.features, learning.hidden, learning.activation, learning.seed, answers)
    training = QTraining(learning, network)
    network.check_fits(box, learning.players)
    pupil = Pupil(box, learning, network)
    folder = None
    if out is not None:  # not before all is known to fit
        folder = Folder(out, learning)
        folder.take_up(training, pupil)
    if progress is not None:
        progress(training.kept)
    if training.is_finished:
        return training

    def keep() -> None:
        if folder is not None:
            folder.keep(training, pupil)

    lesson = Lesson(training, pupil, test)
    with first_class_functions(), stopped_by_ctrl_c(lesson.stopped.set):
        lesson.run(keep, progress, watch)
    keep()
    return training
