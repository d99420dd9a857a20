"""The course of a training run, with a method that plays nothing: waves of any size, checkpoints, evaluations, Ctrl-C."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.specs import Agent, parse_agent
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.learn import course
from rentier.learn.course import Method, Training, train
from rentier.learn.evaluation import HELD_OUT_ERROR, RIGHT_ANSWERS, Evaluation
from rentier.learn.settings import as_saved, check_settings, setting
from rentier.network.weights import Network

RULES = str(Path(__file__).parent / "short.toml")
BATCH = 8


@dataclass(frozen=True)
class DriftSettings:
    """Settings of a test."""

    games: int = setting(20, "Games.", least=1, most=100)
    players: int = 2
    seed: int = 0

    def check(self) -> None:
        """Refuse no games."""
        check_settings(self)


class Drift(Method):
    """Batches of games move the weights by an optimiser with momentum, which is its state."""

    settings_file = "drift.json"
    kind = "td"

    def __init__(self, settings: DriftSettings, needs_state: bool = True) -> None:
        self.settings, self.needs_state = settings, needs_state
        self.begun_from: list[Network | None] = []

    def begin(self, checkpoint: Network | None = None) -> None:
        """Begin anew, or from a checkpoint."""
        self.begun_from.append(checkpoint)
        self.boxes = (load_box(RULES),)
        self.network = checkpoint or Network.new(self.boxes[0], "berry", (3,), "sigmoid", self.settings.seed)
        self.momentum = np.zeros_like(self.network.weights)

    def waves(self, games: int) -> Generator[int, None, None]:
        """Move the weights, a batch of games at a time."""
        while games < self.settings.games:
            learnt = min(BATCH, self.settings.games - games)
            self.momentum += np.float32(games + 1)
            self.network.weights[:] += self.momentum
            games += learnt
            yield learnt

    def td_error(self) -> float:
        """Always the same."""
        return 0.25

    def agent(self) -> Agent:
        """Anybody."""
        return parse_agent("random")

    def trained_by(self) -> dict[str, Any]:
        """The settings."""
        return {"drift": as_saved(self.settings)}

    def state(self) -> dict[str, Any]:
        """Weights and momentum, where they are needed."""
        return {"weights": self.network.weights, "momentum": self.momentum} if self.needs_state else {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on."""
        self.network.weights[:], self.momentum[:] = state["weights"], state["momentum"]


def drift(games: int = 20, **more: Any) -> Drift:
    """The method."""
    return Drift(DriftSettings(games), **more)


def names(folder: Path) -> set[str]:
    """The files of a folder."""
    return {path.name for path in folder.iterdir()}


def stop_after(calls: int) -> Callable[[int], None]:
    """Progress during which somebody presses Ctrl-C."""
    told: list[int] = []

    def progress(games: int) -> None:
        told.append(games)
        if len(told) == calls + 1:  # the first time it is told what was kept
            signal.raise_signal(signal.SIGINT)

    return progress


def test_games_are_learnt_from_in_waves() -> None:
    told: list[int] = []
    training = train(drift(), progress=told.append)
    assert told == [0, 8, 8, 4]
    assert (training.games, training.saved, training.is_finished) == (20, 0, True)


def test_a_training_stopped_by_ctrl_c_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole = train(drift())
    stopped = train(drift(), out=tmp_path / "run", progress=stop_after(1))
    assert (stopped.games, stopped.is_finished) == (8, False)
    assert names(tmp_path / "run") == {"drift.json", "weights.npz", "state.npz"}
    told: list[int] = []
    resumed = train(drift(), out=tmp_path / "run", progress=told.append)
    assert told == [8, 8, 4]
    assert resumed.saved == 8
    assert resumed.network.weights.tobytes() == whole.network.weights.tobytes()
    assert names(tmp_path / "run") == {"drift.json", "weights.npz"}
    again = train(drift(), out=tmp_path / "run")
    assert (again.saved, again.games) == (20, 20)
    assert again.network.weights.tobytes() == whole.network.weights.tobytes()


def test_the_speed_of_a_resumed_training_counts_all_its_games() -> None:
    training = Training(drift(), games=300, seconds=60.0, saved=290)
    assert training.games_a_minute == 300


def test_a_method_without_state_goes_on_from_its_weights(tmp_path: Path) -> None:
    stopped = train(drift(needs_state=False), out=tmp_path / "run", progress=stop_after(1))
    assert names(tmp_path / "run") == {"drift.json", "weights.npz"}
    resumed = drift(needs_state=False)
    assert train(resumed, out=tmp_path / "run").saved == 8
    [checkpoint] = resumed.begun_from
    assert checkpoint is not None
    assert checkpoint.trained["games"] == stopped.games


def test_checkpoints_are_kept_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[int] = []
    monkeypatch.setattr(course, "CHECKPOINT_SECONDS", -1.0)
    monkeypatch.setattr(course.Folder, "checkpoint", lambda folder, training: saved.append(training.games))
    train(drift(), out=tmp_path / "run")
    assert saved == [8, 16, 20, 20]
    monkeypatch.setattr(course, "CHECKPOINT_SECONDS", 1000.0)
    saved.clear()
    train(drift(), out=tmp_path / "run")
    assert saved == [20]


# checkpoints of evaluations

EVERY = Evaluation((), 0, 8)


def saved_files(folder: Path) -> list[str]:
    """The names of the checkpoints, sorted; none where the folder is missing."""
    return sorted(path.name for path in (folder / "checkpoints").glob("*"))


def test_the_weights_of_every_evaluation_are_kept(tmp_path: Path) -> None:
    method = drift()
    training = train(method, out=tmp_path / "run", evaluation=EVERY, keep=True)
    assert names(tmp_path / "run") == {"drift.json", "weights.npz", "checkpoints"}
    assert saved_files(tmp_path / "run") == ["000000008.npz", "000000016.npz", "000000020.npz"]
    networks = [Network.read(path) for path in sorted((tmp_path / "run" / "checkpoints").iterdir())]
    assert [network.trained["curve"][-1] for network in networks] == training.curve
    assert [network.trained["games"] for network in networks] == [8, 16, 20]
    assert networks[-1].weights.tobytes() == training.network.weights.tobytes()
    assert len({network.weights.tobytes() for network in networks}) == 3


def test_without_the_flag_none_is_kept(tmp_path: Path) -> None:
    train(drift(), out=tmp_path / "run", evaluation=EVERY)
    assert names(tmp_path / "run") == {"drift.json", "weights.npz"}


def test_keeping_needs_evaluations_and_a_folder(tmp_path: Path) -> None:
    for more in ({"out": tmp_path / "run"}, {"evaluation": EVERY}):
        with pytest.raises(RentierError, match="keep: the weights of evaluations need evaluations, and a folder"):
            train(drift(), keep=True, **more)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("needs_state", [True, False])
@pytest.mark.parametrize("killed_in", ["checkpoint", "keep", "_evaluate"])
@pytest.mark.parametrize("at", [8, 16, 20])
def test_a_killed_training_neither_loses_nor_repeats_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed_in: str, at: int, needs_state: bool
) -> None:
    """Killed before it saves a training run, before it saves the weights of its evaluation, or before that evaluation."""
    owner: Any = course._Course if killed_in == "_evaluate" else course.Folder
    real = getattr(owner, killed_in)

    def kill(self: Any, training: Any) -> None:
        games = self.training.games if killed_in == "_evaluate" else training.games
        if games == at:
            raise KilledError
        real(self, training)

    method = drift(needs_state=needs_state)
    with monkeypatch.context() as patched:
        patched.setattr(owner, killed_in, kill)
        with pytest.raises(KilledError):
            train(method, out=tmp_path / "run", evaluation=EVERY, keep=True)
    resumed = train(drift(needs_state=needs_state), out=tmp_path / "run", evaluation=EVERY, keep=True)
    assert [point["games"] for point in resumed.curve] == [8, 16, 20]
    assert saved_files(tmp_path / "run") == ["000000008.npz", "000000016.npz", "000000020.npz"]
    for path, point in zip(sorted((tmp_path / "run" / "checkpoints").iterdir()), resumed.curve, strict=True):
        assert Network.read(path).trained["curve"][-1] == point


class KilledError(Exception):
    """The process ends here."""


def test_names_sort_in_the_longest_training(tmp_path: Path) -> None:
    method = drift(games=100)
    method.begin()
    method.settings = DriftSettings(1_000_000_000)
    folder = course.Folder(tmp_path, method)
    for games in (123_456, 1_000_000_123):
        folder.keep(course.Training(method, games))
    assert saved_files(tmp_path) == ["0000123456.npz", "1000000123.npz"]


def test_the_weights_say_how_they_were_trained(tmp_path: Path) -> None:
    train(drift(), out=tmp_path / "run")
    trained = Network.read(tmp_path / "run" / "weights.npz").trained
    assert list(trained) == ["rules", "games", "seed", "drift", "date", "seconds", "curve"]
    assert (trained["rules"], trained["games"], trained["drift"]["games"]) == ("short 1", 20, 20)
    assert json.loads((tmp_path / "run" / "drift.json").read_text()) == {"games": 20, "players": 2, "seed": 0}


def test_evaluations_come_after_waves_and_at_the_end() -> None:
    said: list[str] = []
    training = train(drift(games=28), evaluation=Evaluation(("random",), 4, 10), watch=said.append)
    assert [point["games"] for point in training.curve] == [16, 24, 28]
    assert {point["td error"] for point in training.curve} == {0.25}
    assert training.opponents == ["random"]
    assert len(said) == 3
    assert all(line.startswith("random ") and line.endswith(" %") for line in said)
    assert train(drift()).opponents == []


def test_measures_are_taken_at_every_evaluation() -> None:
    said: list[str] = []
    measures = {HELD_OUT_ERROR: lambda agent: float(len(agent.spec)), RIGHT_ANSWERS: lambda _agent: 6.0}
    training = train(drift(games=16), evaluation=Evaluation((), 0, 8), measures=measures, watch=said.append)
    assert [(point[HELD_OUT_ERROR], point[RIGHT_ANSWERS]) for point in training.curve] == [(6.0, 6.0)] * 2
    assert (training.opponents, training.measures) == ([], [HELD_OUT_ERROR, RIGHT_ANSWERS])
    assert said == ["held-out error 6, right answers 6"] * 2


def test_folders_that_cannot_go_on_are_refused(tmp_path: Path) -> None:
    train(drift(), out=tmp_path / "run", progress=stop_after(1))
    with pytest.raises(
        RentierError, match=r"run: holds another training run: games is 20 there and 30 here; --out should be a"
    ):
        train(drift(games=30), out=tmp_path / "run")
    state = tmp_path / "run" / "state.npz"
    state.write_bytes(state.read_bytes()[:100])
    with pytest.raises(RentierError, match=r"state.npz: is damaged; --out should be a new folder"):
        train(drift(), out=tmp_path / "run")
    state.unlink()
    with pytest.raises(RentierError, match=r"state.npz: is missing; without it this training run cannot be resumed"):
        train(drift(), out=tmp_path / "run")


def test_weights_that_do_not_say_how_far_they_are_cannot_go_on(tmp_path: Path) -> None:
    method = drift()
    train(method, out=tmp_path / "run")
    method.network.write(tmp_path / "run" / "weights.npz")
    with pytest.raises(RentierError, match=r"weights.npz: does not say how far its training has progressed"):
        train(drift(), out=tmp_path / "run")


def test_wrong_settings_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match="games: 0 should be a whole number"):
        train(drift(games=0), out=tmp_path / "run")
    assert not (tmp_path / "run").exists()
