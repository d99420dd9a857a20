"""The course of a training, the same for every method: begin or resume, learn, evaluate, checkpoint, stop, finish.

A method is a way to learn, one file each: `td`, `q`. The course asks it for waves of games and keeps what it has learnt.

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
from rentier.files import open_keeping, written_whole
from rentier.learn.evaluation import GAMES, HELD_OUT_ERROR, RIGHT_ANSWERS, TD_ERROR, Evaluation
from rentier.learn.settings import as_saved
from rentier.network.weights import Network

CHECKPOINT_SECONDS = 30.0
WEIGHTS_FILE, STATE_FILE = "weights.npz", "state.npz"

Progress = Callable[[int], None]  # called after each wave with its number of games, and at first with those kept
Watch = Callable[[str], None]  # called after each evaluation with its result in words
Measures = Mapping[str, Callable[[Agent], float]]  # taken of the network at each evaluation, by the names of `evaluation`


class CourseSettings(Protocol):
    """What a course asks of a method's settings, which are a dataclass."""

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
        """Refuse what cannot be learnt, in one line."""


class Method(ABC):
    """A way to learn. It decides how many games a wave has, where they are played and how they change the weights.

    Its result depends only on the settings and on what was learnt before, so a resumed training ends like one never stopped.
    """

    settings_file: ClassVar[str]  # says which training a folder keeps
    kind: str  # the agent that plays with its networks
    settings: CourseSettings
    boxes: tuple[Box, ...]  # the rules it learns under
    network: Network  # as the last wave has left it; there once the method has begun
    jobs: Jobs = 1  # to evaluate on

    @abstractmethod
    def begin(self, checkpoint: Network | None = None) -> None:
        """Get ready to learn, with a new network or with that of a checkpoint; refuse one that does not fit the rules."""

    @abstractmethod
    def waves(self, games: int) -> Generator[int, None, None]:
        """Learn wave after wave from the `games`-th game on; after each wave yield its number of games."""

    @abstractmethod
    def td_error(self) -> float:
        """The root mean square of all TD errors since the last call."""

    @abstractmethod
    def agent(self) -> Agent:
        """The network as a player."""

    @abstractmethod
    def trained_by(self) -> dict[str, Any]:
        """What the weights file notes about this method: its settings, and whatever else matters."""

    def state(self) -> dict[str, Any]:
        """All it needs to go on, the weights included; nothing where the weights alone are enough."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state; refuse one where the weights alone are enough."""
        raise RentierError(f"{STATE_FILE}: is not of this training, which keeps nothing but weights")

    @property
    def evaluation_box(self) -> Box:
        """The rules by which it is evaluated."""
        return self.boxes[0]


@dataclass
class Training:
    """A training: by which method, how many games it has learnt from, and how it went.

    `curve`: at every evaluation the number of games, the TD error since the one before (`td error`), the
    share of games won against each opponent, and the measures. `kept`: how many games it had learnt from before it was resumed.
    """

    method: Method
    games: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)
    saved: int = 0

    @property
    def settings(self) -> CourseSettings:
        """Those of the method."""
        return self.method.settings

    @property
    def network(self) -> Network:
        """The network as it is now."""
        return self.method.network

    @property
    def is_finished(self) -> bool:
        """Whether it has learnt from all its games."""
        return self.games >= self.settings.games

    @property
    def opponents(self) -> list[str]:
        """Those of its evaluations."""
        others = (GAMES, TD_ERROR, HELD_OUT_ERROR, RIGHT_ANSWERS)
        return [name for name in (self.curve[0] if self.curve else {}) if name not in others]

    @property
    def measures(self) -> list[str]:
        """Those taken at its evaluations."""
        return [name for name in (HELD_OUT_ERROR, RIGHT_ANSWERS) if self.curve and name in self.curve[0]]

    def agent(self) -> Agent:
        """The network as a player."""
        return self.method.agent()


class Folder:
    """The folder that keeps a training: a file of settings says which it is, `weights.npz` what it has come to.

    Where a method needs more than weights to go on, there is `state.npz` too while it is under way: one file, so that it is
    whole whenever it stops.
    """

    def __init__(self, path: Path, method: Method) -> None:
        self.path, self.method = path, method
        self.weights, self.state = path / WEIGHTS_FILE, path / STATE_FILE

    def open(self) -> None:
        """Make the folder, or refuse that of another training."""
        open_keeping(self.path, self.method.settings_file, "training", as_saved(self.method.settings))

    @property
    def has_checkpoint(self) -> bool:
        return self.weights.exists() or self.state.exists()

    def resume(self) -> Training:
        """The training as it was at its last checkpoint."""
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
            raise RentierError(f"{self.weights}: does not say how far its training has come") from None
        if self.method.state() and not training.is_finished:
            raise RentierError(f"{self.state}: is missing, and without it this training cannot go on")
        return training

    def _resumed(self, about: Mapping[str, Any]) -> Training:
        games = int(about["games"])
        return Training(self.method, games, float(about["seconds"]), list(about["curve"]), games)

    def checkpoint(self, training: Training) -> None:
        """Keep a training as far as it has come: the weights with what they were trained on."""
        method, games = self.method, training.games
        state = {} if training.is_finished else method.state()
        if state:
            about = {"games": games, "seconds": training.seconds, "curve": training.curve}
            with written_whole(self.state) as draft, open(draft, "wb") as file:
                np.savez(file, about=np.array(json.dumps(about)), **state)
        trained = {
            "rules": ", ".join(f"{box.name} {box.version}" for box in method.boxes),
            "games": games,
            "seed": method.settings.seed,
            **method.trained_by(),
            "date": date.today().isoformat(),
            "seconds": round(training.seconds, 1),
            "curve": training.curve,
        }
        replace(method.network, trained=trained).write(self.weights)
        if training.is_finished:
            self.state.unlink(missing_ok=True)


def train(
    method: Method,
    *,
    out: Path | None = None,
    evaluation: Evaluation | None = None,
    measures: Measures | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Training:
    """Train a network; `out` keeps it while it learns, and a training kept there goes on. Ctrl-C ends it with what it has."""
    method.settings.check()
    folder = None if out is None else Folder(out, method)
    if folder is not None and folder.has_checkpoint:
        training = folder.resume()
    else:
        method.begin()
        training = Training(method)
        if folder is not None:  # not before all is known to fit
            folder.open()
    if progress is not None:
        progress(training.saved)
    if training.is_finished:
        return training
    _Course(training, folder, evaluation, measures or {}, progress, watch).run()
    return training


@dataclass(frozen=True)
class _Course:
    """A training under way."""

    training: Training
    folder: Folder | None
    evaluation: Evaluation | None
    measures: Measures
    progress: Progress | None
    watch: Watch | None

    def run(self) -> None:
        """Learn wave after wave until there are games enough or Ctrl-C ends it; keep a checkpoint now and then."""
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
                if time.perf_counter() - checkpoint_at > CHECKPOINT_SECONDS:
                    self._checkpoint()
                    checkpoint_at = time.perf_counter()
        self._checkpoint()

    def _is_due(self, evaluation: Evaluation, learnt: int) -> bool:
        """Whether it is time for an evaluation after a wave."""
        training = self.training
        every = evaluation.every_of(training.settings.games)
        return training.is_finished or training.games // every > (training.games - learnt) // every

    def _evaluate(self, evaluation: Evaluation) -> None:
        """Note the TD error, the share of games that the network wins against a table of each opponent, and the measures."""
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
            told = [f"{spec} {100 * share:.0f} %" for spec, share in shares.items()]
            self.watch(", ".join(told + [f"{name} {number:.3g}" for name, number in measured.items()]))

    def _checkpoint(self) -> None:
        if self.folder is not None:
            self.folder.checkpoint(self.training)
