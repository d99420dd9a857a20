"""Rentier-v0 for Gymnasium."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from rentier import RentierError
from rentier.envs.gym import RentierEnv

QUICK = {"start_cash": 300, "turn_cap": 24, "cap": "worth"}


def played(env: RentierEnv, seed: int) -> list[Any]:
    """The observations of a whole episode of random actions."""
    seen, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    steps: list[Any] = [seen.tobytes()]
    over = False
    while not over:
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        steps.append((seen.tobytes(), reward, terminated, truncated))
        over = terminated or truncated
    return steps


@pytest.mark.filterwarnings("ignore:.*render mode.*")
def test_the_checker_has_nothing_to_say() -> None:
    """It does not know masks: it draws any action, even before the game in which it plays it."""
    check_env(RentierEnv(["random", "bailis"], lenient=True), skip_render_check=True)


def test_a_lenient_game_plays_the_first_legal_action_instead_of_an_illegal_one() -> None:
    strict, lenient = RentierEnv(["random"]), RentierEnv(["random"], lenient=True)
    _, info = strict.reset(seed=3)
    lenient.reset(seed=3)
    first, forbidden = int(info["action_mask"].argmax()), int((info["action_mask"] == 0).argmax())
    assert np.array_equal(strict.step(first)[0], lenient.step(forbidden)[0])


@pytest.mark.slow
def test_make_finds_it_by_its_module() -> None:
    """This runs in a process that has not imported Rentier."""
    name = "rentier.envs.gym:Rentier-v0"
    code = f"import gymnasium; print(gymnasium.make('{name}', opponents=['random']).reset(seed=1)[1]['seat'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in ("0", "1")


def test_the_same_seed_is_the_same_game_and_another_is_not() -> None:
    env = RentierEnv(["random"], overrides=QUICK, offers=False)
    assert played(env, 4) == played(env, 4) != played(env, 5)


def test_seats_are_any_or_the_one_wanted() -> None:
    env = RentierEnv(["random", "random"], seat=2)
    assert {env.reset()[1]["seat"] for _ in range(5)} == {2}
    env = RentierEnv(["random", "random"])
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1, 2}


def test_agents_that_think_in_python_play_too() -> None:
    env = RentierEnv(["mcts:rollouts=4"], overrides={**QUICK, "turn_cap": 6}, offers=False)
    assert played(env, 1)[-1][2]


def test_a_win_is_rewarded() -> None:
    env = RentierEnv(["random"], overrides={"turn_cap": 20, "cap": "worth"}, offers=False)
    ends = [played(env, seed)[-1] for seed in range(6)]
    assert {end[1] for end in ends} <= {1.0, -1.0}


def test_masks_are_what_the_game_allows() -> None:
    env = RentierEnv(["random"])
    _, info = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
    assert [env.stage.action(env.playing.state, number) for number in np.flatnonzero(env.action_masks())]


def test_what_is_wrong_is_said_in_one_line() -> None:
    env = RentierEnv(["random"], overrides=QUICK, offers=False)
    with pytest.raises(RentierError, match="has not begun; call reset first"):
        env.step(0)
    played(env, 1)
    with pytest.raises(RentierError, match="is over; call reset first"):
        env.step(0)
    _, info = env.reset(seed=1)
    with pytest.raises(RentierError, match="is not allowed"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[-1]))
    with pytest.raises(RentierError, match="no render_mode was chosen"):
        env.render()
    with pytest.raises(RentierError, match="did you mean 'ansi'"):
        RentierEnv(render_mode="ansii")
    with pytest.raises(RentierError, match="did you mean 'rank'"):
        gymnasium.make("Rentier-v0", reward="rnk")


def test_a_missing_extra_names_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "rentier.envs.pettingzoo", raising=False)
    with pytest.raises(RentierError, match=r"environments need pettingzoo: pip install 'rentier\[envs\]'"):
        __import__("rentier.envs.pettingzoo")
