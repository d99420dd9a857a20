"""The course of a training run, the same for every method: begin or resume, learn, evaluate, checkpoint, stop, finish.

A method is a way to learn, one module each: `td`, `q`, `selfplay`. The course asks it for waves of games and saves the result.

    training = train(Td(TdSettings(games=5000), jobs=2), out=Path("run"))
    training.network.write(Path("mine.npz"))
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.executors import Jobs
from rentier.arena.match import play_match
from rentier.arena.stopping import stopped_by_ctrl_c
from rentier.box import Box
from rentier.errors import RentierError
from rentier.files import atomic_write, open_run_folder
from rentier.learn.evaluation import GAMES, HELD_OUT_ERROR, RIGHT_ANSWERS, TD_ERROR, Evaluation
from rentier.learn.settings import as_saved
from rentier.network.weights import Network

CHECKPOINT_SECONDS = 30.0
WEIGHTS_FILE, STATE_FILE, CHECKPOINTS_FOLDER = "weights.npz", "state.npz", "checkpoints"
FEWEST_DIGITS = 9  # in the name of a checkpoint

Progress = Callable[[int], None]  # called at first with the games of a resumed training, then after each wave with its games
Watch = Callable[[str], None]  # called after each evaluation with its result as text
Measures = Mapping[str, Callable[[Agent], float]]  # of the network at each evaluation, by the names in `evaluation`


class CourseSettings(Protocol):
    """The part of a method's settings, a dataclass, that a course uses."""

    @property
    def players(self) -> int:
        """Seats at a table."""

    @property
    def games(self) -> int:
        """Games to learn from."""

    @property
    def seed(self) -> int:
        """The seed of all random numbers."""

    def check(self) -> None:
        """Refuse invalid settings, in one line."""


class Method(ABC):
    """A way to learn. It decides how many games a wave has, where they are played and how they change the weights.

    Its result depends only on the settings and on what was learnt before, so a resumed training ends like one never stopped.
    """

    settings_file: ClassVar[str]  # the file that identifies the training of a folder
    kind: str  # the agent that plays with its networks
    settings: CourseSettings
    boxes: tuple[Box, ...]  # the rules it learns by
    network: Network  # after the last wave; set by `begin`
    jobs: Jobs = 1  # for evaluations

    @abstractmethod
    def begin(self, checkpoint: Network | None = None) -> None:
        """Get ready to learn, with a new network or with that of a checkpoint; refuse one that does not fit the rules."""

    @abstractmethod
    def waves(self, games: int) -> Generator[int, None, None]:
        """Learn wave by wave, starting with game number `games`; yield the number of games in each wave."""

    @abstractmethod
    def td_error(self) -> float:
        """Return the root mean square of all TD errors since the last call."""

    @abstractmethod
    def agent(self) -> Agent:
        """Return the network as a player."""

    @abstractmethod
    def trained_by(self) -> dict[str, Any]:
        """Return what the weights file records about this method: its settings, and anything else that matters."""

    def state(self) -> dict[str, Any]:
        """Return all that is needed to resume, including the weights; nothing if the weights alone are enough."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; refuse one if the weights alone are enough."""
        raise RentierError(f"{STATE_FILE}: does not belong to this training run, which saves only weights")

    @property
    def evaluation_box(self) -> Box:
        """The rules of evaluations."""
        return self.boxes[0]


@dataclass
class Training:
    """A training run: its method, the games it has learnt from, and its curve.

    `curve`: at every evaluation the number of games, the TD error since the previous one (`td error`), the share of games won
    against each opponent, and the measures. `saved`: the games it had learnt from when it was resumed.
    """

    method: Method
    games: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)
    saved: int = 0

    @property
    def settings(self) -> CourseSettings:
        """The settings of the method."""
        return self.method.settings

    @property
    def games_a_minute(self) -> float:
        """The speed of the whole training run, including what was done before it was resumed."""
        return 60 * self.games / max(self.seconds, 1e-9)

    @property
    def network(self) -> Network:
        """The current network."""
        return self.method.network

    @property
    def is_finished(self) -> bool:
        """Whether it has learnt from all its games."""
        return self.games >= self.settings.games

    @property
    def opponents(self) -> list[str]:
        """The opponents of its evaluations."""
        others = (GAMES, TD_ERROR, HELD_OUT_ERROR, RIGHT_ANSWERS)
        return [name for name in (self.curve[0] if self.curve else {}) if name not in others]

    @property
    def measures(self) -> list[str]:
        """The measures of its evaluations."""
        return [name for name in (HELD_OUT_ERROR, RIGHT_ANSWERS) if self.curve and name in self.curve[0]]

    def agent(self) -> Agent:
        """Return the network as a player."""
        return self.method.agent()


class Folder:
    """The folder of a training run: a file of settings that identifies it, and `weights.npz`, its result so far.

    If a method needs more than weights to resume, `state.npz` has it until the training is finished: one file, so that it is
    complete whenever the training stops. `checkpoints` has the weights of each evaluation, if they are asked for.
    """

    def __init__(self, path: Path, method: Method) -> None:
        self.path, self.method = path, method
        self.weights, self.state = path / WEIGHTS_FILE, path / STATE_FILE

    def open(self) -> None:
        """Make the folder, or refuse one that belongs to another training run."""
        self.opened = open_run_folder(self.path, self.method.settings_file, "training run", as_saved(self.method.settings))

    @property
    def has_checkpoint(self) -> bool:
        return self.weights.exists() or self.state.exists()

    def resume(self) -> Training:
        """Return the training at its last checkpoint."""
        self.open()
        return self._resume_state() if self.state.exists() else self._resume_weights()

    def _resume_state(self) -> Training:
        self.method.begin()
        try:
            with np.load(self.state, allow_pickle=False) as saved:
                self.method.restore(saved)
                return self._resumed(json.loads(str(saved["about"])))
        except RentierError:
            raise
        except Exception as error:  # a damaged archive breaks its readers in a dozen ways
            raise RentierError(f"{self.state}: is damaged; --out should be a new folder") from error

    def _resume_weights(self) -> Training:
        network = Network.read(self.weights)
        try:
            training = self._resumed(network.trained)
            self.method.begin(network)
        except (KeyError, TypeError, ValueError):
            raise RentierError(f"{self.weights}: does not say how far its training has progressed") from None
        if self.method.state() and not training.is_finished:
            raise RentierError(f"{self.state}: is missing; without it this training run cannot be resumed")
        return training

    def _resumed(self, about: Mapping[str, Any]) -> Training:
        games = int(about["games"])
        return Training(self.method, games, float(about["seconds"]), list(about["curve"]), games)

    def checkpoint(self, training: Training) -> None:
        """Save a training run: its state, if it has one and is not finished, and its weights."""
        state = {} if training.is_finished else self.method.state()
        if state:
            about = {"games": training.games, "seconds": training.seconds, "curve": training.curve}
            with atomic_write(self.state) as draft, open(draft, "wb") as file:
                np.savez(file, about=np.array(json.dumps(about)), **state)
        self._described(training).write(self.weights)
        if training.is_finished:
            self.state.unlink(missing_ok=True)

    def keep(self, training: Training) -> None:
        """Save the weights of an evaluation as a file named by the number of games, unless it exists."""
        digits = max(FEWEST_DIGITS, len(str(2 * training.settings.games)))  # the last wave may exceed the games to train on
        file = self.path / CHECKPOINTS_FOLDER / f"{training.games:0{digits}}.npz"
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            self._described(training).write(file)

    def _described(self, training: Training) -> Network:
        """Return the network with a description of its training; the last point of the curve is that of its evaluation."""
        method = self.method
        trained = {
            "rules": ", ".join(f"{box.name} {box.version}" for box in method.boxes),
            "games": training.games,
            "seed": method.settings.seed,
            **method.trained_by(),
            "date": date.today().isoformat(),
            "seconds": round(training.seconds, 1),
            "curve": training.curve,
        }
        return replace(method.network, trained=trained)


def train(
    method: Method,
    *,
    out: Path | None = None,
    evaluation: Evaluation | None = None,
    measures: Measures | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
    keep: bool = False,
) -> Training:
    """Train a network, or resume the training in `out`, where it is saved as it learns. Ctrl-C stops it after a wave.

    `keep`: save the weights of every evaluation too.
    """
    method.settings.check()
    if keep and (out is None or evaluation is None):
        raise RentierError("keep: the weights of evaluations need evaluations, and a folder to be saved in")
    folder = None if out is None else Folder(out, method)
    if folder is not None and folder.has_checkpoint:
        training = folder.resume()
    else:
        method.begin()
        training = Training(method)
        if folder is not None:  # not before everything has been checked
            folder.open()
    if progress is not None:
        progress(training.saved)
    course = _Course(training, folder, evaluation, measures or {}, progress, watch, keep)
    course.keep_last()
    if not training.is_finished:
        course.run()
    return training


@dataclass(frozen=True)
class _Course:
    """A running training."""

    training: Training
    folder: Folder | None
    evaluation: Evaluation | None
    measures: Measures
    progress: Progress | None
    watch: Watch | None
    keep: bool

    def run(self) -> None:
        """Learn wave after wave until all games are played or Ctrl-C stops it; save a checkpoint now and then."""
        training, stopped = self.training, threading.Event()
        checkpoint_at = time.perf_counter()
        with stopped_by_ctrl_c(stopped.set), contextlib.closing(training.method.waves(training.games)) as waves:
            while not training.is_finished and not stopped.is_set():
                start = time.perf_counter()
                learnt = next(waves)
                training.games += learnt
                training.seconds += time.perf_counter() - start
                if self.progress is not None:
                    self.progress(learnt)
                if self.evaluation is not None and self._is_due(self.evaluation, learnt):
                    self._evaluate(self.evaluation)
                    self._keep()
                if time.perf_counter() - checkpoint_at > CHECKPOINT_SECONDS:
                    self._checkpoint()
                    checkpoint_at = time.perf_counter()
        self._checkpoint()

    def _is_due(self, evaluation: Evaluation, learnt: int) -> bool:
        """Whether an evaluation is due after a wave."""
        training = self.training
        every = evaluation.every_of(training.settings.games)
        return training.is_finished or training.games // every > (training.games - learnt) // every

    def _evaluate(self, evaluation: Evaluation) -> None:
        """Add a point to the curve: the TD error, the share of games won against a table of each opponent, and the measures."""
        training, method, settings = self.training, self.training.method, self.training.settings
        point = {GAMES: float(training.games), TD_ERROR: method.td_error()}
        shares = {}
        for spec in evaluation.against:
            seated = [method.agent(), *[parse_agent(spec)] * (settings.players - 1)]
            result = play_match(method.evaluation_box, seated, evaluation.games, settings.seed, method.jobs)
            shares[spec] = result.summary.wins[0] / max(result.games, 1)
        measured = {name: measure(method.agent()) for name, measure in self.measures.items()}
        training.curve.append(point | shares | measured)
        if self.watch is not None:
            results = [f"{spec} {100 * share:.0f} %" for spec, share in shares.items()]
            self.watch(", ".join(results + [f"{name} {number:.3g}" for name, number in measured.items()]))

    def _checkpoint(self) -> None:
        if self.folder is not None:
            self.folder.checkpoint(self.training)

    def _keep(self) -> None:
        """Save the weights of an evaluation.

        The training is saved first: resumed, it never returns to a point before a file that exists.
        """
        if self.keep and self.folder is not None:
            self._checkpoint()
            self.folder.keep(self.training)

    def keep_last(self) -> None:
        """Save the weights of an evaluation after which the training was killed before it could save them."""
        training = self.training
        if self.keep and self.folder is not None and training.curve and training.curve[-1][GAMES] == training.games:
            self.folder.keep(training)
