"""Q-learning: reproducible, interrupted and resumed, compared with plain NumPy, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.learn import course
from rentier.learn.course import train
from rentier.learn.evaluation import Evaluation
from rentier.learn.q import Q
from rentier.learn.q_settings import DEFAULTS, QSettings
from rentier.learn.replay import CHOSEN, KIND, NEXT_KIND, NEXT_LEGAL
from rentier.network.weights import Network
from tests.network.plain import PlainNetwork

RULES = str(Path(__file__).parent / "short.toml")
TURNS = 24


def small(agent: str = "phase4", **settings: Any) -> QSettings:
    """Return the settings of a very short training."""
    usual = DEFAULTS[agent]
    short = {"rules": RULES, "turns": TURNS, "hidden": (6,), "games": 8, "players": 2, "batch": 4, "refresh": 5}
    return replace(usual, **{**short, "replay": 40 if usual.replay else 0, "every": 1, **settings})


def weights(settings: QSettings, **more: Any) -> list[float]:
    """Return the weights after a training run."""
    return [float(number) for number in train(Q(settings), **more).network.weights]


def begun(settings: QSettings) -> Q:
    """Return the method at the beginning of a training run."""
    method = Q(settings)
    method.begin()
    return method


# settings


@pytest.mark.parametrize("agent", DEFAULTS)
def test_a_seed_gives_the_same_network(agent: str) -> None:
    assert weights(small(agent, seed=4)) == weights(small(agent, seed=4)) != weights(small(agent, seed=5))


@pytest.mark.parametrize(
    ("agent", "changed"),
    [
        ("phase4", {"discount": 0.5}),
        ("phase4", {"target": "program"}),
        ("phase4", {"clock": "turns"}),
        ("phase4", {"rate": 0.01}),
        ("phase4", {"last_rate": 0.01}),
        ("phase4", {"explore": 0.1}),
        ("phase4", {"last_explore": 0.9}),
        ("phase4", {"ending": 1.0}),
        ("phase4", {"money": 0.5}),
        ("phase4", {"against": ("phase1",)}),
        ("phase4", {"replay": 20}),
        ("phase4", {"batch": 5}),
        ("phase4", {"every": 2}),
        ("phase4", {"refresh": 1}),
        ("phase4", {"replay": 0}),
        ("bailis-q", {"lambda_": 0.1}),
        ("bailis-q", {"activation": "sigmoid"}),
        ("bailis-q", {"replay": 40}),
    ],
)
def test_what_is_set_makes_a_difference(agent: str, changed: dict[str, Any]) -> None:
    assert weights(small(agent, **changed)) != weights(small(agent))


def test_rates_and_exploring_fall() -> None:
    settings = QSettings(rate=0.1, last_rate=0.001, explore=1.0, last_explore=0.2, games=100)
    assert [settings.rate_of(game) for game in (0, 50, 100)] == pytest.approx([0.1, 0.01, 0.001])
    assert [settings.explore_of(game) for game in (0, 25, 50, 99)] == pytest.approx([1.0, 0.6, 0.2, 0.2])


# against plain NumPy


def test_a_batch_moves_every_weight_as_in_the_books() -> None:
    """Any batch is the same, because the memory holds only one transition."""
    settings = small(batch=1, replay=1, every=1, refresh=1000, games=1, rate=0.01, last_rate=0.01)
    method = begun(settings)
    first = method.network.weights.astype(float)
    steps = Watcher(method).watch(0)
    expected = first.copy()
    mean, square = np.zeros((2, len(first)))
    counts: dict[int, int] = {}
    size = len(first) // method.network.networks
    for seen, facts, reward in steps:
        kind, chosen, next_kind, legal = (int(facts[column]) for column in (KIND, CHOSEN, NEXT_KIND, NEXT_LEGAL))
        now = PlainNetwork.of(replace(method.network, weights=expected), kind)
        target = float(reward[0])
        if next_kind >= 0:
            options = PlainNetwork.of(replace(method.network, weights=first), next_kind).answers(seen[1])[-1]
            target += float(reward[1]) * max(options[number] for number in range(9) if legal >> number & 1)
        gradient = (now.value(seen[0], chosen) - target) * now.gradient(seen[0], chosen)
        part = slice(kind * size, (kind + 1) * size)
        counts[kind] = counts.get(kind, 0) + 1
        mean[part] = 0.9 * mean[part] + 0.1 * gradient
        square[part] = 0.999 * square[part] + 0.001 * gradient**2
        length = settings.rate / (1 - 0.9 ** counts[kind])
        expected[part] -= length * mean[part] / (np.sqrt(square[part] / (1 - 0.999 ** counts[kind])) + 1e-8)
    assert len(steps) > 5
    assert len(counts) > 1
    np.testing.assert_allclose(method.network.weights, expected, rtol=0, atol=2e-3)
    assert np.abs(method.network.weights - first).max() > 0.02


class Watcher:
    """Learns from a game, and plays it once more with a large memory to see every transition."""

    def __init__(self, method: Q) -> None:
        self.method = method

    def watch(self, number: int) -> list[tuple[Any, Any, Any]]:
        """Let it learn from a game, and return the transitions in order."""
        self.method.learn(number)
        # such a large batch never fills up, so it learns nothing and plays the same game
        whole = begun(replace(self.method.settings, replay=500, batch=500))
        whole.learn(number)
        return list(self.transitions(whole))

    def transitions(self, method: Q) -> Iterator[tuple[Any, Any, Any]]:
        """Return the transitions in a memory."""
        seen, facts, rewards = method.memory
        yield from zip(seen, facts, rewards[: int(method.learner.stored)], strict=False)


def test_transitions_go_from_decision_to_decision_and_end_once_for_each_seat() -> None:
    method = begun(small(replay=500, batch=500, against=("itself",), explore=1.0))
    method.learn(0)
    seen, facts, rewards = method.memory
    stored = int(method.learner.stored)
    assert 10 < stored < 500
    assert (facts[:stored, NEXT_KIND] == -1).sum() == 2
    assert np.abs(rewards[:stored, 0][facts[:stored, NEXT_KIND] >= 0]).max() < 2
    assert sorted(set(rewards[:stored, 1].tolist())) == pytest.approx([0.0, 0.9])
    for column in (KIND, NEXT_KIND):
        assert facts[:stored, column].max() < 6
    assert np.isfinite(seen).all()
    goes_on = facts[:stored, NEXT_KIND] >= 0
    assert all(int(legal).bit_count() > 1 for legal in facts[:stored, NEXT_LEGAL][goes_on])


def test_by_turns_nothing_counts_within_one() -> None:
    """In the same game inputs and actions are those by decisions, but within a turn there is no reward and no discount."""
    saved = []
    for clock in ("decisions", "turns"):
        method = begun(small(replay=500, batch=500, against=("itself",), explore=1.0, clock=clock))
        method.learn(0)
        saved.append([array[: int(method.learner.stored)] for array in method.memory])
    (seen, facts, rewards), (seen_by_turns, facts_by_turns, by_turns) = saved
    assert np.array_equal(seen, seen_by_turns)
    assert np.array_equal(facts, facts_by_turns)
    within = by_turns[:, 1] == 1
    assert 0 < within.sum() < len(within)
    assert not by_turns[within, 0].any()
    assert np.array_equal(by_turns[~within], rewards[~within])


def test_the_program_looks_ahead_only_where_a_reward_is_0() -> None:
    """By turns, a reward within a turn is 0."""
    method = begun(small("phase4-as-printed", replay=500, batch=500, against=("itself",), explore=1.0, clock="turns"))
    method.learn(0)
    rewards = method.memory[2][: int(method.learner.stored)]
    assert (rewards[:, 0] == 0).any()
    assert ((rewards[:, 1] > 0) == (rewards[:, 0] == 0)).all()


# saving


@pytest.mark.parametrize("agent", DEFAULTS)
def test_a_training_that_was_stopped_goes_on_as_if_it_was_not(
    agent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "CHECKPOINT_SECONDS", -1.0)
    settings = small(agent, games=6)
    evaluation = Evaluation(("random",), 2, 2)
    whole = train(Q(settings), evaluation=evaluation)

    class EnoughError(Exception):
        pass

    reported = []

    def stop(games: int) -> None:
        reported.append(games)
        if sum(reported) > 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        train(Q(settings), out=tmp_path / "run", evaluation=evaluation, progress=stop)
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"q.json", "weights.npz", "state.npz"}
    resumed = train(Q(settings), out=tmp_path / "run", evaluation=evaluation)
    assert resumed.saved == 3
    assert resumed.network.weights.tobytes() == whole.network.weights.tobytes()
    assert resumed.curve == whole.curve
    assert [point["games"] for point in resumed.curve] == [2, 4, 6]
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"q.json", "weights.npz"}
    again = train(Q(settings), out=tmp_path / "run")
    assert (again.saved, again.curve) == (6, whole.curve)
    assert again.network.weights.tobytes() == whole.network.weights.tobytes()


def test_the_file_says_what_it_was_trained_on_and_plays(tmp_path: Path) -> None:
    train(Q(small(seed=7)), out=tmp_path / "run")
    file = tmp_path / "run" / "weights.npz"
    trained = Network.read(file).trained
    assert (trained["games"], trained["seed"], trained["rules"]) == (8, 7, "short 1")
    assert trained["q"]["hidden"] == [6]
    assert json.loads((tmp_path / "run" / "q.json").read_text())["agent"] == "phase4"
    play_match(load_box(RULES), [parse_agent(f"phase4:{file}"), parse_agent("random")], 2, 0)


def test_folders_that_do_not_fit_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train(Q(small()), out=tmp_path / "run")
    with pytest.raises(RentierError, match=r"run: holds another training run: seed is 0 there and 1 here; --out should be a"):
        train(Q(small(seed=1)), out=tmp_path / "run")
    (tmp_path / "run" / "state.npz").write_bytes(b"PK nothing")
    with pytest.raises(RentierError, match=r"state.npz: is damaged; --out should be a new folder"):
        train(Q(small()), out=tmp_path / "run")


# what is refused


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"players": 7}, "players: 7 should be a whole number from 2 to 6"),
        ({"turns": -1}, "turns: -1 should be a whole number"),
        ({"features": "colours"}, "unknown features 'colours'"),
        ({"hidden": (0,)}, "hidden: '0' should be 1 to 3 layers of 1 to 1024 nodes"),
        ({"activation": "tanh"}, "activation: unknown activation 'tanh'"),
        ({"target": "book"}, "target: unknown target 'book'"),
        ({"clock": "hours"}, "clock: unknown clock 'hours'"),
        ({"discount": 1.5}, "discount: 1.5 should be a number from 0 to 1"),
        ({"lambda_": -1}, "lambda: -1 should be a number from 0 to 1"),
        ({"explore": float("nan")}, "explore: nan should be a number from 0 to 1"),
        ({"last_explore": 2}, "last explore: 2 should be a number from 0 to 1"),
        ({"rate": 0}, "rate: 0 should be a number above 0"),
        ({"ending": -1}, "ending: -1 should be a number from 0 to 1000"),
        ({"money": -1}, "money: -1 should be a number from 0 to 1000"),
        ({"against": ()}, "against: there should be at least one"),
        ({"batch": 0}, "batch: 0 should be a whole number"),
        ({"replay": 3}, "replay: 3 should hold at least one batch, 4"),
        ({"every": 0}, "every: 0 should be a whole number"),
        ({"refresh": 0}, "refresh: 0 should be a whole number"),
        ({"games": 0}, "games: 0 should be a whole number"),
    ],
)
def test_wrong_settings_are_one_line(settings: dict[str, Any], line: str) -> None:
    with pytest.raises(RentierError) as error:
        small(**settings).check()
    assert str(error.value).startswith(line)


def test_another_learner_is_refused() -> None:
    with pytest.raises(RentierError, match=r"^agent: unknown Q-learner 'phase5'; did you mean 'phase4'"):
        replace(QSettings(), agent="phase5").check()


def test_a_board_that_others_do_not_know_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match="has other squares, prices or rents"):
        train(Q(small(rules="khan2019", turns=0, against=("td",))), out=None)
