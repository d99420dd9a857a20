"""The AEC environment: PettingZoo's own tests, and what they do not cover."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from rentier import RentierError
from rentier.envs.pettingzoo import RentierAEC, env
from rentier.envs.picture import picture
from rentier.envs.rewards import WORTH, reward_of

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize(
    ("players", "rules", "reward"),
    [(2, "uk-classic", "win"), (8, "modern", "rank"), (3, "adjudicator2018", "worth"), (5, "short", "win")],
)
def test_pettingzoos_api_test_passes(players: int, rules: str, reward: str) -> None:
    api_test(RentierAEC(players, rules, {"start_cash": 300}, reward=reward), num_cycles=80)


def test_pettingzoos_seed_test_passes() -> None:
    seed_test(lambda: env(3), num_cycles=60)


@pytest.mark.slow
def test_pettingzoos_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(4, render_mode=render_mode))
    assert "seat" in capsys.readouterr().out


def played(table: RentierAEC, seed: int) -> tuple[list[str], dict[str, float], list[str]]:
    """A game of random actions: who was asked, the rewards of each player, and the order of bankruptcies."""
    table.reset(seed=seed)
    chooser = np.random.default_rng(seed)
    asked: list[str] = []
    rewards: dict[str, float] = dict.fromkeys(table.possible_agents, 0.0)
    fallen: list[str] = []
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        rewards[agent] += reward
        if terminated or truncated:
            fallen.append(agent)
            table.step(None)
            continue
        asked.append(agent)
        table.step(int(chooser.choice(np.flatnonzero(seen["action_mask"]))))
    return asked, rewards, fallen


def test_an_agent_is_selected_for_each_decision_and_bankrupt_players_leave() -> None:
    table = RentierAEC(4, overrides={"start_cash": 50, "trade_menu": "none"})
    asked, rewards, fallen = played(table, 3)
    assert any(first == second for first, second in itertools.pairwise(asked))
    assert sorted(fallen) == table.possible_agents
    first_out = fallen[0]
    assert asked[::-1].index(first_out) > asked[::-1].index(fallen[-1]), "others play on"
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) == 1


def test_the_change_of_worth_adds_up() -> None:
    table = RentierAEC(3, overrides={"turn_cap": 30, "cap": "worth", "trade_menu": "none"}, reward="worth")
    _, rewards, _ = played(table, 1)
    for seat, agent in enumerate(table.possible_agents):
        if not table.playing.state.fallen[seat]:
            in_all = reward_of(table.stage.box.record, table.playing.state, seat, WORTH, 1500)
            assert rewards[agent] == pytest.approx(in_all)


def test_without_a_seed_the_next_game_of_the_seed_is_played() -> None:
    table = RentierAEC(2)
    seen: list[Any] = []
    for _ in range(2):
        table.reset(seed=5)
        table.reset()
        seen.append(int(table.playing._luck.key))
    table.reset(seed=5)
    assert seen[0] == seen[1] != int(table.playing._luck.key)


def test_what_is_wrong_is_said_in_one_line() -> None:
    table = RentierAEC(2, overrides={"turn_cap": 3, "trade_menu": "none"})
    with pytest.raises(RentierError, match="call reset first"):
        table.step(0)
    played(table, 1)
    with pytest.raises(RentierError, match="the game is over or has not begun"):
        table.step(0)
    table.reset(seed=1)
    with pytest.raises(RentierError, match="is not allowed"):
        table.step(1)
    with pytest.raises(RentierError, match="players: 9 should be a whole number from 2 to 8"):
        RentierAEC(9)


@pytest.mark.slow
def test_the_image_is_that_of_the_board() -> None:
    table = RentierAEC(4, render_mode="rgb_array")
    table.reset(seed=1)
    image = table.render()
    assert image.shape == (720, 720, 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 200
    table.step(0)  # roll
    assert not np.array_equal(image, table.render())


def test_every_sign_of_a_board_is_drawn() -> None:
    def drawn(sign: str) -> Any:
        return picture(f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="4" y="30">{sign}</text></svg>')

    missing = "\ue000"  # no font has it
    for sign in "£€$äéßŁñ":
        assert not np.array_equal(drawn(sign), drawn(missing)), sign
        assert drawn(sign).min() < 100
