"""Learning by self-play in parallel games: it resumes, gets better, and refuses invalid settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.learn import course
from rentier.learn.course import train
from rentier.learn.evaluation import Evaluation
from rentier.learn.selfplay import Selfplay
from rentier.learn.selfplay_settings import SelfplaySettings, boxes_of
from rentier.network.features import see
from rentier.network.shape import ANSWERS, PROBABILITIES, REACH_INPUTS, WHOLE_INPUTS, read_features
from rentier.network.weights import Network
from rentier.player import Player
from rentier.selfplay.network import ValueNetwork, value_network
from rentier.selfplay.rows import FEATURES, INPUTS
from tests.conformance.wide import UNUSUAL, wide_box

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of decisions")


START = str(Path(__file__).parents[2] / "docs" / "position.toml")


def small(**settings: Any) -> SelfplaySettings:
    """A training of a moment."""
    usual: dict[str, Any] = {"hidden": (8, 6), "games": 40, "at_once": 32, "window": 16, "batch": 64, "turns": 12, "ema": 0.9}
    return SelfplaySettings(**usual | settings)


def learn(settings: SelfplaySettings, **more: Any) -> Any:
    return train(Selfplay(settings, "cpu"), **more)


def test_weights_are_in_the_order_of_files() -> None:
    torch.manual_seed(1)
    one, other = ValueNetwork(5, (4, 3)), ValueNetwork(5, (4, 3))
    numbers = one.numbers()
    assert len(numbers) == 6 * 4 + 5 * 3 + 4 * PROBABILITIES
    assert numbers[4 : 4 + 4].tolist() == one.layers[0].weight[:, 0].tolist()  # behind the biases, a row for the first input
    other.load(numbers)
    rows = torch.rand(9, 5)
    assert torch.equal(one(rows), other(rows))


def test_probabilities_are_the_softmax_of_the_logits() -> None:
    torch.manual_seed(2)
    network, rows = ValueNetwork(5, (40, 30)), torch.rand(9, 5)
    with torch.no_grad():
        assert torch.allclose(network.chances(rows), torch.softmax(network(rows), 1), atol=1e-6)


EARLIER = {"whole": WHOLE_INPUTS, "whole+reach": WHOLE_INPUTS + REACH_INPUTS}  # features, and their number of inputs


def earlier(features: str) -> Network:
    """A network as training made them before it had all features."""
    return Network.new(load_box("uk-classic"), features, (8, 6), "relu", 1, ANSWERS["chances"])


@pytest.mark.parametrize("features", EARLIER)
def test_a_network_of_fewer_features_answers_the_same_in_training(features: str) -> None:
    before = earlier(features)
    alone = ValueNetwork(EARLIER[features], before.hidden)
    alone.load(before.weights)
    rows = torch.rand(9, INPUTS)
    with torch.no_grad():
        assert torch.allclose(value_network(before).chances(rows), alone.chances(rows[:, : EARLIER[features]]), atol=1e-6)


@pytest.mark.parametrize("features", EARLIER)
def test_a_training_may_begin_with_a_network_of_fewer_features(tmp_path: Path, features: str) -> None:
    earlier(features).write(tmp_path / "earlier.npz")
    trained = learn(small(begin=str(tmp_path / "earlier.npz"), games=20, past=0.0, works=1.0)).network
    assert (trained.features, trained.inputs) == (FEATURES, INPUTS)
    learnt = trained.weights[(1 + EARLIER[features]) * 8 : (1 + INPUTS) * 8]
    assert learnt.any()
    assert Network.new(load_box("uk-classic"), FEATURES, (8, 6), "relu", 1).inputs == INPUTS


def test_the_layers_of_the_help_text_are_allowed() -> None:
    small(hidden=(1024, 512)).check()


def test_the_agent_answers_as_the_network_in_pytorch() -> None:
    training = learn(small())
    game = Game.new(4, seed=3)
    for _turn in range(60):
        game.apply(Player("td", 1).decide(game))
    player = Player("random")
    player.agent = training.agent()
    inputs = np.zeros(INPUTS, np.float32)
    for seat in range(4):
        see(game.box.record, game.state, seat, read_features(FEATURES), inputs)
        [chances] = training.method.actor.chances(torch.from_numpy(inputs)[None]).detach()
        assert player.value(game, seat) == pytest.approx(float(chances[0]), abs=1e-5)


class EnoughError(Exception):
    """The training is to stop."""


def begin(settings: SelfplaySettings, folder: Path, games: int) -> None:
    """Train on more than `games` games, and break off."""
    seen: list[int] = []

    def stop(learnt: int) -> None:
        seen.append(learnt)
        if sum(seen) > games:
            raise EnoughError

    with pytest.raises(EnoughError):
        learn(settings, out=folder, evaluation=LOOKS, progress=stop)


LOOKS = Evaluation((), 0, 20)


def test_a_training_that_was_stopped_goes_on_as_if_it_was_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "CHECKPOINT_SECONDS", -1.0)
    settings = small(games=120)
    whole = learn(settings, evaluation=LOOKS)
    begin(settings, tmp_path / "run", 50)
    resumed = learn(settings, out=tmp_path / "run", evaluation=LOOKS)
    assert 0 < resumed.saved < resumed.games
    assert resumed.network.weights.tobytes() == whole.network.weights.tobytes()
    assert resumed.curve == whole.curve
    assert not (tmp_path / "run" / "state.npz").exists()
    again = learn(settings, out=tmp_path / "run")
    assert again.saved == again.games == whole.games


def test_a_damaged_state_is_refused_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "CHECKPOINT_SECONDS", -1.0)
    begin(small(), tmp_path / "run", 20)
    state = tmp_path / "run" / "state.npz"
    half = state.read_bytes()[: state.stat().st_size // 2]
    state.write_bytes(half)
    with pytest.raises(RentierError, match=r"state.npz: is damaged; --out should be a new folder"):
        learn(small(), out=tmp_path / "run")
    assert state.read_bytes() == half


def test_the_file_plays_and_says_what_it_was_trained_on(tmp_path: Path) -> None:
    learn(small(seed=7, rules=("uk-classic", "us-classic")), out=tmp_path / "run")
    file = tmp_path / "run" / "weights.npz"
    trained = Network.read(file).trained
    assert trained["games"] >= 40
    assert trained["selfplay"]["hidden"] == [8, 6]
    for rules in ("uk-classic", "modern", "tournament"):
        result = play_match(load_box(rules, {"turn_cap": 40}), [parse_agent(f"selfplay:{file}"), parse_agent("random")], 2, 0)
        assert result.games == 2


def test_it_starts_from_the_weights_of_another_training(tmp_path: Path) -> None:
    learn(small(), out=tmp_path / "run")
    file = tmp_path / "run" / "weights.npz"
    method = Selfplay(small(begin=str(file), seed=2), "cpu")
    method.begin()
    assert np.array_equal(method.network.weights, Network.read(file).weights)
    assert np.array_equal(method.actor.numbers(), method.network.weights)
    with pytest.raises(
        RentierError,
        match=r"has features whole\+reach\+scripted, hidden 8,6 and relu; a training run that starts from it should have",
    ):
        Selfplay(small(begin=str(file), hidden=(8,)), "cpu").begin()
    with pytest.raises(RentierError, match="there is no such file"):
        Selfplay(small(begin="gone.npz"), "cpu").begin()


def test_rules_are_played_as_they_are_and_with_deeds_dealt() -> None:
    boxes = boxes_of(small(rules=("uk-classic", "us-classic"), dealt=3, turns=0))
    assert [(box.name, int(box.record.deal_properties)) for box in boxes] == [
        ("uk-classic", 0),
        ("uk-classic", 3),
        ("us-classic", 0),
        ("us-classic", 3),
    ]


def test_a_training_from_given_positions_is_resumed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "CHECKPOINT_SECONDS", -1.0)
    settings = small(games=120, turns=90, min_players=2, start=(START,), start_share=0.8)
    whole = learn(settings, evaluation=LOOKS)
    begin(settings, tmp_path / "run", 50)
    resumed = learn(settings, out=tmp_path / "run", evaluation=LOOKS, keep=True)
    assert 0 < resumed.saved < resumed.games
    assert resumed.network.weights.tobytes() == whole.network.weights.tobytes()
    assert resumed.network.weights.tobytes() != learn(small(games=120, turns=90, min_players=2)).network.weights.tobytes()
    last = sorted((tmp_path / "run" / "checkpoints").iterdir())[-1]
    assert Network.read(last).weights.tobytes() == whole.network.weights.tobytes()
    assert Network.read(last).trained["selfplay"]["start"] == [START]


@pytest.mark.slow
def test_it_learns_to_beat_random_agents() -> None:
    settings = SelfplaySettings(hidden=(40,), games=500, at_once=256, batch=512, ema=0.99, turns=200)
    training = learn(settings)
    table = [training.agent(), *[parse_agent("random")] * 3]
    assert play_match(load_box("uk-classic", {"turn_cap": 1000}), table, 60, 1, 2).summary.wins[0] >= 54


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"min_players": 5}, "min players: 5 should not be more than max players, 4"),
        ({"max_players": 7}, "max players: 7 should be a whole number from 2 to 6"),
        ({"hidden": (80, 0)}, "hidden: '80,0' should be 1 to 3 layers of 1 to 1024 nodes"),
        ({"lambda_": 1.5}, "lambda: 1.5 should be a number from 0 to 1"),
        ({"ema": 1.0}, "ema: 1 should be a number from 0 to 0.999999"),
        ({"rules": ()}, "rules: there should be at least one preset"),
        ({"window": 1}, "window: 1 should be a whole number from 2 to 1024"),
        ({"rules": ("uk",)}, "unknown preset 'uk'; did you mean 'uk-classic'?"),
        ({"scripted": ()}, "scripted: there should be at least one agent"),
        ({"scripted": ("bot", "agressive")}, "scripted: unknown agent 'agressive'; did you mean 'aggressive'?"),
        ({"start_share": 1.5}, "start share: 1.5 should be a number from 0 to 1"),
        ({"start_share": 0.5}, "start share: 0.5 needs a position to begin at; name one with --start"),
        ({"start": (START,)}, "start: no game would begin there; set --start-share above 0, such as 0.2"),
        ({"start": (START,), "start_share": 0.5}, f"{START}: players: there are 2; --min-players and --max-players allow 4"),
    ],
)
def test_wrong_settings_are_one_line(settings: dict[str, Any], line: str) -> None:
    with pytest.raises(RentierError) as error:
        small(**settings).check()
    assert str(error.value).startswith(line)


def test_a_board_that_is_too_large_is_refused(tmp_path: Path) -> None:
    box = wide_box(tmp_path, UNUSUAL)
    with pytest.raises(RentierError, match=r"the network sees 28 deeds in 10 groups at most; the board of .* has"):
        Network.new(load_box("uk-classic"), "whole", (8,), "relu", 0).check_fits(box, 4)
